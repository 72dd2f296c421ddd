//! Judged results of surveys.

use grade::Visibility;
use probe::Survey;
use probe::wire::Method;

use super::plan;
use super::stops::Stopped;
use crate::exam::survey::{self, Surveyed};
use crate::judge::{self, Findings, Sizes, Walk};

pub(super) struct Judged {
    pub(super) asked: Vec<(Method, Sizes)>,
    pub(super) stops: Vec<Stopped>,
    pub(super) found: Findings,
    pub(super) cut: Option<Method>,
    /// The methods that should have been called but were not, each with the sizes of the boards.
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
            let survey::Stopped { method, board, on_new, stop, stops_on_new, fuel, memory } =
                stopped;
            let walk = Walk::to(&survey.boards, board).filter(|_| !stops_on_new);
            let stopped = if let Some(walk) = walk {
                Stopped::after(walk, method, stop)
            } else {
                let tiles = on_new.unwrap_or_else(|| judge::nth_board(&survey.boards, board));
                Stopped::on(tiles, method, stop)
            };
            judged.stops.push(stopped.using(fuel, memory));
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

    pub(super) fn seen_by(self, visibility: Visibility) -> Self {
        let stops = self.stops.into_iter().map(|stopped| stopped.seen_by(visibility)).collect();
        Self { found: self.found.seen_by(visibility), stops, ..self }
    }
}

pub(super) fn asked(survey: &Survey) -> Vec<(Method, Sizes)> {
    let n = plan::rows(survey);
    let has = |method: Method| survey.mask & method.bit() != 0;
    let is_asked = |method: Method| match method {
        Method::Eq => survey.identify_by.eq(),
        // On larger boards, twins are identified by text.
        Method::Twin => has(Method::Twin) && (n <= 3 || has(Method::Display)),
        method => has(method),
    };
    Method::ALL.into_iter().filter(|it| is_asked(*it)).map(|it| (it, Sizes::of(n))).collect()
}
