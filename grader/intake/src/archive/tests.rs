//! Tests with archives designed to attack the intake, and with valid archives that must still be accepted.

mod others;
mod pack;
mod property;

use std::fs;
use std::path::PathBuf;

use ::tar::EntryType;
use tempfile::TempDir;

use super::error::Refusal;
use crate::{IntakeError, Submission, read_submission};
use pack::{FOLDER, Item, LINK, file, gzip, item, tar, tar_entry, zip};

const BOARD: &str = "pub struct Board;\n";
const SOLVER: &str = "pub struct Solver<B>(B);\n";

fn plain() -> Vec<Item> {
    vec![file("board.rs", BOARD), file("solver.rs", SOLVER)]
}

fn with(items: impl IntoIterator<Item = Item>) -> Vec<Item> {
    plain().into_iter().chain(items).collect()
}

/// An archive in a separate folder, to detect leftover files.
struct Handed {
    folder: TempDir,
    archive: PathBuf,
}

impl Handed {
    fn new(name: &str, bytes: &[u8]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let archive = folder.path().join(name);
        fs::write(&archive, bytes).unwrap();
        Self { folder, archive }
    }

    fn read(&self) -> Result<Submission, IntakeError> {
        let read = read_submission(&self.archive);
        let left = fs::read_dir(self.folder.path()).unwrap().count();
        assert_eq!(left, 1, "something was written beside the archive");
        read
    }

    fn refusal(&self) -> Refusal {
        match self.read() {
            Err(IntakeError::Archive(error)) => {
                assert_eq!(error.archive, self.archive);
                assert!(!error.hint().is_empty() && !error.to_string().contains('\n'), "{error}");
                error.refusal
            }
            other => panic!("{other:?}"),
        }
    }
}

fn refusals(items: &[Item]) -> [Refusal; 3] {
    let tar = tar(items);
    [
        Handed::new("a.zip", &zip(items)).refusal(),
        Handed::new("a.tar", &tar).refusal(),
        Handed::new("a.tar.gz", &gzip(&tar)).refusal(),
    ]
}

fn paths(submission: &Submission) -> Vec<&str> {
    submission.files().map(|file| file.path).collect()
}

#[test]
fn a_submission_is_read_identically_from_any_archive() {
    let items = [
        item(b"./hw1/", FOLDER, b""),
        file("hw1/Cargo.toml", "[package]\nname = \"hw1\"\nedition = \"2021\"\n"),
        file("hw1/src/lib.rs", "mod board;\n"),
        file("hw1/src/board.rs", BOARD),
        file("hw1/tests/board.rs", "#[test]\nfn t() {}\n"),
        file("hw1/puzzles/a.txt", "2\n1 2\n3 0\n"),
        file("hw1/target/debug/board.rs", "pub struct Board;"),
        file("__MACOSX/hw1/src/._board.rs", [0, 1, 0xff]),
        file("hw1/.DS_Store", [0]),
        file("hw1/notes.pdf", [0xff; 9]),
        file("hw1/old.zip", zip(&plain())),
    ];
    let tar = tar(&items);
    let archives =
        [("alice.zip", zip(&items)), ("alice.tgz", gzip(&tar)), ("alice.TAR", tar.clone())];
    for (name, bytes) in archives {
        let submission = Handed::new(name, &bytes).read().unwrap();
        assert_eq!(submission.name(), "alice");
        assert_eq!(paths(&submission), ["src/board.rs", "src/lib.rs"]);
        assert_eq!(submission.crate_name(), Some("hw1"));
        let tests = submission.tests();
        assert!(tests.files.keys().eq(["tests/board.rs"]));
        assert!(tests.data.keys().eq(["puzzles/a.txt"]));
    }
    // The file name should not determine the format.
    assert!(Handed::new("alice.zip", &tar).read().is_ok());
    assert!(Handed::new("alice", &zip(&items)).read().is_ok());
}

#[test]
fn paths_to_other_folders_are_rejected() {
    for (name, refusal) in [
        (&b"../evil.rs"[..], Refusal::Outside),
        (b"src/../../evil.rs", Refusal::Outside),
        (b"/tmp/evil.rs", Refusal::Absolute),
        (b"//host/evil.rs", Refusal::Absolute),
        (b"C:\\evil.rs", Refusal::Absolute),
        (b"\\\\host\\evil.rs", Refusal::Absolute),
        (b"src\\..\\..\\evil.rs", Refusal::Outside),
        // This should be rejected even though it would not be unpacked.
        (b"target/../../evil.rs", Refusal::Outside),
        (b"../notes.txt", Refusal::Outside),
    ] {
        let items = with([item(name, pack::FILE, b"evil")]);
        assert_eq!(refusals(&items), [(); 3].map(|()| refusal.clone()), "{name:?}");
    }
}

/// Other names than the library's decide nothing, as in a folder.
#[test]
fn stray_names_do_not_reject_a_submission() {
    let expected = Handed::new("a.zip", &zip(&plain())).read().unwrap().hash();
    for name in [
        &b"why?.txt"[..],
        b"notes 3:4.md",
        b"aux.txt",
        b"a<b>|\"*.png",
        b"Draft.pdf.",
        b"draft ",
        b"line\n::error::break.md",
        b"target/x?",
        b".git/hooks/a:b",
        b"__MACOSX/._why?.txt",
        b"caf\xe9/notes.txt",
        b"\xe2\x80\xaegnp.exe",
        b"con/nul.rs",
    ] {
        let items = with([item(name, pack::FILE, b"x")]);
        let tar = tar(&items);
        for (archive, bytes) in
            [("a.zip", zip(&items)), ("a.tgz", gzip(&tar)), ("a.tar", tar.clone())]
        {
            let submission = Handed::new(archive, &bytes).read();
            let submission = submission.unwrap_or_else(|error| panic!("{name:?}: {error}"));
            assert_eq!(submission.hash(), expected, "{name:?}");
            assert_eq!(submission.left_out(), [""; 0]);
        }
    }
    // Nobody looks that deep into a folder either.
    let deep = format!("{}x.rs", "a/".repeat(40));
    let submission = Handed::new("a.zip", &zip(&with([file(&deep, "")]))).read().unwrap();
    assert_eq!(submission.hash(), expected);
    let [left_out] = submission.left_out() else { panic!("{:?}", submission.left_out()) };
    assert!(left_out.contains("nested more than 24 folders deep"), "{left_out}");
}

#[test]
fn backslashes_are_read_as_path_separators() {
    let items = [
        item(b"hw1\\src\\", FOLDER, b""),
        file("hw1\\src\\lib.rs", "mod board;\n"),
        file("hw1\\src\\board.rs", BOARD),
    ];
    for (name, bytes) in [("a.zip", zip(&items)), ("a.tar", tar(&items))] {
        let submission = Handed::new(name, &bytes).read().unwrap();
        assert_eq!(paths(&submission), ["src/board.rs", "src/lib.rs"], "{name}");
    }
}

#[test]
fn a_nul_in_a_zip_name_is_escaped() {
    // In tar files, a name ends at the first NUL.
    let items = with([item(b"evil\0.rs", pack::FILE, b"")]);
    let submission = Handed::new("a.zip", &zip(&items)).read().unwrap();
    assert_eq!(paths(&submission), ["src/board.rs", "src/lib.rs", "src/solver.rs"]);
}

#[test]
fn entry_names_may_be_in_code_page_437() {
    // Without the flag, zip names are in code page 437, the encoding of old Windows tools.
    let mut items = plain();
    for item in &mut items {
        item.name = [b"\x9abung/", &item.name[..]].concat();
        item.zip.flags = 0;
    }
    assert!(Handed::new("a.zip", &zip(&items)).read().is_ok());
}

/// Like in a folder, a link or a device only matters if it would be read.
#[test]
fn special_files_are_refused_when_they_are_read() {
    let read = |name: &str, bytes: &[u8]| Handed::new(name, bytes).read();
    let check = |special: &Item, kind: EntryType| {
        for (name, is_read) in [("notes.rs", false), ("solver.rs", true)] {
            let special = Item { name: name.into(), ..special.clone() };
            let items = [file("board.rs", BOARD), special.clone()];
            let tar =
                [tar_entry(name.as_bytes(), kind, 0o644, b"", special.target), tar(&items[..1])]
                    .concat();
            for result in
                [read("a.zip", &zip(&items)), read("a.tar", &tar), read("a.tgz", &gzip(&tar))]
            {
                match result {
                    Err(IntakeError::Link { path }) => assert!(is_read && path.ends_with(name)),
                    other => assert!(!is_read && other.is_ok(), "{special:?}: {other:?}"),
                }
            }
        }
    };
    for (mode, kind) in [
        (LINK, EntryType::Symlink),
        (LINK, EntryType::Link),
        (0o060_644, EntryType::Block),
        (0o020_644, EntryType::Char),
        (0o010_644, EntryType::Fifo),
        (0o140_644, EntryType::GNUSparse),
        (0o140_644, EntryType::new(b'M')),
    ] {
        for target in ["x", "/etc/passwd"] {
            let special = Item { target, ..item(b"", mode, b"") };
            check(&special, kind);
        }
    }
}

#[test]
fn nothing_is_read_through_a_link() {
    let mut link = item(b"src", LINK, b"/etc");
    link.target = "/etc";
    let items = [link, file("src/lib.rs", "evil")];
    assert_eq!(refusals(&items), [(); 3].map(|()| Refusal::FileAndFolder));
}

#[test]
fn links_in_litter_are_ignored() {
    let mut link = item(b"target/debug/latest", LINK, b"x");
    link.target = "x";
    let items = with([link]);
    assert!(Handed::new("a.zip", &zip(&items)).read().is_ok());
    assert!(Handed::new("a.tgz", &gzip(&tar(&items))).read().is_ok());
}

#[test]
fn entries_with_conflicting_paths_are_rejected() {
    let same = with([file("board.rs", "evil")]);
    assert_eq!(refusals(&same), [Refusal::Twice, Refusal::Same, Refusal::Same]);
    let other_way = with([file("./board.rs", "evil")]);
    assert_eq!(refusals(&other_way), [(); 3].map(|()| Refusal::Same));
    for name in ["Board.rs", "BOARD.RS/x.rs"] {
        let submission = Handed::new("a.zip", &zip(&with([file(name, "")]))).read();
        assert!(matches!(submission, Err(IntakeError::SameName { .. })), "{submission:?}");
    }
    for name in ["board.rs/x.rs", "."] {
        let clash = with([file(name, "evil")]);
        assert_eq!(refusals(&clash), [(); 3].map(|()| Refusal::FileAndFolder), "{name}");
    }
    let clash = with([item(b"board.rs/", FOLDER, b"")]);
    assert_eq!(refusals(&clash), [(); 3].map(|()| Refusal::FileAndFolder));
    // A folder can be listed more than once.
    let twice = with([item(b"a/", FOLDER, b""), item(b"./a/", FOLDER, b"")]);
    assert!(Handed::new("a.zip", &zip(&twice)).read().is_ok());
}

#[test]
fn a_file_with_a_high_compression_ratio_is_rejected() {
    let zeros = vec![0; 3 << 20];
    let bomb = with([file("zeros.rs", &zeros)]);
    let [zipped, plain, compressed] = refusals_or_none(&bomb);
    assert!(matches!(zipped, Some(Refusal::Ratio { .. })), "{zipped:?}");
    assert!(matches!(compressed, Some(Refusal::Ratio { .. })), "{compressed:?}");
    // Uncompressed data cannot expand.
    assert_eq!(plain, None);
    // In zip files, skipped entries are not decompressed.
    let unread = with([file("zeros.bin", &zeros)]);
    assert!(Handed::new("a.zip", &zip(&unread)).read().is_ok());
    let refusal = Handed::new("a.tgz", &gzip(&tar(&unread))).refusal();
    assert!(matches!(refusal, Refusal::Ratio { .. }));
}

/// Like [`refusals`], with `None` for errors that are not about the archive.
fn refusals_or_none(items: &[Item]) -> [Option<Refusal>; 3] {
    let tar = tar(items);
    [("a.zip", zip(items)), ("a.tar", tar.clone()), ("a.tar.gz", gzip(&tar))].map(
        |(name, bytes)| match Handed::new(name, &bytes).read() {
            Err(IntakeError::Archive(error)) => Some(error.refusal),
            _ => None,
        },
    )
}

/// Returns incompressible bytes.
fn noise(count: usize) -> Vec<u8> {
    let mut state = 1_u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 56) as u8
    };
    (0..count).map(|_| next()).collect()
}

#[test]
fn file_and_total_sizes_are_bounded() {
    let large = [file("board.rs", noise((4 << 20) + 1)), file("solver.rs", SOLVER)];
    let read = Handed::new("a.zip", &zip(&large)).read();
    assert!(matches!(read, Err(IntakeError::FileTooLarge { .. })), "{read:?}");
    let beside = with([file("large.rs", noise((4 << 20) + 1))]);
    assert!(Handed::new("a.zip", &zip(&beside)).read().is_ok());
    let content = noise(4 << 20);
    let many = (0..9).map(|i| file(&format!("{i}.rs"), &content));
    assert!(refusals(&with(many)).iter().all(|refusal| matches!(refusal, Refusal::Total { .. })));
    // Data files that are too large should be skipped, as in a folder.
    let data = with([file("tests/large.bin", noise((256 << 10) + 1)), file("tests/a.txt", "a")]);
    for (name, bytes) in [("a.zip", zip(&data)), ("a.tar", tar(&data))] {
        let submission = Handed::new(name, &bytes).read().unwrap();
        assert!(submission.tests().data.keys().eq(["tests/a.txt"]));
    }
}

#[test]
fn the_number_of_entries_is_bounded() {
    let many: Vec<_> = (0..20_001).map(|i| file(&format!("target/{i}"), "")).collect();
    assert!(refusals(&many).iter().all(|refusal| matches!(refusal, Refusal::Entries { .. })));
}

#[test]
fn inconsistent_zip_headers_are_rejected() {
    // The actual size exceeds the claimed size and the limit.
    let mut liar = file("liar.rs", noise(5 << 20));
    liar.zip.claimed = Some(10);
    let refusal = Handed::new("a.zip", &zip(&with([liar.clone()]))).refusal();
    assert!(matches!(refusal, Refusal::Damaged { .. }), "{refusal:?}");
    // A large claimed size should not cause an allocation.
    liar.content = b"fn f() {}".to_vec();
    liar.zip.claimed = Some(u32::MAX - 1);
    let refusal = Handed::new("a.zip", &zip(&with([liar.clone()]))).refusal();
    assert!(matches!(refusal, Refusal::Damaged { .. }), "{refusal:?}");
    // The local header and the central directory have different names.
    liar.zip.claimed = None;
    liar.zip.local_name = Some(b"evil.rs".to_vec());
    let refusal = Handed::new("a.zip", &zip(&with([liar.clone()]))).refusal();
    assert!(matches!(refusal, Refusal::Damaged { .. }), "{refusal:?}");
    // Multiple files share bytes.
    let mut copies = vec![file("0.rs", noise(1000)); 3];
    for (i, copy) in copies.iter_mut().enumerate().skip(1) {
        copy.name = format!("{i}.rs").into_bytes();
        copy.zip.shares = true;
        copy.zip.local_name = None;
    }
    assert_eq!(Handed::new("a.zip", &zip(&copies)).refusal(), Refusal::Overlap);
    // The central directory claims to be longer than it is.
    let mut bytes = zip(&plain());
    let end = bytes.len() - 22;
    bytes[end + 8..end + 12].copy_from_slice(&[0xfe, 0xff, 0xfe, 0xff]);
    let refusal = Handed::new("a.zip", &bytes).refusal();
    assert!(matches!(refusal, Refusal::Damaged { .. }), "{refusal:?}");
}

#[test]
fn extended_tar_headers_are_validated_and_bounded() {
    let pax = |fields: &str| tar_entry(b"pax", EntryType::XHeader, 0, fields.as_bytes(), "");
    let before = |header: Vec<u8>| Handed::new("a.tar", &[header, tar(&plain())].concat());
    // Names in extended headers need to be valid as well.
    let renamed = before(pax("16 path=../x.rs\n"));
    assert_eq!(renamed.refusal(), Refusal::Outside);
    let lib = before(pax("18 path=solver-2\n"));
    assert!(matches!(lib.read(), Err(IntakeError::NoBoard { .. } | IntakeError::Archive(_))));
    // When there is a second size field, readers might split the file differently.
    for fields in ["11 size=99\n", "24 GNU.sparse.size=1000\n"] {
        assert!(matches!(before(pax(fields)).refusal(), Refusal::Damaged { .. }), "{fields}");
    }
    let long = tar_entry(b"L", EntryType::GNULongName, 0, &vec![b'a'; 70_000], "");
    assert!(matches!(before(long).refusal(), Refusal::Damaged { .. }));
    let escape = tar_entry(b"L", EntryType::GNULongName, 0, b"../../x.rs\0", "");
    assert_eq!(before(escape).refusal(), Refusal::Outside);
}

#[test]
fn encrypted_and_unsupported_archives_are_rejected() {
    let mut secret = file("board.rs", BOARD);
    secret.zip.flags |= 1;
    let refusal = Handed::new("a.zip", &zip(&[secret])).refusal();
    assert_eq!(refusal, Refusal::Encrypted);
    let mut strange = file("board.rs", BOARD);
    strange.zip.method = 14;
    assert_eq!(Handed::new("a.zip", &zip(&[strange])).refusal(), Refusal::Method);
    for (bytes, kind) in [
        (&b"Rar!\x1a\x07\x01\0"[..], "RAR"),
        (b"BZh91AY&SY", "bzip2"),
        (b"\x28\xb5\x2f\xfd\x04\0", "zstd"),
    ] {
        assert_eq!(Handed::new("a.zip", bytes).refusal(), Refusal::Kind(kind));
    }
    assert_eq!(Handed::new("a.zip", b"hello").refusal(), Refusal::NoArchive);
    assert_eq!(Handed::new("a.tar.gz", b"").refusal(), Refusal::NoBytes);
    let text = Handed::new("board.rs", BOARD.as_bytes()).read();
    assert!(matches!(text, Err(IntakeError::File { .. })));
}

#[test]
fn an_archive_without_a_submission_is_rejected() {
    let litter = [file("__MACOSX/._x", ""), file(".git/HEAD", "")];
    for items in [&litter[..], &[]] {
        let read = Handed::new("a.zip", &zip(items)).read();
        assert!(matches!(read, Err(IntakeError::Empty { .. })), "{read:?}");
    }
    let essay = [file("hw/essay.docx", "A*"), file("essay.txt", "A*")];
    match Handed::new("a.zip", &zip(&essay)).read() {
        Err(IntakeError::NotRust { names, .. }) => {
            assert_eq!(names, ["essay.txt", "hw/essay.docx"]);
        }
        other => panic!("{other:?}"),
    }
    let two = [file("a/board.rs", BOARD), file("b/board.rs", BOARD)];
    match Handed::new("a.zip", &zip(&two)).read() {
        Err(IntakeError::Ambiguous { first, second, .. }) => {
            assert!(first.ends_with("a.zip/a") && second.ends_with("a.zip/b"));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn truncated_and_corrupted_archives_never_panic() {
    let items = with([file("src.rs", noise(3000)), file("tests/a.txt", noise(100))]);
    let tar = tar(&items);
    for (name, bytes, sum_ends) in
        [("a.zip", zip(&items), 0), ("a.tgz", gzip(&tar), 0), ("a.tar", tar, 1024)]
    {
        for cut in (0..bytes.len() - sum_ends).step_by(61) {
            let handed = Handed::new(name, &bytes[..cut]);
            match handed.read() {
                // A tar file is still valid when it is cut off between files, though some might be missing.
                Ok(_) | Err(IntakeError::NoBoard { .. }) => assert_eq!(name, "a.tar", "{cut}"),
                Err(IntakeError::Archive(_)) => {}
                Err(other) => panic!("{name} {cut}: {other:?}"),
            }
        }
        for at in (0..bytes.len()).step_by(37) {
            let mut changed = bytes.clone();
            changed[at] ^= 0x55;
            let _ = Handed::new(name, &changed).read();
        }
    }
}

#[test]
fn the_only_archive_in_a_folder_is_the_submission() {
    let handed = Handed::new("work.zip", &zip(&plain()));
    fs::write(handed.folder.path().join("notes.txt"), "late, sorry").unwrap();
    let submission = read_submission(handed.folder.path()).unwrap();
    assert_eq!(paths(&submission), ["src/board.rs", "src/lib.rs", "src/solver.rs"]);
    let write = |name: &str, bytes: &[u8]| {
        fs::write(handed.folder.path().join(name), bytes).unwrap();
    };
    // An identical copy should not count as a second submission.
    write("work2.zip", &zip(&plain()));
    assert_eq!(
        read_submission(handed.folder.path()).unwrap().left_out(),
        ["`work2.zip` is a copy of `work.zip`"]
    );
    write("work2.zip", &zip(&plain()[..1]));
    assert!(matches!(
        read_submission(handed.folder.path()),
        Err(IntakeError::SeveralArchives { .. })
    ));
    // An archive next to a submission is just a file.
    write("board.rs", BOARD.as_bytes());
    write("solver.rs", b"");
    assert!(read_submission(handed.folder.path()).is_ok());
}
