//! Implements `grader pack`, which writes the archive to submit.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use base::regular;
use grade::words::counted;
use intake::class::{SubmissionSource, archive_at};
use intake::is_archive_name;
use terminal::wrap::escape;

use super::error::CliError;
use super::exit::Exit;
use super::shared_args::ColorArgs;
use super::{folder, one_submission, output, subject};
use crate::autograder::{ArchiveFile, zip_files};

const HELP: &str = "\
The archive contains the files of the folder, except `target`, hidden files, links and archives. It
is read like any submission, and written only if it contains the same code as the folder.

Submit the archive as your only file. Gradescope unpacks it; Canvas, Moodle, Blackboard and
Brightspace keep it as it is. If you submit a repository on GitHub, push your commits instead.

Examples:
  grader pack
  grader pack alice --out hw1.zip

Exit codes:
  0  written
  2  there is no submission in the folder, or the archive cannot be written";

/// The maximum number of files, a tenth of what the grader reads from an archive.
/// A submission has some dozen. More are a folder that was packed by mistake.
const MAX_FILES: usize = 1000;

/// The maximum total size in bytes. Platforms accept at least this much.
const MAX_BYTES: u64 = 16 << 20;

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(super) struct PackArgs {
    /// Folder with the submission
    #[arg(default_value = ".", hide_default_value = true)]
    submission: PathBuf,

    /// Archive to write, ending in `.zip` [default: named after the folder, and next to it]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    #[command(flatten)]
    pub(super) color: ColorArgs,
}

pub(super) fn run(args: &PackArgs) -> Result<Exit, CliError> {
    let folder = &args.submission;
    if archive_at(folder).is_some() {
        return Err(CliError::Misuse {
            message: format!("`{}` is an archive already", folder.display()),
            hint: "submit it as it is".to_owned(),
        });
    }
    subject::refuse_class(folder)?;
    let code = one_submission::read_code(&SubmissionSource::Folder(folder.clone()))?;
    let out = args.out.clone().unwrap_or_else(|| archive_next_to(folder));
    if out.extension() != Some(OsStr::new("zip")) {
        return Err(CliError::Misuse {
            message: format!("`{}` does not end in `.zip`", out.display()),
            hint: "platforms recognize archives by their names".to_owned(),
        });
    }
    output::check_writable(&out)?;
    let files = collect_files(folder)?;
    let archive =
        zip_files(&files).map_err(|source| CliError::Unwritable { path: out.clone(), source })?;
    if hash_of_archive(&archive)? != code.hash {
        return Err(CliError::Misuse {
            message: "the archive would not contain all of the code".to_owned(),
            hint: "move code out of hidden folders, links and `target`".to_owned(),
        });
    }
    output::write_bytes(&out, &archive)?;
    output::print(&describe_archive(&out, &files, archive.len(), &code.files))?;
    Ok(Exit::Passed)
}

/// Returns the path of the archive for a folder: next to the folder, so that it does not become a part of the submission.
fn archive_next_to(folder: &Path) -> PathBuf {
    let name = format!("{}.zip", intake::submission_name(folder));
    match folder::as_argument(folder) {
        None => Path::new("..").join(name),
        Some(_) if folder.file_name().is_some() => folder.with_file_name(name),
        Some(_) => folder.join("..").join(name),
    }
}

/// Returns the files to submit, by their paths with slashes.
fn collect_files(top: &Path) -> Result<BTreeMap<String, ArchiveFile>, CliError> {
    let unreadable = |path: &Path| {
        let path = path.to_owned();
        move |source| CliError::Unreadable { path, source }
    };
    let mut files = BTreeMap::new();
    let mut bytes_left = MAX_BYTES;
    let mut waiting = vec![(top.to_owned(), String::new())];
    while let Some((folder, inside)) = waiting.pop() {
        for entry in fs::read_dir(&folder).map_err(unreadable(&folder))? {
            let entry = entry.map_err(unreadable(&folder))?;
            let (path, kind) = (entry.path(), entry.file_type().map_err(unreadable(&folder))?);
            let Some(name) = path.file_name().and_then(OsStr::to_str) else { continue };
            let inside =
                if inside.is_empty() { name.to_owned() } else { format!("{inside}/{name}") };
            if folder::is_outside_submission(name.as_ref()) || is_archive_name(name) {
                continue;
            }
            if kind.is_dir() {
                waiting.push((path, inside));
            } else if kind.is_file() {
                let bytes = regular::read_file(&path).map_err(unreadable(&path))?;
                let size = bytes.len() as u64;
                // Count what was read, because a file can grow while it is being packed.
                bytes_left = bytes_left.checked_sub(size).ok_or_else(|| too_large(&inside))?;
                files.insert(inside.clone(), ArchiveFile { bytes, is_program: false });
                if files.len() > MAX_FILES {
                    return Err(too_large(&inside));
                }
            }
        }
    }
    Ok(files)
}

/// Reports a folder with too many or too large files, with the path of one of them.
fn too_large(file: &str) -> CliError {
    CliError::Misuse {
        message: format!(
            "the folder has more than {MAX_FILES} files or {} MiB, for example `{file}`",
            MAX_BYTES >> 20
        ),
        hint: "move files that do not belong to the submission out of the folder".to_owned(),
    }
}

/// Returns the hash of the submission in an archive.
fn hash_of_archive(archive: &[u8]) -> Result<String, CliError> {
    let scratch = |source| CliError::Scratch { source };
    let folder = tempfile::tempdir().map_err(scratch)?;
    let file = folder.path().join("submission.zip");
    fs::write(&file, archive).map_err(scratch)?;
    Ok(one_submission::read_code(&SubmissionSource::Folder(file))?.hash)
}

fn describe_archive(
    out: &Path,
    files: &BTreeMap<String, ArchiveFile>,
    size: usize,
    read: &[(String, String)],
) -> String {
    let mut text = format!(
        "{}: {}, {} KB, with the same code as the folder\n\n",
        escape(&out.display().to_string()),
        counted(files.len(), "file"),
        size.div_ceil(1000)
    );
    let mut tops: BTreeMap<&str, Option<usize>> = BTreeMap::new();
    for path in files.keys() {
        match path.split_once('/') {
            Some((folder, _)) => *tops.entry(folder).or_default().get_or_insert(0) += 1,
            None => {
                tops.insert(path, None);
            }
        }
    }
    for (name, count) in tops {
        let count =
            count.map_or_else(String::new, |count| format!("/  {}", counted(count, "file")));
        let _ = writeln!(text, "  {}{count}", escape(name));
    }
    let read: Vec<_> = read.iter().map(|(path, _)| escape(path)).collect();
    let shown = folder::quote_for_shell(&out.to_string_lossy());
    let _ = write!(
        text,
        "\nThe code in it: {}\n\nSubmit the archive as your only file. On GitHub, push your commits \
         instead.\nTo grade it first: grader check {shown}\n",
        read.join(", ")
    );
    text
}
