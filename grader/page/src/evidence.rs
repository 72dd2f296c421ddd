//! The evidence that a check fails: boards as boards, answers, the compiler's own lines, and ways
//! to be replayed.

use grade::check::Check;
use grade::{Asked, Evidence, Failure, Tiles, Value};
use report::excerpt::Excerpt;
use report::human::{caption, is_quoted};
use report::plain;
use terminal::wrap::count;

use super::board::board;
use super::markup::Html;
use super::moment;
use super::path::Way;
use super::solutions::Solutions;

/// The most boards of one answer that are drawn.
const BOARDS: usize = 8;

/// The most lines of the compiler's, or of a text, that are shown.
const LINES: usize = 40;

/// Shows the case of a failure, where the code stopped, and what the compiler said.
pub(super) fn case(html: &mut Html, failure: &Failure) {
    if let Some(evidence) = &failure.evidence {
        picture(html, evidence);
    }
    if let Some(moment) = &failure.moment {
        moment::show(html, moment);
    }
    if let Some(place) = &failure.place {
        html.element("p", &[("class", "at")], |html| {
            html.text("at ").leaf("code", &[], &plain::clean(&place.to_string()));
        });
    }
    if let Some(detail) = &failure.detail {
        lines(html, detail);
    }
}

/// Shows the solution that the submission gave, and a shortest one, to be replayed: of checks
/// whose answer is a solution, or is read off one.
pub(super) fn ways(html: &mut Html, check: Check, failure: &Failure, solutions: &mut Solutions) {
    let Some(evidence) = &failure.evidence else { return };
    let own = Way::over(evidence.tiles.len(), &evidence.path);
    let is_about_answers = matches!(
        check,
        Check::SolverSolvable
            | Check::SolverMoves
            | Check::SolverPath
            | Check::SolverImmutable
            | Check::SolverForeignBoard
            | Check::SolverDeterministic
            | Check::SolverGoalDequeued
    );
    // Where the code broke down, there is no answer to hold a solution against.
    let has_answer = own.is_some() || failure.place.is_none();
    let shortest =
        if is_about_answers && has_answer { solutions.of(&evidence.tiles) } else { None };
    let shortest = shortest.filter(|slides| !slides.is_empty() || own.is_some());
    if own.is_none() && shortest.is_none() {
        return;
    }
    html.element("div", &[("class", "ways")], |html| {
        if let Some(way) = &own {
            way.show(html, "the solution that was given", &way.faults(&evidence.tiles));
        }
        if let Some(slides) = shortest {
            Way::of_slides(&evidence.tiles, slides).show(html, "a shortest solution", &[]);
        }
    });
}

fn picture(html: &mut Html, evidence: &Evidence) {
    html.element("div", &[("class", "case")], |html| {
        let caption = plain::clean(&caption(evidence));
        let (a, b) = match evidence.asked {
            // Such as `a == b`: the call needs the boards' names.
            asked if asked.is_of_a_pair() => ("a", "b"),
            Asked::Path { .. } => (caption.as_str(), "the board before"),
            _ => (caption.as_str(), "leads to"),
        };
        if !evidence.tiles.is_empty() {
            figure(html, "", a, |html| board(html, &evidence.tiles));
        }
        if let Some(other) = &evidence.other {
            figure(html, "", b, |html| board(html, other));
        }
        let is_said = evidence.asked.is_of_a_pair() || evidence.tiles.is_empty();
        html.element("div", &[("class", "said")], |html| {
            if is_said {
                html.leaf("p", &[], &caption);
            }
            let excerpt = Excerpt::of(&evidence.expected, &evidence.actual, LINES);
            answer(html, "good", "expected", &evidence.expected, excerpt);
            answer(html, "bad", "but was", &evidence.actual, excerpt);
        });
    });
}

pub(super) fn figure(html: &mut Html, class: &str, caption: &str, content: impl FnOnce(&mut Html)) {
    let class = [("class", class)];
    html.element("figure", if class[0].1.is_empty() { &[] } else { &class }, |html| {
        html.leaf("figcaption", &[], caption);
        content(html);
    });
}

fn answer(html: &mut Html, class: &'static str, label: &str, value: &Value, excerpt: Excerpt) {
    let mut words = |text: &str| {
        html.element("p", &[("class", class)], |html| {
            html.text(label).text(" ").leaf("b", &[], text);
        });
    };
    match value {
        Value::Nothing => {}
        Value::NoneValue => words("None"),
        Value::Number(number) => words(&number.to_string()),
        Value::Truth(truth) => words(&truth.to_string()),
        Value::Text(text) if is_quoted(text) => {
            figure(html, class, label, |html| quote(html, text, excerpt));
        }
        Value::Text(text) => words(&plain::clean(text)),
        Value::Board(tiles) => figure(html, class, label, |html| board(html, tiles)),
        Value::Boards(all) => boards(html, class, label, all),
    }
}

fn boards(html: &mut Html, class: &str, label: &str, boards: &[Tiles]) {
    let label = format!("{label} ({})", count(boards.len(), "board"));
    figure(html, class, &label, |html| {
        for tiles in boards.iter().take(BOARDS) {
            board(html, tiles);
        }
        let more = boards.len().saturating_sub(BOARDS);
        if more > 0 {
            html.leaf("small", &[], &format!("and {more} more"));
        }
    });
}

/// A text of the submission's with the ends of its lines in sight.
fn quote(html: &mut Html, text: &str, excerpt: Excerpt) {
    if text.is_empty() {
        html.leaf("small", &[], "(nothing)");
        return;
    }
    let line = |line: &str| match line.strip_suffix('\n') {
        Some(line) => format!("{}↵\n", plain::clean(line)),
        None => plain::clean(line),
    };
    if excerpt.skipped > 0 {
        html.leaf("p", &[("class", "note")], &format!("... {}", count(excerpt.skipped, "line")));
    }
    let shown: String = excerpt.lines(text).map(|text| line(&text)).collect();
    html.leaf("pre", &[], shown.trim_end_matches('\n'));
    more(html, excerpt.left(text));
}

/// What the compiler has written.
fn lines(html: &mut Html, text: &str) {
    let shown: Vec<String> = text.lines().take(LINES).map(plain::clean).collect();
    html.leaf("pre", &[("tabindex", "0")], &shown.join("\n"));
    more(html, text.lines().count().saturating_sub(LINES));
}

fn more(html: &mut Html, more: usize) {
    if more > 0 {
        html.leaf("p", &[("class", "note")], &format!("... {}", count(more, "more line")));
    }
}

#[cfg(test)]
mod tests {
    use samples::hamming;

    use super::*;

    fn shown(failure: &Failure) -> String {
        let mut html = Html::new();
        case(&mut html, failure);
        html.into_string()
    }

    #[test]
    fn a_number_is_said_beside_its_board() {
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
    fn a_text_shows_the_ends_of_its_lines_and_is_cut() {
        let evidence = Evidence {
            call: "to_string()".to_owned(),
            expected: Value::Text("2\n1 0\n".to_owned()),
            actual: Value::Text("</pre>\r\n".repeat(50)),
            ..Evidence::default()
        };
        let text = shown(&Failure::told("x").with_evidence(evidence));
        assert!(text.contains("<pre>2↵\n1 0↵</pre>"), "{text}");
        assert_eq!(text.matches("&lt;/pre&gt;\\r↵").count(), LINES);
        assert!(text.contains("... 10 more lines"));
    }

    #[test]
    fn wrong_ways_are_replayed_beside_a_shortest_one() {
        let tiles: Tiles = vec![vec![0, 1, 3], vec![4, 2, 5], vec![7, 8, 6]].into();
        let evidence = Evidence {
            path: vec![tiles.concat(), vec![1, 0, 3, 4, 2, 5, 7, 8, 6]],
            tiles,
            ..Evidence::default()
        };
        let failure = Failure::told("x").with_evidence(evidence);
        let ways = |check| {
            let mut html = Html::new();
            ways(&mut html, check, &failure, &mut Solutions::default());
            html.into_string()
        };
        let text = ways(Check::SolverPath);
        assert!(text.contains("data-way=\"0 1 3 4 2 5 7 8 6;1\""), "{text}");
        assert!(text.contains("data-way=\"0 1 3 4 2 5 7 8 6;1;2;5;6\""), "{text}");
        assert_eq!(text.matches("it does not end at the goal").count(), 1);
        assert_eq!(ways(Check::SolverTime).matches("data-way").count(), 1);
    }
}
