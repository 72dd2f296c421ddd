//! Shows the moment at which a search went wrong.

use grade::Moment;
use grade::words::{describe_moment as sentence, moment_boards};
use terminal::draw::Picture;
use terminal::style::Styles;
use terminal::wrap::wrap;

// Boards side by side look separate from three spaces on.
const GAP: usize = 3;

/// Draws the moment, no wider than `width` if possible.
pub(crate) fn picture(moment: &Moment, width: usize, styles: Styles) -> Picture {
    let said = Picture::from_lines(styles.plain, wrap(&sentence(moment), width));
    let boards = moment_boards(moment).into_iter().map(|(caption, node)| {
        let caption = Picture::from_lines(styles.dim, wrap(&caption, width));
        Picture::board(&node.tiles, width).placed_below(caption)
    });
    Picture::arrange_in_rows(boards, GAP, width).placed_below(said)
}
