//! The tree of folders and files in an input.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use unicode_normalization::UnicodeNormalization as _;

use crate::litter;

/// A folder's content, by names that are shown and compared.
pub(super) type InputNodes = BTreeMap<String, NamedNode>;

/// A file or folder with its own name.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct NamedNode {
    /// The name in the container, if it is not the name that is shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    raw_name: Option<Vec<u8>>,
    pub(super) node: InputNode,
}

impl NamedNode {
    /// Returns the name in the container, for a node that is shown as `name`.
    pub(super) fn raw_name<'a>(&'a self, name: &'a str) -> &'a [u8] {
        self.raw_name.as_deref().unwrap_or(name.as_bytes())
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) enum InputNode {
    Folder(InputFolder),
    File(FileContent),
    /// A link, a device, a pipe or a socket.
    Special,
}

impl Default for InputNode {
    /// Creates an empty folder.
    fn default() -> Self {
        Self::Folder(InputFolder::default())
    }
}

impl InputNode {
    pub(super) fn nodes_mut(&mut self) -> Option<&mut InputNodes> {
        match self {
            Self::Folder(folder) => folder.nodes_mut(),
            Self::File(_) | Self::Special => None,
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) enum FileContent {
    #[serde(skip)]
    OnDisk(PathBuf),
    InMemory(#[serde(with = "text_or_bytes")] Vec<u8>),
    /// An archive holds more bytes than any reader of this file accepts.
    TooLarge,
    /// The file is in an archive that has just been listed.
    Listed {
        is_archive: bool,
    },
}

/// A folder in an archive, or one on disk that is listed when somebody asks for its content.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct InputFolder {
    #[serde(skip)]
    place: Option<PathBuf>,
    /// Whether this is named like cargo's output, so that only code counts.
    #[serde(skip)]
    holds_only_code: bool,
    /// Whether to follow links in the folder.
    #[serde(skip)]
    follows_links: bool,
    #[serde(serialize_with = "serialize_nodes", deserialize_with = "deserialize_nodes")]
    nodes: OnceLock<Result<InputNodes, ListError>>,
}

/// Why a folder cannot be listed: an [`io::Error`] that can be cloned, because the list is kept.
#[derive(Clone, Debug)]
pub(super) enum ListError {
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
    pub(super) fn on_disk(place: PathBuf) -> Self {
        Self { place: Some(place), ..Self::default() }
    }

    /// Follows links in this folder, but not in folders below.
    pub(super) fn with_links(self) -> Self {
        Self { follows_links: true, ..self }
    }

    pub(super) fn nodes(&self) -> Result<&InputNodes, ListError> {
        let list = || match &self.place {
            Some(place) => {
                let mut nodes = list_folder(place, self.follows_links)?;
                nodes.retain(|name, _| !self.holds_only_code || litter::is_code(name));
                Ok(nodes)
            }
            None => Ok(InputNodes::new()),
        };
        self.nodes.get_or_init(list).as_ref().map_err(Clone::clone)
    }

    pub(super) fn nodes_mut(&mut self) -> Option<&mut InputNodes> {
        // This reads the folder, if it was not read before.
        let _ = self.nodes();
        self.nodes.get_mut()?.as_mut().ok()
    }
}

fn serialize_nodes<S: Serializer>(
    nodes: &OnceLock<Result<InputNodes, ListError>>,
    to: S,
) -> Result<S::Ok, S::Error> {
    nodes.get().and_then(|nodes| nodes.as_ref().ok()).serialize(to)
}

fn deserialize_nodes<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<OnceLock<Result<InputNodes, ListError>>, D::Error> {
    let nodes = Option::<InputNodes>::deserialize(from)?;
    Ok(nodes.map_or_else(OnceLock::new, |nodes| OnceLock::from(Ok(nodes))))
}

/// Serializes bytes as text if they are UTF-8, which is shorter.
mod text_or_bytes {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Deserialize)]
    #[serde(untagged)]
    enum TextOrBytes {
        Text(String),
        Bytes(Vec<u8>),
    }

    pub(super) fn serialize<S: Serializer>(bytes: &Vec<u8>, to: S) -> Result<S::Ok, S::Error> {
        match std::str::from_utf8(bytes) {
            Ok(text) => text.serialize(to),
            Err(_) => bytes.serialize(to),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
        Ok(match TextOrBytes::deserialize(from)? {
            TextOrBytes::Text(text) => text.into_bytes(),
            TextOrBytes::Bytes(bytes) => bytes,
        })
    }
}

/// Lists a folder on disk, without litter.
fn list_folder(folder: &Path, follows_links: bool) -> io::Result<InputNodes> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        found.push((entry.file_name(), entry.file_type()?, entry.path()));
    }
    // Names that differ only in encoding get numbers in this order, so it must not depend on the disk.
    found.sort_by(|(first, ..), (second, ..)| first.cmp(second));
    let mut nodes = InputNodes::new();
    for (name, kind, place) in found {
        let text = name.to_string_lossy();
        if litter::is_noise(&text) {
            continue;
        }
        let is_followed = follows_links && kind.is_symlink();
        let target = is_followed.then(|| fs::canonicalize(&place).ok()).flatten();
        let (kind, place) = match target {
            Some(target) => (fs::metadata(&target)?.file_type(), target),
            None => (kind, place),
        };
        let node = if kind.is_dir() {
            let holds_only_code = litter::is_target(&text);
            let folder = InputFolder { holds_only_code, ..InputFolder::on_disk(place) };
            if holds_only_code && folder.nodes().is_ok_and(InputNodes::is_empty) {
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

/// Adds a node.
pub(super) fn insert(nodes: &mut InputNodes, raw_name: &[u8], node: InputNode) {
    let name = name_for(nodes, raw_name);
    let raw_name = (name.as_bytes() != raw_name).then(|| raw_name.to_vec());
    nodes.insert(name, NamedNode { raw_name, node });
}

/// Returns the name under which a file or folder is in the folder, or else could be added to the folder: in composed
/// Unicode, unless this name is taken. Some file systems of macOS decompose names, but code and manifests contain the
/// composed ones.
pub(super) fn name_for(nodes: &InputNodes, raw_name: &[u8]) -> String {
    let text = file_name_text(raw_name);
    let composed = text.nfc().collect::<String>();
    let numbered = (2_u64..).map(|number| format!("{text}~{number}"));
    let mut names = [composed, text.clone()].into_iter().chain(numbered);
    let is_free_or_own =
        |name: &String| nodes.get(name).is_none_or(|node| node.raw_name(name) == raw_name);
    names.find(is_free_or_own).unwrap_or(text)
}

/// Returns a file name as text. Invalid UTF-8 is escaped.
pub(super) fn file_name_text(name: &[u8]) -> String {
    let mut text = String::with_capacity(name.len());
    for chunk in name.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().flat_map(|byte| byte.escape_ascii().map(char::from)));
    }
    text
}

/// Returns a file name of this system.
pub(super) fn os_name(name: &[u8]) -> OsString {
    #[cfg(unix)]
    return std::os::unix::ffi::OsStringExt::from_vec(name.to_vec());
    #[cfg(not(unix))]
    return String::from_utf8_lossy(name).into_owned().into();
}
