//! The part of a grade that an audience may see.

use super::caps;
use super::{Audience, CapView, CheckSelection, Corrected, Correction, Effected, HandView, Sums};
use crate::check::{Check, Group};
use crate::correction::{UNBOUNDED, changed};
use crate::points::Points;
use crate::{
    Applied, Basis, CheckGrade, Effect, Failure, Grade, KitOmissions, Measure, Remark, Share,
    SourcePosition, Status, Verdict, Visibility, apply_caps,
};

/// A corrected grade, reduced to what an audience may see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The audience.
    pub audience: Audience,
    /// The name of the submission.
    pub submission: String,
    /// The hashes and tools behind the grade.
    pub provenance: Provenance,
    /// The overall status.
    pub status: Status,
    /// The reason for a rejection, without a final period.
    pub rejection: Option<String>,
    /// The points shown, after corrections, with the criteria shown. After a grader error, there is no score unless a
    /// correction sets one. While a criterion is not graded, there is none unless the rubric shows partial scores.
    pub score: Option<Points>,
    /// For instructors, the points before corrections, if there are any.
    pub found: Option<Points>,
    /// The maximum of the points shown.
    pub max_score: Points,
    /// Whether the score includes all points, even for checks that are not shown.
    pub is_total: bool,
    /// The points before caps and corrections to the total, if known.
    pub uncapped: Option<Points>,
    /// The caps on the total. When the sum of all points is known, caps above this sum are left out.
    pub caps: Vec<CapView>,
    /// The checks shown, in the order of [`Check::ALL`].
    pub checks: Vec<CheckView>,
    /// Which checks these are.
    pub selection: CheckSelection,
    /// The checks that were not selected and did not pass, in the same order. They do not count here, but a check may
    /// wait for one of them.
    pub others: Vec<CheckView>,
    /// The hidden checks, by group.
    pub hidden: Vec<Hidden>,
    /// What the assignment omits, if it is a student kit.
    pub omitted: KitOmissions,
    /// Comments that do not affect points.
    pub remarks: Vec<Remark>,
    /// The deduction for lateness, followed by corrections of and comments on the total.
    pub corrections: Vec<Correction>,
    /// The deduction for lateness from the points shown, if the submission is known to be late.
    pub late: Option<LateView>,
    /// For instructors, all corrections with their effects, in file order.
    pub ledger: Vec<Applied>,
    /// The criteria that are graded by hand, if the audience may see any part of them.
    pub hand: Option<HandView>,
}

/// The deduction for lateness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LateView {
    /// The description, such as `late: 2 days, -20 %, -17 points`.
    pub line: String,
    /// The deducted points.
    pub taken: Points,
}

/// The hashes and tools behind a grade. They do not reveal any results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance {
    /// A hash of the sources.
    pub sources: String,
    /// The assignment, compiler and engine.
    pub basis: Basis,
}

/// A check that the view shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckView {
    /// The check.
    pub check: Check,
    /// The points after corrections; `None` after a grader error.
    pub score: Option<Points>,
    /// The points before corrections.
    pub found: Option<Points>,
    /// The maximum points.
    pub max_score: Points,
    /// The result's visibility.
    pub visibility: Visibility,
    /// The share of correct cases, if the check failed and the rubric gives partial credit. A failing case is named
    /// only if the audience may see the failure.
    pub share: Option<Share>,
    /// The check that must pass first, while the points are withheld.
    pub withheld: Option<Needed>,
    /// For instructors, the audience of the failure. For others, always [`Visibility::Visible`].
    pub secrecy: Visibility,
    /// For instructors, the measured amount and the limit. This is not shown to others, because the puzzle with the
    /// largest amount may be hidden.
    pub measure: Option<Measure>,
    /// The result.
    pub finding: Finding,
    /// The position to look at in the code, if known: the name of the faulty method, or the panic. This is not in the
    /// grade, so it will be `None` until the submission's code has been read.
    pub at: Option<SourcePosition>,
    /// The corrections and comments.
    pub corrections: Vec<Correction>,
    /// The rubric's text for a failed check.
    pub note: Option<String>,
}

/// A check that must pass before points count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needed {
    /// The check; `None` if it is hidden.
    pub check: Option<Check>,
}

/// The result of a check, for an audience.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "a grade contains only a few dozen of them")]
pub enum Finding {
    /// The check passed.
    Pass,
    /// The check failed, with this evidence.
    Fail(Failure),
    /// The check failed only on hidden puzzles, so there is no evidence.
    FailUnseen,
    /// Another check failed first.
    Skipped {
        /// The check that failed; `None` if it is hidden.
        because: Option<Check>,
    },
    /// The result is unknown because of a grader error.
    GraderError(String),
}

/// The hidden checks in a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hidden {
    /// The group.
    pub group: Group,
    /// The number of checks.
    pub count: usize,
    /// The maximum points.
    pub max_score: Points,
    /// The combined result, if it may be shown.
    pub sum: Option<CombinedResult>,
}

impl Hidden {
    /// Returns a name for these checks.
    pub fn name(&self) -> String {
        format!("{} (hidden)", self.group.id())
    }
}

/// The combined result of multiple checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CombinedResult {
    /// Whether all checks passed.
    pub passed: bool,
    /// The points after corrections.
    pub score: Points,
}

impl Corrected {
    /// Returns the view for an audience.
    pub fn view(&self, audience: Audience) -> View {
        View::new(self, audience, Sums::Omitted)
    }

    /// Returns the view for students, with the points for hidden checks by group. This is for platforms that read the
    /// score from a file that students can read.
    pub fn view_with_sums(&self) -> View {
        View::new(self, Audience::Student, Sums::Included)
    }
}

impl View {
    fn new(corrected: &Corrected, audience: Audience, sums: Sums) -> Self {
        let grade = &corrected.grade;
        let is_instructor = audience == Audience::Instructor;
        let (shown, hidden): (Vec<&CheckGrade>, Vec<&CheckGrade>) =
            corrected.reported_checks().partition(|graded| audience.sees(graded.visibility));
        let checks: Vec<CheckView> =
            shown.into_iter().map(|graded| CheckView::new(corrected, graded, audience)).collect();
        let hidden: Vec<Hidden> = Group::ALL
            .into_iter()
            .filter_map(|group| Hidden::new(corrected, &hidden, group, sums))
            .collect();
        let mut view = Self {
            audience,
            submission: grade.submission.clone(),
            provenance: Provenance { sources: grade.sources.clone(), basis: grade.basis.clone() },
            status: corrected.status(),
            rejection: grade.rejection.as_ref().map(|rejection| rejection.reason.clone()),
            score: None,
            found: grade
                .score()
                .filter(|_| is_instructor && corrected.is_whole() && !corrected.is_held()),
            max_score: checks.iter().map(|check| check.max_score).sum(),
            is_total: hidden.is_empty() || sums == Sums::Included,
            uncapped: None,
            caps: caps::visible_caps(corrected, audience, sums),
            remarks: super::visible_remarks(corrected, &checks, audience),
            checks,
            selection: corrected.selected_checks(),
            others: corrected.unreported_failures(audience),
            hidden,
            omitted: grade.omitted,
            corrections: Vec::new(),
            late: None,
            // A correction of a hidden check would reveal it.
            ledger: if is_instructor {
                corrected.shown_corrections().cloned().collect()
            } else {
                Vec::new()
            },
            hand: None,
        };
        view.sum_up_points(corrected);
        view.add_hand(corrected, sums);
        view
    }

    fn sum_up_points(&mut self, corrected: &Corrected) {
        let grade = &corrected.grade;
        if self.status != Status::Graded {
            self.caps.clear();
        }
        match self.status {
            Status::Graded => {
                let sums = self
                    .hidden
                    .iter()
                    .filter_map(|hidden| Some((hidden.sum?.score, hidden.max_score)));
                let sums: Vec<(Points, Points)> = sums.collect();
                let shown: Points = self.checks.iter().filter_map(|check| check.score).sum();
                let sum = shown + sums.iter().map(|sum| sum.0).sum();
                self.score = Some(apply_caps(sum, self.caps.iter().map(|cap| cap.score)));
                self.uncapped = Some(sum);
                if self.is_total {
                    // Only with all points is it known which caps lower the total.
                    self.caps.retain(|cap| cap.score < sum);
                }
                self.max_score = self.max_score + sums.iter().map(|sum| sum.1).sum();
            }
            Status::Rejected => {
                // Corrections can give points, which are added to this. Without any, there is no score.
                self.score = Some(Points::ZERO);
                self.max_score = grade.max_score();
            }
            Status::GraderError if corrected.is_whole() && corrected.score.is_some() => {
                self.score = corrected.score;
                self.max_score = grade.max_score();
                self.is_total = true;
            }
            Status::GraderError => {}
            Status::Held => self.max_score = corrected.max_score(),
        }
        // The reasons for holding a grade back are for instructors.
        if corrected.is_held() && self.audience < Audience::Instructor {
            return;
        }
        // Apply corrections to the total last, wherever they are in the file.
        let (parts, whole): (Vec<&Applied>, Vec<&Applied>) = corrected
            .corrections_of_whole()
            .partition(|applied| applied.correction.check.is_some());
        self.deduct_late_points(corrected);
        for applied in parts.into_iter().chain(whole) {
            let correction = self.apply_correction(applied, grade.max_score());
            self.corrections.push(correction);
        }
        if self.status == Status::Rejected && corrected.score.is_none() {
            self.score = None;
        }
    }

    fn apply_correction(&mut self, applied: &Applied, max_score: Points) -> Correction {
        let was = self.score;
        let mut correction = match was {
            None => Correction::new(applied, Effected::Nothing),
            Some(was) if self.is_total && !self.is_set_by_hand() => {
                Correction::with_visible_points(applied, was, self.max_score)
            }
            Some(_) => Correction::with_secret_total(applied),
        };
        // The grade of a rejected submission has no checks, so we do not know whether this check is visible.
        if self.audience < Audience::Instructor {
            correction.check = None;
        }
        if self.is_set_by_hand() {
            return correction;
        }
        match (applied.correction.effect, was) {
            (None, _) | (_, None) => {}
            (Some(Effect::Set(points)), Some(_)) if applied.correction.check.is_none() => {
                self.score = Some(points);
                self.max_score = max_score;
                self.is_total = true;
            }
            (Some(Effect::Set(points)), Some(was)) => self.score = Some(was + points),
            (Some(Effect::Add(change)), Some(was)) => {
                self.score = Some(changed(was, change, UNBOUNDED));
            }
        }
        correction
    }

    /// Returns `true` if a correction set the score after a grader error.
    pub fn is_set_by_hand(&self) -> bool {
        self.status == Status::GraderError && self.score.is_some()
    }

    /// Returns `true` if the result does not depend on checks: the submission was rejected, a correction set the score, or
    /// the grade is held back.
    pub fn is_without_checks(&self) -> bool {
        matches!(self.status, Status::Rejected | Status::Held) || self.is_set_by_hand()
    }

    /// Returns the score for a platform that requires a number, or `None` after a grader error. A rejected submission
    /// gets zero, because without a number, the platform would not show the reason.
    pub fn required_score(&self) -> Option<Points> {
        self.score.or_else(|| (self.status == Status::Rejected).then_some(Points::ZERO))
    }

    /// Returns `true` if all checks shown passed.
    pub fn all_passed(&self) -> bool {
        self.checks.iter().all(|check| check.finding == Finding::Pass)
    }

    /// Returns `true` if the final grade depends on parts that the view does not show, so that nobody can say whether all
    /// checks passed.
    pub fn hides_parts(&self) -> bool {
        !self.hidden.is_empty() || !self.omitted.is_nothing()
    }

    /// Returns the maximum points of the hidden checks and criteria, which are not part of the score and its maximum.
    pub fn hidden_points(&self) -> Points {
        let criteria = self.hand.as_ref().map(|hand| hand.hidden).unwrap_or_default();
        let checks = self.hidden.iter().filter(|_| !self.is_total);
        // The omitted checks of a kit are not known, so some of them may not be selected.
        let omitted = match self.selection {
            CheckSelection::All => self.omitted.all.points,
            CheckSelection::Group(_) | CheckSelection::Some => Points::ZERO,
        };
        omitted + criteria + checks.map(|hidden| hidden.max_score).sum()
    }

    /// Returns all corrections and comments: first for checks, in order, then for the total.
    pub fn all_corrections(&self) -> impl Iterator<Item = &Correction> {
        self.checks.iter().flat_map(|check| &check.corrections).chain(&self.corrections)
    }
}

/// Returns `true` if a check is hidden from an audience, whether or not it is reported.
pub(super) fn is_hidden_from(grade: &Grade, check: Check, audience: Audience) -> bool {
    grade.check(check).is_some_and(|graded| !audience.sees(graded.visibility))
}

impl CheckView {
    pub(super) fn new(corrected: &Corrected, grade: &CheckGrade, audience: Audience) -> Self {
        let correction = |applied: &Applied| match grade.score() {
            Some(was) => Correction::with_visible_points(applied, was, grade.max_score),
            None => Correction::new(applied, Effected::Nothing),
        };
        Self {
            check: grade.check,
            score: corrected.score_of(grade),
            found: grade.score(),
            max_score: grade.max_score,
            visibility: grade.visibility,
            share: grade.credit.as_ref().map(|credit| credit.share.clone()).map(
                |share| match &grade.verdict {
                    Verdict::Fail(failure) if audience.sees(failure.visibility) => share,
                    // The smallest failing case is hidden from this audience.
                    _ => share.without_case_name(),
                },
            ),
            withheld: grade.withheld.map(|check| Needed {
                check: (!is_hidden_from(&corrected.grade, check, audience)).then_some(check),
            }),
            secrecy: match &grade.verdict {
                _ if audience < Audience::Instructor => Visibility::Visible,
                // A failure may have come from a board that is more hidden than its check.
                Verdict::Fail(failure) => grade.visibility.max(failure.visibility),
                _ => grade.visibility,
            },
            // The largest amount may be from a hidden puzzle.
            measure: grade.measure.clone().filter(|_| audience == Audience::Instructor),
            finding: match &grade.verdict {
                Verdict::Pass => Finding::Pass,
                Verdict::Fail(failure) if audience.sees(failure.visibility) => {
                    Finding::Fail(failure.clone())
                }
                Verdict::Fail(_) => Finding::FailUnseen,
                Verdict::Skipped { because } => {
                    let is_hidden = is_hidden_from(&corrected.grade, *because, audience);
                    Finding::Skipped { because: (!is_hidden).then_some(*because) }
                }
                Verdict::GraderError(message) => Finding::GraderError(message.clone()),
            },
            at: None,
            corrections: corrected.corrections_of_check(grade.check).map(correction).collect(),
            note: grade.note.clone(),
        }
    }

    /// Returns `true` for partial points, withheld points or corrections.
    pub fn has_remark_on_points(&self) -> bool {
        self.share.is_some() || self.withheld.is_some() || !self.corrections.is_empty()
    }

    /// Returns `true` if the check failed.
    pub fn is_failed(&self) -> bool {
        matches!(self.finding, Finding::Fail(_) | Finding::FailUnseen)
    }
}

impl Hidden {
    fn new(
        corrected: &Corrected,
        hidden: &[&CheckGrade],
        group: Group,
        sums: Sums,
    ) -> Option<Self> {
        let checks = || hidden.iter().filter(|graded| graded.check.group() == group);
        let sum = CombinedResult {
            passed: checks().all(|graded| graded.verdict == Verdict::Pass),
            score: checks().filter_map(|graded| corrected.score_of(graded)).sum(),
        };
        let count = checks().count();
        (count > 0).then(|| Self {
            group,
            count,
            max_score: checks().map(|graded| graded.max_score).sum(),
            sum: (sums == Sums::Included).then_some(sum),
        })
    }
}
