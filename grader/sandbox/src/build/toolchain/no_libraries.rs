//! Stands for `libraries` on other systems than Linux, where process sandboxes do not hide files.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::io;
use std::path::PathBuf;

#[expect(clippy::unnecessary_wraps, reason = "the function on Linux may fail")]
pub(super) fn of_programs(_: &[PathBuf], _: &OsStr) -> io::Result<BTreeSet<PathBuf>> {
    Ok(BTreeSet::new())
}
