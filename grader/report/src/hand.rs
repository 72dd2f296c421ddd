//! Formats the criteria that are graded by hand.

use grade::hand::CommentLine;
use grade::view::{CriterionView, HandView, View};

use super::plain;

/// Returns the lines about criteria: what they add up to, the points for each, and the comment. Empty if the audience
/// sees none of this.
pub fn hand_lines(view: &View) -> Vec<String> {
    let Some(hand) = &view.hand else { return Vec::new() };
    let mut lines = vec![automatic_line(hand)];
    lines.extend(hand.criteria.iter().map(criterion_line));
    lines.extend(hand.comment.iter().map(comment_line));
    lines
}

/// Returns the points without criteria.
pub fn automatic_line(hand: &HandView) -> String {
    let more = if hand.is_complete { "" } else { "; not everything is graded by hand yet" };
    match hand.automatic {
        Some(score) => format!("without these: {score} / {} points{more}", hand.automatic_max),
        None => format!("without these: no score{more}"),
    }
}

fn criterion_line(criterion: &CriterionView) -> String {
    let CriterionView { id, text, .. } = criterion;
    format!("{id}: {}: {}", criterion.score(), plain::to_clean_line(text))
}

/// Formats a line of the comment for the student, such as `src/solver.rs:42: a name would help`.
pub fn comment_line(line: &CommentLine) -> String {
    let text = plain::to_clean_line(&line.text);
    let place = line.place_text().map(|place| plain::to_clean_line(&place));
    let code = line.code.as_deref().map(|code| format!(" (`{}`)", plain::to_clean_line(code)));
    match place {
        Some(place) => format!("{place}{}: {text}", code.unwrap_or_default()),
        None => text,
    }
}
