//! Runs follow-up cases: to confirm uncertain findings, to find smaller counterexamples, and for calls that depend on what
//! is known.

use std::collections::BTreeMap;

use grade::check::Check;
use grade::{Stop, Tiles};
use probe::wire::{Depth, Identification, Method, Step};
use probe::{Boards, Case, Script, Survey};

use super::generated;
use super::plan::{self, Planned};
use super::rules::Examined;
use super::{ALL, BoardExaminer, BoardRecord, JudgedCase, StoppedMethod, run_and_judge};
use crate::exam::bench::Bench;
use crate::exam::costs::CaseName;
use crate::judge::{self, BoardSizes, FailureRank, ImmutabilityFinding, StoppedCall};

impl BoardExaminer<'_> {
    /// Repeats the surveys in which derived boards seemed wrong but were identified only by comparison, this time with
    /// every trusted way.
    pub(super) fn reread_doubted(&mut self) {
        let mask = ALL & !self.record.stops.mask_of_stopped(BoardSizes::ALL);
        // Several findings may doubt the same board, which is surveyed only once.
        let mut seen: BTreeMap<Tiles, bool> = BTreeMap::new();
        for (doubted, size, doubt) in self.record.found.take_doubts() {
            if self.bench.is_exhausted() {
                // The suspected faults were neither confirmed nor ruled out, so these methods are not shown to be
                // correct.
                let methods = [Method::Eq, Method::Neighbors, Method::Twin];
                self.record.stops.note_all_untried(methods.map(|method| (method, BoardSizes::ALL)));
                return;
            }
            let tiles = &doubt.tiles;
            let identify_by = self.record.trusted_identification(tiles.len());
            let is_explained = match seen.get(tiles) {
                Some(is_explained) => *is_explained,
                None if identify_by.reads_texts() => {
                    let boards = Boards::Listed { n: tiles.len(), tiles: tiles.cells() };
                    let survey = Survey { mask, identify_by, depth: Depth::Values, boards };
                    let planned = Planned::visible_case(CaseName::Reread, Case::Survey(survey));
                    let planned = Planned { visibility: size.visibility(), ..planned };
                    let judged = planned
                        .without_endless_calls(&self.record.stops.endless_methods())
                        .map_or_else(JudgedCase::default, |left| run_and_judge(self.bench, &left));
                    let is_explained = !judged.found.is_empty() || !judged.stops.is_empty();
                    seen.insert(tiles.clone(), is_explained);
                    self.add(judged);
                    is_explained
                }
                None => false,
            };
            if is_explained {
                self.record.found.settle_doubt(doubted);
            } else if identify_by.eq() {
                self.record.found.confirm_doubt(doubted, size, doubt);
            }
        }
    }

    /// Checks that earlier calls do not affect answers. Repeats this without calls that are also stopped alone.
    pub(super) fn examine_immutability(&mut self) {
        while let Some(stopped) = self.run_immutability_script() {
            self.record.stops.add(stopped);
        }
    }

    /// Runs the calls that reveal whether boards change. Returns a call that is also stopped without the others.
    fn run_immutability_script(&mut self) -> Option<StoppedMethod> {
        let record = &mut self.record;
        let unmade = record.stops.untried_sizes(Method::New);
        let mask = ALL & !record.stops.mask_of_stopped(judge::immutable_sizes().except(unmade));
        // Without hidden state, no call can change a board, so the calls that were left out do not matter.
        let has_state = self.bench.examiner.has_board_state;
        let seed = self.bench.examiner.seed_of_choices();
        let unasked =
            Method::ALL.into_iter().find(|method| has_state && ALL & !mask & method.bit() != 0);
        // A twin that changes or is invalid is reported separately.
        let is_twin_wrong = record.found.has_failed(Check::BoardTwin);
        let derive = if is_twin_wrong { mask & !Method::Twin.bit() } else { mask };
        // If the values of derived boards are wrong, this is reported already. They may also change with each call.
        let is_derived_wrong = is_twin_wrong || record.found.has_failed(Check::BoardNeighbors);
        let viewed = match mask & Method::Display.bit() {
            text if text != 0 && is_derived_wrong => text,
            _ => mask,
        };
        let mut script = judge::immutable_script(mask, derive, viewed, unmade, seed);
        if script.steps.is_empty() {
            return None;
        }
        let name = CaseName::Immutable;
        let mut run = self.bench.run_case(&name, &Case::Script(script.clone()));
        if run.stop.is_out_of_fuel() && !self.bench.is_exhausted() {
            // If this call returns with more fuel, it is not endless, and the script is only too long for this board.
            script.steps.truncate(run.cursor.map_or(0, |cursor| cursor.board) + 1);
            run = self.bench.run_within(&name, &Case::Script(script.clone()), 2 * run.fuel);
        }
        let examined = if self.bench.ended_by_total_fuel(&run.stop) {
            // Every step makes a board, so `new` is at least part of the cost.
            Examined::without_method(unasked.or(record.cut).or(Some(Method::New)), None)
        } else if run.stop.is_graders_fault() {
            record.stops.add(StoppedMethod::on_tiles(Tiles::default(), Method::New, run.stop));
            return None;
        } else {
            let last = run.cursor.map(|cursor| cursor.board);
            let change = judge::immutable(&script, &run.words, (&run.stop, last), mask & !derive);
            match change.map_err(|_| StoppedMethod::by_interference(&CaseName::Immutable)) {
                Ok(ImmutabilityFinding::Nothing) => Examined::without_method(unasked, None),
                Ok(ImmutabilityFinding::Found(failure)) => {
                    record
                        .found
                        .note_failure(Check::BoardImmutable, FailureRank::SMALLEST, || *failure);
                    return None;
                }
                Ok(ImmutabilityFinding::Stopped(call)) => {
                    if let Some(stopped) = repeat_call_alone(self.bench, &script, &call) {
                        return Some(stopped);
                    }
                    let StoppedCall { method, tiles, failure, .. } = *call;
                    if let Some(failure) = failure {
                        record.found.note_failure(
                            Check::BoardImmutable,
                            FailureRank::SMALLEST,
                            || failure,
                        );
                        return None;
                    }
                    let stopped = StoppedMethod::on_tiles(tiles, method, run.stop);
                    let method = unasked.or(Some(method).filter(|_| has_state));
                    Examined::without_method(method, Some(stopped))
                }
                Err(interfered) => {
                    record.stops.add(interfered);
                    return None;
                }
            }
        };
        record.examined.insert(Check::BoardImmutable, examined);
        None
    }

    /// Checks that `Debug` returns. The text does not matter.
    pub(super) fn check_debug(&mut self) {
        let record = &mut self.record;
        if record.found.has_failed(Check::BoardDisplay) || record.stops.has_stopped(Method::Display)
        {
            return;
        }
        // A small and a large board: a column for short numbers may only fail on the second.
        for n in [3, judge::SMALL] {
            // A board that cannot be made is not the fault of `Debug`.
            if record.stops.untried_sizes(Method::New).overlaps(BoardSizes::of_rows(n)) {
                return;
            }
            let tiles = judge::goal_tiles(n);
            let run = self.bench.run_case(&CaseName::Debug(n), &Case::Debug(tiles.to_vec()));
            if run.stop == Stop::Done {
                continue;
            }
            if self.bench.ended_by_total_fuel(&run.stop) {
                return;
            }
            let method = run.cursor.map_or(Method::Display, |cursor| cursor.method);
            if run.stop.is_graders_fault() || method == Method::New {
                record.stops.add(StoppedMethod::on_tiles(tiles, method, run.stop));
            } else {
                let size = FailureRank::of_tiles(&tiles);
                let failure = || judge::failure_of_debug(tiles, &run.stop);
                record.found.note_failure(Check::BoardDisplay, size, failure);
            }
            return;
        }
    }
}

impl BoardRecord {
    /// Returns a case that looks for a smaller board with a wrong text, because surveys read texts only for some sizes.
    pub(super) fn plan_smaller_texts(&self) -> Vec<Planned> {
        let next = || {
            let wrong = self.found.failed_dimension(Check::BoardDisplay)?;
            let is_read = |n: &usize| {
                plan::TEXT_SIZES.contains(n) || self.ran.contains(&CaseName::TextOf(*n))
            };
            let right = (0..wrong).rev().find(is_read)?;
            // A fault that depends on size, such as a column that is too narrow, affects all sizes above a threshold.
            let n = usize::midpoint(right, wrong);
            let is_known = self.cut.is_none() && !self.stops.has_stopped(Method::Display);
            (n > right && is_known).then_some(n)
        };
        let planned = |n| {
            let boards = Boards::Listed { n, tiles: generated::shuffled_board(n).concat() };
            let (mask, identify_by) = (Method::Display.bit(), Identification(0));
            let survey = Survey { mask, identify_by, depth: Depth::Which, boards };
            Planned::visible_case(CaseName::TextOf(n), Case::Survey(survey))
        };
        next().map(planned).into_iter().collect()
    }
}

/// Repeats a call that stopped a script, with a new board. Returns the call if it is stopped again.
fn repeat_call_alone(
    bench: &Bench<'_>,
    script: &Script,
    call: &StoppedCall,
) -> Option<StoppedMethod> {
    let StoppedCall { method, board, tiles, .. } = call;
    let make = Step::Make { board: (*board)?, place: 0 };
    let ask = Step::Ask { place: 0, method: *method };
    let steps = if *method == Method::New { vec![make] } else { vec![make, ask] };
    let run =
        bench.run_case(&CaseName::Immutable, &Case::Script(Script { steps, ..script.clone() }));
    let stopped = StoppedMethod::on_tiles(tiles.clone(), *method, run.stop);
    let is_stopped = stopped.stop != Stop::Done && !bench.ended_by_total_fuel(&stopped.stop);
    Some(stopped.with_cost(run.fuel, run.memory)).filter(|_| is_stopped)
}
