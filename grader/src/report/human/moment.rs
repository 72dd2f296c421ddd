//! The moment in which a search went wrong: two boards and a sentence.

use crate::grade::Moment;
use crate::grade::words::{moment as sentence, moment_boards};
use crate::report::draw::Picture;
use crate::report::style::Styles;
use crate::report::wrap::wrap;

/// The space between boards.
const GAP: usize = 3;

/// The moment as a picture, no wider than `width` if that can be.
pub(in crate::report) fn picture(moment: &Moment, width: usize, styles: Styles) -> Picture {
    let said = Picture::text(styles.plain, wrap(&sentence(moment), width));
    let boards = moment_boards(moment).into_iter().map(|(caption, node)| {
        let caption = Picture::text(styles.dim, wrap(&caption, width));
        Picture::board(&node.tiles, width).below(caption)
    });
    Picture::flow(boards, GAP, width).below(said)
}
