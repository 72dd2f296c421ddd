//! Reads the commit of a clone from files. We must not run git here, because the configuration in a student's
//! repository can make it execute commands.

use std::fs;
use std::io::Read;
use std::path::Path;

use base::regular;

/// The maximum size of a repository file in bytes.
/// `packed-refs` has a line of some sixty bytes for each reference, and a student has a few.
const MAX_BYTES: u64 = 16 << 20;

/// Returns the checked-out commit of the clone in `folder`, in hexadecimal.
///
/// Returns `None` if the folder is not a clone, has no commits, or stores references anywhere but in files and
/// `packed-refs`. Does not follow links or a `.git` file, as in submodules, which points outside the folder.
pub(super) fn checked_out_commit(folder: &Path) -> Option<String> {
    let git = folder.join(".git");
    if !fs::symlink_metadata(&git).ok()?.is_dir() {
        return None;
    }
    let head = read_git_file(&git, "HEAD")?;
    let head = head.trim_end();
    let Some(name) = head.strip_prefix("ref:") else { return parse_hash(head) };
    let name = name.trim_start();
    if !is_reference(name) {
        return None;
    }
    match read_git_file(&git, name) {
        Some(text) => parse_hash(text.trim_end()),
        None => packed_commit(&read_git_file(&git, "packed-refs")?, name),
    }
}

/// Returns the commit of a reference in `packed-refs`, where a line contains a hash, a space and a name.
fn packed_commit(text: &str, name: &str) -> Option<String> {
    text.lines().find_map(|line| {
        let (commit, reference) = line.split_once(' ')?;
        (reference == name).then(|| parse_hash(commit))?
    })
}

/// Parses a git hash: 40 hexadecimal digits, or 64 in SHA-256 repositories.
fn parse_hash(text: &str) -> Option<String> {
    let is_hash =
        [40, 64].contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hash.then(|| text.to_ascii_lowercase())
}

/// Returns `true` for a valid reference name, which cannot point outside the repository.
fn is_reference(name: &str) -> bool {
    let part = |part: &str| !part.is_empty() && !part.starts_with('.') && !part.ends_with('.');
    name.starts_with("refs/") && !name.contains(['\\', ':', '\0']) && name.split('/').all(part)
}

/// Reads a file in the `git` folder without following links.
fn read_git_file(git: &Path, name: &str) -> Option<String> {
    let mut path = git.to_owned();
    for part in name.split('/') {
        path.push(part);
        // A link anywhere in the path could lead outside the folder.
        if fs::symlink_metadata(&path).ok()?.is_symlink() {
            return None;
        }
    }
    if !path.is_file() {
        return None;
    }
    let mut text = String::new();
    regular::open_regular_no_link(&path).ok()?.take(MAX_BYTES).read_to_string(&mut text).ok()?;
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";

    fn clone(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        folder
    }

    fn commit_of(files: &[(&str, &str)]) -> Option<String> {
        checked_out_commit(clone(files).path())
    }

    #[test]
    fn commits_are_found_in_head_refs_and_packed_refs() {
        let line = format!("{COMMIT}\n");
        let packed = format!("# pack-refs with: peeled\n{COMMIT} refs/heads/x/main\n^{COMMIT}\n");
        let head = (".git/HEAD", "ref: refs/heads/x/main\n");
        assert_eq!(commit_of(&[(".git/HEAD", &line)]).as_deref(), Some(COMMIT));
        assert_eq!(commit_of(&[head, (".git/packed-refs", &packed)]).as_deref(), Some(COMMIT));
        let newer = COMMIT.replace('0', "A");
        let loose = (".git/refs/heads/x/main", newer.as_str());
        let found = commit_of(&[head, loose, (".git/packed-refs", &packed)]);
        assert_eq!(found, Some(newer.to_lowercase()));
    }

    #[test]
    fn an_invalid_clone_has_no_commit() {
        let line = format!("{COMMIT}\n");
        for files in [
            &[("src/lib.rs", "")][..],
            &[(".git", "gitdir: ../elsewhere\n")],
            &[(".git/HEAD", "ref: refs/heads/main\n")],
            &[(".git/HEAD", "ref: refs/heads/.invalid\n")],
            &[(".git/HEAD", "ref: refs/../../secret\n"), ("secret", &line)],
            &[(".git/HEAD", "ref: secret\n"), (".git/secret", &line)],
            &[(".git/HEAD", "0123456789abcdef\n")],
            &[(".git/HEAD", "")],
        ] {
            assert_eq!(commit_of(files), None, "{files:?}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_followed() {
        let folder = clone(&[(".git/HEAD", "ref: refs/heads/main\n"), ("out/main", COMMIT)]);
        fs::create_dir_all(folder.path().join(".git/refs")).unwrap();
        let link = folder.path().join(".git/refs/heads");
        std::os::unix::fs::symlink(folder.path().join("out"), link).unwrap();
        assert_eq!(checked_out_commit(folder.path()), None);
    }
}
