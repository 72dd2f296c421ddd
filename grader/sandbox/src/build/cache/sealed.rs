//! Sealed cache folders. A damaged or renamed folder counts as missing.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use base::sealed;
use sha2::{Digest, Sha256};

const SEAL: &str = ".seal";

pub(super) fn seal_folder(folder: &Path, name: &str) -> io::Result<()> {
    fs::write(folder.join(SEAL), sealed::prepend_seal(name, list_digests(folder)?.as_bytes()))
}

/// Returns `true` if a folder contains exactly the files that were sealed under this name.
pub(super) fn is_whole(folder: &Path, name: &str) -> bool {
    let Ok(seal) = fs::read(folder.join(SEAL)) else { return false };
    let sealed = sealed::check_and_remove_seal(name, &seal);
    sealed.is_some_and(|sealed| list_digests(folder).is_ok_and(|list| list.as_bytes() == sealed))
}

/// Lists the files in a folder, except the seal, in sorted order and with their hashes. Fails if there is a subfolder
/// or a link, which cannot be sealed.
fn list_digests(folder: &Path) -> io::Result<String> {
    let mut lines = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        // The seal cannot contain its own hash.
        if entry.file_name() == SEAL {
            continue;
        }
        let kind = entry.file_type()?;
        let hash = if kind.is_file() {
            let mut hash = Sha256::new();
            io::copy(&mut File::open(entry.path())?, &mut hash)?;
            format!("{:x}", hash.finalize())
        } else {
            "no file".to_owned()
        };
        lines.push(format!("{hash} {}\n", entry.file_name().display()));
    }
    // Each system lists a folder in another order.
    lines.sort();
    Ok(lines.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moved_and_changed_folders_are_detected() {
        let outer = tempfile::tempdir().unwrap();
        let folder = outer.path().join("libraries-1");
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("a.rlib"), "one").unwrap();
        assert!(!is_whole(&folder, "libraries-1"), "it is not sealed");
        seal_folder(&folder, "libraries-1").unwrap();
        assert!(is_whole(&folder, "libraries-1"));
        assert!(!is_whole(&folder, "libraries-2"), "it was moved");
        fs::write(folder.join("a.rlib"), "two").unwrap();
        assert!(!is_whole(&folder, "libraries-1"), "a file was changed");
        fs::write(folder.join("a.rlib"), "one").unwrap();
        assert!(is_whole(&folder, "libraries-1"));
        fs::write(folder.join("b.rlib"), "").unwrap();
        assert!(!is_whole(&folder, "libraries-1"), "a file was added");
        fs::remove_file(folder.join("b.rlib")).unwrap();
        fs::remove_file(folder.join("a.rlib")).unwrap();
        assert!(!is_whole(&folder, "libraries-1"), "a file is gone");
    }
}
