//! Checks that only the user can write to a folder.
//!
//! Some folders decide grades: the cache, whose code even runs with the user's privileges, folders of grades and of
//! prebuilt programs, and temporary folders. Other users must not be able to change such a folder or to replace one of
//! its parents.

use std::io;
use std::path::{Path, PathBuf};

/// An environment variable. Set it to `1` if everyone who can write to the grader's folders may change grades.
pub const ALONE_VARIABLE: &str = "GRADER_ALONE";

/// The reason why a folder's contents are not trusted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Distrust {
    /// A link on the path to the folder belongs to a different user.
    #[error("the link `{}` belongs to another user", link.display())]
    OthersLink {
        /// The link.
        link: PathBuf,
    },
    /// The folder or one of its parents belongs to a different user.
    #[error("the folder `{}` belongs to another user", folder.display())]
    Owner {
        /// The folder.
        folder: PathBuf,
    },
    /// Other users can write to the folder or one of its parents.
    #[error("other users can write to `{}`", folder.display())]
    Writable {
        /// The folder.
        folder: PathBuf,
    },
}

impl Distrust {
    /// Returns a hint on how to solve the problem. `instead` says how to use another folder.
    pub fn hint(&self, instead: &str) -> String {
        let way = match self {
            Self::OthersLink { .. } | Self::Owner { .. } => instead.to_owned(),
            Self::Writable { folder } => {
                format!("run `chmod go-w '{}'`, or {instead}", folder.display())
            }
        };
        format!(
            "{way}; if everyone who can write there may change grades, as in a container, on a \
             Windows drive in WSL, or in a group of assistants, set `{ALONE_VARIABLE}=1`"
        )
    }

    /// Returns a hint on an error from the folder for temporary files.
    pub fn hint_for_temporary_folder(error: &io::Error) -> String {
        Self::from_io_error(error).map_or_else(
            || "check that there is free space and that you have permission to write".to_owned(),
            |why| why.hint("set `TMPDIR` to a folder of your own"),
        )
    }

    /// Returns the reason for distrust behind an error from [`check_trust`], if any.
    pub fn from_io_error(error: &io::Error) -> Option<&Self> {
        error.get_ref()?.downcast_ref()
    }
}

/// Creates a folder that only the user can access, and missing parents, unless it exists.
///
/// # Errors
///
/// Returns an error if creating a folder fails.
pub fn create_private(folder: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

/// Checks that only the user and the system can write to a folder.
///
/// # Errors
///
/// Returns an error if others can write to it (see [`Distrust::from_io_error`]), or if it does not exist.
#[cfg(unix)]
pub fn check_trust(folder: &Path) -> io::Result<()> {
    use std::fs::metadata;
    use std::os::unix::fs::MetadataExt as _;

    if std::env::var_os(ALONE_VARIABLE).is_some_and(|value| value == "1") {
        return Ok(());
    }
    let user = rustix::process::geteuid().as_raw();
    // In a user namespace, system files belong to the overflow user.
    let system = metadata("/")?.uid();
    find_distrust(&std::path::absolute(folder)?, &[user, 0, system])?.map_err(io::Error::other)
}

/// On other systems, each user has private folders.
///
/// # Errors
///
/// Never returns an error.
#[cfg(not(unix))]
pub fn check_trust(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn find_distrust(folder: &Path, trusted: &[u32]) -> io::Result<Result<(), Distrust>> {
    use std::fs::{canonicalize, metadata, symlink_metadata};
    use std::os::unix::fs::MetadataExt as _;

    // In a folder with this bit, such as `/tmp`, only the owner of a file can rename or remove it.
    const STICKY: u32 = 0o1000;
    let resolved = canonicalize(folder)?;
    // Whoever can write to a parent folder can replace all folders below it. Links are checked on the way, too.
    for path in folder.ancestors().chain(resolved.ancestors()) {
        let own = symlink_metadata(path)?;
        if own.is_symlink() && !trusted.contains(&own.uid()) {
            return Ok(Err(Distrust::OthersLink { link: path.to_owned() }));
        }
        let there = metadata(path)?;
        if !trusted.contains(&there.uid()) {
            return Ok(Err(Distrust::Owner { folder: path.to_owned() }));
        }
        // By convention, a group with the same id as the user has no other members.
        let mode = there.mode();
        let can_others_write = mode & 0o002 != 0 || mode & 0o020 != 0 && there.gid() != there.uid();
        // In a sticky folder, other users can create entries, but not replace existing ones.
        let is_parent = path != folder && path != resolved;
        if can_others_write && !(is_parent && mode & STICKY != 0) {
            return Ok(Err(Distrust::Writable { folder: path.to_owned() }));
        }
    }
    Ok(Ok(()))
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};

    use tempfile::TempDir;

    use super::*;

    /// A folder `a/b/cache`, with its owner and the modes of `a` and `cache`.
    struct Place {
        outer: TempDir,
        user: u32,
    }

    impl Place {
        fn new() -> Self {
            let outer = tempfile::tempdir().unwrap();
            let user = fs::metadata(outer.path()).unwrap().uid();
            let place = Self { outer, user };
            fs::create_dir_all(place.at("a/b/cache")).unwrap();
            for folder in ["a", "a/b", "a/b/cache"] {
                place.set_mode(folder, 0o755);
            }
            place
        }

        fn at(&self, path: &str) -> PathBuf {
            fs::canonicalize(self.outer.path()).unwrap().join(path)
        }

        fn set_mode(&self, path: &str, mode: u32) {
            fs::set_permissions(self.at(path), Permissions::from_mode(mode)).unwrap();
        }

        fn verdict(&self, path: &str) -> Result<(), Distrust> {
            find_distrust(&self.at(path), &[self.user, 0]).unwrap()
        }
    }

    #[test]
    fn the_users_own_folder_is_trusted() {
        let place = Place::new();
        assert_eq!(place.verdict("a/b/cache"), Ok(()));
        place.set_mode("a/b/cache", 0o700);
        assert_eq!(place.verdict("a/b/cache"), Ok(()));
    }

    #[test]
    fn a_folder_writable_by_others_is_not_trusted() {
        for mode in [0o777, 0o757, 0o1777] {
            let place = Place::new();
            place.set_mode("a/b/cache", mode);
            let folder = place.at("a/b/cache");
            let distrust = Distrust::Writable { folder };
            assert_eq!(place.verdict("a/b/cache"), Err(distrust.clone()), "{mode:o}");
            let hint = distrust.hint("use another folder");
            assert!(hint.starts_with("run `chmod go-w '/"), "{hint}");
        }
    }

    #[test]
    fn a_parent_writable_by_others_needs_the_sticky_bit() {
        let place = Place::new();
        place.set_mode("a", 0o777);
        assert_eq!(place.verdict("a/b/cache"), Err(Distrust::Writable { folder: place.at("a") }));
        place.set_mode("a", 0o1777);
        assert_eq!(place.verdict("a/b/cache"), Ok(()));
    }

    #[test]
    fn another_users_folder_is_not_trusted() {
        let place = Place::new();
        let folder = place.at("a/b/cache");
        let distrust = Distrust::Owner { folder: folder.clone() };
        assert_eq!(find_distrust(&folder, &[place.user + 1]).unwrap(), Err(distrust));
    }

    #[test]
    fn links_are_followed() {
        let place = Place::new();
        symlink(place.at("a/b/cache"), place.at("link")).unwrap();
        symlink(place.at("a/b"), place.at("way")).unwrap();
        for path in ["link", "way/cache"] {
            assert_eq!(place.verdict(path), Ok(()), "{path}");
        }
        place.set_mode("a", 0o777);
        for path in ["link", "way/cache"] {
            let distrust = Distrust::Writable { folder: place.at("a") };
            assert_eq!(place.verdict(path), Err(distrust), "{path}");
        }
        place.set_mode("a", 0o755);
        place.set_mode("a/b/cache", 0o1777);
        let distrust = Distrust::Writable { folder: place.at("link") };
        assert_eq!(place.verdict("link"), Err(distrust), "the sticky bit protects no contents");
    }

    #[test]
    fn a_group_of_the_user_alone_is_trusted() {
        let place = Place::new();
        place.set_mode("a/b/cache", 0o770);
        let folder = fs::metadata(place.at("a/b/cache")).unwrap();
        let expected = if folder.gid() == folder.uid() {
            Ok(())
        } else {
            Err(Distrust::Writable { folder: place.at("a/b/cache") })
        };
        assert_eq!(place.verdict("a/b/cache"), expected);
    }

    #[test]
    fn created_folders_are_private() {
        let outer = tempfile::tempdir().unwrap();
        let folder = outer.path().join("a/b");
        create_private(&folder).unwrap();
        create_private(&folder).unwrap();
        for path in [folder.clone(), outer.path().join("a")] {
            assert_eq!(fs::metadata(path).unwrap().mode() & 0o777, 0o700);
        }
        check_trust(&folder).unwrap();
    }

    #[test]
    fn distrust_is_recognized_in_io_errors() {
        let distrust = Distrust::Owner { folder: "a".into() };
        let error = io::Error::other(distrust.clone());
        assert_eq!(Distrust::from_io_error(&error), Some(&distrust));
        assert_eq!(Distrust::from_io_error(&io::Error::other("x")), None);
        assert_eq!(Distrust::from_io_error(&io::ErrorKind::NotFound.into()), None);
    }
}
