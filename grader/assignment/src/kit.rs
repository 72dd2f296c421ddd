//! Writes the assignment files that students may see.
//!
//! The files are generated rather than copied, to avoid leaking the instructor's comments or the names of unused
//! puzzles.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use grade::check::Check;
use grade::points::Points;
use grade::view::Audience;
use grade::{CapCondition, KitOmissions, OmittedCounts};
use toml::Value;

use super::domain::{
    Assignment, ExpectedAnswer, Hard, Partial, Puzzle, RandomPuzzles, RubricEntry, Tests,
};
use super::load::{PUZZLES, RUBRIC};
use super::problem::SCHEMA;
use super::rubric::missing_puzzle;

const PUZZLE_FILE: &str = "puzzles.toml";

/// A difference in grading between the visible part and the complete assignment. Omitted entries are not reported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Loosened {
    /// A check requires a check outside the visible part.
    #[error("`{check}` earns points without `{needed}`, because `{needed}` is not in the kit")]
    Requires {
        /// The check.
        check: Check,
        /// The required check.
        needed: Check,
    },
    /// A cap depends on a check outside the visible part.
    #[error("`{0}` does not limit the total, because it is not in the kit")]
    Cap(Check),
    /// A cap is not less than the total of the visible points, so it cannot lower them. It still applies to the
    /// complete score.
    #[error(
        "the limit of {score} points until {condition} is not in the kit, because the kit has only {all} points"
    )]
    CapAboveTotal {
        /// When the cap does not apply.
        condition: CapCondition,
        /// The cap.
        score: Points,
        /// The total of the visible points.
        all: Points,
    },
    /// All puzzles that a check needs are hidden.
    #[error("`{check}` is not in the kit, because no puzzle in it {needs}")]
    NoPuzzle {
        /// The check.
        check: Check,
        /// The missing kind of puzzle, such as `is unsolvable`.
        needs: &'static str,
    },
}

impl Assignment {
    /// Returns the part of the assignment that an audience sees, and the differences in grading.
    ///
    /// A visible check has the same result in both assignments, unless it depends on hidden puzzles or a hidden check.
    /// It also earns the same points, unless they require a hidden check.
    ///
    /// The visible part contains the numbers of what it [omits](Self::omitted), but nothing else about it.
    pub fn part_for_audience(&self, audience: Audience) -> (Self, Vec<Loosened>) {
        let (mut seen, loosened) = self.without_hidden_parts(audience);
        seen.omitted = self.count_omissions(&seen, audience);
        (seen, loosened)
    }

    fn without_hidden_parts(&self, audience: Audience) -> (Self, Vec<Loosened>) {
        let mut seen = self.clone();
        let mut loosened = Vec::new();
        let shows = |puzzle: &Puzzle| audience.sees(puzzle.visibility);
        seen.boards.retain(shows);
        seen.solve.retain(shows);
        seen.random = seen.random.filter(|random| random.boards_in_pools().all(shows));
        seen.private = None;
        // The handout describes the criteria; the program does not need them.
        seen.hand = None;
        seen.checks.retain(|rated| audience.sees(rated.visibility));
        let solve = &seen.solve;
        seen.checks.retain(|rated| match missing_puzzle(rated.check, solve) {
            Some(needs) => {
                loosened.push(Loosened::NoPuzzle { check: rated.check, needs });
                false
            }
            None => true,
        });
        let there: Vec<Check> = seen.checks.iter().map(|rated| rated.check).collect();
        for rated in &mut seen.checks {
            let check = rated.check;
            rated.requires.retain(|needed| {
                let is_there = there.contains(needed);
                if !is_there {
                    loosened.push(Loosened::Requires { check, needed: *needed });
                }
                is_there
            });
        }
        seen.caps.retain(|cap| {
            let missing = cap.unless.check().filter(|check| !there.contains(check));
            loosened.extend(missing.map(Loosened::Cap));
            missing.is_none()
        });
        // Rubrics do not allow a cap of the total or more, because it would have no effect.
        let all: Points = seen.checks.iter().map(|rated| rated.points).sum();
        seen.caps.retain(|cap| {
            let is_useful = cap.is_useful(all);
            if !is_useful {
                let (condition, score) = (cap.unless, cap.score);
                loosened.push(Loosened::CapAboveTotal { condition, score, all });
            }
            is_useful
        });
        let is_hidden = |rated: &RubricEntry| {
            rated.check == Check::TestsOwn && !audience.sees(rated.visibility)
        };
        if self.checks.iter().any(is_hidden) {
            seen.tests = None;
        }
        (seen, loosened)
    }

    /// Counts what this assignment has and `seen`, the kit for this audience, does not: in all, and the part that the kit
    /// for after the due date has.
    fn count_omissions(&self, seen: &Self, audience: Audience) -> KitOmissions {
        let all = self.counts_without(seen);
        let never = match audience {
            Audience::Student => {
                self.counts_without(&self.without_hidden_parts(Audience::AfterDueDate).0)
            }
            Audience::AfterDueDate | Audience::Instructor => all,
        };
        let later = OmittedCounts {
            checks: all.checks.saturating_sub(never.checks),
            points: all.points.without(never.points),
            puzzles: all.puzzles.saturating_sub(never.puzzles),
        };
        // This may already be a kit.
        let earlier = self.omitted;
        KitOmissions {
            all: all + earlier.all,
            after_due_date: later + earlier.after_due_date,
            has_private_cases: self.private.is_some() || earlier.has_private_cases,
        }
    }

    /// Counts the parts that another assignment does not have.
    fn counts_without(&self, other: &Self) -> OmittedCounts {
        let is_missing = |rated: &&RubricEntry| other.find_rubric_entry(rated.check).is_none();
        let checks: Vec<&RubricEntry> = self.checks.iter().filter(is_missing).collect();
        OmittedCounts {
            checks: checks.len(),
            points: checks.iter().map(|rated| rated.points).sum(),
            puzzles: self.count_puzzles().saturating_sub(other.count_puzzles()),
        }
    }

    /// Returns the number of different puzzles that a submission is graded on, without those from a private seed.
    fn count_puzzles(&self) -> usize {
        let listed = self.boards.iter().chain(&self.solve).map(|puzzle| &puzzle.name);
        let drawn = self.random.as_ref().map_or(0, RandomPuzzles::count_drawn);
        listed.collect::<BTreeSet<_>>().len() + drawn
    }

    /// Returns the files that define an equal assignment, by relative path.
    pub fn texts(&self) -> BTreeMap<String, String> {
        let puzzles = format!("{PUZZLES}/{PUZZLE_FILE}");
        BTreeMap::from([
            (RUBRIC.to_owned(), self.rubric_to_toml()),
            (puzzles, self.puzzles_to_toml()),
        ])
    }

    fn rubric_to_toml(&self) -> String {
        let mut text = format!("schema = {}\ntitle = {}\n", quoted(SCHEMA), quoted(&self.title));
        let _ = write!(text, "\n{}\n[checks]\n", self.limits.to_toml());
        for rated in &self.checks {
            let _ = writeln!(text, "{} = {}", quoted(rated.check.id()), rule_to_toml(rated));
        }
        let noted =
            self.checks.iter().filter_map(|rated| Some((rated.check, rated.note.as_ref()?)));
        for (i, (check, note)) in noted.enumerate() {
            let table = if i == 0 { "\n[messages]\n" } else { "" };
            let _ = writeln!(text, "{table}{} = {}", quoted(check.id()), quoted(note));
        }
        for cap in &self.caps {
            let (unless, why) = (quoted(cap.unless.id()), quoted(&cap.why));
            let score = cap.score;
            let _ = write!(text, "\n[[cap]]\nunless = {unless}\nscore = {score}\n");
            if cap.least < cap.score {
                let _ = writeln!(text, "least = {}", cap.least);
            }
            if let Some(bend) = cap.nine_tenths {
                let _ = writeln!(text, "nine_tenths = {bend}");
            }
            let _ = writeln!(text, "why = {why}");
        }
        let names = |puzzles: &[Puzzle]| {
            let lines = puzzles.iter().map(|puzzle| format!("    {},\n", quoted(&puzzle.name)));
            format!("[\n{}]", lines.collect::<String>())
        };
        let (boards, solve) = (names(&self.boards), names(&self.solve));
        let _ = write!(text, "\n[puzzles]\nboards = {boards}\nsolve = {solve}\n");
        text.extend(self.random.as_ref().map(random_to_toml));
        if let Some(private) = &self.private {
            let _ = write!(text, "\n[private]\nseed = {}\n", quoted(&private.seed));
        }
        if let Some(Tests { faults, catch }) = &self.tests {
            let faults: Vec<String> = faults.iter().map(|fault| quoted(fault)).collect();
            let faults = faults.join(", ");
            let _ = write!(text, "\n[tests]\nfaults = [{faults}]\ncatch = {catch}\n");
        }
        if !self.hints.explanation {
            text.push_str("\n[hints]\nexplanation = false\n");
        }
        text.push_str(&omissions_to_toml(&self.omitted));
        text
    }

    fn puzzles_to_toml(&self) -> String {
        let mut text = String::new();
        // A puzzle may be in both lists. A set would lose their order.
        let mut written: Vec<&str> = Vec::new();
        for puzzle in self.boards.iter().chain(&self.solve) {
            if written.contains(&puzzle.name.as_str()) {
                continue;
            }
            written.push(&puzzle.name);
            let rows = puzzle.tiles.iter().map(|row| format!("{row:?}"));
            let rows = rows.collect::<Vec<_>>().join(", ");
            let answer = match puzzle.answer {
                ExpectedAnswer::Moves(moves) => format!("moves = {moves}"),
                ExpectedAnswer::Unsolvable { twin_moves } => format!("twin_moves = {twin_moves}"),
                ExpectedAnswer::BoardOnly => "board_only = true".to_owned(),
            };
            let (name, visibility) = (quoted(&puzzle.name), quoted(puzzle.visibility.as_str()));
            let _ = write!(
                text,
                "[[puzzle]]\nname = {name}\ntiles = [{rows}]\n{answer}\n\
                 visibility = {visibility}\n\n"
            );
        }
        text
    }
}

fn rule_to_toml(rated: &RubricEntry) -> String {
    let RubricEntry { points, visibility, partial, requires, .. } = rated;
    let mut rule = format!("{{ points = {points}, visibility = {}", quoted(visibility.as_str()));
    if let Some(key) = rated.forbidding_key() {
        let _ = write!(rule, ", {key} = \"fail\"");
    }
    let part = |thousandths: u32| f64::from(thousandths) / 1000.0;
    let _ = match partial {
        Partial::None => Ok(()),
        Partial::Share { most: 1000 } => write!(rule, ", partial = \"share\""),
        Partial::Share { most } => write!(rule, ", partial = {{ most = {:?} }}", part(*most)),
        Partial::Large { part: of } => write!(rule, ", partial = {{ large = {:?} }}", part(*of)),
        Partial::Thresholds(steps) => write!(rule, ", partial = {{ thresholds = {steps:?} }}"),
    };
    if !requires.is_empty() {
        let needed: Vec<String> = requires.iter().map(|check| quoted(check.id())).collect();
        let _ = write!(rule, ", requires = [{}]", needed.join(", "));
    }
    rule + " }"
}

fn random_to_toml(random: &RandomPuzzles) -> String {
    let RandomPuzzles { seed, solvable, unsolvable, moves, hard, .. } = random;
    let visibility =
        random.boards_in_pools().next().map(|puzzle| puzzle.visibility).unwrap_or_default();
    let mut text = format!(
        "\n[random]\nseed = {}\nsolvable = {solvable}\nunsolvable = {unsolvable}\n\
         moves = {moves:?}\nvisibility = {}\n",
        quoted(seed),
        quoted(visibility.as_str()),
    );
    if let Some(Hard { count, moves, .. }) = hard {
        let _ = writeln!(text, "hard = {{ solvable = {count}, moves = {moves:?} }}");
    }
    text
}

fn omissions_to_toml(omitted: &KitOmissions) -> String {
    if omitted.is_nothing() {
        return String::new();
    }
    let counts = |counts: OmittedCounts| {
        let OmittedCounts { checks, points, puzzles } = counts;
        [
            ("checks", checks.to_string()),
            ("points", points.to_string()),
            ("puzzles", puzzles.to_string()),
        ]
    };
    let fields =
        |counts: [(&str, String); 3]| counts.map(|(name, number)| format!("{name} = {number}"));
    let KitOmissions { all, after_due_date, has_private_cases } = *omitted;
    format!(
        "\n[omitted]\n{}\ndrawn = {has_private_cases}\n\
         after_due_date = {{ {} }}\n",
        fields(counts(all)).join("\n"),
        fields(counts(after_due_date)).join(", "),
    )
}

fn quoted(text: &str) -> String {
    Value::String(text.to_owned()).to_string()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use grade::Visibility;

    use super::super::domain::strict_key;
    use super::*;

    fn read_back(assignment: &Assignment) -> Assignment {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in assignment.texts() {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        Assignment::load(folder.path()).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn a_kit_without_hidden_parts_equals_the_assignment() {
        let mut assignment = Assignment::embedded();
        assignment.title = "\"8\"\n\\puzzle".to_owned();
        let moves = assignment.checks.iter_mut().find(|rated| rated.check == Check::SolverMoves);
        let moves = moves.unwrap();
        moves.requires = vec![Check::CompileApi];
        moves.note = Some("Folie 12:\n\"https://uni.example/a*\"".to_owned());
        let strict = assignment.checks.iter_mut().filter(|rated| strict_key(rated.check).is_some());
        assert_eq!(strict.map(|rated| rated.is_strict = true).count(), 3);
        let (seen, loosened) = assignment.part_for_audience(Audience::Student);
        assert_eq!((&seen, &loosened[..]), (&assignment, &[][..]));
        let back = read_back(&seen);
        assert_eq!(back, assignment);
        assert_eq!(back.hash(), assignment.hash());
    }

    #[test]
    fn hidden_parts_are_removed_from_the_kit() {
        let mut assignment = Assignment::embedded();
        assignment.solve[5].visibility = Visibility::Hidden;
        let is_solved = |name: &str| assignment.solve.iter().any(|puzzle| puzzle.name == name);
        let alone = assignment.boards.iter().position(|puzzle| !is_solved(&puzzle.name)).unwrap();
        assignment.boards[alone].visibility = Visibility::AfterDueDate;
        let hidden = [assignment.solve[5].name.clone(), assignment.boards[alone].name.clone()];
        for rated in &mut assignment.checks {
            match rated.check {
                Check::SolverMoves => {
                    rated.visibility = Visibility::Hidden;
                    rated.note = Some("a secret".to_owned());
                }
                Check::SolverPath => rated.requires = vec![Check::SolverMoves],
                _ => {}
            }
        }
        let (seen, loosened) = assignment.part_for_audience(Audience::Student);
        let both = Loosened::Requires { check: Check::SolverPath, needed: Check::SolverMoves };
        let all: Points = seen.checks.iter().map(|rated| rated.points).sum();
        let above = |condition| {
            let cap = assignment.caps.iter().find(|cap| cap.unless == condition).unwrap();
            Loosened::CapAboveTotal { condition, score: cap.score, all }
        };
        let hidden_cap = Loosened::Cap(Check::SolverMoves);
        let others = [
            CapCondition::Program,
            CapCondition::Check(Check::SolverSolvable),
            CapCondition::Check(Check::CompileApi),
        ]
        .map(above);
        assert_eq!(loosened, [vec![both, hidden_cap], others.to_vec()].concat());
        let text: String = seen.texts().into_values().collect();
        let is_included = |name: &String| text.contains(&quoted(name));
        assert!(!hidden.iter().any(is_included), "{hidden:?}: {text}");
        assert!(!text.contains("solver.moves") && !text.contains("a secret"), "{text}");
        assert_eq!(read_back(&seen), seen);
        let rest = |assignment: &Assignment| {
            assignment
                .checks
                .iter()
                .filter(|rated| rated.check != Check::SolverPath)
                .filter(|rated| rated.check != Check::SolverMoves)
                .cloned()
                .collect::<Vec<_>>()
        };
        assert_eq!(rest(&seen), rest(&assignment));
        let (later, _) = assignment.part_for_audience(Audience::AfterDueDate);
        assert_eq!(later.boards, assignment.boards);
        assert_eq!(read_back(&later), later);
    }

    #[test]
    fn hidden_puzzles_remove_random_boards_and_loosen_checks() {
        let mut assignment = Assignment::embedded();
        let random = assignment.random.as_mut().unwrap();
        random.pool.iter_mut().for_each(|puzzle| puzzle.visibility = Visibility::Hidden);
        for puzzle in &mut assignment.solve {
            if puzzle.answer.is_unsolvable() {
                puzzle.visibility = Visibility::Hidden;
            }
        }
        let (seen, loosened) = assignment.part_for_audience(Audience::Student);
        assert_eq!(seen.random, None);
        let needs = "is unsolvable";
        assert!(loosened.contains(&Loosened::NoPuzzle { check: Check::SolverUnsolvable, needs }));
        assert_eq!(read_back(&seen), seen);
    }
}
