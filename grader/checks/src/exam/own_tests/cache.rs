//! Caches test results.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use base::{sealed, whole_file};

/// The maximum size of a cached result, in bytes. A typical result has a few hundred bytes.
/// Larger files are not read, because the process that wrote them is not trusted.
const MAX_RESULT: u64 = 4 << 20;

/// Two folders of test results: one to read from, and one to write to.
///
/// If a single process does everything, both are the same folder. A process that runs a submission writes to a separate
/// folder, and [`KeptTests::copy_from_tray`] copies the results into the cache.
#[derive(Clone, Debug)]
pub struct KeptTests {
    shelf: PathBuf,
    tray: PathBuf,
}

impl KeptTests {
    /// Creates a store that reads from and writes to the cache.
    pub fn of_cache(cache: &Path) -> Self {
        let shelf = Self::results_folder(cache);
        Self { tray: shelf.clone(), shelf }
    }

    /// Creates a store that reads from the cache and writes to another folder.
    pub fn with_tray(cache: &Path, tray: &Path) -> Self {
        Self { shelf: Self::results_folder(cache), tray: tray.to_owned() }
    }

    /// Returns the cache's folder for test results.
    pub fn results_folder(cache: &Path) -> PathBuf {
        cache.join("tests")
    }

    /// Reads the result with this key, unless it is missing, damaged, or belongs to a different key.
    pub(super) fn read_result(&self, key: &str) -> io::Result<Option<Vec<u8>>> {
        // The tray is first, because it has the results of this process.
        for folder in [&self.tray, &self.shelf] {
            match fs::read(folder.join(file_name(key))) {
                Ok(bytes) => {
                    if let Some(text) = sealed::check_and_remove_seal(key, &bytes) {
                        return Ok(Some(text.to_vec()));
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }

    pub(super) fn write_result(&self, key: &str, text: &str) -> io::Result<()> {
        fs::create_dir_all(&self.tray)?;
        whole_file::write(
            &self.tray.join(file_name(key)),
            sealed::prepend_seal(key, text.as_bytes()),
        )
    }

    /// Copies results from another process's folder into the cache. Ignores other files.
    ///
    /// # Errors
    ///
    /// Returns an error if the cache cannot be written.
    pub fn copy_from_tray(cache: &Path, tray: &Path) -> io::Result<()> {
        let Ok(files) = fs::read_dir(tray) else { return Ok(()) };
        for file in files.flatten() {
            let name = file.file_name();
            // A link could lead to a file outside of the folder, which the sandboxed process could not read itself.
            let is_plain = file.file_type().is_ok_and(|kind| kind.is_file());
            let is_small = file.metadata().is_ok_and(|metadata| metadata.len() <= MAX_RESULT);
            let Some(key) = name.to_str().and_then(key_of).filter(|_| is_plain && is_small) else {
                continue;
            };
            if let Ok(bytes) = fs::read(file.path())
                && sealed::check_and_remove_seal(key, &bytes).is_some()
            {
                let shelf = Self::results_folder(cache);
                fs::create_dir_all(&shelf)?;
                whole_file::write(&shelf.join(&name), &bytes)?;
            }
        }
        Ok(())
    }
}

fn file_name(key: &str) -> String {
    format!("{key}.json")
}

/// Returns the key in a file name: `tests-` and hexadecimal digits.
fn key_of(name: &str) -> Option<&str> {
    let key = name.strip_suffix(".json")?;
    let digits = key.strip_prefix("tests-")?;
    let is_digit = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
    (!digits.is_empty() && digits.chars().all(is_digit)).then_some(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_valid_results_are_adopted() {
        let folder = tempfile::tempdir().unwrap();
        let (cache, tray) = (folder.path().join("cache"), folder.path().join("tray"));
        let kept = KeptTests::with_tray(&cache, &tray);
        kept.write_result("tests-0a", "one").unwrap();
        for name in ["tests-XY.json", "tests-.json", "grades.json", "tests-0b.txt", "tests-0d.json"]
        {
            fs::write(tray.join(name), "no").unwrap();
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink("/etc/hostname", tray.join("tests-0c.json")).unwrap();
        assert_eq!(kept.read_result("tests-0a").unwrap().unwrap(), b"one");
        assert_eq!(KeptTests::of_cache(&cache).read_result("tests-0a").unwrap(), None);
        KeptTests::copy_from_tray(&cache, &tray).unwrap();
        let names: Vec<_> =
            fs::read_dir(KeptTests::results_folder(&cache)).unwrap().flatten().collect();
        assert_eq!(names.len(), 1);
        assert_eq!(KeptTests::of_cache(&cache).read_result("tests-0a").unwrap().unwrap(), b"one");
        KeptTests::copy_from_tray(&cache, &folder.path().join("none")).unwrap();
    }
}
