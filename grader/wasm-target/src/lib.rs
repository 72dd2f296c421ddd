//! The target for which submissions are compiled: checks whether a compiler has it, and installs it with rustup.
//!
//! The grader installs the target before grading, and this crate's build script when the grader is built, so users only
//! need to install Rust.

mod install;
mod names;

pub use install::{Rustup, TARGET, is_installed, library};
pub use names::library_names;

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn only_rustup_toolchains_can_be_extended() {
        for sysroot in
            ["/home/ada/.rustup/toolchains/1.95.0-x86_64-unknown-linux-gnu", "toolchains/x"]
        {
            assert!(Rustup::from_sysroot(Path::new(sysroot)).is_some(), "{sysroot}");
        }
        for sysroot in ["/usr", "/", "", "/opt/rust", "/opt/toolchains"] {
            assert!(Rustup::from_sysroot(Path::new(sysroot)).is_none(), "{sysroot}");
        }
    }
}
