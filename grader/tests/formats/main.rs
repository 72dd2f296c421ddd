//! Tests all report formats with grades of every kind: examples, schemas, and arbitrary text.

mod any_text;
mod corrections;
mod credit;
mod editor;
mod golden;
mod headline;
mod junit_schema;
mod kits;
mod notes;
mod pages;
mod rules;
mod secrets;
mod sentences;

use grade::check::Check;
use grade::points::Points;
use grade::view::{Audience, Corrected};
use grade::{
    Cap, CapCondition, Credit, Failure, Grade, Rejection, Remark, Share, ShareUnit, Status,
    Verdict, Visibility,
};
use report::formats::*;
use report::{Context, Format};
use samples::{fail, grade, hamming, pass, skip};

fn passing() -> Grade {
    grade([(pass(Check::CompileBuild), 2.0), (pass(Check::BoardHamming), 4.0)])
}

/// A grade with fractional points, and with passed, failed and skipped checks, one of which is hidden.
fn failing() -> Grade {
    let mut grade = grade([
        (pass(Check::CompileBuild), 2.0),
        (pass(Check::BoardDimension), 3.5),
        (fail(Check::BoardHamming, hamming()), 4.0),
        (fail(Check::BoardManhattan, Failure::from_summary("a hidden thing is wrong")), 1.0),
        (skip(Check::SolverMoves, Check::BoardManhattan), 6.0),
    ]);
    grade.checks[3].visibility = Visibility::Hidden;
    grade.remarks = vec![
        Remark::new(Some(Check::SolverMoves), "one queue holds both"),
        Remark::new(Some(Check::BoardManhattan), "a hidden remark"),
    ];
    grade
}

/// A grade with partial credit, withheld points, and caps. Everything is visible.
fn limited() -> Grade {
    let mut grade = grade([
        (fail(Check::CompileApi, Failure::from_summary("there is no `Solver`")), 1.0),
        (pass(Check::BoardDimension), 3.5),
        (pass(Check::BoardHamming), 4.0),
        (
            fail(
                Check::SolverMoves,
                Failure::from_summary("moves() is not the smallest number of moves"),
            ),
            9.0,
        ),
    ]);
    grade.checks[1].withheld = Some(Check::CompileApi);
    let share = Share::new(12, 14, ShareUnit::Puzzles, Some("puzzle04".to_owned())).unwrap();
    let points = Points::from_thousandths(7714);
    grade.checks[3].credit = Some(Credit { points, share });
    let cap = |check, thousandths, why: &str| {
        let (unless, why) = (CapCondition::Check(check), why.to_owned());
        Cap { unless, score: Points::from_thousandths(thousandths), why }
    };
    grade.caps = vec![
        cap(Check::SolverMoves, 8500, "a search has to find a shortest way"),
        cap(Check::CompileApi, 15_000, "both have to be there"),
    ];
    grade
}

/// The same grade, but the check that causes the cap is hidden.
fn secretly_limited() -> Grade {
    let mut grade = limited();
    grade.checks[3].visibility = Visibility::Hidden;
    grade
}

fn not_compiling() -> Grade {
    let failure = Failure {
        detail: Some("error: expected `;`\n --> src/board.rs:3:7\n  |\n3 | let x\n".to_owned()),
        ..Failure::from_summary("the code does not compile: expected `;`")
    };
    grade([
        (fail(Check::CompileBuild, failure), 2.0),
        (skip(Check::BoardHamming, Check::CompileBuild), 4.0),
    ])
}

fn fault() -> Grade {
    let fault = Verdict::GraderError("the machine is out of memory".to_owned());
    grade([(pass(Check::CompileBuild), 2.0), ((Check::SolverTime, fault), 4.0)])
}

fn hidden_fault() -> Grade {
    let mut grade = fault();
    grade.checks[1].visibility = Visibility::Hidden;
    grade
}

fn rejected_for(reason: String) -> Grade {
    let passing = passing();
    let rejection = Rejection { reason, max_score: passing.max_score() };
    Grade { rejection: Some(rejection), checks: Vec::new(), ..passing }
}

fn rejected() -> Grade {
    rejected_for("there is no `Board`".to_owned())
}

fn all() -> [Grade; 7] {
    let [open, secret] = [limited(), secretly_limited()];
    [passing(), failing(), not_compiling(), fault(), rejected(), open, secret]
}

fn context() -> Context {
    let identity = Identity::from_variables(|name| {
        let value = match name {
            "SUBMISSION_TAG" => "submit/2026-06-01T14-32-05Z-a1b2c3d",
            "CLASSROOM" => "cs",
            "ASSIGNMENT" => "puzzle",
            "OWNER" => "alice",
            "COMMIT_URL" => "https://example.org/commit",
            "RELEASE_URL" => "https://example.org/release",
            _ => return None,
        };
        Some(value.to_owned())
    });
    Context { identity: Some(identity.unwrap()), ..Context::default() }
}

/// Formats a grade. This is empty for a missing score that the format cannot express.
fn render(format: Format, grade: &Grade) -> String {
    for_audience(format, grade, Audience::Student)
}

fn for_audience(format: Format, grade: &Grade, audience: Audience) -> String {
    let context = Context { audience, ..context() };
    format.render(&grade.into(), &context).unwrap_or_default()
}
