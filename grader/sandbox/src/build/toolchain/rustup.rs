//! Finds rustup's toolchains in its folder, without running rustup.
//!
//! Rustup's `rustc` is a proxy that chooses a toolchain. A `rust-toolchain.toml` in the current folder or above would
//! affect this choice, and can make the proxy run any program.

use std::env::consts::{ARCH, EXE_SUFFIX};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use jail::host;
use serde::Deserialize;
use wasm_target::{Rustup, TARGET};

use super::error::NoTarget;

/// The user's rustup folder.
pub(super) struct RustupHome(PathBuf);

/// The part of rustup's settings that we need.
#[derive(Deserialize)]
struct Settings {
    default_toolchain: Option<String>,
}

impl RustupHome {
    /// Returns `$RUSTUP_HOME`, or `.rustup` in the user's home folder, if it exists.
    pub(super) fn of_user() -> Option<Self> {
        let home = if cfg!(windows) { "USERPROFILE" } else { "HOME" };
        let folder = host::absolute_folder("RUSTUP_HOME")
            .or_else(|| Some(host::absolute_folder(home)?.join(".rustup")))?;
        folder.is_dir().then_some(Self(folder))
    }

    /// Returns the compiler of an installed toolchain, such as `1.95.0` or `stable-x86_64-unknown-linux-gnu`.
    pub(super) fn compiler(&self, name: &str) -> Option<PathBuf> {
        let folder = self.0.join("toolchains");
        // Folders usually have the host at the end of their names. The date of a nightly version is no host.
        let is_host = |rest: &str| rest.starts_with(|c: char| c.is_ascii_alphabetic());
        let host =
            |file: &OsStr| Some(file.to_str()?.strip_prefix(name)?.strip_prefix('-')?.to_owned());
        let entries = fs::read_dir(&folder).ok()?.flatten();
        let mut hosts: Vec<String> = entries
            .filter_map(|entry| host(&entry.file_name()))
            .filter(|rest| is_host(rest))
            .collect();
        // A toolchain for another architecture may not run on this machine.
        hosts.sort_by_key(|host| (!host.starts_with(ARCH), host.clone()));
        let names = hosts.iter().map(|host| format!("{name}-{host}"));
        let is_plain = Path::new(name).file_name() == Some(OsStr::new(name));
        is_plain
            .then(|| std::iter::once(name.to_owned()).chain(names))?
            .map(|name| compiler_in(&folder.join(name)))
            .find(|rustc| rustc.is_file())
    }

    /// Returns the compiler of the default toolchain, if one is set and installed.
    pub(super) fn default_compiler(&self) -> Option<PathBuf> {
        let text = fs::read_to_string(self.0.join("settings.toml")).ok()?;
        let settings: Settings = toml::from_str(&text).ok()?;
        self.compiler(&settings.default_toolchain?)
    }
}

/// Returns the path of the compiler in a sysroot.
pub(super) fn compiler_in(sysroot: &Path) -> PathBuf {
    sysroot.join("bin").join(format!("rustc{EXE_SUFFIX}"))
}

/// Returns `true` if a program is rustup itself under another name. Its copies are links to it or have the same content.
pub(super) fn is_proxy(program: &Path) -> bool {
    let rustup = program.with_file_name(format!("rustup{EXE_SUFFIX}"));
    let target = fs::canonicalize(program).ok();
    if target.as_ref().is_some_and(|target| target.file_stem() == Some(OsStr::new("rustup"))) {
        return true;
    }
    let length = |file: &Path| file.metadata().map(|file| file.len()).ok();
    length(&rustup).is_some_and(|own| length(program) == Some(own))
        && fs::read(&rustup).is_ok_and(|own| fs::read(program).is_ok_and(|other| own == other))
}

/// Adds the target to the toolchain at a sysroot, if rustup installed it. `report` is called with a message before.
pub(super) fn add_target(sysroot: &Path, install: Option<&dyn Fn(&str)>) -> Result<(), NoTarget> {
    let toolchain = Rustup::from_sysroot(sysroot).ok_or(NoTarget::NoRustup)?;
    let report = install.ok_or(NoTarget::NotAllowed)?;
    report(&format!("installing the `{TARGET}` target with rustup"));
    let rustup =
        find_rustup().ok_or_else(|| NoTarget::Failed("cannot find `rustup`".to_owned()))?;
    let mut command = host::trusted_command(&rustup);
    command.envs(std::env::vars_os().filter(|(name, _)| is_for_downloads(name)));
    command.envs(host::absolute_folder("CARGO_HOME").map(|folder| ("CARGO_HOME", folder)));
    // This overrides all files and settings that choose a toolchain.
    command.env("RUSTUP_TOOLCHAIN", sysroot);
    command.envs(sysroot.ancestors().nth(2).map(|home| ("RUSTUP_HOME", home)));
    toolchain.add_target(command).map_err(NoTarget::Failed)
}

/// Returns `rustup` from `PATH` or cargo's folder.
fn find_rustup() -> Option<PathBuf> {
    let home = if cfg!(windows) { "USERPROFILE" } else { "HOME" };
    host::find_program("rustup").or_else(|| {
        let cargo = host::absolute_folder("CARGO_HOME")
            .or_else(|| Some(host::absolute_folder(home)?.join(".cargo")))?;
        Some(cargo.join("bin").join(format!("rustup{EXE_SUFFIX}"))).filter(|file| file.is_file())
    })
}

/// Returns `true` for the variables that tell rustup how to download something: from which server, through which proxy,
/// and with which certificates.
fn is_for_downloads(name: &OsStr) -> bool {
    let name = name.to_string_lossy().to_ascii_uppercase();
    name.starts_with("RUSTUP_") || name.starts_with("SSL_CERT_") || name.ends_with("_PROXY")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn home(toolchains: &[&str], default: &str) -> (tempfile::TempDir, RustupHome) {
        let folder = tempfile::tempdir().unwrap();
        for name in toolchains {
            let rustc = compiler_in(&folder.path().join("toolchains").join(name));
            fs::create_dir_all(rustc.parent().unwrap()).unwrap();
            fs::write(rustc, "").unwrap();
        }
        fs::write(folder.path().join("settings.toml"), default).unwrap();
        let home = RustupHome(folder.path().to_owned());
        (folder, home)
    }

    fn name(compiler: Option<PathBuf>) -> Option<String> {
        let sysroot = compiler?.ancestors().nth(2)?.to_owned();
        Some(sysroot.file_name()?.to_string_lossy().into_owned())
    }

    #[test]
    fn toolchains_are_found_by_name_and_host() {
        let own = format!("1.95.0-{ARCH}-unknown-linux-gnu");
        let (_folder, home) = home(
            &["1.95.0-aaa-unknown-linux-gnu", &own, "1.95.0", "nightly-2026-01-01-x", "mine"],
            "default_toolchain = \"mine\"\n[overrides]\n\"/\" = \"nightly\"\n",
        );
        assert_eq!(name(home.compiler("1.95.0")).as_deref(), Some("1.95.0"));
        fs::remove_dir_all(home.0.join("toolchains/1.95.0")).unwrap();
        assert_eq!(name(home.compiler("1.95.0")).as_deref(), Some(&*own));
        fs::remove_dir_all(home.0.join("toolchains").join(&own)).unwrap();
        let other = "1.95.0-aaa-unknown-linux-gnu";
        assert_eq!(name(home.compiler("1.95.0")).as_deref(), Some(other));
        for missing in ["1.95", "1.95.0-", "nightly", "", ".", "..", "../toolchains/mine", "/"] {
            assert_eq!(home.compiler(missing), None, "{missing}");
        }
        assert_eq!(name(home.default_compiler()).as_deref(), Some("mine"));
    }

    #[test]
    fn a_default_toolchain_may_be_missing() {
        for settings in ["", "version = \"12\"", "default_toolchain = \"stable\"", "no TOML"] {
            let (_folder, home) = home(&["1.95.0-x"], settings);
            assert_eq!(home.default_compiler(), None, "{settings}");
        }
    }

    #[test]
    fn proxies_are_recognized() {
        let folder = tempfile::tempdir().unwrap();
        let place = |name: &str| folder.path().join(format!("{name}{EXE_SUFFIX}"));
        fs::write(place("rustup"), "proxy").unwrap();
        fs::write(place("rustc"), "proxy").unwrap();
        assert!(is_proxy(&place("rustc")));
        fs::write(place("rustc"), "rustc").unwrap();
        assert!(!is_proxy(&place("rustc")), "a compiler beside rustup");
        #[cfg(unix)]
        {
            fs::remove_file(place("rustc")).unwrap();
            std::os::unix::fs::symlink("rustup", place("rustc")).unwrap();
            assert!(is_proxy(&place("rustc")));
        }
    }

    #[test]
    fn only_variables_for_downloads_reach_rustup() {
        for name in ["https_proxy", "ALL_PROXY", "RUSTUP_DIST_SERVER", "SSL_CERT_FILE"] {
            assert!(is_for_downloads(OsStr::new(name)), "{name}");
        }
        for name in ["LD_PRELOAD", "RUSTC", "RUSTFLAGS", "CARGO_BUILD_RUSTC_WRAPPER", "PATH"] {
            assert!(!is_for_downloads(OsStr::new(name)), "{name}");
        }
    }
}
