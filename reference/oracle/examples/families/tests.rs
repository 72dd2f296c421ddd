//! Properties of all members.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::fmt;

use slider::{Solver as _, Tile};

use crate::board::Board;
use crate::fixtures::Draw;
use crate::member::{Member, MemberAnswer, MemberTask, SolverChoices};
use crate::pool::{BoardOrigin, KnownBoard, PoolSize, samples};
use crate::recipe::Recipe;
use crate::{held_out, known_families};

const SOME: PoolSize = PoolSize { small_one_in: 1801, each: 4 };

fn cases() -> Vec<KnownBoard> {
    samples(SOME).into_iter().filter(|case| case.cost.is_some()).collect()
}

#[test]
fn correct_searches_solve_every_board() {
    let right = [Recipe::new("right", ""), Recipe::new("right", "closed set").with_closed_set()];
    for case in cases() {
        for (member, manner) in
            right.iter().flat_map(|member| SolverChoices::ALL.map(|manner| (member, manner)))
        {
            let outcome = member.solve(&case.task(manner));
            assert!(!case.is_wrong(outcome), "{}: {outcome:?} for {case:?}", member.name());
        }
    }
}

#[test]
fn large_weights_are_wrong_on_some_boards() {
    let members = known_families::members();
    let named =
        |name: &str| members.iter().find(|member| member.name() == name).expect("the member");
    let heavy = named("weighted estimate: moves + 1.5 * manhattan");
    let light = named("weighted estimate: moves + 1.01 * manhattan");
    let small: Vec<KnownBoard> =
        cases().into_iter().filter(|case| case.kind == BoardOrigin::Small).collect();
    let wrong = |member: &dyn Member| {
        small
            .iter()
            .filter(|case| case.is_wrong(member.solve(&case.task(SolverChoices::MODEL))))
            .count()
    };
    assert_eq!(wrong(light.as_ref()), 0);
    assert!((small.len() / 10..small.len() / 2).contains(&wrong(heavy.as_ref())));
}

#[test]
fn all_members_have_names_and_solve_the_goal() {
    let mut names = BTreeSet::new();
    let (mut solved, mut all) = (0, 0);
    for member in known_families::members().iter().chain(&held_out::members()) {
        assert!(names.insert(member.name()), "{} is there twice", member.name());
        let board = Board::goal(3);
        let task = MemberTask {
            board: &board,
            optimal: Some(0),
            manner: SolverChoices::MODEL,
            budget: 1000,
        };
        solved += usize::from(member.solve(&task) == MemberAnswer::Moves(0));
        all += 1;
    }
    // Some parity rules are wrong even for the goal.
    assert!(solved + 5 > all, "{solved} of {all}");
}

thread_local! {
    /// One call to `is_goal` per expanded node.
    static ASKED: Cell<u64> = const { Cell::new(0) };
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Counting(reference::Board);

impl slider::Board for Counting {
    fn new(tiles: &[Vec<Tile>]) -> Self {
        Self(slider::Board::new(tiles))
    }

    fn dimension(&self) -> usize {
        self.0.dimension()
    }

    fn hamming(&self) -> usize {
        self.0.hamming()
    }

    fn manhattan(&self) -> usize {
        self.0.manhattan()
    }

    fn is_goal(&self) -> bool {
        ASKED.set(ASKED.get() + 1);
        self.0.is_goal()
    }

    fn neighbors(&self) -> impl Iterator<Item = Self> {
        self.0.neighbors().map(Self)
    }

    fn twin(&self) -> Self {
        Self(self.0.twin())
    }
}

impl fmt::Display for Counting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[test]
fn costs_match_the_model() {
    for case in cases() {
        ASKED.set(0);
        let board: Counting = slider::Board::new(&case.board.to_rows());
        let solver = reference::Solver::new(&board);
        assert_eq!(solver.moves(), case.optimal);
        assert_eq!(Some(ASKED.get()), case.cost, "{case:?}");
    }
}

#[test]
fn a_draw_accepts_moves_within_its_range() {
    let draw = Draw { solvable: 1, moves: [14, 22] };
    assert_eq!(
        [13, 14, 15, 21, 22, 23].map(|moves| draw.can_draw_with_moves(moves)),
        [false, true, true, true, true, false]
    );
}
