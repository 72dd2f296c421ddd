//! The automaton that prunes redundant moves.

use std::collections::{BTreeMap, HashMap, VecDeque};

use super::direction::Direction;

/// Recognizes redundant move sequences.
///
/// Many move sequences have the same effect. Moving back and forth is the same as not moving, and six moves clockwise
/// around four cells are the same as six moves counterclockwise. Among sequences with the same effect, a search needs
/// to try only the shortest, and of these only the lexicographically first. The automaton reads the moves of a search,
/// and rejects a sequence as soon as it ends with a redundant one. A sequence is redundant only if its replacement
/// stays in the same rectangle of cells, so that the replacement is possible whenever the sequence is. The automaton
/// never rejects the lexicographically first of the optimal solutions, because replacing a redundant part would make it
/// shorter or lexicographically smaller. Hence, a search with the automaton still finds an optimal solution.
///
/// The idea is from L. A. Taylor and R. E. Korf, "Pruning duplicate nodes in depth-first search",
/// AAAI-93, pp. 756-761.
#[derive(Debug)]
pub(super) struct Automaton {
    states: Vec<AutomatonNode>,
}

#[derive(Clone, Copy, Debug)]
struct AutomatonNode {
    /// The accepted directions, as a bitmask.
    allowed: u8,
    next: [u16; 4],
}

/// A move sequence, as directions in base 4.
type Word = u32;

impl Automaton {
    // With 12 moves, building takes about 0.4 seconds, and a [`Word`] has room for 16.
    const MAX_LENGTH: usize = 12;

    pub(super) const START: u16 = 0;

    /// Creates an automaton that recognizes all redundant sequences of up to `length` moves. This takes less than 0.1
    /// seconds for length 10, and about twice as long for each additional move.
    ///
    /// # Panics
    ///
    /// Panics if `length` exceeds [`Self::MAX_LENGTH`].
    pub(super) fn new(length: usize) -> Self {
        assert!(length <= Self::MAX_LENGTH, "sequences of {length} moves are too many");
        Self::from_redundant_sequences(&redundant_sequences(length))
    }

    /// Returns the allowed directions in a state, as a bitmask.
    #[inline]
    pub(super) fn allowed_directions(&self, state: u16) -> u8 {
        self.states[usize::from(state)].allowed
    }

    /// Returns the state after an allowed direction.
    #[inline]
    pub(super) fn next_state(&self, state: u16, direction: Direction) -> u16 {
        self.states[usize::from(state)].next[direction as usize]
    }

    /// Builds the automaton of A. V. Aho and M. J. Corasick ("Efficient string matching: an aid to bibliographic
    /// search", Communications of the ACM 18, 1975). No word may contain another word.
    fn from_redundant_sequences(words: &[(usize, Word)]) -> Self {
        let mut tree = vec![[None; 4]];
        let mut is_word = vec![false];
        for &(length, word) in words {
            let letters = (0..length).rev().map(|place| (word >> (2 * place) & 3) as usize);
            let mut node = 0;
            for letter in letters {
                node = tree[node][letter].unwrap_or_else(|| {
                    tree[node][letter] = Some(tree.len());
                    tree.push([None; 4]);
                    is_word.push(false);
                    tree.len() - 1
                });
            }
            is_word[node] = true;
        }
        // Proceed level by level. If a node lacks an edge, copy it from the node for the longest suffix in the tree.
        let mut ends = vec![0; tree.len()];
        let mut queue = VecDeque::from([0]);
        let mut edges = vec![[0; 4]; tree.len()];
        while let Some(node) = queue.pop_front() {
            for letter in 0..4 {
                let shorter = if node == 0 { 0 } else { edges[ends[node]][letter] };
                if let Some(child) = tree[node][letter] {
                    ends[child] = shorter;
                    is_word[child] |= is_word[shorter];
                    queue.push_back(child);
                }
                edges[node][letter] = tree[node][letter].unwrap_or(shorter);
            }
        }
        // Drop the states that only rejected moves reach.
        let mut numbers = BTreeMap::from([(0, Self::START)]);
        let mut queue = VecDeque::from([0]);
        let mut states = Vec::new();
        while let Some(node) = queue.pop_front() {
            let mut state = AutomatonNode { allowed: 0, next: [Self::START; 4] };
            for (letter, &child) in edges[node].iter().enumerate().filter(|&(_, &c)| !is_word[c]) {
                state.allowed |= 1 << letter;
                let new =
                    u16::try_from(numbers.len()).expect("there are only a few thousand states");
                state.next[letter] = *numbers.entry(child).or_insert_with(|| {
                    queue.push_back(child);
                    new
                });
            }
            states.push(state);
        }
        Self { states }
    }
}

/// Returns all redundant sequences of up to `length` moves that contain no shorter redundant sequence, together with
/// their lengths.
fn redundant_sequences(length: usize) -> Vec<(usize, Word)> {
    let mut words = Vec::new();
    // For each effect, the rectangles of the kept sequences.
    let mut kept = HashMap::from([(SequenceEffect::default(), vec![Rectangle::default()])]);
    // The kept sequences of the current length, in order.
    let mut level = vec![(0, SequenceEffect::default(), Rectangle::default())];
    for length in 1..=length {
        let before: Vec<Word> = level.iter().map(|&(word, ..)| word).collect();
        let without_first = (1 << (2 * (length - 1))) - 1;
        let mut next = Vec::new();
        for (word, effect, rectangle) in &level {
            for direction in Direction::ALL {
                let word = word << 2 | direction as Word;
                // A redundant proper part is also part of the sequence without its first move.
                if before.binary_search(&(word & without_first)).is_err() {
                    continue;
                }
                let effect = effect.followed_by(direction);
                let rectangle = rectangle.widened_to(effect.blank);
                let rivals = kept.entry(effect.clone()).or_default();
                if rivals.iter().any(|rival| rival.is_within(rectangle)) {
                    words.push((length, word));
                } else {
                    rivals.push(rectangle);
                    next.push((word, effect, rectangle));
                }
            }
        }
        level = next;
    }
    words
}

/// A cell, as rows below and columns to the right of the blank's initial cell.
type Cell = (i8, i8);

/// The effect of a sequence on the blank and the tiles.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
struct SequenceEffect {
    blank: Cell,
    /// The sorted cells with a changed tile, each with the old cell of the new tile.
    moved: Vec<(Cell, Cell)>,
}

impl SequenceEffect {
    fn followed_by(&self, direction: Direction) -> Self {
        let (down, right) = direction.row_and_column_step();
        let (to, from) = (self.blank, (self.blank.0 + down, self.blank.1 + right));
        // Only tiles that are away from their cells are in the list, so equal effects have equal lists.
        let place = self.moved.binary_search_by_key(&from, |&(cell, _)| cell);
        let tile = place.map_or(from, |place| self.moved[place].1);
        let mut moved = Vec::with_capacity(self.moved.len() + 1);
        moved.extend(self.moved.iter().filter(|&&(cell, _)| cell != from));
        if tile != to {
            let place = moved.partition_point(|&(cell, _)| cell < to);
            moved.insert(place, (to, tile));
        }
        Self { blank: from, moved }
    }
}

/// The bounding rectangle of the blank's cells.
#[derive(Clone, Copy, Default)]
struct Rectangle {
    rows: (i8, i8),
    columns: (i8, i8),
}

impl Rectangle {
    fn widened_to(self, (row, column): Cell) -> Self {
        let around = |(least, most): (i8, i8), place: i8| (least.min(place), most.max(place));
        Self { rows: around(self.rows, row), columns: around(self.columns, column) }
    }

    fn is_within(self, other: Self) -> bool {
        let within = |inner: (i8, i8), outer: (i8, i8)| outer.0 <= inner.0 && inner.1 <= outer.1;
        within(self.rows, other.rows) && within(self.columns, other.columns)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Counts the accepted sequences by length, on a board without edges.
    fn sequences(automaton: &Automaton, length: usize) -> Vec<usize> {
        let mut level = vec![Automaton::START];
        (0..length)
            .map(|_| {
                let after = |&state: &u16| {
                    let allowed = automaton.allowed_directions(state);
                    let is_allowed =
                        move |direction: &Direction| allowed >> *direction as u8 & 1 == 1;
                    let directions = Direction::ALL.into_iter().filter(is_allowed);
                    directions.map(move |direction| automaton.next_state(state, direction))
                };
                level = level.iter().flat_map(after).collect();
                level.len()
            })
            .collect()
    }

    #[test]
    fn moves_are_not_undone() {
        assert_eq!(sequences(&Automaton::new(2), 4), [4, 12, 36, 108]);
    }

    /// Six moves around four cells have the same effect in both directions. Of the eight such sequences, two for each
    /// starting cell, the automaton rejects four.
    #[test]
    fn rings_are_traversed_in_one_direction() {
        let automaton = Automaton::new(6);
        assert_eq!(sequences(&automaton, 6), [4, 12, 36, 108, 324, 972 - 4]);
    }

    #[test]
    fn every_board_is_still_reached_optimally() {
        let automaton = Automaton::new(10);
        let goal = crate::puzzle::Goal::blank_last(3);
        let table = crate::MovesTable::new(&goal);
        let mut level = BTreeSet::from([(goal.grid().cells().to_vec(), Automaton::START)]);
        for distance in 1..=14 {
            let mut next = BTreeSet::new();
            for (cells, state) in &level {
                let grid = crate::puzzle::Grid::of_cells(3, cells.clone());
                let grid = grid.expect("a board");
                let blank = grid.blank();
                for direction in Direction::ALL {
                    let Some(from) = direction.source_cell(3, blank) else { continue };
                    if automaton.allowed_directions(*state) >> direction as u8 & 1 == 0 {
                        continue;
                    }
                    let mut grid = grid.clone();
                    grid.slide(from);
                    let state = automaton.next_state(*state, direction);
                    next.insert((grid.cells().to_vec(), state));
                }
            }
            let reached: BTreeSet<_> = next.iter().map(|(cells, _)| cells.clone()).collect();
            let at_distance = reached.iter().filter(|cells| {
                let grid = crate::puzzle::Grid::of_cells(3, (*cells).clone());
                table.moves(&grid.expect("a board")) == Some(distance)
            });
            assert_eq!(at_distance.count(), table.histogram()[distance], "{distance} moves");
            level = next;
        }
    }
}
