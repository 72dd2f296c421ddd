//! Records a search for playback.

use grade::{Stop, Tiles};
use probe::wire::Question;
use sandbox::run::Variation;
use sandbox::timing::WorkKind;
use serde_json::json;
use slider::Tile;

use super::solve::{solve_case, solve_once};
use crate::exam::bench::Bench;
use crate::exam::costs::CaseName;
use crate::judge::{self, Answer};

/// Runs a search with the grader's boards. Returns the trace, or `None` if the search cannot be followed.
pub(in crate::exam) fn trace_search(
    bench: &Bench<'_>,
    tiles: &Tiles,
    name: &str,
) -> Option<String> {
    let solve = solve_case(tiles, true, &[Question::IsSolvable]);
    // The cost of this case is unknown.
    let fuel = bench.budget(&CaseName::Trace).fuel;
    let what = (WorkKind::Explaining, &CaseName::Trace);
    let (run, answers) = solve_once(bench, what, fuel, solve, Variation::default());
    let solvable = answers.into_iter().find_map(|answer| match answer {
        Answer::Solvable(solvable) => Some(solvable),
        _ => None,
    });
    let outcome = match (&run.stop, solvable) {
        (Stop::Done, Some(true)) => "solved",
        (Stop::Done, Some(false)) => "unsolvable",
        _ => "stopped",
    };
    let events = judge::trace_to_text(&run.log, &run.boards, outcome)?;
    let board: Vec<Tile> = tiles.to_vec().concat();
    let last = Tile::try_from(board.len()).ok()?;
    let goal: Vec<Tile> = (1..=last).map(|tile| tile % last).collect();
    let head = json!({
        "format": "search-trace",
        "version": 1,
        "board": board,
        "goal": goal,
        "heuristic": "manhattan",
        "name": name,
    });
    Some(format!("{head}\n{events}"))
}
