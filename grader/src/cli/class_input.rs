//! Finds the submissions of a class in folders, individual submissions, or an archive from a platform.
//!
//! Archives are not trusted, so a worker inspects and unpacks them.

use std::path::{Path, PathBuf};

use class::ClassError;
use intake::class::{Attempt, Class, Known, Person, Platform, Why, archive_at, find_with};
use late::Counting;
use terminal::wrap::escape;
use worker::UnpackedClass;

use super::error::{CliError, show_plain};
use super::one_submission;

/// A class with the unpacked files, which are removed on drop.
pub(super) struct ClassInput {
    pub(super) class: Class,
    _unpacked: Vec<UnpackedClass>,
}

pub(super) fn find(paths: &[PathBuf], known: Known<'_>) -> Result<ClassInput, CliError> {
    if let Some((archive, unpacked)) = unpacked(paths)? {
        let folder = unpacked.folder();
        let refused = unpacked.refused();
        let class = find_with(std::slice::from_ref(&folder), Known { refused: &refused, ..known });
        let class = class.map_err(|error| ClassError::from(error.seen_from(&folder, &archive)))?;
        let class = class.seen_from(&folder, &archive);
        report_class(&archive.display().to_string(), &class);
        return Ok(ClassInput { class, _unpacked: vec![unpacked] });
    }
    if let Some(downloads) = downloads(paths) {
        return joined(downloads, known);
    }
    let class = find_with(paths, known).map_err(ClassError::from)?;
    Ok(ClassInput { class, _unpacked: Vec::new() })
}

struct Download {
    path: PathBuf,
    unpacked: Option<UnpackedClass>,
}

/// Unpacks the archives among several paths, if all of these are classes. When there is a single submission among them,
/// all are treated as submissions, so that a student's archive cannot become a class.
fn downloads(paths: &[PathBuf]) -> Option<Vec<Download>> {
    let mut downloads = Vec::new();
    let may_be = |it: &PathBuf| archive_at(it).is_some() || intake::class::looks_like_class(it);
    if paths.len() < 2 || !paths.iter().all(may_be) {
        return None;
    }
    for path in paths {
        // A damaged archive may be a student's.
        let Ok(unpacked) = unpacked(std::slice::from_ref(path)) else { return None };
        let unpacked = unpacked.map(|(_, unpacked)| unpacked);
        if unpacked.is_none() && (path.is_file() || !intake::class::looks_like_class(path)) {
            return None;
        }
        downloads.push(Download { path: path.clone(), unpacked });
    }
    // Join folders only with archives, because several folders may be sections with the same names.
    Some(downloads).filter(|all| all.iter().any(|it| it.unpacked.is_some()))
}

fn joined(downloads: Vec<Download>, known: Known<'_>) -> Result<ClassInput, CliError> {
    let folder = |it: &Download| match &it.unpacked {
        Some(unpacked) => unpacked.folder(),
        None => it.path.clone(),
    };
    let folders: Vec<PathBuf> = downloads.iter().map(folder).collect();
    let unpacked = downloads.iter().filter_map(|it| it.unpacked.as_ref());
    let refused: Vec<_> = unpacked.flat_map(UnpackedClass::refused).collect();
    let known = Known { are_classes: true, refused: &refused, ..known };
    let mut class = match find_with(&folders, known) {
        Ok(class) => class,
        Err(error) => {
            let named = folders.iter().zip(&downloads);
            let error = named.fold(error, |error, (it, from)| error.seen_from(it, &from.path));
            return Err(ClassError::from(error).into());
        }
    };
    for (folder, download) in folders.iter().zip(&downloads) {
        class = class.seen_from(folder, &download.path);
    }
    let paths: Vec<String> = downloads.iter().map(|it| it.path.display().to_string()).collect();
    report_class(&paths.join(", "), &class);
    let unpacked = downloads.into_iter().filter_map(|it| it.unpacked).collect();
    Ok(ClassInput { class, _unpacked: unpacked })
}

/// Finds submissions from an earlier year, which may be from a different platform. The given platform is only used for
/// ambiguous file names.
pub(super) fn find_past(
    path: &PathBuf,
    platform: Option<Platform>,
) -> Result<ClassInput, CliError> {
    let paths = std::slice::from_ref(path);
    match find(paths, Known::default()) {
        Err(CliError::Class(ClassError::Intake(intake::class::ClassError::Unclear { .. })))
            if platform.is_some() =>
        {
            find(paths, Known { platform, ..Known::default() })
        }
        found => found,
    }
}

/// Unpacks the archive of a class, if it is the only path.
fn unpacked(paths: &[PathBuf]) -> Result<Option<(PathBuf, UnpackedClass)>, CliError> {
    let [path] = paths else { return Ok(None) };
    let Some(archive) = archive_at(path) else { return Ok(None) };
    // Errors in this path will be reported later, together with those in other paths.
    if path.is_file() && intake::class::find(paths, None).is_err() {
        return Ok(None);
    }
    match one_submission::unpack(&archive) {
        Ok(unpacked) => Ok(unpacked.map(|it| (archive, it))),
        // Treat a damaged archive in a folder as a damaged submission.
        Err(_) if path.is_dir() => Ok(None),
        Err(CliError::NotRead(error)) if error.is_rejection() => Err(refused(error.to_string())),
        Err(CliError::Rejected { reason }) => Err(refused(reason)),
        Err(error) => Err(error),
    }
}

fn refused(message: String) -> CliError {
    CliError::Misuse {
        message,
        hint: "download the archive again, or unpack it and use the folder".to_owned(),
    }
}

fn report_class(paths: &str, class: &Class) {
    let count = class.entries.len();
    let noun = if count == 1 { "submission" } else { "submissions" };
    let from = class.platform().map(|it| format!(" from {}", it.name())).unwrap_or_default();
    show_plain(&format!("{paths}: a class of {count} {noun}{from}"));
}

/// Reports students without or with multiple submissions, older attempts, and ignored files with reasons. Doubts about
/// students are reported with those about scores.
pub(super) fn report_strays(class: &Class, counting: Counting) {
    let Class { entries, missing, shared, ignored, beside, renamed, .. } = class;
    let say = |what: &str, names: Vec<String>, separator: &str| {
        if !names.is_empty() {
            show_plain(&escape(&format!("{what}: {}", names.join(separator))));
        }
    };
    let id = |person: &Person| person.id_or_name().map(str::to_owned);
    if class.is_nobody_known {
        show_plain(if class.is_anonymous() {
            "this download is anonymous, so nobody matches the roster: reveal the names on the \
             platform and download it again, or use `--authors`"
        } else {
            "nobody matches the roster: is it the roster of this class?"
        });
    }
    let missing = missing.iter().flatten().filter_map(id).collect();
    say("students without a submission", missing, ", ");
    let renamed = renamed.iter().map(|(path, name)| format!("{} as `{name}`", path.display()));
    say("names that differ only in case or special characters", renamed.collect(), ", ");
    let shared = shared.iter().map(ToString::to_string).collect();
    say("students with several submissions, all graded", shared, "; ");
    let what = match counting {
        Counting::Latest => "older attempts, not graded",
        Counting::Best => "older attempts, also graded",
        Counting::LastBeforeDue => {
            "older attempts, of which the last one before the due date counts"
        }
    };
    say(what, entries.iter().flat_map(Attempt::superseded).map(file_name).collect(), ", ");
    let mut platforms: Vec<Platform> = beside.iter().map(|it| it.1).collect();
    platforms.dedup();
    for platform in platforms {
        let paths = beside.iter().filter(|it| it.1 == platform);
        let paths = paths.map(|it| it.0.display().to_string()).collect();
        let what =
            format!("files not named by {}, graded as separate submissions", platform.name());
        say(&what, paths, ", ");
    }
    let mut reasons: Vec<&Why> = ignored.iter().map(|it| &it.why).collect();
    reasons.sort();
    reasons.dedup();
    for why in reasons {
        let paths = ignored.iter().filter(|it| it.why == *why);
        let paths = paths.map(|it| it.path.display().to_string()).collect();
        say(&format!("ignored, {why}"), paths, ", ");
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
