//! Grades that were found out before, in whatever folder, by what they rest on.

use std::io;
use std::path::{Path, PathBuf};

use base::files::{self, Lasting, Shared};
use grade::pretty;

use super::key::Key;

/// The line between an entry's seal and its grade.
const END_OF_SEAL: &str = "\n\n";

/// A folder in the grader's cache with the grades of submissions.
///
/// A file holds the [seal](Key::seal) of a key and a grade, and then that `grade.json`. One that is
/// damaged, or has the seal of another key, counts as one that is not there.
#[derive(Clone, Debug)]
pub struct GradeCache {
    folder: PathBuf,
    disk: Shared,
}

impl GradeCache {
    /// The grades in this folder for caches.
    pub fn new(cache: &Path) -> Self {
        Self::new_on(files::machine(), cache)
    }

    /// The grades in this folder for caches, of this disk.
    pub(super) fn new_on(disk: Shared, cache: &Path) -> Self {
        Self { folder: cache.join("grades"), disk }
    }

    /// The grade that rests on this, for a submission of this name.
    pub(super) fn get(&self, key: &Key, name: &str) -> Option<String> {
        let text = files::text(&*self.disk, &self.file(key)).ok()??;
        let at = text.find(END_OF_SEAL)? + END_OF_SEAL.len();
        let (seal, grade) = text.split_at(at);
        (seal == sealed(key, grade)).then(|| renamed(grade, name))?
    }

    /// Keeps a grade. A grade that would not come back as it is, is not kept.
    pub(super) fn put(&self, key: &Key, name: &str, grade: &str) -> io::Result<()> {
        if renamed(grade, name).as_deref() != Some(grade) {
            return Ok(());
        }
        let file = self.file(key);
        if let Some(folder) = file.parent() {
            files::create_folders(&*self.disk, folder)?;
        }
        let text = sealed(key, grade) + grade;
        files::write(&*self.disk, &file, text.as_bytes(), Lasting::Process)
    }

    /// Files are in folders by the first two digits, so that none gets too long to look through.
    fn file(&self, key: &Key) -> PathBuf {
        let id = key.id();
        self.folder.join(&id[..2]).join(format!("{}.json", &id[2..]))
    }
}

/// The lines before a grade: its seal, and a line of nothing.
fn sealed(key: &Key, grade: &str) -> String {
    key.seal(grade) + "\n"
}

/// The text of the same grade for a submission of another name; `None` if it is none.
fn renamed(text: &str, name: &str) -> Option<String> {
    let mut value: serde_json::Value = serde_json::from_str(text).ok()?;
    *value.get_mut("submission")? = name.into();
    Some(pretty::file(&value))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn another_name_changes_nothing_else() {
        use samples::{grade, pass};

        let text = grade([(pass(grade::check::Check::BoardHamming), 12.125)]).json();
        assert_eq!(renamed(&text, "alice").unwrap(), text);
        assert_eq!(renamed(&text, "é\"").unwrap(), text.replace("\"alice\"", "\"é\\\"\""));
        assert_eq!(renamed("[]", "alice"), None);
    }

    #[test]
    fn a_grade_comes_back_under_another_name() {
        let folder = tempfile::tempdir().unwrap();
        let cache = GradeCache::new(folder.path());
        let key = |sources: &str| Key { plan: "p".to_owned(), sources: sources.to_owned() };
        let grade = "{\n  \"submission\": \"alice\",\n  \"score\": 87.125\n}\n";
        assert_eq!(cache.get(&key("a"), "bob"), None);
        cache.put(&key("a"), "alice", grade).unwrap();
        assert_eq!(cache.get(&key("a"), "alice").as_deref(), Some(grade));
        assert_eq!(cache.get(&key("a"), "bob").unwrap(), grade.replace("alice", "bob"));
        assert_eq!(cache.get(&key("b"), "alice"), None);
        let file = cache.file(&key("a"));
        let text = fs::read_to_string(&file).unwrap();
        fs::write(&file, text.replace("87.125", "97.125")).unwrap();
        assert_eq!(cache.get(&key("a"), "alice"), None, "it is damaged");
    }

    #[test]
    fn an_entry_counts_under_its_own_key_alone() {
        let folder = tempfile::tempdir().unwrap();
        let cache = GradeCache::new(folder.path());
        let key = |plan: &str, sources: &str| Key { plan: plan.into(), sources: sources.into() };
        let (good, bad) = (key("p", "good"), key("p", "bad"));
        let grade = "{\n  \"submission\": \"alice\",\n  \"score\": 100\n}\n";
        cache.put(&good, "alice", grade).unwrap();
        for other in [bad, key("other", "good"), key("p\nsources good", "x")] {
            let place = cache.file(&other);
            fs::create_dir_all(place.parent().unwrap()).unwrap();
            fs::copy(cache.file(&good), &place).unwrap();
            assert_eq!(cache.get(&other, "mallory"), None, "{other:?}");
        }
        assert_eq!(cache.get(&good, "alice").as_deref(), Some(grade));
    }
}
