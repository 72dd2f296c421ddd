use insta::assert_snapshot;

use super::*;

mod credit;
mod hand;
mod mistakes;
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
    puzzles.add_file(InputText { file: "puzzles/a.toml", text: PUZZLES }).unwrap();
    let source = InputText { file: "hw/assignment.toml", text };
    read_rubric(source)?.with_puzzles(source, &puzzles)
}

fn brief(result: Result<Assignment, FileError>) -> String {
    samples::shorten_error(&result.unwrap_err().render(false))
}

fn error(from: &str, to: &str) -> String {
    assert!(RUBRIC.contains(from), "{from}");
    brief(load(&RUBRIC.replacen(from, to, 1)))
}

#[test]
fn a_rubric_is_read() {
    let assignment = load(RUBRIC).unwrap();
    let hamming = assignment.find_rubric_entry(Check::BoardHamming).unwrap();
    assert_eq!(hamming.points, Points::from_thousandths(2500));
    assert_eq!(hamming.visibility, Visibility::Hidden);
    assert_eq!(assignment.checks[0].check, Check::CompileBuild);
    assert_eq!(assignment.checks[0].visibility, Visibility::Visible);
    assert_eq!(assignment.find_rubric_entry(Check::BoardTwin), None);
    let limits =
        RunLimits { time: 20, stop: 60, memory_mib: 512, board_memory: 8, solver_memory: 8 };
    assert_eq!(assignment.limits, limits);
    assert_eq!(assignment.boards[0].name, "large");
    assert_eq!(assignment.solve[0].answer, ExpectedAnswer::Moves(1));
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
fn errors_are_shown_as_a_line_or_excerpt() {
    let error = load(&RUBRIC.replace("60", "0")).unwrap_err();
    assert_snapshot!(error, @"hw/assignment.toml:5:8: `stop` is zero");
    assert_eq!(error.line_and_column(), Some((5, 8)));
    assert_eq!(error.file(), "hw/assignment.toml");
    assert!(error.render(true).contains("\u{1b}["));
}

#[test]
fn the_schema_must_come_first() {
    assert_snapshot!(error("schema = \"assignment/1\"\n", ""), @r#"
    error: the key `schema` is missing
    --> hw/assignment.toml:1:1 `t`
    = help: start the file with `schema = "assignment/1"`
    "#);
    assert_snapshot!(error("assignment/1\"", "assignment/2\"\nmore = 1"), @r#"
    error: the schema is not `assignment/1`
    --> hw/assignment.toml:1:10 `"assignment/2"`
    = help: this version of the grader reads only this schema
    "#);
}

#[test]
fn the_tests_table_is_read() {
    assert_eq!(load(RUBRIC).unwrap().tests, None);
    let with = |table: &str| load(&format!("{RUBRIC}[tests]\n{table}\n"));
    let tests = with("faults = ['greedy', 'hamming-counts-blank']").unwrap().tests.unwrap();
    assert_eq!((tests.faults.len(), tests.catch), (2, 2));
    let some = with("faults = ['greedy', 'hamming-counts-blank']\ncatch = 1").unwrap();
    assert_eq!(some.tests.as_ref().unwrap().catch, 1);
    assert_ne!(some.hash(), load(RUBRIC).unwrap().hash());
    let error = |table: &str| brief(with(table));
    assert_snapshot!(error("faults = ['greddy']"), @"
    error: unknown fault `greddy`
    --> hw/assignment.toml:15:11 `'greddy'`
    = help: did you mean `greedy`?
    ");
    assert_snapshot!(error("faults = ['greedy', 'greedy']"), @"
    error: fault `greedy` is listed twice
    --> hw/assignment.toml:15:21 `'greedy'`
    ");
    assert_snapshot!(error("faults = ['type-error-in-board']"), @"
    error: fault `type-error-in-board` does not compile, so tests cannot run on it
    --> hw/assignment.toml:15:11 `'type-error-in-board'`
    ");
    assert_snapshot!(error("faults = ['greedy']\ncatch = 2"), @"
    error: `catch` is higher than the number of listed faults (1)
    --> hw/assignment.toml:16:9 `2`
    ");
    assert_snapshot!(error("faults = ['greedy']\ncatch = -2"), @"
    error: invalid value: integer `-2`, expected a nonnegative whole number
    --> hw/assignment.toml:16:9 `-2`
    ");
    assert_snapshot!(error("fault = ['greedy']"), @"
    error: unknown key `fault`, expected `faults` or `catch`
    --> hw/assignment.toml:15:1 `fault`
    = help: did you mean `faults`?
    ");
    let graded = "\"solver.moves\" = { points = 4 }\n\"tests.own\" = { points = 4 }";
    let without = RUBRIC.replace("\"solver.moves\" = { points = 4 }", graded);
    assert_snapshot!(brief(load(&without)), @r#"
    error: `tests.own` is graded, but the `[tests]` table is missing
    --> hw/assignment.toml:11:1 `"tests.own"`
    = help: list the faults for the tests in `[tests]`
    "#);
    assert!(load(&format!("{without}[tests]\nfaults = ['greedy']\n")).is_ok());
}

#[test]
fn the_rejected_rule_does_not_affect_the_hash() {
    let usual = load(RUBRIC).unwrap();
    assert_eq!(usual.rejected, None);
    for (word, expected) in [("keep", Rejected::Keep), ("zero", Rejected::Zero)] {
        let text = format!("{RUBRIC}\n[gradebook]\nrejected = \"{word}\"\n");
        let assignment = load(&text).unwrap();
        assert_eq!(assignment.rejected, Some(expected));
        assert_eq!(assignment.hash(), usual.hash());
    }
    let text = format!("{RUBRIC}\n[gradebook]\nrejected = \"half\"\n");
    let said = load(&text).unwrap_err().to_string();
    assert!(said.contains("unknown variant `half`, expected `keep` or `zero`"), "{said}");
}

#[test]
fn the_file_of_authors_does_not_affect_the_hash() {
    let assignment = load(&format!("{RUBRIC}\n[class]\nauthors = \"who.csv\"\n")).unwrap();
    assert_eq!(assignment.authors, Some("who.csv".into()));
    assert_eq!(assignment.hash(), load(RUBRIC).unwrap().hash());
}

#[test]
fn messages_do_not_affect_the_verdicts_hash() {
    let usual = load(RUBRIC).unwrap();
    let with = |text: &str| load(&format!("{RUBRIC}\n[messages]\n{text}\n"));
    let assignment =
        with("'solver.moves' = ' Folie 12\\n'\n\"board.hamming\" = \"Siehe\\nS. 3 \"").unwrap();
    let note = |check| {
        let rated = assignment.checks.iter().find(|rated| rated.check == check);
        rated.unwrap().note.as_deref()
    };
    assert_eq!(note(Check::SolverMoves), Some("Folie 12\\n"));
    assert_eq!(note(Check::BoardHamming), Some("Siehe\nS. 3"));
    assert_eq!(note(Check::CompileBuild), None);
    assert_eq!(assignment.verdicts_hash(), usual.verdicts_hash());
    assert_ne!(assignment.hash(), usual.hash());
    let error = |text: &str| brief(with(text));
    assert_snapshot!(error("'board.hammin' = 'x'"), @"
    error: unknown check `board.hammin`
    --> hw/assignment.toml:16:1 `'board.hammin'`
    = help: did you mean `board.hamming`?
    ");
    assert_snapshot!(error("'board.twin' = 'x'"), @"
    error: `board.twin` is not graded
    --> hw/assignment.toml:16:1 `'board.twin'`
    = help: add it to the checks; it can have 0 points
    ");
    assert_snapshot!(error("'board.hamming' = ' '"), @"
    error: the message is empty
    --> hw/assignment.toml:16:19 `' '`
    = help: write the text for students who fail the check, or remove the line
    ");
    assert!(
        error(&format!("'board.hamming' = '{}'", "ä".repeat(1001))).contains("1000 characters")
    );
    with(&format!("'board.hamming' = '{}'", "ä".repeat(1000))).unwrap();
}
