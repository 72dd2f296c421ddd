//! Implements `grader check --trace`, which records a submission's search for the player.

use std::path::Path;

use assignment::{Assignment, ExpectedAnswer, Puzzle};
use base::input;
use grade::Tiles;
use grade::view::{Audience, Finding, View};

use super::error::{CliError, print_note};
use super::one_submission::GradedSubmission;
use super::output;

/// The minimum number of moves of a puzzle to choose, because shorter searches show too little.
const LEAST_MOVES: u32 = 4;

/// Returns the puzzle with this name, if the report may show it.
pub(super) fn puzzle_with_name(
    name: &str,
    assignment: &Assignment,
    audience: Audience,
) -> Result<Tiles, CliError> {
    let puzzles = || assignment.solve.iter().filter(|puzzle| is_shown(puzzle, audience));
    let found = puzzles().find(|puzzle| puzzle.name == name);
    let like = || input::most_like(name, puzzles().map(|puzzle| puzzle.name.as_str()));
    found.map(|puzzle| puzzle.tiles.clone()).ok_or_else(|| CliError::Misuse {
        message: format!("there is no puzzle named `{name}` with at most 5 rows"),
        hint: match like() {
            Some(like) => format!("did you mean `{like}`?"),
            None => "leave out `--puzzle`".to_owned(),
        },
    })
}

/// Returns the board of the first search failure in the report or, if there is none, a small puzzle that the report may
/// show.
pub(super) fn choose_puzzle(view: &View, assignment: &Assignment) -> Option<Tiles> {
    let failed = view.checks.iter().find_map(|check| match &check.finding {
        Finding::Fail(failure) => {
            let evidence = failure.evidence.as_ref()?;
            let is_of_search = failure.moment.is_some() || evidence.puzzle.is_some();
            (is_of_search && fits_player(&evidence.tiles)).then(|| evidence.tiles.clone())
        }
        _ => None,
    });
    let moves = |puzzle: &Puzzle| match puzzle.answer {
        ExpectedAnswer::Moves(moves) if moves >= LEAST_MOVES => moves,
        _ => u32::MAX,
    };
    failed.or_else(|| {
        let puzzles = assignment.solve.iter().filter(|puzzle| is_shown(puzzle, view.audience));
        puzzles.min_by_key(|puzzle| moves(puzzle)).map(|puzzle| puzzle.tiles.clone())
    })
}

fn is_shown(puzzle: &Puzzle, audience: Audience) -> bool {
    audience.sees(puzzle.visibility) && fits_player(&puzzle.tiles)
}

fn fits_player(tiles: &Tiles) -> bool {
    player::ROWS.contains(&tiles.len())
}

pub(super) fn write_trace(
    file: &Path,
    board: Option<&Tiles>,
    graded: &mut GradedSubmission,
) -> Result<(), CliError> {
    let Some(board) = board else {
        print_note("the search is not recorded: the assignment has no puzzle with up to 5 rows");
        return Ok(());
    };
    // Data from workers cannot be trusted.
    let trace = graded.trace(board)?.filter(|text| player::trace::Trace::parse(text).is_ok());
    let shown = file.display();
    if let Some(text) = trace {
        output::write_text(Some(file), &text)?;
        print_note(&format!("trace: {shown}; to see it: grader play --trace {shown} --open"));
    } else {
        print_note(
            "the search is not recorded: the solver does not run on the grader's boards, or it \
             is not clear which boards its queue returns",
        );
    }
    Ok(())
}
