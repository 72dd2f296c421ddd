//! Collects what is known about the board checks, and derives their verdicts.

use std::collections::BTreeMap;

use grade::cause::{BoardCause, Cause};
use grade::check::{Check, Group, JudgedBy};
use grade::{Failure, ShareUnit, Stop, Tiles, Value, Verdict};
use probe::Case;
use probe::wire::Method;

use super::BoardRecord;
use super::cost;
use super::rules::{BoardKnowledge, Examined, Verdicts};
use super::stops::{StoppedMethod, Stops};
use crate::exam::Cases;
use crate::exam::Exam;
use crate::exam::bench::{Bench, fuel_for_all_runs};
use crate::exam::costs::CaseName;
use crate::exam::output::add_printed_text;
use crate::judge::{self, BoardFindings, BoardSizes};

impl BoardRecord {
    /// Returns the findings about the board.
    pub(super) fn into_exam(mut self, bench: &Bench<'_>) -> Exam {
        let measures = std::mem::take(&mut self.costs.measures);
        let known = self.into_knowledge(bench);
        let of = |sizes: &BoardSizes| Cases {
            tally: sizes.tally_if_these_fail(),
            of_what: ShareUnit::Sizes,
        };
        let cases = known.unshown.iter().map(|(check, sizes)| (*check, of(sizes))).collect();
        let mut verdicts = known.into_verdicts();
        add_printed_text(bench, &mut verdicts);
        Exam { verdicts, measures, cases, ..Exam::default() }
    }

    fn into_knowledge(mut self, bench: &Bench<'_>) -> BoardKnowledge {
        let unidentified = self.unidentified_sizes();
        if unidentified != BoardSizes::default() {
            let methods = [Method::Neighbors, Method::Twin];
            self.stops.note_all_untried(methods.map(|method| (method, unidentified)));
        }
        let used_up = self.exhausting_method(bench);
        // If a method does not return even on small boards, the cost does not show how fast it grows.
        let endless = self.stops.endless_methods();
        let smallest = self.costs.unending.and_then(|method| endless.get(&method));
        let is_endless = smallest.is_some_and(|smallest| *smallest < cost::SIZES[0]);
        let growth = self.costs.growth.filter(|_| !is_endless);
        // One way of identifying boards is enough. A wrong text matters only if it is the only way.
        let is_text_wrong =
            self.found.has_failed(Check::BoardDisplay) || self.stops.has_stopped(Method::Display);
        let is_in_the_way = is_text_wrong && unidentified != BoardSizes::default();
        let in_the_way = [(Check::BoardDisplay, is_in_the_way)];
        let waits = |check: Check| Some((check, check.first_failed_of(in_the_way)?));
        let waiting = Group::Board.checks().filter_map(waits).collect();

        let mut seen = Verdicts::new();
        let mut wrong = sizes_by_check(self.stops.on.clone());
        let unmade = self.stops.untried_sizes(Method::New);
        let stops = stops_to_report(self.stops, &self.found);
        for (check, (failure, sizes)) in self.found.into_failed_checks() {
            *wrong.entry(check).or_default() |= sizes;
            seen.insert(check, Verdict::Fail(add_complete_text(bench, failure)));
        }
        seen.extend(
            stops
                .into_iter()
                .map(|(method, stopped)| (judge::check_of_method(method), stopped.into_verdict())),
        );
        for (check, failure) in
            [(Check::BoardGrowth, growth), (Check::BoardMemory, self.costs.memory)]
        {
            let fault = self.costs.graders_fault.as_ref().map(judge::grader_error_verdict);
            seen.extend(fault.or(failure.map(Verdict::Fail)).map(|verdict| (check, verdict)));
        }

        let mut examined = self.examined;
        examined.extend(
            self.asked.keys().map(|method| (judge::check_of_method(*method), Examined::ToTheEnd)),
        );
        let unshown = unshown_sizes(&wrong, unmade, &sizes_by_check(self.asked));
        let is_any_steep = self.costs.steep != 0;
        BoardKnowledge { seen, waiting, used_up, unshown, examined, is_any_steep }
    }

    /// Returns the method that used up the total fuel: the method that burned the most before hitting a limit or, if
    /// none hit one, the most expensive method measured.
    fn exhausting_method(&self, bench: &Bench<'_>) -> Option<Method> {
        if !bench.is_exhausted() {
            return None;
        }
        // If no method burned more than half, no single stop explains it.
        let most = self
            .stops
            .most_expensive()
            .filter(|(_, fuel)| *fuel > fuel_for_all_runs(Group::Board) / 2);
        let measured = self.costs.most_expensive().or(self.cut);
        most.map(|(method, _)| method).or(measured).or(Some(Method::New))
    }
}

fn sizes_by_check(
    sizes: impl IntoIterator<Item = (Method, BoardSizes)>,
) -> BTreeMap<Check, BoardSizes> {
    let mut all: BTreeMap<Check, BoardSizes> = BTreeMap::new();
    for (method, sizes) in sizes {
        *all.entry(judge::check_of_method(method)).or_default() |= sizes;
    }
    all
}

/// Returns the sizes of boards for which the checks of values are not shown to be correct.
fn unshown_sizes(
    wrong: &BTreeMap<Check, BoardSizes>,
    unmade: BoardSizes,
    asked: &BTreeMap<Check, BoardSizes>,
) -> BTreeMap<Check, BoardSizes> {
    let of =
        |sizes: &BTreeMap<Check, BoardSizes>, check| sizes.get(&check).copied().unwrap_or_default();
    let unshown = |check| match of(wrong, check) | unmade {
        none if none == BoardSizes::default() => none,
        // If a method fails on some sizes, the results on untried sizes are unknown.
        some => some | BoardSizes::ALL.except(of(asked, check)),
    };
    let values = Group::Board.checks().filter(|check| check.spec().judged_by == JudgedBy::Values);
    values.map(|check| (check, unshown(check))).collect()
}

/// Returns the stops to report. A smaller counterexample is better than a stop, and a visible counterexample is better
/// than a hidden stop.
fn stops_to_report(stops: Stops, found: &BoardFindings) -> BTreeMap<Method, StoppedMethod> {
    let mut stops = stops.smallest;
    stops.retain(|method, stopped| {
        let found = found.rank_of_failure(judge::check_of_method(*method));
        stopped.stop.is_graders_fault() || found.is_none_or(|found| stopped.size <= found)
    });
    stops
}

/// Adds the complete text to a failure of `Display`.
fn add_complete_text(bench: &Bench<'_>, mut failure: Failure) -> Failure {
    let is_text = matches!(failure.cause, Some(Cause::Board(BoardCause::Text { .. })));
    match &mut failure.evidence {
        Some(evidence) if is_text => evidence.actual = run_for_text(bench, &evidence.tiles),
        _ => return failure,
    }
    judge::add_first_non_number(failure)
}

/// Prints a board with the submission. Returns nothing if that was stopped.
fn run_for_text(bench: &Bench<'_>, tiles: &Tiles) -> Value {
    let run = bench.run_case(&CaseName::Text, &Case::Text(tiles.to_vec()));
    if run.stop != Stop::Done {
        return Value::Nothing;
    }
    let bytes: Vec<u8> = run.words.iter().filter_map(|word| u8::try_from(*word).ok()).collect();
    Value::Text(String::from_utf8_lossy(&bytes).into_owned())
}
