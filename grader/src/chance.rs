//! Chance that is the same on every machine.

use sha2::{Digest, Sha256};

use crate::run::next_random;

/// What chance begins from, for these texts.
pub(crate) fn begin(texts: &[&str]) -> u64 {
    let mut hash = Sha256::new();
    for text in texts {
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text);
    }
    hash.finalize().iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// A number below `end`. The bias of the remainder is of no consequence here.
pub(crate) fn below(state: &mut u64, end: usize) -> usize {
    usize::try_from(next_random(state) % end.max(1) as u64).unwrap_or(0)
}
