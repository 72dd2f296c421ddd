//! SHA-256 hashes of bytes and of lists.

use sha2::{Digest, Sha256};

/// Returns the SHA-256 hash of the bytes as written to files, such as `sha256:0b1c...`.
pub fn of(bytes: impl AsRef<[u8]>) -> String {
    format!("sha256:{:x}", Sha256::digest(bytes))
}

/// Hashes a list of parts. Each part's length is hashed before it, so different lists have different hashes.
#[derive(Default)]
pub struct Parts(Sha256);

impl Parts {
    /// Adds a part.
    pub fn add(&mut self, part: impl AsRef<[u8]>) {
        let part = part.as_ref();
        self.length(part.len());
        self.0.update(part);
    }

    /// Adds the number of parts that follow, for lists of variable length.
    pub fn length(&mut self, length: usize) {
        self.number((length as u64).to_le_bytes());
    }

    /// Adds a number in little-endian order, but not a length, because integer types have a fixed size.
    pub fn number<const BYTES: usize>(&mut self, bytes: [u8; BYTES]) {
        self.0.update(bytes);
    }

    /// Returns the hash as 64 hexadecimal digits.
    pub fn hex(self) -> String {
        format!("{:x}", self.0.finalize())
    }

    /// Returns the first eight bytes as a seed for random numbers.
    pub fn seed(self) -> u64 {
        self.0.finalize().iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
    }

    /// Returns the hash as written to files, such as `sha256:0b1c...`.
    pub fn named(self) -> String {
        format!("sha256:{}", self.hex())
    }

    /// Returns the first half of the digits, enough for a cache key.
    pub fn short(self) -> String {
        self.hex()[..32].to_owned()
    }
}

impl<P: AsRef<[u8]>> FromIterator<P> for Parts {
    fn from_iter<I: IntoIterator<Item = P>>(parts: I) -> Self {
        let mut hash = Self::default();
        parts.into_iter().for_each(|part| hash.add(part));
        hash
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn part_boundaries_affect_the_hash() {
        let hash = |parts: &[&str]| parts.iter().collect::<Parts>().hex();
        assert_eq!(hash(&["ab", "c"]), hash(&["ab", "c"]));
        assert_ne!(hash(&["ab", "c"]), hash(&["a", "bc"]));
        assert_ne!(hash(&["ab"]), hash(&["ab", ""]));
        let parts = || ["ab"].into_iter().collect::<Parts>();
        assert_eq!(parts().named(), format!("sha256:{}", parts().hex()));
        assert!(parts().hex().starts_with(&parts().short()));
    }
}
