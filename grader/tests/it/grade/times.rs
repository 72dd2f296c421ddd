//! Tests submission times from a file, several downloads of a class, and corrections by name.

use insta::assert_snapshot;
use serde_json::Value;

use super::downloads::pack;
use super::{late_assignment, tree};
use crate::support::{Bench, code, stderr, stdout};

/// Two downloads from Canvas with files that are quick to grade, and a rubric with a due date. Jane submits again in
/// the second download, which is for late submissions.
fn bench() -> Bench {
    let bench = Bench::new();
    let late = "[late]\ndue = 2026-11-22T23:59:00\nzone = \"Europe/Berlin\"\npercent = 10\nper = \"day\"\n";
    late_assignment(&bench, "hw", late);
    let code = |text: &str| format!("pub struct Board // {text}\n").into_bytes();
    let class = [
        ("doejane_11_501_board.rs", code("jane")),
        ("roejohn_12_502_board.rs", code("john")),
        ("poezoe_13_503_board.rs", code("zoe")),
    ];
    bench.write("class.zip", pack(&class));
    bench.write("late.zip", pack(&[("doejane_LATE_11_601_board.rs", code("jane again"))]));
    bench.write(
        "roster.csv",
        "Student,ID,SIS User ID,SIS Login ID,Section\n\"Doe, Jane\",11,u1,jdoe,1\n\"Roe, John\",12,u2,jroe,1\n\
         \"Poe, Zoe\",13,u3,zpoe,1\n\"Moe, Eve\",14,u4,emoe,1\n",
    );
    bench
}

const GRADE: [&str; 8] =
    ["--roster", "roster.csv", "--assignment", "hw", "--jobs", "1", "--out", "grades"];

/// Returns the time, the attempt, and the lateness of each submission.
fn times(bench: &Bench) -> Vec<String> {
    let json: Value = serde_json::from_str(&bench.read("grades/grades.json")).unwrap();
    let all = json["submissions"].as_array().unwrap().iter();
    let line = |row: &Value| {
        let late = &row["late"];
        let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
        format!(
            "{}: {} {} {}",
            text(&row["submission"]),
            text(&late["handed_in"]),
            text(&late["status"]),
            row["attempt"]["of"]
        )
    };
    all.map(line).collect()
}

#[test]
fn times_from_a_file_determine_lateness_and_are_stored() {
    let bench = bench();
    bench.write(
        "times.csv",
        "name,submitted_at\nJane Doe,2026-11-23T08:00:00Z\n\"Roe, John\",2026-11-22 23:59\nEve Moe,2026-11-22 10:00\n",
    );
    let class = [&["grade", "class.zip"][..], &GRADE, &["--times", "times.csv"]].concat();
    let output = bench.grade(&class);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    let unused = "submission time not used: Eve Moe (line 4: no submission)\n";
    assert!(stderr(&output).ends_with(unused), "{}", stderr(&output));
    let expected = [
        "u1: 2026-11-23T08:00:00Z late null",
        "u2: 2026-11-22T23:59:00 on_time null",
        "u3: - on_time null",
    ];
    assert_eq!(times(&bench), expected);

    // The next run will use the copy, and refuse other times.
    bench.edit("grades/times.csv", "\nEve Moe,2026-11-22 10:00", "");
    let output = bench.grade(&[&["grade", "class.zip"][..], &GRADE].concat());
    assert_eq!((code(&output), times(&bench)), (0, expected.map(str::to_owned).to_vec()));
    let output = bench.grade(&class);
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 2
    ----- stderr
    class.zip: a class of 3 submissions from Canvas
    students without a submission: u4
    error: the submission times in `grades/times.csv` differ from those in the given file

    hint: edit `grades/times.csv` instead, and leave out `--times`
    ");

    // The parts know these times.
    for part in ["1/2", "2/2"] {
        let more = ["--partition", part, "--times", "times.csv"];
        let out = format!("part-{}", &part[..1]);
        let arguments =
            ["grade", "class.zip", "--roster", "roster.csv", "--assignment", "hw", "--out"];
        let partition = format!("slice:{part}");
        let more = [out.as_str(), more[0], &partition, more[2], "grades/times.csv"];
        assert_eq!(code(&bench.grade(&[&arguments[..], &more].concat())), 0);
    }
    let output = bench.run(&["merge", "part-2", "part-1", "--out", "joined"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(tree(&bench.path("joined")), tree(&bench.path("grades")));
}

#[test]
fn long_lists_of_unused_times_are_cut() {
    let bench = bench();
    let lines = (0..23).map(|number| format!("guest{number:02},2026-11-22 10:00\n"));
    let times: String = std::iter::once("id,submitted_at\n".to_owned()).chain(lines).collect();
    bench.write("times.csv", times);
    let output = bench.grade(
        &[
            &["grade", "class.zip", "--assignment", "hw", "--jobs", "1", "--out", "grades"][..],
            &["--times", "times.csv"],
        ]
        .concat(),
    );
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    let unused: Vec<String> = stderr(&output)
        .lines()
        .filter(|line| line.contains("not used"))
        .map(str::to_owned)
        .collect();
    assert_eq!(unused.len(), 21, "{unused:?}");
    assert_eq!(unused[19], "submission time not used: guest19 (line 21: no submission)");
    assert_eq!(unused[20], "... and 3 more submission times not used");
}

#[test]
fn invalid_times_are_reported_with_line_and_column() {
    let bench = bench();
    bench.write("times.csv", "id,Submitted at\r\nu1,2026-11-22 10:00\r\nu2,22.11.2026 10:00\r\n");
    let output =
        bench.grade(&[&["grade", "class.zip"][..], &GRADE, &["--times", "times.csv"]].concat());
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 2
    ----- stderr
    error: `times.csv`, line 3, column `Submitted at`: `22.11.2026 10:00` is not a date and time

    hint: write it as `2026-11-22T23:59:00+01:00`, or omit the offset to use the time zone of the due date
    ");
    assert!(!bench.path("grades").exists());
}

#[test]
fn a_second_download_adds_attempts() {
    let bench = bench();
    let output = bench.grade(&[&["grade", "class.zip", "late.zip"][..], &GRADE].concat());
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 1
    ----- stdout
    3 submissions: 3 graded, 1 late
    ----- stderr
    class.zip, late.zip: a class of 3 submissions from Canvas
    students without a submission: u4
    older attempts, not graded: doejane_11_501_board.rs
    8-puzzle, due 2026-11-22 23:59 (Europe/Berlin); then -10 % for each day or part of it
    u1 (Doe, Jane): 0 / 100 (late by an unknown amount)
    u2 (Roe, John): 0 / 100
    u3 (Poe, Zoe): 0 / 100
    late by an unknown amount, so nothing is deducted (use `--times`, or set `handed_in` in `extensions.toml`): u1 (Doe, Jane)
    ");
    assert_eq!(times(&bench), ["u1: - late_unknown 2", "u2: - on_time null", "u3: - on_time null"]);
    let first = tree(&bench.path("grades"));

    // On Canvas, you can list the downloads in any order, and as folders or archives.
    let code_of = |name: &str| format!("pub struct Board // {name}\n");
    bench.write("late/doejane_LATE_11_601_board.rs", code_of("jane again"));
    let output = bench.grade(&[&["grade", "late", "class.zip"][..], &GRADE].concat());
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    assert_eq!(tree(&bench.path("grades")), first);
}

/// An archive that looks like a download should not become a class beside the archives of other students.
#[test]
fn a_student_archive_is_not_treated_as_a_class() {
    let bench = bench();
    let code_of = |name: &str| format!("pub struct Board // {name}\n").into_bytes();
    bench.write("all/alice.zip", pack(&[("board.rs", code_of("alice"))]));
    bench.write(
        "all/mallory.zip",
        pack(&[
            ("alice_11_501_board.rs", code_of("fake")),
            ("mallory_12_502_board.rs", code_of("mallory")),
        ]),
    );
    let arguments =
        ["grade", "all/mallory.zip", "all/alice.zip", "--assignment", "hw", "--out", "grades"];
    let output = bench.grade(&arguments);
    assert!(
        stdout(&output).starts_with("2 submissions: "),
        "{}{}",
        stdout(&output),
        stderr(&output)
    );
    assert_eq!(times(&bench)[0].split(':').next(), Some("alice"));
    assert!(bench.path("grades/submissions/mallory/grade.json").exists());
}

#[test]
fn a_correction_can_name_a_student() {
    let bench = bench();
    bench.write(
        "overrides.toml",
        "[[override]]\nstudent = \"Doe, Jane\"\nset = 7\nwhy = \"shown in the lab\"\nwho = \"R. S.\"\n",
    );
    let grade = [&["grade", "class.zip"][..], &GRADE].concat();
    let output = bench.grade(&[&grade[..], &["--overrides", "overrides.toml"]].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let csv = bench.read("grades/grades.csv");
    assert!(csv.lines().any(|line| line.starts_with("u1,graded,0,7,7,")), "{csv}");
    // A report can read the names of the students from the folder.
    let output = bench.run(&["report", "grades"]);
    assert!(code(&output) < 2, "{}", stderr(&output));
    assert_eq!(bench.read("grades/grades.csv"), csv);
    // For a single submission, the names are in the folder of grades.
    bench.write("u1/board.rs", "pub struct Board // jane\n");
    let check = ["check", "u1", "--assignment", "hw", "--overrides"];
    let output = bench.grade(&[&check[..], &["grades/overrides.toml"]].concat());
    assert!(stdout(&output).starts_with("u1: 7 / "), "{}{}", stdout(&output), stderr(&output));
    let output = bench.grade(&[&check[..], &["overrides.toml"]].concat());
    assert_snapshot!(bench.snapshot(&output), @r#"
    exit code 2
    ----- stderr
    error: no list of students is available for this class
     --> overrides.toml:2:11
      |
    2 | student = "Doe, Jane"
      |           ^^^^^^^^^^^
      |
      = help: use `submission`, or use the file in the folder that `grader grade` wrote
    "#);

    bench.edit("grades/overrides.toml", "Doe, Jane", "Moe, Eve");
    let output = bench.grade(&grade);
    assert_snapshot!(bench.snapshot(&output), @r#"
    exit code 2
    ----- stderr
    class.zip: a class of 3 submissions from Canvas
    students without a submission: u4
    error: `Moe, Eve` has no submission
     --> grades/overrides.toml:2:11
      |
    2 | student = "Moe, Eve"
      |           ^^^^^^^^^^
    "#);
}
