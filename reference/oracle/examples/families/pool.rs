//! The boards on which the members are tried.

use oracle::pattern::SearchFinding;
use oracle::puzzle::{Goal, Grid, SeededRandom, board_in_half, walk_back};
use oracle::{MovesTable, solve};

use crate::board::Board;
use crate::choose::HARD;
use crate::fixtures::FixturePuzzle;
use crate::guided;
use crate::member::{MemberAnswer, MemberTask, SolverChoices};
use crate::recipe::Recipe;

/// The origin of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BoardOrigin {
    /// A solvable 3-by-3 board from a uniform sample.
    Small,
    /// A random unsolvable 3-by-3 board.
    SmallUnsolvable,
    /// A board at the end of a random walk from the 4-by-4 goal, solvable by the model answer within the limits.
    Walk,
    /// The twin of a `Walk` board.
    WalkUnsolvable,
    /// A random 4-by-4 board, which is usually too hard for the model answer.
    Random,
    /// A board with 6 to 16 rows and a long solution that is easy to find.
    Guided,
    /// A puzzle from the assignment's files.
    Puzzle,
}

impl BoardOrigin {
    /// The kinds of boards for which an error rate is computed.
    pub const SHARES: [Self; 6] = [
        Self::Small,
        Self::SmallUnsolvable,
        Self::Walk,
        Self::WalkUnsolvable,
        Self::Random,
        Self::Guided,
    ];

    /// Returns the name for use in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Small => "3x3",
            Self::SmallUnsolvable => "3x3 unsolvable",
            Self::Walk => "4x4 walks",
            Self::WalkUnsolvable => "4x4 unsolvable",
            Self::Random => "4x4 random",
            Self::Guided => "large",
            Self::Puzzle => "puzzles",
        }
    }

    /// Returns sufficient sample sizes for members that fail on more than a tenth of the boards, and for members that
    /// never fail.
    pub const fn sufficient_sample_sizes(self) -> (usize, usize) {
        match self {
            Self::Small => (40, 120),
            Self::SmallUnsolvable | Self::Walk | Self::WalkUnsolvable => (20, 20),
            Self::Random => (1, 1),
            Self::Guided | Self::Puzzle => (usize::MAX, usize::MAX),
        }
    }

    /// Returns the minimum error rate, in percent, of members that the puzzles should expose.
    pub const fn least_error_percent(self) -> usize {
        match self {
            Self::Small | Self::SmallUnsolvable | Self::Guided => 1,
            Self::Walk | Self::WalkUnsolvable | Self::Random | Self::Puzzle => 10,
        }
    }
}

/// A board with known properties.
#[derive(Clone, Debug)]
pub struct KnownBoard {
    /// The origin of the board.
    pub kind: BoardOrigin,
    /// The board.
    pub board: Board,
    /// The optimal number of moves, or `None` if unsolvable.
    pub optimal: Option<usize>,
    /// The number of nodes that the model answer takes from both queues, or `None` if too large to compute.
    pub cost: Option<u64>,
    /// The number of nodes that a member may take from each queue.
    pub budget: u64,
    /// The name, if the board is a puzzle from the files.
    pub name: Option<String>,
}

/// A member's budget, as a multiple of the model answer's cost, like the assignment's time limit.
const TIMES: u64 = 30;

/// The maximum number of nodes per queue to compute the model answer's cost. Kinds without a cost may exceed it.
const MOST_OF_WALK: u64 = 5000;

const RANDOM_BUDGET: u64 = 151_000;

/// The number of boards of each kind.
#[derive(Clone, Copy, Debug)]
pub struct PoolSize {
    /// The stride of the sample of solvable 3-by-3 boards.
    pub small_one_in: usize,
    /// The number of boards of each other kind.
    pub each: usize,
}

impl PoolSize {
    /// The page's size.
    pub const USUAL: Self = Self { small_one_in: 301, each: 60 };
}

impl KnownBoard {
    /// Creates a case if the model answer solves the board with at most `most` nodes per queue.
    pub fn new(kind: BoardOrigin, board: Board, optimal: Option<usize>, most: u64) -> Option<Self> {
        let task =
            MemberTask { board: &board, optimal, manner: SolverChoices::MODEL, budget: most };
        let model = Recipe::new("model", "");
        // Only the board's search takes the final step.
        let (outcome, cost) = match optimal {
            Some(_) => {
                let (outcome, taken) = model.search_board_alone(&task);
                (outcome, 2 * taken - 1)
            }
            None => model.search_board_and_twin(&task),
        };
        if outcome == MemberAnswer::NoEnd {
            return None;
        }
        assert!(task.is_right(outcome), "the model is right");
        let budget = TIMES * cost.div_ceil(2);
        Some(Self { kind, board, optimal, cost: Some(cost), budget, name: None })
    }

    /// Returns the task with the given settings.
    pub fn task(&self, manner: SolverChoices) -> MemberTask<'_> {
        MemberTask { board: &self.board, optimal: self.optimal, manner, budget: self.budget }
    }

    /// Returns `true` if the outcome is wrong. [`MemberAnswer::NoEnd`] is acceptable if a correct search would not end
    /// either.
    pub fn is_wrong(&self, outcome: MemberAnswer) -> bool {
        let is_excused = self.cost.is_none() && outcome == MemberAnswer::NoEnd;
        !is_excused && !self.task(SolverChoices::MODEL).is_right(outcome)
    }
}

/// Returns all boards except the puzzles from the files, in a fixed order.
pub fn samples(size: PoolSize) -> Vec<KnownBoard> {
    let mut cases = small_boards(size.small_one_in);
    let mut random = SeededRandom::new(1);
    let goal = Goal::blank_last(3);
    while count(&cases, BoardOrigin::SmallUnsolvable) < size.each {
        let board = board_of(&board_in_half(&goal, false, &mut random));
        cases.extend(KnownBoard::new(BoardOrigin::SmallUnsolvable, board, None, u64::MAX));
    }
    add_walk_boards(size.each, &mut cases);
    let goal = Goal::blank_last(4);
    while count(&cases, BoardOrigin::Random) < size.each.div_ceil(20) {
        let grid = board_in_half(&goal, true, &mut random);
        let SearchFinding::Solved(slides) = solve(&grid, &goal, u64::MAX).finding else { continue };
        let (board, optimal) = (board_of(&grid), Some(slides.len()));
        let (cost, budget, name) = (None, RANDOM_BUDGET, None);
        cases.push(KnownBoard { kind: BoardOrigin::Random, board, optimal, cost, budget, name });
    }
    for board in guided::boards() {
        let optimal = Some(board.manhattan());
        cases.extend(KnownBoard::new(BoardOrigin::Guided, board, optimal, MOST_OF_WALK));
    }
    cases
}

/// Returns the listed puzzles, and those that the model answer solves within `MOST_OF_WALK` nodes per queue.
pub fn of_files(puzzles: &[FixturePuzzle], list: &[String]) -> Vec<KnownBoard> {
    let case = |puzzle: &FixturePuzzle| {
        let is_listed = puzzle.name == HARD || list.contains(&puzzle.name);
        let most = if is_listed { u64::MAX } else { MOST_OF_WALK };
        let case =
            KnownBoard::new(BoardOrigin::Puzzle, puzzle.board.clone(), puzzle.optimal, most)?;
        Some(KnownBoard { name: Some(puzzle.name.clone()), ..case })
    };
    puzzles.iter().filter_map(case).collect()
}

fn count(cases: &[KnownBoard], kind: BoardOrigin) -> usize {
    cases.iter().filter(|case| case.kind == kind).count()
}

/// Returns every `one_in`-th solvable 3-by-3 board in lexicographic order.
fn small_boards(one_in: usize) -> Vec<KnownBoard> {
    let mut solvable = 0;
    let mut cases = Vec::new();
    for place in 0..362_880 {
        let grid = nth_board(place);
        let Some(optimal) = MovesTable::blank_last(3).moves(&grid) else { continue };
        solvable += 1;
        if solvable % one_in == 0 {
            cases.extend(KnownBoard::new(
                BoardOrigin::Small,
                board_of(&grid),
                Some(optimal),
                u64::MAX,
            ));
        }
    }
    // A member may be tried on only the first boards.
    SeededRandom::new(5).shuffle(&mut cases);
    cases
}

/// Returns the 3-by-3 board with this index in lexicographic order.
fn nth_board(place: usize) -> Grid {
    let (mut place, mut tiles) = (place, (0..9).collect::<Vec<u16>>());
    let mut cells = Vec::new();
    let mut orders: usize = 40_320;
    while tiles.len() > 1 {
        cells.push(tiles.remove(place / orders));
        place %= orders;
        orders /= tiles.len();
    }
    cells.extend(tiles);
    Grid::of_cells(3, cells).expect("a permutation")
}

/// Adds the ends of random walks from the 4-by-4 goal, and their twins.
fn add_walk_boards(each: usize, cases: &mut Vec<KnownBoard>) {
    let goal = Goal::blank_last(4);
    let mut random = SeededRandom::new(2);
    while count(cases, BoardOrigin::Walk) < each {
        let moves = 20 + 2 * random.below(60);
        let grid = walk_back(&goal, moves, &mut random);
        let SearchFinding::Solved(slides) = solve(&grid, &goal, u64::MAX).finding else { continue };
        if slides.len() < 16 {
            continue;
        }
        let board = board_of(&grid);
        let twin = board.twin();
        let Some(case) =
            KnownBoard::new(BoardOrigin::Walk, board, Some(slides.len()), MOST_OF_WALK)
        else {
            continue;
        };
        cases.push(case);
        // The twin's twin is the original board.
        if count(cases, BoardOrigin::WalkUnsolvable) < each / 2 {
            cases.extend(KnownBoard::new(BoardOrigin::WalkUnsolvable, twin, None, MOST_OF_WALK));
        }
    }
}

/// Converts a grid to a board.
pub fn board_of(grid: &Grid) -> Board {
    Board::new(grid.cells())
}

/// Returns the random solvable 4-by-4 board with the fewest steps of the model answer between `least` and `most`,
/// without the twin's search, and this number of steps.
pub fn find_hard_board(least: u64, most: u64, tries: usize) -> Option<(KnownBoard, u64)> {
    let goal = Goal::blank_last(4);
    let mut random = SeededRandom::new(3);
    let mut best: Option<(KnownBoard, u64)> = None;
    for _ in 0..tries {
        let moves = 60 + 2 * random.below(40);
        let grid = walk_back(&goal, moves, &mut random);
        let SearchFinding::Solved(slides) = solve(&grid, &goal, u64::MAX).finding else { continue };
        // Shorter solutions take too few steps, and longer ones too many.
        if !(36..=46).contains(&slides.len()) {
            continue;
        }
        let board = board_of(&grid);
        let most = best.as_ref().map_or(most, |(_, own)| own - 1);
        let Some(case) = KnownBoard::new(BoardOrigin::Walk, board, Some(slides.len()), most) else {
            continue;
        };
        let own = case.cost.unwrap_or_default().div_ceil(2);
        if own >= least {
            best = Some((case, own));
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_numbered_in_order() {
        assert_eq!(nth_board(0).cells(), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(nth_board(362_879).cells(), [8, 7, 6, 5, 4, 3, 2, 1, 0]);
    }
}
