//! Writes to standard output or a file: how wide, how coloured, and to whoever still reads it.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use base::whole_file;
use clap::ValueEnum;
use report::Layout;

use super::error::CliError;

/// When to use colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Color {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The layout of a text for people that goes to standard output or, if so, to a file.
pub(super) fn layout(color: Color, to_file: bool) -> Layout {
    let to_terminal = !to_file && io::stdout().is_terminal();
    let mut layout = Layout { colour: colour(color, to_terminal), ..Layout::default() };
    if to_terminal && let Some((width, _)) = terminal_size::terminal_size() {
        layout.width = usize::from(width.0);
    }
    layout
}

fn colour(choice: Color, to_terminal: bool) -> bool {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    match choice {
        Color::Always => true,
        Color::Never => false,
        Color::Auto if set("NO_COLOR").is_some() => false,
        Color::Auto => to_terminal || set("CLICOLOR_FORCE").is_some_and(|value| value != "0"),
    }
}

/// Prints a text to standard output.
pub(super) fn print(text: &str) -> Result<(), CliError> {
    let mut stdout = io::stdout().lock();
    let printed = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
    printed.map_err(|source| match source.kind() {
        io::ErrorKind::BrokenPipe => CliError::Closed,
        _ => CliError::Print { source },
    })
}

/// Finds out before anything is graded whether a file can be written.
pub(super) fn check_writable(out: &Path) -> Result<(), CliError> {
    let unwritable = |source| CliError::Unwritable { path: out.to_owned(), source };
    if out.is_dir() {
        return Err(unwritable(io::ErrorKind::IsADirectory.into()));
    }
    if is_stream(out) {
        return Ok(());
    }
    let out = &place(out);
    let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty());
    if folder.is_some_and(|folder| !folder.is_dir()) {
        let missing = io::Error::new(io::ErrorKind::NotFound, "its folder does not exist");
        return Err(unwritable(missing));
    }
    let probe = tempfile::NamedTempFile::new_in(folder.unwrap_or(Path::new(".")));
    probe.map(drop).map_err(|error| unwritable(error.kind().into()))
}

/// Finds out before anything is written whether a folder, which `option` names, is empty or not there
/// yet: nobody could tell what is new in a folder with other files.
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

/// Writes a text to a file, whole or not at all, or prints it.
pub(super) fn write(out: Option<&Path>, text: &str) -> Result<(), CliError> {
    let Some(file) = out else { return print(text) };
    write_bytes(file, text.as_bytes())
}

/// Writes bytes to a file, whole or not at all; to a device or a pipe, as far as it takes them.
pub(super) fn write_bytes(file: &Path, bytes: &[u8]) -> Result<(), CliError> {
    let written = if is_stream(file) {
        fs::OpenOptions::new().append(true).open(file).and_then(|mut it| it.write_all(bytes))
    } else {
        whole_file::write(&place(file), bytes)
    };
    written.map_err(|error| CliError::Unwritable {
        path: file.to_owned(),
        source: error.kind().into(),
    })
}

/// Whether this is written to as it stands: `/dev/null`, a pipe, or something that is open already. A
/// file in its place would take it from every program.
fn is_stream(out: &Path) -> bool {
    let is_open = ["/dev/stdout", "/dev/stderr", "/dev/fd", "/proc/self/fd"];
    is_open.iter().any(|it| out.starts_with(it))
        || fs::metadata(out).is_ok_and(|it| !it.is_file() && !it.is_dir())
}

/// Where a file is that a link leads to: the link stays, and what it leads to is written.
fn place(file: &Path) -> PathBuf {
    let target = if file.is_symlink() { fs::canonicalize(file).ok() } else { None };
    target.unwrap_or_else(|| file.to_owned())
}

/// Adds a text to the end of a file, which is made if it is not there.
pub(super) fn append(file: &Path, text: &str) -> Result<(), CliError> {
    let file_to = fs::OpenOptions::new().create(true).append(true).open(file);
    file_to.and_then(|mut it| it.write_all(text.as_bytes())).map_err(|error| CliError::Unwritable {
        path: file.to_owned(),
        source: error.kind().into(),
    })
}

/// The number of bytes in a file; zero if it is not there.
pub(super) fn size(file: &Path) -> usize {
    fs::metadata(file).map_or(0, |it| usize::try_from(it.len()).unwrap_or(usize::MAX))
}
