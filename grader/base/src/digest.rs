//! SHA-256 hashes of bytes, of lists, and of complete values.

use std::hash::{Hash, Hasher};

use sha2::{Digest, Sha256};

/// Returns the SHA-256 hash of the bytes as written to files, such as `sha256:0b1c...`.
pub fn sha256(bytes: impl AsRef<[u8]>) -> String {
    format!("sha256:{:x}", Sha256::digest(bytes))
}

/// Hashes a list of parts. Each part's length is hashed before it, so different lists have different hashes.
#[derive(Default)]
pub struct PartsHash(Sha256);

impl PartsHash {
    /// Hashes a complete value, as a key for its results. Different values have different hashes, because a derived
    /// [`Hash`] covers every field, and all lengths.
    ///
    /// If a field is added to a type, it becomes part of the hash. To leave a field out, take the value apart without
    /// `..`, so that the compiler asks about new fields.
    pub fn from_value(value: &(impl Hash + ?Sized)) -> Self {
        let mut hasher = WholeHasher::default();
        value.hash(&mut hasher);
        Self(hasher.0)
    }

    /// Adds a part.
    pub fn add(&mut self, part: impl AsRef<[u8]>) {
        let part = part.as_ref();
        self.0.update((part.len() as u64).to_le_bytes());
        self.0.update(part);
    }

    /// Returns the hash as 64 hexadecimal digits.
    pub fn hex(self) -> String {
        format!("{:x}", self.0.finalize())
    }

    /// Returns the first eight bytes as a seed for random numbers.
    pub fn first_bytes_as_seed(self) -> u64 {
        self.0.finalize().iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
    }

    /// Returns the hash as written to files, such as `sha256:0b1c...`.
    pub fn with_algorithm_name(self) -> String {
        format!("sha256:{}", self.hex())
    }

    /// Returns the first half of the digits, enough for a cache key.
    pub fn half_of_hex(self) -> String {
        self.hex()[..32].to_owned()
    }
}

impl<P: AsRef<[u8]>> FromIterator<P> for PartsHash {
    fn from_iter<I: IntoIterator<Item = P>>(parts: I) -> Self {
        let mut hash = Self::default();
        parts.into_iter().for_each(|part| hash.add(part));
        hash
    }
}

/// Feeds everything to SHA-256. Numbers are little-endian and lengths have 64 bits, whatever the machine.
#[derive(Default)]
struct WholeHasher(Sha256);

impl Hasher for WholeHasher {
    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn write_u16(&mut self, number: u16) {
        self.write(&number.to_le_bytes());
    }

    fn write_u32(&mut self, number: u32) {
        self.write(&number.to_le_bytes());
    }

    fn write_u64(&mut self, number: u64) {
        self.write(&number.to_le_bytes());
    }

    fn write_u128(&mut self, number: u128) {
        self.write(&number.to_le_bytes());
    }

    /// Lengths and variants are numbers, too.
    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn finish(&self) -> u64 {
        PartsHash(self.0.clone()).first_bytes_as_seed()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    #[test]
    fn part_boundaries_affect_the_hash() {
        let hash = |parts: &[&str]| parts.iter().collect::<PartsHash>().hex();
        assert_eq!(hash(&["ab", "c"]), hash(&["ab", "c"]));
        assert_ne!(hash(&["ab", "c"]), hash(&["a", "bc"]));
        assert_ne!(hash(&["ab"]), hash(&["ab", ""]));
        let parts = || ["ab"].into_iter().collect::<PartsHash>();
        assert_eq!(parts().with_algorithm_name(), format!("sha256:{}", parts().hex()));
        assert!(parts().hex().starts_with(&parts().half_of_hex()));
    }

    #[test]
    fn every_part_of_a_value_affects_the_hash() {
        #[derive(Clone, Hash)]
        struct Value {
            texts: Vec<String>,
            more: Vec<String>,
            number: Option<u16>,
            files: BTreeMap<String, Vec<u8>>,
        }
        let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        let value = Value {
            texts: texts(&["ab", "c"]),
            more: texts(&["d"]),
            number: Some(0),
            files: BTreeMap::from([("e".to_owned(), vec![1, 2])]),
        };
        let others = [
            Value { texts: texts(&["a", "bc"]), ..value.clone() },
            Value { texts: texts(&["ab"]), more: texts(&["c", "d"]), ..value.clone() },
            Value { texts: texts(&["ab", "c", "d"]), more: texts(&[]), ..value.clone() },
            Value { texts: texts(&["ab", "c", ""]), ..value.clone() },
            Value { number: None, ..value.clone() },
            Value { files: BTreeMap::from([("e\u{1}".to_owned(), vec![2])]), ..value.clone() },
            Value { files: BTreeMap::new(), ..value.clone() },
        ];
        let hash = |value: &Value| PartsHash::from_value(value).hex();
        for (index, other) in others.iter().enumerate() {
            assert_ne!(hash(other), hash(&value), "{index}");
        }
        assert_eq!(hash(&value), hash(&value.clone()));
    }

    /// Otherwise, a new version of the standard library would draw other boards, or forget what is stored.
    #[test]
    fn hashes_of_values_stay_the_same() {
        let value = ("a", vec![1_u16, 2], Some(3_usize), true, -4_i32, BTreeSet::from([5_u8]));
        assert_eq!(PartsHash::from_value(&value).half_of_hex(), "fcb2429674783e588eca0c2c7a067504");
    }
}
