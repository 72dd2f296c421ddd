//! Tests which cells `grader report --gradebook` may change with each option, and each rule in the rubric.

use insta::assert_snapshot;

use super::gradebooks::{ALL, report};
use super::platforms::graded;
use crate::support::{code, stderr, stdout};

/// Points in a cell may have been entered manually, so they are replaced only if an option says so.
#[test]
fn existing_points_are_overwritten_only_on_request() {
    let bench = graded();
    let export = ALL.replace("u1,jane,A,,0", "u1,jane,A,12.50,0");
    bench.write("all.csv", &export);
    let output = bench.run(&report("all.csv", &["--out", "import.csv"]));
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 1
    ----- stdout
    import.csv: column `8-puzzle (1234)` (Canvas), 0 students; 1 already up to date, 3 left as is
    ----- stderr
    not changed, no submission: Poe, Zoe
    needs review, the submission was rejected: Moe, Eve
    not changed, the cell contains a different score, which `--overwrite` replaces: Roe, John (55)
    ");
    assert_eq!(bench.read("import.csv"), export);
    let output = bench.run(&report("all.csv", &["--preview"]));
    assert_eq!(code(&output), 1);
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let lines = |text: &str| text.lines().map(words).collect::<Vec<_>>();
    let row = "Roe, John 55 the cell contains a different score; `--overwrite` replaces it with 0"
        .to_owned();
    assert!(lines(stdout(&output)).contains(&row), "{}", stdout(&output));
    let output = bench.run(&report("all.csv", &["--overwrite", "--preview"]));
    assert_eq!(code(&output), 0);
    assert!(lines(stdout(&output)).contains(&"Roe, John 55 0".to_owned()), "{}", stdout(&output));
    let output = bench.run(&report("all.csv", &["--overwrite", "--out", "import.csv"]));
    assert_eq!(code(&output), 0);
    assert!(stderr(&output).contains("replaced: Roe, John (55 -> 0)"), "{}", stderr(&output));
    assert_eq!(bench.read("import.csv"), export.replace("u2,jr,A,55,0", "u2,jr,A,0,0"));
}

#[test]
fn a_gradebook_in_latin_1_is_rejected() {
    let bench = graded();
    let mut bytes = ALL.as_bytes().to_vec();
    let at = bytes.windows(3).position(|window| window == b"Zoe").unwrap();
    bytes[at + 2] = 0xeb;
    bench.write("latin.csv", bytes);
    let output = bench.run(&report("latin.csv", &["--out", "o"]));
    assert_snapshot!(bench.snapshot(&output), @r#"
    exit code 2
    ----- stderr
    error: `latin.csv` is not UTF-8, but looks like Latin-1 or Windows-1252 (byte 177)

    hint: use the original file from the platform, or save it as "CSV UTF-8"
    "#);
    assert!(!bench.path("o").exists());
}

/// An option overrides the rubric's rule.
#[test]
fn the_rule_for_rejected_submissions_is_stored_with_grades() {
    let bench = graded();
    bench.write("all.csv", ALL);
    let file = "grades/assignment.json";
    let text =
        bench.read(file).replace("\n  \"title\"", "\n  \"rejected\": \"zero\",\n  \"title\"");
    bench.write(file, text);
    for (more, expected) in [
        (&[][..], "u5,eve,A,0,0"),
        (&["--rejected", "keep"], "u5,eve,A,,0"),
        (&["--rejected", "blank"], "u5,eve,A,,0"),
    ] {
        bench.run(&report("all.csv", &[&["--out", "import.csv"], more].concat()));
        assert!(bench.read("import.csv").contains(expected), "{more:?}");
    }
}

#[test]
fn only_the_selected_section_is_filled_in() {
    let bench = graded();
    let export = ALL.replace("u2,jr,A,55", "u2,jr,B,").replace("u5,eve,A", "u5,eve,B");
    bench.write("all.csv", &export);
    let output = bench.run(&report("all.csv", &["--section", "A", "--out", "import.csv"]));
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 0
    ----- stdout
    import.csv: column `8-puzzle (1234)` (Canvas), 1 student; 0 already up to date, 1 left as is
    ----- stderr
    not changed, no submission: Poe, Zoe
    ");
    assert_eq!(bench.read("import.csv"), export.replace("u1,jane,A,,0", "u1,jane,A,12.5,0"));
    let output = bench.run(&report("all.csv", &["--section", "C", "--out", "other.csv"]));
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 2
    ----- stderr
    error: `all.csv`: no students are in section `C`; the sections are A; B

    hint: use a section name from the export
    ");
}
