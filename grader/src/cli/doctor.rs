//! `grader doctor`: what this machine has of what grading needs, and how to get the rest.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use jail::trial::Attempt;
use jail::{Layer, Standing};
use sandbox::build::{Libraries, Toolchain, cache_folder};
use worker::Workers;

use super::args::DoctorArgs;
use super::error::CliError;
use super::exit::Exit;
use super::output;

const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default().bold();
const WEAK: Style = AnsiColor::Yellow.on_default();

pub(super) fn run(args: &DoctorArgs) -> Result<Exit, CliError> {
    let layout = output::layout(args.color.color, false);
    let mut page = Page::new(layout.colour);
    page.title("Compiler");
    let toolchain = compiler(&mut page);
    page.title("Cache");
    cache(&mut page, toolchain.as_ref());
    page.title("Wall around submissions");
    wall(&mut page);
    let Page { mut text, is_able, is_whole, .. } = page;
    let verdict = match (is_able, is_whole) {
        (false, _) => "This machine cannot grade yet.",
        (true, false) => {
            "This machine can grade. What is missing of the wall makes submissions of strangers a \
             greater risk: see docs/book/src/trust/security.md."
        }
        (true, true) => "This machine can grade, and nothing is missing.",
    };
    let _ = write!(text, "\n{verdict}\n");
    output::print(&text)?;
    let is_well = is_able && (is_whole || !args.sandbox.require_sandbox);
    Ok(if is_well { Exit::Passed } else { Exit::GraderFault })
}

/// The findings.
struct Page {
    text: String,
    /// Whether the text has colours.
    is_coloured: bool,
    /// Whether everything is there without which there is no grade.
    is_able: bool,
    /// Whether the wall is whole.
    is_whole: bool,
}

impl Page {
    fn new(is_coloured: bool) -> Self {
        Self { text: String::new(), is_coloured, is_able: true, is_whole: true }
    }

    fn title(&mut self, title: &str) {
        let gap = if self.text.is_empty() { "" } else { "\n" };
        let _ = writeln!(self.text, "{gap}{title}");
    }

    fn line(&mut self, style: Style, mark: &str, text: &str) {
        let style = if self.is_coloured { style } else { Style::new() };
        let _ = writeln!(self.text, "  {style}{mark:<7}{style:#}  {text}");
    }

    fn good(&mut self, text: &str) {
        self.line(GOOD, "ok", text);
    }

    fn bad(&mut self, text: &str, hint: &str) {
        self.is_able = false;
        self.line(BAD, "missing", text);
        self.line(BAD, "", hint);
    }

    fn weak(&mut self, text: &str) {
        self.is_whole = false;
        self.line(WEAK, "missing", text);
    }
}

fn compiler(page: &mut Page) -> Option<Toolchain> {
    match Toolchain::find(None) {
        Ok(toolchain) => {
            page.good(&format!(
                "{}, {}, with the target {}",
                toolchain.release(),
                toolchain.rustc().display(),
                grade::TARGET
            ));
            Some(toolchain)
        }
        Err(error) => {
            page.bad(&error.to_string(), &error.hint());
            None
        }
    }
}

fn cache(page: &mut Page, toolchain: Option<&Toolchain>) {
    let folder = match cache_folder() {
        Ok(folder) => folder,
        Err((folder, source)) => {
            let why = source.to_string();
            let error = CliError::Cache { folder, source };
            page.bad(&format!("{error}: {why}"), &error.hint().unwrap_or_default());
            return;
        }
    };
    page.good(&folder.display().to_string());
    if let Some(toolchain) = toolchain {
        let is_ready = Libraries::are_ready(toolchain, &folder);
        page.good(if is_ready {
            "what all submissions share is compiled"
        } else {
            "what all submissions share is compiled with the first of them"
        });
    }
}

fn wall(page: &mut Page) {
    let (standing, successes) = match Workers::readers().try_wall() {
        Ok(found) => found,
        Err(error) => {
            let hint = "a submission is graded in a process of its own, so nothing can be";
            page.bad(&error.to_string(), hint);
            return;
        }
    };
    let Standing { raised, missing } = &standing;
    for layer in Layer::ALL {
        let about = layer.about();
        if let Some(how) = raised.get(&layer) {
            page.good(&format!("{layer} ({how}): {about}"));
        } else if let Some(why) = missing.get(&layer) {
            page.weak(&format!("{layer}: {about}"));
            page.line(WEAK, "", why);
            if let Some(hint) = mend(layer) {
                page.line(WEAK, "", hint);
            }
        }
    }
    for attempt in Attempt::ALL {
        let about = attempt.about();
        if successes.contains(&attempt) {
            page.is_whole = false;
            page.line(BAD, "open", &format!("behind the wall, a process can {about}"));
        } else {
            page.line(GOOD, "stopped", about);
        }
    }
}

/// The way to get a layer, where there is one.
fn mend(layer: Layer) -> Option<&'static str> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    match layer {
        Layer::Limits | Layer::Descriptors | Layer::Seccomp => None,
        Layer::Landlock => Some(
            "a kernel from 5.13 on has it; where it is not turned on, add `landlock` to the list \
             `lsm=` that the kernel is started with",
        ),
        Layer::Namespaces => Some(
            "on Ubuntu: `sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0`; elsewhere: \
             `sudo sysctl user.max_user_namespaces=10000`",
        ),
    }
}
