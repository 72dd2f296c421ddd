//! Tests classes passed as archives.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use intake::class::{self, Class, ClassArchive, ClassContext};

use crate::archive;

fn found(path: &Path, archive: ClassArchive) -> Class {
    let known = ClassContext { archives: &[archive], ..ClassContext::default() };
    class::find_with(&[path.to_owned()], known).unwrap()
}

#[test]
fn unsafe_entries_do_not_affect_other_students() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("class.zip");
    let write = |entries: &[(&str, u32, &[u8])]| {
        let mut writer = zip::ZipWriter::new(fs::File::create(&path).unwrap());
        for (name, mode, bytes) in entries {
            let options = zip::write::SimpleFileOptions::default().unix_permissions(*mode);
            if *mode == 0o777 {
                writer.add_symlink(*name, "/etc/passwd", options).unwrap();
            } else {
                writer.start_file(*name, options).unwrap();
                writer.write_all(bytes).unwrap();
            }
        }
        writer.finish().unwrap();
    };
    let large = vec![b' '; (64 << 20) + 10];
    write(&[
        ("doejane_1_11_board.rs", 0o644, b"pub struct Board;"),
        ("evil_2_12_board.rs", 0o777, b""),
        ("odd_4_14_what?.rs", 0o644, b""),
        ("odd_4_15_board.rs.", 0o644, b""),
        ("huge_5_16_board.rs", 0o644, &large),
    ]);
    let archive = ClassArchive::open(&path, &path).unwrap().unwrap();
    assert_eq!(archive.refused, []);
    let class = found(&path, archive);
    let names: Vec<_> = class.entries.iter().map(|entry| entry.name.as_str()).collect();
    assert_eq!(names, ["doejane_1", "evil_2", "huge_5", "odd_4"]);
    insta::assert_snapshot!(class.entries[1].read().unwrap_err(), @"`evil_2/board.rs` is a link or a special file; a submission must contain the files themselves");
    insta::assert_snapshot!(class.entries[2].read().unwrap_err(), @"`huge_5/board.rs` is too large: the limit is 4 MiB of source");
}

/// Students choose the last part of a file's name. If it points outside the archive, it must affect only that file, not
/// the class.
#[test]
fn path_traversal_does_not_affect_other_students() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("class.zip");
    let honest = "doejane_1_11_board.rs";
    for (name, is_refused) in [
        ("../doejane_1_11_board.rs", true),
        ("/doejane_1_11_board.rs", true),
        ("evil_2_12_/../doejane_1_11_board.rs", true),
        ("doejane_1_11_board.rs/x.rs", true),
        // Such a name is odd, but does not lead anywhere.
        ("..\\doejane_1_11_x.rs", false),
        ("evil_2_12_..\\..\\doejane_1_11_board.rs", false),
        ("evil_2_12_a\\board.rs", false),
        ("evil_2_12_\u{7}.rs", false),
    ] {
        let mut writer = zip::ZipWriter::new(fs::File::create(&path).unwrap());
        for entry in [honest, "evil_2_13_board.rs", name] {
            writer.start_file(entry, zip::write::SimpleFileOptions::default()).unwrap();
            writer.write_all(format!("pub struct Board; // {entry}").as_bytes()).unwrap();
        }
        writer.finish().unwrap();
        let archive = ClassArchive::open(&path, &path).unwrap().unwrap();
        let refused: Vec<_> = archive.refused.iter().map(|(name, _)| name.as_str()).collect();
        let expected: &[&str] = if is_refused { &[name] } else { &[] };
        assert_eq!(refused, expected, "{:?}", archive.refused);
        let class = found(&path, archive);
        let names: Vec<_> = class.entries.iter().map(|entry| entry.name.as_str()).collect();
        assert_eq!(names, ["doejane_1", "evil_2"], "{name}");
        assert_eq!(class.entries[0].source.paths(), [path.join(honest)], "{name}");
        let read = class.entries[0].read().unwrap();
        assert!(read.files().any(|file| file.text.ends_with(honest)), "{name}");
    }
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

/// Some Windows tools use the backslash as the path separator.
#[test]
fn backslashes_in_class_archives_are_separators() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("class.zip");
    let mut writer = zip::ZipWriter::new(fs::File::create(&path).unwrap());
    for name in ["class\\alice\\src\\", "class\\alice\\src\\board.rs", "class\\bob\\board.rs"] {
        writer.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
    }
    writer.finish().unwrap();
    let archive = ClassArchive::open(&path, &path).unwrap().unwrap();
    assert_eq!(archive.refused, []);
    let class = found(&path, archive);
    let names: Vec<_> = class.entries.iter().map(|entry| entry.name.as_str()).collect();
    assert_eq!(names, ["alice", "bob"]);
}

/// What remains of a truncated download may end with a student's archive.
#[test]
fn a_truncated_download_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("class.zip");
    let mut writer = zip::ZipWriter::new(fs::File::create(&path).unwrap());
    let stored =
        zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for name in ["doejane_1_11_work.zip", "roejohn_2_12_work.zip"] {
        writer.start_file(name, stored).unwrap();
        writer.write_all(&archive()).unwrap();
    }
    writer.finish().unwrap();
    let bytes = fs::read(&path).unwrap();
    for end in 30..bytes.len() {
        fs::write(&path, &bytes[..end]).unwrap();
        let error = ClassArchive::open(&path, &path).unwrap_err();
        assert!(error.is_rejection(), "{end}: {error}");
    }
}

#[test]
fn class_archives_in_other_formats_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("class.tar.gz");
    let encoder = flate2::write::GzEncoder::new(
        fs::File::create(&path).unwrap(),
        flate2::Compression::fast(),
    );
    let mut builder = tar::Builder::new(encoder);
    for name in ["class/alice/board.rs", "class/bob/src/lib.rs"] {
        let mut header = tar::Header::new_gnu();
        header.set_size(17);
        header.set_mode(0o644);
        builder.append_data(&mut header, name, &b"pub struct Board;"[..]).unwrap();
    }
    builder.into_inner().unwrap().finish().unwrap();
    let archive = ClassArchive::open(&path, &path).unwrap().unwrap();
    assert_eq!(archive.refused, []);
    let class = found(&path, archive);
    assert_eq!(
        class.entries.iter().map(|entry| entry.name.as_str()).collect::<Vec<_>>(),
        ["alice", "bob"]
    );
    // When a file is not a readable archive, this should be an error, not a student.
    fs::write(&path, "7z\u{bc}").unwrap();
    assert!(ClassArchive::open(&path, &path).unwrap_err().is_rejection());
}
