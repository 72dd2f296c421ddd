//! Passes requests to the code that answers them.

use std::collections::BTreeMap;

use oracle::heuristic::{DatabaseSizes, HeuristicName};
use oracle::pattern::SearchFinding;
use oracle::puzzle::{Arrangement, Goal, SeededRandom, any_board, board_in_half};

use crate::facts::{self, Bounds};
use crate::json::{self, Object};
use crate::request::{InvalidRequest, MOST_ROWS, RequestWords};
use crate::shortest::{Shortest, walk};
use crate::trace::{Recorded, Trace};
use crate::watch::{Heuristics, PageAlgorithm, Watch, WatchPlan};

/// Answers the requests of a page.
#[derive(Default)]
pub struct Player {
    bounds: Bounds,
    shortest: Shortest,
    heuristics: Heuristics,
    watches: BTreeMap<u8, Watch>,
    traces: BTreeMap<u8, Recorded>,
}

impl Player {
    /// Answers a request with JSON, as described in the [crate] documentation.
    pub fn answer(&mut self, request: &str) -> String {
        self.answer_request(request)
            .unwrap_or_else(|wrong| Object::new().text_field("error", wrong).into_text())
    }

    fn answer_request(&mut self, request: &str) -> Result<String, InvalidRequest> {
        let mut words = RequestWords::new(request);
        match words.next_word() {
            "goal" => {
                let n = words.parse_next_word("a number of rows")?;
                if !(2..=MOST_ROWS).contains(&n) {
                    return Err(InvalidRequest::TooLarge(n));
                }
                let goal = Goal::arranged(n, parse_arrangement(words.next_word())?);
                Ok(Object::new().array_field("cells", goal.grid().cells()).into_text())
            }
            "facts" => {
                let (grid, goal) = words.parse_board_and_goal()?;
                Ok(facts::describe(&grid, &goal, &mut self.bounds))
            }
            "solve" => {
                let (grid, goal) = words.parse_board_and_goal()?;
                let answer =
                    self.shortest.solve(&grid, &goal, words.parse_next_word("a number of nodes")?);
                Ok(finding_to_json(&answer.finding)
                    .json_field("expanded", answer.expanded)
                    .into_text())
            }
            "walk" => {
                let (grid, goal) = words.parse_board_and_goal()?;
                let nodes = words.parse_next_word("a number of nodes")?;
                let tiles = walk(&grid, &goal, nodes);
                Ok(Object::new().optional_field("tiles", tiles.map(json::format_array)).into_text())
            }
            "scramble" => {
                let goal = words.parse_goal()?;
                let (moves, seed) =
                    (words.parse_next_word("a number of moves")?, words.parse_next_word("a seed")?);
                let scrambled = self.shortest.scramble(&goal, moves, &mut SeededRandom::new(seed));
                Ok(Object::new()
                    .array_field("cells", scrambled.grid.cells())
                    .optional_field("moves", scrambled.moves)
                    .into_text())
            }
            "random" => random_board(&mut words),
            "options" => Ok(options_for_goal(&words.parse_goal()?)),
            "open" => {
                let slot = words.parse_next_word("a slot")?;
                let plan = WatchPlan::parse(&mut words)?;
                let boards = words.parse_next_word("boards")?;
                // Drop the old search first, because there may not be enough memory for both.
                self.remove_watch_and_trace(slot);
                let watch = Watch::new(plan, &mut self.heuristics)?;
                let view = watch.view(boards);
                self.watches.insert(slot, watch);
                Ok(view)
            }
            "run" => {
                let slot = words.parse_next_word("a slot")?;
                let (steps, boards) =
                    (words.parse_next_word("steps")?, words.parse_next_word("boards")?);
                let watch = self.watches.get_mut(&slot).ok_or_else(not_begun)?;
                watch.run(steps);
                Ok(watch.view(boards))
            }
            "trace" => {
                let slot = words.parse_next_word("a slot")?;
                let text = request.split_once('\n').map(|(_, text)| text).unwrap_or_default();
                let trace =
                    Trace::parse(text).map_err(|why| InvalidRequest::Refused(why.to_string()))?;
                self.remove_watch_and_trace(slot);
                let recorded = Recorded::new(trace, &mut self.heuristics)?;
                let summary = recorded.summary();
                self.traces.insert(slot, recorded);
                Ok(summary)
            }
            "show" => {
                let slot = words.parse_next_word("a slot")?;
                let (step, boards) =
                    (words.parse_next_word("a step")?, words.parse_next_word("boards")?);
                if let Some(recorded) = self.traces.get(&slot) {
                    return Ok(recorded.view_to_json(step, boards));
                }
                let watch = self.watches.get(&slot).ok_or_else(not_begun)?;
                Ok(watch.view_at(step, boards))
            }
            "heap" => {
                let slot = words.parse_next_word("a slot")?;
                let step = words.parse_next_word("a step")?;
                let watch = self.watches.get(&slot).ok_or_else(not_begun)?;
                Ok(watch.heap_at(step))
            }
            "lockstep" => {
                let (steps, boards) =
                    (words.parse_next_word("steps")?, words.parse_next_word("boards")?);
                self.run_in_turns(steps);
                let views = self.watches.values().map(|watch| watch.view(boards));
                Ok(Object::new().array_field("views", views).into_text())
            }
            found => Err(InvalidRequest::Word { wanted: "a request", found: found.to_owned() }),
        }
    }

    fn remove_watch_and_trace(&mut self, slot: u8) {
        self.watches.remove(&slot);
        self.traces.remove(&slot);
    }

    /// Runs all searches in turn, step by step, until one of them ends.
    fn run_in_turns(&mut self, steps: u64) {
        for _ in 0..steps {
            for watch in self.watches.values_mut() {
                watch.run(1);
            }
            if self.watches.values().any(Watch::has_ended) {
                return;
            }
        }
    }
}

fn not_begun() -> InvalidRequest {
    InvalidRequest::Refused("no search was started".to_owned())
}

fn parse_arrangement(name: &str) -> Result<Arrangement, InvalidRequest> {
    match name {
        "blank-last" => Ok(Arrangement::BlankLast),
        "blank-first" => Ok(Arrangement::BlankFirst),
        "spiral" => Ok(Arrangement::Spiral),
        found => Err(InvalidRequest::Word { wanted: "a goal", found: found.to_owned() }),
    }
}

fn random_board(words: &mut RequestWords<'_>) -> Result<String, InvalidRequest> {
    let goal = words.parse_goal()?;
    let which = words.next_word();
    let mut random = SeededRandom::new(words.parse_next_word("a seed")?);
    let grid = match which {
        "any" => any_board(goal.dimension(), &mut random)?,
        "solvable" => board_in_half(&goal, true, &mut random),
        "unsolvable" => board_in_half(&goal, false, &mut random),
        found => {
            let wanted = "`any`, `solvable` or `unsolvable`";
            return Err(InvalidRequest::Word { wanted, found: found.to_owned() });
        }
    };
    Ok(Object::new().array_field("cells", grid.cells()).into_text())
}

fn finding_to_json(finding: &SearchFinding) -> Object {
    match finding {
        SearchFinding::Solved(tiles) => {
            Object::new().text_field("finding", "solved").array_field("tiles", tiles)
        }
        SearchFinding::NoSolution => Object::new().text_field("finding", "none"),
        SearchFinding::AtLeast(moves) => {
            Object::new().text_field("finding", "unknown").json_field("atLeast", moves)
        }
    }
}

/// Returns the algorithms and the heuristics that can be used with this goal without waiting long.
fn options_for_goal(goal: &Goal) -> String {
    let algorithm = |algorithm: PageAlgorithm| {
        Object::new()
            .text_field("name", algorithm)
            .text_field("about", algorithm.description())
            .json_field("optimal", algorithm.is_optimal())
            .json_field("informed", algorithm.uses_heuristic())
            .json_field("remembers", algorithm.remembers_all())
            .into_text()
    };
    let heuristic = |heuristic: &HeuristicName| {
        Object::new()
            .text_field("name", heuristic)
            .text_field("about", heuristic.summary())
            .json_field("admissible", heuristic.is_admissible())
            .into_text()
    };
    let suits =
        |named: &HeuristicName| !is_slow(named, goal.dimension()) && named.check(goal).is_ok();
    let heuristics = HeuristicName::offered_heuristics()
        .into_iter()
        .filter(suits)
        .map(|named| heuristic(&named));
    Object::new()
        .array_field("algorithms", PageAlgorithm::all().map(algorithm))
        .array_field("heuristics", heuristics)
        .into_text()
}

/// Returns `true` if a browser needs more than a few seconds to build the heuristic.
pub(crate) fn is_slow(named: &HeuristicName, n: usize) -> bool {
    match named {
        HeuristicName::Reflected(_) => true,
        // A table for 4-by-4 boards has millions of entries.
        HeuristicName::Database(DatabaseSizes::Fringe(_)) => n > 3,
        HeuristicName::Database(DatabaseSizes::Additive(sizes)) => {
            n > 4 || n == 4 && sizes.iter().any(|&tiles| tiles > 5)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_requests_return_an_error() {
        let mut player = Player::default();
        for (request, expected) in [
            ("", "a request is missing"),
            ("solv 1 2", "expected a request, found `solv`"),
            ("goal 3 last", "expected a goal, found `last`"),
            ("goal 6 spiral", "a board must have 2 to 5 rows, not 6"),
            ("facts 1,2,3 1,2,3", "3 tiles do not fill a square"),
            ("facts 1,2,3,0 1,x,3,0", "expected a board, found `1,x,3,0`"),
            ("facts 1,2,3,0 0,1,2,3,4,5,6,7,8", "the board and the goal differ in size"),
            ("solve 1,2,3,0 1,2,3,0 many", "expected a number of nodes, found `many`"),
            ("random 1,2,3,0 some 1", "expected `any`, `solvable` or `unsolvable`, found `some`"),
            ("run 0 1 1", "no search was started"),
            (
                "open 0 a-star additive-4-4 1,2,3,0 1,2,3,0 9 0 1 0",
                "`additive-4-4` does not suit the board: the patterns have 8 tiles in total, but a \
                 2-by-2 board has 3",
            ),
        ] {
            let answer = player.answer(request);
            assert_eq!(
                answer,
                Object::new().text_field("error", expected).into_text(),
                "{request}"
            );
        }
    }

    /// As in the assignment.
    #[test]
    fn a_board_and_its_twin_are_searched_in_lockstep() {
        let mut player = Player::default();
        let goal = "1,2,3,4,5,6,7,8,0";
        for (slot, board) in ["1,2,3,4,5,6,8,7,0", "2,1,3,4,5,6,8,7,0"].iter().enumerate() {
            player.answer(&format!("open {slot} a-star manhattan {board} {goal} 100000 0 1 0"));
        }
        let answer = player.answer("lockstep 1000000 0");
        let steps: Vec<&str> = answer.split("\"steps\":").skip(1).collect();
        let steps: Vec<_> = steps.iter().map(|step| step.split(',').next()).collect();
        assert_eq!(steps.len(), 2);
        assert_eq!(steps[0], steps[1]);
        assert!(answer.starts_with("{\"views\":[{\"status\":\"running\""), "{answer:.80}");
        assert_eq!(answer.matches("\"status\":\"solved\"").count(), 1);
    }
}
