//! The layers on Linux.

pub(crate) mod descriptors;
pub(crate) mod landlock;
pub(crate) mod namespaces;
pub(crate) mod seccomp;
