//! The hash that identifies an assignment in grades.

use base::digest::Parts;
use grade::Visibility;
use grade::points::Points;

use super::domain::{Assignment, ExpectedAnswer, Hard, Partial, Puzzle, Random};

impl Assignment {
    /// Returns a hash of everything that affects a grade, such as `sha256:0b1c...`.
    ///
    /// Layout, comments, the order of keys, the title, and unused puzzles do not affect the hash. The order of the
    /// puzzles does, because it determines which puzzle a failure shows.
    pub fn hash(&self) -> String {
        let mut hash = Parts::default();
        hash.add("assignment/1");
        self.limits.add_to(&mut hash);
        hash.length(self.checks.len());
        for rated in &self.checks {
            hash.add(rated.check.id());
            hash.add(rated.points.to_string());
            hash.add(rated.visibility.as_str());
            hash.number(u32::from(rated.is_strict).to_le_bytes());
        }
        for puzzles in [&self.boards, &self.solve] {
            hash.length(puzzles.len());
            for puzzle in puzzles {
                add_puzzle(&mut hash, puzzle);
            }
        }
        // The pool already depends on the range of moves.
        if let Some(Random { seed, solvable, unsolvable, moves: _, pool, hard }) = &self.random {
            hash.add(seed);
            hash.length(*solvable);
            hash.length(*unsolvable);
            hash.length(pool.len());
            for puzzle in pool {
                add_puzzle(&mut hash, puzzle);
            }
            // Omit absent hard boards to preserve existing hashes.
            if let Some(Hard { count, moves: _, pool }) = hard {
                hash.add("hard");
                hash.length(*count);
                hash.length(pool.len());
                for puzzle in pool {
                    add_puzzle(&mut hash, puzzle);
                }
            }
        }
        // Omit an absent table to preserve existing hashes.
        if let Some(tests) = &self.tests {
            hash.length(tests.faults.len());
            tests.faults.iter().for_each(|fault| hash.add(fault));
            hash.number(tests.catch.to_le_bytes());
        }
        // Add only hidden puzzles to preserve existing hashes.
        let pool = self.random.as_ref().map(|random| &random.pool);
        let hard = self.random.as_ref().and_then(|random| random.hard.as_ref());
        let lists = [Some(&self.boards), Some(&self.solve), pool, hard.map(|hard| &hard.pool)];
        for (list, puzzles) in (0_u32..).zip(lists.into_iter().flatten()) {
            for (place, puzzle) in puzzles.iter().enumerate() {
                if puzzle.visibility != Visibility::Visible {
                    hash.number(list.to_le_bytes());
                    hash.length(place);
                    hash.add(puzzle.visibility.as_str());
                }
            }
        }
        // Omit absent partial credit to preserve existing hashes.
        for rated in &self.checks {
            add_partial(&mut hash, rated.check.id(), &rated.partial);
            if let Some(note) = &rated.note {
                hash.add("note");
                hash.add(rated.check.id());
                hash.add(note);
            }
            for required in &rated.requires {
                hash.add("requires");
                hash.add(rated.check.id());
                hash.add(required.id());
            }
        }
        for cap in &self.caps {
            hash.add("cap");
            hash.add(cap.unless.id());
            hash.add(cap.score.to_string());
            hash.add(cap.least.to_string());
            hash.add(&cap.why);
        }
        hash.named()
    }
}

impl Assignment {
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

fn add_puzzle(hash: &mut Parts, puzzle: &Puzzle) {
    hash.add(&puzzle.name);
    hash.length(puzzle.tiles.len());
    puzzle.tiles.iter().flatten().for_each(|tile| hash.number(tile.to_le_bytes()));
    let (kind, moves) = match puzzle.answer {
        ExpectedAnswer::Moves(moves) => ("moves", moves),
        ExpectedAnswer::Unsolvable { twin_moves } => ("twin_moves", twin_moves),
        ExpectedAnswer::BoardOnly => ("board_only", 0),
    };
    hash.add(kind);
    hash.number(moves.to_le_bytes());
}

fn add_partial(hash: &mut Parts, check: &str, partial: &Partial) {
    let (name, numbers) = match partial {
        Partial::None => return,
        Partial::Share { most } => ("share", vec![*most]),
        Partial::Large { part } => ("large", vec![*part]),
        Partial::Thresholds(thresholds) => ("thresholds", thresholds.clone()),
    };
    hash.add(name);
    hash.add(check);
    hash.length(numbers.len());
    for number in numbers {
        hash.number(number.to_le_bytes());
    }
}

#[cfg(test)]
mod tests {
    use grade::check::Check;

    use super::*;

    #[test]
    fn the_hash_covers_only_grade_relevant_fields() {
        let assignment = Assignment::embedded();
        let hash = assignment.hash();
        assert!(hash.strip_prefix("sha256:").is_some_and(|hex| hex.len() == 64), "{hash}");

        let mut renamed = assignment.clone();
        renamed.title = "15-puzzle".to_owned();
        assert_eq!(renamed.hash(), hash);

        let moves =
            |it: &Assignment| it.checks.iter().position(|it| it.check == Check::SolverMoves);
        let moves = moves(&assignment).unwrap();
        let changes: [fn(&mut Assignment, usize); 28] = [
            |it, _| it.limits.time += 1,
            |it, _| it.limits.stop += 1,
            |it, _| it.limits.memory_mib += 1,
            |it, _| it.limits.board_memory += 1,
            |it, _| it.limits.solver_memory += 1,
            |it, _| it.checks[0].points = Points::from_thousandths(1),
            |it, _| it.checks[0].visibility = Visibility::Hidden,
            |it, _| it.checks[0].is_strict = true,
            |it, _| it.random = None,
            |it, _| it.random.iter_mut().for_each(|random| random.solvable += 1),
            |it, _| it.random.iter_mut().for_each(|random| random.hard = None),
            |it, _| {
                it.random.iter_mut().flat_map(|it| &mut it.hard).for_each(|hard| hard.count += 1);
            },
            |it, _| it.solve.swap(0, 1),
            |it, _| it.solve[5].answer = ExpectedAnswer::Moves(7),
            |it, _| it.boards.extend(it.solve.pop()),
            |it, _| it.boards[1].visibility = Visibility::Hidden,
            |it, _| it.solve[1].visibility = Visibility::Hidden,
            |it, _| it.solve[1].visibility = Visibility::AfterDueDate,
            |it, _| it.random.iter_mut().for_each(|it| it.pool[1].visibility = Visibility::Hidden),
            |it, _| it.tests = None,
            |it, _| it.tests.iter_mut().for_each(|tests| tests.catch = 0),
            |it, _| it.tests.iter_mut().for_each(|tests| tests.faults.truncate(1)),
            |it, moves| it.checks[moves].partial = Partial::None,
            |it, moves| it.checks[moves].partial = Partial::Share { most: 501 },
            |it, moves| it.checks[moves].requires = vec![Check::CompileApi],
            |it, _| it.caps.clear(),
            |it, _| it.caps[0].score = Points::from_thousandths(1),
            |it, _| it.caps[0].why = "so it is".to_owned(),
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
        let moves = assignment.checks.iter().position(|it| it.check == Check::SolverMoves);
        let time = assignment.checks.iter().position(|it| it.check == Check::SolverTime);
        let (moves, time) = (moves.unwrap(), time.unwrap());
        let change = |apply: &dyn Fn(&mut Assignment)| {
            let mut other = assignment.clone();
            apply(&mut other);
            assert_ne!(other.hash(), assignment.hash());
            other.verdicts_hash() == hash
        };
        assert!(matches!(assignment.checks[moves].partial, Partial::Share { .. }));
        assert!(change(&|it| it.checks[0].points = Points::from_thousandths(1)));
        assert!(change(&|it| it.checks[moves].partial = Partial::Share { most: 1 }));
        assert!(change(&|it| it.checks[moves].requires = vec![Check::CompileApi]));
        assert!(change(&|it| it.caps.clear()));
        assert!(!change(&|it| it.checks[moves].partial = Partial::None));
        assert!(!change(&|it| it.checks[time].partial = Partial::Thresholds(vec![it.limits.stop])));
        assert!(!change(&|it| it.checks[0].visibility = Visibility::Hidden));
        assert!(!change(&|it| it.checks[0].is_strict = true));
        assert!(!change(&|it| drop(it.checks.pop())));
        assert!(!change(&|it| it.limits.time += 1));
        assert!(!change(&|it| it.solve.swap(0, 1)));
    }
}
