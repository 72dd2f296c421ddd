//! Tests the criteria that are graded by hand.

use grade::Visibility;
use insta::assert_snapshot;

use super::*;

fn with(criteria: &str) -> String {
    format!("[hand.criteria]\n{criteria}\n\n[puzzles]")
}

fn wrong(criteria: &str) -> String {
    error("[puzzles]", &with(criteria))
}

#[test]
fn criteria_keep_the_order_of_the_file() {
    let table = "[hand]\npartial = true\n[hand.criteria]\n\
                 zeal = { text = \" It shines. \", points = 2.5, visibility = \"hidden\" }\n\
                 a-1.b_c = { text = \"x\", points = 4, steps = [0, 2, 4] }\n\n[puzzles]";
    let table = table.replace("a-1.b_c", "\"a-1.b_c\"");
    let assignment = load(&RUBRIC.replace("[puzzles]", &table)).unwrap();
    // The criteria can change during a semester, because they do not affect grades.
    assert_eq!(assignment.hash(), load(RUBRIC).unwrap().hash());
    let hand = assignment.hand.unwrap();
    assert!(hand.shows_partial);
    let lines: Vec<String> = hand
        .criteria
        .iter()
        .map(|criterion| {
            format!("{} {:?}: {}", criterion.id, criterion.text, criterion.describe_points())
        })
        .collect();
    assert_eq!(lines, ["zeal \"It shines.\": 2.5 points", "a-1.b_c \"x\": 4 points (0, 2, 4)"]);
    assert_eq!(hand.criteria[0].visibility, Visibility::Hidden);
}

#[test]
fn mistakes_in_criteria_are_reported() {
    let mistakes = [
        "",
        "Style = { text = \"x\", points = 2 }",
        "\"board.hamming\" = { text = \"x\", points = 2 }",
        "comment = { text = \"x\", points = 2 }",
        "style = { text = \" \", points = 2 }",
        "style = { text = \"x\", points = -2 }",
        "style = { text = \"x\", points = 2, visibility = \"secret\" }",
        "style = { text = \"x\", points = 4, steps = [0, 2, 2, 4] }",
        "style = { text = \"x\", points = 4, steps = [0, 5] }",
        "style = { text = \"x\", points = 4, steps = [0, 2] }",
        "style = { text = \"x\", point = 4 }",
        "style = { text = \"x\", points = 2 }\nstyle = { text = \"y\", points = 2 }",
    ];
    let lines: Vec<String> = mistakes.into_iter().map(wrong).collect();
    assert_snapshot!(lines.join("\n"), @r#"
    error: there are no criteria
    --> hw/assignment.toml:11:1 `[hand.criteria]`
    = help: add one, or remove the table
    error: invalid id `Style`
    --> hw/assignment.toml:12:1 `Style`
    = help: use lowercase letters, digits, `.`, `_` and `-`, and start with a letter
    error: `board.hamming` is the id of a check
    --> hw/assignment.toml:12:1 `"board.hamming"`
    = help: choose another id
    error: `comment` is the name of another column in tables
    --> hw/assignment.toml:12:1 `comment`
    = help: choose another id
    error: the text of the criterion is empty
    --> hw/assignment.toml:12:18 `" "`
    = help: describe for students and graders what earns the points
    error: invalid number of points
    --> hw/assignment.toml:12:32 `-2`
    = help: use 0 to 1000000 points, with up to three decimals
    error: unknown visibility `secret`
    --> hw/assignment.toml:12:48 `"secret"`
    = help: there are `visible`, `after_due_date`, `hidden`
    error: each step must be greater than the previous one, and at most 4 points
    --> hw/assignment.toml:12:50 `2`
    = help: write steps such as `steps = [0, 2, 4]`
    error: each step must be greater than the previous one, and at most 4 points
    --> hw/assignment.toml:12:47 `5`
    = help: write steps such as `steps = [0, 2, 4]`
    error: the last step must be the maximum of 4 points
    --> hw/assignment.toml:12:47 `2`
    = help: write steps such as `steps = [0, 2, 4]`
    error: unknown key `point`, expected one of `text`, `points`, `visibility`, `steps`
    --> hw/assignment.toml:12:23 `point`
    = help: did you mean `points`?
    error: `style` is given twice
    --> hw/assignment.toml:13:1 `style`
    = help: keep one of them
    "#);
}
