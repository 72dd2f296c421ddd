//! Generates a test from a failing case.

use grade::check::Check;
use grade::{Asked, Evidence, Failure, Stop, Tile, Tiles, Value};
use grade::{Method, Question, Whose};
use terminal::wrap::wrap;

use super::helpers::Helper;
use super::repeated_calls;

/// The maximum number of rows for a board on a single line. Larger boards have one line per row.
/// Up to this size, a board fits into the 60 columns of a list.
const ONE_LINE: usize = 4;

/// The maximum width of a list on a single line, as in rustfmt.
const LIST: usize = 60;

#[derive(Debug, Default)]
pub(super) struct TestBody {
    pub(super) lines: Vec<CodeLine>,
    pub(super) helpers: Vec<Helper>,
}

/// A line of code, or several that belong together, before indentation.
#[derive(Debug)]
pub(super) struct CodeLine(String);

impl CodeLine {
    pub(super) fn indented(&self, indent: usize) -> String {
        let lines = self.0.lines();
        lines.fold(String::new(), |text, line| format!("{text}{:indent$}{line}\n", ""))
    }
}

impl TestBody {
    pub(super) fn with_line(mut self, line: impl Into<String>) -> Self {
        self.lines.push(CodeLine(line.into()));
        self
    }

    pub(super) fn with_helper(mut self, helper: Helper) -> Self {
        self.helpers.push(helper);
        self
    }

    /// `let name = puzzle("...");`
    pub(super) fn board(self, name: &str, tiles: &Tiles) -> Self {
        self.with_line(format!("let {name} = {};", puzzle_call(tiles)))
    }
}

/// Generates the test for a failure, unless the traits cannot show it.
pub(super) fn test_for_failure(check: Check, failure: &Failure) -> Option<TestBody> {
    let evidence = failure.evidence.as_ref()?;
    // Tests use the submission's boards, which cannot be used to show these failures.
    if check == Check::SolverForeignBoard || evidence.tiles.is_empty() {
        return None;
    }
    if let Some(stop) = &evidence.stop {
        return test_of_stop(evidence, stop);
    }
    match evidence.asked {
        Asked::Beyond => None,
        Asked::Board { whose: Whose::Own, method } => test_of_own_board(evidence, method),
        Asked::Board { whose: Whose::Neighbor, method } => test_of_neighbor(evidence, method),
        Asked::Board { whose: Whose::Twin, method } => test_of_twin(evidence, method),
        Asked::Walked { method } => test_after_walk(evidence, method),
        Asked::Equal { negated } => test_of_equality(evidence, negated),
        Asked::Clone => {
            let case = TestBody::default().board("board", &evidence.tiles);
            let clone = case.with_line("let clone = board.clone();");
            Some(
                clone.with_line("assert_eq!(clone, board);").with_line("assert_eq!(board, clone);"),
            )
        }
        Asked::TwinTwice => {
            let case = TestBody::default().board("board", &evidence.tiles);
            Some(case.with_line("assert_eq!(board.twin(), board.twin());"))
        }
        Asked::Solver { question } => test_of_solver(evidence, question),
        Asked::BoardAfter { before, method } => {
            repeated_calls::test_of_board(evidence, before, method)
        }
        Asked::SolverAgain { before, question } => {
            repeated_calls::test_of_solver(evidence, before, question)
        }
        Asked::SolverBeside { is_second, question } => {
            repeated_calls::test_with_second_solver(evidence, is_second, question)
        }
        Asked::Path { moves } => {
            let case = TestBody::default().board("board", &evidence.tiles);
            let case = case.with_line(format!("assert_path(&board, {moves});"));
            Some(case.with_helper(Helper::AssertPath).with_helper(Helper::Solver))
        }
    }
}

/// Generates the test for a call that did not return. It needs no assertion.
fn test_of_stop(evidence: &Evidence, stop: &Stop) -> Option<TestBody> {
    if let Stop::Done | Stop::Grader(_) = stop {
        return None;
    }
    if let Asked::Walked { .. } = evidence.asked {
        let case = walk_to_last_board(evidence)?.with_line("ask_everything(&board);");
        return Some(case.with_helper(Helper::AskEverything));
    }
    let case = TestBody::default();
    let tiles = &evidence.tiles;
    if let (Asked::Equal { .. }, Some(other)) = (evidence.asked, &evidence.other) {
        return Some(case.board("a", tiles).board("b", other).with_line("let _ = a == b;"));
    }
    if let Asked::Board { method: Method::New, .. } = evidence.asked {
        return Some(case.with_line(format!("let _ = {};", puzzle_call(tiles))));
    }
    let case = case.board("board", tiles);
    Some(match evidence.asked {
        Asked::Board { method, .. } => match method {
            Method::New => return None,
            Method::Dimension => case.with_line("let _ = board.dimension();"),
            Method::Hamming => case.with_line("let _ = board.hamming();"),
            Method::Manhattan => case.with_line("let _ = board.manhattan();"),
            Method::IsGoal => case.with_line("let _ = board.is_goal();"),
            Method::Display => case.with_line("let _ = board.to_string();"),
            // The returned boards may also be the cause.
            Method::Neighbors => case
                .with_line("board.neighbors().for_each(|it| ask_everything(&it));")
                .with_helper(Helper::AskEverything),
            Method::Twin => {
                case.with_line("ask_everything(&board.twin());").with_helper(Helper::AskEverything)
            }
            Method::Eq => add_comparisons(case),
        },
        Asked::Solver { question } => {
            let case = case.with_helper(Helper::Solver);
            let solver = "let solver = Solver::new(&board);";
            match question {
                Question::New => case.with_line("let _ = Solver::new(&board);"),
                Question::IsSolvable => {
                    case.with_line(solver).with_line("let _ = solver.is_solvable();")
                }
                Question::Moves => case.with_line(solver).with_line("let _ = solver.moves();"),
                Question::Solution => case
                    .with_line(solver)
                    .with_line("let _ = solver.solution().map(Iterator::count);"),
                Question::Drop => case.with_line(solver).with_line("drop(solver);"),
                // These are called only after another method, which is unknown here.
                Question::First | Question::Interleaved | Question::Other => return None,
            }
        }
        Asked::Beyond
        | Asked::Walked { .. }
        | Asked::Equal { .. }
        | Asked::Clone
        | Asked::TwinTwice
        | Asked::BoardAfter { .. }
        | Asked::SolverAgain { .. }
        | Asked::SolverBeside { .. }
        | Asked::Path { .. } => return None,
    })
}

/// Compares a board for which `==` fails with other boards, of the same and other sizes.
fn add_comparisons(case: TestBody) -> TestBody {
    let goal = |n: Tile| -> Tiles {
        let tiles: Vec<Tile> = (1..n * n).chain([0]).collect();
        Tiles::from_cells(n.into(), &tiles)
    };
    let others: Vec<String> = (2..=4).map(|n| puzzle_call(&goal(n))).collect();
    case.with_line("let _ = board == board.clone();")
        .with_line(format!("for other in {} {{", vec_literal(&others)))
        .with_line("    let _ = (board == other, other == board);")
        .with_line("}")
}

fn test_of_own_board(evidence: &Evidence, method: Method) -> Option<TestBody> {
    let tiles = &evidence.tiles;
    let case = TestBody::default();
    match method {
        Method::Display => {
            let case = case.with_line(format!("let text = {};", puzzle_literal(tiles)));
            Some(
                case.with_line("assert_text(&puzzle(text), text);").with_helper(Helper::AssertText),
            )
        }
        Method::Neighbors => {
            let case = case.board("board", tiles).with_line(neighbors_of(tiles)?);
            Some(
                case.with_line("assert_neighbors(&board, &right);")
                    .with_helper(Helper::AssertNeighbors),
            )
        }
        Method::Twin => {
            let case = case.board("board", tiles).with_line("assert_twin(&board);");
            Some(case.with_helper(Helper::AssertTwin))
        }
        _ => Some(case.board("board", tiles).with_line(assertion_about_value(
            "board",
            method,
            &evidence.expected,
        )?)),
    }
}

fn test_of_neighbor(evidence: &Evidence, method: Method) -> Option<TestBody> {
    let ((Some(right), _) | (None, Value::Board(right))) = (&evidence.other, &evidence.expected)
    else {
        return None;
    };
    let case = TestBody::default().board("board", &evidence.tiles);
    if method == Method::Eq {
        let case = case.board("right", right);
        return Some(case.with_line("assert!(board.neighbors().any(|it| it == right));"));
    }
    let case = case
        .with_line(format!("let right = {};", puzzle_literal(right)))
        .with_line("let neighbor = neighbor(&board, right);")
        .with_helper(Helper::Neighbor);
    Some(match method {
        Method::Display => {
            case.with_line("assert_text(&neighbor, right);").with_helper(Helper::AssertText)
        }
        Method::Neighbors => case
            .with_line(neighbors_of(right)?)
            .with_line("assert_neighbors(&neighbor, &right);")
            .with_helper(Helper::AssertNeighbors),
        Method::Twin => case.with_line("assert_twin(&neighbor);").with_helper(Helper::AssertTwin),
        _ => case.with_line(assertion_about_value("neighbor", method, &evidence.expected)?),
    })
}

/// Tests a method on a board reached by repeated calls to `neighbors`.
fn test_after_walk(evidence: &Evidence, method: Method) -> Option<TestBody> {
    let case = walk_to_last_board(evidence)?;
    let last = evidence.other.as_ref()?;
    let text = || puzzle_literal(last);
    Some(match method {
        Method::New | Method::Eq => {
            case.with_line(format!("assert_eq!(board, {});", puzzle_call(last)))
        }
        Method::Display => case
            .with_line(format!("assert_text(&board, {});", text()))
            .with_helper(Helper::AssertText),
        Method::Neighbors => case
            .with_line(neighbors_of(last)?)
            .with_line("assert_neighbors(&board, &right);")
            .with_helper(Helper::AssertNeighbors),
        Method::Twin => case.with_line("assert_twin(&board);").with_helper(Helper::AssertTwin),
        _ => case.with_line(assertion_about_value("board", method, &evidence.expected)?),
    })
}

/// Follows the path to the last board by calling `neighbors` at each step.
fn walk_to_last_board(evidence: &Evidence) -> Option<TestBody> {
    let n = evidence.tiles.len();
    let (_, steps) = evidence.path.split_first()?;
    let steps: Vec<String> =
        steps.iter().map(|tiles| puzzle_literal(&Tiles::from_cells(n, tiles))).collect();
    let case = TestBody::default().board("start", &evidence.tiles);
    let case = case.with_line(format!("let steps = {};", vec_literal(&steps)));
    let to_next =
        "let board = steps\n    .iter()\n    .fold(start, |board, step| neighbor(&board, step));";
    Some(case.with_line(to_next).with_helper(Helper::Neighbor))
}

/// Tests a method on the twin. The author may want to swap other tiles later, so compare the twin with a new board that
/// has the same tiles.
fn test_of_twin(evidence: &Evidence, method: Method) -> Option<TestBody> {
    let case =
        TestBody::default().board("board", &evidence.tiles).with_line("let twin = board.twin();");
    let fresh = "let right = puzzle(&twin.to_string());";
    let same = |call| format!("assert_eq!(twin.{call}, right.{call});");
    Some(match method {
        Method::New => return None,
        Method::Dimension => case.with_line(fresh).with_line(same("dimension()")),
        Method::Hamming => case.with_line(fresh).with_line(same("hamming()")),
        Method::Manhattan => case.with_line(fresh).with_line(same("manhattan()")),
        Method::IsGoal => case.with_line(fresh).with_line(same("is_goal()")),
        Method::Display | Method::Eq => case.with_line(fresh).with_line("assert_eq!(twin, right);"),
        Method::Neighbors => case
            .with_line(fresh)
            .with_line("let right: Vec<Board> = right.neighbors().collect();")
            .with_line("assert_neighbors(&twin, &right);")
            .with_helper(Helper::AssertNeighbors),
        Method::Twin => case.with_line("assert_twin(&twin);").with_helper(Helper::AssertTwin),
    })
}

fn test_of_equality(evidence: &Evidence, negated: bool) -> Option<TestBody> {
    let Value::Truth(expected) = evidence.expected else { return None };
    let case = TestBody::default()
        .board("a", &evidence.tiles)
        .board("b", evidence.other.as_ref().unwrap_or(&evidence.tiles));
    Some(match (negated, expected) {
        (false, true) => case.with_line("assert_eq!(a, b);"),
        (false, false) => case.with_line("assert_ne!(a, b);"),
        (true, true) => case.with_line("assert!(a != b);"),
        (true, false) => {
            case.with_line("let are_unequal = a != b;").with_line("assert!(!are_unequal);")
        }
    })
}

fn test_of_solver(evidence: &Evidence, question: Question) -> Option<TestBody> {
    let case = TestBody::default()
        .board("board", &evidence.tiles)
        .with_line("let solver = Solver::new(&board);")
        .with_helper(Helper::Solver);
    Some(match (question, &evidence.expected) {
        (Question::IsSolvable, Value::Truth(true)) => {
            case.with_line("assert!(solver.is_solvable());")
        }
        (Question::IsSolvable, Value::Truth(false)) => {
            case.with_line("assert!(!solver.is_solvable());")
        }
        (Question::Moves, Value::Number(moves)) => {
            case.with_line(format!("assert_eq!(solver.moves(), Some({moves}));"))
        }
        (Question::Moves, Value::NoneValue) => case.with_line("assert_eq!(solver.moves(), None);"),
        (Question::Solution, Value::NoneValue) => {
            case.with_line("assert!(solver.solution().is_none());")
        }
        _ => return None,
    })
}

fn assertion_about_value(name: &str, method: Method, expected: &Value) -> Option<String> {
    Some(match (method, expected) {
        (Method::Dimension, Value::Number(number)) => {
            format!("assert_eq!({name}.dimension(), {number});")
        }
        (Method::Hamming, Value::Number(number)) => {
            format!("assert_eq!({name}.hamming(), {number});")
        }
        (Method::Manhattan, Value::Number(number)) => {
            format!("assert_eq!({name}.manhattan(), {number});")
        }
        (Method::IsGoal, Value::Truth(true)) => format!("assert!({name}.is_goal());"),
        (Method::IsGoal, Value::Truth(false)) => format!("assert!(!{name}.is_goal());"),
        _ => return None,
    })
}

fn neighbors_of(tiles: &Tiles) -> Option<String> {
    let rows = tiles.len();
    let mut cells = (0..rows).flat_map(|row| (0..rows).map(move |col| (row, col)));
    let (row, col) = cells.find(|&(row, col)| tiles[row].get(col) == Some(&0))?;
    let below = (row + 1 < rows).then_some((row + 1, col));
    let right = (col + 1 < rows).then_some((row, col + 1));
    let left = col.checked_sub(1).map(|col| (row, col));
    let above = row.checked_sub(1).map(|row| (row, col));
    let moved = [below, right, left, above].into_iter().flatten().map(|(to_row, to_col)| {
        let mut moved = tiles.to_vec();
        moved[row][col] = moved[to_row][to_col];
        moved[to_row][to_col] = 0;
        puzzle_call(&moved.into())
    });
    Some(format!("let right = {};", vec_literal(&moved.collect::<Vec<_>>())))
}

fn vec_literal(items: &[String]) -> String {
    let line = items.join(", ");
    if line.len() <= LIST && !line.contains('\n') {
        return format!("[{line}]");
    }
    let lines = items.iter().map(|item| CodeLine(format!("{item},")).indented(4));
    format!("[\n{}]", lines.collect::<String>())
}

fn puzzle_call(tiles: &Tiles) -> String {
    let text = puzzle_literal(tiles);
    if text.contains('\n') {
        format!("puzzle(\n{})", CodeLine(format!("{text},")).indented(4))
    } else {
        format!("puzzle({text})")
    }
}

fn puzzle_literal(tiles: &Tiles) -> String {
    let row = |row: &Vec<Tile>| row.iter().map(Tile::to_string).collect::<Vec<_>>().join(" ");
    let rows: Vec<String> = tiles.iter().map(row).collect();
    if rows.len() <= ONE_LINE {
        return format!("\"{}  {}\"", rows.len(), rows.join("  "));
    }
    // Wrap long rows, to leave room for the indentation.
    let rows = rows.iter().flat_map(|row| wrap(row, 80));
    let rows = rows.map(|row| format!("\n {row}"));
    format!("\"{}{}\"", tiles.len(), rows.collect::<String>())
}
