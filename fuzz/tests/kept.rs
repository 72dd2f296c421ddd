//! Checks the properties on the seeds and all saved inputs, with any compiler.

use std::fs;
use std::path::Path;

use grade::Verdict;

#[test]
fn properties_hold_for_seeds_and_regressions() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut tried = 0;
    for (name, property) in fuzz::ALL {
        let before = tried;
        for kind in ["seeds", "regressions"] {
            let Ok(files) = fs::read_dir(root.join(kind).join(name)) else { continue };
            for file in files {
                let path = file.expect("it can be read").path();
                println!("{}", path.display());
                property(&fs::read(path).expect("it can be read"));
                tried += 1;
            }
        }
        assert!(tried > before, "{name} has no seed");
    }
}

/// As a fuzzer would produce them.
#[test]
fn properties_hold_for_damaged_seeds() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (name, property) in fuzz::ALL {
        for file in fs::read_dir(root.join("seeds").join(name)).expect("it has seeds") {
            let bytes = fs::read(file.expect("it can be read").path()).expect("it can be read");
            let step = bytes.len().div_ceil(24).max(1);
            for at in (0..bytes.len()).step_by(step) {
                property(&bytes[..at]);
                property(&[&bytes[..at], &bytes[bytes.len().min(at + step)..]].concat());
                let mut flipped = bytes.clone();
                flipped[at] ^= 0x11;
                property(&flipped);
            }
        }
    }
}

/// Set `UPDATE=1` to update the seeds.
#[test]
fn grade_seeds_are_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds/grade_json");
    let grades = [
        ("template", samples::grade_of_all_groups(samples::verdict_of_template)),
        ("passing", samples::grade_of_all_groups(|_| Verdict::Pass)),
        (
            "hamming",
            samples::grade([(
                samples::fail(grade::check::Check::BoardHamming, samples::hamming()),
                4.0,
            )]),
        ),
    ];
    for (name, grade) in grades {
        let (file, text) = (folder.join(name), grade.json());
        if std::env::var_os("UPDATE").is_some() {
            fs::create_dir_all(&folder).expect("a folder");
            fs::write(&file, &text).expect("writable");
        }
        assert_eq!(fs::read_to_string(&file).expect("it is kept"), text, "{name}: see UPDATE=1");
    }
}
