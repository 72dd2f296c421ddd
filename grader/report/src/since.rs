//! Describes what has changed since an earlier grade of the same submission.

use grade::PointsChange;
use grade::check::Check;
use grade::view::{Finding, View};

/// The maximum number of checks to name. The others are counted.
/// So the sentence stays on one line or two.
const NAMED: usize = 3;

/// Describes the change from one view to another for the same audience, such as `+4.5 points since the last check:
/// board.twin passes`. Returns `None` if no score and no result has changed.
pub fn changes_since(before: &View, after: &View) -> Option<String> {
    let change = PointsChange::between(before.score?, after.score?);
    let has_passed =
        |view: &View, check| view.find(check).map(|check| matches!(check.finding, Finding::Pass));
    let turned = |to: bool| -> Vec<&str> {
        let checks = after.checks.iter().map(|result| result.check);
        let changed = checks.filter(|check| {
            (has_passed(before, *check), has_passed(after, *check)) == (Some(!to), Some(to))
        });
        changed.map(Check::id).collect()
    };
    let (passing, failing) = (turned(true), turned(false));
    if change.thousandths() == 0 && passing.is_empty() && failing.is_empty() {
        return None;
    }
    let sentences: Vec<String> = [(passing, "passes", "pass"), (failing, "fails", "fail")]
        .into_iter()
        .filter(|(checks, ..)| !checks.is_empty())
        .map(|(checks, one, several)| {
            let verb = if checks.len() == 1 { one } else { several };
            format!("{} {verb}", named_checks(&checks))
        })
        .collect();
    let checks =
        if sentences.is_empty() { String::new() } else { format!(": {}", sentences.join("; ")) };
    Some(match change.thousandths() {
        0 => format!("no more points than at the last check{checks}"),
        1000 | -1000 => format!("{change} point since the last check{checks}"),
        _ => format!("{change} points since the last check{checks}"),
    })
}

fn named_checks(ids: &[&str]) -> String {
    let (named, rest) = ids.split_at(ids.len().min(NAMED));
    match (named, rest) {
        ([one], []) => (*one).to_owned(),
        ([first @ .., last], []) => format!("{} and {last}", first.join(", ")),
        (named, rest) => format!("{} and {} more", named.join(", "), rest.len()),
    }
}

#[cfg(test)]
mod tests {
    use grade::view::{Audience, Corrected};
    use samples::{SampleVerdict, fail, hamming, pass};

    use super::*;

    fn change(before: &[SampleVerdict], after: &[SampleVerdict]) -> Option<String> {
        let view = |checks: &[SampleVerdict]| {
            let checks = checks.iter().cloned().map(|check| (check, 4.5));
            Corrected::from(&samples::grade(checks)).view(Audience::Student)
        };
        changes_since(&view(before), &view(after))
    }

    #[test]
    fn changed_checks_are_named() {
        let good = Check::ALL.map(pass);
        let bad = Check::ALL.map(|check| fail(check, hamming()));
        let mixed = |passing: usize| [&good[..passing], &bad[passing..6]].concat();
        assert_eq!(change(&mixed(3), &mixed(3)), None);
        let changes = [
            change(&mixed(3), &mixed(4)),
            change(&mixed(2), &mixed(0)),
            change(&mixed(0), &mixed(6)),
            change(&[good[0].clone(), bad[1].clone()], &[bad[0].clone(), good[1].clone()]),
        ];
        insta::assert_snapshot!(changes.map(Option::unwrap).join("\n"), @"
        +4.5 points since the last check: board.display passes
        -9 points since the last check: compile.build and compile.api fail
        +27 points since the last check: compile.build, compile.api, board.dimension and 3 more pass
        no more points than at the last check: compile.api passes; compile.build fails
        ");
    }
}
