//! Creates a graded class by writing the grades directly.

use std::fs;

use class::{Summary, SummaryRow};
use grade::check::Check;
use grade::points::Points;
use grade::view::Corrected;
use grade::{
    Basis, CheckGrade, Evidence, Failure, Grade, Measure, Rejection, Remark, Tiles, Value, Verdict,
    Visibility,
};

use crate::support::Bench;

pub(super) const ODD: &str = "<b>&odd";

/// A text to inject markup and code.
pub(super) const MARKUP: &str = "</script><!--\"'><img src=x onerror=alert(1)>\u{202e}";

/// The puzzle with a wrong solution, four moves from the goal.
const PUZZLE: [u16; 9] = [0, 1, 3, 4, 2, 5, 7, 8, 6];

pub(super) const CORRECTIONS: &str = r#"
[[override]]
submission = "bob"
check = "board.hamming"
set = 3.5
why = "the lecture counted the blank, too"
who = "R. S."
"#;

/// Creates a folder `grades` with six submissions, each in a different state.
pub(crate) fn class() -> Bench {
    let bench = Bench::new();
    let records = [
        record(ODD, &[(Check::BoardHamming, hamming(MARKUP)), (Check::SolverPath, path())]),
        record("alice", &[]),
        record("bob", &[(Check::BoardHamming, hamming("hamming() counts the blank"))]),
        record("carl", &[(Check::SolverPath, path())]),
        record("dora", &[(Check::SolverTime, Verdict::GraderError("no memory".to_owned()))]),
        rejected("erik", "the folder `erik` is empty"),
    ];
    for record in &records {
        write(&bench, record);
    }
    finish(&bench, &records);
    bench.write("grades/overrides.toml", CORRECTIONS);
    bench
}

pub(super) fn write(bench: &Bench, record: &Grade) {
    let folder = bench.path("grades/submissions").join(&record.submission);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("grade.json"), record.json()).unwrap();
}

/// Writes the summary, which completes the class.
pub(super) fn finish(bench: &Bench, records: &[Grade]) {
    let row = |record: &Grade| SummaryRow::from_corrected(&Corrected::from(record));
    let rows = records.iter().map(row).collect();
    let basis = records[0].basis.clone();
    let summary = Summary { basis, rows, ..Summary::default() };
    bench.write("grades/grades.csv", summary.csv());
    bench.write("grades/grades.json", summary.json());
}

/// Creates a grade worth 12 points, with these verdicts. All other checks pass.
pub(super) fn record(name: &str, verdicts: &[(Check, Verdict)]) -> Grade {
    let checks = [(Check::BoardHamming, 4.0), (Check::SolverPath, 6.0), (Check::SolverTime, 2.0)];
    let check = |(check, points)| {
        let found = verdicts.iter().find(|(verdict_check, _)| *verdict_check == check);
        let measure = Measure { value: 134, limit: 3000, puzzle: Some("puzzle07".to_owned()) };
        CheckGrade {
            check,
            max_score: Points::from_f64(points).unwrap(),
            visibility: Visibility::Visible,
            verdict: found.map_or(Verdict::Pass, |(_, verdict)| verdict.clone()),
            measure: (check == Check::SolverTime).then_some(measure),
            credit: None,
            withheld: None,
            note: None,
        }
    };
    let text = "both searches share one queue; this is allowed".to_owned();
    let basis = Basis {
        assignment: "sha256:a5".to_owned(),
        toolchain: "rustc 1.95.0".to_owned(),
        engine: "wasmtime 48.0.8, cost table 1".to_owned(),
    };
    Grade {
        checks: checks.map(check).to_vec(),
        remarks: vec![Remark::new(Some(Check::SolverPath), text)],
        ..Grade::new(name, "sha256:5e", basis)
    }
}

pub(super) fn rejected(name: &str, reason: &str) -> Grade {
    let grade = record(name, &[]);
    let rejection = Rejection { reason: reason.to_owned(), max_score: grade.max_score() };
    Grade { rejection: Some(rejection), checks: Vec::new(), ..grade }
}

/// A wrong number on a small board, and additional output.
pub(super) fn hamming(summary: &str) -> Verdict {
    let failure = Failure::from_summary(summary).with_evidence(Evidence {
        tiles: vec![vec![1, 0], vec![3, 2]].into(),
        call: "hamming()".to_owned(),
        expected: Value::Number(1),
        actual: Value::Text(format!("{MARKUP}\n")),
        ..Evidence::default()
    });
    Verdict::Fail(Failure { detail: Some(format!("error: {MARKUP}\n  --> src")), ..failure })
}

/// A solution that skips a board.
pub(super) fn path() -> Verdict {
    let text = "board 3 of solution() is not one move away from the previous board";
    Verdict::Fail(Failure::from_summary(text).with_evidence(Evidence {
        tiles: Tiles::from_cells(3, &PUZZLE),
        puzzle: Some("puzzle04".to_owned()),
        call: "solution()".to_owned(),
        path: vec![
            PUZZLE.to_vec(),
            vec![1, 0, 3, 4, 2, 5, 7, 8, 6],
            vec![1, 2, 3, 4, 5, 0, 7, 8, 6],
            vec![1, 2, 3, 4, 5, 6, 7, 8, 0],
        ],
        ..Evidence::default()
    }))
}
