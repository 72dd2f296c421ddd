//! Records a search for playback.

use grade::{Stop, Tiles};
use probe::wire::Question;
use probe::{Case, Solve};
use sandbox::run::Variation;
use sandbox::timing::Work;
use serde_json::json;
use slider::Tile;

use crate::exam::bench::Bench;
use crate::judge::{self, Answer, Sight};

/// The name of the case. The cost of this case is unknown.
const CASE: &str = "trace";

/// Runs a search with the grader's boards. Returns the trace, or `None` if the search cannot be followed.
pub(in crate::exam) fn record(bench: &Bench<'_>, tiles: &Tiles, name: &str) -> Option<String> {
    let questions = vec![Question::IsSolvable];
    let rows = tiles.to_vec();
    let case = Case::Solve(Solve { foreign: true, questions, tiles: rows, other: Vec::new() });
    let what = (Work::Explaining, CASE);
    let run = bench.run_with_fuel(what, bench.budget(CASE).fuel, &case, Variation::default());
    let answers =
        judge::read_answers(&run.words, Sight::HostBoards(&run.boards)).ok().map(|it| it.0);
    let solvable = answers.into_iter().flatten().find_map(|answer| match answer {
        Answer::Solvable(solvable) => Some(solvable),
        _ => None,
    });
    let outcome = match (&run.stop, solvable) {
        (Stop::Done, Some(true)) => "solved",
        (Stop::Done, Some(false)) => "unsolvable",
        _ => "stopped",
    };
    let events = judge::trace(&run.log, &run.boards, outcome)?;
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
