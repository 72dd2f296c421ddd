//! The files that all processes may read.

/// The loader's lists of libraries and their folders, with glibc and musl. These are read-only for users, and the same
/// for all programs.
pub(crate) const OF_LOADER: [&str; 3] =
    ["/etc/ld.so.cache", "/etc/ld-musl-x86_64.path", "/etc/ld-musl-aarch64.path"];
