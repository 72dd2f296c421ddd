//! Runs families of almost correct searches as native code, measures how often they fail, and chooses puzzles that
//! expose them.
//!
//! ```sh
//! cargo run --release -p oracle --example families -- table
//! ```

#![allow(unreachable_pub, reason = "no other crate can use an example's items, so `pub` is enough")]

mod board;
mod choose;
mod curve;
mod draws;
mod evidence;
mod fixtures;
mod guided;
mod held_out;
mod known_families;
mod matrix;
mod member;
mod memory;
mod page;
mod pool;
mod recipe;
mod table;
#[cfg(test)]
mod tests;
mod tree;
mod write;

use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::thread;

use evidence::FamilyEvidence;
use memory::ResultCache;

const USAGE: &str = "\
families table [--held-out]  prints how often each member is wrong
families hard                searches for the hard 4-by-4 puzzle
families choose              chooses the puzzles, writes their file and prints the list
families page                writes docs/puzzles.md for the assignment's list, and prints its tables

To resume an interrupted run, end the command with `--memory FILE`, which stores results in the file.
After changing a member, delete the file.
";

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let mut args: Vec<&str> = args.iter().map(String::as_str).collect();
    let mut memory = ResultCache::default();
    if let [.., "--memory", path] = args.as_slice() {
        memory = match ResultCache::open(Path::new(path)) {
            Ok(memory) => memory,
            Err(error) => return failure(&error),
        };
        args.truncate(args.len() - 2);
    }
    let jobs = thread::available_parallelism().map_or(1, usize::from);
    let done = match args.as_slice() {
        ["table"] => print(&table::render(&known_families::members(), &memory, jobs)),
        ["table", "--held-out"] => print(&table::render(&held_out::members(), &memory, jobs)),
        ["hard"] => print(&format_hard_puzzle()),
        ["choose"] => choose_puzzles(&memory, jobs),
        ["page"] => write_page(&memory, jobs),
        _ => {
            let _ = write!(io::stderr(), "{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failure(&error),
    }
}

fn failure(error: &io::Error) -> ExitCode {
    let _ = writeln!(io::stderr(), "error: {error}");
    ExitCode::FAILURE
}

fn print(text: &str) -> io::Result<()> {
    io::stdout().lock().write_all(text.as_bytes())
}

/// Formats the hard puzzle, which must be in the puzzle file before the others are chosen.
fn format_hard_puzzle() -> String {
    let found = pool::find_hard_board(HARDEST.0, HARDEST.1, 600);
    found.map_or("found none".to_owned(), |(case, own)| {
        format!("# {own} steps in the board's tree\n{}", write::hard_puzzle_entry(&case))
    })
}

/// The model answer's minimum and maximum number of steps on the hard puzzle, without the twin's search.
const HARDEST: (u64, u64) = (150_000, 250_000);

/// Chooses the puzzles, writes the puzzle file, and prints the list, the cost and the number of exposed members.
fn choose_puzzles(memory: &ResultCache, jobs: usize) -> io::Result<()> {
    let evidence =
        FamilyEvidence::gather(known_families::members(), Vec::new(), false, memory, jobs);
    let chosen = choose::choose(&evidence);
    let (file, list) = write::puzzle_file_and_list(&evidence, &chosen);
    fs::write(fixtures::path("puzzles").join(fixtures::OWN), file)?;
    print(&list)?;
    for (name, places) in [("listed now", evidence.listed_indices()), ("chosen", chosen)] {
        let [once, times] =
            [1, choose::TIMES].map(|times| curve::count_exposed(&evidence.known, &places, times));
        print(&format!(
            "# {name}: {} puzzles, cost {}, {once} of {} members exposed, {times} by {}\n",
            places.len(),
            evidence.cost(&places),
            curve::members_to_expose(&evidence.known).count(),
            choose::TIMES,
        ))?;
    }
    Ok(())
}

/// Writes the page `docs/puzzles.md`, and prints the details.
fn write_page(memory: &ResultCache, jobs: usize) -> io::Result<()> {
    let evidence =
        FamilyEvidence::gather(known_families::members(), held_out::members(), true, memory, jobs);
    fs::write(fixtures::path("../docs/puzzles.md"), page::render(&evidence))?;
    print(&page::tables_of_details(&evidence))
}
