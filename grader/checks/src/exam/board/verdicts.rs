//! Derives the verdicts of the board checks.

use std::collections::BTreeMap;

use grade::cause::{BoardCause, Cause};
use grade::check::{Check, Group, JudgedBy};
use grade::{Failure, INSTRUCTION, Measures, Parts, Stop, Tiles, Value, Verdict};
use probe::Case;
use probe::wire::{Identification, Method};
use sandbox::run::Variation;

use super::cost::{self, CostExam};
use super::stops::Stopped;
use super::{BoardExam, BoardExaminer};
use crate::exam::bench::{Bench, total};
use crate::exam::tally::Cases;
use crate::judge::{self, Sizes};

impl BoardExaminer<'_> {
    /// Returns the method that used up the total fuel: the method that burned the most before hitting a limit or, if
    /// none hit one, the most expensive method measured.
    fn used_up(&self) -> Option<Method> {
        if !self.bench.is_exhausted() {
            return None;
        }
        let most = self.stops.most_expensive().filter(|(_, fuel)| *fuel > total(Group::Board) / 2);
        let measured = self.costs.most_expensive.or(self.cut);
        most.map(|(method, _)| method).or(measured).or(Some(Method::New))
    }

    /// If a method does not return even on small boards, the cost does not show how fast it grows.
    fn forget_endless(&mut self, verdicts: &mut BTreeMap<Check, Verdict>) {
        let endless = self.costs.unending.take();
        if let Some(method) = endless.filter(|it| self.stops.stalls_below(*it, cost::SIZES[0])) {
            self.costs.growth = None;
            let because = judge::check_of(method);
            for check in [Check::BoardGrowth, Check::BoardMemory] {
                verdicts.insert(check, Verdict::Skipped { because });
            }
        }
    }

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
            // If comparisons do not return, there is no evidence that equality is correct.
            (Check::BoardEquality, self.stops.has(Method::Eq)),
            // One way of identifying boards is enough. A wrong text matters only if it is the only way.
            (Check::BoardDisplay, identify_by == Identification(0)),
        ];
        let waits = |check: Check| check.waits_for_one_of(in_the_way);
        for check in Group::Board.checks() {
            if let Some(because) = waits(check) {
                verdicts.insert(check, Verdict::Skipped { because });
            }
        }
        let used_up = self.used_up();
        // The other methods do not show whether this method changes the board, or what it costs.
        let unseen = [
            (Check::BoardImmutable, self.unasked),
            (Check::BoardGrowth, self.costs.unmeasured),
            (Check::BoardMemory, self.costs.unmeasured),
        ];
        for (check, method) in unseen {
            if let Some(method) = method {
                // The surveys report most stops. This method was only stopped on the large boards of this exam.
                let is_steep = self.costs.unending == Some(method) && self.costs.growth.is_some();
                let because = match used_up {
                    None if is_steep && check == Check::BoardMemory => Check::BoardGrowth,
                    used_up => judge::check_of(used_up.unwrap_or(method)),
                };
                verdicts.insert(check, Verdict::Skipped { because });
            }
        }
        self.forget_endless(&mut verdicts);
        // Prefer a smaller counterexample to a stop, and a visible counterexample to a hidden stop.
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
        let CostExam { growth, memory, measures, graders_fault, steep, stopped, .. } = self.costs;
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
                // If a method fails on some sizes, the results on untried sizes are unknown.
                sizes |= asked.get(&check).copied().unwrap_or_default().others();
            }
            cases.insert(check, Cases { tally: sizes.tally(), of_what: Parts::Sizes });
            if sizes != Sizes::default() && verdicts.get(&check) == Some(&Verdict::Pass) {
                verdicts.insert(check, Verdict::Skipped { because });
            }
        }
        explain_waits(&mut verdicts, self.stopped_in_script, stopped);
        BoardExam { verdicts, measures, cases }
    }
}

/// Corrects checks that wait for a check that passed. Their own cases encountered a stop that depends on earlier calls
/// or on the budget of the case, so the method's check did not encounter it.
fn explain_waits(
    verdicts: &mut BTreeMap<Check, Verdict>,
    in_script: Option<Stopped>,
    in_costs: Option<Stopped>,
) {
    let fails = |verdicts: &BTreeMap<Check, Verdict>, check| {
        matches!(verdicts.get(&check), Some(Verdict::Fail(_)))
    };
    let stops = [
        (Check::BoardImmutable, in_script),
        (Check::BoardGrowth, in_costs),
        (Check::BoardMemory, None),
    ];
    for (check, stopped) in stops {
        let Some(&Verdict::Skipped { because }) = verdicts.get(&check) else { continue };
        if verdicts.get(&because) != Some(&Verdict::Pass) {
            continue;
        }
        let explained = [Check::BoardImmutable, Check::BoardGrowth];
        let explained = explained.into_iter().find(|it| fails(verdicts, *it));
        let explained = explained.map(|because| Verdict::Skipped { because });
        verdicts.extend(explained.or(stopped.map(Stopped::verdict)).map(|it| (check, it)));
    }
}

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

fn text_of(bench: &Bench<'_>, tiles: &Tiles) -> Value {
    let run = bench.run("text", &Case::Text(tiles.to_vec()), Variation::default());
    if run.stop != Stop::Done {
        return Value::Nothing;
    }
    let bytes: Vec<u8> = run.words.iter().filter_map(|word| u8::try_from(*word).ok()).collect();
    Value::Text(String::from_utf8_lossy(&bytes).into_owned())
}
