//! Remembers in `pages.json` which pages were written for students, to remove those that belong to nobody any more.
//!
//! Otherwise, the page of a student who left the class would look current, and pages with real names would stay beside
//! those with pseudonyms.

use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};

use base::{digest, regular};
use serde::{Deserialize, Serialize};

use super::error::ClassError;
use super::grades::Grades;
use super::names;
use super::output::Output;
use super::versioned::{self, VersionedContent};

const FILE: &str = "pages.json";

/// The pages of a folder by the shown names of the submissions, each with its content's hash.
pub type PageHashes = BTreeMap<String, String>;

#[derive(Deserialize, Serialize)]
struct WrittenPages {
    /// By the path of the folder.
    folders: BTreeMap<String, PageHashes>,
}

impl VersionedContent for WrittenPages {
    const SCHEMA: &str = "pages/1";
}

/// The numbers of pages from earlier runs that belong to nobody.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OldPages {
    /// Removed pages.
    pub removed: usize,
    /// Pages that stay, because somebody has changed them.
    pub changed: usize,
}

impl Grades {
    /// Records the pages that were just written to a folder. Removes each page that an earlier run for these grades
    /// wrote there, if it belongs to nobody in the class and has not changed.
    ///
    /// # Errors
    ///
    /// Returns an error if a page cannot be removed, or if the record is damaged or cannot be written.
    pub fn remove_old_pages(
        &self,
        folder: &Path,
        mut pages: PageHashes,
    ) -> Result<OldPages, ClassError> {
        let unreadable = |source| ClassError::Read { path: folder.to_owned(), source };
        // A path that is not UTF-8 may look like another one, but then the hashes differ.
        let place = fs::canonicalize(folder).map_err(unreadable)?.to_string_lossy().into_owned();
        let record = versioned::read_versioned::<WrittenPages>(self.grades_folder(), FILE)?;
        let mut folders = record.map(|record| record.folders).unwrap_or_default();
        let earlier = folders.remove(&place).unwrap_or_default();
        let mut old = OldPages::default();
        let ungraded = self.shown_names(self.ungraded());
        for (name, hash) in &earlier {
            // The name comes from a file, and must not lead to another folder when its page is removed.
            if pages.contains_key(name) || !names::is_plain(name) {
                continue;
            }
            // As long as grading has not finished, the class is unknown.
            if !self.is_whole() || ungraded.contains(name) {
                pages.insert(name.clone(), hash.clone());
                continue;
            }
            let path = folder.join(page_file(name));
            let page = regular::open_regular_no_link(&path);
            match page.and_then(|page| regular::read_all(&page, regular::MAX_BYTES)) {
                Ok(bytes) if digest::sha256(&bytes) == *hash => {
                    let removed = fs::remove_file(&path);
                    removed.map_err(|source| ClassError::Write { path, source })?;
                    old.removed += 1;
                }
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                // Somebody else has put it there.
                Ok(_) | Err(_) => old.changed += 1,
            }
        }
        if earlier != pages {
            folders.insert(place, pages);
            let output = Output::open(self.grades_folder().folder())?;
            output.write_file(FILE, &versioned::to_text(&WrittenPages { folders }))?;
        }
        Ok(old)
    }
}

/// Returns the file name of a page.
pub fn page_file(name: &str) -> String {
    format!("{name}.html")
}
