use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::rc::Rc;

use super::frontier::{ExpansionOrder, Frontier};
use super::report::{Limit, SearchOutcome, SearchReport, Statistics};
use super::space::Space;
use super::step::{Child, ChildFate, SearchStep, StepwiseSearch, Visit};

/// A search that stores every generated state. Depending on the [`ExpansionOrder`], this is A*, Dijkstra's algorithm, greedy
/// best-first search or breadth-first search.
///
/// Each step takes the minimum node from the frontier. If it is a goal, the search ends. A goal still in the frontier
/// does not end the search, because there may be a cheaper path to it. Any other node is expanded. A child with a new
/// state is added to the frontier. A child with a known state is dropped, unless the order counts costs and the new
/// path is cheaper: then it replaces the older node. If that node is still in the frontier, it becomes stale; if it
/// has been expanded, the state is *reopened*. Therefore, A* finds a cheapest path with any admissible estimate,
/// consistent or not.
pub struct GraphSearch<S: Space> {
    space: S,
    order: ExpansionOrder,
    limit: Limit,
    nodes: Vec<GraphNode<S>>,
    /// The best known node for each state.
    best: HashMap<Rc<S::State>, usize>,
    frontier: Frontier,
    /// The children of the latest expanded node.
    children: Vec<Child<S::Action>>,
    statistics: Statistics,
    outcome: Option<SearchOutcome<S::Action>>,
}

struct GraphNode<S: Space> {
    state: Rc<S::State>,
    /// The parent and the action that led here, or `None` for the start.
    parent: Option<(usize, S::Action)>,
    depth: usize,
    cost: usize,
    priority: usize,
    /// Whether the state was expanded, on this or a more expensive path.
    state_was_expanded: bool,
}

impl<S: Space> GraphSearch<S> {
    /// Creates a search from `start`.
    pub fn new(space: S, start: S::State, order: ExpansionOrder, limit: Limit) -> Self {
        let mut search = Self {
            space,
            order,
            limit,
            nodes: Vec::new(),
            best: HashMap::new(),
            frontier: Frontier::new(order),
            children: Vec::new(),
            statistics: Statistics { largest: 1, ..Statistics::default() },
            outcome: None,
        };
        search.queue_or_drop_state(start, None, 0, 0);
        search
    }

    /// Returns the number of distinct states generated.
    #[cfg(test)]
    pub(super) fn states_met(&self) -> usize {
        self.best.len()
    }

    fn queue_or_drop_state(
        &mut self,
        state: S::State,
        parent: Option<(usize, S::Action)>,
        depth: usize,
        cost: usize,
    ) -> ChildFate {
        let number = self.nodes.len();
        let state = Rc::new(state);
        let mut state_was_expanded = false;
        match self.best.entry(Rc::clone(&state)) {
            Entry::Vacant(place) => {
                place.insert(number);
            }
            Entry::Occupied(mut place) => {
                let known = &self.nodes[*place.get()];
                // A search that ignores costs keeps the first path to a state. The others keep the cheapest.
                if !self.order.counts_cost() || known.cost <= cost {
                    return ChildFate::Known;
                }
                state_was_expanded = known.state_was_expanded;
                place.insert(number);
            }
        }
        let estimate = if self.order.uses_estimate() { self.space.estimate(&state) } else { 0 };
        let priority = self.order.priority(depth, cost, estimate);
        self.frontier.push(priority, estimate, number);
        self.nodes.push(GraphNode { state, parent, depth, cost, priority, state_was_expanded });
        self.statistics.deepest = self.statistics.deepest.max(depth);
        ChildFate::Queued(priority)
    }

    /// Returns the next node from the frontier, skipping stale nodes.
    fn next_node(&mut self) -> Option<usize> {
        loop {
            let number = self.frontier.pop()?;
            // A heap cannot change a key, so a cheaper path adds a node, and the old node stays until it is taken.
            if self.best.get(&self.nodes[number].state) == Some(&number) {
                return Some(number);
            }
        }
    }

    fn expand(&mut self, number: usize) {
        let node = &mut self.nodes[number];
        self.statistics.expanded += 1;
        self.statistics.reopened += u64::from(node.state_was_expanded);
        node.state_was_expanded = true;

        let (state, depth, cost) = (Rc::clone(&node.state), node.depth, node.cost);
        let last = node.parent.as_ref().map(|(_, last)| last);
        let back = |next: &S::Action| last.is_some_and(|last| self.space.takes_back(last, next));
        let actions: Vec<_> = self.space.actions(&state).filter(|next| !back(next)).collect();
        self.children.clear();
        for action in actions {
            let mut child = S::State::clone(&state);
            self.space.apply(&mut child, &action);
            let cost = cost.saturating_add(self.space.cost(&action));
            let fate =
                self.queue_or_drop_state(child, Some((number, action.clone())), depth + 1, cost);
            self.children.push(Child { action, fate });
        }
        self.statistics.generated += self.children.len() as u64;
        self.statistics.largest = self.statistics.largest.max(self.frontier.len());
    }

    fn path_to(&self, number: usize) -> Vec<S::Action> {
        let up = |(parent, _): &(usize, S::Action)| self.nodes[*parent].parent.as_ref();
        let steps = std::iter::successors(self.nodes[number].parent.as_ref(), |&step| up(step));
        let mut path: Vec<_> = steps.map(|(_, action)| action.clone()).collect();
        path.reverse();
        path
    }
}

impl<S: Space> StepwiseSearch for GraphSearch<S> {
    type Space = S;

    fn step(&mut self) -> SearchStep<'_, S> {
        if self.outcome.is_none() {
            let next = self.next_node();
            match next {
                None => self.outcome = Some(SearchOutcome::NoSolution),
                // Test for the goal only now: when it is generated, a cheaper path may still be in the frontier.
                Some(number) if self.space.is_goal(&self.nodes[number].state) => {
                    self.outcome = Some(SearchOutcome::Solved(self.path_to(number)));
                }
                // Taking the goal expands nothing, so this comes after the test for the goal.
                Some(_) if self.statistics.expanded == self.limit.expanded => {
                    self.outcome = Some(SearchOutcome::GaveUp);
                }
                Some(number) => self.expand(number),
            }
            if let (Some(number), None) = (next, &self.outcome) {
                let GraphNode { state, depth, cost, priority, .. } = &self.nodes[number];
                return SearchStep::Expanded(Visit {
                    state,
                    depth: *depth,
                    cost: *cost,
                    priority: *priority,
                    children: &self.children,
                });
            }
        }
        SearchStep::Ended(self.outcome.as_ref().unwrap_or(&SearchOutcome::GaveUp))
    }

    fn outcome(&self) -> Option<&SearchOutcome<S::Action>> {
        self.outcome.as_ref()
    }

    fn statistics(&self) -> Statistics {
        self.statistics
    }

    fn into_report(self) -> SearchReport<S::Action> {
        SearchReport {
            outcome: self.outcome.unwrap_or(SearchOutcome::GaveUp),
            statistics: self.statistics,
            rounds: Vec::new(),
        }
    }
}
