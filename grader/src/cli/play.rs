//! Implements `grader play`, which writes a page with the puzzle and its searches.

use std::borrow::Cow;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use base::UserError;
use base::digest::PartsHash;
use base::input::InputText;
use base::regular;
use player::engine::{Compiler, EngineError};
use player::trace::{self, Trace};
use player::{PageGoal, Start};
use puzzle::GoalChoice;
use sandbox::build::{self, Toolchain};
use slider::Tile;

use super::browser;
use super::error::CliError;
use super::exit::Exit;
use super::output;
use super::puzzle::args::{FORMS, GoalArgs, InputArgs};
use super::puzzle::input::{self, PuzzleTask};
use super::shared_args::ColorArgs;
use super::status_line::StatusLine;

const EXAMPLES: &str = "\
Examples:
  grader play --open
  grader play puzzle04.txt --out monday.html
  grader play 8 1 3 4 0 2 7 6 5 --goal spiral
  grader play --trace search.jsonl";

#[derive(Debug, clap::Args)]
#[command(after_help = format!("{FORMS}\n\n{EXAMPLES}"))]
pub(super) struct PlayArgs {
    /// Puzzle to start with: a file, `-` for standard input, or the tiles
    #[arg(value_name = "FILE|TILES")]
    puzzle: Vec<String>,

    /// Name of the puzzle, if there is more than one
    #[arg(long, value_name = "NAME", requires = "puzzle")]
    name: Option<String>,

    /// Tile that stands for the blank; the other tiles are then numbered from 1 in order
    #[arg(long, value_name = "TILE", default_value_t = 0, hide_default_value = true)]
    blank: Tile,

    #[command(flatten)]
    goal: GoalArgs,

    /// Show the search recorded in FILE next to the model's search on the same puzzle
    #[arg(long, value_name = "FILE", conflicts_with_all = ["puzzle", "goal", "blank"])]
    trace: Option<PathBuf>,

    /// Write the page to FILE
    #[arg(long, value_name = "FILE", default_value = "puzzle.html")]
    out: PathBuf,

    /// Overwrite FILE even if it is not a `grader play` page
    #[arg(long)]
    force: bool,

    /// Open the page in a browser
    #[arg(long)]
    open: bool,

    #[command(flatten)]
    pub(super) color: ColorArgs,
}

pub(super) fn run(args: &PlayArgs) -> Result<Exit, CliError> {
    let start = starting_puzzle(args)?;
    output::check_writable(&args.out)?;
    if !args.force {
        refuse_other_file(&args.out)?;
    }
    let page = player::page(&start, &load_engine()?);
    if args.force {
        output::write_bytes(&args.out, page.as_bytes())?;
    } else {
        output::replace_file(&args.out, page.as_bytes())?;
    }
    let page = args.out.display();
    if args.open {
        output::print(&format!("{page}\n"))?;
        browser::open_in_browser(&args.out)?;
    } else {
        output::print(&format!("{page}: open this page in a browser, or use `--open`\n"))?;
    }
    Ok(Exit::Passed)
}

/// Returns the page's engine. If the program does not include it, then it will be compiled once and stored in the
/// cache.
fn load_engine() -> Result<Cow<'static, [u8]>, CliError> {
    if let Some(module) = player::engine::embedded_engine() {
        return Ok(module.into());
    }
    let status = StatusLine::new();
    let toolchain = Toolchain::find(Some(&|text| status.show_step(text, true)))?;
    let cache =
        build::cache_folder().map_err(|(folder, source)| CliError::Cache { folder, source })?;
    let key = PartsHash::from_value(&(player::engine::identity(), toolchain.identity()));
    let name = format!("player-{}", key.half_of_hex());
    let folder = build::fill_cache(&cache, &name, |folder| {
        status.show_step("compiling the page's engine (first run only)", true);
        let work = tempfile::tempdir_in(folder)?;
        let (command, library_names) = (&|| toolchain.command(), toolchain.library_names());
        let module = player::engine::load_or_compile_engine(
            &Compiler { command, library_names },
            work.path(),
        )?;
        fs::write(folder.join(ENGINE), module).map_err(EngineError::File)
    });
    let module = folder.and_then(|folder| Ok(regular::read_file(&folder.join(ENGINE))?));
    Ok(module.map_err(CliError::Engine)?.into())
}

const ENGINE: &str = "engine.wasm";

/// Returns the puzzle to start with, and the goal.
fn starting_puzzle(args: &PlayArgs) -> Result<Start, CliError> {
    if let Some(file) = &args.trace {
        return start_from_trace(file);
    }
    let choice = input::read_goal(&args.goal, args.blank)?;
    if args.puzzle.is_empty() {
        if let GoalChoice::Board(grid) = &choice {
            check_size(grid.dimension())?;
        }
        return Ok(Start { goal: page_goal(&choice), ..Start::default() });
    }
    let input = InputArgs {
        puzzle: args.puzzle.clone(),
        name: args.name.clone(),
        blank: args.blank,
        goal: GoalArgs { goal: args.goal.goal.clone() },
    };
    let PuzzleTask { found, .. } = input::read_one_task(&input)?;
    check_size(found.grid.dimension())?;
    Ok(Start {
        board: Some(found.grid.cells().to_vec()),
        goal: page_goal(&choice),
        name: found.name.or_else(|| file_name(&args.puzzle)),
        trace: None,
    })
}

fn start_from_trace(file: &Path) -> Result<Start, CliError> {
    let text = base::input::read_text(file)?;
    let trace = Trace::parse(&text).map_err(|malformed| {
        let line = malformed.line - 1;
        let starts = text.split_inclusive('\n').scan(0, |end, line| {
            let start = *end;
            *end += line.len();
            Some(start..start + line.trim_end().len())
        });
        let span = starts.into_iter().nth(line).unwrap_or_default();
        let name = base::input::display_path(file);
        InputText { file: &name, text: &text }.error(span, &NotATrace(malformed.reason))
    })?;
    Ok(Start {
        board: Some(trace.board().cells().to_vec()),
        goal: PageGoal::Tiles(trace.goal().grid().cells().to_vec()),
        name: trace.name().map(str::to_owned),
        trace: Some(text),
    })
}

#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct NotATrace(trace::InvalidLine);

impl UserError for NotATrace {
    fn hint(&self) -> Option<String> {
        match self.0 {
            trace::InvalidLine::NotATrace => Some(
                "a trace is a JSON Lines file; see the `grader play` page in the book".to_owned(),
            ),
            _ => None,
        }
    }
}

fn page_goal(choice: &GoalChoice) -> PageGoal {
    use oracle::puzzle::Arrangement;
    match choice {
        GoalChoice::Arranged(Arrangement::BlankLast) => PageGoal::BlankLast,
        GoalChoice::Arranged(Arrangement::BlankFirst) => PageGoal::BlankFirst,
        GoalChoice::Arranged(Arrangement::Spiral) => PageGoal::Spiral,
        GoalChoice::Board(grid) => PageGoal::Tiles(grid.cells().to_vec()),
    }
}

/// Returns the puzzle's file name, in case it has no other name.
fn file_name(puzzle: &[String]) -> Option<String> {
    let [file] = puzzle else { return None };
    let file = Path::new(file);
    file.is_file().then(|| file.file_name().map(|name| name.to_string_lossy().into_owned()))?
}

fn check_size(n: usize) -> Result<(), CliError> {
    if player::ROWS.contains(&n) {
        return Ok(());
    }
    let (least, most) = (player::ROWS.start(), player::ROWS.end());
    Err(CliError::Misuse {
        message: format!(
            "the page supports boards with {least} to {most} rows, but this board has {n} rows"
        ),
        hint: "use `grader puzzle solve` for boards with up to 127 rows".to_owned(),
    })
}

/// Returns an error if the output file exists but is not from this command. A link is not, since a student's folder may
/// contain one that leads elsewhere.
fn refuse_other_file(out: &Path) -> Result<(), CliError> {
    let mut first = Vec::new();
    // The mark of a page is in its first lines. The rest may have any size.
    match regular::open_regular_no_link(out)
        .and_then(|file| file.take(4096).read_to_end(&mut first))
    {
        Ok(_) if player::is_page(&first) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Ok(_) | Err(_) => Err(CliError::Misuse {
            message: format!("`{}` already exists, and is not a `grader play` page", out.display()),
            hint: "use another file for `--out`, or overwrite this one with `--force`".to_owned(),
        }),
    }
}
