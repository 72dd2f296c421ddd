//! `grader puzzle generate`: new puzzles, proven.

use std::fmt::Write as _;
use std::fs;
use std::ops::RangeInclusive;

use super::args::{GenerateArgs, GenerateFormat};
use super::input;
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::output;
use crate::cli::status_line::StatusLine;
use crate::puzzle::form::puzzle_file;
use crate::puzzle::generate::{Wish, generate};
use crate::puzzle::{Claim, Form, Found};

pub(super) fn run(args: &GenerateArgs) -> Result<Exit, CliError> {
    let wish = wish(args)?;
    if args.format == GenerateFormat::Toml && !wish.goal.is_blank_last() {
        return Err(CliError::Misuse {
            message: "a puzzle file has the assignment's goal, with the blank last".to_owned(),
            hint: "for another goal use `--format flat` or `--format classic`".to_owned(),
        });
    }
    if let Some(folder) = &args.out {
        let unwritable = |source| CliError::Unwritable { path: folder.clone(), source };
        fs::create_dir_all(folder).map_err(unwritable)?;
    }
    let status = StatusLine::new();
    let progress = |done: usize| status.say(&format!("found {done} of {}", wish.count), false);
    let found = generate(&wish, &progress)?;
    status.clear();
    let files = files(args, &wish, &found);
    match &args.out {
        None => {
            let texts: Vec<String> = files.into_iter().map(|(_, text)| text).collect();
            output::print(&texts.join("\n"))?;
        }
        Some(folder) => {
            for (name, text) in files {
                output::write(Some(&folder.join(name)), &text)?;
            }
        }
    }
    Ok(Exit::Passed)
}

fn wish(args: &GenerateArgs) -> Result<Wish, CliError> {
    let is_unsolvable = args.unsolvable || args.twin_moves.is_some();
    let moves = args.twin_moves.clone().or_else(|| args.moves.clone());
    let Some(moves) = moves else {
        return Err(CliError::Misuse {
            message: "it is not said how many moves the puzzles should take".to_owned(),
            hint: "give `--moves`, or `--twin-moves` for puzzles without a solution".to_owned(),
        });
    };
    let goal = input::goal(&args.goal, 0)?.of(usize::from(args.n))?;
    Ok(Wish {
        goal,
        moves,
        is_unsolvable,
        count: args.count.get(),
        seed: args.seed.clone(),
        nodes: args.nodes.get(),
    })
}

/// The files, each with its name.
fn files(args: &GenerateArgs, wish: &Wish, found: &[Found]) -> Vec<(String, String)> {
    let n = args.n;
    let stem = format!("{}-{n}x{n}", wish.seed);
    let origin = format!("grader puzzle generate {}", options(args, wish));
    match args.format {
        GenerateFormat::Toml => {
            let whose = if wish.is_unsolvable {
                "without a solution, whose twins take"
            } else {
                "that take"
            };
            let first = format!(
                "{} puzzles of {n}-by-{n} {whose} {} moves, proven.",
                found.len(),
                range(&wish.moves, " to ")
            );
            let remarks = [first, format!("Made by: {origin}")];
            vec![(format!("{stem}.toml"), puzzle_file(found, &remarks, "grader puzzle generate"))]
        }
        GenerateFormat::Flat => {
            let mut text = format!("# {origin}\n");
            text.push_str(if wish.is_unsolvable {
                "# Puzzles without a solution: a name, the tiles\n"
            } else {
                "# A name, the moves, the tiles\n"
            });
            for puzzle in found {
                let name = puzzle.name.as_deref().unwrap_or_default();
                let moves = match puzzle.claim {
                    Some(Claim::Moves(moves)) => format!(" {moves}"),
                    _ => String::new(),
                };
                let _ = writeln!(text, "{name}{moves} {}", Form::Flat.write(&puzzle.grid));
            }
            vec![(format!("{stem}.txt"), text)]
        }
        GenerateFormat::Classic => {
            let file = |puzzle: &Found| {
                let name = puzzle.name.as_deref().unwrap_or_default();
                (format!("{name}.txt"), Form::Classic.write(&puzzle.grid) + "\n")
            };
            found.iter().map(file).collect()
        }
    }
}

/// The options that give these puzzles again.
fn options(args: &GenerateArgs, wish: &Wish) -> String {
    let kind = if wish.is_unsolvable { "twin-moves" } else { "moves" };
    let mut options = format!(
        "--n {} --{kind} {} --count {} --seed {}",
        args.n,
        range(&wish.moves, ".."),
        wish.count,
        wish.seed
    );
    if !wish.goal.is_blank_last() {
        let _ = write!(options, " --goal \"{}\"", Form::Slashes.write(wish.goal.grid()));
    }
    options
}

fn range(moves: &RangeInclusive<usize>, between: &str) -> String {
    let (least, most) = (moves.start(), moves.end());
    if least == most { least.to_string() } else { format!("{least}{between}{most}") }
}
