//! Tests that errors point to the right place and suggest the intended word.

use insta::assert_snapshot;

use super::*;

#[test]
fn mistakes_in_toml_are_reported() {
    assert_snapshot!(error("[limits]", "[limits"), @"
    error: unclosed table, expected `]`
    --> hw/assignment.toml:3:8 ``
    ");
    assert_snapshot!(error("time = 20", "time = 20\ntime = 30"), @"
    error: `time` is given twice
    --> hw/assignment.toml:5:1 `time`
    = help: keep one of them
    ");
    assert_snapshot!(error("time = 20\n", ""), @"
    error: missing key `time`
    --> hw/assignment.toml:3:1 `[limits]`
    ");
    assert_snapshot!(error("time = 20", "time = 2.5"), @"
    error: invalid type: floating point `2.5`, expected a nonnegative whole number
    --> hw/assignment.toml:4:8 `2.5`
    ");
    assert_snapshot!(error("title", "tilte"), @"
    error: unknown key `tilte`, expected one of `schema`, `title`, `course`, `limits`, `checks`, `cap`, `puzzles`, `random`, `private`, `tests`, `late`, `attempts`, `class`, `hand`, `gradebook`, `messages`, `hints`, `omitted`
    --> hw/assignment.toml:2:1 `tilte`
    = help: did you mean `title`?
    ");
}

/// These mistakes come from other formats and from word processors.
#[test]
fn common_mistakes_have_a_hint() {
    assert_snapshot!(error("[puzzles]", "[puzzle]"), @"
    error: unknown key `puzzle`, expected one of `schema`, `title`, `course`, `limits`, `checks`, `cap`, `puzzles`, `random`, `private`, `tests`, `late`, `attempts`, `class`, `hand`, `gradebook`, `messages`, `hints`, `omitted`
    --> hw/assignment.toml:11:2 `puzzle`
    = help: did you mean `puzzles`?
    ");
    assert_snapshot!(error("points = 2.5", "points = 2,5"), @"
    error: extra comma in inline table, expected `=`
    --> hw/assignment.toml:8:33 `,`
    = help: use a decimal point, as in `6.5`
    ");
    assert_snapshot!(error("title = \"small\"", "title = \u{201c}small\u{201d}"), @r#"
    error: string values must be quoted, expected literal string
    --> hw/assignment.toml:2:9 `“small”`
    = help: use straight quotes: `"`
    "#);
    assert_snapshot!(error("points = 4", "points = \"4\""), @r#"
    error: invalid type: string "4", expected a number
    --> hw/assignment.toml:10:29 `"4"`
    = help: write the number without quotes: `4`
    "#);
    let late = "[late]\ndue = 2026-11-22T23:59:00Z\n";
    assert_snapshot!(error("[puzzles]", &format!("{late}percent = \"10%\"\n[puzzles]")), @r#"
    error: invalid type: string "10%", expected a number
    --> hw/assignment.toml:13:11 `"10%"`
    = help: write the number without quotes: `10`
    "#);
    assert_snapshot!(error("[puzzles]", &format!("{late}grace = 15\n[puzzles]")), @r#"
    error: invalid type: integer `15`, expected a string
    --> hw/assignment.toml:13:9 `15`
    = help: put it in quotes; a duration also needs a unit, as in `"15m"`
    "#);
}

/// Returns the place, the message and the hint.
fn mistake(from: &str, to: &str) -> String {
    assert!(RUBRIC.contains(from), "{from}");
    let error = load(&RUBRIC.replacen(from, to, 1)).unwrap_err();
    let said = error.to_string().replace("hw/assignment.toml:", "");
    format!("{said}\n{}", error.hint().unwrap_or_default())
}

/// Brackets and quotes decide to which table a line belongs.
#[test]
fn lines_in_the_wrong_table_are_explained() {
    let cap = "[cap]\nunless = \"solver.moves\"\nscore = 5\nwhy = \"x\"\n";
    let one_cap = format!("{cap}[puzzles]");
    let two_caps = format!("{cap}{}[puzzles]", cap.replace("[cap]", "[[cap]]"));
    let quoted = "12:1: the id of the check is not in quotes\n\
                  write `\"solver.moves\" = \"Your text\"`";
    for (from, to, expected) in [
        (
            "title = \"small\"\n",
            "[hints]\ntitle = \"small\"\n",
            "3:1: `title` is below `[hints]`, so it is read as a part of that table\n\
             move the line with `title` above `[hints]`, the first table of the file",
        ),
        (
            "\"solver.moves\" = { points = 4 }",
            "course = \"CS 1\"",
            "10:1: `course` is below `[checks]`, so it is read as a part of that table\n\
             move the line with `course` above `[limits]`, the first table of the file",
        ),
        (
            "[puzzles]",
            &one_cap,
            "11:1: `cap` is a list of tables, not one table\n\
             write `[[cap]]`, with double brackets, above each of them",
        ),
        (
            "[puzzles]",
            &two_caps,
            "15:3: `[[cap]]` is given twice\n\
             in a list of tables, each header has double brackets: `[[cap]]`",
        ),
        (
            "[checks]",
            "[[checks]]",
            "7:1: `checks` is one table, not a list of tables\n\
             write `[checks]`, with single brackets",
        ),
        ("[puzzles]", "[messages]\nsolver.moves = \"Slide 12\"\n[puzzles]", quoted),
        ("[puzzles]", "[messages.solver]\nmoves = \"Slide 12\"\n[puzzles]", quoted),
    ] {
        assert_eq!(mistake(from, to), expected);
    }
}

#[test]
fn both_places_of_a_repeated_key_are_shown() {
    for (to, message, first) in [
        ("[limits]\ntime = 1\n[puzzles]", "11:2: `[limits]` is given twice", "3 | [limits]"),
        (
            "\"board.hamming\" = { points = 1 }\n[puzzles]",
            "11:1: `\"board.hamming\"` is given twice",
            "8 | \"board.hamming\" = { points = 2.5",
        ),
    ] {
        let error = load(&RUBRIC.replacen("[puzzles]", to, 1)).unwrap_err();
        assert_eq!(error.to_string(), format!("hw/assignment.toml:{message}"));
        let shown = error.render(false);
        assert!(shown.contains(first) && shown.contains("- first here"), "{shown}");
    }
}

#[test]
fn invisible_characters_are_named() {
    for (from, to, place, hint) in [
        ("[limits]", "\u{feff}[limits]", "3:1", "delete"),
        ("time = 20", "time\u{a0}= 20", "4:5", "replace"),
        ("time = 20", "time =\u{a0}20", "4:7", "replace"),
        ("{ points = 4", "{ po\u{200b}ints = 4", "10:22", "delete"),
    ] {
        let said = mistake(from, to);
        let expected =
            format!("{place}: there is an invisible character\n{hint} the invisible character U+");
        assert!(said.starts_with(&expected), "{said}");
    }
    let said = mistake("\"solver.moves\"", "\"solver.\u{200b}moves\"");
    let hint = "\ndelete the invisible character U+200B (zero-width space) in column 9; did you";
    assert!(said.contains(hint), "{said}");
    let said = mistake("\"hidden\"", "\"hidden\u{a0}\"");
    assert!(said.contains("U+00A0 (no-break space)"), "{said}");
    // In texts for people and in comments, they are allowed.
    let title = RUBRIC.replace("\"small\"", "\"tr\u{e8}s\u{a0}petit\" # x\u{a0}y");
    assert_eq!(load(&title).unwrap().title, "tr\u{e8}s\u{a0}petit");
}

#[test]
fn durations_in_words_are_corrected() {
    let late = "[late]\ndue = 2026-11-22T23:59:00Z\n";
    for (line, short) in
        [("accept_until = \"7 days\"", "7d"), ("grace = \"1 hour 30 minutes\"", "1h 30m")]
    {
        let said = error("[puzzles]", &format!("{late}{line}\n[puzzles]"));
        assert!(said.contains(&format!("= help: write it as `{short}`")), "{said}");
    }
    let said = error("[puzzles]", &format!("{late}accept_until = \"soon\"\n[puzzles]"));
    assert!(said.contains("neither a duration nor a date and time"), "{said}");
    let said = error("[puzzles]", "[attempts]\nwait = \"30 min\"\n[puzzles]");
    assert!(said.contains("= help: write it as `30m`"), "{said}");
}

#[test]
fn an_unknown_key_does_not_hide_other_mistakes() {
    let rubric = RUBRIC
        .replace("time = 20", "tiem = 20")
        .replace("{ points = 1 }", "{ point = 1, points = -1 }")
        .replace("title", "color = 1\ntitle");
    let errors = |text: &str| {
        let source = InputText { file: "hw/assignment.toml", text };
        let lines: Vec<String> = find_problems(source).iter().map(ToString::to_string).collect();
        lines.join("\n")
    };
    assert_snapshot!(errors(&rubric), @"
    hw/assignment.toml:2:1: unknown key `color`, expected one of `schema`, `title`, `course`, `limits`, `checks`, `cap`, `puzzles`, `random`, `private`, `tests`, `late`, `attempts`, `class`, `hand`, `gradebook`, `messages`, `hints`, `omitted`
    hw/assignment.toml:5:1: unknown key `tiem`, expected one of `time`, `stop`, `memory_mib`, `board_memory`, `solver_memory`
    hw/assignment.toml:10:21: unknown key `point`, expected one of `points`, `visibility`, `hidden_state`, `one_queue`, `partial`, `requires`
    ");
    assert_snapshot!(errors(&rubric.replace("tiem", "time")), @"
    hw/assignment.toml:2:1: unknown key `color`, expected one of `schema`, `title`, `course`, `limits`, `checks`, `cap`, `puzzles`, `random`, `private`, `tests`, `late`, `attempts`, `class`, `hand`, `gradebook`, `messages`, `hints`, `omitted`
    hw/assignment.toml:10:21: unknown key `point`, expected one of `points`, `visibility`, `hidden_state`, `one_queue`, `partial`, `requires`
    hw/assignment.toml:10:41: invalid number of points
    ");
    assert_eq!(errors(RUBRIC), "");
}

#[test]
fn mistakes_in_checks_are_reported() {
    assert_snapshot!(error("hamming", "haming"), @r#"
    error: unknown check `board.haming`
    --> hw/assignment.toml:8:1 `"board.haming"`
    = help: did you mean `board.hamming`?
    "#);
    assert_snapshot!(error("board.hamming", "style"), @r#"
    error: unknown check `style`
    --> hw/assignment.toml:8:1 `"style"`
    = help: the default assignment lists every check
    "#);
    assert_snapshot!(error("\"board.hamming\"", "board.hamming"), @r#"
    error: the id of the check is not in quotes
    --> hw/assignment.toml:8:1 `board.hamming`
    = help: write `"board.hamming" = { points = 5 }`
    "#);
    assert_snapshot!(error("2.5", "-1"), @"
    error: invalid number of points
    --> hw/assignment.toml:8:30 `-1`
    = help: use 0 to 1000000 points, with up to three decimals
    ");
    assert_snapshot!(error("2.5", "nan"), @"
    error: invalid number of points
    --> hw/assignment.toml:8:30 `nan`
    = help: use 0 to 1000000 points, with up to three decimals
    ");
    assert_snapshot!(error("points = 1", "point = 1"), @"
    error: unknown key `point`, expected one of `points`, `visibility`, `hidden_state`, `one_queue`, `partial`, `requires`
    --> hw/assignment.toml:9:21 `point`
    = help: did you mean `points`?
    ");
    assert_snapshot!(error("{ points = 1 }", "1"), @"
    error: invalid type: integer `1`, expected a table such as `{ points = 5 }`
    --> hw/assignment.toml:9:19 `1`
    ");
    assert_snapshot!(error("\"hidden\"", "\"secret\""), @r#"
    error: unknown visibility `secret`
    --> hw/assignment.toml:8:48 `"secret"`
    = help: there are `visible`, `after_due_date`, `hidden`
    "#);
    let without: String = RUBRIC
        .lines()
        .filter(|line| !line.contains("points"))
        .fold(String::new(), |text, line| text + line + "\n");
    assert_snapshot!(brief(load(&without)), @"
    error: the rubric does not list any checks
    --> hw/assignment.toml:7:1 `[checks]`
    = help: a check that is not listed is not graded
    ");
}

#[test]
fn mistakes_in_limits_are_reported() {
    assert_snapshot!(error("stop = 60", "stop = 10"), @"
    error: `stop` is less than `time`
    --> hw/assignment.toml:5:8 `10`
    = help: a run must last at least as long as `time`
    ");
    assert_snapshot!(error("time = 20", "time = 0"), @"
    error: `time` is zero
    --> hw/assignment.toml:4:8 `0`
    = help: use a higher limit; with this one, no case could run
    ");
    assert_snapshot!(error("512", "4096"), @"
    error: the limit exceeds the sandbox's memory
    --> hw/assignment.toml:6:14 `4096`
    = help: the sandbox has 1 GiB; use at most 1024
    ");
    assert_snapshot!(error("512", "-1"), @"
    error: invalid value: integer `-1`, expected a nonnegative whole number
    --> hw/assignment.toml:6:14 `-1`
    ");
}

#[test]
fn mistakes_in_puzzle_lists_are_reported() {
    assert_snapshot!(error("\"large\"", "\"lagre\""), @r#"
    error: unknown puzzle `lagre`
    --> hw/assignment.toml:12:11 `"lagre"`
    = help: did you mean `large`?
    "#);
    assert_snapshot!(error("\"one\"", "\"x\""), @r#"
    error: unknown puzzle `x`
    --> hw/assignment.toml:13:10 `"x"`
    "#);
    assert_snapshot!(error("\"one\"", "\"one\", \"twin\", \"one\""), @r#"
    error: puzzle `one` is listed twice
    --> hw/assignment.toml:13:25 `"one"`
    "#);
    assert_snapshot!(error("\"one\"", "\"large\""), @r#"
    error: puzzle `large` is `board_only`, so it cannot be in `solve`
    --> hw/assignment.toml:13:10 `"large"`
    = help: list it in `boards`
    "#);
    assert_snapshot!(error("\"one\"", "\"twin\""), @r#"
    error: `solver.moves` is graded, but no puzzle in `solve` is solvable
    --> hw/assignment.toml:10:1 `"solver.moves"`
    = help: add such a puzzle to `solve`, or leave out the check
    "#);
    assert_snapshot!(error("solver.moves", "solver.unsolvable"), @r#"
    error: `solver.unsolvable` is graded, but no puzzle in `solve` is unsolvable
    --> hw/assignment.toml:10:1 `"solver.unsolvable"`
    = help: add such a puzzle to `solve`, or leave out the check
    "#);
}

#[test]
fn mistakes_in_immutability_and_random_rules_are_reported() {
    let hidden = |id: &str, rule: &str| {
        let line = format!("\"{id}\" = {{ points = 1, hidden_state = \"{rule}\" }}");
        error("\"compile.build\" = { points = 1 }", &line)
    };
    assert_snapshot!(hidden("board.immutable", "forbid"), @r#"
    error: unknown rule `forbid`
    --> hw/assignment.toml:9:50 `"forbid"`
    = help: use `remark` or `fail`
    "#);
    assert_snapshot!(hidden("board.twin", "fail"), @r#"
    error: only `board.immutable` and `solver.immutable` can have the key `hidden_state`
    --> hw/assignment.toml:9:45 `"fail"`
    = help: leave out `hidden_state` here
    "#);
    let one_queue = |id: &str, rule: &str| {
        let line = format!("\"{id}\" = {{ points = 1, one_queue = \"{rule}\" }}");
        error("\"compile.build\" = { points = 1 }", &line)
    };
    assert_snapshot!(one_queue("solver.immutable", "fail"), @r#"
    error: only `solver.lockstep` can have the key `one_queue`
    --> hw/assignment.toml:9:48 `"fail"`
    = help: leave out `one_queue` here
    "#);
    assert_snapshot!(one_queue("solver.lockstep", "yes"), @r#"
    error: unknown rule `yes`
    --> hw/assignment.toml:9:47 `"yes"`
    = help: use `remark` or `fail`
    "#);
    let random = |table: &str| error("[puzzles]", &format!("[random]\n{table}\n[puzzles]"));
    let least = "seed = \"x\"\nsolvable = 1\nunsolvable = 1\n";
    assert_snapshot!(random(&format!("{least}moves = [14, 32]")), @"
    error: the range of moves for random boards is invalid
    --> hw/assignment.toml:15:9 `[14, 32]`
    = help: give the minimum and the maximum, from 8 to 28
    ");
    assert_snapshot!(random(&format!("{least}moves = [20, 14]")), @"
    error: the range of moves for random boards is invalid
    --> hw/assignment.toml:15:9 `[20, 14]`
    = help: give the minimum and the maximum, from 8 to 28
    ");
    let hard = "moves = [14, 20]\nhard = { solvable = 2, moves = [26, 24] }";
    assert_snapshot!(random(&format!("{least}{hard}")), @"
    error: the range of moves for random boards is invalid
    --> hw/assignment.toml:16:32 `[26, 24]`
    = help: give the minimum and the maximum, from 8 to 28
    ");
    assert_snapshot!(random("seed = \"x\"\nsolvable = 21\nunsolvable = 0\nmoves = [1, 2]"), @"
    error: too many random boards
    --> hw/assignment.toml:13:12 `21`
    = help: use at most 20
    ");
}
