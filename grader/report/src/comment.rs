//! A short text to use as a comment in a gradebook.

use grade::view::{Finding, View};

use super::{hand_lines, plain};

/// Lists the failed checks and the corrections, one per line. The caller should add the score, because only the caller
/// can know which deductions apply.
pub fn comment(view: &View) -> String {
    let mut lines = Vec::new();
    if view.is_without_checks() {
        lines.extend(plain::verdict(view).unwrap_or_default().lines().map(str::to_owned));
    } else {
        let failed = view
            .checks
            .iter()
            .filter(|check| matches!(check.finding, Finding::Fail(_) | Finding::FailUnseen));
        for check in failed {
            lines.push(format!("{}: {}", check.check, plain::headline(check)));
            lines.extend(plain::note(check));
        }
        lines.extend(view.all_corrections().map(plain::correction_of));
    }
    lines.extend(hand_lines(view));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use grade::check::Check;
    use grade::view::{Audience, Corrected};
    use insta::assert_snapshot;
    use samples::{fail, grade, hamming, pass};

    use super::*;

    #[test]
    fn the_comment_contains_only_visible_results() {
        let mut graded = grade([
            (pass(Check::BoardDimension), 1.0),
            (fail(Check::BoardHamming, hamming()), 4.0),
            (fail(Check::BoardManhattan, hamming()), 4.0),
        ]);
        graded.checks[1].note = Some("Folie 7".to_owned());
        graded.checks[2].note = Some("hidden".to_owned());
        graded.checks[2].visibility = grade::Visibility::Hidden;
        assert_snapshot!(comment(&Corrected::from(&graded).view(Audience::Student)), @"
        board.hamming: hamming() counts the blank
        Folie 7
        ");
        assert_snapshot!(comment(&Corrected::from(&graded).view(Audience::Instructor)), @"
        board.hamming: hamming() counts the blank
        Folie 7
        board.manhattan: hamming() counts the blank
        hidden
        ");
    }
}
