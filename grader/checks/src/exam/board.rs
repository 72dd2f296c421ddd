//! Examines a submission's board.

mod blame;
mod corners;
mod cost;
mod follow_up;
mod generated;
mod judged_case;
mod plan;
mod rules;
mod stops;
mod verdicts;

use std::collections::{BTreeMap, BTreeSet};

use grade::check::Check;
use intake::Submission;
use probe::Case;
use probe::wire::{Depth, Identification, Method, Word};

use super::Exam;
use super::bench::Bench;
use super::costs::CaseName;
use super::runner::RunEnd;
use crate::judge::{self, BoardFindings, BoardSizes};
use blame::DERIVING;
use cost::CostExam;
use judged_case::{JudgedCase, methods_asked, run_and_judge};
use plan::Planned;
use rules::Examined;
use stops::{StoppedMethod, Stops};

/// How many surveys a method may stall, or stop after using much memory, before we skip it. Each of these stops takes a
/// long time without revealing anything new.
const PATIENCE: usize = grade::budgets::BOARD_STOPS;

/// The number of rows above which a method with a steep cost may not finish.
/// Up to this size, a board has at most 256 tiles, so even `n^4` steps are few.
const GROWS_FROM: usize = 16;

/// The cases that the wanted checks need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BoardScope {
    /// All cases.
    All,
    /// All cases, except that `neighbors` and `twin` are called only on some 3x3 boards. This is enough for the checks
    /// of a board's own values, unless a call takes too long.
    OwnValues,
}

impl BoardScope {
    /// Returns the scope for these checks of a submission. If there is hidden state, all calls matter.
    pub(crate) fn for_checks(wanted: &[Check], submission: &Submission) -> Self {
        let is_of_values = |check: &Check| {
            judge::method_of_check(*check).is_some_and(|method| OWN & method.bit() != 0)
        };
        // With hidden state, a value may depend on any earlier call, even of a method that is not wanted.
        let has_state =
            intake::hidden_state(submission).iter().any(|(_, states)| !states.is_empty());
        if wanted.iter().all(is_of_values) && !has_state { Self::OwnValues } else { Self::All }
    }
}

const VALUES: Word = Method::Dimension.bit()
    | Method::Hamming.bit()
    | Method::Manhattan.bit()
    | Method::IsGoal.bit();
const OWN: Word = VALUES | Method::Display.bit();
const ALL: Word = OWN | DERIVING;

/// Examines a program's board. Surveys identify boards by comparison or text only if this was found to be correct on
/// boards of the same size.
///
/// Each step asks for cases, which may depend on the record of the cases before. The last steps look at what was found:
/// for a smaller board, for a confirmation, and for calls that change a board.
pub(super) fn examine(bench: &Bench<'_>, scope: BoardScope) -> Exam {
    let mut board = BoardExaminer { bench, record: BoardRecord::default() };
    // Equality and texts come first: later cases identify derived boards by them.
    board.run_cases(1, |_| vec![plan::plan_equality()]);
    board.run_cases(1, |_| plan::plan_comparisons(bench.examiner.public_seed()));
    // The scripts after this compare only values that are right on new boards.
    board.run_cases(1, |_| {
        vec![plan::small_survey(CaseName::Values, OWN, Identification(0), Depth::Which)]
    });

    board.run_cases(1, BoardRecord::derived_comparisons);

    let identify_by = board.record.trusted_identification(2);
    board.run_cases(1, |_| {
        vec![plan::small_survey(CaseName::Deep(2), ALL, identify_by, Depth::Deep)]
    });

    // Costs are measured before the large surveys, to leave out methods that would use up the total.
    let endless = board.record.stops.endless_methods().keys().map(|method| method.bit()).sum();
    board.record.costs = CostExam::new(ALL | Method::Eq.bit(), endless, &bench.examiner.draws);
    // Once a method is stopped, the rest is planned again without it, or it would burn a budget on each larger board.
    board.run_cases(1, |record| record.costs.plan_cases());
    board.record.judge_costs(bench);
    if ![Method::Eq, Method::New].iter().any(|method| board.record.grows_too_steeply(*method)) {
        board.run_cases(1, |_| plan::plan_large_comparisons(&bench.examiner.draws));
    }

    let surveys = plan::plan_surveys(&board.record, scope, bench.examiner);
    // One expensive survey may be a coincidence. After several, the method would burn a budget in each.
    board.run_cases(PATIENCE, |_| surveys.clone());
    board.run_cases(1, BoardRecord::plan_smaller_texts);
    board.reread_doubted();
    board.examine_immutability();
    board.check_debug();
    board.record.into_exam(bench)
}

struct BoardExaminer<'a> {
    bench: &'a Bench<'a>,
    record: BoardRecord,
}

/// What the cases so far show about a board.
#[derive(Default)]
struct BoardRecord {
    /// The cases that have run.
    ran: BTreeSet<CaseName>,
    found: BoardFindings,
    stops: Stops,
    asked: BTreeMap<Method, BoardSizes>,
    cut: Option<Method>,
    costs: CostExam,
    /// The checks that were examined, except those of values, for which [`asked`](Self::asked) shows this.
    examined: BTreeMap<Check, Examined>,
}

impl BoardExaminer<'_> {
    /// Runs the cases that `next` asks for, until it asks for no others, and adds what they show to the record.
    ///
    /// Once a method has made `patience` cases expensive, or a cost could not be measured, asks again instead of running
    /// the rest. The method is then called only on smaller boards.
    fn run_cases(&mut self, patience: usize, next: impl Fn(&BoardRecord) -> Vec<Planned>) {
        let mut endless = self.record.stops.endless_methods();
        let mut expensive: BTreeMap<Method, Vec<usize>> = BTreeMap::new();
        loop {
            let mut cases = next(&self.record);
            cases.retain(|planned| !self.record.ran.contains(&planned.name));
            let cases: Vec<Planned> = cases
                .into_iter()
                .filter_map(|planned| planned.without_endless_calls(&endless))
                .collect();
            if cases.is_empty() {
                return;
            }
            let goes_on = |judged: &JudgedCase| {
                let mut is_at_an_end =
                    judged.costs.iter().any(|run| !matches!(run.end, RunEnd::Whole));
                for (method, rows) in judged.expensive.iter().copied() {
                    let stops = expensive.entry(method).or_default();
                    stops.push(rows);
                    is_at_an_end |= stops.len() >= patience;
                }
                !is_at_an_end
            };
            let done = self.bench.run_tasks(&cases, run_and_judge, goes_on);
            if done.is_empty() {
                // The total fuel was exhausted before these cases started.
                self.record.stops.note_all_untried(
                    cases.iter().flat_map(|planned| methods_asked(&planned.case)),
                );
                return;
            }
            for (planned, judged) in cases.into_iter().zip(done) {
                self.record.ran.insert(planned.name);
                self.add(judged);
            }
            for (method, rows) in expensive.iter().filter(|(_, rows)| rows.len() >= patience) {
                endless.extend(rows.iter().min().map(|smallest| (*method, *smallest)));
            }
        }
    }

    /// Adds what a case shows to the record.
    fn add(&mut self, judged: JudgedCase) {
        let JudgedCase { asked, stops, found, cut, unseen, costs, .. } = judged;
        let record = &mut self.record;
        for (method, sizes) in asked {
            *record.asked.entry(method).or_default() |= sizes;
        }
        // Of two stops on boards of the same size, the later one is kept, because its case is simpler.
        for stopped in stops.into_iter().rev() {
            let method = stopped.method;
            if stopped.stop.is_out_of_fuel()
                && record.grows_too_steeply(method)
                && stopped.rows() > GROWS_FROM
            {
                // `board.growth` fails for this, so the method is not blamed a second time for not returning.
                record.stops.add_stalled_fuel(&stopped);
                record.stops.note_untried(method, BoardSizes::from_rows_up(stopped.rows()));
            } else {
                record.stops.add(stopped);
            }
        }
        record.cut = record.cut.or(cut);
        record.stops.note_all_untried(unseen);
        record.found.merge(found);
        for run in costs {
            record.costs.add(run, self.bench);
        }
    }
}

impl BoardRecord {
    fn judge_costs(&mut self, bench: &Bench<'_>) {
        let is_complete =
            self.costs.plan_cases().iter().all(|planned| self.ran.contains(&planned.name));
        self.costs.judge_growth(is_complete);
        // Without hidden state, calls cannot add to a board.
        let is_enough = !bench.is_exhausted() && !bench.examiner.has_board_state;
        self.examined.extend(self.costs.examined_checks(is_enough));
        for method in Method::ALL {
            if self.grows_too_steeply(method) {
                self.stops.note_endless(method, self.costs.smallest_omitted_size(method));
            }
        }
        if self.costs.is_new_unending {
            self.stops.note_untried(Method::New, BoardSizes::from_rows_up(judge::SMALL + 1));
        }
    }

    fn grows_too_steeply(&self, method: Method) -> bool {
        self.costs.steep & method.bit() != 0
    }

    /// Returns the comparisons of texts, if boards may have to be identified by texts in another format, and then those of
    /// boards from `neighbors` and `twin`.
    fn derived_comparisons(&self) -> Vec<Planned> {
        let is_suspicious = self.found.has_failed(Check::BoardDisplay)
            || self.found.misidentified != BoardSizes::default();
        if is_suspicious && !self.ran.contains(&CaseName::EqualTexts) {
            return vec![plan::plan_text_comparison()];
        }
        let stopped =
            self.stops.untried_sizes(Method::New) | self.stops.untried_sizes(Method::Display);
        let impossible = self.found.misidentified | stopped;
        let is_right = |method: Method, size: BoardSizes| {
            !self.found.has_failed(judge::check_of_method(method))
                && !self.stops.untried_sizes(method).overlaps(size)
        };
        let moved = |n: usize| {
            let right =
                Method::ALL.into_iter().filter(|method| is_right(*method, BoardSizes::of_rows(n)));
            let values = VALUES & right.map(Method::bit).sum::<Word>();
            let script = judge::moved_script(
                n,
                values,
                self.found.told_apart.overlaps(BoardSizes::of_rows(n)),
            );
            Planned::visible_case(CaseName::Moved(n), Case::Script(script))
        };
        judge::MOVED
            .into_iter()
            .filter(|n| !impossible.overlaps(BoardSizes::of_rows(*n)))
            .map(moved)
            .collect()
    }

    /// Returns the ways to identify boards of dimension `n`: those that are right on boards of this size.
    fn trusted_identification(&self, n: usize) -> Identification {
        let size = BoardSizes::of_rows(n);
        let eq = !self.found.misidentified.overlaps(size);
        let is_told_apart = self.found.told_apart.overlaps(size);
        let wrong_texts = self.found.failed_sizes(Check::BoardDisplay)
            | self.stops.untried_sizes(Method::Display);
        // A right text always tells boards apart.
        let text = !wrong_texts.overlaps(BoardSizes::of_rows(2) | size) && (eq || is_told_apart);
        let ways = [
            (eq, Identification::EQ),
            (text, Identification::TEXT),
            (!eq && is_told_apart, Identification::SAME_TEXT),
        ];
        Identification(
            ways.into_iter().filter(|(is_right, _)| *is_right).map(|(_, way)| way.0).sum(),
        )
    }

    /// Returns the sizes of boards on which neighbors and twins cannot be identified.
    fn unidentified_sizes(&self) -> BoardSizes {
        let none = |n: &usize| self.trusted_identification(*n) == Identification(0);
        (2..=judge::LARGE)
            .filter(none)
            .fold(BoardSizes::default(), |sizes, n| sizes | BoardSizes::of_rows(n))
    }
}
