//! Hashes: of bytes, and of several parts.

use sha2::{Digest, Sha256};

/// The SHA-256 of bytes as files name it, such as `sha256:0b1c...`.
pub fn of(bytes: impl AsRef<[u8]>) -> String {
    format!("sha256:{:x}", Sha256::digest(bytes))
}

/// The SHA-256 of a list of parts. Each has its length before it, so that no two lists look alike.
#[derive(Default)]
pub struct Parts(Sha256);

impl Parts {
    /// Adds a part.
    pub fn add(&mut self, part: impl AsRef<[u8]>) {
        let part = part.as_ref();
        self.length(part.len());
        self.0.update(part);
    }

    /// Adds the number of parts that follow, where another list could have more or fewer.
    pub fn length(&mut self, length: usize) {
        self.number((length as u64).to_le_bytes());
    }

    /// Adds a number by its bytes, the lowest first. Each number of a type has as many, so they have no length
    /// before them.
    pub fn number<const BYTES: usize>(&mut self, bytes: [u8; BYTES]) {
        self.0.update(bytes);
    }

    /// The hash in 64 hexadecimal digits.
    pub fn hex(self) -> String {
        format!("{:x}", self.0.finalize())
    }

    /// The first eight bytes as a number, for generators of random numbers.
    pub fn seed(self) -> u64 {
        self.0.finalize().iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
    }

    /// The hash as files name it, such as `sha256:0b1c...`.
    pub fn named(self) -> String {
        format!("sha256:{}", self.hex())
    }

    /// The first half of the digits, which is enough to tell what is in a cache.
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
    fn where_a_part_ends_is_part_of_the_hash() {
        let hash = |parts: &[&str]| parts.iter().collect::<Parts>().hex();
        assert_eq!(hash(&["ab", "c"]), hash(&["ab", "c"]));
        assert_ne!(hash(&["ab", "c"]), hash(&["a", "bc"]));
        assert_ne!(hash(&["ab"]), hash(&["ab", ""]));
        let parts = || ["ab"].into_iter().collect::<Parts>();
        assert_eq!(parts().named(), format!("sha256:{}", parts().hex()));
        assert!(parts().hex().starts_with(&parts().short()));
    }
}
