//! Plans the surveys of a submission's board.

use std::collections::BTreeMap;

use grade::{Tiles, Visibility};
use probe::wire::{ALL_PAIRS, Depth, Identification, Method, Word};
use probe::{Boards, Case, Survey};
use slider::Tile;

use super::blame::{DERIVING, remove_method, remove_unidentified_methods};
use super::cost::SLOW;
use super::generated::{
    ALL_3X3, board_count, boards_of_size, draw_distinct, drawn_sizes, random_walk,
    take_some_boards, tiles_of_boards_for_texts,
};
use super::{ALL, BoardRecord, BoardScope, VALUES, corners};
use crate::exam::costs::CaseName;
use crate::exam::{CaseDraw, Examiner};
use crate::judge;

/// The maximum dimension of boards to compare before calling any other method. Larger boards are compared only if the
/// cost of `==` does not grow too fast.
/// This is the smallest dimension with tiles above 255.
const ALIKE_FIRST: usize = 17;

/// The boards in each of nine surveys of all 3x3 boards. Smaller cases can run on several threads, and each has its own
/// budget.
/// Nine blocks also keep the observed words below the limit of a run.
const BLOCK: usize = ALL_3X3 / 9;

/// The dimensions above 16 to test texts for.
/// Tiles have three digits on the first, and four from 32 to 100 rows.
pub(super) const TEXT_SIZES: [usize; 5] = [17, 32, 64, 100, 127];

/// The dimensions and lengths of random walks. On small boards, some walks have more moves than a byte can count.
/// On larger boards, each step takes longer, so walks are shorter.
const WALKS: [(usize, usize); 7] =
    [(2, 24), (3, 300), (4, 300), (5, 60), (6, 60), (8, 60), (16, 24)];

/// A case to run.
#[derive(Clone)]
pub(super) struct Planned {
    /// The name, which also determines the budget: a multiple of what the model needs.
    pub(super) name: CaseName,
    /// What to call, on which boards.
    pub(super) case: Case,
    /// Who may see the boards.
    pub(super) visibility: Visibility,
    /// Whether boards that only comparisons have identified can be surveyed again.
    pub(super) can_reread: bool,
}

impl Planned {
    pub(super) fn visible_case(name: CaseName, case: Case) -> Self {
        Self::with_visibility(Visibility::Visible, name, case)
    }

    pub(super) fn with_visibility(visibility: Visibility, name: CaseName, case: Case) -> Self {
        Self { name, case, visibility, can_reread: false }
    }

    /// Returns what is left of the case without calls that would not return. `endless` contains the methods that are not
    /// called on boards of some dimension or a larger one.
    pub(super) fn without_endless_calls(
        mut self,
        endless: &BTreeMap<Method, usize>,
    ) -> Option<Self> {
        let is_left = |method, n: usize| endless.get(&method).is_none_or(|smallest| n < *smallest);
        let left_out = |n| Method::ALL.into_iter().filter(move |method| !is_left(*method, n));
        let is_made = |n| is_left(Method::New, n);
        let asked = if matches!(self.case, Case::Texts(_)) { Method::Display } else { Method::Eq };
        let is_any_left = match &mut self.case {
            Case::Survey(survey) => {
                let n = dimension_of_survey(survey);
                left_out(n).for_each(|method| remove_method(method, survey));
                is_made(n) && survey.mask != 0
            }
            Case::Equality(boards)
            | Case::Pairs(boards)
            | Case::Texts(boards)
            | Case::Distinct(boards) => {
                boards.retain(|board| is_made(board.len()) && is_left(asked, board.len()));
                !boards.is_empty()
            }
            Case::Cost { mask, tiles } => {
                left_out(tiles.len()).for_each(|method| *mask &= !method.bit());
                is_made(tiles.len())
            }
            _ => true,
        };
        Some(self).filter(|_| is_any_left)
    }

    fn survey(&self) -> Option<&Survey> {
        if let Case::Survey(survey) = &self.case { Some(survey) } else { None }
    }

    fn survey_mut(&mut self) -> Option<&mut Survey> {
        if let Case::Survey(survey) = &mut self.case { Some(survey) } else { None }
    }
}

/// Returns the comparison of boards of different sizes.
pub(super) fn plan_equality() -> Planned {
    let boards = rows_of_boards(&judge::equality_boards());
    Planned::visible_case(CaseName::Equality, Case::Equality(boards))
}

/// Returns comparisons of boards that are easily confused: with equal hashes, or alike.
pub(super) fn plan_comparisons(seed: u64) -> Vec<Planned> {
    let pairs = Case::Pairs(rows_of_boards(&judge::collision_boards()));
    let distinct = Case::Distinct(rows_of_boards(&draw_distinct(seed)));
    let alike = judge::ALIKE.into_iter().filter(|n| *n <= ALIKE_FIRST);
    let alike = alike.map(|n| plan_alike_boards(n, Visibility::Visible));
    let first = [(CaseName::EqualHashes, pairs), (CaseName::Distinct, distinct)];
    first.into_iter().map(|(name, case)| Planned::visible_case(name, case)).chain(alike).collect()
}

/// Returns a comparison of the texts of boards that are easily confused.
pub(super) fn plan_text_comparison() -> Planned {
    let alike =
        judge::ALIKE.into_iter().filter(|n| *n <= ALIKE_FIRST).flat_map(judge::similar_boards);
    let boards: Vec<Tiles> = judge::equality_boards().into_iter().chain(alike).collect();
    Planned::visible_case(CaseName::EqualTexts, Case::Texts(rows_of_boards(&boards)))
}

/// Returns comparisons of large boards.
pub(super) fn plan_large_comparisons(draws: &[CaseDraw]) -> Vec<Planned> {
    let listed = judge::ALIKE.into_iter().filter(|n| *n > ALIKE_FIRST);
    let listed = listed.map(|n| (n, Visibility::Visible));
    let sizes = listed.chain(drawn_sizes(draws));
    sizes.map(|(n, visibility)| plan_alike_boards(n, visibility)).collect()
}

fn plan_alike_boards(n: usize, visibility: Visibility) -> Planned {
    let case = Case::Equality(rows_of_boards(&judge::similar_boards(n)));
    Planned::with_visibility(visibility, CaseName::Alike(n), case)
}

fn rows_of_boards(boards: &[Tiles]) -> Vec<Vec<Vec<Tile>>> {
    boards.iter().map(|tiles| tiles.to_vec()).collect()
}

/// Returns a survey of all 2x2 boards.
pub(super) fn small_survey(
    name: CaseName,
    mask: Word,
    identify_by: Identification,
    depth: Depth,
) -> Planned {
    // There are 4! boards with two rows.
    let boards = Boards::Ranks { n: 2, from: 0, to: 24 };
    let mut survey = Survey { mask, identify_by, depth, boards };
    remove_unidentified_methods(&mut survey);
    let can_reread = depth == Depth::Deep && identify_by == Identification::BOTH;
    Planned { can_reread, ..Planned::visible_case(name, Case::Survey(survey)) }
}

/// Returns the remaining surveys, in the order to judge them. The measured costs say which calls are affordable.
pub(super) fn plan_surveys(
    record: &BoardRecord,
    scope: BoardScope,
    examiner: &Examiner<'_>,
) -> Vec<Planned> {
    let endless = record.stops.endless_methods();
    let planned = |(name, survey, visibility): (CaseName, Survey, Visibility)| {
        let can_reread =
            record.trusted_identification(dimension_of_survey(&survey)) == Identification::BOTH;
        let case = Case::Survey(survey);
        Planned { name, case, visibility, can_reread }.without_endless_calls(&endless)
    };
    let mut surveys: Vec<Planned> =
        all_surveys(record, scope, examiner).into_iter().filter_map(planned).collect();
    for survey in surveys.iter_mut().filter_map(Planned::survey_mut) {
        // A slow method is not called often on the same board.
        if record.costs.fuel_per_board(survey) > SLOW {
            survey.depth = Depth::Which;
        }
    }
    let most = record.costs.affordable_fuel(surveys.iter().filter_map(Planned::survey));
    for survey in surveys.iter_mut().filter_map(Planned::survey_mut) {
        // A survey that calls nothing is free.
        let boards = most / record.costs.fuel_per_board(survey).max(1);
        // Even if one board is too expensive, it runs, because a method that was never called has no verdict.
        let boards = usize::try_from(boards).unwrap_or(usize::MAX).max(1);
        if boards < board_count(&survey.boards) {
            survey.boards = take_some_boards(&survey.boards, boards);
        }
    }
    surveys
}

fn all_surveys(
    record: &BoardRecord,
    scope: BoardScope,
    examiner: &Examiner<'_>,
) -> Vec<(CaseName, Survey, Visibility)> {
    let (puzzles, seed) = (&examiner.assignment.boards, examiner.public_seed());
    let identification = |n| record.trusted_identification(n);
    // In a survey of many boards, identify boards in only one way, if it is sure. Comparing is faster than formatting.
    let one_way = |n| match identification(n) {
        ways if ways.eq() => Identification::EQ,
        ways => ways,
    };
    let listed = |n, tiles, depth, identify_by| {
        let boards = Boards::Listed { n, tiles };
        Survey { mask: ALL, identify_by, depth, boards }
    };
    let open = |name, survey| (name, survey, Visibility::Visible);
    let mut surveys = Vec::new();
    // These are spread over all 362,880 boards.
    // These ranks are not multiples of 6, or the last three tiles would always be in the same order.
    let sample = (0..96).flat_map(|i| judge::permutation_with_rank(3, i * 3779)).collect();
    surveys.push(open(CaseName::Deep(3), listed(3, sample, Depth::Deep, identification(3))));
    for n in 4..=127 {
        let mut tiles = boards_of_size(n, seed);
        if n <= 16 {
            tiles.extend(corners::boards_with_blank_in_cells(n, seed));
        }
        let one_way = one_way(n);
        let mut survey = listed(n, tiles, Depth::Values, one_way);
        if n > 16 && !TEXT_SIZES.contains(&n) {
            // Formatting a large board takes longer than all other calls combined. Skip twins as well, because they are
            // identified by text.
            survey.mask &= !(Method::Display.bit() | Method::Twin.bit());
            survey.depth = Depth::Which;
            if !one_way.eq() {
                survey.mask &= !Method::Neighbors.bit();
            }
        }
        surveys.push(open(CaseName::Size(n), survey));
        if n <= 16 || corners::LARGER.contains(&n) {
            let mut survey =
                listed(n, corners::boards_near_goal(n), Depth::Which, Identification(0));
            survey.mask &= VALUES;
            surveys.push(open(CaseName::NearGoal(n), survey));
        }
        if corners::LARGER.contains(&n) && one_way.eq() {
            let tiles = corners::boards_with_blank_in_cells(n, seed);
            let mut survey = listed(n, tiles, Depth::Which, one_way);
            survey.mask &= !(Method::Display.bit() | Method::Twin.bit());
            surveys.push(open(CaseName::Corners(n), survey));
        }
    }
    for (n, visibility) in drawn_sizes(&examiner.draws) {
        // With the seed itself, these would be the boards of `CaseName::Size`.
        let tiles = [boards_of_size(n, !seed), judge::goal_tiles(n).cells()].concat();
        surveys.push((CaseName::Drawn(n), listed(n, tiles, Depth::Values, one_way(n)), visibility));
    }
    for puzzle in puzzles {
        let tiles = puzzle.tiles.cells();
        let n = puzzle.tiles.len();
        let survey = listed(n, tiles, Depth::Values, one_way(n));
        surveys.push((CaseName::Board(puzzle.name.clone()), survey, puzzle.visibility));
    }
    for (n, moves) in WALKS {
        let boards = Boards::Walk { n, tiles: random_walk(n, moves, seed) };
        let identify_by = identification(n);
        let survey = Survey { mask: ALL, identify_by, depth: Depth::Which, boards };
        surveys.push(open(CaseName::Walk(n), survey));
    }
    let mut texts = listed(3, tiles_of_boards_for_texts(), Depth::Which, identification(3));
    texts.mask &= Method::Display.bit();
    surveys.push(open(CaseName::Texts, texts));
    // If boards cannot be compared, they must be identified by text, and it is faster to read texts than to compare
    // them.
    let (mut mask, identify_by) = match identification(3) {
        ways if ways.eq() => (ALL & !Method::Display.bit(), Identification::EQ),
        ways if ways.reads_texts() => (ALL, Identification::TEXT),
        ways => (ALL, ways),
    };
    if scope == BoardScope::OwnValues {
        mask &= !DERIVING;
    }
    // The most expensive surveys come last, so that other methods have been examined if they use up the total.
    for block in 0..9 {
        let boards = Boards::Ranks { n: 3, from: block * BLOCK, to: (block + 1) * BLOCK };
        let survey = Survey { mask, identify_by, depth: Depth::Which, boards };
        surveys.push(open(CaseName::Block(block + 1), survey));
    }
    for (_, survey, _) in &mut surveys {
        // Twins of larger boards are identified by text.
        if !identification(dimension_of_survey(survey)).reads_texts()
            && dimension_of_survey(survey) > ALL_PAIRS
        {
            survey.mask &= !Method::Twin.bit();
        }
        remove_unidentified_methods(survey);
    }
    surveys
}

pub(super) fn dimension_of_survey(survey: &Survey) -> usize {
    match survey.boards {
        Boards::Ranks { n, .. } | Boards::Listed { n, .. } | Boards::Walk { n, .. } => n,
    }
}

#[cfg(test)]
mod tests {
    use super::super::cost::CostExam;
    use super::*;

    #[test]
    fn calls_that_would_not_return_are_left_out() {
        let within = |planned: &Planned, endless: &[(Method, usize)]| {
            planned.clone().without_endless_calls(&endless.iter().copied().collect())
        };
        let boards = |planned: Option<Planned>| match planned?.case {
            Case::Equality(boards) => Some(boards.iter().map(Vec::len).max().unwrap_or(0)),
            _ => None,
        };
        assert_eq!(boards(within(&plan_equality(), &[])), Some(17));
        for method in [Method::Eq, Method::New] {
            assert_eq!(boards(within(&plan_equality(), &[(method, 4)])), Some(3));
            assert_eq!(boards(within(&plan_equality(), &[(method, 2)])), None);
        }
        let mask = Method::Twin.bit() | Method::Hamming.bit();
        let two = small_survey(CaseName::Deep(2), mask, Identification::EQ, Depth::Deep);
        let mask = |planned: Option<Planned>| match planned?.case {
            Case::Survey(survey) => Some(survey.mask),
            _ => None,
        };
        assert_eq!(mask(within(&two, &[(Method::Hamming, 3)])), mask(Some(two.clone())));
        assert_eq!(mask(within(&two, &[(Method::Hamming, 2)])), Some(Method::Twin.bit()));
        // Without a comparison, the twin cannot be identified.
        let endless = [(Method::Hamming, 2), (Method::Eq, 2)];
        assert_eq!(mask(within(&two, &endless)), None);
    }

    #[test]
    fn a_private_seed_adds_hidden_cases_and_changes_no_other() {
        let public = CaseDraw { seed: 1, visibility: Visibility::Visible };
        let private = CaseDraw { seed: 2, visibility: Visibility::Hidden };
        let plans = |draws: &[CaseDraw]| {
            let costs = CostExam::new(ALL, 0, draws).plan_cases();
            let planned = [plan_large_comparisons(draws), costs].concat();
            planned.into_iter().map(|Planned { name, case, visibility, .. }| {
                (name, visibility, format!("{case:?}"))
            })
        };
        let alone: Vec<_> = plans(&[public]).collect();
        let (hidden, open): (Vec<_>, Vec<_>) = plans(&[public, private])
            .partition(|(_, visibility, _)| *visibility != Visibility::Visible);
        assert_eq!(open, alone);
        // Three dimensions to compare, and at least two to measure, with two boards each.
        assert!(hidden.len() >= 7, "{hidden:?}");
    }
}
