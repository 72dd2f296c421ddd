//! The files of one hand-in as a value, whatever holds them: a folder, an archive, or single files.
//!
//! All later steps ask this value for names, and for content when they need it. So the container cannot matter, nothing
//! is unpacked to a disk, and messages use the user's paths from the beginning. Links and special files are refused here.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use base::regular;
use unicode_normalization::UnicodeNormalization as _;

use super::{IntakeError, litter};

/// The number of bytes that tell the format of a file.
const START: usize = 512;

/// The files of one hand-in, without litter.
#[derive(Debug)]
pub struct InputFiles {
    name: InputName,
    root: InputNode,
}

/// What the user calls an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputName {
    /// A folder.
    Folder(PathBuf),
    /// An archive.
    Archive(PathBuf),
    /// Single files in a folder with files of others, by the student's names.
    Files(PathBuf, Vec<String>),
}

impl InputName {
    /// Returns the name for use after a preposition: only the path, or the names of the files.
    pub(super) fn in_code(&self) -> String {
        match self {
            Self::Folder(path) | Self::Archive(path) => format!("`{}`", path.display()),
            Self::Files(..) => self.to_string(),
        }
    }

    /// Returns the path of the folder or archive, or of the folder with the files.
    pub fn path(&self) -> &Path {
        match self {
            Self::Folder(path) | Self::Archive(path) | Self::Files(path, _) => path,
        }
    }
}

/// Formats the name for use in a sentence, such as "the folder `alice`".
impl fmt::Display for InputName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(path) => write!(f, "the folder `{}`", path.display()),
            Self::Archive(path) => write!(f, "`{}`", path.display()),
            Self::Files(_, names) => f.write_str(&super::error::list(names)),
        }
    }
}

#[derive(Debug)]
enum InputNode {
    Folder(InputFolder),
    File(FileContent),
    /// A link, a device, a pipe or a socket.
    Special,
}

#[derive(Debug)]
enum FileContent {
    OnDisk(PathBuf),
    InMemory(Vec<u8>),
    /// An archive holds more bytes than any reader of this file accepts.
    TooLarge,
}

/// A folder of an archive, or one on disk that is listed when somebody asks for its content.
#[derive(Debug, Default)]
struct InputFolder {
    place: Option<PathBuf>,
    /// Whether this is named like cargo's output, so that only code counts.
    holds_only_code: bool,
    content: OnceLock<Result<BTreeMap<String, InputNode>, ListError>>,
}

/// Why a folder cannot be listed.
#[derive(Clone, Debug)]
enum ListError {
    System(i32),
    Other(io::ErrorKind),
}

impl From<io::Error> for ListError {
    fn from(error: io::Error) -> Self {
        error.raw_os_error().map_or(Self::Other(error.kind()), Self::System)
    }
}

impl From<ListError> for io::Error {
    fn from(error: ListError) -> Self {
        match error {
            ListError::System(code) => Self::from_raw_os_error(code),
            ListError::Other(kind) => kind.into(),
        }
    }
}

impl InputFolder {
    fn on_disk(place: PathBuf) -> Self {
        Self { place: Some(place), ..Self::default() }
    }

    fn content(&self) -> Result<&BTreeMap<String, InputNode>, ListError> {
        let list = || match &self.place {
            Some(place) => {
                let mut nodes = list(place)?;
                nodes.retain(|name, _| !self.holds_only_code || litter::is_code(name));
                Ok(nodes)
            }
            None => Ok(BTreeMap::new()),
        };
        self.content.get_or_init(list).as_ref().map_err(Clone::clone)
    }

    fn content_mut(&mut self) -> Option<&mut BTreeMap<String, InputNode>> {
        let _ = self.content();
        self.content.get_mut()?.as_mut().ok()
    }
}

/// Lists a folder on disk, without litter. Does not follow links.
fn list(folder: &Path) -> io::Result<BTreeMap<String, InputNode>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        found.push((entry.file_name(), entry.file_type()?, entry.path()));
    }
    found.sort_by(|(first, ..), (second, ..)| first.cmp(second));
    let mut nodes = BTreeMap::new();
    for (name, kind, place) in found {
        let text = name.to_string_lossy();
        if litter::is_noise(&text) {
            continue;
        }
        let node = if kind.is_dir() {
            let holds_only_code = litter::is_target(&text);
            let folder = InputFolder { holds_only_code, ..InputFolder::on_disk(place) };
            if holds_only_code && folder.content().is_ok_and(BTreeMap::is_empty) {
                continue;
            }
            InputNode::Folder(folder)
        } else if kind.is_file() {
            InputNode::File(FileContent::OnDisk(place))
        } else {
            InputNode::Special
        };
        insert(&mut nodes, name.as_encoded_bytes(), node);
    }
    Ok(nodes)
}

/// Adds a node under its name in composed Unicode. If that name is taken, the node keeps its own name.
fn insert(nodes: &mut BTreeMap<String, InputNode>, name: &[u8], node: InputNode) {
    let text = file_name_text(name);
    let composed: String = text.nfc().collect();
    let name = if nodes.contains_key(&composed) { text } else { composed };
    nodes.insert(name, node);
}

/// Returns a file name as text. Invalid UTF-8 is escaped, so that names stay different.
pub(super) fn file_name_text(name: &[u8]) -> String {
    let mut text = String::with_capacity(name.len());
    for chunk in name.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().flat_map(|byte| byte.escape_ascii().map(char::from)));
    }
    text
}

/// Returns a key that is equal for names that some systems consider the same.
pub(super) fn comparable_name(name: &str) -> String {
    name.nfc().flat_map(char::to_lowercase).nfc().collect()
}

impl InputFiles {
    /// Opens a folder at `place`, which messages call `label`.
    pub(super) fn in_folder(place: PathBuf, label: PathBuf) -> Self {
        let root = InputNode::Folder(InputFolder::on_disk(place));
        Self { name: InputName::Folder(label), root }
    }

    /// Creates an input without files, for the content of an archive.
    pub(super) fn in_archive(label: PathBuf) -> Self {
        let root = InputNode::Folder(InputFolder::default());
        Self { name: InputName::Archive(label), root }
    }

    /// Creates an input from single files in `folder`: the path and the student's name of each.
    pub(super) fn from_single_files(folder: PathBuf, files: Vec<(PathBuf, String)>) -> Self {
        let names = files.iter().map(|(_, name)| name.clone()).collect();
        let mut input = Self {
            name: InputName::Files(folder, names),
            root: InputNode::Folder(InputFolder::default()),
        };
        for (place, name) in files {
            let is_file = fs::symlink_metadata(&place).is_ok_and(|there| there.is_file());
            let content = FileContent::OnDisk(place);
            let node = if is_file { InputNode::File(content) } else { InputNode::Special };
            if let InputNode::Folder(root) = &mut input.root
                && let Some(nodes) = root.content_mut()
            {
                insert(nodes, name.as_bytes(), node);
            }
        }
        input
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

    /// Adds a folder, with the folders around it.
    pub(super) fn add_folder(&mut self, path: &[Vec<u8>]) {
        let _ = self.folder_at(path);
    }

    /// Adds a file. `None` stands for content that is too large for any reader.
    pub(super) fn add_file(&mut self, path: &[Vec<u8>], content: Option<Vec<u8>>) {
        let content = content.map_or(FileContent::TooLarge, FileContent::InMemory);
        self.add_node(path, InputNode::File(content));
    }

    /// Adds a link or another special file.
    pub(super) fn add_special(&mut self, path: &[Vec<u8>]) {
        self.add_node(path, InputNode::Special);
    }

    fn add_node(&mut self, path: &[Vec<u8>], node: InputNode) {
        let Some((name, folders)) = path.split_last() else { return };
        if let Some(nodes) = self.folder_at(folders) {
            insert(nodes, name, node);
        }
    }

    /// Returns the content of a folder, which is created if it does not exist.
    fn folder_at(&mut self, path: &[Vec<u8>]) -> Option<&mut BTreeMap<String, InputNode>> {
        let mut node = &mut self.root;
        for part in path {
            let InputNode::Folder(folder) = node else { return None };
            let nodes = folder.content_mut()?;
            let text = file_name_text(part);
            let name = if nodes.contains_key(&text) { text } else { text.nfc().collect() };
            let new = || InputNode::Folder(InputFolder::default());
            node = nodes.entry(name).or_insert_with(new);
        }
        match node {
            InputNode::Folder(folder) => folder.content_mut(),
            InputNode::File(_) | InputNode::Special => None,
        }
    }

    /// Replaces a file in the folder `path`, or adds it.
    pub(super) fn put(&mut self, folder: &str, name: &str, content: Vec<u8>) {
        let parts = folder.split('/').filter(|part| !part.is_empty());
        let parts: Vec<Vec<u8>> = parts.map(|part| part.as_bytes().to_vec()).collect();
        if let Some(nodes) = self.folder_at(&parts) {
            nodes.insert(name.to_owned(), InputNode::File(FileContent::InMemory(content)));
        }
    }
}

/// A path in an input, which need not exist.
#[derive(Clone, Debug)]
pub struct InputPath<'a> {
    input: &'a InputFiles,
    /// The path below the top, with `/` as the separator.
    inside: String,
    node: Option<&'a InputNode>,
}

impl<'a> InputPath<'a> {
    /// Returns the path below this one.
    #[must_use]
    pub fn join(&self, path: &str) -> Self {
        let mut below = self.clone();
        for part in path.split('/').filter(|part| !part.is_empty()) {
            if !below.inside.is_empty() {
                below.inside.push('/');
            }
            below.inside.push_str(part);
            below.node = below.nodes().and_then(|nodes| nodes.get(part));
        }
        below
    }

    /// Returns the path to use in messages.
    pub fn label(&self) -> PathBuf {
        self.input.name.path().join(&self.inside)
    }

    /// Returns what the user calls this folder.
    pub(super) fn to_input_name(&self) -> InputName {
        if self.inside.is_empty() {
            self.input.name.clone()
        } else {
            InputName::Folder(self.label())
        }
    }

    /// Returns the path below the top of the input, with `/` as the separator.
    pub fn inside(&self) -> &str {
        &self.inside
    }

    /// Returns this path as seen from a folder above.
    pub(super) fn seen_from(&self, folder: &Self) -> &str {
        let rest = self.inside.strip_prefix(&folder.inside).unwrap_or(&self.inside);
        rest.trim_start_matches('/')
    }

    /// Returns the last component, with invalid UTF-8 escaped. The top has none.
    pub fn file_name(&self) -> &str {
        self.inside.rsplit('/').next().unwrap_or_default()
    }

    /// Returns `true` if there is anything at this path.
    pub fn exists(&self) -> bool {
        self.node.is_some()
    }

    /// Returns `true` for a regular file.
    pub fn is_file(&self) -> bool {
        matches!(self.node, Some(InputNode::File(_)))
    }

    /// Returns `true` for a folder.
    pub fn is_folder(&self) -> bool {
        matches!(self.node, Some(InputNode::Folder(_)))
    }

    /// Returns `true` for a link or another special file.
    pub fn is_special(&self) -> bool {
        matches!(self.node, Some(InputNode::Special))
    }

    /// Returns the content of a folder, sorted by name. Anything else has none.
    ///
    /// # Errors
    ///
    /// Fails if the folder cannot be listed.
    pub fn entries(&self) -> Result<Vec<Self>, IntakeError> {
        let Some(InputNode::Folder(folder)) = self.node else { return Ok(Vec::new()) };
        let nodes = folder.content().map_err(|error| self.unreadable(error.into()))?;
        let entry = |name: &String| self.join(name);
        Ok(nodes.keys().map(entry).collect())
    }

    /// Returns the name of another entry that some systems consider to be the same as the entry `name` of this folder.
    pub(super) fn rival(&self, name: &str) -> Option<&'a str> {
        let key = comparable_name(name);
        let mut names = self.nodes()?.keys().map(String::as_str);
        names.find(|other| *other != name && comparable_name(other) == key)
    }

    fn nodes(&self) -> Option<&'a BTreeMap<String, InputNode>> {
        match self.node? {
            InputNode::Folder(folder) => folder.content().ok(),
            InputNode::File(_) | InputNode::Special => None,
        }
    }

    /// Returns the content of a regular file, or `None` if it has more than `limit` bytes.
    ///
    /// # Errors
    ///
    /// Fails if there is no regular file, or it cannot be read.
    pub fn read(&self, limit: u64) -> Result<Option<Cow<'a, [u8]>>, IntakeError> {
        let bytes = match self.node {
            None => return Err(self.unreadable(io::ErrorKind::NotFound.into())),
            Some(InputNode::Folder(_) | InputNode::Special) => {
                return Err(IntakeError::Link { path: self.label() });
            }
            Some(InputNode::File(FileContent::TooLarge)) => return Ok(None),
            Some(InputNode::File(FileContent::InMemory(bytes))) => bytes.into(),
            Some(InputNode::File(FileContent::OnDisk(place))) => {
                Cow::from(read_start(place, limit + 1).map_err(|error| self.unreadable(error))?)
            }
        };
        Ok((bytes.len() as u64 <= limit).then_some(bytes))
    }

    /// Returns the first bytes of a file, which tell its format, or nothing if they cannot be read.
    pub(super) fn start(&self) -> Cow<'a, [u8]> {
        match self.node {
            Some(InputNode::File(FileContent::InMemory(bytes))) => {
                bytes[..bytes.len().min(START)].into()
            }
            Some(InputNode::File(FileContent::OnDisk(place))) => {
                read_start(place, START as u64).unwrap_or_default().into()
            }
            _ => Cow::default(),
        }
    }

    fn unreadable(&self, source: io::Error) -> IntakeError {
        IntakeError::Unreadable { path: self.label(), source }
    }
}

/// Reads at most `limit` bytes of a regular file, without following a link.
fn read_start(file: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    regular::open_no_link(file)?.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
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
            let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
            input.put(folder, name, content.to_vec());
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
        // The two spellings of an accent are the same name.
        assert_eq!(shown, ["caf\\xe8", "caf\\xe9", "caf\u{e9}"]);
        assert!(!input.top().join("cafe\u{301}").is_folder(), "names are composed");
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
