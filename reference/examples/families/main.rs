//! Runs families of nearly right searches natively, tells on how many boards each is wrong, and
//! chooses the puzzles that show them.
//!
//! ```sh
//! cargo run --release -p reference --example families -- table
//! ```

#![allow(
    unreachable_pub,
    reason = "nothing outside of an example can name its items, so `pub` is short"
)]

mod board;
mod held_out;
mod known;
mod member;
mod recipe;
mod tree;

use std::io::{self, Write};
use std::process::ExitCode;

use member::{Manner, Task};

fn main() -> ExitCode {
    let mut out = io::stdout().lock();
    let goal = board::Board::goal(3);
    for member in known::members().iter().chain(&held_out::members()) {
        let task = Task { board: &goal, optimal: Some(0), manner: Manner::MODEL, budget: 1000 };
        let _ = writeln!(out, "{} {:?}", member.name(), member.solve(&task));
    }
    ExitCode::SUCCESS
}
