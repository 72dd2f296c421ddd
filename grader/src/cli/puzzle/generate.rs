//! Implements `grader puzzle generate`, which generates puzzles with a proven number of moves.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs;
use std::num::{NonZeroU64, NonZeroUsize};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use oracle::puzzle::Goal;
use puzzle::form::puzzle_file;
use puzzle::generate::{PuzzleSpec, Sampling, generate, sample};
use puzzle::{BoardFormat, Claim, InputPuzzle};

use super::args::GoalArgs;
use super::input;
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::output;
use crate::cli::progress::TaskProgress;
use crate::cli::shared_args::ColorArgs;
use crate::cli::status_line::StatusLine;

const GENERATE_EXIT_CODES: &str = "\
The same options generate the same puzzles on every machine. Up to 3x3, all boards with the given
number of moves are equally likely. For larger boards, the command tries random walks from the goal
until the number of moves is proven to be in the range.

Examples:
  grader puzzle generate --n 3 --moves 10..20 --count 5

Exit codes:
  0  all puzzles were generated
  1  the random search did not find enough puzzles
  2  usage error, or there are not enough such boards
  3  the grader or this machine is at fault";

#[derive(Debug, clap::Args)]
#[command(after_help = GENERATE_EXIT_CODES)]
pub(super) struct GenerateArgs {
    /// Number of rows
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=127))]
    pub(super) n: u8,

    /// Minimum and maximum number of moves, such as `10..20`
    #[arg(long, value_name = "A..B", value_parser = moves)]
    pub(super) moves: Option<RangeInclusive<usize>>,

    /// Generate unsolvable puzzles whose twins take A to B moves to solve
    #[arg(long, value_name = "A..B", value_parser = moves, conflicts_with = "moves")]
    pub(super) twin_moves: Option<RangeInclusive<usize>>,

    /// Generate unsolvable puzzles; `--moves` then applies to their twins
    #[arg(long)]
    pub(super) unsolvable: bool,

    /// Generate random boards instead, solvable or not, with any number of moves
    #[arg(long, conflicts_with_all = ["moves", "twin_moves", "unsolvable"])]
    pub(super) shuffle: bool,

    /// Generate boards by making this number of random moves from the goal instead; some moves may
    /// cancel out
    #[arg(long, value_name = "MOVES", conflicts_with_all = ["moves", "twin_moves", "unsolvable", "shuffle"])]
    pub(super) walk: Option<usize>,

    /// Number of puzzles
    #[arg(long, value_name = "K", default_value = "10")]
    pub(super) count: NonZeroUsize,

    /// Random seed, which is also the first part of puzzle names
    #[arg(long, value_name = "SEED", default_value = "random", value_parser = seed)]
    pub(super) seed: String,

    #[command(flatten)]
    pub(super) goal: GoalArgs,

    /// Maximum number of nodes to expand when proving the number of moves for one board
    #[arg(long, value_name = "N", default_value = "5000000")]
    pub(super) nodes: NonZeroU64,

    /// Output format [default: toml, or flat if a solution is not known to be the shortest]
    #[arg(long, value_name = "FORMAT")]
    pub(super) format: Option<GenerateFormat>,

    /// Write files to DIR instead of writing to standard output
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,

    #[command(flatten)]
    pub(super) color: ColorArgs,
}

/// The format of new puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum GenerateFormat {
    /// Puzzle file, as in an assignment
    Toml,
    /// Classic format: one file per puzzle, or all puzzles on standard output
    Classic,
    /// List with a name, the number of moves and the tiles on each line
    Flat,
}

/// Parses a number, or a range of moves such as `10..20` or `10..=20`. Both of these ranges include 20.
fn moves(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (least, most) = match text.split_once("..") {
        // Few people would expect 20 to be left out of `10..20`.
        Some((least, most)) => (least, most.strip_prefix('=').unwrap_or(most)),
        None => (text, text),
    };
    let number = |text: &str| {
        let number = text.trim().parse::<u16>().map(usize::from);
        number.map_err(|_| {
            "expected the minimum and maximum number of moves, such as `10..20`".to_owned()
        })
    };
    let (least, most) = (number(least)?, number(most)?);
    if least > most {
        return Err(format!("the range from {least} to {most} is empty"));
    }
    Ok(least..=most)
}

/// Parses a seed, which needs to be valid in puzzle names and file names.
fn seed(text: &str) -> Result<String, String> {
    let is_right = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if text.is_empty() || !text.chars().all(is_right) {
        return Err(
            "a seed can contain only letters, digits, `-` and `_`, because puzzle names start with \
             it"
            .to_owned(),
        );
    }
    Ok(text.to_owned())
}

pub(super) fn run(args: &GenerateArgs) -> Result<Exit, CliError> {
    let way = if args.shuffle { Some(Sampling::Shuffle) } else { args.walk.map(Sampling::Walk) };
    let goal = input::read_goal(&args.goal, 0)?.for_dimension(usize::from(args.n))?;
    let format = choose_format(args, &goal, way)?;
    let wish = match way {
        None => Some(puzzle_spec(args, goal.clone())?),
        Some(_) => None,
    };
    if let Some(folder) = &args.out {
        refuse_file_as_folder(folder)?;
        let unwritable = |source| CliError::Unwritable { path: folder.clone(), source };
        fs::create_dir_all(folder).map_err(unwritable)?;
    }
    let files = match (&wish, way) {
        (Some(wish), _) => {
            let status = StatusLine::new();
            let counter = TaskProgress::new(&status, "found", wish.count);
            let found = generate(wish, &|done| counter.reach(done)).map_err(CliError::Shortage)?;
            output_files(args, format, &command_line(args, &goal, None), Some(wish), &found)
        }
        (None, way) => {
            let found =
                sample(&goal, way.unwrap_or(Sampling::Shuffle), args.count.get(), &args.seed);
            output_files(args, format, &command_line(args, &goal, way), None, &found)
        }
    };
    match &args.out {
        None => {
            let texts: Vec<String> = files.into_iter().map(|(_, text)| text).collect();
            output::print(&texts.join("\n"))?;
        }
        Some(folder) => {
            for (name, text) in files {
                output::write_text(Some(&folder.join(name)), &text)?;
            }
        }
    }
    Ok(Exit::Passed)
}

fn refuse_file_as_folder(out: &Path) -> Result<(), CliError> {
    let ending = out.extension().and_then(OsStr::to_str).unwrap_or_default();
    let is_of_file = ["toml", "txt"].iter().any(|extension| ending.eq_ignore_ascii_case(extension));
    if out.is_dir() || !(is_of_file || out.exists()) {
        return Ok(());
    }
    Err(CliError::Misuse {
        message: format!("`{}` looks like a file, but `--out` needs a folder", out.display()),
        hint: "leave out `--out` and redirect the output, as in `> puzzles.toml`".to_owned(),
    })
}

/// Returns the output format, or an error if the puzzles cannot be written in it.
fn choose_format(
    args: &GenerateArgs,
    goal: &Goal,
    way: Option<Sampling>,
) -> Result<GenerateFormat, CliError> {
    let usual = if way.is_some() { GenerateFormat::Flat } else { GenerateFormat::Toml };
    let format = args.format.unwrap_or(usual);
    let problem = match format {
        GenerateFormat::Toml if way.is_some() => {
            "a puzzle file must state the number of moves for each puzzle"
        }
        GenerateFormat::Toml if !goal.is_blank_last() => {
            "a puzzle file supports only the assignment's goal, with the blank last"
        }
        _ => return Ok(format),
    };
    Err(CliError::Misuse {
        message: problem.to_owned(),
        hint: "use `--format flat` or `--format classic`".to_owned(),
    })
}

fn puzzle_spec(args: &GenerateArgs, goal: Goal) -> Result<PuzzleSpec, CliError> {
    let is_unsolvable = args.unsolvable || args.twin_moves.is_some();
    let moves = args.twin_moves.clone().or_else(|| args.moves.clone());
    let Some(moves) = moves else {
        return Err(CliError::Misuse {
            message: "the number of moves is missing".to_owned(),
            hint: "use `--moves`, or `--twin-moves` for unsolvable puzzles; `--shuffle` and \
                   `--walk` generate boards without proving the number of moves"
                .to_owned(),
        });
    };
    Ok(PuzzleSpec {
        goal,
        moves,
        is_unsolvable,
        count: args.count.get(),
        seed: args.seed.clone(),
        nodes: args.nodes.get(),
    })
}

/// Formats the puzzles as named files. Random boards have no specification.
fn output_files(
    args: &GenerateArgs,
    format: GenerateFormat,
    origin: &str,
    wish: Option<&PuzzleSpec>,
    found: &[InputPuzzle],
) -> Vec<(String, String)> {
    let n = args.n;
    let stem = format!("{}-{n}x{n}", args.seed);
    match (format, wish) {
        (GenerateFormat::Toml, Some(wish)) => {
            let (kind, whose) = if wish.is_unsolvable {
                ("unsolvable puzzles", "whose twins take")
            } else {
                ("puzzles", "that take")
            };
            let first = format!(
                "{} {kind} with {n}x{n} boards {whose} {} moves, proven.",
                found.len(),
                range_text(&wish.moves, " to ")
            );
            let remarks = [first, format!("Made by: {origin}")];
            vec![(format!("{stem}.toml"), puzzle_file(found, &remarks, "grader puzzle generate"))]
        }
        (GenerateFormat::Classic, _) => {
            let file = |puzzle: &InputPuzzle| {
                let name = puzzle.name.as_deref().unwrap_or_default();
                (format!("{name}.txt"), BoardFormat::Classic.write(&puzzle.grid) + "\n")
            };
            found.iter().map(file).collect()
        }
        (GenerateFormat::Flat | GenerateFormat::Toml, wish) => {
            let mut text = format!("# {origin}\n");
            text.push_str(match wish {
                Some(wish) if wish.is_unsolvable => "# Unsolvable puzzles: name, tiles\n",
                Some(_) => "# Name, number of moves, tiles\n",
                None => "# Name, tiles\n",
            });
            for puzzle in found {
                let name = puzzle.name.as_deref().unwrap_or_default();
                let moves = match puzzle.claim {
                    Some(Claim::Moves(moves)) => format!(" {moves}"),
                    _ => String::new(),
                };
                let _ = writeln!(text, "{name}{moves} {}", BoardFormat::Flat.write(&puzzle.grid));
            }
            vec![(format!("{stem}.txt"), text)]
        }
    }
}

fn command_line(args: &GenerateArgs, goal: &Goal, way: Option<Sampling>) -> String {
    let kind = match (way, &args.twin_moves, &args.moves) {
        (Some(Sampling::Shuffle), ..) => "--shuffle".to_owned(),
        (Some(Sampling::Walk(moves)), ..) => format!("--walk {moves}"),
        (None, Some(moves), _) => format!("--twin-moves {}", range_text(moves, "..")),
        (None, None, Some(moves)) if args.unsolvable => {
            format!("--twin-moves {}", range_text(moves, ".."))
        }
        (None, None, Some(moves)) => format!("--moves {}", range_text(moves, "..")),
        (None, None, None) => String::new(),
    };
    let GenerateArgs { n, count, seed, .. } = args;
    let mut origin = format!("grader puzzle generate --n {n} {kind} --count {count} --seed {seed}");
    if !goal.is_blank_last() {
        let _ = write!(origin, " --goal \"{}\"", BoardFormat::Slashes.write(goal.grid()));
    }
    origin
}

fn range_text(moves: &RangeInclusive<usize>, between: &str) -> String {
    let (least, most) = (moves.start(), moves.end());
    if least == most { least.to_string() } else { format!("{least}{between}{most}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn move_ranges_are_inclusive() {
        assert_eq!(moves("10..20"), Ok(10..=20));
        assert_eq!(moves("10..=20"), Ok(10..=20));
        assert_eq!(moves("7"), Ok(7..=7));
        for wrong in ["", "..", "5..", "..5", "9..3", "a..b", "-1..3", "99999"] {
            assert!(moves(wrong).is_err(), "{wrong}");
        }
    }
}
