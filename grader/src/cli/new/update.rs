//! Implements `grader new --update`, which brings a student's repository up to date with a newer kit.

use std::fmt::Write as _;
use std::path::Path;

use base::regular;
use grade::words::counted;
use terminal::wrap::escape;

use super::super::assignment::kit;
use super::super::error::CliError;
use super::super::exit::Exit;
use super::super::output;
use super::NewArgs;
use crate::starter::{self, CrateName, KitChange, KitChangeKind, KitRecord, KitUpdate, RECORD};

/// Files of every kit, which tell a student's repository from other folders.
const TYPICAL: [&str; 2] = ["HANDOUT.md", "slider/Cargo.toml"];

pub(super) fn run(args: &NewArgs) -> Result<Exit, CliError> {
    let folder = &args.folder;
    let record = KitRecord::read(folder).map_err(|error| CliError::Misuse {
        message: format!("cannot use `{}`: {error}", folder.join(RECORD).display()),
        hint: "restore this file, or remove it: then all files that differ from the kit stay"
            .to_owned(),
    })?;
    if record.is_none() && !TYPICAL.iter().all(|file| folder.join(file).is_file()) {
        return Err(CliError::Misuse {
            message: format!("`{}` is not a student repository", folder.display()),
            hint: "use a folder that `grader new` wrote, or leave out `--update`".to_owned(),
        });
    }
    let is_own = args.assignment.path().is_some();
    if !is_own && folder.join(starter::KIT).join(starter::RUBRIC).is_file() {
        return Err(CliError::Misuse {
            message: format!("`{}` is for an instructor's assignment", folder.display()),
            hint: "use `--assignment` with the folder of this assignment".to_owned(),
        });
    }
    let has_record = record.is_some();
    let record = record.unwrap_or_default();
    let name = match (&args.name.name, present_name(folder, &record)) {
        (None, Some(name)) => name,
        _ => args.name.crate_name()?,
    };
    let assignment = args.assignment.load_or_embedded()?;
    let (files, _, loosened) = super::student_files(&assignment, is_own, &name)?;
    let update = KitUpdate::plan(folder, &record, &files)
        .map_err(|source| CliError::Unreadable { path: folder.clone(), source })?;
    if !args.preview {
        update.apply().map_err(|(path, source)| CliError::Unwritable { path, source })?;
    }
    kit::print_differences(&loosened);
    output::print(&describe_update(&update, args, has_record))?;
    let needs_attention = update.changes.iter().any(|change| change.kind.needs_attention());
    Ok(if needs_attention { Exit::Failed } else { Exit::Passed })
}

/// Returns the name of the repository's crate: from the record or, without one, from the manifest.
fn present_name(folder: &Path, record: &KitRecord) -> Option<CrateName> {
    if !record.name.is_empty() {
        return CrateName::new(&record.name).ok();
    }
    let manifest = regular::read_text(&folder.join("Cargo.toml")).ok()?;
    let manifest: toml::Table = manifest.parse().ok()?;
    CrateName::new(manifest.get("package")?.get("name")?.as_str()?).ok()
}

/// Lists the changes.
fn describe_update(update: &KitUpdate, args: &NewArgs, has_record: bool) -> String {
    let folder = args.folder.display();
    if update.changes.is_empty() {
        return format!("{folder}: up to date\n");
    }
    let mut text = String::new();
    for KitChange { path, kind } in &update.changes {
        let path = escape(path);
        let _ = match kind {
            KitChangeKind::Added => writeln!(text, "  added    {path}"),
            KitChangeKind::Replaced(lines) => writeln!(text, "  changed  {path}  {lines}"),
            KitChangeKind::Removed => writeln!(text, "  removed  {path}"),
            KitChangeKind::Offered(beside) => {
                writeln!(text, "  kept     {path}: see the new version in {}", escape(beside))
            }
            KitChangeKind::Kept(why) => writeln!(text, "  kept     {path}: {why}"),
        };
    }
    let kept = update.changes.iter().filter(|change| change.kind.needs_attention()).count();
    let changed = update.changes.len() - kept;
    let verb = match (args.preview, changed) {
        (true, _) => "would be",
        (false, 1) => "was",
        (false, _) => "were",
    };
    let _ = write!(text, "\n{folder}: {} {verb} updated", counted(changed, "file"));
    if kept > 0 {
        let _ = write!(text, ", {kept} kept");
    }
    text.push('\n');
    if !has_record {
        let _ = writeln!(
            text,
            "An earlier version wrote this repository, so it is unknown which files are unchanged."
        );
    }
    text
}
