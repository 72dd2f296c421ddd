//! Landlock: the kernel checks each file access against a set of rules.

use std::io;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, LandlockStatus,
    PathBeneath, PathFd, Ruleset, RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetStatus,
    Scope,
};

use crate::process_sandbox::ProcessSandbox;
use crate::system::OF_LOADER;

/// The newest interface version to request. Older kernels provide what they can.
const NEWEST: ABI = ABI::V6;

pub(crate) fn restrict(sandbox: &ProcessSandbox) -> io::Result<Result<String, String>> {
    let rules = create_rules(sandbox).map_err(io::Error::other)?;
    let status = rules.restrict_self().map_err(io::Error::other)?;
    Ok(match (status.ruleset, status.landlock) {
        (RulesetStatus::NotEnforced, LandlockStatus::NotEnabled) => {
            Err("Landlock is not enabled in the kernel".to_owned())
        }
        (RulesetStatus::NotEnforced, _) => {
            Err("the kernel does not support Landlock (older than 5.13)".to_owned())
        }
        (_, LandlockStatus::Available { effective_abi, .. }) => {
            Ok(format!("interface {}", effective_abi as i32))
        }
        _ => Ok(String::new()),
    })
}

fn create_rules(sandbox: &ProcessSandbox) -> Result<RulesetCreated, landlock::RulesetError> {
    let all = AccessFs::from_all(NEWEST);
    let mut rules = Ruleset::default()
        // An older kernel enforces what it knows. `restrict` reports the effective interface.
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(all)?
        .handle_access(AccessNet::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?
        .create()?;
    let read = AccessFs::ReadFile | AccessFs::ReadDir;
    // Allow only regular files and folders, not devices or links.
    let write = read
        | AccessFs::WriteFile
        | AccessFs::Truncate
        | AccessFs::MakeReg
        | AccessFs::MakeDir
        | AccessFs::RemoveFile
        | AccessFs::RemoveDir
        | AccessFs::Refer;
    for path in sandbox.read.iter().map(PathBuf::as_path).chain(OF_LOADER.map(Path::new)) {
        rules = allow_access(rules, path, read)?;
    }
    for path in sandbox.executable_paths() {
        rules = allow_access(rules, path, read | AccessFs::Execute)?;
    }
    for path in &sandbox.write {
        rules = allow_access(rules, path, write)?;
    }
    allow_access(rules, Path::new("/dev/null"), AccessFs::ReadFile | AccessFs::WriteFile)
}

/// Allows access to a path, if it exists.
fn allow_access(
    rules: RulesetCreated,
    path: &Path,
    access: BitFlags<AccessFs>,
) -> Result<RulesetCreated, landlock::RulesetError> {
    // The loader's lists differ between systems: glibc and musl have other ones.
    let Ok(file) = PathFd::new(path) else { return Ok(rules) };
    // Permissions for folders are invalid for files.
    let access = if path.is_dir() { access } else { access & AccessFs::from_file(NEWEST) };
    rules.add_rule(PathBeneath::new(file, access))
}
