//! Weighted set cover: finds the cheapest candidates that meet all needs.
//!
//! The problem is NP-hard, but instances from a corpus reduce quickly: most needs follow from others, and cheaper
//! candidates can replace most others. The reduced problem is solved by branch and bound with a node limit.

use std::cmp::Ordering;
use std::collections::BTreeSet;

/// The maximum number of branch-and-bound nodes.
/// Each node reduces the problem again. Without a proof, the report shows the lower bound.
const NODES: usize = 10_000;

/// A need, and the candidates to meet it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Need {
    pub(super) by: BTreeSet<usize>,
    /// The number of candidates to select for this need, or all of them if there are fewer.
    pub(super) times: usize,
}

/// A cover of all needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Cover {
    pub(super) chosen: BTreeSet<usize>,
    pub(super) cost: u64,
    /// A lower bound on the cost of any cover. This equals [`cost`](Self::cost) if the cover is proven optimal.
    pub(super) bound: u64,
}

/// Returns the cheapest cover, or the cheapest found within the node limit.
///
/// `costs` contains the costs of all candidates, by index.
pub(super) fn find_cheapest_cover(costs: &[u64], needs: &[Need]) -> Cover {
    cover_within(NODES, costs, needs)
}

fn cover_within(nodes: usize, costs: &[u64], needs: &[Need]) -> Cover {
    let root = CoverSelection { needs: needs.to_vec(), chosen: BTreeSet::new() }.reduced(costs);
    let greedy = greedy_cover(costs, root.clone());
    let bound = root.bound(costs);
    let mut search =
        CoverSearch { costs, best_cost: sum_of_costs(costs, &greedy), best: greedy, nodes };
    let is_whole = search.explore(root);
    let cost = search.best_cost;
    Cover { chosen: search.best, cost, bound: if is_whole { cost } else { bound } }
}

/// A partial solution: the selected candidates, and the remaining needs.
#[derive(Clone)]
struct CoverSelection {
    needs: Vec<Need>,
    chosen: BTreeSet<usize>,
}

impl CoverSelection {
    fn choose_thing(&mut self, thing: usize) {
        self.chosen.insert(thing);
        for need in &mut self.needs {
            if need.by.remove(&thing) {
                // A need that is met can have more candidates.
                need.times = need.times.saturating_sub(1);
            }
        }
        self.needs.retain(|need| need.times > 0);
    }

    fn exclude_thing(&mut self, thing: usize) {
        for need in &mut self.needs {
            need.by.remove(&thing);
        }
    }

    /// Simplifies the problem without changing the optimal cost. Then, every need has more candidates than it requires.
    fn reduced(mut self, costs: &[u64]) -> Self {
        loop {
            self.needs.retain(|need| need.times.min(need.by.len()) > 0);
            if let Some(need) = self.needs.iter().find(|need| need.by.len() <= need.times) {
                for thing in need.by.clone() {
                    self.choose_thing(thing);
                }
                continue;
            }
            self.drop_implied_needs();
            if !self.drop_inferior_things(costs) {
                return self;
            }
        }
    }

    fn drop_implied_needs(&mut self) {
        // A need can only be implied by one that comes before it: with fewer candidates, or with as many and more
        // times.
        self.needs.sort_by(|a, b| (a.by.len(), b.times).cmp(&(b.by.len(), a.times)));
        let mut kept: Vec<Need> = Vec::new();
        for need in std::mem::take(&mut self.needs) {
            let implies = |other: &Need| other.times >= need.times && other.by.is_subset(&need.by);
            if !kept.iter().any(implies) {
                kept.push(need);
            }
        }
        self.needs = kept;
    }

    /// Removes every candidate that can be replaced by another at no higher cost. Returns whether there were any.
    ///
    /// When a need requires two or more candidates, this keeps all of them, because both the candidate and the
    /// replacement may be required.
    fn drop_inferior_things(&mut self, costs: &[u64]) -> bool {
        let served: Vec<(usize, BTreeSet<usize>)> = self
            .things_that_serve_needs()
            .into_iter()
            .map(|thing| (thing, self.needs_served_by(thing)))
            .collect();
        let mut dropped: BTreeSet<usize> = BTreeSet::new();
        for candidate in &served {
            // A need for several candidates may need both of them.
            if candidate.1.iter().any(|need| self.needs[*need].times > 1) {
                continue;
            }
            // If two candidates are equal, keep the first.
            let rank = |(thing, serves): &(usize, BTreeSet<usize>)| {
                (costs[*thing], std::cmp::Reverse(serves.len()), *thing)
            };
            let is_better = |other: &(usize, BTreeSet<usize>)| {
                rank(other) < rank(candidate) && candidate.1.is_subset(&other.1)
            };
            if served.iter().any(is_better) {
                dropped.insert(candidate.0);
            }
        }
        for thing in &dropped {
            self.exclude_thing(*thing);
        }
        !dropped.is_empty()
    }

    fn things_that_serve_needs(&self) -> BTreeSet<usize> {
        self.needs.iter().flat_map(|need| &need.by).copied().collect()
    }

    fn needs_served_by(&self, thing: usize) -> BTreeSet<usize> {
        let serves = |(_, need): &(usize, &Need)| need.by.contains(&thing);
        self.needs.iter().enumerate().filter(serves).map(|(place, _)| place).collect()
    }

    /// Returns a lower bound on the cost of any cover with the selected candidates.
    ///
    /// This assigns a price to each need, so that the needs served by a candidate never cost more than the candidate.
    /// These prices are feasible in the dual linear program, so their sum is a lower bound.
    fn bound(&self, costs: &[u64]) -> u64 {
        let mut slack = costs.to_vec();
        let mut bound = sum_of_costs(costs, &self.chosen);
        // `reduced` sorts needs with few candidates first.
        for need in &self.needs {
            let price = need.by.iter().map(|thing| slack[*thing]).min().unwrap_or(0);
            for thing in &need.by {
                slack[*thing] -= price;
            }
            bound += price * need.times as u64;
        }
        bound
    }

    /// Returns the candidate that serves the most needs per cost, or the first of several.
    fn best_thing(&self, costs: &[u64], among: &BTreeSet<usize>) -> Option<usize> {
        let serves =
            |thing: usize| self.needs.iter().filter(|need| need.by.contains(&thing)).count();
        let rated = among.iter().map(|thing| (*thing, costs[*thing], serves(*thing)));
        let useful = rated.filter(|(_, _, serves)| *serves > 0);
        useful.min_by(compare_cost_per_need).map(|(thing, _, _)| thing)
    }
}

fn compare_cost_per_need(a: &(usize, u64, usize), b: &(usize, u64, usize)) -> Ordering {
    // Compare the fractions by cross-multiplying, without rounding, so the list is the same on every machine.
    let weigh = |cost: u64, serves: usize| u128::from(cost) * serves as u128;
    weigh(a.1, b.2).cmp(&weigh(b.1, a.2)).then(b.2.cmp(&a.2))
}

fn sum_of_costs(costs: &[u64], chosen: &BTreeSet<usize>) -> u64 {
    chosen.iter().map(|thing| costs[*thing]).sum()
}

/// Returns a greedy cover: selects the candidate that serves the most needs per cost until all are met, and then
/// removes redundant candidates.
fn greedy_cover(costs: &[u64], root: CoverSelection) -> BTreeSet<usize> {
    let needs = root.needs.clone();
    let forced = root.chosen.clone();
    let mut state = root;
    while let Some(thing) = state.best_thing(costs, &state.things_that_serve_needs()) {
        state.choose_thing(thing);
    }
    let mut added: Vec<usize> = state.chosen.difference(&forced).copied().collect();
    // Try to remove expensive candidates first, because removing one can make others necessary.
    added.sort_by_key(|thing| std::cmp::Reverse(costs[*thing]));
    let mut chosen = state.chosen;
    for thing in added {
        chosen.remove(&thing);
        let is_met = |need: &Need| need.by.intersection(&chosen).count() >= need.times;
        if !needs.iter().all(is_met) {
            chosen.insert(thing);
        }
    }
    chosen
}

struct CoverSearch<'a> {
    costs: &'a [u64],
    best: BTreeSet<usize>,
    best_cost: u64,
    /// The number of nodes that may still be explored.
    nodes: usize,
}

impl CoverSearch<'_> {
    /// Searches for a better cover, from a reduced selection. This is `false` if the node limit ended the search.
    fn explore(&mut self, state: CoverSelection) -> bool {
        if state.bound(self.costs) >= self.best_cost {
            return true;
        }
        // Branch on the need with the fewest candidates: `reduced` sorts it first.
        let Some(need) = state.needs.first() else {
            self.best_cost = sum_of_costs(self.costs, &state.chosen);
            self.best = state.chosen;
            return true;
        };
        let Some(rest) = self.nodes.checked_sub(1) else { return false };
        self.nodes = rest;
        let thing = state.best_thing(self.costs, &need.by).expect("every need can be met");
        let (mut with, mut without) = (state.clone(), state);
        with.choose_thing(thing);
        without.exclude_thing(thing);
        // Explore the promising branch first: its cover then prunes more of the other.
        self.explore(with.reduced(self.costs)) && self.explore(without.reduced(self.costs))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn need(by: &[usize], times: usize) -> Need {
        Need { by: by.iter().copied().collect(), times }
    }

    fn is_met(need: &Need, chosen: &BTreeSet<usize>) -> bool {
        need.by.intersection(chosen).count() >= need.times.min(need.by.len())
    }

    /// Returns the optimal cost, by brute force.
    fn least(costs: &[u64], needs: &[Need]) -> u64 {
        let sets = (0..1_u32 << costs.len()).map(|bits| -> BTreeSet<usize> {
            (0..costs.len()).filter(|thing| bits >> thing & 1 == 1).collect()
        });
        let covers = sets.filter(|chosen| needs.iter().all(|need| is_met(need, chosen)));
        covers
            .map(|chosen| sum_of_costs(costs, &chosen))
            .min()
            .expect("taking everything is always a cover")
    }

    #[test]
    fn unneeded_candidates_are_not_chosen() {
        assert_eq!(find_cheapest_cover(&[1, 2], &[]), Cover::default());
        assert_eq!(find_cheapest_cover(&[1, 2], &[need(&[], 1), need(&[0], 0)]), Cover::default());
    }

    #[test]
    fn the_cover_can_be_cheaper_than_the_greedy_choice() {
        // Candidates 0 and 1 meet all needs at a cost of 12, but a greedy search starts with candidate 2.
        let needs = [[0, 2], [0, 2], [0, 3], [1, 2], [1, 2], [1, 4]].map(|by| need(&by, 1));
        let needs = needs.as_slice();
        let costs = [6, 6, 7, 5, 5];
        assert_eq!(
            greedy_cover(&costs, CoverSelection { needs: needs.to_vec(), chosen: BTreeSet::new() })
                .len(),
            3
        );
        let least = find_cheapest_cover(&costs, needs);
        assert_eq!(least, Cover { chosen: [0, 1].into(), cost: 12, bound: 12 });
    }

    #[test]
    fn a_repeated_need_requires_distinct_candidates() {
        let needs = [need(&[0, 1, 2], 2), need(&[0], 3)];
        let cover = find_cheapest_cover(&[9, 2, 3], &needs);
        assert_eq!(cover, Cover { chosen: [0, 1].into(), cost: 11, bound: 11 });
    }

    #[test]
    fn a_truncated_search_reports_a_lower_bound() {
        // A ring of needs, each with two candidates, cannot be reduced.
        let needs: Vec<Need> = (0..9).map(|i| need(&[i, (i + 1) % 9], 1)).collect();
        let costs = [1; 9];
        let short = cover_within(0, &costs, &needs);
        assert!(short.bound < short.cost, "{short:?}");
        assert!(needs.iter().all(|need| is_met(need, &short.chosen)));
        let whole = find_cheapest_cover(&costs, &needs);
        assert_eq!((whole.cost, whole.bound), (5, 5));
        assert!((short.bound..=short.cost).contains(&whole.cost));
    }

    fn problem() -> impl Strategy<Value = (Vec<u64>, Vec<Need>)> {
        (1_usize..=12).prop_flat_map(|n| {
            let need = (prop::collection::btree_set(0..n, 0..=n.min(6)), 0_usize..4)
                .prop_map(|(by, times)| Need { by, times });
            (prop::collection::vec(0_u64..20, n), prop::collection::vec(need, 0..12))
        })
    }

    proptest! {
        #[test]
        fn the_cover_has_the_minimum_cost((costs, needs) in problem()) {
            let found = find_cheapest_cover(&costs, &needs);
            prop_assert!(needs.iter().all(|need| is_met(need, &found.chosen)));
            prop_assert_eq!(found.cost, sum_of_costs(&costs, &found.chosen));
            prop_assert_eq!(found.cost, least(&costs, &needs));
            prop_assert_eq!(found.bound, found.cost);
        }

        #[test]
        fn the_bound_never_exceeds_the_minimum_cost((costs, needs) in problem(), nodes in 0_usize..3) {
            let found = cover_within(nodes, &costs, &needs);
            let least = least(&costs, &needs);
            prop_assert!(needs.iter().all(|need| is_met(need, &found.chosen)));
            prop_assert!(found.bound <= least && least <= found.cost);
        }
    }
}
