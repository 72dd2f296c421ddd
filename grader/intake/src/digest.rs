//! Hashes everything that reading a hand-in can see, without parsing it.

use base::digest::PartsHash;

use super::archive::MAX_BYTES;
use super::input::InputFiles;

/// The maximum number of files and folders to hash.
/// A larger folder is read again each time, which is only slower.
const MAX_ENTRIES: usize = 10_000;

impl InputFiles {
    /// Returns a hash of the names, kinds and bytes of all files. Equal hashes mean that a reader sees the same files,
    /// because readers get names and content only from this value. An archive is a file here.
    ///
    /// Returns `None` if there is a link or another special file, or if something is unreadable or too large.
    pub(super) fn digest(&self) -> Option<String> {
        let mut parts = PartsHash::default();
        let mut open = vec![self.top()];
        let (mut entries, mut bytes_left) = (MAX_ENTRIES, MAX_BYTES);
        while let Some(folder) = open.pop() {
            for entry in folder.entries().ok()? {
                entries = entries.checked_sub(1)?;
                parts.add(entry.inside());
                if entry.is_folder() {
                    parts.add("folder");
                    open.push(entry);
                } else if entry.is_special() {
                    return None;
                } else {
                    let content = entry.read(bytes_left).ok()??;
                    bytes_left -= content.len() as u64;
                    parts.add("file");
                    parts.add(content);
                }
            }
        }
        Some(parts.with_algorithm_name())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;
    use std::path::Path;

    use proptest::collection::btree_map;
    use proptest::prelude::*;
    use proptest::sample::select;
    use tempfile::TempDir;

    use super::*;
    use crate::class::{SubmissionSource, Upload};

    /// Few and similar names and texts, so that other files often have equal bytes.
    fn texts() -> impl Strategy<Value = String> {
        select(vec!["", "a", "b", "ab", "file", "folder"]).prop_map(str::to_owned)
    }

    fn names() -> impl Strategy<Value = String> {
        select(vec!["a", "b", "ab", "a.rs", "file", "folder"]).prop_map(str::to_owned)
    }

    #[derive(Clone, Debug, PartialEq)]
    enum Node {
        File(String),
        Folder(BTreeMap<String, Node>),
    }

    fn folders() -> impl Strategy<Value = BTreeMap<String, Node>> {
        let file = texts().prop_map(Node::File);
        let node = file.prop_recursive(2, 12, 4, |inner| {
            let content = btree_map(names(), inner, 0..4);
            prop_oneof![texts().prop_map(Node::File), content.prop_map(Node::Folder)]
        });
        btree_map(names(), node, 0..4)
    }

    fn create(folder: &Path, nodes: &BTreeMap<String, Node>) {
        for (name, node) in nodes {
            let path = folder.join(name);
            match node {
                Node::File(text) => fs::write(path, text).unwrap(),
                Node::Folder(nodes) => {
                    fs::create_dir(&path).unwrap();
                    create(&path, nodes);
                }
            }
        }
    }

    fn digest_of(nodes: &BTreeMap<String, Node>) -> Option<String> {
        let folder = tempfile::tempdir().unwrap();
        create(folder.path(), nodes);
        SubmissionSource::Folder(folder.path().to_owned()).digest()
    }

    proptest! {
        #[test]
        fn digests_are_equal_only_for_equal_folders(one in folders(), other in folders()) {
            let (first, second) = (digest_of(&one), digest_of(&other));
            prop_assert!(first.is_some());
            prop_assert_eq!(first == second, one == other, "{:?}", second);
        }

        #[test]
        fn digests_are_equal_only_for_equal_files(
            one in btree_map(names(), texts(), 0..3),
            other in btree_map(names(), texts(), 0..3),
        ) {
            let digest = |files: &BTreeMap<String, String>| {
                let folder = tempfile::tempdir().unwrap();
                let upload = |(at, (name, text)): (usize, (&String, &String))| {
                    let path = folder.path().join(at.to_string());
                    fs::write(&path, text).unwrap();
                    Upload { path, name: name.clone() }
                };
                SubmissionSource::Files(files.iter().enumerate().map(upload).collect()).digest()
            };
            prop_assert_eq!(digest(&one) == digest(&other), one == other);
        }
    }

    fn folder_with(name: &str, bytes: &[u8]) -> TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(name), bytes).unwrap();
        folder
    }

    /// The same bytes are read in another way if they are submitted in another way.
    #[test]
    fn the_kind_and_name_of_a_source_affect_the_digest() {
        let folder = folder_with("a.zip", b"PK");
        let (path, name) = (folder.path().join("a.zip"), "a.zip".to_owned());
        let renamed = folder_with("a.tar", b"PK");
        let sources = [
            SubmissionSource::Folder(folder.path().to_owned()),
            SubmissionSource::Archive(path.clone()),
            SubmissionSource::Files(vec![Upload { path, name }]),
            SubmissionSource::Archive(renamed.path().join("a.tar")),
        ];
        let mut digests: Vec<String> =
            sources.iter().map(|source| source.digest().unwrap()).collect();
        digests.sort();
        digests.dedup();
        assert_eq!(digests.len(), sources.len());
    }

    #[cfg(unix)]
    #[test]
    fn what_is_not_a_regular_file_has_no_digest() {
        let folder = folder_with("a.zip", b"PK");
        let path = folder.path().to_owned();
        let (file, link) = (path.join("a.zip"), path.join("link"));
        assert!(SubmissionSource::Folder(path.clone()).digest().is_some());
        std::os::unix::fs::symlink(&file, &link).unwrap();
        let upload = Upload { path: link.clone(), name: "a.zip".to_owned() };
        let none = path.join("none");
        for source in [
            SubmissionSource::Folder(path.clone()),
            SubmissionSource::Archive(link),
            SubmissionSource::Archive(path),
            SubmissionSource::Files(vec![upload]),
            SubmissionSource::Folder(file),
            SubmissionSource::Folder(none.clone()),
            SubmissionSource::Archive(none),
        ] {
            assert_eq!(source.digest(), None, "{source:?}");
        }
    }

    #[test]
    fn large_inputs_have_no_digest() {
        let folder = folder_with("small", b"1");
        let source = SubmissionSource::Folder(folder.path().to_owned());
        let large = fs::File::create(folder.path().join("large")).unwrap();
        large.set_len(MAX_BYTES - 1).unwrap();
        assert!(source.digest().is_some());
        large.set_len(MAX_BYTES).unwrap();
        assert_eq!(source.digest(), None);
    }
}
