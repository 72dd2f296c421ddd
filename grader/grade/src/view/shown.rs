//! The part of a grade that an audience may know.

use super::caps;
use super::{Audience, CapView, Corrected, Correction, Effected, Sums};
use crate::check::{Check, Group};
use crate::correction::changed;
use crate::points::Points;
use crate::{
    Applied, Basis, CheckGrade, Effect, Failure, Grade, Measure, Place, Remark, Share, Status,
    Verdict, Visibility, capped,
};

/// A grade with its corrections, as far as an audience may know it. Nothing else is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The audience.
    pub audience: Audience,
    /// The name of the submission.
    pub submission: String,
    /// The hashes and tools that the grade rests on.
    pub provenance: Provenance,
    /// The state of the submission as a whole.
    pub status: Status,
    /// The reason why it was rejected, if it was, in one sentence without a period.
    pub rejection: Option<String>,
    /// The points of what is shown, with the corrections; none if there is no score. Where the grader
    /// was at fault there is one only if it was set by hand.
    pub score: Option<Points>,
    /// In an instructor's view, the points without any correction, if there are such; elsewhere
    /// nothing is said of that.
    pub found: Option<Points>,
    /// The points that there were to get for that.
    pub max_score: Points,
    /// Whether these are the points of everything, and not only of what is shown.
    pub is_total: bool,
    /// The points before the rubric's limits and before corrections of the whole; none if there is no
    /// such sum.
    pub uncapped: Option<Points>,
    /// The rubric's limits of the total that count here. Where the sum of everything is known, they
    /// are those that it exceeds.
    pub caps: Vec<CapView>,
    /// The checks that it may see, in the order of [`Check::ALL`].
    pub checks: Vec<CheckView>,
    /// The checks that it may not see, group by group.
    pub hidden: Vec<Hidden>,
    /// Things worth saying that cost no points.
    pub remarks: Vec<Remark>,
    /// What the late policy takes off, and after it the corrections of the score as a whole, and
    /// comments on it.
    pub corrections: Vec<Correction>,
    /// What lateness takes off what is shown; none if it was not late, as far as is known.
    pub late: Option<LateView>,
    /// In an instructor's view, all corrections in the order of their file, with what each changed;
    /// elsewhere nothing is said of that.
    pub ledger: Vec<Applied>,
}

/// What lateness takes off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LateView {
    /// In a line, such as `late: 2 days, -20 %, -17 points`.
    pub line: String,
    /// The points that it takes off what is shown.
    pub taken: Points,
}

/// The hashes and tools that a grade rests on. None of it tells a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance {
    /// A hash of the sources.
    pub sources: String,
    /// The assignment, compiler and engine.
    pub basis: Basis,
}

/// One check that may be seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckView {
    /// The check.
    pub check: Check,
    /// The points that it brings, with its correction; none if the grader could not find out.
    pub score: Option<Points>,
    /// The points without the correction.
    pub found: Option<Points>,
    /// The points that it is worth.
    pub max_score: Points,
    /// The audience of its result.
    pub visibility: Visibility,
    /// The share that partial points rest on, where the check fails and the rubric gives some. Its
    /// case has a name only where the failure may be seen.
    pub share: Option<Share>,
    /// The check that has to hold for these points and does not, if they are kept back for that.
    pub withheld: Option<Needed>,
    /// In an instructor's view, who may see all of this; elsewhere nothing is said of that.
    pub secrecy: Visibility,
    /// In an instructor's view, what the submission takes of what the check limits, if that was
    /// measured. The puzzle on which most is taken may be hidden, so elsewhere nothing is said of it.
    pub measure: Option<Measure>,
    /// The result.
    pub finding: Finding,
    /// The place in the code to look at, if it is known: the name of the method at fault, or where the
    /// code panicked. No grade has it, so a view has none until somebody reads the code.
    pub at: Option<Place>,
    /// The correction of it, and comments on it.
    pub corrections: Vec<Correction>,
}

/// The check that points need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needed {
    /// The check; none if it is hidden.
    pub check: Option<Check>,
}

/// The result of a check, as far as it may be known.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "a grade has but a few dozen of them")]
pub enum Finding {
    /// It holds.
    Pass,
    /// It does not, and this shows it.
    Fail(Failure),
    /// It does not, on puzzles alone that are hidden. There is nothing else to know.
    FailUnseen,
    /// It could not be looked at before another check holds.
    Skipped {
        /// The check that it waits for; none if that is hidden.
        because: Option<Check>,
    },
    /// The grader could not find out.
    GraderError(String),
}

/// The checks of a group that may not be seen, as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hidden {
    /// Their group.
    pub group: Group,
    /// The number of checks.
    pub count: usize,
    /// The points that they are worth.
    pub max_score: Points,
    /// Their result as a sum, where that is told at all.
    pub sum: Option<Sum>,
}

impl Hidden {
    /// A name for all of them.
    pub fn name(&self) -> String {
        format!("{} (hidden)", self.group.id())
    }
}

/// The result of several checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sum {
    /// Whether all of them hold.
    pub passed: bool,
    /// The points that they bring, with their corrections.
    pub score: Points,
}

impl Corrected {
    /// The view of this audience.
    pub fn view(&self, audience: Audience) -> View {
        View::new(self, audience, Sums::Secret)
    }

    /// The view of a student, and the points of all hidden checks, group by group: for platforms
    /// that take a score from a file which the student can read, too.
    pub fn view_with_sums(&self) -> View {
        View::new(self, Audience::Student, Sums::Told)
    }
}

impl View {
    fn new(corrected: &Corrected, audience: Audience, sums: Sums) -> Self {
        let grade = &corrected.grade;
        let is_instructor = audience == Audience::Instructor;
        let (shown, hidden): (Vec<&CheckGrade>, Vec<&CheckGrade>) =
            corrected.reported().partition(|it| audience.sees(it.visibility));
        let checks: Vec<CheckView> =
            shown.into_iter().map(|it| CheckView::new(corrected, it, audience)).collect();
        let hidden: Vec<Hidden> = Group::ALL
            .into_iter()
            .filter_map(|group| Hidden::new(corrected, &hidden, group, sums))
            .collect();
        let remarks = grade.remarks.iter().filter(|it| {
            audience.sees(it.visibility) && !it.check.is_some_and(|it| hides(grade, it, audience))
        });
        let mut view = Self {
            audience,
            submission: grade.submission.clone(),
            provenance: Provenance { sources: grade.sources.clone(), basis: grade.basis.clone() },
            status: corrected.status(),
            rejection: grade.rejection.as_ref().map(|it| it.reason.clone()),
            score: None,
            found: grade.score().filter(|_| is_instructor && corrected.is_whole()),
            max_score: checks.iter().map(|it| it.max_score).sum(),
            is_total: hidden.is_empty() || sums == Sums::Told,
            uncapped: None,
            caps: caps::known(corrected, audience, sums),
            remarks: remarks.cloned().collect(),
            checks,
            hidden,
            corrections: Vec::new(),
            late: None,
            ledger: if is_instructor { corrected.corrections.clone() } else { Vec::new() },
        };
        view.add_up(corrected);
        view
    }

    /// Works out the score and the corrections of the whole.
    fn add_up(&mut self, corrected: &Corrected) {
        let grade = &corrected.grade;
        if self.status != Status::Graded {
            self.caps.clear();
        }
        match self.status {
            Status::Graded => {
                let sums = self.hidden.iter().filter_map(|it| Some((it.sum?.score, it.max_score)));
                let sums: Vec<(Points, Points)> = sums.collect();
                let shown: Points = self.checks.iter().filter_map(|it| it.score).sum();
                let sum = shown + sums.iter().map(|it| it.0).sum();
                self.score = Some(capped(sum, self.caps.iter().map(|cap| cap.score)));
                self.uncapped = Some(sum);
                if self.is_total {
                    self.caps.retain(|cap| cap.score < sum);
                }
                self.max_score = self.max_score + sums.iter().map(|it| it.1).sum();
            }
            Status::Rejected => {
                self.score = Some(Points::ZERO);
                self.max_score = grade.max_score();
            }
            Status::GraderError if corrected.is_whole() && corrected.score.is_some() => {
                self.score = corrected.score;
                self.max_score = grade.max_score();
                self.is_total = true;
            }
            Status::GraderError => {}
        }
        // The whole score comes last, whatever the order in the file.
        let (parts, whole): (Vec<&Applied>, Vec<&Applied>) =
            corrected.of_whole().partition(|it| it.correction.check.is_some());
        self.take_late(corrected);
        for applied in parts.into_iter().chain(whole) {
            let correction = self.correct(applied, grade.max_score());
            self.corrections.push(correction);
        }
    }

    /// Applies a correction of the whole to what is shown.
    fn correct(&mut self, applied: &Applied, total: Points) -> Correction {
        let unbounded = Points::from_thousandths(u64::MAX / 8);
        let was = self.score;
        let mut correction = match was {
            None => Correction::new(applied, Effected::Nothing),
            Some(was) if self.is_total && !self.is_set_by_hand() => {
                Correction::changed(applied, was, self.max_score)
            }
            Some(_) => Correction::of_secret(applied),
        };
        // The checks that a rejected submission would have had are not in its grade, nor is their
        // audience.
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
                self.max_score = total;
                self.is_total = true;
            }
            (Some(Effect::Set(points)), Some(was)) => self.score = Some(was + points),
            (Some(Effect::Add(change)), Some(was)) => {
                self.score = Some(changed(was, change, unbounded));
            }
        }
        correction
    }

    /// Whether the grader was at fault and the score is set by hand.
    pub fn is_set_by_hand(&self) -> bool {
        self.status == Status::GraderError && self.score.is_some()
    }

    /// Whether there is a score for which no check counts: it was rejected, or it is set by hand.
    pub fn has_bare_score(&self) -> bool {
        self.status != Status::Graded && self.score.is_some()
    }

    /// Whether every check that is shown holds.
    pub fn all_passed(&self) -> bool {
        self.checks.iter().all(|it| it.finding == Finding::Pass)
    }

    /// The points that are hidden: not in the score, and not in the points that there were to get.
    pub fn hidden_points(&self) -> Points {
        if self.is_total {
            return Points::ZERO;
        }
        self.hidden.iter().map(|it| it.max_score).sum()
    }

    /// All corrections and comments: first those of checks, in their order, then of the whole.
    pub fn all_corrections(&self) -> impl Iterator<Item = &Correction> {
        self.checks.iter().flat_map(|it| &it.corrections).chain(&self.corrections)
    }
}

/// Whether a check is hidden from an audience, be it reported or not.
fn hides(grade: &Grade, check: Check, audience: Audience) -> bool {
    grade.check(check).is_some_and(|it| !audience.sees(it.visibility))
}

impl CheckView {
    pub(super) fn new(corrected: &Corrected, grade: &CheckGrade, audience: Audience) -> Self {
        let correction = |it: &Applied| match grade.score() {
            Some(was) => Correction::changed(it, was, grade.max_score),
            None => Correction::new(it, Effected::Nothing),
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
                    _ => share.unnamed(),
                },
            ),
            withheld: grade.withheld.map(|check| Needed {
                check: (!hides(&corrected.grade, check, audience)).then_some(check),
            }),
            secrecy: match &grade.verdict {
                _ if audience < Audience::Instructor => Visibility::Visible,
                Verdict::Fail(failure) => grade.visibility.max(failure.visibility),
                _ => grade.visibility,
            },
            measure: grade.measure.clone().filter(|_| audience == Audience::Instructor),
            finding: match &grade.verdict {
                Verdict::Pass => Finding::Pass,
                Verdict::Fail(failure) if audience.sees(failure.visibility) => {
                    Finding::Fail(failure.clone())
                }
                Verdict::Fail(_) => Finding::FailUnseen,
                Verdict::Skipped { because } => {
                    let is_hidden = hides(&corrected.grade, *because, audience);
                    Finding::Skipped { because: (!is_hidden).then_some(*because) }
                }
                Verdict::GraderError(message) => Finding::GraderError(message.clone()),
            },
            at: None,
            corrections: corrected.of_check(grade.check).map(correction).collect(),
        }
    }

    /// Whether its points are not all or nothing, or there is something to say of them.
    pub fn has_remark_on_points(&self) -> bool {
        self.share.is_some() || self.withheld.is_some() || !self.corrections.is_empty()
    }

    /// Whether it does not hold.
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
        let checks = || hidden.iter().filter(|it| it.check.group() == group);
        let sum = Sum {
            passed: checks().all(|it| it.verdict == Verdict::Pass),
            score: checks().filter_map(|it| corrected.score_of(it)).sum(),
        };
        let count = checks().count();
        (count > 0).then(|| Self {
            group,
            count,
            max_score: checks().map(|it| it.max_score).sum(),
            sum: (sums == Sums::Told).then_some(sum),
        })
    }
}
