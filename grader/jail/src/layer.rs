//! The layers of a wall.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

/// A layer of a wall. Each stops something by itself, so that one that is missing does not open
/// everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Layer {
    /// Limits on processor time, memory, the size and the number of files, and processes.
    Limits,
    /// Descriptors that were open before are closed.
    Descriptors,
    /// User and mount namespaces: paths that are not allowed are not there, `/proc` among them.
    Namespaces,
    /// Landlock: what may be read, written and started; no signals and no abstract sockets to the
    /// outside.
    Landlock,
    /// Seccomp: no sockets, no tracing, no keyrings, no mounts.
    Seccomp,
}

impl Layer {
    /// All layers, in the order in which they are raised.
    pub const ALL: [Self; 5] =
        [Self::Limits, Self::Descriptors, Self::Namespaces, Self::Landlock, Self::Seccomp];

    /// Its name, such as `landlock`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Limits => "limits",
            Self::Descriptors => "descriptors",
            Self::Namespaces => "namespaces",
            Self::Landlock => "landlock",
            Self::Seccomp => "seccomp",
        }
    }

    /// The layer of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|layer| layer.name() == name)
    }

    /// What it keeps a process from, as the end of a sentence.
    pub fn about(self) -> &'static str {
        match self {
            Self::Limits => "limits on processor time, memory, files and processes",
            Self::Descriptors => "no open files or pipes of the grader",
            Self::Namespaces => "a file system without other files",
            Self::Landlock => "reads, writes and programs only where they are allowed; no signals",
            Self::Seccomp => "no sockets, no tracing, no keyrings, no mounts",
        }
    }
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of layers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layers(BTreeSet<Layer>);

/// The layers that walls of this process have.
static WANTED: OnceLock<Layers> = OnceLock::new();

impl Layers {
    /// The layers that walls have: all of them, unless this process was told otherwise.
    pub fn wanted() -> Self {
        WANTED.get().cloned().unwrap_or_else(|| Self(Layer::ALL.into()))
    }

    /// Has walls that this process builds from now on, and those of its workers, no other layers than
    /// these. It is for finding out what each layer stops; no command of the grader does it. A second
    /// call changes nothing.
    pub fn want_only(self) {
        let _ = WANTED.set(self);
    }

    /// These without one.
    #[must_use]
    pub fn without(mut self, layer: Layer) -> Self {
        self.0.remove(&layer);
        self
    }

    /// Whether a layer is among them.
    pub fn has(&self, layer: Layer) -> bool {
        self.0.contains(&layer)
    }
}

impl FromIterator<Layer> for Layers {
    fn from_iter<I: IntoIterator<Item = Layer>>(layers: I) -> Self {
        Self(layers.into_iter().collect())
    }
}

/// The layers that were raised, and for each of the others the reason why it was not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// The layers that stand, each with more about how, such as the version of an interface.
    pub raised: BTreeMap<Layer, String>,
    /// The layers that are missing, with the reason.
    pub missing: BTreeMap<Layer, String>,
}

impl Standing {
    /// Whether every layer stands.
    pub fn is_whole(&self) -> bool {
        self.missing.is_empty()
    }
}
