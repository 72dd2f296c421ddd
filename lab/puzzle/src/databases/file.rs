//! The file format for the pattern databases of a partition.

use std::io::{self, Read, Write};

use oracle::pattern::{Databases, TilePartition};
use sha2::{Digest, Sha256};
use thiserror::Error;

/// The header line. If you change the format or the meaning of the bits, increase the version.
const TITLE: &str = "sliding-puzzle pattern databases, version 1\n";

/// A reason why a file cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Unusable {
    /// The header line is wrong.
    #[error("it is not a pattern database file of this version")]
    Title,
    /// The file is for another partition or another home of the blank.
    #[error("it contains the databases of a different partition")]
    Partition,
    /// The file is too short.
    #[error("it is truncated")]
    Short,
    /// The file is too long.
    #[error("it contains extra data at the end")]
    Long,
    /// The content does not match the checksum.
    #[error("its checksum does not match its content")]
    Checksum,
    /// The file cannot be read.
    #[error("it cannot be read: {0}")]
    Read(#[from] io::Error),
}

/// Writes the header, a line with the partition, all words in little-endian order, and the SHA-256 hash of everything
/// before.
pub(super) fn write_databases(databases: &Databases, to: &mut impl Write) -> io::Result<()> {
    let mut hash = Sha256::new();
    let mut put = |bytes: &[u8]| {
        hash.update(bytes);
        to.write_all(bytes)
    };
    put(TITLE.as_bytes())?;
    put(description(databases.partition()).as_bytes())?;
    for words in databases.words() {
        for words in words.chunks(CHUNK / 4) {
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            put(&bytes)?;
        }
    }
    let sum = hash.finalize();
    to.write_all(&sum)
}

pub(super) fn read_databases(
    partition: &TilePartition,
    from: &mut impl Read,
) -> Result<Databases, Unusable> {
    let mut from = Hashing { from, hash: Sha256::new() };
    let mut line = vec![0; TITLE.len()];
    from.read_and_hash(&mut line).map_err(|error| match error {
        // A file that is too short for the header is not a database file.
        Unusable::Short => Unusable::Title,
        other => other,
    })?;
    if line != TITLE.as_bytes() {
        return Err(Unusable::Title);
    }
    let description = description(partition);
    line.resize(description.len(), 0);
    from.read_and_hash(&mut line)?;
    if line != description.as_bytes() {
        return Err(Unusable::Partition);
    }
    let mut databases = Vec::new();
    for size in Databases::sizes(partition) {
        let mut words = Vec::with_capacity(size);
        let mut bytes = vec![0; CHUNK];
        while words.len() < size {
            let bytes = &mut bytes[..CHUNK.min((size - words.len()) * 4)];
            from.read_and_hash(bytes)?;
            let (chunks, _) = bytes.as_chunks();
            words.extend(chunks.iter().map(|&word| u32::from_le_bytes(word)));
        }
        databases.push(words);
    }
    let Hashing { from, hash } = from;
    let mut sum = [0; 32];
    read_exactly(from, &mut sum)?;
    if sum != hash.finalize().as_slice() {
        return Err(Unusable::Checksum);
    }
    if from.read(&mut [0])? > 0 {
        return Err(Unusable::Long);
    }
    Databases::from_words(partition.clone(), databases).map_err(|_| Unusable::Partition)
}

/// The number of bytes to read or write at once. Databases are too large to hold a second time as bytes.
const CHUNK: usize = 1 << 16;

/// Returns the line that identifies a partition.
fn description(partition: &TilePartition) -> String {
    let groups = partition
        .groups()
        .map(|group| group.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
    let groups = groups.collect::<Vec<_>>().join(", ");
    let n = partition.dimension();
    format!("{n} rows, the blank at {}, the tiles of {groups}\n", partition.blank())
}

/// A reader that hashes everything it reads.
struct Hashing<'a, R> {
    from: &'a mut R,
    hash: Sha256,
}

impl<R: Read> Hashing<'_, R> {
    fn read_and_hash(&mut self, bytes: &mut [u8]) -> Result<(), Unusable> {
        read_exactly(self.from, bytes)?;
        self.hash.update(bytes);
        Ok(())
    }
}

fn read_exactly(from: &mut impl Read, bytes: &mut [u8]) -> Result<(), Unusable> {
    from.read_exact(bytes).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => Unusable::Short,
        _ => Unusable::Read(error),
    })
}

#[cfg(test)]
mod tests {
    use oracle::puzzle::{Arrangement, Goal};

    use super::*;

    fn partition(arrangement: Arrangement) -> TilePartition {
        TilePartition::quick(&Goal::arranged(3, arrangement)).expect("three rows")
    }

    fn written() -> Vec<u8> {
        let databases = Databases::build(partition(Arrangement::BlankLast), 1, &mut |_| ());
        let mut bytes = Vec::new();
        write_databases(&databases, &mut bytes).expect("writing to a vector never fails");
        bytes
    }

    #[track_caller]
    fn check(bytes: &[u8], expected: &str) {
        let error = read_databases(&partition(Arrangement::BlankLast), &mut &*bytes).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn databases_round_trip_through_a_file() {
        let bytes = written();
        let databases =
            read_databases(&partition(Arrangement::BlankLast), &mut &*bytes).expect("a whole file");
        let mut again = Vec::new();
        write_databases(&databases, &mut again).expect("writing to a vector never fails");
        assert_eq!(again, bytes);
    }

    #[test]
    fn truncated_files_are_rejected() {
        let bytes = written();
        check(&[], "it is not a pattern database file of this version");
        check(&bytes[..20], "it is not a pattern database file of this version");
        for length in [TITLE.len(), TITLE.len() + 10, bytes.len() / 2, bytes.len() - 1] {
            check(&bytes[..length], "it is truncated");
        }
    }

    #[test]
    fn corrupted_files_are_rejected() {
        let bytes = written();
        let described = TITLE.len() + 3;
        for place in [described, bytes.len() / 2, bytes.len() - 33, bytes.len() - 1] {
            let mut bytes = bytes.clone();
            bytes[place] ^= 4;
            let expected = if place == described {
                "it contains the databases of a different partition"
            } else {
                "its checksum does not match its content"
            };
            check(&bytes, expected);
        }
        check(&[&*bytes, b"\n"].concat(), "it contains extra data at the end");
        let other = bytes.iter().map(|byte| if *byte == b'1' { b'2' } else { *byte });
        check(&other.collect::<Vec<_>>(), "it is not a pattern database file of this version");
    }

    #[test]
    fn databases_for_another_goal_are_rejected() {
        let error =
            read_databases(&partition(Arrangement::BlankFirst), &mut &*written()).unwrap_err();
        assert_eq!(error.to_string(), "it contains the databases of a different partition");
    }
}
