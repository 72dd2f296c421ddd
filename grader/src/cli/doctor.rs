//! Implements `grader doctor`, which checks whether this machine can grade and shows how to fix problems.

use std::fmt::Write as _;
use std::path::Path;

use anstyle::{AnsiColor, Style};
use assignment::Assignment;
use base::UserError as _;
use base::trust::Distrust;
use embedded::{HAS_SOURCES, RUST_VERSION};
use jail::escape::EscapeAttempt;
use jail::host::find_program;
use jail::{SandboxLayer, StandingLayers};
use sandbox::build::{self, Libraries, Toolchain, cache_folder};
use worker::{Scratch, Workers, check_limits, threads_that_fit};

use super::error::CliError;
use super::exit::Exit;
use super::shared_args::{ColorArgs, JobsArgs};
use super::{browser, output, setup};

const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default().bold();
const WEAK: Style = AnsiColor::Yellow.on_default();

const HELP: &str = "\
This command checks the compiler, the cache, the space for temporary files and the browser. It also
sets up the process sandbox for submissions, and tries everything that it should block from inside
it. The command does not install or change anything. If something is missing, the next line shows
a command that fixes it.

Exit codes:
  0  this machine can grade; with `--require-sandbox`, the process sandbox is also complete
  3  this machine cannot grade";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(super) struct DoctorArgs {
    /// Exit with code 3 if the process sandbox is incomplete, even if this machine can grade
    #[arg(long)]
    pub(super) require_sandbox: bool,

    #[command(flatten)]
    pub(super) color: ColorArgs,
}

pub(super) fn run(args: &DoctorArgs) -> Result<Exit, CliError> {
    let layout = output::output_layout(args.color.color, false);
    let mut page = DoctorPage::new(layout.colour);
    if !HAS_SOURCES {
        page.add_title("Edition");
        page.add_good("for students, with a compiled model answer");
    }
    page.add_title("Limits");
    check_inherited_limits(&mut page);
    page.add_title("Compiler");
    let toolchain = check_compiler(&mut page);
    page.add_title("Cache");
    check_cache(&mut page, toolchain.as_ref());
    page.add_title("Temporary files");
    check_temporary_folder(&mut page);
    page.add_title("Browser");
    check_browser(&mut page);
    page.add_title("Process sandbox");
    check_process_sandbox(&mut page);
    let DoctorPage { mut text, is_able, is_whole, .. } = page;
    let verdict = match (is_able, is_whole) {
        (false, _) => "This machine cannot grade yet. Fix the first marked line.",
        (true, false) => {
            "This machine can grade, but the process sandbox is incomplete, so grading \
             untrusted submissions is riskier. See docs/book/src/trust/security.md."
        }
        (true, true) => "This machine can grade, and the process sandbox is complete.",
    };
    let _ = write!(text, "\n{verdict}\n");
    output::print(&text)?;
    let is_well = is_able && (is_whole || !args.require_sandbox);
    Ok(if is_well { Exit::Passed } else { Exit::GraderFault })
}

struct DoctorPage {
    text: String,
    is_coloured: bool,
    is_able: bool,
    /// Whether the process sandbox is complete.
    is_whole: bool,
}

impl DoctorPage {
    fn new(is_coloured: bool) -> Self {
        Self { text: String::new(), is_coloured, is_able: true, is_whole: true }
    }

    fn add_title(&mut self, title: &str) {
        let gap = if self.text.is_empty() { "" } else { "\n" };
        let _ = writeln!(self.text, "{gap}{title}");
    }

    fn add_line(&mut self, style: Style, mark: &str, text: &str) {
        let style = if self.is_coloured { style } else { Style::new() };
        let _ = writeln!(self.text, "  {style}{mark:<7}{style:#}  {text}");
    }

    fn add_good(&mut self, text: &str) {
        self.add_line(GOOD, "ok", text);
    }

    fn add_missing(&mut self, text: &str, hint: &str) {
        self.is_able = false;
        self.add_line(BAD, "missing", text);
        self.add_line(BAD, "", hint);
    }

    fn add_missing_layer(&mut self, text: &str) {
        self.is_whole = false;
        self.add_line(WEAK, "missing", text);
    }

    /// Adds a problem that does not prevent grading.
    fn add_problem(&mut self, mark: &str, text: &str, hint: &str) {
        self.add_line(WEAK, mark, text);
        self.add_line(WEAK, "", hint);
    }
}

fn check_compiler(page: &mut DoctorPage) -> Option<Toolchain> {
    match Toolchain::find(None) {
        Ok(toolchain) => {
            page.add_good(&format!(
                "{}, {}, with the target {}",
                toolchain.compiler_name_and_version(),
                toolchain.rustc().display(),
                grade::TARGET
            ));
            if !toolchain.is_own_version() {
                let text = format!(
                    "the grader was made for rustc {RUST_VERSION}, and points may depend on the \
                     version"
                );
                let hint = format!(
                    "run {}; the grader uses it unless `RUSTC` or `RUSTUP_TOOLCHAIN` is set",
                    build::install_own_version()
                );
                page.add_problem("other", &text, &hint);
            }
            if let Some(excess) = toolchain.reason_for_wide_access() {
                page.is_whole = false;
                page.add_line(BAD, "open", excess);
            }
            Some(toolchain)
        }
        Err(error) => {
            page.add_missing(&error.to_string(), &error.hint().unwrap_or_default());
            None
        }
    }
}

fn check_cache(page: &mut DoctorPage, toolchain: Option<&Toolchain>) {
    let folder = match cache_folder() {
        Ok(folder) => folder,
        Err((folder, source)) => {
            let why = source.to_string();
            let is_trusted = Distrust::from_io_error(&source).is_none();
            let error = CliError::Cache { folder, source };
            let hint = error.hint().filter(|_| !is_trusted);
            let hint = hint.unwrap_or_else(|| own_folder(build::CACHE_VARIABLE, ".grader-cache"));
            page.add_missing(&format!("{error}: {why}"), &hint);
            return;
        }
    };
    if let Err(error) = tempfile::tempfile_in(&folder) {
        let why =
            format!("cannot write to the cache folder `{}`: {}", folder.display(), error.kind());
        page.add_missing(&why, &own_folder(build::CACHE_VARIABLE, ".grader-cache"));
        return;
    }
    page.add_good(&folder.display().to_string());
    check_free_space(page, &folder);
    if let Some(toolchain) = toolchain {
        let is_ready = Libraries::are_ready(toolchain, &folder);
        page.add_good(if is_ready || !HAS_SOURCES {
            "shared code is already compiled"
        } else {
            "shared code will be compiled with the first submission"
        });
    }
}

/// The minimum free space in bytes. A worker may write a file of this size.
const ROOM: u64 = 256 << 20;

fn check_free_space(page: &mut DoctorPage, folder: &Path) {
    let Some(free) = setup::free_space(folder).filter(|free| *free < ROOM) else { return };
    let text = format!("only {} MiB are free, but grading may need {} MiB", free >> 20, ROOM >> 20);
    page.add_problem(
        "full",
        &text,
        "delete files that you do not need, for example with `cargo clean`",
    );
}

fn check_temporary_folder(page: &mut DoctorPage) {
    let folder = tempfile::env::temp_dir();
    match Scratch::new() {
        Ok(_) => {
            page.add_good(&folder.display().to_string());
            check_free_space(page, &folder);
        }
        Err(error) => {
            let shown = folder.display();
            let own = own_folder(if cfg!(windows) { "TEMP" } else { "TMPDIR" }, "tmp");
            match Distrust::from_io_error(&error) {
                Some(why) => {
                    let message = format!("cannot use the temporary folder `{shown}`: {why}");
                    page.add_missing(&message, &why.hint(&own));
                }
                None => page.add_missing(
                    &format!("cannot write to the temporary folder `{shown}`: {}", error.kind()),
                    &own,
                ),
            }
        }
    }
}

/// Returns commands to create a folder and use it for the grader.
fn own_folder(variable: &str, name: &str) -> String {
    if cfg!(windows) {
        format!("run `mkdir %USERPROFILE%\\{name}` and `setx {variable} %USERPROFILE%\\{name}`")
    } else {
        format!("run `mkdir -m 700 ~/{name}; export {variable}=~/{name}`")
    }
}

/// Checks whether the inherited limits are high enough for the built-in assignment.
fn check_inherited_limits(page: &mut DoctorPage) {
    let memory_mib = Assignment::embedded().limits.memory_mib;
    let threads = threads_that_fit(memory_mib, JobsArgs::default().threads());
    match check_limits(memory_mib, threads) {
        Ok(()) => page.add_good("this shell's limits are high enough"),
        Err(shortages) => {
            for shortage in shortages.all() {
                page.is_able = false;
                page.add_line(BAD, "too low", &shortage.to_string());
            }
            page.add_line(BAD, "", &shortages.hint().unwrap_or_default());
        }
    }
}

fn check_browser(page: &mut DoctorPage) {
    let opener = browser::opener_name();
    if find_program(opener).is_some() {
        page.add_good(&format!("`{opener}`, which `--open` needs, is installed"));
    } else {
        let hint = if cfg!(target_os = "linux") {
            "run `sudo apt install xdg-utils` or a similar command, or open pages yourself"
        } else {
            "open pages yourself"
        };
        page.add_problem("missing", &format!("`{opener}`, which `--open` needs"), hint);
    }
}

fn check_process_sandbox(page: &mut DoctorPage) {
    let (standing, successes) = match Workers::for_reading().try_to_escape() {
        Ok(found) => found,
        Err(error) => {
            let hint =
                "each submission is graded in a separate process, so this machine cannot grade";
            page.add_missing(&error.to_string(), hint);
            return;
        }
    };
    let StandingLayers { raised, missing } = &standing;
    for layer in SandboxLayer::ALL {
        let about = layer.about();
        if let Some(how) = raised.get(&layer) {
            page.add_good(&format!("{layer} ({how}): {about}"));
        } else if let Some(why) = missing.get(&layer) {
            page.add_missing_layer(&format!("{layer}: {about}"));
            page.add_line(WEAK, "", why);
            if let Some(hint) = hint_for_layer(layer) {
                page.add_line(WEAK, "", hint);
            }
        }
    }
    for attempt in EscapeAttempt::ALL {
        let about = attempt.about();
        if successes.contains(&attempt) {
            page.is_whole = false;
            page.add_line(BAD, "open", &format!("inside the sandbox, a process can still {about}"));
        } else {
            page.add_line(GOOD, "stopped", about);
        }
    }
}

fn hint_for_layer(layer: SandboxLayer) -> Option<&'static str> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    match layer {
        SandboxLayer::Limits | SandboxLayer::Descriptors | SandboxLayer::Seccomp => None,
        SandboxLayer::Landlock => Some(
            "Landlock needs Linux 5.13 or newer; if it is not enabled, add `landlock` to the \
             kernel parameter `lsm=`",
        ),
        SandboxLayer::Namespaces => Some(
            "on Ubuntu: `sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0`; elsewhere: \
             `sudo sysctl user.max_user_namespaces=10000`",
        ),
    }
}
