//! Packing a folder in any format yields the same submission.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;

use super::pack::{Item, file, gzip, tar, zip};
use super::{BOARD, Handed};
use crate::{IntakeError, Submission, read_folder};

fn crates() -> impl Strategy<Value = Vec<(String, Vec<u8>)>> {
    let name = prop_oneof![
        Just("src/lib.rs".to_owned()),
        Just("src/board.rs".to_owned()),
        Just("Cargo.toml".to_owned()),
        Just("build.rs".to_owned()),
        "src/[a-z]{4,8}(/[a-z]{4,8})?\\.(rs|txt)",
        "tests/[a-z]{4,8}(/[a-z]{4,8})?\\.(rs|txt)",
        "puzzles/[a-zäé ]{0,5}[a-z]{4}\\.(txt|toml|zip)",
        "[a-z]{4,8}\\.(md|rs)",
        "target/[a-z]{4}\\.rs",
        "__MACOSX/src/\\._[a-z]{4}\\.rs",
    ];
    let content = prop_oneof![
        Just(BOARD.as_bytes().to_vec()),
        Just(b"[package]\nname = \"x\"\n[dependencies]\nrand = \"1\"\n".to_vec()),
        "[ -~\n]{0,200}".prop_map(String::into_bytes),
        proptest::collection::vec(any::<u8>(), 0..600),
    ];
    proptest::collection::btree_map(name, content, 1..14)
        .prop_map(|files| files.into_iter().collect())
}

/// Removes files with a path that is also another file's folder.
fn apart(files: Vec<(String, Vec<u8>)>) -> Vec<(String, Vec<u8>)> {
    let names: BTreeSet<String> = files.iter().map(|(name, _)| name.clone()).collect();
    let is_folder = |name: &str| names.iter().any(|it| it.starts_with(&format!("{name}/")));
    files.into_iter().filter(|(name, _)| !is_folder(name)).collect()
}

fn same(
    folder: &Result<Submission, IntakeError>,
    archive: &Result<Submission, IntakeError>,
) -> bool {
    match (folder, archive) {
        (Ok(folder), Ok(archive)) => {
            folder.hash() == archive.hash()
                && *folder == archive.clone().with_name(folder.name().to_owned())
        }
        (Err(IntakeError::NotRust { .. } | IntakeError::Empty { .. }), Err(archive)) => {
            matches!(archive, IntakeError::Archive(_))
        }
        (Err(folder), Err(archive)) => {
            std::mem::discriminant(folder) == std::mem::discriminant(archive)
        }
        _ => false,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]
    #[test]
    fn a_folder_and_its_archive_yield_the_same_submission(files in crates(), wrap in 0..3_usize) {
        let files = apart(files);
        let folder = tempfile::tempdir().unwrap();
        let within: PathBuf = ["hw1", "my work"][..wrap.min(2)].iter().collect();
        for (name, content) in &files {
            let path = folder.path().join(&within).join(name);
            fs::create_dir_all(path.parent().unwrap_or(Path::new(""))).unwrap();
            fs::write(path, content).unwrap();
        }
        let items: Vec<Item> = files.iter().map(|(name, content)| {
            let name = within.join(name);
            file(&name.to_string_lossy().replace('\\', "/"), content)
        }).collect();
        let expected = read_folder(folder.path());
        let tar = tar(&items);
        for (name, bytes) in [("a.zip", zip(&items)), ("a.tar.gz", gzip(&tar)), ("a.tar", tar)] {
            let archive = Handed::new(name, &bytes).read();
            prop_assert!(same(&expected, &archive), "{name}: {expected:?}\n{archive:?}");
        }
    }
}
