//! The deduction for lateness, as an audience may see it.

use super::{Corrected, Correction, Effected, LateView, View};
use crate::PointsChange;

impl View {
    /// Deducts points for lateness from the points shown. This must be based on the points shown alone, since the
    /// hidden points could be derived from the deduction otherwise.
    pub(super) fn take_late(&mut self, corrected: &Corrected) {
        let (Some((late, _)), Some(was)) = (&corrected.late, self.score) else { return };
        let taken = late.less.taken(was);
        let now = was.without(taken);
        self.late = Some(LateView { line: late.line_with(taken), taken });
        let effected = if now == was {
            Effected::Nothing
        } else if self.is_total {
            Effected::Changed { was, max_score: self.max_score }
        } else {
            Effected::Added(PointsChange::between(was, now))
        };
        self.score = Some(now);
        self.corrections.push(Correction::late(late, effected));
    }
}
