//! An export of Gradescope: a folder for each submission, and `submission_metadata.yml`, which
//! tells whose each is.

mod yaml;

use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::Path;

use super::plain::{self, Item};
use super::{ClassError, Entry, Found, Platform};
use crate::archive;

/// The file that tells an export.
pub(super) const METADATA: &str = "submission_metadata.yml";

/// The most bytes of that file. It holds what the autograder printed for each submission, so that
/// it is large for large classes.
const MAX_BYTES: u64 = 256 << 20;

/// Adds the submissions of the export in `folder`.
///
/// A submission that is in the file and not in the folder is added: when it is opened, it says that
/// it is not there. One that is in the folder only is added as well, as nobody's.
pub(super) fn read(folder: &Path, found: &mut Found) -> Result<(), ClassError> {
    let path = folder.join(METADATA);
    let text = text(&path, MAX_BYTES)?;
    let submissions = yaml::read(&text).map_err(|yaml::YamlError { line, column, message }| {
        let message = format!("{message} (column {column})");
        ClassError::Line { path: path.clone(), line, message }
    })?;
    let mut listed = BTreeSet::new();
    for yaml::Submission { key, students, created_at: handed_in } in submissions {
        let place = folder.join(&key);
        let entry = if archive::is_archive(&place) {
            plain::archive(&place)
        } else {
            plain::folder(&place)
        };
        let ids: Option<Vec<&str>> =
            students.iter().map(|it| it.id.as_deref().or(it.email.as_deref())).collect();
        let name = match ids {
            Some(ids) if !ids.is_empty() => super::file_name(&ids.join("+")),
            _ => super::file_name(&key),
        };
        let (from, submission_id) = (Some(Platform::Gradescope), Some(key.clone()));
        found.entries.push(Entry { name, students, from, submission_id, handed_in, ..entry });
        listed.insert(key);
    }
    let content = plain::content(folder);
    let content = content
        .map_err(|source| ClassError::Unreadable { path: folder.to_owned(), source })?
        .into_iter()
        .filter(|Item { name, .. }| name != METADATA && !listed.contains(name))
        .collect();
    plain::read(content, found);
    Ok(())
}

/// A text file of at most `limit` bytes, without a byte order mark.
pub(super) fn text(path: &Path, limit: u64) -> Result<String, ClassError> {
    let unreadable = |source| ClassError::Unreadable { path: path.to_owned(), source };
    let mut bytes = Vec::new();
    let file = fs::File::open(path).map_err(unreadable)?;
    file.take(limit + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > limit {
        return Err(ClassError::TooLarge { path: path.to_owned(), limit });
    }
    let text =
        String::from_utf8(bytes).map_err(|_| ClassError::NotText { path: path.to_owned() })?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}
