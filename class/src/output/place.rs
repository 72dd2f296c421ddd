//! The file names of a submission's grades, perhaps one per attempt.

use std::io;

use base::files;

use super::{GRADE, GradesFolder, KEY, Output};
use crate::error::ClassError;

const ATTEMPT: &str = "attempt-";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GradePlace {
    Counts,
    /// The grade for an attempt that does not count, with this number.
    Attempt(usize),
}

impl GradePlace {
    fn file_stem(self) -> String {
        match self {
            Self::Counts => "grade".to_owned(),
            Self::Attempt(number) => format!("{ATTEMPT}{number}"),
        }
    }

    pub(super) fn grade_file(self) -> String {
        match self {
            Self::Counts => GRADE.to_owned(),
            Self::Attempt(_) => self.file_stem() + ".json",
        }
    }

    pub(super) fn key_file(self) -> String {
        match self {
            Self::Counts => KEY.to_owned(),
            Self::Attempt(_) => self.file_stem() + ".key",
        }
    }
}

impl GradesFolder {
    /// Returns the sorted numbers of stored grades that do not count.
    fn stored_attempts(&self, name: &str) -> Result<Vec<usize>, ClassError> {
        let folder = self.submission_folder(name);
        let items = match self.disk.list(&folder) {
            Ok(items) => items,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(source) => return Err(ClassError::Read { path: folder, source }),
        };
        let number = |item: &files::FolderEntry| {
            let (stem, _) = item.name.to_str()?.split_once('.')?;
            let number = stem.strip_prefix(ATTEMPT)?.parse().ok()?;
            (stem == GradePlace::Attempt(number).file_stem()).then_some(number)
        };
        let mut numbers: Vec<usize> = items.iter().filter_map(number).collect();
        numbers.sort_unstable();
        // An attempt has several files.
        numbers.dedup();
        Ok(numbers)
    }

    /// Copies the stored grades that do not count to another folder, and removes all others there.
    ///
    /// # Errors
    ///
    /// Returns an error if reading or writing fails.
    pub(crate) fn copy_attempts(&self, name: &str, output: &Output) -> Result<(), ClassError> {
        let numbers = self.stored_attempts(name)?;
        for number in &numbers {
            let place = GradePlace::Attempt(*number);
            if let Some((grade, seal)) = self.read_sealed_at(name, place)? {
                output.write_at(name, place, &grade, seal.as_deref())?;
            }
        }
        output.remove_other_attempts(name, &numbers)
    }
}

impl Output {
    /// Removes the stored grades that do not count, except for the attempts in `numbers`.
    pub(crate) fn remove_other_attempts(
        &self,
        name: &str,
        numbers: &[usize],
    ) -> Result<(), ClassError> {
        for number in self.graded.stored_attempts(name)? {
            let place = GradePlace::Attempt(number);
            // Remove the key first, so it is never beside a different grade.
            for file in [place.key_file(), place.grade_file()] {
                let path = self.graded.submission_folder(name).join(file);
                if !numbers.contains(&number) {
                    files::remove(&*self.graded.disk, &path)
                        .map_err(|source| ClassError::Write { path, source })?;
                }
            }
        }
        Ok(())
    }
}
