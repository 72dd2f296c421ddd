//! Opens files in the system's browser.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use jail::host::{desktop_command, find_program};

use super::error::CliError;

pub(super) fn open_in_browser(file: &Path) -> Result<(), CliError> {
    let (program, arguments) = command_to_open(file);
    let failed = |why: &str| CliError::Misuse {
        message: format!("cannot open a browser: {why}"),
        hint: format!("the page was written; open `{}` in a browser", file.display()),
    };
    let installed = find_program(program);
    let path = installed.ok_or_else(|| failed(&format!("`{program}` is not installed")))?;
    let mut command = desktop_command(&path);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let started = command.spawn();
    let mut child = started.map_err(|error| failed(&format!("cannot run `{program}`: {error}")))?;
    match wait_for_success(&mut child, PATIENCE) {
        Some(false) => Err(failed(&format!("`{program}` failed"))),
        // Some openers become the browser, and will run for as long as it does.
        Some(true) | None => Ok(()),
    }
}

pub(super) fn opener_name() -> &'static str {
    command_to_open(Path::new("")).0
}

/// Returns the program to open files on this system, with arguments.
fn command_to_open(file: &Path) -> (&'static str, Vec<OsString>) {
    // The opener may start in another folder. If there is no current folder, the path is the best we have.
    let file = std::path::absolute(file).unwrap_or_else(|_| file.to_owned()).into_os_string();
    if cfg!(windows) {
        // `start` would take the first quoted argument for a window title.
        ("cmd", ["/C", "start", ""].map(OsString::from).into_iter().chain([file]).collect())
    } else if cfg!(target_os = "macos") {
        ("open", vec![file])
    } else {
        ("xdg-open", vec![file])
    }
}

/// How long to wait for an opener to exit. When there is no browser, this takes almost no time.
/// With a browser, an opener can keep running as long as the window is open, so do not wait for the end.
const PATIENCE: Duration = Duration::from_secs(3);

/// Returns whether the child succeeded, or `None` if it is still running.
fn wait_for_success(child: &mut Child, patience: Duration) -> Option<bool> {
    let begun = Instant::now();
    while begun.elapsed() < patience {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status.success()),
            // Nobody notices this delay.
            Ok(None) => thread::sleep(Duration::from_millis(20)),
            Err(_) => return None,
        }
    }
    None
}
