//! Runs follow-up surveys, to confirm uncertain findings and look for smaller counterexamples.

use std::collections::BTreeMap;

use grade::check::Check;
use grade::{Stop, Tiles};
use probe::wire::{Depth, Identification, Method, Word};
use probe::{Boards, Case, Survey};

use super::plan::{self, Planned};
use super::{BoardExaminer, Stopped, judged};
use crate::exam::costs::CaseName;
use crate::judge::{self, Size, Sizes};

impl BoardExaminer<'_> {
    /// Repeats the surveys in which derived boards seemed wrong but were identified only by comparison, this time with
    /// every trusted way.
    pub(super) fn reread(&mut self, mask: Word) {
        let identify_by = self.record.trusted_identification();
        let mask = mask & !self.record.stops.mask_on(Sizes::ALL);
        let mut seen: BTreeMap<Tiles, bool> = BTreeMap::new();
        for (doubted, size, doubt) in self.record.found.take_doubts() {
            if self.bench.is_exhausted() {
                // The suspected faults were neither confirmed nor ruled out, so these methods are not shown to be
                // correct.
                let methods = [Method::Eq, Method::Neighbors, Method::Twin];
                self.record.stops.none_tried(methods.map(|method| (method, Sizes::ALL)));
                return;
            }
            let is_explained = match seen.get(&doubt.tiles) {
                Some(is_explained) => *is_explained,
                None if identify_by.text() => {
                    let tiles = &doubt.tiles;
                    let boards = Boards::Listed { n: tiles.len(), tiles: tiles.cells() };
                    let mut survey = Survey { mask, identify_by, depth: Depth::Values, boards };
                    if tiles.len() > judge::SMALL {
                        plan::leave_out_steep(&mut survey, self.record.costs.steep);
                    }
                    let planned = Planned::open(CaseName::Reread, Case::Survey(survey));
                    let visibility = size.visibility();
                    let judged = judged(self.bench, &Planned { visibility, ..planned });
                    let is_explained = !judged.found.is_empty() || !judged.stops.is_empty();
                    seen.insert(doubt.tiles.clone(), is_explained);
                    self.add(judged);
                    is_explained
                }
                None => false,
            };
            if is_explained {
                self.record.found.settle(doubted);
            } else if identify_by.eq() {
                self.record.found.confirm(doubted, size, doubt);
            }
        }
    }

    /// Looks for a smaller board with a wrong text, because surveys read texts only for some sizes.
    pub(super) fn smaller_text(&mut self) {
        let Some(mut wrong) = self.record.found.dimension(Check::BoardDisplay) else { return };
        let read = plan::TEXT_SIZES.into_iter().filter(|n| *n < wrong);
        let Some(mut right) = read.max() else { return };
        // A fault that depends on size, such as a column that is too narrow, affects all sizes above a threshold.
        while wrong - right > 1 {
            let n = usize::midpoint(right, wrong);
            let boards = Boards::Listed { n, tiles: plan::shuffled(n).concat() };
            let mask = Method::Display.bit();
            let survey =
                Survey { mask, identify_by: Identification(0), depth: Depth::Which, boards };
            let planned = Planned::open(CaseName::TextOf(n), Case::Survey(survey));
            let judged = judged(self.bench, &planned);
            if !judged.stops.is_empty() || judged.cut.is_some() {
                return;
            }
            if judged.found.has(Check::BoardDisplay) {
                wrong = n;
                self.add(judged);
            } else {
                right = n;
            }
        }
    }

    /// Checks that `Debug` returns. The text does not matter.
    pub(super) fn debug(&mut self) {
        let record = &mut self.record;
        if record.found.has(Check::BoardDisplay) || record.stops.has(Method::Display) {
            return;
        }
        for n in [3, judge::SMALL] {
            // A board that cannot be made is not the fault of `Debug`.
            if self.stops.sizes(Method::New).meets(Sizes::of(n)) {
                return;
            }
            let tiles = judge::goal(n);
            let run = self.bench.run(&CaseName::Debug(n), &Case::Debug(tiles.to_vec()));
            if run.stop == Stop::Done {
                continue;
            }
            if self.bench.is_cut(&run.stop) {
                return;
            }
            if run.stop.is_graders_fault() {
                record.stops.add(Stopped::on(tiles, Method::Display, run.stop));
            } else {
                let size = Size::of_tiles(&tiles);
                let failure = || judge::debug_stopped(tiles, &run.stop);
                record.found.fail(Check::BoardDisplay, size, failure);
            }
            return;
        }
    }
}
