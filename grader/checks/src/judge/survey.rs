//! Judges the observations from a survey.

mod words;

use grade::Tiles;
use grade::check::Check;
use probe::wire::{
    ALL_PAIRS, Depth, Identification, Method, NONE, TWIN_SAME, TWIN_UNEQUAL, Whose, Word,
};
use probe::{Boards, Survey};
use slider::Tile;

use super::cases;
use super::facts::{BoardFacts, next_permutation, parse_text, permutation_with_rank};
use super::findings::{BoardFindings, FailureRank, check_of_method};
use super::neighbors::{self, WrongNeighbor};
use super::walk::BoardWalk;
use words::{DerivedObservations, SurveyWords, VALUES};

/// The error for words that are not valid probe output. The submission must have interfered with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MalformedOutput;

/// Compares every observation from a survey with the facts. Fails if the observations do not match the survey.
///
/// If `can_reread` is set, a fault of a derived board that was identified only by comparison is recorded as a doubt.
/// The board's text may be correct, which would mean that equality is wrong.
pub(crate) fn judge(
    survey: &Survey,
    words: &[Word],
    can_reread: bool,
    found: &mut BoardFindings,
) -> Result<(), MalformedOutput> {
    let mut words = SurveyWords::new(survey, words);
    let is_walk = matches!(survey.boards, Boards::Walk { .. });
    let judge = SurveyJudge { survey, can_reread: can_reread && !is_walk };
    let mut is_at_an_end = false;
    for_each_board(&survey.boards, |number, facts| {
        if is_at_an_end {
            return Ok(());
        }
        if !is_walk || number == 0 {
            return judge.judge_new_board(facts, &mut words, found);
        }
        // If the next board of the walk is missing, this is reported when the neighbors are judged.
        is_at_an_end = words.next()? == 0;
        if !is_at_an_end {
            let mut here = BoardFindings::default();
            judge.judge_new_board(facts, &mut words, &mut here)?;
            if let Some(walk) =
                BoardWalk::leading_to(&survey.boards, number).filter(|_| !here.is_empty())
            {
                found.add_walk_findings(&walk, here);
            }
        }
        Ok(())
    })?;
    if words.is_empty() { Ok(()) } else { Err(MalformedOutput) }
}

fn for_each_board<E>(
    boards: &Boards,
    mut visit: impl FnMut(usize, &BoardFacts) -> Result<(), E>,
) -> Result<(), E> {
    match boards {
        Boards::Ranks { n, from, to } => {
            let mut tiles = permutation_with_rank(*n, *from);
            let mut facts = BoardFacts::new(*n, &tiles);
            for rank in *from..*to {
                facts.become_board(&tiles);
                visit(rank - from, &facts)?;
                next_permutation(&mut tiles);
            }
        }
        Boards::Listed { n, tiles } | Boards::Walk { n, tiles } => {
            for (number, tiles) in tiles.chunks(n * n).enumerate() {
                visit(number, &BoardFacts::new(*n, tiles))?;
            }
        }
    }
    Ok(())
}

/// Returns the board with this number. Empty if there is no such board.
pub(crate) fn nth_board(boards: &Boards, number: usize) -> Tiles {
    match boards {
        Boards::Ranks { n, from, to } if from + number < *to => {
            Tiles::from_cells(*n, &permutation_with_rank(*n, from + number))
        }
        Boards::Ranks { .. } => Tiles::default(),
        Boards::Listed { n, tiles } | Boards::Walk { n, tiles } => tiles
            .chunks(n * n)
            .nth(number)
            .map_or_else(Tiles::default, |tiles| Tiles::from_cells(*n, tiles)),
    }
}

/// Returns `true` if these indices of neighbors name each expected board exactly once.
fn is_each_once(facts: &BoardFacts, indices: &[Word]) -> bool {
    let count = facts.blank_moves().count();
    let seen = indices.iter().fold(0u32, |seen, which| match *which {
        which if which < MAX_MOVES => seen | 1 << which,
        _ => seen,
    });
    indices.len() == count && seen == (1 << count) - 1
}

// The blank has at most four neighbors.
const MAX_MOVES: Word = 4;

/// Returns `true` if this pair of cells makes a twin of a board.
fn is_twin(facts: &BoardFacts, pair: Word) -> bool {
    let (a, b) = cells_of_pair(pair);
    let is_tile = |cell: usize| cell < facts.tiles.len() && cell != facts.blank;
    a != b && is_tile(a) && is_tile(b)
}

/// Returns the two cells of a twin that was identified by comparison.
fn cells_of_pair(pair: Word) -> (usize, usize) {
    // The probe packs both cells into one word. The largest board has 16,129 cells.
    ((pair >> 16) as usize, (pair & 0xFFFF) as usize)
}

struct SurveyJudge<'a> {
    survey: &'a Survey,
    can_reread: bool,
}

impl SurveyJudge<'_> {
    /// Returns `true` if the fault was found with a way of identifying boards that requires another survey.
    fn is_in_doubt(&self, identify_by: Identification) -> bool {
        self.can_reread && identify_by == Identification::EQ
    }

    fn asks_for(&self, method: Method) -> bool {
        self.survey.mask & method.bit() != 0
    }

    fn judge_new_board(
        &self,
        facts: &BoardFacts,
        words: &mut SurveyWords<'_>,
        found: &mut BoardFindings,
    ) -> Result<(), MalformedOutput> {
        for (method, actual) in VALUES.into_iter().zip(words.take_values()?) {
            let Some(actual) = actual else { continue };
            found.miscounts.note_answer(facts, method, actual);
            if actual != correct_value(facts, method) {
                let failure = || cases::failure_for_wrong_value(facts, method, actual);
                found.note_failure(
                    check_of_method(method),
                    FailureRank::from_facts(facts),
                    failure,
                );
            }
        }
        // If the text of the board itself is wrong, the texts of the neighbors and the twin prove nothing.
        let mut identify_by = self.survey.identify_by;
        let mut is_text_valid = self.asks_for(Method::Display);
        if self.asks_for(Method::Display) {
            let text = words.take_text()?;
            if !facts.has_text(text) {
                identify_by = identify_by.without(Identification::TEXT);
                is_text_valid = false;
                found.note_failure(Check::BoardDisplay, FailureRank::from_facts(facts), || {
                    cases::failure_for_wrong_text(facts, text)
                });
            }
        }
        if self.asks_for(Method::Neighbors) {
            let count = words.take_neighbor_count()?;
            if !words.skip_views_if(count, |indices| is_each_once(facts, indices)) {
                let views: Result<Vec<_>, _> = (0..count).map(|_| words.take_view()).collect();
                let views = views?;
                if identify_by != Identification(0) {
                    self.judge_neighbors(facts, identify_by, &views, found);
                }
            }
        }
        if self.asks_for(Method::Twin) && !words.skip_views_if(1, |pair| is_twin(facts, pair[0])) {
            let view = words.take_view()?;
            let again = if self.survey.depth == Depth::Which { TWIN_SAME } else { words.next()? };
            // If the texts of larger boards are wrong, the probe may not have found the pair of cells.
            // The probe's limits: if it also reports the text, comparing every pair of cells is not worth the time.
            let most = if self.survey.identify_by.reads_texts() { 3 } else { ALL_PAIRS };
            let is_found = is_text_valid || facts.n <= most;
            if identify_by.compares_boards_or_texts() && is_found || identify_by.reads_texts() {
                self.judge_twin(facts, identify_by, &view, again, found);
            }
        }
        Ok(())
    }

    fn judge_neighbors(
        &self,
        facts: &BoardFacts,
        identify_by: Identification,
        views: &[DerivedObservations<'_>],
        found: &mut BoardFindings,
    ) {
        let size = FailureRank::from_facts(facts);
        let cells: Vec<usize> = facts.blank_moves().collect();
        let mut missing: Vec<Option<usize>> = cells.iter().copied().map(Some).collect();
        let mut wrong = Vec::new();
        for view in views {
            let by_text = view.by_text.filter(|_| identify_by.reads_texts());
            let by_text = by_text.and_then(|text| parse_text(facts.n, text));
            let from_text = by_text.as_ref().and_then(|tiles| {
                cells
                    .iter()
                    .position(|cell| facts.is_with_exchanged_cells(facts.blank, *cell, tiles))
            });
            let equal = view.by_eq.and_then(|which| usize::try_from(which).ok());
            let equal = equal.filter(|which| *which < cells.len());
            let Some(which) = from_text.or(equal) else {
                wrong.push(WrongNeighbor::Other(by_text));
                continue;
            };
            if missing[which].take().is_none() {
                wrong.push(WrongNeighbor::Twice(which));
            }
            if from_text.is_none() && identify_by == Identification::BOTH {
                found.note_text_conflict(Whose::Neighbor, size, || {
                    let derived = facts.with_exchanged_cells(facts.blank, cells[which]);
                    cases::derived_text(facts, &derived, Whose::Neighbor, view.by_text)
                });
                continue;
            }
            // If nothing else of this neighbor is wrong, the comparison is to blame.
            let mut here = BoardFindings::default();
            self.judge_derived(facts, cells[which], Whose::Neighbor, view, &mut here);
            let is_right = self.survey.depth == Depth::Deep && here.is_empty();
            found.merge(here);
            let unequal = || cases::unequal_neighbor(facts, cells[which]);
            match equal {
                _ if !identify_by.eq() => {}
                None if is_right => found.note_failure(Check::BoardEquality, size, unequal),
                None => found.note_eq_conflict(size, unequal),
                Some(other) if other != which => found.note_eq_conflict(size, || {
                    cases::equal_neighbors(facts, cells[which], cells[other])
                }),
                Some(_) => {}
            }
        }
        let missing: Vec<usize> = missing.into_iter().flatten().collect();
        if !missing.is_empty() || !wrong.is_empty() {
            let failure = || {
                neighbors::failure_for_wrong_neighbors(facts, &cells, &missing, &wrong, views.len())
            };
            if self.is_in_doubt(identify_by) {
                found.note_doubt(Whose::Neighbor, None, facts, failure);
            } else {
                found.note_failure(Check::BoardNeighbors, size, failure);
            }
        }
    }

    fn judge_derived(
        &self,
        facts: &BoardFacts,
        cell: usize,
        whose: Whose,
        view: &DerivedObservations<'_>,
        found: &mut BoardFindings,
    ) {
        if self.survey.depth == Depth::Which {
            return;
        }
        self.judge_identified(
            facts,
            &facts.with_exchanged_cells(facts.blank, cell),
            whose,
            view,
            found,
        );
    }

    fn judge_identified(
        &self,
        facts: &BoardFacts,
        derived: &BoardFacts,
        whose: Whose,
        view: &DerivedObservations<'_>,
        found: &mut BoardFindings,
    ) {
        let size = FailureRank::from_facts(facts);
        for (method, actual) in VALUES.into_iter().zip(view.values) {
            let Some(actual) = actual.filter(|actual| *actual != correct_value(derived, method))
            else {
                continue;
            };
            let failure = || cases::wrong_derived_value(facts, derived, whose, method, actual);
            if self.is_in_doubt(self.survey.identify_by) {
                found.note_doubt(whose, Some(method), facts, failure);
            } else {
                found.note_failure_on_derived_board(whose, method, size, failure);
            }
        }
        if !self.survey.identify_by.reads_texts() {
            return;
        }
        let cells: Vec<usize> = derived.blank_moves().collect();
        let expected = |cell: &usize| derived.with_exchanged_cells(derived.blank, *cell);
        let are_right = |neighbors: &Vec<&[Word]>| {
            neighbors.len() == cells.len()
                && cells
                    .iter()
                    .map(expected)
                    .all(|board| neighbors.iter().filter(|text| board.has_text(text)).count() == 1)
        };
        if let Some(texts) = view.neighbors.as_ref().filter(|texts| !are_right(texts)) {
            found.note_failure_on_derived_board(whose, Method::Neighbors, size, || {
                let right: Vec<BoardFacts> = cells.iter().map(expected).collect();
                cases::failure_for_further_neighbors(facts, derived, whose, &right, texts)
            });
        }
        let is_right = |text: &[Word]| {
            let twin = parse_text(derived.n, text);
            twin.is_some_and(|twin| exchanged_pair(derived, &twin).is_some())
        };
        if let Some(text) = view.twin.filter(|text| !is_right(text)) {
            found.note_failure_on_derived_board(whose, Method::Twin, size, || {
                cases::failure_for_further_twin(facts, derived, whose, text)
            });
        }
    }

    fn judge_twin(
        &self,
        facts: &BoardFacts,
        identify_by: Identification,
        view: &DerivedObservations<'_>,
        again: Word,
        found: &mut BoardFindings,
    ) {
        let size = FailureRank::from_facts(facts);
        let by_eq = view.by_eq.filter(|pair| *pair != NONE).map(cells_of_pair);
        let by_eq = by_eq.filter(|(a, b)| (*a).max(*b) < facts.tiles.len());
        let by_text = view.by_text.filter(|_| identify_by.reads_texts());
        let by_text = by_text.and_then(|text| parse_text(facts.n, text));
        let tiles = match (by_eq, &by_text) {
            (Some((a, b)), _) => {
                let mut tiles = facts.tiles.clone();
                tiles.swap(a, b);
                Some(tiles)
            }
            (None, Some(tiles)) => Some(tiles.clone()),
            (None, None) => None,
        };
        let Some(tiles) = tiles else {
            if self.is_in_doubt(identify_by) {
                found.note_doubt(Whose::Twin, None, facts, || cases::wrong_twin(facts, None));
            } else {
                found.note_failure(Check::BoardTwin, size, || cases::wrong_twin(facts, None));
            }
            return;
        };
        if exchanged_pair(facts, &tiles).is_none() {
            let failure = || cases::wrong_twin(facts, Some(&tiles));
            if self.is_in_doubt(identify_by) {
                found.note_doubt(Whose::Twin, None, facts, failure);
            } else {
                found.note_failure(Check::BoardTwin, size, failure);
            }
            return;
        }
        if let Some(text) = &by_text {
            if *text != tiles {
                found.note_text_conflict(Whose::Twin, size, || {
                    let derived = BoardFacts::new(facts.n, &tiles);
                    cases::derived_text(facts, &derived, Whose::Twin, view.by_text)
                });
            } else if identify_by.eq() && by_eq.is_none() && facts.n <= 3 {
                // On larger boards, only common pairs are compared, so a missing match proves nothing there.
                found.note_eq_conflict(size, || cases::unequal_twin(facts, &tiles));
            }
        }
        match again {
            TWIN_SAME => {}
            TWIN_UNEQUAL => {
                found.note_failure(Check::BoardEquality, size, || cases::unequal_twins(facts));
            }
            _ => {
                let failure = || cases::failure_for_changing_twin(facts);
                found.note_failure(Check::BoardTwin, size, failure);
            }
        }
        if self.survey.depth > Depth::Which {
            self.judge_identified(
                facts,
                &BoardFacts::new(facts.n, &tiles),
                Whose::Twin,
                view,
                found,
            );
        }
    }
}

pub(super) fn correct_value(facts: &BoardFacts, method: Method) -> Word {
    match method {
        Method::Dimension => Word::try_from(facts.n).unwrap_or(Word::MAX),
        Method::Hamming => facts.hamming,
        Method::Manhattan => facts.manhattan,
        Method::IsGoal => Word::from(facts.is_goal()),
        Method::New | Method::Display | Method::Neighbors | Method::Twin | Method::Eq => Word::MAX,
    }
}

/// If `tiles` is the board with exactly two tiles swapped, returns their cells.
pub(super) fn exchanged_pair(facts: &BoardFacts, tiles: &[Tile]) -> Option<(usize, usize)> {
    let mut differing = (0..tiles.len()).filter(|cell| tiles[*cell] != facts.tiles[*cell]);
    let (a, b) = (differing.next()?, differing.next()?);
    let two = differing.next().is_none();
    let exchanged = tiles[a] == facts.tiles[b] && tiles[b] == facts.tiles[a];
    (two && exchanged && a != facts.blank && b != facts.blank).then_some((a, b))
}
