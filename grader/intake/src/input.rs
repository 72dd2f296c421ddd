//! The files of one hand-in as a value, whatever holds them: a folder, an archive, or single files.
//!
//! All later steps ask this value for names, and for content when they need it. So the container cannot matter, nothing
//! is unpacked to a disk, and messages use the user's paths from the beginning. Links and special files are refused here.

mod name;
mod node;
mod path;

use std::fs;
use std::path::{Path, PathBuf};

use node::{FileContent, InputFolder, InputNode, InputNodes};
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization as _;

pub use name::InputName;
pub use path::InputPath;

/// The files of one hand-in, without litter.
#[derive(Debug, Serialize, Deserialize)]
pub struct InputFiles {
    name: InputName,
    root: InputNode,
}

/// Returns a key that is equal for names that some systems consider the same.
pub(super) fn comparable_name(name: &str) -> String {
    // Lowercase letters can be decomposed again, such as that of `İ`.
    name.nfc().flat_map(char::to_lowercase).nfc().collect()
}

impl InputFiles {
    /// Opens a folder at `place`, which messages call `label`.
    pub(super) fn in_folder(place: PathBuf, label: PathBuf) -> Self {
        let root = InputNode::Folder(InputFolder::on_disk(place));
        Self { name: InputName::Folder(label), root }
    }

    /// Creates an input without files, for archive content.
    pub(super) fn in_archive(label: PathBuf) -> Self {
        Self { name: InputName::Archive(label), root: InputNode::default() }
    }

    /// Opens a folder with submissions. Links in it are followed, because the instructor made them.
    pub(super) fn in_class_folder(place: PathBuf) -> Self {
        let name = InputName::Folder(place.clone());
        Self { name, root: InputNode::Folder(InputFolder::on_disk(place).with_links()) }
    }

    /// Creates an input for single files with these names in `folder`.
    pub(super) fn for_single_files(folder: PathBuf, names: Vec<String>) -> Self {
        Self { name: InputName::Files(folder, names), root: InputNode::default() }
    }

    /// Adds the file at `place` under the student's name for the file.
    pub(super) fn add_from_disk(&mut self, name: &str, place: &Path) {
        let is_file = fs::symlink_metadata(place).is_ok_and(|there| there.is_file());
        let content = FileContent::OnDisk(place.to_owned());
        let node = if is_file { InputNode::File(content) } else { InputNode::Special };
        self.add_node(&[name.as_bytes().to_vec()], node);
    }

    /// Moves the file at `path` from another input to this one, under the student's name for the file.
    pub(super) fn add_from_input(&mut self, name: &str, other: &mut Self, path: &[Vec<u8>]) {
        if let Some(node) = other.take(path) {
            self.add_node(&[name.as_bytes().to_vec()], node);
        }
    }

    /// Returns the folder at `path` as an input, if there is one.
    pub(super) fn into_folder(mut self, path: &[Vec<u8>], label: PathBuf) -> Option<Self> {
        let root = self.take(path).filter(|node| matches!(node, InputNode::Folder(_)))?;
        Some(Self { name: InputName::Folder(label), root })
    }

    /// Returns what the user calls this input.
    pub fn name(&self) -> &InputName {
        &self.name
    }

    /// Changes what messages call this input.
    pub(super) fn rename(&mut self, name: InputName) {
        self.name = name;
    }

    /// Returns the folder with all files.
    pub fn top(&self) -> InputPath<'_> {
        InputPath { input: self, inside: String::new(), node: Some(&self.root) }
    }

    /// Returns the path with these components, as named in the container.
    pub(super) fn find(&self, path: &[Vec<u8>]) -> InputPath<'_> {
        path.iter().fold(self.top(), |folder, part| folder.join_raw(part))
    }

    /// Adds a folder, with the folders around it.
    pub(super) fn add_folder(&mut self, path: &[Vec<u8>]) {
        // Adding it is the effect, and the folder itself is not needed here.
        let _ = self.folder_at(path);
    }

    /// Adds a file. `None` stands for content that is too large for any reader.
    pub(super) fn add_file(&mut self, path: &[Vec<u8>], content: Option<Vec<u8>>) {
        let content = content.map_or(FileContent::TooLarge, FileContent::InMemory);
        self.add_node(path, InputNode::File(content));
    }

    /// Adds a file by name, without content.
    pub(super) fn add_listed_file(&mut self, path: &[Vec<u8>], is_archive: bool) {
        self.add_node(path, InputNode::File(FileContent::Listed { is_archive }));
    }

    /// Adds a link or another special file.
    pub(super) fn add_special(&mut self, path: &[Vec<u8>]) {
        self.add_node(path, InputNode::Special);
    }

    fn add_node(&mut self, path: &[Vec<u8>], node: InputNode) {
        let Some((name, folders)) = path.split_last() else { return };
        if let Some(nodes) = self.folder_at(folders) {
            node::insert(nodes, name, node);
        }
    }

    /// Returns a folder's content, which is created if it does not exist.
    fn folder_at(&mut self, path: &[Vec<u8>]) -> Option<&mut InputNodes> {
        let mut node = &mut self.root;
        for part in path {
            let nodes = node.nodes_mut()?;
            let name = node::name_for(nodes, part);
            if !nodes.contains_key(&name) {
                node::insert(nodes, part, InputNode::default());
            }
            node = &mut nodes.get_mut(&name)?.node;
        }
        node.nodes_mut()
    }

    /// Removes the file or folder at `path`, and returns it.
    fn take(&mut self, path: &[Vec<u8>]) -> Option<InputNode> {
        let (name, folders) = path.split_last()?;
        let mut nodes = self.root.nodes_mut()?;
        for part in folders {
            nodes = nodes.get_mut(&node::name_for(nodes, part))?.node.nodes_mut()?;
        }
        Some(nodes.remove(&node::name_for(nodes, name))?.node)
    }

    /// Replaces a file in the existing folder `folder`, or adds it. Both names are as shown.
    pub(super) fn put(&mut self, folder: &str, name: &str, content: Vec<u8>) {
        let mut nodes = self.root.nodes_mut();
        for part in folder.split('/').filter(|part| !part.is_empty()) {
            nodes = nodes.and_then(|nodes| nodes.get_mut(part)?.node.nodes_mut());
        }
        if let Some(nodes) = nodes {
            nodes.remove(name);
            node::insert(nodes, name.as_bytes(), InputNode::File(FileContent::InMemory(content)));
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Returns an input with these files in the folder `hw`.
    pub(crate) fn input(files: &[(&str, &[u8])]) -> InputFiles {
        let mut input = InputFiles {
            name: InputName::Folder("hw".into()),
            ..InputFiles::in_archive("".into())
        };
        for (path, content) in files {
            let path: Vec<Vec<u8>> = path.split('/').map(|part| part.as_bytes().to_vec()).collect();
            input.add_file(&path, Some(content.to_vec()));
        }
        input
    }

    /// Like [`input`], for text.
    pub(crate) fn text_input(files: &[(&str, &str)]) -> InputFiles {
        let files: Vec<(&str, &[u8])> =
            files.iter().map(|(path, text)| (*path, text.as_bytes())).collect();
        input(&files)
    }

    #[test]
    fn names_in_any_encoding_stay_different() {
        let mut input = InputFiles::in_archive("a.tar".into());
        let names: [&[u8]; 5] =
            [b"caf\xe9", b"caf\xe8", b"caf\\xe9", "cafe\u{301}".as_bytes(), "caf\u{e9}".as_bytes()];
        for name in names {
            input.add_file(&[name.to_vec(), b"a.rs".to_vec()], Some(name.to_vec()));
        }
        let folders = input.top().entries().unwrap();
        let shown: Vec<&str> = folders.iter().map(InputPath::file_name).collect();
        assert_eq!(shown, ["caf\\xe8", "caf\\xe9", "caf\\xe9~2", "caf\u{e9}", "caf\u{e9}~2"]);
        for name in names {
            let file = input.find(&[name.to_vec(), b"a.rs".to_vec()]);
            assert_eq!(file.read(99).unwrap().as_deref(), Some(name), "{file:?}");
            assert_eq!(file.place(), Path::new("a.tar").join(node::os_name(name)).join("a.rs"));
        }
        assert_eq!(
            input.top().find_rival_name("caf\u{e9}"),
            Some("caf\u{e9}~2"),
            "spelled differently"
        );
    }

    #[test]
    fn a_folder_of_build_output_is_litter_unless_it_holds_code() {
        let outer = tempfile::tempdir().unwrap();
        for path in ["a/target/debug/x.rs", "b/target/src/lib.rs", "b/.git/HEAD", "b/c/._c.rs"] {
            let path = outer.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        let input = InputFiles::in_folder(outer.path().to_owned(), "hw".into());
        let names = |folder: &str| {
            let entries = input.top().join(folder).entries().unwrap();
            entries.iter().map(|entry| entry.label().display().to_string()).collect::<Vec<_>>()
        };
        assert_eq!(names("a"), [""; 0]);
        assert_eq!(names("b"), ["hw/b/c", "hw/b/target"]);
        assert_eq!(names("b/c"), [""; 0]);
        assert_eq!(names("none"), [""; 0]);
    }
}
