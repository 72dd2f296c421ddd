//! Paths in an input.

use std::borrow::Cow;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use base::regular;

use super::node::{
    FileContent, InputNode, InputNodes, NamedNode, file_name_text, name_for, os_name,
};
use super::{InputFiles, InputName, comparable_name};
use crate::IntakeError;
use crate::archive::START;

/// A path in an input, which need not exist.
#[derive(Clone, Debug)]
pub struct InputPath<'a> {
    pub(super) input: &'a InputFiles,
    /// The path below the top, with `/` as the separator.
    pub(super) inside: String,
    pub(super) node: Option<&'a InputNode>,
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
            below.node = below.nodes().and_then(|nodes| nodes.get(part)).map(|named| &named.node);
        }
        below
    }

    /// Returns the path of the entry with this name in the container.
    pub(crate) fn join_raw(&self, name: &[u8]) -> Self {
        self.join(&self.nodes().map_or_else(|| file_name_text(name), |nodes| name_for(nodes, name)))
    }

    /// Returns the path to use in messages.
    pub fn label(&self) -> PathBuf {
        self.input.name.path().join(&self.inside)
    }

    /// Returns the path on disk, or the path that would be on disk if the archive were a folder, for an input whose name
    /// is its path.
    pub(crate) fn place(&self) -> PathBuf {
        let mut place = self.input.name.path().to_owned();
        let mut folder = self.input.top();
        for part in self.inside.split('/').filter(|part| !part.is_empty()) {
            let node = folder.nodes().and_then(|nodes| nodes.get(part));
            place.push(os_name(node.map_or(part.as_bytes(), |node| node.raw_name(part))));
            folder = folder.join(part);
        }
        place
    }

    /// Returns what the user calls this folder.
    pub(crate) fn to_input_name(&self) -> InputName {
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
    pub(crate) fn relative_to(&self, folder: &Self) -> &str {
        let rest = self.inside.strip_prefix(&folder.inside).unwrap_or(&self.inside);
        rest.trim_start_matches('/')
    }

    /// Returns the last component, with invalid UTF-8 escaped. The top's is empty.
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

    /// Returns a folder's content, sorted by name. A file's is empty.
    ///
    /// # Errors
    ///
    /// Fails if the folder cannot be listed.
    pub fn entries(&self) -> Result<Vec<Self>, IntakeError> {
        self.list_entries().map_err(|error| self.unreadable_error(error))
    }

    /// Like [`entries`](Self::entries), with the error of the system.
    pub(crate) fn list_entries(&self) -> io::Result<Vec<Self>> {
        let Some(InputNode::Folder(folder)) = self.node else { return Ok(Vec::new()) };
        Ok(folder.nodes()?.keys().map(|name| self.join(name)).collect())
    }

    /// Returns the name of another entry that some systems consider to be the same as the entry `name` of this folder.
    pub(crate) fn find_rival_name(&self, name: &str) -> Option<&'a str> {
        let key = comparable_name(name);
        let is_rival = |(other, node): &(&'a String, &'a NamedNode)| {
            *other != name && comparable_name(&file_name_text(node.raw_name(other))) == key
        };
        self.nodes()?.iter().find(is_rival).map(|(other, _)| other.as_str())
    }

    fn nodes(&self) -> Option<&'a InputNodes> {
        match self.node? {
            InputNode::Folder(folder) => folder.nodes().ok(),
            InputNode::File(_) | InputNode::Special => None,
        }
    }

    /// Returns a regular file's content, or `None` if it has more than `limit` bytes or was just
    /// listed.
    ///
    /// # Errors
    ///
    /// Fails if there is no regular file, or it cannot be read.
    pub fn read(&self, limit: u64) -> Result<Option<Cow<'a, [u8]>>, IntakeError> {
        let bytes = match self.node {
            None => return Err(self.unreadable_error(io::ErrorKind::NotFound.into())),
            Some(InputNode::Folder(_) | InputNode::Special) => {
                return Err(IntakeError::Link { path: self.label() });
            }
            Some(InputNode::File(FileContent::TooLarge | FileContent::Listed { .. })) => {
                return Ok(None);
            }
            Some(InputNode::File(FileContent::InMemory(bytes))) => bytes.into(),
            Some(InputNode::File(FileContent::OnDisk(place))) => {
                // One more byte shows that the file is too large.
                Cow::from(
                    read_start(place, limit + 1).map_err(|error| self.unreadable_error(error))?,
                )
            }
        };
        Ok((bytes.len() as u64 <= limit).then_some(bytes))
    }

    /// Returns a file's first bytes, which tell its format, or nothing if they cannot be read.
    pub(crate) fn first_bytes(&self) -> Cow<'a, [u8]> {
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

    /// Returns `true` for a listed archive, of which the content is not available.
    pub(crate) fn is_listed_archive(&self) -> bool {
        matches!(self.node, Some(InputNode::File(FileContent::Listed { is_archive: true })))
    }

    fn unreadable_error(&self, source: io::Error) -> IntakeError {
        IntakeError::Unreadable { path: self.label(), source }
    }
}

/// Reads at most `limit` bytes of a regular file, without following a link.
fn read_start(file: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    regular::open_regular_no_link(file)?.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}
