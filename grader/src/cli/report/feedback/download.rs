//! Parses file names in a download from Canvas.

use std::fs;
use std::path::Path;

use base::regular;
use zip::ZipArchive;

use super::CliError;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CanvasUpload {
    pub(super) name: String,
    pub(super) student: String,
    /// The id of the file. Newer files have higher ids.
    pub(super) attachment: u64,
}

impl CanvasUpload {
    /// Parses a name as Canvas does on upload: the ids are the first numbers between underscores. Returns `None` unless
    /// the file is a source file or an archive. Canvas does this in `infer_comment_context_from_filename` in
    /// `app/models/assignment.rb` of <https://github.com/instructure/canvas-lms>.
    fn from_file_name(name: &str) -> Option<Self> {
        let is_number =
            |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let parts: Vec<&str> = name.split('_').collect();
        let mut numbers = parts.iter().filter(|part| is_number(part));
        // Canvas writes the numbers of the student and of the file, in this order. The names around them can contain
        // underscores.
        let (student, attachment) = (numbers.next()?, numbers.next()?);
        let is_link = parts.last().is_some_and(|part| part.starts_with("link"));
        let attachment = attachment.parse().ok()?;
        let upload = Self { name: name.to_owned(), student: (*student).to_owned(), attachment };
        let is_shown = upload.is_zip() || upload.has_ending("rs");
        // macOS adds such files to archives, with the same numbers.
        (is_shown && !is_link && !name.starts_with("._")).then_some(upload)
    }

    pub(super) fn is_zip(&self) -> bool {
        self.has_ending("zip")
    }

    fn has_ending(&self, ending: &str) -> bool {
        let found = Path::new(&self.name).extension();
        found.is_some_and(|extension| extension.eq_ignore_ascii_case(ending))
    }
}

pub(super) fn list_uploads(download: &Path) -> Result<Vec<CanvasUpload>, CliError> {
    let unreadable = |source| CliError::Unreadable { path: download.to_owned(), source };
    let mut names = Vec::new();
    if download.is_dir() {
        for entry in fs::read_dir(download).map_err(unreadable)? {
            names.push(entry.map_err(unreadable)?.file_name().to_string_lossy().into_owned());
        }
    } else {
        let file = regular::open_regular(download).map_err(unreadable)?;
        let archive = ZipArchive::new(file).map_err(|error| unreadable(error.into()))?;
        for name in archive.file_names() {
            let name = name.map_err(|error| unreadable(error.into()))?;
            names.push(name.rsplit('/').next().unwrap_or(&name).to_owned());
        }
    }
    names.sort();
    Ok(names.iter().filter_map(|name| CanvasUpload::from_file_name(name)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn canvas_file_names_are_parsed() {
        for (name, expected) in [
            ("doejane_11_600_board.rs", Some(("11", 600))),
            ("doejane_LATE_11_600_my_work-2.zip", Some(("11", 600))),
            ("doejane_11_600_work.tar.gz", None),
            ("doejane_11_link.html", None),
            ("._doejane_11_600_board.rs", None),
            ("notes.rs", None),
        ] {
            let upload = CanvasUpload::from_file_name(name);
            let found = upload.as_ref().map(|upload| (upload.student.as_str(), upload.attachment));
            assert_eq!(found, expected, "{name}");
        }
    }
}
