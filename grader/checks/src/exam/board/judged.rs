//! What a survey shows, judged.

use grade::{Stop, Tiles, Visibility};
use probe::wire::Method;
use probe::{Boards, Survey};

use crate::exam::survey::Surveyed;
use crate::judge::{self, Findings, Sizes};

/// The judged result of a survey.
pub(super) struct Judged {
    /// The methods that came back, and the sizes of the boards on which they did.
    pub(super) asked: Vec<(Method, Sizes)>,
    /// The methods that did not come back, with the board on which they did not.
    pub(super) stops: Vec<(Method, Tiles, Stop)>,
    pub(super) found: Findings,
    /// The audience of the boards.
    pub(super) visibility: Visibility,
}

impl Judged {
    pub(super) fn new(name: &str, outcome: Surveyed, can_reread: bool) -> Self {
        let Surveyed { survey, words, stops } = outcome;
        let visibility = Visibility::Visible;
        let asked = if words.is_some() { asked(&survey) } else { Vec::new() };
        let found = Findings::default();
        let mut judged = Self { asked, stops: Vec::new(), found, visibility };
        for stopped in stops {
            let tiles = judge::nth_board(&survey.boards, stopped.board);
            judged.stops.push((stopped.method, tiles, stopped.stop));
        }
        let words = words.unwrap_or_default();
        if !words.is_empty()
            && judge::survey(&survey, &words, can_reread, &mut judged.found).is_err()
        {
            judged.found = Findings::default();
            judged.stops.push((Method::New, Tiles::default(), interfered(name)));
        }
        judged
    }

    /// The survey as one of boards that only these may see.
    pub(super) fn seen_by(self, visibility: Visibility) -> Self {
        Self { found: self.found.seen_by(visibility), visibility, ..self }
    }
}

/// The methods that a survey asks, with the sizes of its boards.
fn asked(survey: &Survey) -> Vec<(Method, Sizes)> {
    let n = match survey.boards {
        Boards::Ranks { n, .. } | Boards::Listed { n, .. } => n,
    };
    let has = |method: Method| survey.mask & method.bit() != 0;
    let is_asked = |method: Method| match method {
        Method::Eq => survey.identify_by.eq(),
        // On larger boards a twin is found by its text.
        Method::Twin => has(Method::Twin) && (n <= 3 || has(Method::Display)),
        method => has(method),
    };
    Method::ALL.into_iter().filter(|it| is_asked(*it)).map(|it| (it, Sizes::of(n))).collect()
}

/// The end of a run whose observations are not the probe's.
pub(super) fn interfered(case: &str) -> Stop {
    Stop::Trap(format!("the observations of {case} are not the probe's"))
}
