//! Tests that reports with `--anonymous` identify nobody.

use std::fs;

use grade::Verdict;
use grade::check::Check;
use report::Format;

use super::class::{class, finish, hamming, record, rejected, write};
use crate::support::{code, stderr, stdout};

/// Every format, and the page, in a class whose reasons and messages mention the students.
#[test]
fn anonymous_files_identify_nobody() {
    let bench = class();
    let folder = "the folder `jd` is empty; it is from Zoe\u{308} Müller (zoe-m), ann@uni.example";
    let dora = Verdict::GraderError("`dora/src/lib.rs` by ann".to_owned());
    let records = [
        rejected("jd", folder),
        record("dora", &[(Check::SolverTime, dora)]),
        record("alice", &[(Check::BoardHamming, hamming("see `zoe_müller.rs`"))]),
    ];
    for record in &records {
        write(&bench, record);
    }
    finish(&bench, &records);
    fs::remove_file(bench.path("grades/overrides.toml")).unwrap();
    let person = serde_json::json!({
        "id": "4711", "name": "Zoë Müller", "email": "ann@uni.example", "login": "zoe-m",
    });
    let submissions = ["alice", "dora", "jd"].map(|name| {
        let students = if name == "jd" { vec![person.clone()] } else { Vec::new() };
        serde_json::json!({ "submission": name, "students": students })
    });
    let people = serde_json::json!({ "schema": "class/1", "submissions": submissions });
    bench.write("grades/class.json", people.to_string());
    let secrets = ["alice", "dora", "jd", "4711", "müller", "ann", "uni.example", "zoe-m"];
    let check = |arguments: &[&str], out: &str| {
        let output = bench.run(&[&["report", "grades", "--anonymous"], arguments].concat());
        assert_ne!(code(&output), 2, "{}", stderr(&output));
        let mut texts = stdout(&output).to_owned() + stderr(&output);
        for file in fs::read_dir(bench.path(out)).unwrap() {
            let path = file.unwrap().path();
            texts += &path.file_name().unwrap().to_string_lossy();
            texts += &fs::read_to_string(path).unwrap();
        }
        let texts = texts.to_lowercase();
        let words: Vec<&str> = texts.split(|c: char| !c.is_alphanumeric()).collect();
        for secret in secrets {
            let parts: Vec<&str> = secret.split(['.', '-']).collect();
            let is_found = words.windows(parts.len()).any(|found| found == parts);
            assert!(!is_found, "{arguments:?}: {secret}: {texts}");
        }
    };
    for format in Format::ALL.into_iter().filter(|format| *format != Format::Classroom50) {
        let out = format!("hidden-{}", format.name());
        check(&["--format", format.name(), "--out", &out], &out);
    }
    fs::create_dir(bench.path("pages")).unwrap();
    check(&["--students", "pages", "--out", "pages/class.html"], "pages");
    // This format contains the account that a result is for.
    let arguments = ["--format", "classroom50", "--out", "none", "--anonymous"];
    let output = bench.run(&[&["report", "grades"], &arguments[..]].concat());
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("needs the names"), "{}", stderr(&output));
}
