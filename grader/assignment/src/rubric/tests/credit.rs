//! Tests of partial credit, required checks and caps.

use grade::CapCondition;

use super::*;
use crate::Partial;

fn moves(keys: &str) -> String {
    RUBRIC.replace("{ points = 4 }", &format!("{{ points = 4, {keys} }}"))
}

fn refused(text: &str) -> String {
    brief(load(text))
}

fn time(partial: &str) -> String {
    let line = format!("\"solver.time\" = {{ points = 4, partial = {partial} }}\n[puzzles]");
    RUBRIC.replace("[puzzles]", &line)
}

fn with_cap(unless: &str, score: &str, why: &str) -> String {
    format!("{RUBRIC}[[cap]]\nunless = \"{unless}\"\nscore = {score}\nwhy = \"{why}\"\n")
}

#[test]
fn partial_credit_rules_are_read() {
    let rule = |text: &str, check| load(text).unwrap().find_rubric_entry(check).unwrap().partial;
    let of_moves = |keys: &str| rule(&moves(keys), Check::SolverMoves);
    assert_eq!(rule(RUBRIC, Check::SolverMoves), Partial::None);
    assert_eq!(of_moves("partial = \"none\""), Partial::None);
    assert_eq!(of_moves("partial = \"share\""), Partial::Share { most: 1000 });
    assert_eq!(of_moves("partial = { most = 0.5 }"), Partial::Share { most: 500 });
    let large = RUBRIC.replace("points = 2.5", "points = 2.5, partial = { large = 0.125 }");
    assert_eq!(rule(&large, Check::BoardHamming), Partial::Large { part: 125 });
    let steps = Partial::Thresholds(vec![20, 40, 60]);
    assert_eq!(rule(&time("{ thresholds = [20, 40, 60] }"), Check::SolverTime), steps);
    assert_eq!(load(&moves("partial = \"none\"")).unwrap().hash(), load(RUBRIC).unwrap().hash());
}

#[test]
fn requirements_and_caps_are_read() {
    let requires = moves("requires = [\"compile.build\"]");
    let rated = load(&requires).unwrap().find_rubric_entry(Check::SolverMoves).unwrap();
    assert_eq!(rated.requires, [Check::CompileBuild]);
    assert_ne!(load(&requires).unwrap().hash(), load(RUBRIC).unwrap().hash());
    let caps = load(&with_cap("solver.moves", "5.5", "it is the point")).unwrap().caps;
    let score = Points::from_thousandths(5500);
    let why = "it is the point".to_owned();
    let unless = CapCondition::Check(Check::SolverMoves);
    assert_eq!(caps, [CapRule { unless, score, least: score, nine_tenths: None, why }]);
    assert!(load(RUBRIC).unwrap().caps.is_empty());
}

#[test]
fn mistakes_in_partial_credit_are_reported() {
    assert_snapshot!(refused(&moves("partial = \"half\"")), @r#"
    error: unknown rule `half`
    --> hw/assignment.toml:10:42 `"half"`
    = help: use one of `"none"`, `"share"`, `{ most = 0.5 }`, `{ large = 0.5 }` and `{ thresholds = [30, 60, 90] }`
    "#);
    assert_snapshot!(refused(&moves("partial = { moist = 0.5 }")), @"
    error: unknown key `moist`, expected one of `most`, `large`, `thresholds`
    --> hw/assignment.toml:10:44 `moist`
    = help: did you mean `most`?
    ");
    assert_snapshot!(refused(&moves("partial = { most = 0.5, large = 0.5 }")), @r#"
    error: expected exactly one rule for partial credit
    --> hw/assignment.toml:10:42 `{ most = 0.5, large = 0.5 }`
    = help: use one of `"none"`, `"share"`, `{ most = 0.5 }`, `{ large = 0.5 }` and `{ thresholds = [30, 60, 90] }`
    "#);
    assert_snapshot!(refused(&moves("partial = { most = 1 }")), @"
    error: invalid share of points
    --> hw/assignment.toml:10:51 `1`
    = help: use a number above 0 and below 1, with up to three decimals
    ");
    assert_snapshot!(refused(&moves("partial = { large = 0.5 }")), @"
    error: the rule `large` cannot be used for `solver.moves`
    --> hw/assignment.toml:10:42 `{ large = 0.5 }`
    = help: only the checks of `Board` methods use large boards
    ");
    assert_snapshot!(refused(&moves("partial = 0.5")), @r#"
    error: invalid type: floating point `0.5`, expected a rule such as `"share"` or `{ most = 0.5 }`
    --> hw/assignment.toml:10:42 `0.5`
    "#);
    let build = RUBRIC.replace("{ points = 1 }", "{ points = 1, partial = \"share\" }");
    assert_snapshot!(refused(&build), @r#"
    error: the rule `share` cannot be used for `compile.build`
    --> hw/assignment.toml:9:43 `"share"`
    = help: only `solver.solvable`, `solver.moves`, `solver.path`, `solver.unsolvable` and `tests.own` have cases that can be counted
    "#);
}

#[test]
fn mistakes_in_thresholds_are_reported() {
    assert_snapshot!(refused(&time("{ thresholds = [30, 60] }")), @"
    error: the first threshold must be equal to `time`
    --> hw/assignment.toml:11:57 `30`
    = help: the check fails above `time` in `[limits]`; start with 20
    ");
    assert_snapshot!(refused(&time("{ thresholds = [20, 50, 50] }")), @"
    error: each threshold must be greater than the previous one
    --> hw/assignment.toml:11:65 `50`
    ");
    assert_snapshot!(refused(&time("{ thresholds = [20, 90] }")), @"
    error: thresholds must not exceed `stop`
    --> hw/assignment.toml:11:61 `90`
    = help: a run is stopped after 60 times the model's work
    ");
    assert_snapshot!(refused(&time("{ thresholds = [] }")), @"
    error: the first threshold must be equal to `time`
    --> hw/assignment.toml:11:56 `[]`
    = help: the check fails above `time` in `[limits]`; start with 20
    ");
}

#[test]
fn mistakes_in_requirements_are_reported() {
    assert_snapshot!(refused(&moves("requires = [\"compile.biuld\"]")), @r#"
    error: unknown check `compile.biuld`
    --> hw/assignment.toml:10:44 `"compile.biuld"`
    = help: did you mean `compile.build`?
    "#);
    assert_snapshot!(refused(&moves("requires = [\"board.twin\"]")), @r#"
    error: `board.twin` is not graded
    --> hw/assignment.toml:10:44 `"board.twin"`
    = help: add it to the checks; it can have 0 points
    "#);
    assert_snapshot!(refused(&moves("requires = [\"solver.moves\"]")), @r#"
    error: a check cannot require itself
    --> hw/assignment.toml:10:44 `"solver.moves"`
    "#);
    assert_snapshot!(refused(&moves("requires = [\"board.hamming\"]")), @r#"
    error: `board.hamming` is less visible than this check
    --> hw/assignment.toml:10:44 `"board.hamming"`
    = help: missing points would reveal that it fails; hide both or neither
    "#);
    let twice = moves("requires = [\"compile.build\", \"compile.build\"]");
    assert!(refused(&twice).contains("`compile.build` is required twice"));
}

#[test]
fn a_cap_in_percent_follows_the_points() {
    let score = |text: &str| load(text).unwrap().caps.remove(0).score;
    let cap = with_cap("solver.moves", "\"80%\"", "x");
    assert_eq!(score(&cap), Points::from_thousandths(6_000));
    let more =
        cap.replace("\"solver.moves\" = { points = 4 }", "\"solver.moves\" = { points = 6.5 }");
    assert_eq!(score(&more), Points::from_thousandths(8_000));
    for wrong in ["\"80\"", "\"101%\"", "\"-1%\"", "\"x%\"", "true", "-1"] {
        let said = refused(&with_cap("solver.moves", wrong, "x"));
        assert!(said.starts_with("error: neither a number of points nor a percentage"), "{said}");
    }
    // A number of points stays as it is.
    assert_eq!(score(&with_cap("solver.moves", "6", "x")), Points::from_thousandths(6_000));
}

#[test]
fn mistakes_in_caps_are_reported() {
    assert_snapshot!(refused(&with_cap("solver.path", "5", "x")), @r#"
    error: `solver.path` is not graded
    --> hw/assignment.toml:15:10 `"solver.path"`
    = help: add it to the checks; it can have 0 points
    "#);
    assert_snapshot!(refused(&with_cap("solver.moves", "7.5", "x")), @"
    error: the cap must be less than the total of 7.5 points
    --> hw/assignment.toml:16:9 `7.5`
    = help: a cap must be less than the total
    ");
    assert_snapshot!(refused(&with_cap("solver.moves", "5", " ")), @r#"
    error: `why` is empty
    --> hw/assignment.toml:17:7 `" "`
    = help: explain in one sentence why the total is limited; students see it
    "#);
    let least = |least: &str, moves: &str| {
        let cap =
            with_cap("solver.moves", "5", "x").replace("score = 5", "score = 5\nleast = LEAST");
        cap.replace("LEAST", least).replace("points = 4", moves)
    };
    let with_share = "points = 4, partial = \"share\"";
    let rule = load(&least("2.5", with_share)).unwrap().caps.remove(0);
    assert_eq!((rule.score.to_string(), rule.least.to_string()), ("5".into(), "2.5".into()));
    assert_snapshot!(refused(&least("5", with_share)), @"
    error: `least` must be less than the cap of 5 points
    --> hw/assignment.toml:17:9 `5`
    = help: the cap rises from `least`, if no case is correct, to `score`, if almost all cases are correct
    ");
    let steep = |points: &str| {
        least("2.5", with_share)
            .replace("least = 2.5", &format!("least = 2.5\nnine_tenths = {points}"))
    };
    let rule = load(&steep("4")).unwrap().caps.remove(0);
    assert_eq!(rule.nine_tenths, Points::from_f64(4.0));
    assert_snapshot!(refused(&steep("2")), @"
    error: `nine_tenths` must be from `least` to less than the cap of 5 points
    --> hw/assignment.toml:18:15 `2`
    = help: the cap rises to `nine_tenths`, if that part of the cases is correct, and then faster
    ");
    let program = with_cap("program", "7.5", "x").replace("score = 7.5", "score = 7.5\nleast = 5");
    let rule = load(&program).unwrap().caps.remove(0);
    assert_eq!(rule.unless, CapCondition::Program);
    assert_snapshot!(refused(&least("2.5", "points = 4")), @r#"
    error: `least` cannot be used with `solver.moves`, because that check has no partial credit
    --> hw/assignment.toml:17:9 `2.5`
    = help: add `partial = "share"` to the check, or leave out `least`
    "#);
    let two = with_cap("solver.moves", "5", "x")
        + "[[cap]]\nunless = \"solver.moves\"\nscore = 4\nwhy = \"y\"\n";
    assert_snapshot!(refused(&two), @r#"
    error: there are two caps for `solver.moves`
    --> hw/assignment.toml:19:10 `"solver.moves"`
    = help: only the lower cap has an effect; leave out the other
    "#);
    assert_snapshot!(refused(&format!("{RUBRIC}[[cap]]\nunles = \"solver.moves\"\n")), @"
    error: unknown key `unles`, expected one of `unless`, `score`, `least`, `nine_tenths`, `why`
    --> hw/assignment.toml:15:1 `unles`
    = help: did you mean `unless`?
    ");
}
