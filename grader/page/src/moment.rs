//! Renders the moment at which a search went wrong, and the steps around it.

use grade::words::{describe_dequeued, describe_moment as sentence, moment_boards};
use grade::{DequeuedBoard, Moment, SearchNode};
use maud::{Markup, html};

use super::board::{render_board, render_figure};
use super::markup::prose;
use super::path::{ROWS, join_tiles};

/// Renders a moment. A board that starts the replay is not drawn again.
pub(super) fn render_moment(moment: &Moment) -> Markup {
    let has_steps = moment.around.len() > 1;
    let first = has_steps.then(|| &moment.around[initial_step_index(moment)].node);
    html! {
        p class="when" { (prose(&sentence(moment))) }
        div class="case" {
            @for (caption, node) in moment_boards(moment) {
                @if first != Some(node) { (render_figure(None, &caption, &render_board(&node.tiles))) }
            }
            @if has_steps { (render_dequeued_boards(moment)) }
        }
    }
}

fn initial_step_index(moment: &Moment) -> usize {
    moment.around.iter().rposition(|taken| taken.step <= moment.step).unwrap_or_default()
}

/// Renders the boards dequeued around the moment. The script can replay them, starting at the moment. Without it, they
/// are a list.
fn render_dequeued_boards(moment: &Moment) -> Markup {
    let around = &moment.around;
    let at = initial_step_index(moment);
    let shown = &around[at].node;
    let is_drawn = can_be_drawn(shown)
        && around.iter().all(|taken| taken.node.tiles.len() == shown.tiles.len());
    let row = |taken: &DequeuedBoard| join_tiles(&taken.node.tiles.concat());
    let boards = around.iter().map(row).collect::<Vec<_>>().join(";=");
    let says = around.iter().map(describe_dequeued).collect::<Vec<_>>().join(";");
    let content = html! {
        p class="cap" { (TITLE) }
        (render_board(&shown.tiles))
        ol class="slides" {
            @for step in around { li { (describe_dequeued(step)) } }
        }
    };
    html! {
        @if is_drawn {
            div class="way" role="group" aria-label=(TITLE) data-n=(shown.tiles.len())
                data-way=(boards) data-says=(says) data-at=(at) { (content) }
        } @else {
            div class="way" { (content) }
        }
    }
}

const TITLE: &str = "the boards dequeued before and after it";

/// Returns `true` if the script can draw a node's board.
fn can_be_drawn(node: &SearchNode) -> bool {
    let n = node.tiles.len();
    (1..=ROWS).contains(&n) && node.tiles.iter().all(|row| row.len() == n)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(moment: &Moment) -> String {
        render_moment(moment).into_string()
    }

    #[test]
    fn steps_around_the_moment_are_replayed() {
        let text = shown(&samples::moment(&vec![vec![1, 0], vec![3, 2]].into(), 9));
        assert!(
            text.contains(
                "step 37: the queue returned a node with 9 moves + manhattan 9 = 18 before"
            ),
            "{text}"
        );
        assert!(text.contains("<figcaption>in the queue: 7 + 9 = 16</figcaption>"), "{text}");
        assert!(text.contains("data-way=\"1 0 3 2;=1 0 3 2;=1 0 3 2\""), "{text}");
        assert!(text.contains("data-says=\"step 36: 9 + 9 = 18;step 37: "), "{text}");
        assert!(text.contains("data-at=\"1\"") && text.contains("data-n=\"2\""), "{text}");
        assert_eq!(text.matches("<li>step").count(), 3, "there is a list without the script");
        // The replay starts with this board.
        assert_eq!(text.matches("role=\"img\"").count(), 2, "{text}");
        assert!(!text.contains("<figcaption>dequeued"), "{text}");
    }

    #[test]
    fn steps_that_cannot_be_drawn_are_listed() {
        let mut moment = samples::moment(&(0..12).map(|row| vec![row; 12]).collect(), 9);
        let text = shown(&moment);
        assert!(!text.contains("data-way") && text.contains("<li>step 38"), "{text}");
        moment.around.clear();
        let text = shown(&moment);
        assert!(!text.contains("class=\"way\"") && text.contains("<figcaption>dequeued"), "{text}");
    }
}
