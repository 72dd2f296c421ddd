//! Groups of submissions that hang together.

/// Groups by single linkage: two things are in one group if links lead from one to the other.
#[derive(Debug)]
pub(super) struct Groups {
    /// For each thing another of its group, or itself if it stands for the group.
    parents: Vec<usize>,
}

impl Groups {
    /// This number of things, without any link.
    pub(super) fn new(things: usize) -> Self {
        Self { parents: (0..things).collect() }
    }

    /// Links two things.
    pub(super) fn link(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        // The least of a group stands for it.
        self.parents[a.max(b)] = a.min(b);
    }

    fn root(&mut self, mut thing: usize) -> usize {
        while self.parents[thing] != thing {
            // Halving the way keeps it short: Tarjan and van Leeuwen, 1984.
            self.parents[thing] = self.parents[self.parents[thing]];
            thing = self.parents[thing];
        }
        thing
    }

    /// The groups of two and more, the largest first, then by the first in them; in each the things
    /// in their order.
    pub(super) fn finish(mut self) -> Vec<Vec<usize>> {
        let mut groups = vec![Vec::new(); self.parents.len()];
        for thing in 0..self.parents.len() {
            groups[self.root(thing)].push(thing);
        }
        groups.retain(|group| group.len() > 1);
        groups.sort_by_key(|group| (std::cmp::Reverse(group.len()), group[0]));
        groups
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_on() {
        let mut groups = Groups::new(9);
        for (a, b) in [(8, 3), (5, 1), (3, 4), (4, 8), (7, 6)] {
            groups.link(a, b);
        }
        assert_eq!(groups.finish(), [vec![3, 4, 8], vec![1, 5], vec![6, 7]]);
        assert!(Groups::new(3).finish().is_empty());
    }
}
