//! Finds the submissions of a class in folders, individual submissions, or an archive from a platform.
//!
//! Archives are not trusted, so a worker reads the names in them.

use std::path::{Path, PathBuf};

use class::ClassError;
use grade::words::counted;
use intake::class::{
    Attempt, Class, ClassArchive, ClassContext, IgnoredReason, Person, Platform, archive_at,
    find_with,
};
use late::Counting;
use terminal::wrap::escape;

use super::error::{CliError, print_note};
use super::one_submission;

/// Finds the submissions in `paths`, of which some may be archives of classes.
pub(super) fn find_class(paths: &[PathBuf], known: ClassContext<'_>) -> Result<Class, CliError> {
    let archives = match paths {
        [path] => read_class_archive(path)?.into_iter().collect(),
        _ => read_class_archives(paths),
    };
    if archives.is_empty() {
        return Ok(find_with(paths, known).map_err(ClassError::from)?);
    }
    // The archive of a class may be the only file in a folder.
    let place = |path: &PathBuf| {
        let archive = archives.iter().find(|archive| archive.path().starts_with(path));
        archive.map_or(path.as_path(), ClassArchive::path).to_owned()
    };
    let places: Vec<PathBuf> = paths.iter().map(place).collect();
    let known = ClassContext { archives: &archives, are_classes: paths.len() > 1, ..known };
    let class = find_with(&places, known).map_err(ClassError::from)?;
    let named = if let [archive] = &archives[..]
        && paths.len() == 1
    {
        archive.path().display().to_string()
    } else {
        paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
    };
    report_class(&named, &class);
    Ok(class)
}

/// Returns the archives of classes among several paths, if all of these are classes. When there is a single submission
/// among them, all are treated as submissions, so that a student's archive cannot become a class. Folders are joined
/// only with archives, because several folders may be sections with the same names.
fn read_class_archives(paths: &[PathBuf]) -> Vec<ClassArchive> {
    let mut archives = Vec::new();
    if !paths.iter().all(|path| archive_at(path).is_some() || is_class_folder(path)) {
        return archives;
    }
    for path in paths {
        // A damaged archive may be a student's.
        match read_class_archive(path) {
            Ok(Some(archive)) => archives.push(archive),
            Ok(None) if is_class_folder(path) => {}
            Ok(None) | Err(_) => return Vec::new(),
        }
    }
    archives
}

fn is_class_folder(path: &Path) -> bool {
    path.is_dir() && intake::class::looks_like_class(path)
}

/// Finds submissions from an earlier year, which may be from a different platform. The given platform is only used for
/// ambiguous file names.
pub(super) fn find_past_class(
    path: &PathBuf,
    platform: Option<Platform>,
) -> Result<Class, CliError> {
    let paths = std::slice::from_ref(path);
    match find_class(paths, ClassContext::default()) {
        Err(error) if platform.is_some() && is_unclear(&error) => {
            find_class(paths, ClassContext { platform, ..ClassContext::default() })
        }
        found => found,
    }
}

/// Reads the names in the archive of a class at `path`, if there is one.
fn read_class_archive(path: &Path) -> Result<Option<ClassArchive>, CliError> {
    let Some(archive) = archive_at(path) else { return Ok(None) };
    // Errors in this path will be reported later, together with those in other paths.
    if path.is_file() && intake::class::find(&[path.to_owned()], None).is_err() {
        return Ok(None);
    }
    match one_submission::list_class_archive(&archive) {
        Ok(listed) => Ok(listed),
        // Treat a damaged archive in a folder as a damaged submission.
        Err(_) if path.is_dir() => Ok(None),
        Err(CliError::NotRead(error)) if error.is_rejection() => {
            Err(unreadable_archive(error.to_string()))
        }
        Err(CliError::Rejected { reason }) => Err(unreadable_archive(reason)),
        Err(error) => Err(error),
    }
}

fn unreadable_archive(message: String) -> CliError {
    CliError::Misuse {
        message,
        hint: "download the archive again, or unpack it and use the folder".to_owned(),
    }
}

/// Returns `true` if the names do not show which platform the class is from.
fn is_unclear(error: &CliError) -> bool {
    use intake::class::ClassReadError;
    matches!(error.class_error(), Some(ClassError::Intake(ClassReadError::Unclear { .. })))
}

fn report_class(paths: &str, class: &Class) {
    let submissions = counted(class.entries.len(), "submission");
    let from =
        class.platform().map(|platform| format!(" from {}", platform.name())).unwrap_or_default();
    print_note(&format!("{paths}: a class of {submissions}{from}"));
}

/// Reports students without or with multiple submissions, older attempts, and ignored files with reasons. Doubts about
/// students are reported with those about scores.
pub(super) fn report_strays(class: &Class, counting: Counting) {
    let Class { entries, missing, shared, ignored, beside, renamed, .. } = class;
    let say = |what: &str, names: Vec<String>, separator: &str| {
        if !names.is_empty() {
            print_note(&escape(&format!("{what}: {}", names.join(separator))));
        }
    };
    let id = |person: &Person| person.id_or_name().map(str::to_owned);
    if class.is_nobody_known {
        print_note(if class.is_anonymous() {
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
    say(
        what,
        entries.iter().flat_map(Attempt::paths_of_older_attempts).map(file_name).collect(),
        ", ",
    );
    // The files are in the order of their platforms, so equal ones are adjacent.
    let mut platforms: Vec<Platform> = beside.iter().map(|file| file.1).collect();
    platforms.dedup();
    for platform in platforms {
        let paths = beside.iter().filter(|file| file.1 == platform);
        let paths = paths.map(|file| file.0.display().to_string()).collect();
        let what =
            format!("files not named by {}, graded as separate submissions", platform.name());
        say(&what, paths, ", ");
    }
    let mut reasons: Vec<&IgnoredReason> = ignored.iter().map(|file| &file.why).collect();
    reasons.sort();
    reasons.dedup();
    for why in reasons {
        let paths = ignored.iter().filter(|file| file.why == *why);
        let paths = paths.map(|file| file.path.display().to_string()).collect();
        say(&format!("ignored, {why}"), paths, ", ");
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
