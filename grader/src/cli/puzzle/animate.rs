//! Animates solutions.

use std::io::{self, IsTerminal as _};
use std::thread;
use std::time::Duration;

use oracle::search::boards_along;
use puzzle::report::{ShownAnswer, board};
use report::Layout;

use crate::cli::error::CliError;
use crate::cli::output;

/// Shows the boards of a solution one by one. When the terminal is tall enough, each board will replace the previous
/// one.
///
/// Each board is written in a single call that leaves the cursor below, and the settings of the terminal do not change.
/// This way, the user can interrupt the animation at any time, and we do not need signal handlers.
pub(super) fn run(shown: &ShownAnswer<'_>, pause: u64, layout: &Layout) -> Result<(), CliError> {
    let slides = shown.solved.slides().unwrap_or_default();
    let last = slides.len();
    let in_place = is_in_place(board(shown.grid, layout.width).lines().count() + 1);
    let mut above = 0;
    for (made, grid) in boards_along(shown.grid, slides).enumerate() {
        let tile = made.checked_sub(1).map(|slide| slides[slide].tile);
        let slid = tile.map_or_else(String::new, |tile| format!(": tile {tile} slides"));
        let frame = format!("move {made} of {last}{slid}\n{}", board(&grid, layout.width));
        if in_place {
            // Move up to the previous board, and clear each line before overwriting it.
            let up = if above == 0 { String::new() } else { format!("\x1b[{above}A") };
            let lines: Vec<&str> = frame.lines().collect();
            let text = lines.join("\n\r\x1b[2K");
            output::print(&format!("{up}\r\x1b[2K{text}\n"))?;
            above = frame.lines().count();
            if made < last {
                thread::sleep(Duration::from_millis(pause));
            }
        } else {
            let gap = if made == 0 { "" } else { "\n" };
            output::print(&format!("{gap}{frame}"))?;
        }
    }
    Ok(())
}

/// Returns `true` if the terminal has enough rows to redraw this many lines in place.
fn is_in_place(lines: usize) -> bool {
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    io::stdout().is_terminal()
        && !is_dumb
        && terminal_size::terminal_size().is_some_and(|(_, height)| lines < usize::from(height.0))
}
