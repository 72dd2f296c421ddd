/// A set of tiles, as bits.
type Tiles = u64;

pub(super) const MAX_TILES: usize = Tiles::BITS as usize;

/// A graph with an edge between tiles that obstruct each other. Its cost is the number of moves beyond their Manhattan
/// distances.
///
/// Few tiles have edges, and the connected components are even smaller, so it is feasible to find an exact matching or
/// cover for each.
#[derive(Clone, Debug)]
pub(super) struct MutualCosts {
    neighbors: [Tiles; MAX_TILES],
    /// The tiles with edges.
    tiles: Tiles,
    /// The lower tile, the higher tile, and the cost. There are few edges, so a linear scan is fast enough.
    edges: Vec<(usize, usize, usize)>,
}

impl MutualCosts {
    pub(super) fn new() -> Self {
        Self { neighbors: [0; MAX_TILES], tiles: 0, edges: Vec::new() }
    }

    /// Adds an edge between two tiles below [`MAX_TILES`]. The edge must be new.
    pub(super) fn add(&mut self, a: usize, b: usize, cost: usize) {
        self.neighbors[a] |= 1 << b;
        self.neighbors[b] |= 1 << a;
        self.tiles |= 1 << a | 1 << b;
        self.edges.push((a.min(b), a.max(b), cost));
    }

    /// Returns the weight of the maximum weighted matching: the highest total cost of disjoint pairs.
    pub(super) fn matching_weight(&self) -> usize {
        self.sum_over_components(self.tiles, &|part| self.matching_of(part))
    }

    /// Returns the weight of the minimum weighted vertex cover. A cover assigns an even cost to each tile. For each
    /// edge, the costs of both tiles must add up to at least the edge's cost.
    pub(super) fn cover_weight(&self) -> usize {
        self.sum_over_components(self.tiles, &|part| self.least_cover_cost(part))
    }

    /// Sums `f` over the connected components of these tiles, skipping tiles without edges.
    fn sum_over_components(&self, mut tiles: Tiles, f: &dyn Fn(Tiles) -> usize) -> usize {
        let mut sum = 0;
        while tiles != 0 {
            // The lowest tile in the set.
            let mut part = tiles & tiles.wrapping_neg();
            loop {
                let beside =
                    tiles_in_set(part).fold(0, |beside, tile| beside | self.neighbors[tile]);
                let reached = part | (beside & tiles);
                if reached == part {
                    break;
                }
                part = reached;
            }
            if part.count_ones() > 1 {
                sum += f(part);
            }
            tiles &= !part;
        }
        sum
    }

    /// Solves the matching for a connected component. The lowest tile either stays unmatched or is
    /// paired with a neighbor.
    fn matching_of(&self, part: Tiles) -> usize {
        let matching = |rest| self.sum_over_components(rest, &|part| self.matching_of(part));
        // This is the lowest bit of the set.
        let first = part & part.wrapping_neg();
        let edges = self.edges.iter().map(|&(a, b, cost)| (1 << a | 1 << b, cost));
        let at_first = edges.filter(|&(pair, _)| pair & first != 0 && pair & !part == 0);
        let paired = at_first.map(|(pair, cost)| cost + matching(part & !pair));
        paired.fold(matching(part & !first), usize::max)
    }

    fn least_cover_cost(&self, part: Tiles) -> usize {
        let edges = self.edges.iter().filter(|&&(a, _, _)| part & 1 << a != 0);
        let edges: Vec<_> = edges.copied().collect();
        let mut least = edges.iter().map(|&(_, _, cost)| cost).sum();
        least_cover(&edges, &mut [0; MAX_TILES], 0, &mut least);
        least
    }
}

/// Lowers `least` to the best cover that extends the costs in `paid`, which add up to `sum`. Picks an uncovered edge,
/// and tries all ways to divide the missing cost between the ends.
fn least_cover(
    edges: &[(usize, usize, usize)],
    paid: &mut [usize; MAX_TILES],
    sum: usize,
    least: &mut usize,
) {
    // This is branch and bound: costs only grow.
    if sum >= *least {
        return;
    }
    let missing = |&(a, b, cost): &(usize, usize, usize)| cost.saturating_sub(paid[a] + paid[b]);
    let Some(edge) = edges.iter().find(|edge| missing(edge) > 0) else {
        *least = sum;
        return;
    };
    let (&(a, b, _), missing) = (edge, missing(edge));
    for share in (0..=missing).step_by(2) {
        paid[a] += share;
        paid[b] += missing - share;
        least_cover(edges, paid, sum + missing, least);
        paid[a] -= share;
        paid[b] -= missing - share;
    }
}

fn tiles_in_set(mut tiles: Tiles) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let tile = (tiles != 0).then(|| tiles.trailing_zeros() as usize)?;
        tiles &= tiles - 1;
        Some(tile)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    use super::*;

    fn graph(edges: &[(usize, usize, usize)]) -> MutualCosts {
        let mut graph = MutualCosts::new();
        for &(a, b, cost) in edges {
            graph.add(a, b, cost);
        }
        graph
    }

    #[track_caller]
    fn check(edges: &[(usize, usize, usize)], matching: usize, cover: usize) {
        let graph = graph(edges);
        assert_eq!((graph.matching_weight(), graph.cover_weight()), (matching, cover));
    }

    #[test]
    fn small_graphs_have_the_expected_costs() {
        check(&[], 0, 0);
        check(&[(1, 2, 2)], 2, 2);
        check(&[(1, 2, 2), (3, 63, 4)], 6, 6);
        // Three tiles obstruct each other. A matching pays for one, but two must make way.
        check(&[(1, 2, 2), (2, 3, 2), (1, 3, 2)], 2, 4);
        // A path. Depending on the weights, the matching takes the outer edges or the middle edge.
        check(&[(1, 2, 2), (2, 3, 2), (3, 4, 2)], 4, 4);
        check(&[(1, 2, 2), (2, 3, 6), (3, 4, 2)], 6, 6);
        check(&[(1, 5, 2), (1, 6, 2), (1, 7, 4)], 4, 4);
    }

    fn matching_by_force(edges: &[(usize, usize, usize)], used: Tiles) -> usize {
        let Some((&(a, b, cost), rest)) = edges.split_first() else { return 0 };
        let without = matching_by_force(rest, used);
        let pair = 1 << a | 1 << b;
        if used & pair != 0 {
            without
        } else {
            without.max(cost + matching_by_force(rest, used | pair))
        }
    }

    /// Tries all costs from 0 to 4 for six tiles.
    fn cover_by_force(edges: &[(usize, usize, usize)]) -> usize {
        let powers = [1, 3, 9, 27, 81, 243];
        let paid = |way: usize, tile: usize| 2 * (way / powers[tile] % 3);
        let ways = (0..729)
            .filter(|&way| edges.iter().all(|&(a, b, cost)| paid(way, a) + paid(way, b) >= cost));
        ways.map(|way| (0..6).map(|tile| paid(way, tile)).sum()).min().unwrap_or(0)
    }

    fn deterministic() -> ProptestConfig {
        let rng_seed = RngSeed::Fixed(8);
        ProptestConfig { rng_seed, failure_persistence: None, ..ProptestConfig::default() }
    }

    proptest! {
        #![proptest_config(deterministic())]

        #[test]
        fn small_graphs_match_brute_force(costs in prop::array::uniform15(0usize..3)) {
            let pairs = (0..6).flat_map(|a| (a + 1..6).map(move |b| (a, b)));
            let edges: Vec<_> = pairs.zip(costs).map(|((a, b), cost)| (a, b, 2 * cost))
                .filter(|&(_, _, cost)| cost > 0).collect();
            let graph = graph(&edges);
            prop_assert_eq!(graph.matching_weight(), matching_by_force(&edges, 0));
            prop_assert_eq!(graph.cover_weight(), cover_by_force(&edges));
            prop_assert!(graph.matching_weight() <= graph.cover_weight());
        }
    }
}
