//! The verdicts of an exam of a board.

use std::collections::BTreeMap;

use grade::cause::{BoardCause, Cause};
use grade::check::{Check, Group, JudgedBy};
use grade::{Failure, INSTRUCTION, Measures, Parts, Stop, Tiles, Value, Verdict};
use probe::Case;
use probe::wire::{Identification, Method};
use sandbox::run::Variation;

use super::cost::CostExam;
use super::stops::Stopped;
use super::{BoardExam, BoardExaminer};
use crate::exam::bench::{Bench, total};
use crate::exam::tally::Cases;
use crate::judge::{self, Sizes};

impl BoardExaminer<'_> {
    /// The method that used up the fuel of all cases, if it ran out: the one that costs most, as far as
    /// that was measured.
    fn used_up(&self) -> Option<Method> {
        let dearest = self.costs.dearest.or(self.cut).unwrap_or(Method::New);
        self.bench.is_exhausted().then_some(dearest)
    }

    /// The verdicts on all that was seen, with boards told apart like this.
    pub(super) fn finish(mut self, identify_by: Identification) -> BoardExam {
        let mut verdicts: BTreeMap<Check, Verdict> =
            Group::Board.checks().map(|check| (check, Verdict::Pass)).collect();
        let unmade = self.stops.sizes(Method::New);
        if unmade == Sizes::ALL
            && let Some(stopped) = self.stops.take(Method::New)
        {
            return without_boards(stopped);
        }
        let in_the_way = [
            // What does not come back has compared nothing.
            (Check::BoardEquality, self.stops.has(Method::Eq)),
            // By either of the two boards can be told apart.
            (Check::BoardDisplay, identify_by == Identification(0)),
        ];
        let waits = |check: Check| check.waits_for_one_of(in_the_way);
        for check in Group::Board.checks() {
            if let Some(because) = waits(check) {
                verdicts.insert(check, Verdict::Skipped { because });
            }
        }
        let used_up = self.used_up();
        // What one method does to boards, or costs, is not shown by the others.
        let unseen = [
            (Check::BoardImmutable, self.unasked),
            (Check::BoardGrowth, self.costs.unmeasured),
            (Check::BoardMemory, self.costs.unmeasured),
        ];
        for (check, method) in unseen {
            if let Some(method) = method {
                let because = judge::check_of(used_up.unwrap_or(method));
                verdicts.insert(check, Verdict::Skipped { because });
            }
        }
        // A smaller board that shows something wrong comes before one on which a method stops, and one
        // that all may see before one that they may not.
        let is_first = |method: Method, stopped: &Stopped| {
            let found = self.found.size(judge::check_of(method));
            stopped.is_graders_fault() || found.is_none_or(|found| stopped.size() <= found)
        };
        let mut wrong: BTreeMap<Check, Sizes> = BTreeMap::new();
        for (method, sizes) in self.stops.all_sizes() {
            *wrong.entry(judge::check_of(method)).or_default() |= sizes;
        }
        let mut stops = self.stops.into_smallest();
        stops.retain(|method, stopped| is_first(*method, stopped));
        let asked: BTreeMap<Check, Sizes> =
            self.asked.iter().map(|(method, sizes)| (judge::check_of(*method), *sizes)).collect();
        let bench = self.bench;
        for (check, (mut failure, sizes)) in self.found.resolve() {
            *wrong.entry(check).or_default() |= sizes;
            let is_text = matches!(failure.cause, Some(Cause::Board(BoardCause::Text { .. })));
            if is_text && let Some(evidence) = &mut failure.evidence {
                evidence.actual = text_of(bench, &evidence.tiles);
                failure = judge::of_text(failure);
            }
            verdicts.insert(check, Verdict::Fail(failure));
        }
        for (method, stopped) in stops {
            verdicts.insert(judge::check_of(method), stopped.verdict());
        }
        let CostExam { growth, memory, measures, graders_fault, steep, .. } = self.costs;
        for (check, failure) in [(Check::BoardGrowth, growth), (Check::BoardMemory, memory)] {
            let fault = graders_fault.as_ref().map(judge::graders_fault);
            verdicts.extend(fault.or(failure.map(Verdict::Fail)).map(|verdict| (check, verdict)));
        }
        let because = if let Some(method) = used_up {
            let check = judge::check_of(method);
            if verdicts.get(&check) == Some(&Verdict::Pass) {
                let budget = total(Group::Board) / INSTRUCTION;
                let failure = Failure::of(BoardCause::UsesUp { method, budget });
                verdicts.insert(check, Verdict::Fail(failure));
            }
            check
        } else if steep != 0 {
            Check::BoardGrowth
        } else {
            Check::BoardDimension
        };
        let mut cases = BTreeMap::new();
        for check in Group::Board.checks() {
            if check.spec().judged_by != JudgedBy::Values || waits(check).is_some() {
                continue;
            }
            let mut sizes = wrong.get(&check).copied().unwrap_or_default() | unmade;
            if sizes != Sizes::default() {
                // Of a method that is wrong somewhere, nothing is known where it was not asked.
                sizes |= asked.get(&check).copied().unwrap_or_default().others();
            }
            cases.insert(check, Cases { tally: sizes.tally(), of_what: Parts::Sizes });
            // Where there are no boards, nothing is seen of any method.
            if sizes != Sizes::default() && verdicts.get(&check) == Some(&Verdict::Pass) {
                verdicts.insert(check, Verdict::Skipped { because });
            }
        }
        BoardExam { verdicts, measures, cases }
    }
}

/// The verdicts if `Board::new` does not come back: nothing else can be said.
fn without_boards(stopped: Stopped) -> BoardExam {
    let because = Check::BoardDimension;
    let verdict = stopped.verdict();
    let other = match &verdict {
        Verdict::GraderError(_) => verdict.clone(),
        _ => Verdict::Skipped { because },
    };
    let mut verdicts: BTreeMap<Check, Verdict> =
        Group::Board.checks().map(|check| (check, other.clone())).collect();
    verdicts.insert(because, verdict);
    BoardExam { verdicts, measures: Measures::new(), cases: BTreeMap::new() }
}

/// The text that the submission gives for a board.
fn text_of(bench: &Bench<'_>, tiles: &Tiles) -> Value {
    let run = bench.run("text", &Case::Text(tiles.to_vec()), Variation::default());
    if run.stop != Stop::Done {
        return Value::Nothing;
    }
    let bytes: Vec<u8> = run.words.iter().filter_map(|word| u8::try_from(*word).ok()).collect();
    Value::Text(String::from_utf8_lossy(&bytes).into_owned())
}
