//! Tests that an ignored file never makes a student missing, and that names do no harm.

use super::downloads::pack;
use crate::support::{Bench, code, keeps_to, stderr};

const CODE: &[u8] = b"pub struct Board // not finished";

const ROSTER: &str = "id,name\n1,Jane Doe\n2,John Smith\n3,Anna Poe\n4,Zoe Last\n";

/// Like a Moodle class in which a student chose a name that many systems do not support.
const EXPORT: &str = "Student,ID,SIS User ID,SIS Login ID,Section,8-Puzzle (77)\n\
                      \x20   Points Possible,,,,,100\n\"Doe, Jane\",11,1,a,A,\n\
                      \"Smith, John\",12,2,b,A,\n\"Poe, Anna\",13,3,c,A,\n\"Last, Zoe\",14,4,d,A,\n";

#[test]
fn an_ignored_file_is_never_a_zero() {
    let bench = Bench::new();
    let work = pack(&[("board.rs", CODE.to_vec()), ("solver.rs", Vec::new())]);
    let files = [
        ("c/Jane Doe/why?.zip", work.clone()),
        ("c/John Smith \n::error::x.zip", work),
        ("c/Anna Poe - hw.pdf", Vec::new()),
        ("c/gradebook.csv", EXPORT.as_bytes().to_vec()),
        ("c/.DS_Store", Vec::new()),
    ];
    bench.write("class.zip", pack(&files));
    bench.write("roster.csv", ROSTER);
    bench.write("gradebook.csv", EXPORT);
    let grade = bench.grade(&["grade", "class.zip", "--roster", "roster.csv", "--out", "grades"]);
    assert_eq!(code(&grade), 1, "{}", stderr(&grade));
    let doubt = "students who may have a submission: 2, 4 (`John_Smith_%0A%3A%3Aerror%3A%3Ax`: ";
    assert!(stderr(&grade).contains(doubt), "{}", stderr(&grade));
    let why = "`c/Anna Poe - hw.pdf`: neither Rust source nor an archive";
    assert!(stderr(&grade).contains(why), "{}", stderr(&grade));
    assert!(!stderr(&grade).lines().any(|line| line.trim_start().starts_with("::")));
    let class = bench.read("grades/class.json");
    keeps_to("class", &class);
    assert!(class.contains("\"missing\": []"), "{class}");
    let csv = bench.read("grades/grades.csv");
    assert!(!csv.chars().any(|c| c != '\n' && c.is_control()), "{csv}");

    let zeros = ["--gradebook", "gradebook.csv", "--missing", "zero", "--out", "import.csv"];
    let zeros = bench.run(&[&["report", "grades"][..], &zeros].concat());
    assert_eq!(code(&zeros), 1, "{}", stderr(&zeros));
    assert!(stderr(&zeros).contains(doubt), "{}", stderr(&zeros));
    assert!(bench.read("import.csv").contains("\"Poe, Anna\",13,3,c,A,\n"));
    for arguments in [&["report", "grades"][..], &["merge", "grades", "--out", "merged"]] {
        let output = bench.run(arguments);
        assert_eq!(code(&output), 1, "{}", stderr(&output));
        assert!(stderr(&output).contains(doubt), "{}", stderr(&output));
    }
    assert_eq!(bench.read("merged/class.json"), class);
    let hidden = bench.run(&["report", "grades", "--anonymous", "--out", "hidden.html"]);
    assert_eq!(code(&hidden), 1);
    assert!(stderr(&hidden).contains("students who may have a submission: 3\n"));
    assert!(!stderr(&hidden).contains("Anna"), "{}", stderr(&hidden));
}

#[test]
fn a_part_that_may_be_elsewhere_needs_review() {
    let bench = Bench::new();
    bench.write("class/a/board.rs", CODE);
    for name in ["solver_final.rs", "solver_new.rs"] {
        bench.write(&format!("class/a/{name}"), format!("pub struct Solver<B>(B) // {name}"));
    }
    bench.write("class/b/board.rs", CODE);
    bench.write("class/b/solver.rs", "");
    let grade = bench.grade(&["grade", "class", "--out", "grades"]);
    let why = "`solver_final.rs` defines `Solver`, but was not graded, because `solver_new.rs` \
               defines it as well";
    for output in [grade, bench.run(&["report", "grades"])] {
        assert_eq!(code(&output), 1);
        assert!(stderr(&output).contains(&format!("needs review, a: {why}\n")));
        assert!(!stderr(&output).contains("needs review, b"), "{}", stderr(&output));
    }
    let grade = bench.read("grades/submissions/a/grade.json");
    keeps_to("grade", &grade);
    assert!(grade.contains(why) && grade.contains("\"review\": true"), "{grade}");
}

#[test]
fn a_rejected_submission_has_no_score() {
    let bench = Bench::new();
    bench.write("class/a/board.rs", CODE);
    bench.write("class/b/essay.pdf", "");
    let grade = bench.grade(&["grade", "class", "--out", "grades"]);
    assert_eq!(code(&grade), 0, "{}", stderr(&grade));
    let json = bench.read("grades/submissions/b/grade.json");
    keeps_to("grade", &json);
    assert!(json.contains("\"status\": \"rejected\"") && !json.contains("\"score\""), "{json}");
    let summary = bench.read("grades/grades.json");
    keeps_to("grades", &summary);
    assert_eq!(summary.matches("\"final_score\"").count(), 1, "{summary}");
    assert!(bench.read("grades/grades.csv").contains("\nb,rejected,,,,100,"));
    // The platform requires a number.
    let out = bench.run(&["report", "grades", "--format", "gradescope", "--out", "results"]);
    assert_eq!(code(&out), 0, "{}", stderr(&out));
    assert!(bench.read("results/b.json").contains("\"score\": 0,"));
}
