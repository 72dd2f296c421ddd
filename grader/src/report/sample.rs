//! Grades to try reports on.

use crate::check::Check;
use crate::grade::{CheckGrade, Evidence, Failure, Grade, Value, Verdict, Visibility};
use crate::points::Points;
use crate::run::Place;

/// A check and what was found of it.
pub(super) type Found = (Check, Verdict);

/// The grade of `alice`, with these checks and the points that each is worth.
pub(super) fn grade(checks: impl IntoIterator<Item = (Found, f64)>) -> Grade {
    let check = |((check, verdict), points)| CheckGrade {
        check,
        max_score: Points::from_f64(points).expect("samples have valid points"),
        visibility: Visibility::Visible,
        verdict,
        measure: None,
    };
    Grade {
        submission: "alice".to_owned(),
        sources: "sha256:5e".to_owned(),
        assignment: "sha256:a5".to_owned(),
        toolchain: "rustc 1.95.0".to_owned(),
        engine: "wasmtime 48.0.8, cost table 1".to_owned(),
        checks: checks.into_iter().map(check).collect(),
        remarks: Vec::new(),
    }
}

/// All checks of the code, at five points each, as `found` has it.
pub(super) fn whole(found: impl Fn(Check) -> Verdict) -> Grade {
    let checks = Check::ALL.into_iter().filter(|check| *check != Check::TestsOwn);
    grade(checks.map(|check| ((check, found(check)), 5.0)))
}

/// A check that holds.
pub(super) fn pass(check: Check) -> Found {
    (check, Verdict::Pass)
}

/// A check that does not.
pub(super) fn fail(check: Check, failure: Failure) -> Found {
    (check, Verdict::Fail(failure))
}

/// A check that waits for another.
pub(super) fn skip(check: Check, because: Check) -> Found {
    (check, Verdict::Skipped { because })
}

/// A wrong number, shown on a small board.
pub(super) fn hamming() -> Failure {
    let failure = Failure::new("hamming() counts the blank").with_evidence(Evidence {
        tiles: vec![vec![1, 0], vec![3, 2]],
        call: "hamming()".to_owned(),
        expected: Value::Number(1),
        actual: Value::Number(2),
        ..Evidence::default()
    });
    Failure { place: Some(place("src/board.rs", 12)), ..failure }
}

/// A call that ends in a `todo!()`.
pub(super) fn unwritten(call: &str, file: &str, line: u32) -> Verdict {
    let failure = Failure::new(format!("{call} is not written yet"));
    Verdict::Fail(Failure { place: Some(place(file, line)), ..failure })
}

/// The verdicts on the template as students get it.
pub(super) fn template(check: Check) -> Verdict {
    let (call, line) = match check {
        // The template derives its equality.
        Check::CompileBuild | Check::CompileApi | Check::BoardEquality => return Verdict::Pass,
        Check::BoardDimension => ("dimension()", 31),
        Check::BoardHamming => ("hamming()", 39),
        Check::BoardManhattan => ("manhattan()", 44),
        Check::BoardIsGoal => ("is_goal()", 49),
        Check::BoardNeighbors => ("neighbors()", 59),
        Check::BoardTwin => ("twin()", 66),
        Check::BoardDisplay => ("to_string()", 75),
        _ => return unwritten("Solver::new()", "src/solver.rs", 35),
    };
    unwritten(call, "src/board.rs", line)
}

fn place(file: &str, line: u32) -> Place {
    Place { file: file.to_owned(), line, column: 9 }
}
