//! Rules about parts of points, what points need, and limits of the total.

use super::*;
use crate::assignment::Partial;

/// The rubric whose third check has these keys as well.
fn moves(keys: &str) -> String {
    RUBRIC.replace("{ points = 4 }", &format!("{{ points = 4, {keys} }}"))
}

fn refused(text: &str) -> String {
    load(text).unwrap_err().render(false)
}

fn time(partial: &str) -> String {
    let line = format!("\"solver.time\" = {{ points = 4, partial = {partial} }}\n[puzzles]");
    RUBRIC.replace("[puzzles]", &line)
}

fn with_cap(unless: &str, score: &str, why: &str) -> String {
    format!("{RUBRIC}[[cap]]\nunless = \"{unless}\"\nscore = {score}\nwhy = \"{why}\"\n")
}

#[test]
fn rules_about_parts_are_read() {
    let rule = |text: &str, check| load(text).unwrap().rated(check).unwrap().partial;
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
fn what_points_need_and_limits_are_read() {
    let requires = moves("requires = [\"compile.build\"]");
    let rated = load(&requires).unwrap().rated(Check::SolverMoves).unwrap();
    assert_eq!(rated.requires, [Check::CompileBuild]);
    assert_ne!(load(&requires).unwrap().hash(), load(RUBRIC).unwrap().hash());
    let caps = load(&with_cap("solver.moves", "5.5", "it is the point")).unwrap().caps;
    let score = Points::from_thousandths(5500);
    let why = "it is the point".to_owned();
    assert_eq!(caps, [Cap { unless: Check::SolverMoves, score, why }]);
    assert!(load(RUBRIC).unwrap().caps.is_empty());
}

#[test]
fn mistakes_in_parts_are_pointed_at() {
    assert_snapshot!(refused(&moves("partial = \"half\"")), @r#""#);
    assert_snapshot!(refused(&moves("partial = { moist = 0.5 }")), @r#""#);
    assert_snapshot!(refused(&moves("partial = { most = 0.5, large = 0.5 }")), @r#""#);
    assert_snapshot!(refused(&moves("partial = { most = 1 }")), @r#""#);
    assert_snapshot!(refused(&moves("partial = { large = 0.5 }")), @r#""#);
    assert_snapshot!(refused(&moves("partial = 0.5")), @r#""#);
    let build = RUBRIC.replace("{ points = 1 }", "{ points = 1, partial = \"share\" }");
    assert_snapshot!(refused(&build), @r#""#);
}

#[test]
fn mistakes_in_thresholds_are_pointed_at() {
    assert_snapshot!(refused(&time("{ thresholds = [30, 60] }")), @r#""#);
    assert_snapshot!(refused(&time("{ thresholds = [20, 50, 50] }")), @r#""#);
    assert_snapshot!(refused(&time("{ thresholds = [20, 90] }")), @r#""#);
    assert_snapshot!(refused(&time("{ thresholds = [] }")), @r#""#);
}

#[test]
fn mistakes_in_what_points_need_are_pointed_at() {
    assert_snapshot!(refused(&moves("requires = [\"compile.biuld\"]")), @r#""#);
    assert_snapshot!(refused(&moves("requires = [\"board.twin\"]")), @r#""#);
    assert_snapshot!(refused(&moves("requires = [\"solver.moves\"]")), @r#""#);
    assert_snapshot!(refused(&moves("requires = [\"board.hamming\"]")), @r#""#);
    let twice = moves("requires = [\"compile.build\", \"compile.build\"]");
    assert!(refused(&twice).contains("`compile.build` is required twice"));
}

#[test]
fn mistakes_in_limits_of_the_total_are_pointed_at() {
    assert_snapshot!(refused(&with_cap("solver.path", "5", "x")), @r#""#);
    assert_snapshot!(refused(&with_cap("solver.moves", "7.5", "x")), @r#""#);
    assert_snapshot!(refused(&with_cap("solver.moves", "5", " ")), @r#""#);
    let two = with_cap("solver.moves", "5", "x")
        + "[[cap]]\nunless = \"solver.moves\"\nscore = 4\nwhy = \"y\"\n";
    assert_snapshot!(refused(&two), @r#""#);
    assert_snapshot!(refused(&format!("{RUBRIC}[[cap]]\nunles = \"solver.moves\"\n")), @r#""#);
}
