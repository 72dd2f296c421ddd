//! A cache of results from earlier runs into any output folder: grades, and facts about files.

use std::io;
use std::path::{Path, PathBuf};

use base::files::{self, Durability, SharedDisk};
use base::sealed;
use grade::json::GradeFile;
use worker::{ReadError, SubmissionFacts};

use super::key::{GradeKey, ReusableGrade};

/// The ending of a file with what reading found.
const FACTS: &str = "facts";

/// A blank line separates the seal from the content.
const END_OF_SEAL: &str = "\n\n";

/// The grades in the grader's cache folder.
///
/// Each file contains a seal for the key and the grade, followed by the text of `grade.json`. Damaged files and seals
/// for different verdicts are ignored. Of grades that differ only in points, the latest is kept.
#[derive(Clone, Debug)]
pub struct GradeCache {
    folder: PathBuf,
    disk: SharedDisk,
}

impl GradeCache {
    /// Opens a cache folder.
    pub fn new(cache: &Path) -> Self {
        Self::new_on(files::real_disk(), cache)
    }

    pub(super) fn new_on(disk: SharedDisk, cache: &Path) -> Self {
        Self { folder: cache.join("grades"), disk }
    }

    /// Returns a stored grade with this key, or at least the same verdicts, renamed to `name`.
    pub(super) fn find_grade(&self, key: &GradeKey, name: &str) -> Option<ReusableGrade> {
        let text = files::read_text(&*self.disk, &self.grade_path(key)).ok()??;
        let (seal, grade) = text.split_once(END_OF_SEAL)?;
        Some(match key.compare_stored(&format!("{seal}\n"), grade.to_owned())? {
            ReusableGrade::Grade(file) => ReusableGrade::Grade(file.renamed(name)),
            ReusableGrade::Verdicts(file) => ReusableGrade::Verdicts(file.renamed(name)),
        })
    }

    pub(super) fn store_grade(&self, key: &GradeKey, grade: &GradeFile) -> io::Result<()> {
        let text = key.seal_of_grade(grade.text()) + "\n" + grade.text();
        self.write_file(&self.grade_path(key), text.as_bytes())
    }

    /// Returns what an earlier run found out by reading the same files: facts or a rejection.
    pub(super) fn find_facts(&self, id: &str) -> Option<Result<SubmissionFacts, ReadError>> {
        let bytes = self.disk.read(&self.path_of(id, FACTS)).ok()?;
        serde_json::from_slice(sealed::check_and_remove_seal(id, &bytes)?).ok()
    }

    pub(super) fn store_facts(
        &self,
        id: &str,
        facts: &Result<SubmissionFacts, ReadError>,
    ) -> io::Result<()> {
        self.write_file(
            &self.path_of(id, FACTS),
            &sealed::prepend_seal(id, &serde_json::to_vec(facts)?),
        )
    }

    fn write_file(&self, file: &Path, bytes: &[u8]) -> io::Result<()> {
        if let Some(folder) = file.parent() {
            files::create_folders(&*self.disk, folder, true)?;
        }
        files::write_atomically(&*self.disk, file, bytes, Durability::Process)
    }

    fn grade_path(&self, key: &GradeKey) -> PathBuf {
        self.path_of(&key.cache_file_stem(), "json")
    }

    /// Returns the path for an id. The first two digits name a subfolder, to avoid too many files in a folder.
    fn path_of(&self, id: &str, ending: &str) -> PathBuf {
        self.folder.join(&id[..2]).join(format!("{}.{ending}", &id[2..]))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::key;

    fn graded() -> GradeFile {
        samples::grade([(samples::pass(grade::check::Check::BoardHamming), 12.125)]).into()
    }

    #[test]
    fn a_cached_grade_is_returned_under_another_name() {
        let folder = tempfile::tempdir().unwrap();
        let cache = GradeCache::new(folder.path());
        let key = |plan: &str, sources: &str| GradeKey {
            plan: plan.to_owned(),
            verdicts: "v".to_owned(),
            sources: sources.to_owned(),
        };
        let (a, b) = (key("p", "a"), key("p", "b"));
        let grade = graded();
        assert_eq!(cache.find_grade(&a, "bob"), None);
        cache.store_grade(&a, &grade).unwrap();
        assert_eq!(cache.find_grade(&a, "alice"), Some(ReusableGrade::Grade(grade.clone())));
        let bobs = GradeFile::parse(grade.text().replace("alice", "bob")).unwrap();
        assert_eq!(cache.find_grade(&a, "bob"), Some(ReusableGrade::Grade(bobs.clone())));
        assert_eq!(
            cache.find_grade(&key("other points", "a"), "bob"),
            Some(ReusableGrade::Verdicts(bobs))
        );
        assert_eq!(cache.find_grade(&b, "alice"), None);
        let file = cache.grade_path(&a);
        let text = fs::read_to_string(&file).unwrap();
        fs::write(&file, text.replace("12.125", "13.125")).unwrap();
        assert_eq!(cache.find_grade(&a, "alice"), None, "it is damaged");
    }

    #[test]
    fn facts_are_valid_only_for_their_key() {
        let folder = tempfile::tempdir().unwrap();
        let cache = GradeCache::new(folder.path());
        let (name, hash) = ("alice".to_owned(), "sha256:1".to_owned());
        let facts =
            SubmissionFacts { name, hash, crate_name: None, left_out: vec!["`a` is b".to_owned()] };
        let id = key::facts_id("v", "alice", "d");
        let others = [("w", "alice", "d"), ("v", "bob", "d"), ("v", "alice", "e")];
        cache.store_facts(&id, &Ok(facts.clone())).unwrap();
        assert_eq!(cache.find_facts(&id), Some(Ok(facts)));
        for (verdicts, name, digest) in others {
            let other = key::facts_id(verdicts, name, digest);
            assert_eq!(cache.find_facts(&other), None);
            let place = cache.path_of(&other, FACTS);
            fs::create_dir_all(place.parent().unwrap()).unwrap();
            fs::copy(cache.path_of(&id, FACTS), &place).unwrap();
            assert_eq!(cache.find_facts(&other), None, "{other:?}");
        }
    }

    #[test]
    fn an_entry_is_valid_only_for_its_key() {
        let folder = tempfile::tempdir().unwrap();
        let cache = GradeCache::new(folder.path());
        let key = |verdicts: &str, sources: &str| GradeKey {
            plan: "p".to_owned(),
            verdicts: verdicts.to_owned(),
            sources: sources.to_owned(),
        };
        let (good, bad) = (key("p", "good"), key("p", "bad"));
        let grade = graded();
        cache.store_grade(&good, &grade).unwrap();
        for other in [bad, key("other", "good"), key("p\nsources good", "x")] {
            let place = cache.grade_path(&other);
            fs::create_dir_all(place.parent().unwrap()).unwrap();
            fs::copy(cache.grade_path(&good), &place).unwrap();
            assert_eq!(cache.find_grade(&other, "mallory"), None, "{other:?}");
        }
        assert_eq!(cache.find_grade(&good, "alice"), Some(ReusableGrade::Grade(grade)));
    }
}
