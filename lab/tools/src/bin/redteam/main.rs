//! The red team: submits the attacks in `fixtures/submissions/hostile` to the real grader, and reports which ones
//! succeed.
//!
//! ```sh
//! cargo build -p grader && cargo run -p tools --bin redteam          # all attacks, takes a few minutes
//! cargo run -p tools --bin redteam -- --only host/                   # attacks with this text in their names
//! cargo run -p tools --bin redteam -- --sample 20 --seed 7           # 20 random attacks
//! cargo run -p tools --bin redteam -- --class                        # a class with some attacks in it
//! cargo run -p tools --bin redteam -- --without landlock,seccomp     # a process sandbox with fewer layers
//! ```

mod archive;
mod attack;
mod class;
mod field;
mod folder;
mod make;
mod names;
mod page;
mod trial;
mod watch;

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write as _};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use base::seed::next_random;
use clap::Parser;
use jail::{SandboxLayer, SandboxLayers};

use crate::field::Field;
use crate::trial::TrialOptions;

/// Runs the red-team attacks against the grader.
///
/// The exit code is 0 if no attack gains anything, 1 if one does, 2 for invalid usage, and 3 if the attacks cannot be
/// run.
#[derive(Debug, Parser)]
#[command(name = "redteam")]
struct Args {
    /// Run only attacks whose names contain TEXT, such as `host/`
    #[arg(long, value_name = "TEXT", num_args = 1..)]
    only: Vec<String>,

    /// Try only this number of random attacks
    #[arg(long, value_name = "N")]
    sample: Option<usize>,

    /// The seed for `--sample`
    #[arg(long, value_name = "N", default_value_t = 0, requires = "sample")]
    seed: u64,

    /// Maximum number of attacks to run at once
    #[arg(long, value_name = "N", default_value = "1")]
    jobs: NonZeroUsize,

    /// Path to the grader [default: in the folder of this program]
    #[arg(long, value_name = "FILE")]
    grader: Option<PathBuf>,

    /// Write the documentation page to FILE
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Time limit for each run in seconds; increase it only on a busy machine
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    seconds: u64,

    /// Keep the folders and print their paths
    #[arg(long)]
    keep: bool,

    /// Compare the grades of honest submissions in a class with and without attacks
    #[arg(long)]
    class: bool,

    /// Print the attacks without running them
    #[arg(long)]
    list: bool,

    /// Disable layers of the process sandbox, such as `landlock,seccomp`, to test the other layers
    #[arg(long, value_name = "LAYERS", conflicts_with = "grader", value_delimiter = ',')]
    without: Vec<String>,
}

/// The name of the hidden subcommand to run the grader with certain layers, followed by the list of layers and the
/// grader's arguments.
const WITH_LAYERS: &str = "internal-with-layers";

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    // With `--without`, the grader uses this program as its worker.
    if let Some(exit) = grader::cli::run_internal_command(&arguments) {
        return exit;
    }
    if let [program, command, layers, rest @ ..] = &arguments[..]
        && command == WITH_LAYERS
    {
        let names = layers.to_string_lossy();
        names
            .split(',')
            .filter_map(SandboxLayer::named)
            .collect::<SandboxLayers>()
            .restrict_process_once();
        return grader::cli::run([std::slice::from_ref(program), rest].concat());
    }
    match run(&Args::parse()) {
        Ok(exit) => exit,
        Err(error) => {
            // If standard error is closed, the exit code alone will report the failure.
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::from(3)
        }
    }
}

fn run(args: &Args) -> io::Result<ExitCode> {
    let workspace = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let mut attacks = attack::load(&workspace.join("fixtures/submissions/hostile"))?;
    if !args.only.is_empty() {
        attacks.retain(|attack| args.only.iter().any(|only| attack.name.contains(only)));
    }
    if let Some(count) = args.sample {
        attacks = draw_attacks(attacks, count, args.seed);
    }
    if args.list {
        let line = |attack: &attack::Attack| format!("{}: {}\n", attack.name, attack.about);
        return print(&attacks.iter().map(line).collect::<String>()).map(|()| ExitCode::SUCCESS);
    }
    if attacks.is_empty() {
        print("no attack has that in its name\n")?;
        return Ok(ExitCode::from(2));
    }
    let unknown = |name: &&String| SandboxLayer::named(name).is_none();
    if let Some(name) = args.without.iter().find(unknown) {
        print(&format!("there is no layer `{name}`\n"))?;
        return Ok(ExitCode::from(2));
    }
    let is_left = |layer: &SandboxLayer| !args.without.iter().any(|name| name == layer.name());
    let left: Vec<&str> =
        SandboxLayer::ALL.into_iter().filter(is_left).map(SandboxLayer::name).collect();
    let grader = match &args.grader {
        Some(grader) => vec![std::path::absolute(grader)?.into_os_string()],
        None if args.without.is_empty() => vec![grader_beside()?.into_os_string()],
        None => vec![
            std::env::current_exe()?.into_os_string(),
            WITH_LAYERS.into(),
            left.join(",").into(),
        ],
    };
    let mut field = Field::set_up(workspace, &grader)?;
    if args.keep {
        field.keep_folder();
        print(&format!("kept in {}\n", field.path("").display()))?;
    }
    field.warm_up()?;
    let most = Duration::from_secs(args.seconds);
    if args.class {
        // A class has fifty submissions, a few of them at a time.
        let (text, is_well) = class::compare(&field, &attacks, args.jobs.get(), most * 20)?;
        print(&text)?;
        return Ok(ExitCode::from(u8::from(!is_well)));
    }
    let way = TrialOptions { most, is_kept: args.keep };
    let (outcomes, errors) = trial::try_all(&field, &attacks, args.jobs.get(), way);
    print(&page::human(&outcomes, way))?;
    if !errors.is_empty() {
        // The page must contain all attacks, so it is not written.
        let all: Vec<String> = errors.iter().map(ToString::to_string).collect();
        return Err(io::Error::other(format!("not run: {}", all.join("; "))));
    }
    if let Some(out) = &args.out {
        fs::write(out, page::markdown(&outcomes, way))?;
    }
    let gained = outcomes.iter().any(|outcome| !outcome.gains.is_empty());
    Ok(ExitCode::from(u8::from(gained)))
}

/// Draws `count` attacks, in their original order.
fn draw_attacks(attacks: Vec<attack::Attack>, count: usize, seed: u64) -> Vec<attack::Attack> {
    let mut random = seed;
    let mut drawn: Vec<_> =
        attacks.into_iter().map(|attack| (next_random(&mut random), attack)).collect();
    // The smallest random numbers choose the sample, and then the names restore the order.
    drawn.sort_by_key(|(number, _)| *number);
    drawn.truncate(count);
    drawn.sort_by(|(_, one), (_, other)| one.name.cmp(&other.name));
    drawn.into_iter().map(|(_, attack)| attack).collect()
}

/// Returns the path of the grader next to this program.
fn grader_beside() -> io::Result<PathBuf> {
    Ok(std::env::current_exe()?.with_file_name("grader"))
}

fn print(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()
}
