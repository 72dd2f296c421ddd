//! The verdicts and points that a label expects.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Range;

use base::input::{self, FileError, InputText};
use grade::Cause;
use grade::check::{Check, Group};
use grade::points::Points;
use serde::Deserialize;
use toml::Spanned;

use super::problem::LabelProblem;
use super::shows::{self, Shows, WireShows};

/// The expected results of a submission. Each check is in at most one of the three sets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// The checks that must fail; empty for a correct submission. No other check may fail, except those in `may_fail`.
    pub fails: BTreeSet<Check>,
    /// The checks that must pass without being skipped. The default is every check except that of the submission's own
    /// tests for a correct submission, and none for a wrong one.
    pub passes: BTreeSet<Check>,
    /// The checks that may pass or fail.
    pub may_fail: BTreeSet<Check>,
    /// The expected score, with the points of the default assignment.
    pub score: Option<ScoreRange>,
    /// The facts that the evidence for checks in `fails` must show.
    pub shows: BTreeMap<Check, Shows>,
    /// The [mistakes](grade::Cause::mistake) that a report may name, because they are true.
    pub causes: BTreeSet<String>,
}

/// A range of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreRange {
    /// The minimum.
    pub least: Points,
    /// The maximum, which is at least the minimum.
    pub most: Points,
}

impl Expected {
    /// Returns `true` if an audit compares this check with the label. Labelled submissions usually have no tests of their
    /// own, so those count only if the label says something about them.
    pub(crate) fn is_about(&self, check: Check) -> bool {
        let sets = [&self.fails, &self.passes, &self.may_fail];
        check != Check::TestsOwn || sets.iter().any(|checks| checks.contains(&check))
    }

    /// Returns whether the label describes a correct submission.
    pub fn is_right(&self) -> bool {
        self.fails.is_empty()
    }
}

impl ScoreRange {
    /// Returns whether the points are in the range.
    pub fn contains(self, points: Points) -> bool {
        (self.least..=self.most).contains(&points)
    }
}

/// Formats the range as `85 to 100`, or `100`.
impl fmt::Display for ScoreRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { least, most } = self;
        if least == most { write!(f, "{least}") } else { write!(f, "{least} to {most}") }
    }
}

pub(super) struct WireExpected {
    pub(super) fails: Vec<Spanned<String>>,
    pub(super) passes: Option<Vec<Spanned<String>>>,
    pub(super) may_fail: Vec<Spanned<String>>,
    pub(super) score: Option<Spanned<WireScore>>,
    pub(super) shows: Vec<WireShows>,
    pub(super) causes: Vec<Spanned<String>>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(untagged, expecting = "expected points, such as `100` or `[85, 100]`")]
pub(super) enum WireScore {
    Exactly(f64),
    Range([f64; 2]),
}

/// The checks in a list, and how the list names each.
type List = BTreeMap<Check, ListedCheck>;

#[derive(Clone)]
struct ListedCheck {
    place: Range<usize>,
    by_group: bool,
}

pub(super) fn parse_expected(
    wire: &WireExpected,
    source: InputText<'_>,
) -> Result<Expected, FileError> {
    let mut fails = parse_checks(&wire.fails, source, |name| {
        let like = Check::most_similar(name).map(Check::id);
        let check =
            Check::from_id(name).ok_or_else(|| LabelProblem::UnknownCheck(name.into(), like))?;
        Ok(vec![check])
    })?;
    let passes = wire.passes.as_ref().map(|names| parse_checks(names, source, checks_or_group));
    let mut passes = passes.transpose()?;
    let mut may_fail = parse_checks(&wire.may_fail, source, checks_or_group)?;
    if let Some(passes) = &mut passes {
        make_disjoint(("fails", &mut fails), ("passes", passes), source)?;
        make_disjoint(("passes", passes), ("may_fail", &mut may_fail), source)?;
    }
    make_disjoint(("fails", &mut fails), ("may_fail", &mut may_fail), source)?;
    let passes = match passes {
        Some(passes) => passes.into_keys().collect(),
        None if fails.is_empty() => {
            let is_expected =
                |check: &Check| *check != Check::TestsOwn && !may_fail.contains_key(check);
            Check::ALL.into_iter().filter(is_expected).collect()
        }
        None => BTreeSet::new(),
    };
    let fails: BTreeSet<Check> = fails.into_keys().collect();
    Ok(Expected {
        shows: shows::parse_shows(&wire.shows, &fails, source)?,
        fails,
        passes,
        may_fail: may_fail.into_keys().collect(),
        score: wire.score.as_ref().map(|score| parse_range(score, source)).transpose()?,
        causes: parse_causes(&wire.causes, source)?,
    })
}

fn parse_causes(
    names: &[Spanned<String>],
    source: InputText<'_>,
) -> Result<BTreeSet<String>, FileError> {
    let known = Cause::mistakes();
    let known = |name: &Spanned<String>| {
        let like = || input::most_like(name.get_ref(), known.iter().map(String::as_str));
        if known.contains(name.get_ref()) {
            return Ok(name.get_ref().clone());
        }
        let problem =
            LabelProblem::UnknownMistake(name.get_ref().clone(), like().map(str::to_owned));
        Err(source.error(name.span(), &problem))
    };
    names.iter().map(known).collect()
}

/// Looks up a check by id, or all checks of a group by its name.
fn checks_or_group(name: &str) -> Result<Vec<Check>, LabelProblem> {
    let checks = Check::named(name);
    if checks.is_empty() {
        let ids = Check::ALL.map(Check::id).into_iter().chain(Group::ALL.map(Group::id));
        return Err(LabelProblem::UnknownName(name.to_owned(), input::most_like(name, ids)));
    }
    Ok(checks)
}

fn parse_checks(
    names: &[Spanned<String>],
    source: InputText<'_>,
    checks: impl Fn(&str) -> Result<Vec<Check>, LabelProblem>,
) -> Result<List, FileError> {
    let mut list = List::new();
    for name in names {
        let checks =
            checks(name.get_ref()).map_err(|problem| source.error(name.span(), &problem))?;
        for check in checks {
            let by_group = check.id() != name.get_ref();
            if list.insert(check, ListedCheck { place: name.span(), by_group }).is_some() {
                return Err(
                    source.error(name.span(), &LabelProblem::NamedTwice(check.id().to_owned()))
                );
            }
        }
    }
    Ok(list)
}

/// Makes two lists disjoint: a check in both should stay in the one that names it by id instead of by group.
fn make_disjoint(
    (one_key, one): (&'static str, &mut List),
    (other_key, other): (&'static str, &mut List),
    source: InputText<'_>,
) -> Result<(), FileError> {
    let both: Vec<Check> = one.keys().filter(|check| other.contains_key(check)).copied().collect();
    for check in both {
        let (first, second) = (&one[&check], &other[&check]);
        match (first.by_group, second.by_group) {
            (true, false) => one.remove(&check),
            (false, true) => other.remove(&check),
            _ => {
                let problem =
                    LabelProblem::NamedInBoth { check: check.id(), one: one_key, other: other_key };
                let error = source.error(second.place.clone(), &problem);
                return Err(error.with_second_place(first.place.clone(), "and here"));
            }
        };
    }
    Ok(())
}

fn parse_range(score: &Spanned<WireScore>, source: InputText<'_>) -> Result<ScoreRange, FileError> {
    let [least, most] = match *score.get_ref() {
        WireScore::Exactly(points) => [points, points],
        WireScore::Range(range) => range,
    };
    let range = Points::from_f64(least).zip(Points::from_f64(most));
    match range.filter(|(least, most)| least <= most) {
        Some((least, most)) => Ok(ScoreRange { least, most }),
        None => Err(source.error(score.span(), &LabelProblem::Score)),
    }
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::super::label;
    use super::*;

    fn expected(lines: &str) -> Result<Expected, FileError> {
        let text = format!("about = 'x'\n{lines}\n");
        label::parse_label(InputText { file: "one.toml", text: &text }).map(|label| label.expected)
    }

    fn error(lines: &str) -> String {
        samples::shorten_error(&expected(lines).unwrap_err().render(false))
    }

    #[test]
    fn correct_submissions_pass_all_checks_by_default() {
        let mut all = BTreeSet::from(Check::ALL);
        all.remove(&Check::TestsOwn);
        let right = expected("fails = []").unwrap();
        assert!(right.is_right());
        assert_eq!(right.passes, all);
        let slow = expected("fails = []\nmay_fail = ['solver.time']").unwrap();
        assert_eq!(slow.may_fail, BTreeSet::from([Check::SolverTime]));
        assert_eq!(&slow.passes | &slow.may_fail, all);
        assert!(slow.passes.is_disjoint(&slow.may_fail));
        let board = expected("fails = []\npasses = ['board']").unwrap();
        assert_eq!(board.passes, BTreeSet::from_iter(Check::named("board")));
        assert_eq!(expected("fails = ['solver.time']").unwrap().passes, BTreeSet::new());
    }

    #[test]
    fn a_group_excludes_checks_named_elsewhere() {
        let wrong = expected(
            "fails = ['solver.moves']\npasses = ['board', 'solver']\nmay_fail = ['solver.time']",
        );
        let Expected { fails, passes, may_fail, score, .. } = wrong.unwrap();
        assert_eq!(fails, BTreeSet::from([Check::SolverMoves]));
        assert_eq!(may_fail, BTreeSet::from([Check::SolverTime]));
        let mut rest =
            BTreeSet::from_iter([Check::named("board"), Check::named("solver")].concat());
        rest.remove(&Check::SolverMoves);
        rest.remove(&Check::SolverTime);
        assert_eq!(passes, rest);
        assert_eq!(score, None);
        let either = expected("fails = []\npasses = ['solver.moves']\nmay_fail = ['solver']");
        assert!(!either.unwrap().may_fail.contains(&Check::SolverMoves));
    }

    #[test]
    fn scores_are_points_or_ranges() {
        let score = |text: &str| expected(&format!("fails = []\nscore = {text}")).unwrap().score;
        let exactly = score("100").unwrap();
        assert_eq!(exactly.to_string(), "100");
        let range = score("[84.5, 90]").unwrap();
        assert_eq!(range.to_string(), "84.5 to 90");
        let contains = |points| range.contains(Points::from_f64(points).unwrap());
        assert_eq!([84.499, 84.5, 90.0, 90.001].map(contains), [false, true, true, false]);
        for bad in ["-1", "[90, 85]", "0.0001", "nan"] {
            let error = error(&format!("fails = []\nscore = {bad}"));
            assert!(error.contains("`score` must be a range of points"), "{error}");
        }
    }

    #[test]
    fn contradictory_labels_are_reported() {
        let both = "fails = ['solver.moves']\npasses = ['solver.moves']";
        assert_snapshot!(error(both), @"
        error: `solver.moves` is in both `fails` and `passes`
        --> one.toml:3:11 `'solver.moves'`
        = help: keep it in only one of them
        ");
        assert_snapshot!(error("fails = []\npasses = ['board']\nmay_fail = ['board']"), @"
        error: `board.dimension` is in both `passes` and `may_fail`
        --> one.toml:4:13 `'board'`
        = help: keep it in only one of them
        ");
        assert_snapshot!(error("fails = []\npasses = ['solver', 'solver.moves']"), @"
        error: check `solver.moves` is listed twice
        --> one.toml:3:21 `'solver.moves'`
        ");
        assert_snapshot!(error("fails = []\npasses = ['solvers']"), @"
        error: unknown check or group `solvers`
        --> one.toml:3:11 `'solvers'`
        = help: did you mean `solver`?
        ");
        assert_snapshot!(error("fails = []\npasses = ['everything']"), @"
        error: unknown check or group `everything`
        --> one.toml:3:11 `'everything'`
        = help: a group is `compile`, `board`, `solver` or `tests`; the default assignment lists every check
        ");
        assert_snapshot!(error("fails = []\nscore = 'all'"), @"
        error: expected points, such as `100` or `[85, 100]`
        --> one.toml:3:9 `'all'`
        ");
        assert_snapshot!(error("fails = []\nscore = [100, 85]"), @"
        error: `score` must be a range of points
        --> one.toml:3:9 `[100, 85]`
        = help: write `score = 100` or `score = [85, 100]`, in points of the default assignment
        ");
    }
}
