//! A cache of grades from earlier runs into any output folder, by key.

use std::io;
use std::path::{Path, PathBuf};

use base::files::{self, Lasting, Shared};
use grade::json::GradeFile;

use super::key::{Kept, Key};

const END_OF_SEAL: &str = "\n\n";

/// The grades in the grader's cache folder.
///
/// Each file contains a seal for the key and the grade, followed by the text of `grade.json`. Damaged files and seals
/// for different verdicts are ignored. Of grades that differ only in points, the latest is kept.
#[derive(Clone, Debug)]
pub struct GradeCache {
    folder: PathBuf,
    disk: Shared,
}

impl GradeCache {
    /// Opens a cache folder.
    pub fn new(cache: &Path) -> Self {
        Self::new_on(files::machine(), cache)
    }

    pub(super) fn new_on(disk: Shared, cache: &Path) -> Self {
        Self { folder: cache.join("grades"), disk }
    }

    /// Returns a stored grade with this key, or at least the same verdicts, renamed to `name`.
    pub(super) fn get(&self, key: &Key, name: &str) -> Option<Kept> {
        let text = files::text(&*self.disk, &self.file(key)).ok()??;
        let (seal, grade) = text.split_once(END_OF_SEAL)?;
        Some(match key.held_against(&format!("{seal}\n"), grade.to_owned())? {
            Kept::Grade(file) => Kept::Grade(file.renamed(name)),
            Kept::Verdicts(file) => Kept::Verdicts(file.renamed(name)),
        })
    }

    pub(super) fn put(&self, key: &Key, grade: &GradeFile) -> io::Result<()> {
        let file = self.file(key);
        if let Some(folder) = file.parent() {
            files::create_folders(&*self.disk, folder, true)?;
        }
        let text = key.seal(grade.text()) + "\n" + grade.text();
        files::write(&*self.disk, &file, text.as_bytes(), Lasting::Process)
    }

    /// Returns the path for a key. The first two digits name a subfolder, to avoid too many files in a folder.
    fn file(&self, key: &Key) -> PathBuf {
        let id = key.id();
        self.folder.join(&id[..2]).join(format!("{}.json", &id[2..]))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn graded() -> GradeFile {
        samples::grade([(samples::pass(grade::check::Check::BoardHamming), 12.125)]).into()
    }

    #[test]
    fn a_cached_grade_is_returned_under_another_name() {
        let folder = tempfile::tempdir().unwrap();
        let cache = GradeCache::new(folder.path());
        let key = |plan: &str, sources: &str| Key {
            plan: plan.to_owned(),
            verdicts: "v".to_owned(),
            sources: sources.to_owned(),
        };
        let (a, b) = (key("p", "a"), key("p", "b"));
        let grade = graded();
        assert_eq!(cache.get(&a, "bob"), None);
        cache.put(&a, &grade).unwrap();
        assert_eq!(cache.get(&a, "alice"), Some(Kept::Grade(grade.clone())));
        let bobs = GradeFile::read(grade.text().replace("alice", "bob")).unwrap();
        assert_eq!(cache.get(&a, "bob"), Some(Kept::Grade(bobs.clone())));
        assert_eq!(cache.get(&key("other points", "a"), "bob"), Some(Kept::Verdicts(bobs)));
        assert_eq!(cache.get(&b, "alice"), None);
        let file = cache.file(&a);
        let text = fs::read_to_string(&file).unwrap();
        fs::write(&file, text.replace("12.125", "13.125")).unwrap();
        assert_eq!(cache.get(&a, "alice"), None, "it is damaged");
    }

    #[test]
    fn an_entry_is_valid_only_for_its_key() {
        let folder = tempfile::tempdir().unwrap();
        let cache = GradeCache::new(folder.path());
        let key = |verdicts: &str, sources: &str| Key {
            plan: "p".to_owned(),
            verdicts: verdicts.to_owned(),
            sources: sources.to_owned(),
        };
        let (good, bad) = (key("p", "good"), key("p", "bad"));
        let grade = graded();
        cache.put(&good, &grade).unwrap();
        for other in [bad, key("other", "good"), key("p\nsources good", "x")] {
            let place = cache.file(&other);
            fs::create_dir_all(place.parent().unwrap()).unwrap();
            fs::copy(cache.file(&good), &place).unwrap();
            assert_eq!(cache.get(&other, "mallory"), None, "{other:?}");
        }
        assert_eq!(cache.get(&good, "alice"), Some(Kept::Grade(grade)));
    }
}
