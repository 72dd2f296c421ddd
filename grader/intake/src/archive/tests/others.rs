//! Tests with archives from xz (liblzma) and 7-Zip.

use super::super::Refusal;
use super::pack::{gzip, seven_zip, tar};
use super::{BOARD, Handed, file, paths};

macro_rules! xz {
    ($name:literal) => {
        include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/xz/", $name, ".tar.xz"))
            .as_slice()
    };
}

/// A tar file, compressed with each kind of checksum, in multiple blocks, in two streams, and with a filter.
const XZ: [&[u8]; 7] = [
    xz!("none"),
    xz!("crc32"),
    xz!("crc64"),
    xz!("sha256"),
    xz!("blocks"),
    xz!("two-streams"),
    xz!("x86-filter"),
];

#[test]
fn xz_archives_are_read() {
    for (at, bytes) in XZ.into_iter().enumerate() {
        let submission = Handed::new("a.tar.xz", bytes).read().unwrap();
        assert_eq!(paths(&submission), ["src/board.rs", "src/lib.rs"], "{at}");
        assert_eq!(submission.crate_name(), Some("hw"), "{at}");
    }
}

#[test]
fn xz_bombs_and_large_dictionaries_are_rejected() {
    for (bytes, refusal) in
        [(xz!("zeros"), Refusal::Ratio { limit: 200 }), (xz!("large-dictionary"), Refusal::Method)]
    {
        assert_eq!(Handed::new("a.txz", bytes).refusal(), refusal);
    }
}

/// Damaged data is rejected or yields the original content.
#[test]
fn damaged_xz_is_rejected_or_read_unchanged() {
    for bytes in [xz!("sha256"), xz!("blocks"), xz!("two-streams")] {
        let packed = Handed::new("a.tar.xz", bytes).read().unwrap().hash();
        for end in (6..bytes.len()).step_by(7) {
            let refusal = Handed::new("a.tar.xz", &bytes[..end]).refusal();
            assert!(matches!(refusal, Refusal::Damaged { .. }), "{end}: {refusal:?}");
        }
        for at in (6..bytes.len()).step_by(5) {
            let mut changed = bytes.to_vec();
            changed[at] ^= 0x41;
            let handed = Handed::new("a.tar.xz", &changed);
            if let Ok(submission) = handed.read() {
                // The first byte of LZMA data has no meaning or checksum.
                assert_eq!(submission.hash(), packed, "{at}");
                continue;
            }
            let refusal = handed.refusal();
            assert!(
                matches!(refusal, Refusal::Damaged { .. } | Refusal::Method),
                "{at}: {refusal:?}"
            );
        }
    }
}

#[test]
fn trailing_zeros_after_an_archive_are_accepted() {
    let zeros = [0; 1024];
    let gz = gzip(&tar(&[file("hw/board.rs", BOARD)]));
    for (name, bytes) in [("a.tar.gz", gz.as_slice()), ("a.tar.xz", xz!("crc64"))] {
        let padded = [bytes, &zeros].concat();
        assert!(Handed::new(name, &padded).read().is_ok(), "{name}");
        let refusal = Handed::new(name, &[&padded[..], b"x"].concat()).refusal();
        assert!(matches!(refusal, Refusal::Damaged { .. }), "{name}: {refusal:?}");
    }
}

const LIB: (&str, u32, &[u8]) = ("hw/src/lib.rs", 0o100_644, b"mod board;\n");

#[test]
fn seven_zip_archives_are_read() {
    let entries = [
        LIB,
        ("hw/src/board.rs", 0, BOARD.as_bytes()),
        ("hw/essay.pdf", 0, &[0xff; 9]),
        ("hw/target/x.rs", 0, b"not read"),
        ("hw/Cargo.toml", 0, b"[package]\nname = \"hw\"\n"),
    ];
    let bytes = seven_zip(&entries);
    let submission = Handed::new("a.7z", &bytes).read().unwrap();
    assert_eq!(paths(&submission), ["src/board.rs", "src/lib.rs"]);
    assert_eq!(submission.crate_name(), Some("hw"));
    for end in 6..bytes.len() {
        let refusal = Handed::new("a.7z", &bytes[..end]).refusal();
        assert!(matches!(refusal, Refusal::Damaged { .. }), "{end}: {refusal:?}");
    }
    for at in 6..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 0x41;
        if let Ok(read) = Handed::new("a.7z", &changed).read() {
            assert_eq!(read.hash(), submission.hash(), "{at}");
        }
    }
}

#[test]
fn the_same_rules_apply_to_7z_entries() {
    let zeros = vec![0; 3 << 20];
    for (entry, refusal) in [
        (("../evil.rs", 0, &b"x"[..]), Refusal::Outside),
        (("/evil.rs", 0, b"x"), Refusal::Absolute),
        (("hw/src/lib.rs", 0, b"x"), Refusal::Same),
        (("hw/zeros.rs", 0, &zeros), Refusal::Ratio { limit: 200 }),
        // The ratio should apply even when the entry is skipped.
        (("hw/zeros.pdf", 0, &zeros), Refusal::Ratio { limit: 200 }),
    ] {
        assert_eq!(
            Handed::new("a.7z", &seven_zip(&[LIB, entry])).refusal(),
            refusal,
            "{}",
            entry.0
        );
    }
}
