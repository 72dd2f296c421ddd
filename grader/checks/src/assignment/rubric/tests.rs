use insta::assert_snapshot;

use super::*;

mod credit;
mod visibility;

const RUBRIC: &str = r#"schema = "assignment/1"
title = "small"
[limits]
time = 20
stop = 60
memory_mib = 512
[checks]
"board.hamming" = { points = 2.5, visibility = "hidden" }
"compile.build" = { points = 1 }
"solver.moves" = { points = 4 }
[puzzles]
boards = ["large"]
solve = ["one"]
"#;

const PUZZLES: &str = "
    [[puzzle]]\nname = 'one'\ntiles = [[1, 0], [3, 2]]\nmoves = 1
    [[puzzle]]\nname = 'twin'\ntiles = [[2, 1], [3, 0]]\ntwin_moves = 0
    [[puzzle]]\nname = 'large'\ntiles = [[1, 0], [3, 2]]\nboard_only = true
";

fn load(text: &str) -> Result<Assignment, FileError> {
    let mut puzzles = PuzzleSet::default();
    puzzles.add_file(Source { file: "puzzles/a.toml", text: PUZZLES }).unwrap();
    let source = Source { file: "hw/assignment.toml", text };
    read(source)?.with_puzzles(source, &puzzles)
}

/// The error after a change to the rubric.
fn error(from: &str, to: &str) -> String {
    assert!(RUBRIC.contains(from), "{from}");
    load(&RUBRIC.replacen(from, to, 1)).unwrap_err().render(false)
}

#[test]
fn a_rubric_is_read() {
    let assignment = load(RUBRIC).unwrap();
    let hamming = assignment.rated(Check::BoardHamming).unwrap();
    assert_eq!(hamming.points, Points::from_thousandths(2500));
    assert_eq!(hamming.visibility, Visibility::Hidden);
    assert_eq!(assignment.checks[0].check, Check::CompileBuild);
    assert_eq!(assignment.checks[0].visibility, Visibility::Visible);
    assert_eq!(assignment.rated(Check::BoardTwin), None);
    let limits =
        RunLimits { time: 20, stop: 60, memory_mib: 512, board_memory: 8, solver_memory: 8 };
    assert_eq!(assignment.limits, limits);
    assert_eq!(assignment.boards[0].name, "large");
    assert_eq!(assignment.solve[0].answer, Answer::Moves(1));
}

#[test]
fn the_layout_of_a_rubric_does_not_change_its_hash() {
    let other = r#"
        schema = "assignment/1" # the same in other words
        title = "renamed"
        puzzles.solve = ["one"]
        puzzles.boards = ["large"]
        limits = { memory_mib = 0x200, stop = 60, time = 20 }
        checks."solver.moves".points = 4.0
        checks."compile.build" = { visibility = "visible", points = 1 }
        checks."board.hamming" = { visibility = "hidden", points = 2.50 }
    "#;
    assert_eq!(load(other).unwrap().hash(), load(RUBRIC).unwrap().hash());
    let other = RUBRIC.replace("2.5", "2.6");
    assert_ne!(load(&other).unwrap().hash(), load(RUBRIC).unwrap().hash());
}

#[test]
fn an_error_is_one_line_or_a_picture() {
    let error = load(&RUBRIC.replace("60", "0")).unwrap_err();
    assert_snapshot!(error, @"hw/assignment.toml:5:8: `stop` is zero");
    assert_eq!(error.line_and_column(), Some((5, 8)));
    assert_eq!(error.file(), "hw/assignment.toml");
    assert!(error.render(true).contains("\u{1b}["));
}

#[test]
fn the_schema_comes_first() {
    assert_snapshot!(error("schema = \"assignment/1\"\n", ""), @r#"
    error: the key `schema` is missing
     --> hw/assignment.toml:1:1
      |
    1 | title = "small"
      | ^
      |
      = help: begin the file with `schema = "assignment/1"`
    "#);
    assert_snapshot!(error("assignment/1\"", "assignment/2\"\nmore = 1"), @r#"
    error: the schema is not `assignment/1`
     --> hw/assignment.toml:1:10
      |
    1 | schema = "assignment/2"
      |          ^^^^^^^^^^^^^^
      |
      = help: this grader reads no other; a newer one may
    "#);
}

#[test]
fn mistakes_in_toml_are_pointed_at() {
    assert_snapshot!(error("[limits]", "[limits"), @r"
    error: unclosed table, expected `]`
     --> hw/assignment.toml:3:8
      |
    3 | [limits
      |        ^
    ");
    assert_snapshot!(error("time = 20", "time = 20\ntime = 30"), @r"
    error: duplicate key
     --> hw/assignment.toml:5:1
      |
    5 | time = 30
      | ^^^^
    ");
    assert_snapshot!(error("time = 20\n", ""), @r"
    error: missing key `time`
     --> hw/assignment.toml:3:1
      |
    3 | [limits]
      | ^^^^^^^^
    ");
    assert_snapshot!(error("time = 20", "time = 2.5"), @r"
    error: invalid type: floating point `2.5`, expected a whole number that is not negative
     --> hw/assignment.toml:4:8
      |
    4 | time = 2.5
      |        ^^^
    ");
    assert_snapshot!(error("title", "tilte"), @r#"
    error: unknown key `tilte`, expected one of `schema`, `title`, `course`, `limits`, `checks`, `cap`, `puzzles`, `random`, `tests`, `late`, `attempts`
     --> hw/assignment.toml:2:1
      |
    2 | tilte = "small"
      | ^^^^^
    "#);
}

#[test]
fn mistakes_in_checks_are_pointed_at() {
    assert_snapshot!(error("hamming", "haming"), @r#"
    error: unknown check `board.haming`
     --> hw/assignment.toml:8:1
      |
    8 | "board.haming" = { points = 2.5, visibility = "hidden" }
      | ^^^^^^^^^^^^^^
      |
      = help: did you mean `board.hamming`?
    "#);
    assert_snapshot!(error("board.hamming", "style"), @r#"
    error: unknown check `style`
     --> hw/assignment.toml:8:1
      |
    8 | "style" = { points = 2.5, visibility = "hidden" }
      | ^^^^^^^
      |
      = help: the default assignment lists every check
    "#);
    assert_snapshot!(error("\"board.hamming\"", "board.hamming"), @r#"
    error: unknown key `hamming`, expected one of `points`, `visibility`, `hidden_state`, `partial`, `requires`
     --> hw/assignment.toml:8:7
      |
    8 | board.hamming = { points = 2.5, visibility = "hidden" }
      |       ^^^^^^^
      |
      = help: the id of a check is in quotes: `"board.hamming" = { points = 5 }`
    "#);
    assert_snapshot!(error("2.5", "-1"), @r#"
    error: not a number of points
     --> hw/assignment.toml:8:30
      |
    8 | "board.hamming" = { points = -1, visibility = "hidden" }
      |                              ^^
      |
      = help: 0 to 1000000 points, with up to three decimals, are possible
    "#);
    assert_snapshot!(error("2.5", "nan"), @r#"
    error: not a number of points
     --> hw/assignment.toml:8:30
      |
    8 | "board.hamming" = { points = nan, visibility = "hidden" }
      |                              ^^^
      |
      = help: 0 to 1000000 points, with up to three decimals, are possible
    "#);
    assert_snapshot!(error("points = 1", "point = 1"), @r#"
    error: unknown key `point`, expected one of `points`, `visibility`, `hidden_state`, `partial`, `requires`
     --> hw/assignment.toml:9:21
      |
    9 | "compile.build" = { point = 1 }
      |                     ^^^^^
    "#);
    assert_snapshot!(error("{ points = 1 }", "1"), @r#"
    error: invalid type: integer `1`, expected a table such as `{ points = 5 }`
     --> hw/assignment.toml:9:19
      |
    9 | "compile.build" = 1
      |                   ^
    "#);
    assert_snapshot!(error("\"hidden\"", "\"secret\""), @r#"
    error: unknown visibility `secret`
     --> hw/assignment.toml:8:48
      |
    8 | "board.hamming" = { points = 2.5, visibility = "secret" }
      |                                                ^^^^^^^^
      |
      = help: there are `visible`, `after_due_date`, `hidden`
    "#);
    let without: String = RUBRIC
        .lines()
        .filter(|line| !line.contains("points"))
        .fold(String::new(), |text, line| text + line + "\n");
    assert_snapshot!(load(&without).unwrap_err().render(false), @r"
    error: no check is graded
     --> hw/assignment.toml:7:1
      |
    7 | [checks]
      | ^^^^^^^^
      |
      = help: a check that is not listed is not graded
    ");
}

#[test]
fn mistakes_in_limits_are_pointed_at() {
    assert_snapshot!(error("stop = 60", "stop = 10"), @r"
    error: `stop` is less than `time`
     --> hw/assignment.toml:5:8
      |
    4 | time = 20
      |        -- `time`
    5 | stop = 10
      |        ^^
      |
      = help: a run has to last until `time` is over to be judged by it
    ");
    assert_snapshot!(error("time = 20", "time = 0"), @r"
    error: `time` is zero
     --> hw/assignment.toml:4:8
      |
    4 | time = 0
      |        ^
      |
      = help: nothing could be run
    ");
    assert_snapshot!(error("512", "4096"), @r"
    error: more memory than a run can have
     --> hw/assignment.toml:6:14
      |
    6 | memory_mib = 4096
      |              ^^^^
      |
      = help: the sandbox has 1 GiB: give 1024 at most
    ");
    assert_snapshot!(error("512", "-1"), @r"
    error: invalid value: integer `-1`, expected a whole number that is not negative
     --> hw/assignment.toml:6:14
      |
    6 | memory_mib = -1
      |              ^^
    ");
}

#[test]
fn mistakes_in_lists_of_puzzles_are_pointed_at() {
    assert_snapshot!(error("\"large\"", "\"lagre\""), @r#"
    error: unknown puzzle `lagre`
      --> hw/assignment.toml:12:11
       |
    12 | boards = ["lagre"]
       |           ^^^^^^^
       |
       = help: did you mean `large`?
    "#);
    assert_snapshot!(error("\"one\"", "\"x\""), @r#"
    error: unknown puzzle `x`
      --> hw/assignment.toml:13:10
       |
    13 | solve = ["x"]
       |          ^^^
    "#);
    assert_snapshot!(error("\"one\"", "\"one\", \"twin\", \"one\""), @r#"
    error: puzzle `one` is listed twice
      --> hw/assignment.toml:13:25
       |
    13 | solve = ["one", "twin", "one"]
       |          -----          ^^^^^
       |          |
       |          first here
    "#);
    assert_snapshot!(error("\"one\"", "\"large\""), @r#"
    error: puzzle `large` is `board_only` and cannot be solved
      --> hw/assignment.toml:13:10
       |
    13 | solve = ["large"]
       |          ^^^^^^^
       |
       = help: list it in `boards`
    "#);
    assert_snapshot!(error("\"one\"", "\"twin\""), @r#"
    error: `solver.moves` is graded, but no puzzle to solve is solvable
      --> hw/assignment.toml:10:1
       |
    10 | "solver.moves" = { points = 4 }
       | ^^^^^^^^^^^^^^
       |
       = help: add such a puzzle to `solve`, or leave the check out
    "#);
    assert_snapshot!(error("solver.moves", "solver.unsolvable"), @r#"
    error: `solver.unsolvable` is graded, but no puzzle to solve is unsolvable
      --> hw/assignment.toml:10:1
       |
    10 | "solver.unsolvable" = { points = 4 }
       | ^^^^^^^^^^^^^^^^^^^
       |
       = help: add such a puzzle to `solve`, or leave the check out
    "#);
}

#[test]
fn mistakes_in_rules_of_immutability_and_chance_are_pointed_at() {
    let hidden = |id: &str, rule: &str| {
        let line = format!("\"{id}\" = {{ points = 1, hidden_state = \"{rule}\" }}");
        error("\"compile.build\" = { points = 1 }", &line)
    };
    assert_snapshot!(hidden("board.immutable", "forbid"), @r#"
    error: unknown rule `forbid`
     --> hw/assignment.toml:9:50
      |
    9 | "board.immutable" = { points = 1, hidden_state = "forbid" }
      |                                                  ^^^^^^^^
      |
      = help: there are `remark` and `fail`
    "#);
    assert_snapshot!(hidden("board.twin", "fail"), @r#"
    error: only `board.immutable` and `solver.immutable` look at hidden state
     --> hw/assignment.toml:9:45
      |
    9 | "board.twin" = { points = 1, hidden_state = "fail" }
      |                                             ^^^^^^
      |
      = help: leave `hidden_state` out here
    "#);
    let random = |table: &str| error("[puzzles]", &format!("[random]\n{table}\n[puzzles]"));
    let least = "seed = \"x\"\nsolvable = 1\nunsolvable = 1\n";
    assert_snapshot!(random(&format!("{least}moves = [14, 32]")), @"
    error: no range of moves that random boards can have
      --> hw/assignment.toml:15:9
       |
    15 | moves = [14, 32]
       |         ^^^^^^^^
       |
       = help: give the least and the greatest number, from 8 to 28
    ");
    assert_snapshot!(random(&format!("{least}moves = [20, 14]")), @"
    error: no range of moves that random boards can have
      --> hw/assignment.toml:15:9
       |
    15 | moves = [20, 14]
       |         ^^^^^^^^
       |
       = help: give the least and the greatest number, from 8 to 28
    ");
    let hard = "moves = [14, 20]\nhard = { solvable = 2, moves = [26, 24] }";
    assert_snapshot!(random(&format!("{least}{hard}")), @"
    error: no range of moves that random boards can have
      --> hw/assignment.toml:16:32
       |
    16 | hard = { solvable = 2, moves = [26, 24] }
       |                                ^^^^^^^^
       |
       = help: give the least and the greatest number, from 8 to 28
    ");
    assert_snapshot!(random("seed = \"x\"\nsolvable = 21\nunsolvable = 0\nmoves = [1, 2]"), @"
    error: more random boards than there are to give
      --> hw/assignment.toml:13:12
       |
    13 | solvable = 21
       |            ^^
       |
       = help: give 20 at most
    ");
}

#[test]
fn the_table_of_tests_is_read() {
    assert_eq!(load(RUBRIC).unwrap().tests, None);
    let with = |table: &str| load(&format!("{RUBRIC}[tests]\n{table}\n"));
    let tests = with("faults = ['greedy', 'hamming-counts-blank']").unwrap().tests.unwrap();
    assert_eq!((tests.faults.len(), tests.catch), (2, 2));
    let some = with("faults = ['greedy', 'hamming-counts-blank']\ncatch = 1").unwrap();
    assert_eq!(some.tests.as_ref().unwrap().catch, 1);
    assert_ne!(some.hash(), load(RUBRIC).unwrap().hash());
    let error = |table: &str| with(table).unwrap_err().render(false);
    assert_snapshot!(error("faults = ['greddy']"), @r"
    error: unknown fault `greddy`
      --> hw/assignment.toml:15:11
       |
    15 | faults = ['greddy']
       |           ^^^^^^^^
       |
       = help: did you mean `greedy`?
    ");
    assert_snapshot!(error("faults = ['greedy', 'greedy']"), @r"
    error: fault `greedy` is listed twice
      --> hw/assignment.toml:15:21
       |
    15 | faults = ['greedy', 'greedy']
       |           --------  ^^^^^^^^
       |           |
       |           first here
    ");
    assert_snapshot!(error("faults = ['type-error-in-board']"), @r"
    error: fault `type-error-in-board` does not compile, so no test can be run on it
      --> hw/assignment.toml:15:11
       |
    15 | faults = ['type-error-in-board']
       |           ^^^^^^^^^^^^^^^^^^^^^
    ");
    assert_snapshot!(error("faults = ['greedy']\ncatch = 2"), @r"
    error: `catch` is more than the number of faults listed, 1
      --> hw/assignment.toml:16:9
       |
    16 | catch = 2
       |         ^
    ");
    assert_snapshot!(error("faults = ['greedy']\ncatch = -2"), @r"
    error: invalid value: integer `-2`, expected a whole number that is not negative
      --> hw/assignment.toml:16:9
       |
    16 | catch = -2
       |         ^^
    ");
    assert_snapshot!(error("fault = ['greedy']"), @r"
    error: unknown key `fault`, expected `faults` or `catch`
      --> hw/assignment.toml:15:1
       |
    15 | fault = ['greedy']
       | ^^^^^
    ");
    let graded = "\"solver.moves\" = { points = 4 }\n\"tests.own\" = { points = 4 }";
    let without = RUBRIC.replace("\"solver.moves\" = { points = 4 }", graded);
    assert_snapshot!(load(&without).unwrap_err().render(false), @r#"
    error: `tests.own` is graded, but there is no table `tests`
      --> hw/assignment.toml:11:1
       |
    11 | "tests.own" = { points = 4 }
       | ^^^^^^^^^^^
       |
       = help: say in `[tests]` which faults the tests are tried on
    "#);
    assert!(load(&format!("{without}[tests]\nfaults = ['greedy']\n")).is_ok());
}
