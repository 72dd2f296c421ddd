//! Checks and hashes submission names.

use std::path::{Component, Path};

use base::digest::PartsHash;

/// Returns `true` if a name is safe for a direct child of a folder.
pub(super) fn is_plain(name: &str) -> bool {
    let mut parts = Path::new(name).components();
    let first = parts.next();
    let is_it = first.is_some_and(|part| part == Component::Normal(name.as_ref()));
    is_it && parts.next().is_none() && !name.contains(['/', '\\', '\0']) && !name.starts_with('.')
}

pub(super) fn hash_names<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<PartsHash>().with_algorithm_name()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_leave_the_folder_are_rejected() {
        for good in ["alice", "Alice Müller", "a-1_2.3", "=cmd"] {
            assert!(is_plain(good), "{good}");
        }
        for bad in ["", ".", "..", "a/b", "/a", "a/", "a\\b", ".hidden", "a\0"] {
            assert!(!is_plain(bad), "{bad:?}");
        }
    }
}
