use std::collections::VecDeque;
use std::rc::Rc;

use oracle::heuristic::{AnyHeuristic, HeuristicName, Unsupported};
use oracle::puzzle::Goal;

/// A heuristic that several searches can share.
pub(crate) type Shared = Rc<Box<dyn AnyHeuristic>>;

/// The latest heuristics. Because the page restarts a search whenever the player moves a tile, pattern databases should
/// not be built every time. They take megabytes, so only those of two searches are kept by default.
#[derive(Default)]
pub(crate) struct Heuristics<const KEPT: usize = 2> {
    kept: VecDeque<(Goal, HeuristicName, Shared)>,
}

impl<const KEPT: usize> Heuristics<KEPT> {
    pub(crate) fn get(&mut self, named: HeuristicName, goal: &Goal) -> Result<Shared, Unsupported> {
        let kept = self.kept.iter().find(|(of, name, _)| of == goal && *name == named);
        if let Some((.., heuristic)) = kept {
            return Ok(Rc::clone(heuristic));
        }
        let heuristic = Rc::new(named.build(goal)?);
        self.kept.push_back((goal.clone(), named, Rc::clone(&heuristic)));
        if self.kept.len() > KEPT {
            self.kept.pop_front();
        }
        Ok(heuristic)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heuristics_are_cached_per_goal() {
        let mut heuristics = Heuristics::<2>::default();
        let [small, large] = [2, 3].map(Goal::blank_last);
        let mut get = |named, goal| heuristics.get(named, goal).expect("it suits");
        let first = get(HeuristicName::Manhattan, &small);
        assert!(Rc::ptr_eq(&first, &get(HeuristicName::Manhattan, &small)));
        assert!(!Rc::ptr_eq(&first, &get(HeuristicName::Manhattan, &large)));
        assert!(Rc::ptr_eq(&first, &get(HeuristicName::Manhattan, &small)));
        get(HeuristicName::Hamming, &small);
        assert!(!Rc::ptr_eq(&first, &get(HeuristicName::Manhattan, &small)), "the oldest has gone");
    }
}
