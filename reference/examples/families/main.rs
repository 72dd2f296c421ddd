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
mod choose;
mod evidence;
mod fixtures;
mod guided;
mod held_out;
mod known;
mod matrix;
mod member;
mod pool;
mod recipe;
mod table;
mod tree;

use std::io::{self, Write};
use std::process::ExitCode;
use std::thread;

const USAGE: &str = "families table [--held-out]   how often each member is wrong";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let jobs = thread::available_parallelism().map_or(1, usize::from);
    let text = match args.as_slice() {
        ["table"] => table::text(&known::members(), jobs),
        ["table", "--held-out"] => table::text(&held_out::members(), jobs),
        ["explore"] => explore(jobs),
        _ => {
            let _ = writeln!(io::stderr(), "{USAGE}");
            return ExitCode::from(2);
        }
    };
    match io::stdout().lock().write_all(text.as_bytes()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::from(2),
    }
}

fn explore(jobs: usize) -> String {
    use std::fmt::Write as _;
    let mut out = String::new();
    let evidence = evidence::Evidence::gather(known::members(), held_out::members(), jobs);
    for judged in &evidence.known {
        let shares: String = pool::Kind::SHARES
            .iter()
            .map(|k| format!("{:6.1}", judged.row.share(*k).percent()))
            .collect();
        let _ = writeln!(
            out,
            "{} {} {:4} {}",
            if judged.counts() { "*" } else { " " },
            shares,
            judged.shown.len(),
            judged.member.name()
        );
    }
    let report = |name: &str, list: &[usize], out: &mut String| {
        let small: Vec<usize> = list
            .iter()
            .copied()
            .filter(|p| (3..=4).contains(&evidence.candidates[*p].board.rows()))
            .collect();
        let _ = writeln!(
            out,
            "{name}: {} puzzles, cost {} (3x3, 4x4: {})",
            list.len(),
            evidence.cost(list),
            evidence.cost(&small)
        );
        for members in [&evidence.known, &evidence.held_out] {
            let counts: Vec<_> = members.iter().filter(|m| m.counts()).collect();
            for times in 1..=3 {
                let n = counts
                    .iter()
                    .filter(|m| m.shown.iter().filter(|p| list.contains(p)).count() >= times)
                    .count();
                let _ = writeln!(out, "  {n} of {} shown {times} times", counts.len());
            }
            for m in counts.iter().filter(|m| !m.shown.iter().any(|p| list.contains(p))) {
                let _ = writeln!(out, "    not: {}", m.member.name());
            }
        }
    };
    let listed = evidence.listed();
    report("OLD", &listed, &mut out);
    let new = choose::choose(&evidence);
    report("NEW", &new, &mut out);
    for place in new {
        let case = &evidence.candidates[place];
        let _ = writeln!(
            out,
            "{:?} {:?} {:?} {:?} {:?}",
            case.kind,
            case.name,
            case.board.rows(),
            case.optimal,
            case.cost
        );
    }
    out
}
