//! What a survey shows, judged.

use grade::Visibility;
use probe::Survey;
use probe::wire::Method;

use super::plan;
use super::stops::Stopped;
use crate::exam::survey::{self, Surveyed};
use crate::judge::{self, Findings, Sizes, Walk};

/// The judged result of a survey.
pub(super) struct Judged {
    /// The methods that came back, and the sizes of the boards on which they did.
    pub(super) asked: Vec<(Method, Sizes)>,
    /// The methods that did not come back, with the board on which they did not.
    pub(super) stops: Vec<Stopped>,
    pub(super) found: Findings,
    /// The method in which the fuel of all cases together ran out, if it did.
    pub(super) cut: Option<Method>,
    /// The methods that were to be asked and were not, and the sizes of the boards.
    pub(super) unseen: Vec<(Method, Sizes)>,
}

impl Judged {
    pub(super) fn new(name: &str, outcome: Surveyed, can_reread: bool) -> Self {
        let Surveyed { survey, words, stops, cut } = outcome;
        let asked = if words.is_some() { asked(&survey) } else { Vec::new() };
        let found = Findings::default();
        let unseen = if cut.is_some() { self::asked(&survey) } else { Vec::new() };
        let mut judged = Self { asked, stops: Vec::new(), found, cut, unseen };
        for stopped in stops {
            let survey::Stopped { method, board, stop, stops_on_new } = stopped;
            let walk = Walk::to(&survey.boards, board).filter(|_| !stops_on_new);
            judged.stops.push(match walk {
                Some(walk) => Stopped::after(walk, method, stop),
                None => Stopped::on(judge::nth_board(&survey.boards, board), method, stop),
            });
        }
        let words = words.unwrap_or_default();
        if !words.is_empty()
            && judge::survey(&survey, &words, can_reread, &mut judged.found).is_err()
        {
            judged.found = Findings::default();
            judged.stops.push(Stopped::interfered(name));
        }
        judged
    }

    /// The survey as one of boards that only these may see.
    pub(super) fn seen_by(self, visibility: Visibility) -> Self {
        let stops = self.stops.into_iter().map(|stopped| stopped.seen_by(visibility)).collect();
        Self { found: self.found.seen_by(visibility), stops, ..self }
    }
}

/// The methods that a survey asks, with the sizes of its boards.
pub(super) fn asked(survey: &Survey) -> Vec<(Method, Sizes)> {
    let n = plan::rows(survey);
    let has = |method: Method| survey.mask & method.bit() != 0;
    let is_asked = |method: Method| match method {
        Method::Eq => survey.identify_by.eq(),
        // On larger boards a twin is found by its text.
        Method::Twin => has(Method::Twin) && (n <= 3 || has(Method::Display)),
        method => has(method),
    };
    Method::ALL.into_iter().filter(|it| is_asked(*it)).map(|it| (it, Sizes::of(n))).collect()
}
