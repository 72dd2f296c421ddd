//! Seals bytes with a key to detect a file that is damaged or stored under another key.
//!
//! A seal detects only accidents: anyone who can write the file can create one.

use sha2::{Digest, Sha256};

/// Returns the bytes after a line with their seal.
pub fn prepend_seal(key: &str, bytes: &[u8]) -> Vec<u8> {
    let mut sealed = seal_line(key, bytes).into_bytes();
    sealed.extend_from_slice(bytes);
    sealed
}

/// Returns the sealed bytes, or `None` if the seal does not match.
pub fn check_and_remove_seal<'a>(key: &str, sealed: &'a [u8]) -> Option<&'a [u8]> {
    // The first line is the seal.
    let end = sealed.iter().position(|byte| *byte == b'\n')? + 1;
    let (found, bytes) = sealed.split_at(end);
    (found == seal_line(key, bytes).as_bytes()).then_some(bytes)
}

fn seal_line(key: &str, bytes: &[u8]) -> String {
    let mut hash = Sha256::new();
    hash.update((key.len() as u64).to_le_bytes());
    hash.update(key);
    hash.update(bytes);
    format!("sealed/1 sha256:{:x}\n", hash.finalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sealed_data_opens_only_with_its_key() {
        for bytes in [&b""[..], b"a", b"a\nb\n", b"\n", b"\0\xff"] {
            let sealed = prepend_seal("key", bytes);
            assert_eq!(check_and_remove_seal("key", &sealed), Some(bytes));
            assert_eq!(check_and_remove_seal("ke", &sealed), None);
            assert_eq!(check_and_remove_seal("keya", &sealed), None);
            for at in 0..sealed.len() {
                assert_eq!(check_and_remove_seal("key", &sealed[..at]), None, "cut off at {at}");
                let mut changed = sealed.clone();
                changed[at] ^= 1;
                assert_eq!(check_and_remove_seal("key", &changed), None, "changed at {at}");
            }
        }
        assert_eq!(check_and_remove_seal("key", b""), None);
        assert_eq!(check_and_remove_seal("key", b"{}"), None, "it was written without a seal");
    }
}
