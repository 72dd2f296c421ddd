//! Opens files in the browser, as the system does.

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::error::CliError;

/// Has the system open a file in the browser.
pub(super) fn open(file: &Path) -> Result<(), CliError> {
    let (program, arguments) = opener(file);
    let failed = |why: &str| CliError::Misuse {
        message: format!("cannot open a browser: {why}"),
        hint: format!("the page was written; open `{}` in a browser", file.display()),
    };
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let started = command.spawn();
    let mut child = started.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => failed(&format!("`{program}` is not installed")),
        _ => failed(&format!("cannot run `{program}`: {error}")),
    })?;
    match ended(&mut child, PATIENCE) {
        Some(false) => Err(failed(&format!("`{program}` failed"))),
        // An opener may become the browser, and then goes on as long as that.
        Some(true) | None => Ok(()),
    }
}

/// The program by which the system opens a file.
pub(super) fn opener_name() -> &'static str {
    opener(Path::new("")).0
}

/// The system's own way to open a file.
fn opener(file: &Path) -> (&'static str, Vec<OsString>) {
    let file = std::path::absolute(file).unwrap_or_else(|_| file.to_owned()).into_os_string();
    if cfg!(windows) {
        // The first text in quotes would be a title.
        ("cmd", ["/C", "start", ""].map(OsString::from).into_iter().chain([file]).collect())
    } else if cfg!(target_os = "macos") {
        ("open", vec![file])
    } else {
        ("xdg-open", vec![file])
    }
}

/// How long an opener is watched. One that finds no browser says so within moments.
const PATIENCE: Duration = Duration::from_secs(3);

/// Whether the child has ended well, or nothing if it has not ended in time.
fn ended(child: &mut Child, patience: Duration) -> Option<bool> {
    let begun = Instant::now();
    while begun.elapsed() < patience {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status.success()),
            Ok(None) => thread::sleep(Duration::from_millis(20)),
            Err(_) => return None,
        }
    }
    None
}
