//! The laws that the grades of a submission and a worse version must follow.

use grade::{CheckGrade, Grade, Verdict};

/// Lists the violations of the laws.
///
/// The score must not increase, and a failed check must not pass.
pub(crate) fn violations(better: &Grade, worse: &Grade) -> Vec<String> {
    let mut violations = Vec::new();
    if let (Some(was), Some(is)) = (better.score(), worse.score()) {
        if is > was {
            let rises = rises(better, worse).join(", ");
            violations.push(format!("the score rises from {was} to {is} ({rises})"));
        }
    } else {
        violations.push("the grader was at fault".to_owned());
    }
    for check in &worse.checks {
        let was = better.check(check.check);
        let failed = was.is_some_and(|was| matches!(was.verdict, Verdict::Fail(_)));
        if failed && check.verdict == Verdict::Pass {
            violations.push(format!("{} failed before, but passes now", check.check));
        }
    }
    violations
}

/// Lists the checks for which the worse version gets more points.
fn rises(better: &Grade, worse: &Grade) -> Vec<String> {
    let mut rises = Vec::new();
    for check in &worse.checks {
        let was = better.check(check.check).and_then(CheckGrade::score);
        if let (Some(was), Some(is)) = (was, check.score())
            && is > was
        {
            rises.push(format!("{} {was} -> {is}", check.check));
        }
    }
    rises
}
