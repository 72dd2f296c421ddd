//! Tests the screen without a terminal.

use std::sync::Arc;

use checks::grading::Stage;
use grade::cause::CompileCause;
use grade::check::Check;
use grade::view::{Audience, Corrected};
use grade::{Failure, Grade, Verdict};
use insta::assert_snapshot;
use probe::wire::Method;
use report::{HintStep, Layout};
use samples::{fail, hamming, pass, skip, unwritten};

use super::super::error::CliError;
use super::super::exit::Exit;
use super::draw::{ScreenLayout, draw_screen, last_first_line, top_of_new_step};
use super::event::{WatchEvent, Wish};
use super::state::ScreenState;

fn state(events: impl IntoIterator<Item = WatchEvent>) -> ScreenState {
    let mut state =
        ScreenState::new("alice".to_owned(), Audience::Student, HintStep::Explanation, None);
    for event in events {
        state.apply_event(event);
    }
    state
}

fn graded(grade: &Grade) -> WatchEvent {
    WatchEvent::Graded(Box::new(Corrected::from(grade)), Arc::default())
}

fn ahead(grade: &Grade) -> WatchEvent {
    WatchEvent::Ahead(Box::new(Corrected::from(grade)), Arc::default())
}

fn look(width: usize, height: usize) -> ScreenLayout {
    ScreenLayout { width, height, layout: Layout { width, ..Layout::default() } }
}

fn screen(state: &ScreenState, width: usize, height: usize) -> String {
    let lines = draw_screen(state, &look(width, height));
    assert_eq!(lines.len(), height);
    for line in &lines {
        assert!(line.chars().count() <= width, "{line}");
    }
    lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n")
}

fn two_faults() -> Grade {
    let found = [
        pass(Check::CompileBuild),
        fail(Check::BoardHamming, hamming()),
        (Check::BoardTwin, unwritten(Method::Twin, 66)),
        skip(Check::BoardImmutable, Check::BoardTwin),
    ];
    samples::grade(found.map(|found| (found, 5.0)))
}

fn all_right() -> Grade {
    samples::grade([pass(Check::CompileBuild), pass(Check::BoardHamming)].map(|check| (check, 5.0)))
}

#[test]
fn the_first_failed_check_is_shown_first() {
    let state = state([WatchEvent::Begun, graded(&two_faults())]);
    assert_snapshot!(screen(&state, 80, 24), @"
    alice: 5 / 20                                                 waiting for a save
    2 to fix, 1 passed, 1 waiting for other checks
    ─── 1 of 2 ─────────────────────────────────────────────────────────────────────
      ✗ board.hamming  0 / 5  hamming() counts the blank

          ┌──────┐   hamming() of this board
          │ 1    │     expected 1
          │ 3  2 │     but was  2
          └──────┘

          at src/board.rs:12:9
          rule: hamming() is the number of tiles out of place
          try it: grader check --only board.hamming
          more: grader explain board.hamming

    Then, 1 check:
      board.twin  twin() is not written yet






    n next  p previous  h hint  o pin  e explain  a all  ↑↓ scroll  q quit
    ");
    assert_snapshot!(screen(&state, 40, 12), @"
    alice: 5 / 20         waiting for a save
    2 to fix, 1 passed, 1 waiting
    ─── 1 of 2 ─────────────────────────────
      ✗ board.hamming  0 / 5
          hamming() counts the blank

          ┌──────┐   hamming() of this board
          │ 1    │     expected 1
          │ 3  2 │     but was  2
          └──────┘
    … 9 more lines below
    n next  p prev  h hint  e why  a all  q
    ");
}

#[test]
fn keys_show_other_checks_explanations_and_the_report() {
    let mut state = state([graded(&two_faults()), WatchEvent::Wish(Wish::Next)]);
    assert_eq!(state.current_check(), Some(Check::BoardTwin));
    state.apply_event(WatchEvent::Wish(Wish::Next));
    assert_eq!(state.current_check(), Some(Check::BoardHamming));
    state.apply_event(WatchEvent::Wish(Wish::Previous));
    state.apply_event(WatchEvent::Wish(Wish::Explain));
    assert!(screen(&state, 80, 24).contains("\nboard.twin: "));
    state.apply_event(WatchEvent::Wish(Wish::All));
    let all = screen(&state, 80, 40);
    assert!(all.contains("alice: 5 / 20\n") && all.contains("waiting for board.twin"), "{all}");
    state.apply_event(WatchEvent::Wish(Wish::First));
    assert_eq!(state.current_check(), Some(Check::BoardHamming));
}

#[test]
fn the_title_names_the_check_and_marks_old_reports() {
    let mut state = state([graded(&two_faults())]);
    assert!(screen(&state, 80, 24).contains("\n─── 1 of 2 ────"));
    state.apply_event(WatchEvent::Wish(Wish::Next));
    assert!(screen(&state, 80, 24).contains("\n─── 2 of 2 ────"));
    state.apply_event(WatchEvent::Wish(Wish::One));
    assert!(!screen(&state, 80, 24).contains(" of 2 "), "it stays, whatever its number is");
    // You can tell from the title that the report is old, even without color.
    state.apply_event(WatchEvent::Begun);
    assert!(screen(&state, 80, 24).contains("\n─── previous report ────"));
    state.apply_event(graded(&all_right()));
    let screen = screen(&state, 80, 24);
    assert!(screen.contains("\nall 2 checks passed\n────"), "{screen}");
}

#[test]
fn a_pinned_check_is_shown_until_it_passes() {
    let mut state = state([graded(&two_faults()), WatchEvent::Wish(Wish::One), WatchEvent::Begun]);
    state.apply_event(graded(&two_faults()));
    assert_eq!(state.current_check(), Some(Check::BoardHamming));
    state.apply_event(graded(&all_right()));
    assert!(screen(&state, 80, 24).contains("\n  ✓ board.hamming\n"));
    state.apply_event(WatchEvent::Wish(Wish::One));
    assert!(screen(&state, 80, 24).contains("All checks passed. Well done!"));
}

#[test]
fn the_last_report_stays_until_new_failures_appear() {
    let mut state =
        state([graded(&two_faults()), WatchEvent::Begun, WatchEvent::Stage(Stage::Compiling)]);
    assert!(state.is_old());
    let old = screen(&state, 80, 24);
    assert!(old.contains("compiling …") && old.contains("✗ board.hamming"), "{old}");
    // Without failures in the preliminary verdicts, keep the last report, which contains more information.
    state.apply_event(ahead(&all_right()));
    assert!(state.is_old());
    let some = samples::grade([(fail(Check::BoardTwin, hamming()), 5.0)]);
    state.apply_event(ahead(&some));
    assert!(!state.is_old());
    assert_snapshot!(screen(&state, 60, 14), @"
    alice: 5 / 20                                    compiling …
    1 to fix so far; the rest is being graded
    ────────────────────────────────────────────────────────────
      ✗ board.twin  0 / 5  hamming() counts the blank

          ┌──────┐   hamming() of this board
          │ 1    │     expected 1
          │ 3  2 │     but was  2
          └──────┘

          at src/board.rs:12:9
          rule: twin() exchanges two tiles, the same two on
    … 3 more lines below
    n next  p prev  h hint  e why  a all  q
    ");
    state.apply_event(WatchEvent::Same);
    assert_eq!(state.current_check(), Some(Check::BoardHamming), "it was the same after all");
    assert!(screen(&state, 80, 24).contains("waiting for a save"));
}

#[test]
fn errors_replace_the_report_and_set_the_exit_code() {
    let mut state = state([graded(&two_faults())]);
    assert_eq!(state.exit, Exit::Failed);
    let reason = "the process that graded it was killed".to_owned();
    state.apply_event(WatchEvent::NotGraded(Box::new(CliError::Rejected { reason })));
    assert_eq!(state.exit, Exit::Usage);
    let text = screen(&state, 80, 24);
    assert!(text.contains("error: the process that graded it was killed"), "{text}");
    state.apply_event(graded(&all_right()));
    assert_eq!(state.exit, Exit::Passed);
}

#[test]
fn compiler_errors_are_styled_like_the_compilers() {
    let detail = "error[E0308]: mismatched types\n --> src/board.rs:3:9\n  |\n3 |         true\n  |         \
                  ^^^^ expected `usize`, found `bool`\n";
    let message = Some("mismatched types".to_owned());
    let failure = Failure {
        detail: Some(detail.to_owned()),
        ..Failure::from_cause(CompileCause::Errors { message, code: None })
    };
    let grade = samples::grade([((Check::CompileBuild, Verdict::Fail(failure)), 5.0)]);
    let state = state([graded(&grade)]);
    let layout = Layout { colour: true, ..Layout::default() };
    let lines = draw_screen(&state, &ScreenLayout { layout, ..look(80, 24) });
    let has = |text: &str| assert!(lines.iter().any(|line| line.contains(text)), "{lines:#?}");
    has("\x1b[1m\x1b[31merror[E0308]\x1b[0m");
    has("\x1b[34m--> \x1b[0m");
    has("\x1b[31m         ^^^^ expected");
}

#[test]
fn screens_of_any_size_are_filled_exactly() {
    let mut state = state([graded(&two_faults())]);
    for wish in [Wish::First, Wish::Explain, Wish::All] {
        state.apply_event(WatchEvent::Wish(wish));
        for width in [1, 2, 20, 39, 75, 76, 200] {
            for height in [1, 2, 3, 5, 60] {
                screen(&state, width, height);
            }
        }
        let look = look(40, 12);
        state.top = last_first_line(&state, &look);
        let last = draw_screen(&state, &look);
        assert!(
            !last.iter().any(|line| line.contains("more line")),
            "the end is in sight: {last:?}"
        );
        state.top = usize::MAX;
        assert_eq!(draw_screen(&state, &look), last, "it does not scroll beyond the end");
    }
}

#[test]
fn hints_come_one_step_at_a_time() {
    let mut state = state([graded(&two_faults()), WatchEvent::Wish(Wish::Hint)]);
    assert_snapshot!(screen(&state, 80, 12), @"
    alice: 5 / 20                                                 waiting for a save
    2 to fix, 1 passed, 1 waiting for other checks
    ─── 1 of 2 ─────────────────────────────────────────────────────────────────────
    board.hamming: the number of tiles out of place

    1. Question
      Which cell does your loop treat differently from the others, and what does it
      count there when the board is the goal?



    h next hint, then back  f back  e explain  ↑↓ scroll  q quit
    ");
    state.apply_event(WatchEvent::Wish(Wish::Hint));
    assert!(screen(&state, 80, 24).contains("\n2. Where to look\n  src/board.rs:12:9\n"));
    state.apply_event(WatchEvent::Wish(Wish::Hint));
    assert!(screen(&state, 80, 24).contains("\n3. Explanation\n"));
    // On a small screen, the new step begins at the top.
    state.top = top_of_new_step(&state, &look(80, 12));
    let small = screen(&state, 80, 12);
    assert_eq!(small.lines().nth(3), Some("3. Explanation"), "{small}");
    state.apply_event(WatchEvent::Wish(Wish::Hint));
    assert_eq!(top_of_new_step(&state, &look(80, 12)), 0);
    assert!(screen(&state, 80, 24).contains("✗ board.hamming"));
    // Another check has different hints.
    state.apply_event(WatchEvent::Wish(Wish::Hint));
    state.apply_event(WatchEvent::Wish(Wish::Next));
    assert!(screen(&state, 80, 24).contains("✗ board.twin"));
    // When there is nothing to fix, there are no hints.
    state.apply_event(graded(&all_right()));
    state.apply_event(WatchEvent::Wish(Wish::Hint));
    assert!(screen(&state, 80, 24).contains("All checks passed"));
}

#[test]
fn a_hint_is_closed_when_its_check_passes() {
    let hint = || WatchEvent::Wish(Wish::Hint);
    let mut state = state([graded(&two_faults()), hint(), hint(), hint()]);
    // The hint stays open while its check fails, even if the check has another number, or none yet.
    state.apply_event(WatchEvent::Begun);
    let twin = (Check::BoardTwin, unwritten(Method::Twin, 66));
    state.apply_event(ahead(&samples::grade([(twin.clone(), 5.0)])));
    assert!(screen(&state, 80, 60).contains("board.hamming: the number of tiles out of place"));
    state.apply_event(graded(&samples::grade([
        (fail(Check::CompileApi, hamming()), 5.0),
        (fail(Check::BoardHamming, hamming()), 5.0),
    ])));
    assert_eq!(state.current_check(), Some(Check::BoardHamming));
    assert!(screen(&state, 80, 60).contains("\n3. Explanation\n"));
    // The hints of the next check start with the first step.
    state.apply_event(WatchEvent::Begun);
    state.apply_event(graded(&samples::grade([(twin, 5.0)])));
    assert!(screen(&state, 80, 24).contains("board.twin  0 / 5  twin() is not written yet"));
    state.apply_event(hint());
    let first = screen(&state, 80, 24);
    assert!(first.contains("\n  twin() is not written yet. The rule: ") && !first.contains("2. "));
    // The same goes for explanations.
    state.apply_event(WatchEvent::Wish(Wish::Explain));
    state.apply_event(graded(&two_faults()));
    assert!(screen(&state, 80, 24).contains("board.twin: "));
    state.apply_event(graded(&samples::grade(
        [fail(Check::BoardHamming, hamming())].map(|check| (check, 5.0)),
    )));
    assert!(screen(&state, 80, 24).contains("✗ board.hamming"));
}

#[test]
fn a_selected_check_that_waits_for_another_shows_its_failure() {
    let corrected = Corrected::from(&two_faults()).reporting_only(&[Check::BoardImmutable]);
    let state = state([WatchEvent::Graded(Box::new(corrected), Arc::default())]);
    assert_eq!(state.current_check(), Some(Check::BoardTwin));
    let text = screen(&state, 80, 24);
    assert!(text.contains("✗ board.twin  0 / 5  twin() is not written yet"), "{text}");
}
