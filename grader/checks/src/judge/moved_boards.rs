//! Judges comparisons of boards that `neighbors` and `twin` returned.

use std::collections::BTreeMap;

use grade::check::Check;
use grade::{Asked, Failure, Tiles};
use probe::Script;
use probe::wire::{Method, Step, Word};
use slider::Tile;

use super::cases;
use super::equality::failure_for_wrong_pair;
use super::facts::{BoardFacts, goal_tiles, parse_text};
use super::findings::{BoardFindings, FailureRank};
use super::immutable::take_counted;
use super::sizes::BoardSizes;
use super::survey::{MalformedOutput, correct_value};

/// The dimensions of boards to compare, one for each [size class](super::BoardSizes).
pub(crate) const MOVED: [usize; 6] = [2, 3, 4, 6, 12, 17];

/// The number of small boards to compare with one another.
/// Each is compared with all others, so these are 3,844 comparisons at a time.
const MOST: usize = 62;

/// The number of boards to compare if they are larger, or if comparing more of them takes too long.
/// All pairs are compared, so a third of the boards take a tenth of the time.
pub(crate) const FEW_MOVED: usize = 20;

/// The dimension up to which comparing many boards takes little time.
/// A comparison reads at most 16 tiles.
const SMALL: usize = 4;

/// The slots for the boards along a walk.
const PASSING: [usize; 2] = [MOST, MOST + 1];

/// The values to compare with a board's text.
const VALUES: [Method; 4] = [Method::Dimension, Method::Hamming, Method::Manhattan, Method::IsGoal];

/// Returns a script that compares boards of dimension `n` with one another, before and after `Display` and the methods in
/// `values` are called. Some boards are from `Board::new`, and the others from `neighbors` and `twin`: one move away,
/// and on a random walk, on which many boards come up again after another number of moves.
///
/// `are_texts_told_apart` says whether texts in another format identify boards of this size.
pub(crate) fn moved_script(n: usize, values: Word, are_texts_told_apart: bool) -> Script {
    moves_script(n, values, are_texts_told_apart, if n <= SMALL { MOST } else { FEW_MOVED })
}

/// Returns the script with only `most` boards to compare, unless it has no more.
pub(crate) fn shorten_moved_script(script: &Script, most: usize) -> Option<Script> {
    let has_more = |step: &Step| matches!(step, Step::Compare { count } if *count > most);
    let values = script.steps.iter().filter_map(|step| Some(step.call()?.1.bit()));
    let values = values.fold(0, |values, value| values | value);
    let has_texts = script.steps.iter().any(|step| matches!(step, Step::CompareTexts { .. }));
    let is_shorter = script.steps.iter().any(has_more);
    is_shorter.then(|| moves_script(script.boards[0].len(), values, has_texts, most))
}

fn moves_script(n: usize, values: Word, are_texts_told_apart: bool, count: usize) -> Script {
    let start = start_board(n);
    let facts = BoardFacts::new(n, &start.cells());
    let near: Vec<Tiles> = facts
        .blank_moves()
        .map(|cell| facts.with_exchanged_cells(facts.blank, cell).to_tiles())
        .collect();
    let mut steps = vec![Step::Make { board: 0, place: 0 }];
    let mut places = 1..count;
    let mut keep = |step: &dyn Fn(usize) -> Step| places.next().map(step);
    for index in 0..near.len() {
        steps.extend(keep(&|place| Step::Neighbor { of: 0, index, place }));
        steps.extend(keep(&|place| Step::Make { board: 1 + index, place }));
    }
    for of in [0, 1, 0] {
        steps.extend(keep(&|place| Step::Twin { of, place }));
    }
    for index in 0..near.len() {
        steps.extend(keep(&|place| Step::Neighbor { of: 1, index, place }));
    }
    // More moves than a byte can count. A move on a large board costs more, and a counter in a byte fails on small
    // boards already.
    let moves = if n <= SMALL { 300 } else { 40 };
    let mut random = n as u64;
    // The probe takes the remainder for the number of neighbors. A multiple of 2, 3 and 4 makes all of them equally
    // likely.
    let mut index = || base::seed::random_below(&mut random, 12);
    let mut of = 0;
    for place in PASSING.into_iter().cycle().take(moves) {
        steps.push(Step::Neighbor { of, index: index(), place });
        of = place;
    }
    for place in places {
        steps.push(Step::Neighbor { of, index: index(), place });
        of = place;
    }
    steps.push(Step::Compare { count });
    for place in 0..count {
        let asked = VALUES.into_iter().filter(|method| values & method.bit() != 0);
        let asked = asked.chain([Method::Display]);
        steps.extend(asked.map(|method| Step::Ask { place, method }));
    }
    steps.extend(Some(Step::CompareTexts { count }).filter(|_| are_texts_told_apart));
    steps.push(Step::Compare { count });
    let boards = [start].into_iter().chain(near).map(|tiles| tiles.to_vec()).collect();
    Script { views: 0, boards, steps }
}

/// Returns a board with as many neighbors as possible.
fn start_board(n: usize) -> Tiles {
    let mut tiles: Vec<Tile> = goal_tiles(n).cells();
    tiles.rotate_right(n + 1);
    if let Some(blank) = tiles.iter().position(|tile| *tile == 0) {
        tiles.swap(blank, n / 2 * n + n / 2);
    }
    Tiles::from_cells(n, &tiles)
}

/// What identifies a board: its tiles or, if texts have another format, the first slot with the same one.
#[derive(Clone, PartialEq, Eq)]
enum BoardIdentity {
    Tiles(Vec<Tile>),
    SameText(Word),
}

/// Finds the simplest comparison that contradicts the boards' texts. Fails if the words do not match the script.
///
/// A board is left out if its text does not fit its values: then the text may be wrong, and not the comparison. If
/// `neighbors` or `twin` change the tiles of a board, nothing is judged.
pub(crate) fn judge(
    script: &Script,
    words: &[Word],
    found: &mut BoardFindings,
) -> Result<(), MalformedOutput> {
    let mut words = words;
    let mut answers: BTreeMap<(usize, Method), &[Word]> = BTreeMap::new();
    let (mut comparisons, mut texts): (Vec<&[Word]>, &[Word]) = (Vec::new(), &[]);
    let mut compared = 0;
    for step in &script.steps {
        let mut answer = || take_counted(&mut words)?.ok_or(MalformedOutput);
        match *step {
            Step::Ask { place, method } => {
                answers.insert((place, method), answer()?);
            }
            Step::Compare { count } => {
                compared = count;
                comparisons.push(
                    Some(answer()?)
                        .filter(|words| words.len() == count * count)
                        .ok_or(MalformedOutput)?,
                );
            }
            Step::CompareTexts { count } => {
                texts =
                    Some(answer()?).filter(|texts| texts.len() == count).ok_or(MalformedOutput)?;
            }
            _ => {}
        }
    }
    let n = script.boards[0].len();
    let identity = |place: usize| -> Option<BoardIdentity> {
        let text = answers.get(&(place, Method::Display))?.get(1..)?;
        let tiles = parse_text(n, text).filter(|tiles| Tiles::from_cells(n, tiles).is_board());
        let Some(tiles) = tiles else {
            return texts.get(place).copied().map(BoardIdentity::SameText);
        };
        let facts = BoardFacts::new(n, &tiles);
        let fits = |method: &Method| match answers.get(&(place, *method)) {
            Some(value) => value.first() == Some(&correct_value(&facts, *method)),
            None => true,
        };
        VALUES.iter().all(fits).then_some(BoardIdentity::Tiles(tiles))
    };
    let identities: Vec<Option<BoardIdentity>> = (0..compared).map(identity).collect();
    let is_changed = script.steps.iter().any(|step| match step {
        Step::Make { board, place } => match identities.get(*place) {
            Some(Some(BoardIdentity::Tiles(tiles))) => *tiles != script.boards[*board].concat(),
            _ => false,
        },
        _ => false,
    });
    if is_changed {
        return Ok(());
    }
    let origins = calls_by_slot(script);
    let origin = |place: usize| origins.get(&place).copied().unwrap_or_default();
    let known = |place: usize| {
        let identity = identities[place].as_ref()?;
        Some(ComparedBoard { identity, origin: origin(place) })
    };
    let mut wrong = Vec::new();
    for comparison in comparisons {
        for (pair, word) in comparison.iter().enumerate() {
            let (a, b) = (known(pair / compared), known(pair % compared));
            let (Some(a), Some(b)) = (a, b) else { continue };
            let (is_equal, is_unequal) = (word & 1 != 0, word & 2 != 0);
            let is_same = a.identity == b.identity;
            if is_equal != is_same || is_unequal == is_same {
                wrong.push((a, b, is_equal == is_same));
            }
        }
    }
    // Report the comparison that takes the fewest calls.
    let calls = |(a, b, _): &(ComparedBoard<'_>, ComparedBoard<'_>, bool)| {
        a.origin.call_count() + b.origin.call_count()
    };
    if let Some((a, b, is_negated)) = wrong.into_iter().min_by_key(calls) {
        let start = BoardFacts::new(n, &script.boards[0].concat());
        // It may be wrong for other sizes after other moves.
        found.misidentified = BoardSizes::ALL;
        found.note_failure(Check::BoardEquality, FailureRank::from_facts(&start), || {
            failure_for_wrong_comparison(&start, a, b, is_negated)
        });
    }
    Ok(())
}

#[derive(Clone, Copy)]
struct ComparedBoard<'a> {
    identity: &'a BoardIdentity,
    origin: DerivedFrom,
}

fn failure_for_wrong_comparison(
    start: &BoardFacts,
    a: ComparedBoard<'_>,
    b: ComparedBoard<'_>,
    is_negated: bool,
) -> Failure {
    let is_same = a.identity == b.identity;
    let derived = if a.origin.call_count() == 0 { b } else { a };
    let is_neighbor =
        a.origin.call_count() + b.origin.call_count() == 1 && derived.origin.moves == 1;
    if let (true, false, BoardIdentity::Tiles(tiles)) =
        (is_same && is_neighbor, is_negated, derived.identity)
        && let Some(cell) = start
            .blank_moves()
            .find(|cell| start.is_with_exchanged_cells(start.blank, *cell, tiles))
    {
        return cases::unequal_neighbor(start, cell);
    }
    // If the text does not show the tiles, the start is the only board that is known.
    let tiles = |compared: ComparedBoard<'_>| match compared.identity {
        BoardIdentity::Tiles(tiles) => Tiles::from_cells(start.n, tiles),
        BoardIdentity::SameText(_) => start.to_tiles(),
    };
    let expected = is_same != is_negated;
    let mut failure = failure_for_wrong_pair(&tiles(a), &tiles(b), is_negated, expected, !expected);
    if let Some(evidence) = &mut failure.evidence {
        evidence.asked = Asked::Beyond;
    }
    let (a, b) = (a.origin.describe_calls(), b.origin.describe_calls());
    let detail = format!("the first board is from {a}\nthe second board is from {b}");
    Failure { detail: Some(detail), ..failure }
}

/// The calls that led to a board from `Board::new`.
#[derive(Clone, Copy, Debug, Default)]
struct DerivedFrom {
    moves: usize,
    twins: usize,
}

impl DerivedFrom {
    fn call_count(self) -> usize {
        self.moves + self.twins
    }

    fn describe_calls(self) -> String {
        let times = |calls: usize, method: &str| match calls {
            0 => String::new(),
            1 => format!(" and {method}"),
            _ => format!(" and {calls} calls of {method}"),
        };
        format!("Board::new(){}{}", times(self.moves, "neighbors()"), times(self.twins, "twin()"))
    }
}

/// Returns the origin of the board that each slot has at the end.
fn calls_by_slot(script: &Script) -> BTreeMap<usize, DerivedFrom> {
    let mut origins: BTreeMap<usize, DerivedFrom> = BTreeMap::new();
    for step in &script.steps {
        let before = |of: &usize| origins.get(of).copied().unwrap_or_default();
        let (place, origin) = match step {
            Step::Make { place, .. } => (place, DerivedFrom::default()),
            Step::Neighbor { of, place, .. } => {
                (place, DerivedFrom { moves: before(of).moves + 1, ..before(of) })
            }
            Step::Twin { of, place } => {
                (place, DerivedFrom { twins: before(of).twins + 1, ..before(of) })
            }
            _ => continue,
        };
        origins.insert(*place, origin);
    }
    origins
}

#[cfg(test)]
mod tests;
