use grade::view::Audience;
use insta::assert_snapshot;

use super::*;

const TABLE: &str = "[puzzles.visibility]\none = 'hidden'\nlarge = 'after_due_date'\n";

fn with(rest: &str) -> String {
    RUBRIC.to_owned() + rest
}

#[test]
fn the_rubric_overrides_puzzle_visibility() {
    let open = load(RUBRIC).unwrap();
    assert_eq!(open.solve[0].visibility, Visibility::Visible);
    let assignment = load(&with(TABLE)).unwrap();
    assert_eq!(assignment.solve[0].visibility, Visibility::Hidden);
    assert_eq!(assignment.boards[0].visibility, Visibility::AfterDueDate);
    assert_ne!(assignment.hash(), open.hash());
    // Command-line options use hyphens.
    let hyphens = load(&with(&TABLE.replace("after_due_date", "after-due-date"))).unwrap();
    assert_eq!(hyphens.hash(), assignment.hash());
    let said = load(&with("[puzzles.visibility]\none = 'visible'\n")).unwrap();
    assert_eq!(said.hash(), open.hash());
    let random = "[random]\nseed = 'x'\nsolvable = 1\nunsolvable = 0\nmoves = [8, 9]\n";
    let random = load(&with(&format!("{random}visibility = 'hidden'\n"))).unwrap().random.unwrap();
    assert!(random.pool.iter().all(|puzzle| puzzle.visibility == Visibility::Hidden));
}

#[test]
fn mistakes_in_visibility_are_reported() {
    let error = |rest: &str| brief(load(&with(rest)));
    assert_snapshot!(error("[puzzles.visibility]\none = 'hiden'\n"), @"
    error: unknown visibility `hiden`
    --> hw/assignment.toml:15:7 `'hiden'`
    = help: there are `visible`, `after_due_date`, `hidden`
    ");
    // The rubric overrides this puzzle's visibility but does not use the puzzle.
    assert_snapshot!(error("[puzzles.visibility]\ntwin = 'hidden'\n"), @"
    error: puzzle `twin` is in neither `boards` nor `solve`
    --> hw/assignment.toml:15:1 `twin`
    = help: only puzzles that are used can be hidden
    ");
    assert!(error("[puzzles.visibility]\none = 1\n").contains("hw/assignment.toml:15:7"));
}

#[test]
fn a_private_seed_draws_hidden_puzzles() {
    let open = load(RUBRIC).unwrap();
    let private = load(&with("[private]\nseed = 'nobody can guess it'\n")).unwrap();
    assert_ne!(private.hash(), open.hash());
    let other = load(&with("[private]\nseed = 'nobody can guess me'\n")).unwrap();
    assert_ne!(private.hash(), other.hash());
    let [mut seen, open] =
        [private, open].map(|whole| whole.part_for_audience(Audience::AfterDueDate).0);
    assert!(seen.omitted.has_private_cases && !open.omitted.has_private_cases);
    seen.omitted = open.omitted;
    assert_eq!(seen, open);
    let error = brief(load(&with("[private]\nseed = 'short'\n")));
    assert_snapshot!(error, @"
    error: the private seed is shorter than 16 characters
    --> hw/assignment.toml:15:8 `'short'`
    = help: use a longer text that nobody can guess
    ");
}
