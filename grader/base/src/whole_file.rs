//! Writes files atomically to the real file system. To support a simulated disk, use [`files`].

use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::Path;

use super::files::{self, Disk as _, Durability, RealDisk};

/// Writes a file atomically, replacing any existing file.
///
/// # Errors
///
/// Returns an error if writing fails. An existing file is then unchanged.
pub fn write(file: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    files::write_atomically(&RealDisk, file, bytes.as_ref(), Durability::Process)
}

/// Writes a new file atomically, but never replaces an existing one. Returns `false` if the file already exists.
///
/// # Errors
///
/// Returns an error if writing fails.
pub fn write_first(file: &Path, bytes: impl AsRef<[u8]>) -> io::Result<bool> {
    let bytes = bytes.as_ref();
    let folder = files::folder_of(file);
    let complete =
        files::create_unfinished(&RealDisk, folder, |fresh| RealDisk.create(fresh, bytes))?;
    // Unlike renaming, linking fails if the name exists.
    let linked = match fs::hard_link(&complete, file) {
        // Some file systems have no hard links. There, readers may find an incomplete file for a moment.
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => RealDisk.create(file, bytes),
        linked => linked,
    };
    let removed = fs::remove_file(&complete);
    match linked {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => removed.map(|()| false),
        linked => linked.and(removed).map(|()| true),
    }
}

/// Writes a file atomically and durably, in pieces that do not need to fit in memory at once.
///
/// # Errors
///
/// Returns an error if writing fails. The path then holds the old or the complete new file.
pub fn fill_lasting(
    file: &Path,
    content: impl Fn(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    files::write_atomically_with(&RealDisk, file, Durability::Power, |fresh| {
        let mut writer = BufWriter::new(files::create_new(fresh)?);
        content(&mut writer)?;
        // Dropping the writer would hide an error.
        writer.flush()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_writers_agree_on_the_first_content() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("key");
        let write = &|content: usize| {
            let is_first = write_first(&file, content.to_string()).unwrap();
            (is_first.then_some(content), fs::read_to_string(&file).unwrap())
        };
        let results: Vec<_> = std::thread::scope(|scope| {
            let writers =
                [1000, 2000, 3000, 4000].map(|content| scope.spawn(move || write(content)));
            writers.into_iter().map(|writer| writer.join().unwrap()).collect()
        });
        let first: Vec<_> = results.iter().filter_map(|(first, _)| *first).collect();
        assert_eq!(first.len(), 1, "{results:?}");
        assert!(results.iter().all(|(_, found)| *found == first[0].to_string()), "{results:?}");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }
}
