//! Implements `--anonymous`, which uses a key to compute pseudonyms.

use std::fs;
use std::io;
use std::path::Path;

use base::digest::PartsHash;
use base::{regular, whole_file};
use class::{ClassMembers, KEY_BYTES, Pseudonyms};
use sandbox::build;

use super::error::CliError;

/// Whether reports name people or use pseudonyms.
#[derive(Debug, Default, clap::Args)]
pub(super) struct AnonymousArgs {
    /// Replace names, ids, email addresses and submission names with pseudonyms, which are the same
    /// in all reports from this machine
    #[arg(long)]
    pub(super) anonymous: bool,
}

/// The name of the key file in the cache folder. Without the key, readers of a report cannot compute the pseudonyms of
/// students they know.
const KEY: &str = "pseudonyms.key";

pub(super) fn pseudonyms_if_anonymous(
    args: &AnonymousArgs,
    submissions: &[String],
    people: &ClassMembers,
) -> Result<Option<Pseudonyms>, CliError> {
    if !args.anonymous {
        return Ok(None);
    }
    Ok(Some(Pseudonyms::new(&pseudonym_key()?, submissions, people)))
}

/// Returns the key, which is created by the first call.
fn pseudonym_key() -> Result<[u8; KEY_BYTES], CliError> {
    let folder =
        build::cache_folder().map_err(|(folder, source)| CliError::Cache { folder, source })?;
    let file = folder.join(KEY);
    if let Some(key) = read_key(&file) {
        return Ok(key);
    }
    let failed = |source| CliError::Cache { folder: folder.clone(), source };
    let text = random_secret().map_err(failed)?;
    fs::create_dir_all(&folder).map_err(failed)?;
    whole_file::write_first(&file, text.as_bytes()).map_err(|error| failed(error.kind().into()))?;
    // If another process was first, its key counts, because reports may contain its pseudonyms.
    read_key(&file).ok_or(CliError::NoKey { file })
}

/// Returns a random text that nobody can guess.
pub(super) fn random_secret() -> io::Result<String> {
    let mut random = [0; KEY_BYTES];
    getrandom::fill(&mut random)?;
    Ok([random].into_iter().collect::<PartsHash>().hex())
}

fn read_key(file: &Path) -> Option<[u8; KEY_BYTES]> {
    let text = regular::read_text(file).ok()?;
    let (pairs, rest) = text.trim().as_bytes().as_chunks::<2>();
    let byte = |pair: &[u8; 2]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    let key: Option<Vec<u8>> = pairs.iter().map(byte).collect();
    key?.try_into().ok().filter(|_| rest.is_empty())
}
