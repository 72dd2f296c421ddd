use std::io;
use std::path::{Path, PathBuf};

use base::{regular, whole_file};
use oracle::pattern::{BuildProgress, Databases, TilePartition};
use sha2::{Digest, Sha256};

use super::file::{self, Unusable};

/// A folder for pattern databases.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
}

/// Databases that are ready for use.
#[derive(Debug)]
pub struct LoadedDatabases {
    /// The databases.
    pub databases: Databases,
    /// The origin of the databases.
    pub origin: DatabaseOrigin,
    /// The error from storing the databases, if any.
    pub unkept: Option<io::Error>,
}

/// The origin of databases.
#[derive(Debug)]
pub enum DatabaseOrigin {
    /// The databases were loaded from the folder.
    Kept,
    /// The databases were built without a file.
    Built,
    /// The databases were built because of an unusable file.
    Rebuilt(Unusable),
}

impl Store {
    /// Creates a store. The folder will be created with the first databases.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    /// Loads the databases for a partition, or builds and stores them.
    ///
    /// Failing to store them is not an error. Concurrent programs replace the file atomically.
    pub fn load(
        &self,
        partition: &TilePartition,
        threads: usize,
        progress: &mut dyn FnMut(BuildProgress),
    ) -> LoadedDatabases {
        let path = self.path(partition);
        let origin = match read_databases_file(partition, &path) {
            Ok(databases) => {
                return LoadedDatabases { databases, origin: DatabaseOrigin::Kept, unkept: None };
            }
            Err(Unusable::Read(error)) if error.kind() == io::ErrorKind::NotFound => {
                DatabaseOrigin::Built
            }
            Err(unusable) => DatabaseOrigin::Rebuilt(unusable),
        };
        let databases = Databases::build(partition.clone(), threads, progress);
        let unkept = self.save_databases(&databases, &path).err();
        LoadedDatabases { databases, origin, unkept }
    }

    /// Returns the stored databases for a partition, if there are any and they are usable.
    pub fn load_stored(&self, partition: &TilePartition) -> Option<Databases> {
        read_databases_file(partition, &self.path(partition)).ok()
    }

    /// Returns the file for a partition.
    pub fn path(&self, partition: &TilePartition) -> PathBuf {
        let n = partition.dimension();
        let groups: Vec<Vec<usize>> = partition.groups().collect();
        let sizes: Vec<String> = groups.iter().map(|group| group.len().to_string()).collect();
        // The hash distinguishes partitions of equal sizes but different shapes.
        let key = Sha256::digest(format!("{n} {} {groups:?}", partition.blank()));
        let key = format!("{key:x}");
        self.folder.join(format!("patterns-{n}x{n}-{}-{}", sizes.join("-"), &key[..8]))
    }

    fn save_databases(&self, databases: &Databases, path: &Path) -> io::Result<()> {
        std::fs::create_dir_all(&self.folder)?;
        whole_file::fill_lasting(path, |fresh| file::write_databases(databases, fresh))
    }
}

fn read_databases_file(partition: &TilePartition, path: &Path) -> Result<Databases, Unusable> {
    file::read_databases(partition, &mut regular::open_regular(path)?)
}

#[cfg(test)]
mod tests {
    use oracle::puzzle::Goal;

    use super::*;

    fn load(store: &Store) -> (LoadedDatabases, usize) {
        let partition = TilePartition::quick(&Goal::blank_last(3)).expect("three rows");
        let mut steps = 0;
        let loaded = store.load(&partition, 1, &mut |_| steps += 1);
        (loaded, steps)
    }

    fn path(store: &Store) -> PathBuf {
        store.path(&TilePartition::quick(&Goal::blank_last(3)).expect("three rows"))
    }

    #[test]
    fn a_stored_database_is_not_rebuilt() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::new(folder.path().join("deep").join("inside"));
        let partition = TilePartition::quick(&Goal::blank_last(3)).expect("three rows");
        assert!(store.load_stored(&partition).is_none());
        let (built, steps) = load(&store);
        assert!(
            matches!(built.origin, DatabaseOrigin::Built) && steps > 0 && built.unkept.is_none()
        );
        assert!(store.load_stored(&partition).is_some());
        let (kept, steps) = load(&store);
        assert!(matches!(kept.origin, DatabaseOrigin::Kept) && steps == 0);
        assert!(kept.databases.words().eq(built.databases.words()));
        let files = std::fs::read_dir(path(&store).parent().expect("a folder")).expect("readable");
        assert_eq!(files.count(), 1, "nothing is left beside it");
    }

    #[test]
    fn a_damaged_database_is_rebuilt() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::new(folder.path());
        let (built, _) = load(&store);
        let path = path(&store);
        let whole = std::fs::read(&path).expect("it is kept");
        std::fs::write(&path, &whole[..whole.len() - 100]).expect("writable");
        let (rebuilt, _) = load(&store);
        assert!(matches!(rebuilt.origin, DatabaseOrigin::Rebuilt(Unusable::Short)));
        assert!(rebuilt.databases.words().eq(built.databases.words()));
        assert_eq!(std::fs::read(&path).expect("it is kept"), whole);
    }

    #[test]
    fn a_database_is_usable_without_being_stored() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("file");
        std::fs::write(&file, "no folder").expect("writable");
        let (built, _) = load(&Store::new(&file));
        assert!(built.unkept.is_some());
        assert_eq!(built.databases.words().count(), 2);
    }
}
