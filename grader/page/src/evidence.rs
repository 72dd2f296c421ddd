//! Renders the evidence for a failure, such as boards, values, compiler messages, and paths to replay.

use grade::check::Check;
use grade::words::counted;
use grade::{Asked, Evidence, Failure, Tiles, Value};
use maud::{Markup, html};
use report::excerpt::Excerpt;
use report::human::{caption, is_quoted};
use report::{EvidencePart, evidence_parts, plain};

use super::board::{render_board, render_figure};
use super::markup::prose;
use super::moment;
use super::path::ShownPath;
use super::path::Solutions;

/// The maximum number of boards to draw for a value.
/// A page has more room than a terminal, so this is twice as many.
const BOARDS: usize = 8;

/// The maximum number of lines of a text.
/// As in the report for the terminal.
const LINES: usize = 40;

/// Renders how a submission fails.
pub(super) fn render_case(failure: &Failure) -> Markup {
    render_case_around(failure, true, &Markup::default())
}

/// Renders a failure like [`render_case`]. For checks of solutions, also renders the returned solution and a shortest one for
/// replay. A board that starts a replay is not drawn again.
pub(super) fn render_case_with_solutions(
    check: Check,
    failure: &Failure,
    solutions: &mut Solutions,
) -> Markup {
    let Some(evidence) = &failure.evidence else { return render_case(failure) };
    let own = ShownPath::from_boards(evidence.tiles.len(), &evidence.path);
    // After a panic, there is no solution to compare.
    let has_answer = own.is_some() || failure.place.is_none();
    let shortest = if check.spec().shows_way && has_answer {
        solutions.find_solution(&evidence.tiles)
    } else {
        None
    };
    let shortest = shortest.filter(|slides| !slides.is_empty() || own.is_some());
    let shortest = shortest.map(|slides| ShownPath::of_slides(&evidence.tiles, slides));
    let is_replayed =
        [&own, &shortest].into_iter().flatten().any(|way| way.begins_with(&evidence.tiles));
    let is_walk = matches!(evidence.asked, Asked::Walked { .. });
    let caption = if is_walk { "the moves to the board" } else { "the returned solution" };
    let faults =
        |way: &ShownPath| if is_walk { Vec::new() } else { way.describe_faults(&evidence.tiles) };
    let ways = html! {
        @if own.is_some() || shortest.is_some() {
            div class="ways" {
                @if let Some(way) = &own {
                    (way.render(caption, &faults(way)))
                }
                @if let Some(way) = &shortest { (way.render("a shortest solution", &[])) }
            }
        }
    };
    // To be compared, both boards must be visible.
    render_case_around(failure, !is_replayed || evidence.other.is_some(), &ways)
}

/// Renders how a submission fails, inserting `ways` after the values.
fn render_case_around(failure: &Failure, draws_board: bool, ways: &Markup) -> Markup {
    html! {
        @for part in evidence_parts(failure) {
            @match part {
                EvidencePart::Case(evidence) => { (render_boards_of_case(evidence, draws_board)) (ways) }
                EvidencePart::Printed(printed) => {
                    p { (plain::PRINTED_TITLE) }
                    pre tabindex="0" { (printed.join("\n")) }
                }
                EvidencePart::Moment(moment) => (moment::render_moment(moment)),
                EvidencePart::Detail { lines, left_out } => {
                    pre tabindex="0" {
                        (lines.into_iter().map(plain::to_clean_line).collect::<Vec<_>>().join("\n"))
                    }
                    (render_omitted_lines(left_out))
                }
                EvidencePart::Explanation(text) => p { "In short: " (prose(text)) },
                EvidencePart::Place(place) => {
                    p class="at" { "at " code { (plain::to_clean_line(&place.to_string())) } }
                }
            }
        }
    }
}

fn render_boards_of_case(evidence: &Evidence, draws_board: bool) -> Markup {
    let caption = plain::to_clean_line(&caption(evidence));
    let (a, b) = match evidence.asked {
        // Calls such as `a == b` name the boards.
        asked if asked.is_of_a_pair() => ("a", "b"),
        Asked::Path { .. } => (caption.as_str(), "the previous board"),
        _ => (caption.as_str(), "leads to"),
    };
    let draws_board = draws_board && !evidence.tiles.is_empty();
    let is_said = evidence.asked.is_of_a_pair() || !draws_board;
    let has_answer =
        [&evidence.expected, &evidence.actual].into_iter().any(|value| *value != Value::Nothing);
    let excerpt = Excerpt::around_difference(&evidence.expected, &evidence.actual, LINES);
    html! {
        div class="case" {
            @if draws_board { (render_figure(None, a, &render_board(&evidence.tiles))) }
            @if let Some(other) = &evidence.other { (render_figure(None, b, &render_board(other))) }
            @if is_said || has_answer {
                div class="said" {
                    @if is_said { p { (caption) } }
                    (render_answer("good", "expected", &evidence.expected, excerpt))
                    (render_answer("bad", "but was", &evidence.actual, excerpt))
                }
            }
        }
    }
}

fn render_answer(class: &'static str, label: &str, value: &Value, excerpt: Excerpt) -> Markup {
    let words = |text: &str| html! { p class=(class) { (label) " " b { (text) } } };
    match value {
        Value::Nothing => Markup::default(),
        Value::NoneValue => words("None"),
        Value::Number(number) => words(&number.to_string()),
        Value::Truth(truth) => words(&truth.to_string()),
        Value::Text(text) if is_quoted(text) => {
            render_figure(Some(class), label, &quote(text, excerpt))
        }
        Value::Text(text) => words(&plain::to_clean_line(text)),
        Value::Board(tiles) => render_figure(Some(class), label, &render_board(tiles)),
        Value::Boards(all) => render_boards(class, label, all),
    }
}

fn render_boards(class: &str, label: &str, boards: &[Tiles]) -> Markup {
    let label = format!("{label} ({})", counted(boards.len(), "board"));
    let more = boards.len().saturating_sub(BOARDS);
    let content = html! {
        @for tiles in boards.iter().take(BOARDS) { (render_board(tiles)) }
        @if more > 0 { small { "and " (more) " more" } }
    };
    render_figure(Some(class), &label, &content)
}

/// Renders a text with visible line endings.
fn quote(text: &str, excerpt: Excerpt) -> Markup {
    let line = |line: &str| match line.strip_suffix('\n') {
        Some(line) => format!("{}↵\n", plain::to_clean_line(line)),
        None => plain::to_clean_line(line),
    };
    let shown: String = excerpt.lines(text).map(|text| line(&text)).collect();
    html! {
        @if text.is_empty() {
            small { "(nothing)" }
        } @else {
            @if excerpt.skipped > 0 {
                p class="note" { "... " (counted(excerpt.skipped, "line")) }
            }
            pre { (shown.trim_end_matches('\n')) }
            (render_omitted_lines(excerpt.lines_after(text)))
        }
    }
}

fn render_omitted_lines(count: usize) -> Markup {
    html! { @if let Some(more) = plain::more_lines(count) { p class="note" { (more) } } }
}

#[cfg(test)]
mod tests {
    use samples::hamming;

    use super::super::path::Solve;
    use super::*;

    fn shown(failure: &Failure) -> String {
        render_case(failure).into_string()
    }

    #[test]
    fn numbers_are_shown_next_to_the_board() {
        insta::assert_snapshot!(shown(&hamming()).replace("><", ">\n<"), @r#"
        <div class="case">
        <figure>
        <figcaption>hamming() of this board</figcaption>
        <span class="b n2" role="img" aria-label="1 blank, 3 2">
        <i>1</i>
        <i>
        </i>
        <i>3</i>
        <i>2</i>
        </span>
        </figure>
        <div class="said">
        <p class="good">expected <b>1</b>
        </p>
        <p class="bad">but was <b>2</b>
        </p>
        </div>
        </div>
        <p class="at">at <code>src/board.rs:12:9</code>
        </p>
        "#);
    }

    #[test]
    fn text_shows_line_ends_and_is_truncated() {
        let evidence = Evidence {
            call: "to_string()".to_owned(),
            expected: Value::Text("2\n1 0\n".to_owned()),
            actual: Value::Text("</pre>\r\n".repeat(50)),
            ..Evidence::default()
        };
        let text = shown(&Failure::from_summary("x").with_evidence(evidence));
        assert!(text.contains("<pre>2↵\n1 0↵</pre>"), "{text}");
        assert_eq!(text.matches("&lt;/pre&gt;\\r↵").count(), LINES);
        assert!(text.contains("... 10 more lines"));
    }

    #[test]
    fn wrong_paths_are_replayed_next_to_an_optimal_one() {
        let tiles: Tiles = vec![vec![0, 1, 3], vec![4, 2, 5], vec![7, 8, 6]].into();
        let evidence = Evidence {
            path: vec![tiles.concat(), vec![1, 0, 3, 4, 2, 5, 7, 8, 6]],
            tiles,
            ..Evidence::default()
        };
        let failure = Failure::from_summary("x").with_evidence(evidence);
        let solve: Solve = |_| Some(vec![1, 2, 5, 6]);
        let shown = |check, failure: &Failure| {
            render_case_with_solutions(check, failure, &mut Solutions::new(solve)).into_string()
        };
        let text = shown(Check::SolverPath, &failure);
        assert!(text.contains("data-way=\"0 1 3 4 2 5 7 8 6;1\""), "{text}");
        assert!(text.contains("data-way=\"0 1 3 4 2 5 7 8 6;1;2;5;6\""), "{text}");
        assert_eq!(text.matches("it does not end at the goal").count(), 1);
        assert_eq!(shown(Check::SolverTime, &failure).matches("data-way").count(), 1);
        // The replays already show the board.
        assert_eq!(text.matches("role=\"img\"").count(), 2, "{text}");
        assert_eq!(text.matches("<figure>").count(), 0, "{text}");
        assert!(text.contains("<div class=\"said\"><p>this board</p>"), "{text}");
        // The replay starts with a different board.
        let mut elsewhere = failure;
        elsewhere.evidence.as_mut().unwrap().path.remove(0);
        let text = shown(Check::SolverTime, &elsewhere);
        assert_eq!(text.matches("<figcaption>this board</figcaption>").count(), 1, "{text}");
        assert_eq!(text.matches("role=\"img\"").count(), 2, "{text}");
    }
}
