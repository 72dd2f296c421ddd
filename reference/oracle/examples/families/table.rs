//! Formats the members' error rates as a table.

use std::fmt::Write;

use crate::matrix::{self, MemberResults};
use crate::member::Member;
use crate::memory::ResultCache;
use crate::pool::{self, BoardOrigin, PoolSize};

/// Formats a row for each member, with the error rate in percent for each kind of board.
pub fn render(members: &[Box<dyn Member>], memory: &ResultCache, jobs: usize) -> String {
    let cases = pool::samples(PoolSize::USUAL);
    let rows = matrix::results_of_members(members, &cases, memory, jobs);
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{}",
        BoardOrigin::SHARES.map(|kind| format!("{:>15}", kind.name())).concat()
    );
    for (member, row) in members.iter().zip(&rows) {
        let _ = writeln!(text, "{}  {}", shares(row), member.name());
    }
    let wrong = rows.iter().filter(|row| row.ought_to_be_shown()).count();
    let _ = writeln!(text, "{} members, {wrong} to be exposed", members.len());
    text
}

fn shares(row: &MemberResults) -> String {
    let cell = |kind| format!("{:>14.1}%", row.failure_share(kind).percent());
    let mark = if row.ought_to_be_shown() { "*" } else { " " };
    format!("{}{mark}", BoardOrigin::SHARES.map(cell).concat())
}
