//! The hash that identifies an assignment in grades.

use base::digest::PartsHash;
use grade::points::Points;

use super::domain::{Assignment, ExpectedAnswer, Partial, RandomPuzzles};

impl Assignment {
    /// Returns a hash of everything that affects a grade, such as `sha256:0b1c...`.
    ///
    /// Layout, comments, the order of keys, and unused puzzles do not affect the hash. The order of the puzzles does,
    /// because it determines which puzzle a failure shows.
    pub fn hash(&self) -> String {
        // These fields affect only what happens to a grade afterwards, so they can change during a semester.
        let Self {
            title: _,
            course: _,
            late: _,
            attempts: _,
            rejected: _,
            authors: _,
            hand: _,
            hints: _,
            omitted,
            checks,
            caps,
            limits,
            boards,
            solve,
            random,
            private,
            tests,
        } = self;
        let parts = (checks, caps, limits, boards, solve, random, private, tests);
        if omitted.is_nothing() {
            // The hash is the same as in versions that did not know omissions.
            return PartsHash::from_value(&parts).with_algorithm_name();
        }
        PartsHash::from_value(&(parts, omitted)).with_algorithm_name()
    }

    /// Returns a hash of everything that affects what the model answer does: the puzzles without their expected answers,
    /// and the limits.
    pub fn questions_hash(&self) -> String {
        // What is graded does not affect the model.
        let Self {
            title: _,
            course: _,
            late: _,
            attempts: _,
            rejected: _,
            authors: _,
            hand: _,
            hints: _,
            omitted: _,
            checks: _,
            caps: _,
            tests: _,
            limits,
            boards,
            solve,
            random,
            private,
        } = self;
        let (mut boards, mut solve, mut random) = (boards.clone(), solve.clone(), random.clone());
        let pools = random.iter_mut().flat_map(|RandomPuzzles { pool, hard, .. }| {
            pool.iter_mut().chain(hard.iter_mut().flat_map(|hard| &mut hard.pool))
        });
        for puzzle in boards.iter_mut().chain(&mut solve).chain(pools) {
            puzzle.answer = match puzzle.answer {
                ExpectedAnswer::BoardOnly => ExpectedAnswer::BoardOnly,
                ExpectedAnswer::Moves(_) | ExpectedAnswer::Unsolvable { .. } => {
                    ExpectedAnswer::Moves(0)
                }
            };
        }
        PartsHash::from_value(&(limits, boards, solve, random, private)).with_algorithm_name()
    }

    /// Returns a hash of everything that affects verdicts or the shares used for partial credit.
    ///
    /// Assignments with the same hash differ at most in how points are awarded: the points of each check, required
    /// checks, partial credit and caps. The hash includes cost thresholds, because a share is the number of thresholds
    /// that a submission meets.
    pub fn verdicts_hash(&self) -> String {
        let mut without_points = self.clone();
        without_points.caps.clear();
        for rated in &mut without_points.checks {
            rated.points = Points::ZERO;
            rated.requires.clear();
            rated.note = None;
            rated.partial = match &rated.partial {
                Partial::Share { .. } => Partial::Share { most: 1000 },
                Partial::Large { .. } => Partial::Large { part: 1000 },
                same @ (Partial::None | Partial::Thresholds(_)) => same.clone(),
            };
        }
        without_points.hash()
    }
}

#[cfg(test)]
mod tests {
    use grade::Visibility;
    use grade::check::Check;
    use proptest::prelude::*;

    use super::*;
    use crate::domain::{Hard, Puzzle, Tests};
    use crate::private::PrivateCases;

    #[test]
    fn the_hash_covers_only_grade_relevant_fields() {
        let assignment = Assignment::embedded();
        let hash = assignment.hash();
        assert!(hash.strip_prefix("sha256:").is_some_and(|hex| hex.len() == 64), "{hash}");

        let mut renamed = assignment.clone();
        renamed.title = "15-puzzle".to_owned();
        assert_eq!(renamed.hash(), hash);

        let moves = |assignment: &Assignment| {
            assignment.checks.iter().position(|rated| rated.check == Check::SolverMoves)
        };
        let moves = moves(&assignment).unwrap();
        let changes: [fn(&mut Assignment, usize); 29] = [
            |assignment, _| assignment.limits.time += 1,
            |assignment, _| assignment.limits.stop += 1,
            |assignment, _| assignment.limits.memory_mib += 1,
            |assignment, _| assignment.limits.board_memory += 1,
            |assignment, _| assignment.limits.solver_memory += 1,
            |assignment, _| assignment.checks[0].points = Points::from_thousandths(1),
            |assignment, _| assignment.checks[0].visibility = Visibility::Hidden,
            |assignment, _| assignment.checks[0].is_strict = true,
            |assignment, _| assignment.random = None,
            |assignment, _| assignment.random.iter_mut().for_each(|random| random.solvable += 1),
            |assignment, _| assignment.random.iter_mut().for_each(|random| random.hard = None),
            |assignment, _| {
                assignment
                    .random
                    .iter_mut()
                    .flat_map(|random| &mut random.hard)
                    .for_each(|hard| hard.count += 1);
            },
            |assignment, _| assignment.solve.swap(0, 1),
            |assignment, _| assignment.solve[5].answer = ExpectedAnswer::Moves(7),
            |assignment, _| assignment.boards.extend(assignment.solve.pop()),
            |assignment, _| assignment.boards[1].visibility = Visibility::Hidden,
            |assignment, _| assignment.solve[1].visibility = Visibility::Hidden,
            |assignment, _| assignment.solve[1].visibility = Visibility::AfterDueDate,
            |assignment, _| {
                assignment
                    .random
                    .iter_mut()
                    .for_each(|random| random.pool[1].visibility = Visibility::Hidden);
            },
            |assignment, _| {
                assignment.private = Some(PrivateCases::draw("0123456789abcdef".to_owned()));
            },
            |assignment, _| assignment.tests = None,
            |assignment, _| assignment.tests.iter_mut().for_each(|tests| tests.catch = 0),
            |assignment, _| assignment.tests.iter_mut().for_each(|tests| tests.faults.truncate(1)),
            |assignment, moves| assignment.checks[moves].partial = Partial::None,
            |assignment, moves| assignment.checks[moves].partial = Partial::Share { most: 501 },
            |assignment, moves| assignment.checks[moves].requires = vec![Check::CompileApi],
            |assignment, _| assignment.caps.clear(),
            |assignment, _| assignment.caps[0].score = Points::from_thousandths(1),
            |assignment, _| assignment.caps[0].why = "so it is".to_owned(),
        ];
        for (number, apply) in changes.into_iter().enumerate() {
            let mut other = assignment.clone();
            apply(&mut other, moves);
            assert_ne!(other.hash(), hash, "change {number}");
        }
    }

    #[test]
    fn points_do_not_affect_the_verdicts_hash() {
        let assignment = Assignment::embedded();
        let hash = assignment.verdicts_hash();
        let moves = assignment.checks.iter().position(|rated| rated.check == Check::SolverMoves);
        let time = assignment.checks.iter().position(|rated| rated.check == Check::SolverTime);
        let (moves, time) = (moves.unwrap(), time.unwrap());
        let change = |apply: &dyn Fn(&mut Assignment)| {
            let mut other = assignment.clone();
            apply(&mut other);
            assert_ne!(other.hash(), assignment.hash());
            other.verdicts_hash() == hash
        };
        assert!(matches!(assignment.checks[moves].partial, Partial::Share { .. }));
        assert!(change(&|assignment| assignment.checks[0].points = Points::from_thousandths(1)));
        assert!(
            change(&|assignment| assignment.checks[moves].partial = Partial::Share { most: 1 })
        );
        assert!(change(&|assignment| assignment.checks[moves].requires = vec![Check::CompileApi]));
        assert!(change(&|assignment| assignment.caps.clear()));
        assert!(!change(&|assignment| assignment.checks[moves].partial = Partial::None));
        assert!(!change(&|assignment| assignment.checks[time].partial =
            Partial::Thresholds(vec![assignment.limits.stop])));
        assert!(!change(&|assignment| assignment.checks[0].visibility = Visibility::Hidden));
        assert!(!change(&|assignment| assignment.checks[0].is_strict = true));
        assert!(!change(&|assignment| drop(assignment.checks.pop())));
        assert!(!change(&|assignment| assignment.limits.time += 1));
        assert!(!change(&|assignment| assignment.solve.swap(0, 1)));
    }

    type Change = fn(&mut Assignment);

    /// Some changes must keep the hash of the questions, and others must not.
    #[test]
    fn expected_answers_do_not_affect_the_questions_hash() {
        let assignment = Assignment::embedded();
        let hash = assignment.questions_hash();
        let changes: [(Change, bool); 13] = [
            (|assignment| assignment.solve[5].answer = ExpectedAnswer::Moves(7), true),
            (|assignment| assignment.checks.clear(), true),
            (|assignment| assignment.caps.clear(), true),
            (|assignment| assignment.title.push('x'), true),
            (|assignment| assignment.solve.swap(0, 1), false),
            (|assignment| assignment.boards.extend(assignment.solve.pop()), false),
            (|assignment| assignment.solve.insert(0, assignment.boards.pop().unwrap()), false),
            (|assignment| assignment.solve[5].answer = ExpectedAnswer::BoardOnly, false),
            (|assignment| assignment.solve[5].name.push('x'), false),
            (|assignment| assignment.solve[5].tiles = assignment.solve[6].tiles.clone(), false),
            (|assignment| assignment.limits.memory_mib += 1, false),
            (
                |assignment| {
                    assignment.random.iter_mut().for_each(|random| random.pool.truncate(1));
                },
                false,
            ),
            (
                |assignment| {
                    assignment
                        .random
                        .iter_mut()
                        .flat_map(|random| &mut random.hard)
                        .for_each(|hard| hard.pool.clear());
                },
                false,
            ),
        ];
        for (number, (apply, is_same)) in changes.into_iter().enumerate() {
            let mut other = assignment.clone();
            apply(&mut other);
            assert_eq!(other.questions_hash() == hash, is_same, "change {number}");
        }
    }

    fn few() -> impl Strategy<Value = Assignment> {
        let assignment = Assignment::embedded();
        let puzzles: Vec<Puzzle> = assignment.solve[..3].to_vec();
        let answer = prop_oneof![
            (0..3_u32).prop_map(ExpectedAnswer::Moves),
            (0..3_u32).prop_map(|twin_moves| ExpectedAnswer::Unsolvable { twin_moves }),
            Just(ExpectedAnswer::BoardOnly),
        ];
        let visibility = prop::sample::select(Visibility::ALL.to_vec());
        let puzzle = (prop::sample::select(puzzles), answer, visibility)
            .prop_map(|(puzzle, answer, visibility)| Puzzle { answer, visibility, ..puzzle });
        let list = move || prop::collection::vec(puzzle.clone(), 0..3);
        let hard = prop::option::of((0..2_usize, list()));
        let pool = (prop::sample::select(vec!["", "a"]), 0..2_usize, 0..2_usize, list(), hard);
        let faults = prop::collection::vec(prop::sample::select(vec!["", "a", "b"]), 0..3);
        let tests = prop::option::of((faults, 0..2_u32));
        (list(), list(), prop::option::of(pool), tests).prop_map(
            move |(boards, solve, pool, tests)| {
                let random = pool.map(|(seed, solvable, unsolvable, pool, hard)| {
                    let moves = [8, 20];
                    let hard = hard.map(|(count, pool)| Hard { count, moves, pool });
                    RandomPuzzles { seed: seed.to_owned(), solvable, unsolvable, moves, pool, hard }
                });
                let tests = tests.map(|(faults, catch)| Tests {
                    faults: faults.into_iter().map(str::to_owned).collect(),
                    catch,
                });
                Assignment { boards, solve, random, tests, ..assignment.clone() }
            },
        )
    }

    /// A change of a rubric that moves parts of its text between neighboring fields, or changes a value.
    fn apply(assignment: &mut Assignment, change: usize) {
        let Assignment { boards, solve, random, tests, checks, caps, limits, .. } = assignment;
        match change {
            0 => boards.extend(solve.pop()),
            1 => solve.extend(boards.pop()),
            2 => solve.reverse(),
            3 => random.iter_mut().for_each(|random| solve.extend(random.pool.pop())),
            4 => random
                .iter_mut()
                .filter_map(|random| random.hard.take())
                .for_each(|hard| boards.extend(hard.pool)),
            5 => random.iter_mut().for_each(|random| random.solvable ^= 1),
            6 => tests.iter_mut().for_each(|tests| tests.faults.truncate(1)),
            7 => tests.iter_mut().for_each(|tests| tests.catch ^= 1),
            8 => checks[0].requires = vec![Check::CompileApi],
            9 => checks[0].note = Some("requires".to_owned()),
            10 => checks.last_mut().unwrap().note = Some("cap".to_owned()),
            11 => caps.truncate(1),
            12 => caps[0].why = "note".to_owned(),
            13 => limits.time ^= 1,
            14 => checks[0].is_strict ^= true,
            15 => checks[0].visibility = Visibility::Hidden,
            16 => checks.truncate(1),
            _ => boards.iter_mut().for_each(|puzzle| puzzle.name.push('x')),
        }
    }

    fn without_course(assignment: &Assignment) -> Assignment {
        Assignment { course: None, ..assignment.clone() }
    }

    proptest! {
        #[test]
        fn hashes_are_equal_only_for_equal_assignments(
            one in few(),
            changes in prop::collection::vec(0..18_usize, 0..4),
        ) {
            let mut other = one.clone();
            for change in changes {
                apply(&mut other, change);
            }
            prop_assert_eq!(one.hash() == other.hash(), one == other);
            // A worker must grade with what the grader has proven.
            let sent = serde_json::to_vec(&other).unwrap();
            prop_assert_eq!(&serde_json::from_slice::<Assignment>(&sent).unwrap(), &other);
            other.course = Some("CS 1".to_owned());
            prop_assert_eq!(other.hash(), without_course(&other).hash());
        }
    }
}
