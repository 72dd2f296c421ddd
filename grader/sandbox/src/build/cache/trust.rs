//! Checks that only the user can write to the cache folder.
//!
//! Cached code runs with the user's privileges and affects grades, so other users must not be able to change the folder
//! or replace one of its parents.

use std::io;
use std::path::{Path, PathBuf};

/// An environment variable. Set it to `1` if the machine has no other users, as in a container.
pub const ALONE_VARIABLE: &str = "GRADER_ALONE";

/// The reason why a folder's contents are not trusted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Distrust {
    /// The folder is a link, which could be redirected.
    #[error("it is a link")]
    Link,
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
    /// Returns a hint on how to solve the problem.
    pub fn hint(&self) -> String {
        let variable = super::CACHE_VARIABLE;
        match self {
            Self::Link => format!("set `{variable}` to the target of the link"),
            Self::OthersLink { .. } | Self::Owner { .. } => {
                format!("set `{variable}` to your own folder")
            }
            Self::Writable { folder } => format!(
                "`chmod go-w '{}'`, or set `{variable}` to another folder; in a container without \
                 other users, set `{ALONE_VARIABLE}=1`",
                folder.display()
            ),
        }
    }

    /// Returns the reason for distrust behind an error from [`folder`](super::folder), if any.
    pub fn behind(error: &io::Error) -> Option<&Self> {
        error.get_ref()?.downcast_ref()
    }
}

#[cfg(unix)]
pub(super) fn check(folder: &Path) -> io::Result<()> {
    let is_alone = std::env::var_os(ALONE_VARIABLE).is_some_and(|value| value == "1");
    let user = rustix::process::geteuid().as_raw();
    judge(folder, user, is_alone)?.map_err(io::Error::other)
}

/// On other systems, each user has a private cache folder.
#[cfg(not(unix))]
pub(super) fn check(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn judge(folder: &Path, user: u32, is_alone: bool) -> io::Result<Result<(), Distrust>> {
    use std::fs::{canonicalize, metadata, symlink_metadata};
    use std::os::unix::fs::MetadataExt as _;

    const STICKY: u32 = 0o1000;
    let own = symlink_metadata(folder)?;
    if own.is_symlink() {
        return Ok(Err(Distrust::Link));
    }
    if own.uid() != user {
        return Ok(Err(Distrust::Owner { folder: folder.to_owned() }));
    }
    // By convention, a group with the same id as the user has no other members.
    let others_write = |it: &std::fs::Metadata| {
        it.mode() & 0o002 != 0 || it.mode() & 0o020 != 0 && it.gid() != it.uid()
    };
    if !is_alone && others_write(&own) {
        return Ok(Err(Distrust::Writable { folder: folder.to_owned() }));
    }
    if is_alone {
        return Ok(Ok(()));
    }
    // In a user namespace, system files belong to the overflow user.
    let system = metadata("/")?.uid();
    let is_trusted = |uid: u32| [user, 0, system].contains(&uid);
    let resolved = canonicalize(folder)?;
    for above in folder.ancestors().skip(1).chain(resolved.ancestors().skip(1)) {
        if above.as_os_str().is_empty() {
            continue;
        }
        if !is_trusted(symlink_metadata(above)?.uid()) {
            let (link, folder) = (above.to_owned(), above.to_owned());
            let is_link = symlink_metadata(above)?.is_symlink();
            return Ok(Err(if is_link {
                Distrust::OthersLink { link }
            } else {
                Distrust::Owner { folder }
            }));
        }
        let it = metadata(above)?;
        if !is_trusted(it.uid()) {
            return Ok(Err(Distrust::Owner { folder: above.to_owned() }));
        }
        if others_write(&it) && it.mode() & STICKY == 0 {
            return Ok(Err(Distrust::Writable { folder: above.to_owned() }));
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
                place.mode(folder, 0o755);
            }
            place
        }

        fn at(&self, path: &str) -> PathBuf {
            fs::canonicalize(self.outer.path()).unwrap().join(path)
        }

        fn mode(&self, path: &str, mode: u32) {
            fs::set_permissions(self.at(path), Permissions::from_mode(mode)).unwrap();
        }

        fn verdict(&self, path: &str) -> Result<(), Distrust> {
            judge(&self.at(path), self.user, false).unwrap()
        }
    }

    #[test]
    fn the_users_own_folder_is_trusted() {
        let place = Place::new();
        assert_eq!(place.verdict("a/b/cache"), Ok(()));
        place.mode("a/b/cache", 0o700);
        assert_eq!(place.verdict("a/b/cache"), Ok(()));
    }

    #[test]
    fn a_folder_writable_by_others_is_not_trusted() {
        for mode in [0o777, 0o757, 0o1777] {
            let place = Place::new();
            place.mode("a/b/cache", mode);
            let folder = place.at("a/b/cache");
            let distrust = Distrust::Writable { folder };
            assert_eq!(place.verdict("a/b/cache"), Err(distrust.clone()), "{mode:o}");
            assert!(distrust.hint().starts_with("`chmod go-w '/"), "{}", distrust.hint());
            assert_eq!(judge(&place.at("a/b/cache"), place.user, true).unwrap(), Ok(()));
        }
    }

    #[test]
    fn a_parent_writable_by_others_needs_the_sticky_bit() {
        let place = Place::new();
        place.mode("a", 0o777);
        assert_eq!(place.verdict("a/b/cache"), Err(Distrust::Writable { folder: place.at("a") }));
        place.mode("a", 0o1777);
        assert_eq!(place.verdict("a/b/cache"), Ok(()));
    }

    #[test]
    fn another_users_folder_is_not_trusted() {
        let place = Place::new();
        let folder = place.at("a/b/cache");
        let other = place.user + 1;
        assert_eq!(judge(&folder, other, true).unwrap(), Err(Distrust::Owner { folder }));
    }

    #[test]
    fn links_are_not_trusted_and_parent_links_are_followed() {
        let place = Place::new();
        symlink(place.at("a/b/cache"), place.at("link")).unwrap();
        assert_eq!(place.verdict("link"), Err(Distrust::Link));
        symlink(place.at("a/b"), place.at("way")).unwrap();
        assert_eq!(place.verdict("way/cache"), Ok(()));
        place.mode("a", 0o777);
        assert_eq!(place.verdict("way/cache"), Err(Distrust::Writable { folder: place.at("a") }));
    }

    #[test]
    fn distrust_is_recognized_in_io_errors() {
        let error = io::Error::other(Distrust::Link);
        assert_eq!(Distrust::behind(&error), Some(&Distrust::Link));
        assert_eq!(Distrust::behind(&io::Error::other("x")), None);
        assert_eq!(Distrust::behind(&io::ErrorKind::NotFound.into()), None);
    }
}
