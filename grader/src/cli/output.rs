//! Writes to standard output and to files.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use base::whole_file;
use clap::ValueEnum;
use report::Layout;

use super::error::CliError;

/// When to use color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Color {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

pub(super) fn output_layout(color: Color, to_file: bool) -> Layout {
    let to_terminal = !to_file && io::stdout().is_terminal();
    let mut layout = Layout { colour: has_colour(color, to_terminal), ..Layout::default() };
    if to_terminal && let Some((width, _)) = terminal_size::terminal_size() {
        layout.width = usize::from(width.0);
    }
    layout
}

/// Returns `true` if the terminal, for example inside an editor, can neither move its cursor nor clear a line.
pub(super) fn is_dumb_terminal() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

fn has_colour(choice: Color, to_terminal: bool) -> bool {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    match choice {
        Color::Always => true,
        Color::Never => false,
        // See <https://no-color.org> and <https://bixense.com/clicolors>.
        Color::Auto if set("NO_COLOR").is_some() => false,
        Color::Auto => to_terminal || set("CLICOLOR_FORCE").is_some_and(|value| value != "0"),
    }
}

pub(super) fn print(text: &str) -> Result<(), CliError> {
    let mut stdout = io::stdout().lock();
    let printed = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
    printed.map_err(|source| match source.kind() {
        io::ErrorKind::BrokenPipe => CliError::Closed,
        _ => CliError::Print { source },
    })
}

/// Checks that a file can be written, to fail before grading if it cannot.
pub(super) fn check_writable(out: &Path) -> Result<(), CliError> {
    let unwritable = |source| CliError::Unwritable { path: out.to_owned(), source };
    if out.is_dir() {
        return Err(unwritable(io::ErrorKind::IsADirectory.into()));
    }
    if is_stream(out) {
        return Ok(());
    }
    let out = &resolve_link(out);
    let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty());
    if folder.is_some_and(|folder| !folder.is_dir()) {
        let missing = io::Error::new(io::ErrorKind::NotFound, "its folder does not exist");
        return Err(unwritable(missing));
    }
    // A file name without a folder is in the current one.
    let probe = tempfile::NamedTempFile::new_in(folder.unwrap_or(Path::new(".")));
    probe.map(drop).map_err(|error| unwritable(error.kind().into()))
}

/// Returns an error unless the folder is empty or missing, to avoid mixing new files with existing ones. `option` names
/// the folder in the error.
pub(super) fn refuse_full(folder: &Path, option: &str) -> Result<(), CliError> {
    let is_full = match fs::read_dir(folder) {
        Ok(mut entries) => entries.next().is_some(),
        Err(_) => folder.exists(),
    };
    if !is_full {
        return Ok(());
    }
    Err(CliError::Misuse {
        message: format!("`{}` is not an empty folder", folder.display()),
        hint: format!("use an empty or new folder for `{option}`"),
    })
}

/// Writes to a file atomically, or to standard output if there is no file.
pub(super) fn write_text(out: Option<&Path>, text: &str) -> Result<(), CliError> {
    let Some(file) = out else { return print(text) };
    write_bytes(file, text.as_bytes())
}

/// Writes to a file atomically. Replaces a link, device or pipe.
/// Use this when the path may be in a student's folder, where a link could lead elsewhere.
pub(super) fn replace_file(file: &Path, bytes: &[u8]) -> Result<(), CliError> {
    whole_file::write(file, bytes).map_err(|error| unwritable_error(file, &error))
}

/// Writes to a file atomically, or directly to a device or pipe.
pub(super) fn write_bytes(file: &Path, bytes: &[u8]) -> Result<(), CliError> {
    let written = if is_stream(file) {
        fs::OpenOptions::new().append(true).open(file).and_then(|mut file| file.write_all(bytes))
    } else {
        whole_file::write(&resolve_link(file), bytes)
    };
    written.map_err(|error| unwritable_error(file, &error))
}

fn unwritable_error(file: &Path, error: &io::Error) -> CliError {
    CliError::Unwritable { path: file.to_owned(), source: error.kind().into() }
}

/// Returns `true` for devices, pipes, and open file descriptors. These should not be replaced, because they are used by
/// other programs.
/// An example is `--out /dev/null`.
pub(super) fn is_stream(out: &Path) -> bool {
    let is_open = ["/dev/stdout", "/dev/stderr", "/dev/fd", "/proc/self/fd"];
    is_open.iter().any(|folder| out.starts_with(folder))
        || fs::metadata(out).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir())
}

/// Resolves a symbolic link, in order to replace the target instead of the link.
fn resolve_link(file: &Path) -> PathBuf {
    let target = if file.is_symlink() { fs::canonicalize(file).ok() } else { None };
    target.unwrap_or_else(|| file.to_owned())
}

/// Appends to a file, or creates it.
pub(super) fn append_text(file: &Path, text: &str) -> Result<(), CliError> {
    let file_to = fs::OpenOptions::new().create(true).append(true).open(file);
    let written = file_to.and_then(|mut opened| opened.write_all(text.as_bytes()));
    written.map_err(|error| unwritable_error(file, &error))
}

/// Returns the size of a file in bytes, or 0 if there is none.
pub(super) fn file_size(file: &Path) -> usize {
    fs::metadata(file).map_or(0, |metadata| usize::try_from(metadata.len()).unwrap_or(usize::MAX))
}
