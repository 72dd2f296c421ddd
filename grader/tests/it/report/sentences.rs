//! Tests that commands for classes do not depend on the wording of sentences.

use std::fs;

use base::digest;
use grade::check::Check;
use grade::{Cause, Failure, Grade, Verdict, cause};

use super::class::{finish, record, write};
use crate::support::{Bench, code, stdout};

/// Writes a class to the folder `grades`, with this word in place of all sentences.
fn class_with(word: &str) -> Bench {
    let bench = Bench::new();
    let fails = |cause: Option<Cause>| {
        Verdict::Fail(Failure {
            cause,
            detail: Some(word.to_owned()),
            ..Failure::from_summary(word)
        })
    };
    let uncounted = || Some(Cause::from(cause::SolverCause::TooLong { more: 2, flaw: None }));
    let grades: Vec<Grade> = vec![
        record("alice", &[(Check::SolverPath, fails(uncounted()))]),
        record("bob", &[(Check::SolverPath, fails(uncounted()))]),
        record("carl", &[(Check::BoardHamming, fails(None))]),
        record("dora", &[(Check::SolverTime, Verdict::GraderError(word.to_owned()))]),
    ];
    for grade in &grades {
        write(&bench, grade);
    }
    finish(&bench, &grades);
    bench
}

/// Writes the keys, which merging needs. It does not know the plan.
fn seal(bench: &Bench) {
    for name in ["alice", "bob", "carl", "dora"] {
        let grade = bench.read(&format!("grades/submissions/{name}/grade.json"));
        let sources = Grade::from_json(&grade).expect("a grade").sources;
        let key = format!(
            "grade-key/2\nplan p\nverdicts v\nsources {sources}\ngrade {}\n",
            digest::sha256(&grade)
        );
        bench.write(&format!("grades/submissions/{name}/grade.key"), key);
    }
}

#[test]
fn class_results_do_not_depend_on_sentences() {
    let [first, second] = ["lorem", "ipsum"].map(class_with);
    let other = first.path("other");
    fs::create_dir(&other).unwrap();
    for name in ["alice", "bob", "carl", "dora"] {
        let file = format!("submissions/{name}/grade.json");
        fs::create_dir_all(other.join(&file).parent().unwrap()).unwrap();
        fs::copy(second.path("grades").join(&file), other.join(&file)).unwrap();
    }
    fs::copy(second.path("grades/grades.json"), other.join("grades.json")).unwrap();
    let output = first.run(&["diff", "grades", "other"]);
    assert_eq!((code(&output), stdout(&output)), (0, "0 changed, 4 unchanged\n"));

    // Check that the merged folders and the pages differ only in these words.
    for bench in [&first, &second] {
        seal(bench);
        assert_eq!(code(&bench.run(&["merge", "grades", "--out", "joined"])), 3);
        assert_eq!(code(&bench.run(&["report", "grades", "--students", "pages"])), 0);
    }
    let files = [
        "joined/grades.json",
        "joined/grades.csv",
        "grades/report.html",
        "pages/alice.html",
        "pages/carl.html",
        "pages/dora.html",
    ];
    for file in files {
        let [first, second] = [&first, &second].map(|bench| bench.read(file));
        assert_eq!(first.replace("lorem", "ipsum"), second, "{file}");
    }
    assert!(first.read("grades/report.html").contains("<b>2 submissions</b>"), "they fail alike");
}
