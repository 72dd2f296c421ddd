//! Finds groups of submissions.

/// Groups items by single linkage: a chain of links puts two items in the same group.
#[derive(Debug)]
pub(super) struct Groups {
    /// The parent of each item. A root is its own parent.
    parents: Vec<usize>,
}

impl Groups {
    /// Starts without links.
    pub(super) fn new(things: usize) -> Self {
        Self { parents: (0..things).collect() }
    }

    pub(super) fn link(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        // The smallest item should be the root of the group.
        self.parents[a.max(b)] = a.min(b);
    }

    fn root(&mut self, mut thing: usize) -> usize {
        while self.parents[thing] != thing {
            // Path halving keeps the paths short (Tarjan and van Leeuwen, 1984).
            self.parents[thing] = self.parents[self.parents[thing]];
            thing = self.parents[thing];
        }
        thing
    }

    /// Returns all groups of at least two items, larger groups first, then sorted by their items.
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
    fn linked_items_form_groups() {
        let mut groups = Groups::new(9);
        for (a, b) in [(8, 3), (5, 1), (3, 4), (4, 8), (7, 6)] {
            groups.link(a, b);
        }
        assert_eq!(groups.finish(), [vec![3, 4, 8], vec![1, 5], vec![6, 7]]);
        assert!(Groups::new(3).finish().is_empty());
    }
}
