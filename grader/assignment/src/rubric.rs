//! Reads the rubric file: the graded checks, the points, and the puzzles.

mod hand;
mod messages;
mod omitted;
mod pool;
mod problems;
mod shape;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::PathBuf;

use base::input::{self, FileError, InputText};
use grade::check::{Check, Group, JudgedBy, SolverAnswer};
use grade::hand::HandRubric;
use grade::points::Points;
use grade::{CapRule, KitOmissions, Visibility};
use late::{Attempts, Policy, WireAttempts, WireLate};
use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, Deserializer};

use super::credit::{self, WireCap, WirePartial};
use super::domain::{
    Assignment, ExpectedAnswer, Hints, Puzzle, RandomPuzzles, Rejected, RubricEntry, Tests,
    strict_key,
};
use super::limits::{RunLimits, WireLimits};
use super::own_tests;
use super::private::{PrivateCases, SHORTEST_SEED};
use super::problem::{Problem, SCHEMA};
use super::puzzle;
use super::puzzle_set::PuzzleSet;

pub(super) use messages::LONGEST as LONGEST_MESSAGE;
pub(super) use problems::find_problems;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WireRubric {
    /// Checked first, because other keys may differ in other versions of the format.
    #[serde(rename = "schema")]
    _schema: String,
    title: String,
    course: Option<String>,
    limits: WireLimits,
    checks: Spanned<BTreeMap<Spanned<String>, WireCheck>>,
    #[serde(default)]
    cap: Vec<WireCap>,
    puzzles: WirePuzzles,
    random: Option<Spanned<pool::WireRandom>>,
    private: Option<WirePrivate>,
    tests: Option<own_tests::WireTests>,
    late: Option<WireLate>,
    attempts: Option<Spanned<WireAttempts>>,
    class: Option<WireClass>,
    hand: Option<hand::WireHand>,
    gradebook: Option<WireGradebook>,
    #[serde(default)]
    messages: messages::WireMessages,
    #[serde(default)]
    hints: WireHints,
    omitted: Option<omitted::WireOmitted>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table such as `{ seed = \"...\" }`")]
struct WirePrivate {
    seed: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table such as `{ authors = \"authors.csv\" }`")]
struct WireClass {
    authors: PathBuf,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table such as `{ rejected = \"zero\" }`")]
struct WireGradebook {
    rejected: Rejected,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table such as `{ points = 5 }`")]
struct WireCheck {
    points: Spanned<f64>,
    visibility: Option<Spanned<String>>,
    hidden_state: Option<Spanned<String>>,
    one_queue: Option<Spanned<String>>,
    partial: Option<Spanned<WirePartial>>,
    #[serde(default)]
    requires: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table")]
struct WirePuzzles {
    boards: Vec<Spanned<String>>,
    solve: Vec<Spanned<String>>,
    /// Overrides the visibility given in the puzzle files.
    #[serde(default)]
    visibility: BTreeMap<Spanned<String>, Spanned<String>>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table")]
struct WireHints {
    explanation: Option<bool>,
}

/// A valid rubric, before looking up puzzle names.
pub(super) struct Rubric {
    title: String,
    course: Option<String>,
    late: Option<Policy>,
    attempts: Option<Attempts>,
    rejected: Option<Rejected>,
    authors: Option<PathBuf>,
    hand: Option<HandRubric>,
    checks: Vec<RubricEntry>,
    caps: Vec<CapRule>,
    limits: RunLimits,
    boards: Vec<Spanned<String>>,
    solve: Vec<Spanned<String>>,
    visibilities: BTreeMap<String, Visibility>,
    random: Option<RandomPuzzles>,
    private: Option<PrivateCases>,
    tests: Option<Tests>,
    hints: Hints,
    omitted: KitOmissions,
    check_spans: BTreeMap<Check, Range<usize>>,
}

pub(super) fn read_rubric(source: InputText<'_>) -> Result<Rubric, FileError> {
    let table = DeTable::parse(source.text).map_err(|error| source.toml_error(&error, |_| None))?;
    check_schema(table.get_ref(), source)?;
    if let Some(mistake) = shape::find_mistakes(table.get_ref(), source).into_iter().next() {
        return Err(mistake);
    }
    let wire = WireRubric::deserialize(Deserializer::from(table))
        .map_err(|error| source.toml_error(&error, |_| None))?;

    let limits = RunLimits::from_wire(&wire.limits, source)?;
    let checks_span = wire.checks.span();
    let mut checks = Vec::new();
    let mut check_spans = BTreeMap::new();
    // Read the checks in file order to report the first error in the file.
    let mut wires: Vec<_> = wire.checks.into_inner().into_iter().collect();
    wires.sort_by_key(|(id, _)| id.span().start);
    for (id, wire) in &wires {
        let rated = parse_entry(id, wire, limits, source)?;
        check_spans.insert(rated.check, id.span());
        checks.push(rated);
    }
    for (at, (_, wire)) in wires.iter().enumerate() {
        let (check, names) = (checks[at].check, &wire.requires);
        checks[at].requires = credit::parse_requires(check, names, &checks, &check_spans, source)?;
    }
    if checks.is_empty() {
        return Err(source.error(checks_span, &Problem::NoChecks));
    }
    // The order in a file is the author's, but reports and hashes need one order.
    checks.sort_by_key(|rated| rated.check);
    messages::read_messages(wire.messages, &mut checks, source)?;
    let caps = credit::parse_caps(wire.cap, &checks, &check_spans, source)?;
    let random = wire.random.map(|wire| pool::read_pool(wire.into_inner(), source)).transpose()?;
    let private = wire.private.map(|wire| parse_private(wire, source)).transpose()?;
    let tests = wire.tests.map(|tests| own_tests::read_tests(tests, source)).transpose()?;
    if tests.is_none()
        && let Some(span) = check_spans.get(&Check::TestsOwn)
    {
        return Err(source.error(span.clone(), &Problem::NoTests(Check::TestsOwn.id())));
    }
    let late = wire.late.map(|wire| late::parse_policy(&wire, source)).transpose()?;
    let attempts = wire.attempts.map(|wire| Attempts::parse(&wire, source)).transpose()?;
    let rejected = wire.gradebook.map(|gradebook| gradebook.rejected);
    let authors = wire.class.map(|class| class.authors);
    let hand = wire.hand.map(|hand| hand::read_hand(hand, source)).transpose()?;
    let hints = Hints { explanation: wire.hints.explanation.unwrap_or(true) };
    let omitted = wire.omitted.map(|wire| omitted::read_omissions(&wire, source)).transpose()?;
    let omitted = omitted.unwrap_or_default();
    let visibilities = parse_visibilities(&wire.puzzles, source)?;
    let WirePuzzles { boards, solve, .. } = wire.puzzles;
    let (title, course) = (wire.title, wire.course);
    Ok(Rubric {
        title,
        course,
        late,
        attempts,
        rejected,
        authors,
        hand,
        checks,
        caps,
        limits,
        boards,
        solve,
        visibilities,
        random,
        private,
        tests,
        hints,
        omitted,
        check_spans,
    })
}

fn parse_private(wire: WirePrivate, source: InputText<'_>) -> Result<PrivateCases, FileError> {
    if wire.seed.get_ref().chars().count() < SHORTEST_SEED {
        return Err(source.error(wire.seed.span(), &Problem::ShortPrivateSeed));
    }
    Ok(PrivateCases::draw(wire.seed.into_inner()))
}

fn parse_visibilities(
    wire: &WirePuzzles,
    source: InputText<'_>,
) -> Result<BTreeMap<String, Visibility>, FileError> {
    let mut wires: Vec<_> = wire.visibility.iter().collect();
    // Report the first error in the file. The map is ordered by name.
    wires.sort_by_key(|(name, _)| name.span().start);
    let mut visibilities = BTreeMap::new();
    for (name, visibility) in wires {
        let listed = || {
            wire.boards.iter().chain(&wire.solve).map(|listed_name| listed_name.get_ref().as_str())
        };
        if !listed().any(|listed_name| listed_name == name.get_ref()) {
            let like = input::most_like(name.get_ref(), listed()).map(str::to_owned);
            let problem = Problem::UnlistedPuzzle(name.get_ref().clone(), like);
            return Err(source.error(name.span(), &problem));
        }
        let visibility = puzzle::visibility(Some(visibility), source)?;
        visibilities.insert(name.get_ref().clone(), visibility);
    }
    Ok(visibilities)
}

fn check_schema(table: &DeTable<'_>, source: InputText<'_>) -> Result<(), FileError> {
    match table.get("schema") {
        None => Err(source.error(0..0, &Problem::NoSchema)),
        Some(schema) if schema.get_ref().as_str() == Some(SCHEMA) => Ok(()),
        Some(schema) => Err(source.error(schema.span(), &Problem::Schema)),
    }
}

fn parse_entry(
    id: &Spanned<String>,
    wire: &WireCheck,
    limits: RunLimits,
    source: InputText<'_>,
) -> Result<RubricEntry, FileError> {
    let name = id.get_ref();
    let check = Check::from_id(name).ok_or_else(|| {
        let like = Check::most_similar(name).map(Check::id);
        source.error(id.span(), &Problem::UnknownCheck(name.clone(), like))
    })?;
    let points = Points::from_f64(*wire.points.get_ref())
        .ok_or_else(|| source.error(wire.points.span(), &Problem::Points))?;
    let visibility = puzzle::visibility(wire.visibility.as_ref(), source)?;
    let is_strict = is_strict(check, wire, source)?;
    let partial = credit::parse_partial(check, wire.partial.as_ref(), limits, source)?;
    let requires = Vec::new();
    let note = None;
    Ok(RubricEntry { check, points, visibility, is_strict, partial, requires, note })
}

/// Reads the check's [key](strict_key) for something that it may tolerate. Keys of other checks are errors.
fn is_strict(check: Check, wire: &WireCheck, source: InputText<'_>) -> Result<bool, FileError> {
    let mut is_strict = false;
    for (key, rule) in [("hidden_state", &wire.hidden_state), ("one_queue", &wire.one_queue)] {
        let Some(rule) = rule else { continue };
        if strict_key(check) != Some(key) {
            return Err(source.error(rule.span(), &Problem::StrictElsewhere { key }));
        }
        is_strict = match rule.get_ref().as_str() {
            "remark" => false,
            "fail" => true,
            other => return Err(source.error(rule.span(), &Problem::Strict(other.to_owned()))),
        };
    }
    Ok(is_strict)
}

impl Rubric {
    pub(super) fn with_puzzles(
        self,
        source: InputText<'_>,
        puzzles: &PuzzleSet,
    ) -> Result<Assignment, FileError> {
        let mut boards = find_puzzles(&self.boards, source, puzzles)?;
        let mut solve = find_puzzles(&self.solve, source, puzzles)?;
        for puzzle in boards.iter_mut().chain(&mut solve) {
            if let Some(visibility) = self.visibilities.get(&puzzle.name) {
                puzzle.visibility = *visibility;
            }
        }
        for (name, puzzle) in self.solve.iter().zip(&solve) {
            if puzzle.answer == ExpectedAnswer::BoardOnly {
                return Err(source.error(name.span(), &Problem::BoardOnly(puzzle.name.clone())));
            }
        }
        for (check, span) in self.check_spans {
            if let Some(needs) = missing_puzzle(check, &solve) {
                let problem = Problem::NothingToSolve { check: check.id(), needs };
                return Err(source.error(span, &problem));
            }
        }
        let Self {
            title,
            course,
            checks,
            caps,
            limits,
            random,
            private,
            tests,
            late,
            attempts,
            hints,
            omitted,
            ..
        } = self;
        let (rejected, authors, hand) = (self.rejected, self.authors, self.hand);
        Ok(Assignment {
            title,
            course,
            checks,
            caps,
            limits,
            boards,
            solve,
            random,
            private,
            tests,
            late,
            attempts,
            rejected,
            authors,
            hand,
            hints,
            omitted,
        })
    }
}

impl Rubric {
    /// Returns the errors in the rubric's puzzle names or, if there are none, in the puzzles that it names.
    pub(super) fn problems(self, source: InputText<'_>, puzzles: &PuzzleSet) -> Vec<FileError> {
        let names = self.boards.iter().chain(&self.solve);
        let wrong = names
            .filter_map(|name| find_puzzles(std::slice::from_ref(name), source, puzzles).err());
        let mut problems: Vec<FileError> = wrong.collect();
        if problems.is_empty() {
            problems.extend(self.with_puzzles(source, puzzles).err());
        }
        problems
    }
}

fn find_puzzles(
    names: &[Spanned<String>],
    source: InputText<'_>,
    all: &PuzzleSet,
) -> Result<Vec<Puzzle>, FileError> {
    let mut seen: BTreeSet<&Spanned<String>> = BTreeSet::new();
    let mut puzzles = Vec::with_capacity(names.len());
    for name in names {
        if let Some(first) = seen.replace(name) {
            let error = source.error(name.span(), &Problem::ListedTwice(name.get_ref().clone()));
            return Err(error.with_second_place(first.span(), "first here"));
        }
        let puzzle = all.get(name.get_ref()).ok_or_else(|| {
            let like = all.most_similar_name(name.get_ref()).map(str::to_owned);
            source.error(name.span(), &Problem::UnknownPuzzle(name.get_ref().clone(), like))
        })?;
        puzzles.push(puzzle.clone());
    }
    Ok(puzzles)
}

/// Returns the kind of puzzle that a solver check needs, if the list contains none. Without one, the check would always
/// pass.
pub fn missing_puzzle(check: Check, solve: &[Puzzle]) -> Option<&'static str> {
    let is_solvable = |puzzle: &Puzzle| matches!(puzzle.answer, ExpectedAnswer::Moves(_));
    if check.group() != Group::Solver {
        None
    } else if check.spec().judged_by == JudgedBy::Answer(SolverAnswer::Unsolvable) {
        solve.iter().all(is_solvable).then_some("is unsolvable")
    } else {
        (!solve.iter().any(is_solvable)).then_some("is solvable")
    }
}

#[cfg(test)]
mod tests;
