//! The layers of a process sandbox.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

/// A layer of a process sandbox. Each is effective on its own, even if others are missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SandboxLayer {
    /// Limits on processor time, memory, file size, open files, and processes.
    Limits,
    /// Closes all inherited file descriptors.
    Descriptors,
    /// User and mount namespaces that hide all other paths, including `/proc`.
    Namespaces,
    /// Landlock: restricts which files can be read, written and executed, and blocks signals and abstract sockets to
    /// other processes.
    Landlock,
    /// Seccomp: blocks sockets, tracing, keyrings and mounts.
    Seccomp,
}

impl SandboxLayer {
    /// All layers, in the order to raise them: Landlock restricts the paths that the namespaces leave, and seccomp is
    /// last, because it forbids system calls that the others need.
    pub const ALL: [Self; 5] =
        [Self::Limits, Self::Descriptors, Self::Namespaces, Self::Landlock, Self::Seccomp];

    /// Returns the name of the layer, such as `landlock`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Limits => "limits",
            Self::Descriptors => "descriptors",
            Self::Namespaces => "namespaces",
            Self::Landlock => "landlock",
            Self::Seccomp => "seccomp",
        }
    }

    /// Returns the layer with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|layer| layer.name() == name)
    }

    /// Describes the effect of the layer in words that can end a sentence.
    pub fn about(self) -> &'static str {
        match self {
            Self::Limits => "limits on processor time, memory, files and processes",
            Self::Descriptors => "no access to the grader's open files and pipes",
            Self::Namespaces => "a file system with only the allowed files",
            Self::Landlock => {
                "reading, writing and running programs only where allowed; no signals"
            }
            Self::Seccomp => "no sockets, tracing, keyrings or mounts",
        }
    }
}

impl fmt::Display for SandboxLayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of layers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SandboxLayers(BTreeSet<SandboxLayer>);

static WANTED: OnceLock<SandboxLayers> = OnceLock::new();

impl SandboxLayers {
    /// Returns the layers that process sandboxes should have: all layers, unless [`Self::restrict_process_once`] was
    /// called.
    pub fn all_or_requested() -> Self {
        WANTED.get().cloned().unwrap_or_else(|| Self(SandboxLayer::ALL.into()))
    }

    /// Restricts all new process sandboxes in this process and its workers to these layers. Use this only to test what
    /// each layer prevents. Only the first call has an effect.
    pub fn restrict_process_once(self) {
        let _ = WANTED.set(self);
    }

    /// Removes a layer from the set.
    #[must_use]
    pub fn without(mut self, layer: SandboxLayer) -> Self {
        self.0.remove(&layer);
        self
    }

    /// Returns `true` if the set contains the layer.
    pub fn has(&self, layer: SandboxLayer) -> bool {
        self.0.contains(&layer)
    }
}

impl FromIterator<SandboxLayer> for SandboxLayers {
    fn from_iter<I: IntoIterator<Item = SandboxLayer>>(layers: I) -> Self {
        Self(layers.into_iter().collect())
    }
}

/// The raised layers, and the reasons why others are missing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StandingLayers {
    /// The raised layers, with details such as the interface version.
    pub raised: BTreeMap<SandboxLayer, String>,
    /// The missing layers, with the reasons.
    pub missing: BTreeMap<SandboxLayer, String>,
}

impl StandingLayers {
    /// Returns `true` if no layer is missing.
    pub fn is_whole(&self) -> bool {
        self.missing.is_empty()
    }

    /// Lists the missing layers, with the reasons.
    pub fn missing_layers(&self) -> String {
        let missing = self.missing.iter().map(|(layer, why)| format!("`{layer}` ({why})"));
        let missing: Vec<_> = missing.collect();
        format!("{}; run `grader doctor` for details", missing.join(", "))
    }
}
