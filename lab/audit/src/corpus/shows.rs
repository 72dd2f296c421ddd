//! The facts that a failure's evidence must show according to a label, such as the cause, a board, and a step.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use assignment::{WireTiles, read_tiles};
use base::input::{self, FileError, InputText};
use grade::cause::{BoardCause, CompileCause, SearchCause, SolverCause, TestsCause};
use grade::check::{Check, Group};
use grade::kinds::kinds;
use grade::{Departure, Tiles};
use serde::Deserialize;
use toml::Spanned;

use super::problem::LabelProblem;

/// The facts that a failure must show. `None` fields are not compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shows {
    /// The kind of the cause, as in `grade.json`.
    pub cause: Option<&'static str>,
    /// The kind of the moment.
    pub moment: Option<&'static str>,
    /// The step of the moment.
    pub step: Option<Steps>,
    /// The name of the puzzle.
    pub puzzle: Option<String>,
    /// The board at the moment if `moment` or `step` is given, or else the board in the evidence.
    pub tiles: Option<Tiles>,
}

/// A range of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    /// The first step.
    pub first: u64,
    /// The last step, which is at least `first`.
    pub last: u64,
}

impl Shows {
    pub(crate) fn is_of_moment(&self) -> bool {
        self.moment.is_some() || self.step.is_some()
    }
}

impl Steps {
    /// Returns whether the range contains this step.
    pub fn contains(self, step: u64) -> bool {
        (self.first..=self.last).contains(&step)
    }
}

/// Formats the range as `step 37`, or `a step from 30 to 40`.
impl fmt::Display for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { first, last } = self;
        if first == last {
            write!(f, "step {first}")
        } else {
            write!(f, "a step from {first} to {last}")
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WireShows {
    check: Spanned<String>,
    cause: Option<Spanned<String>>,
    moment: Option<Spanned<String>>,
    step: Option<Spanned<WireStep>>,
    puzzle: Option<Spanned<String>>,
    tiles: Option<WireTiles>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(untagged, expecting = "expected a step, such as `37` or `[30, 40]`")]
enum WireStep {
    Exactly(u64),
    Range([u64; 2]),
}

/// Reads the facts that failures of these checks must show.
pub(super) fn parse_shows(
    wire: &[WireShows],
    fails: &BTreeSet<Check>,
    source: InputText<'_>,
) -> Result<BTreeMap<Check, Shows>, FileError> {
    let mut all = BTreeMap::new();
    for entry in wire {
        let name = entry.check.get_ref();
        let error = |problem: &LabelProblem| source.error(entry.check.span(), problem);
        let check = Check::from_id(name).ok_or_else(|| {
            error(&LabelProblem::UnknownCheck(
                name.clone(),
                Check::most_similar(name).map(Check::id),
            ))
        })?;
        if !fails.contains(&check) {
            return Err(error(&LabelProblem::ShowsNoFailure(check.id())));
        }
        let shows = entry.parse(check, source)?;
        if shows == Shows::default() {
            return Err(error(&LabelProblem::ShowsNothing(check.id())));
        }
        if all.insert(check, shows).is_some() {
            return Err(error(&LabelProblem::NamedTwice(check.id().to_owned())));
        }
    }
    Ok(all)
}

impl WireShows {
    fn parse(&self, check: Check, source: InputText<'_>) -> Result<Shows, FileError> {
        let Self { cause, moment, step, puzzle, tiles, .. } = self;
        let causes = || causes_of_group(check.group());
        let cause = cause.as_ref().map(|name| {
            find_known(name, causes(), source, |name, there| LabelProblem::UnknownCause {
                name,
                group: check.group().id(),
                there,
            })
        });
        let moment = moment.as_ref().map(|name| {
            find_known(name, kinds::<Departure>().to_vec(), source, LabelProblem::UnknownMoment)
        });
        Ok(Shows {
            cause: cause.transpose()?,
            moment: moment.transpose()?,
            step: step.as_ref().map(|step| parse_steps(step, source)).transpose()?,
            puzzle: puzzle.as_ref().map(|name| name.get_ref().clone()),
            tiles: tiles.as_ref().map(|tiles| read_tiles(tiles, source)).transpose()?,
        })
    }
}

fn causes_of_group(group: Group) -> Vec<&'static str> {
    match group {
        Group::Compile => kinds::<CompileCause>().to_vec(),
        Group::Board => kinds::<BoardCause>().to_vec(),
        Group::Solver => [kinds::<SolverCause>(), kinds::<SearchCause>()].concat(),
        Group::Tests => kinds::<TestsCause>().to_vec(),
    }
}

fn find_known(
    name: &Spanned<String>,
    there: Vec<&'static str>,
    source: InputText<'_>,
    problem: impl FnOnce(String, Vec<&'static str>) -> LabelProblem,
) -> Result<&'static str, FileError> {
    let found = there.iter().find(|kind| **kind == name.get_ref()).copied();
    found.ok_or_else(|| source.error(name.span(), &problem(name.get_ref().clone(), there)))
}

fn parse_steps(step: &Spanned<WireStep>, source: InputText<'_>) -> Result<Steps, FileError> {
    let [first, last] = match *step.get_ref() {
        WireStep::Exactly(step) => [step, step],
        WireStep::Range(range) => range,
    };
    if first == 0 || first > last {
        return Err(source.error(step.span(), &LabelProblem::Steps));
    }
    Ok(Steps { first, last })
}

pub(super) fn hint_with_known_names(name: &str, of: &str, there: &[&str]) -> String {
    let listed: Vec<String> = there.iter().map(|kind| format!("`{kind}`")).collect();
    let like = input::most_like(name, there.iter().copied());
    let like = like.map(|like| format!("did you mean `{like}`? ")).unwrap_or_default();
    format!("{like}the {of} are {}", listed.join(", "))
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::super::label;
    use super::*;

    /// Reads a label for a solver fault with this `shows` table.
    fn shows(lines: &str) -> Result<BTreeMap<Check, Shows>, FileError> {
        let text = format!("about = 'x'\nfails = ['solver.moves']\n[[shows]]\n{lines}\n");
        let source = InputText { file: "one.toml", text: &text };
        label::parse_label(source).map(|label| label.expected.shows)
    }

    fn error(lines: &str) -> String {
        samples::shorten_error(&shows(lines).unwrap_err().render(false))
    }

    #[test]
    fn all_keys_of_an_entry_are_read() {
        let all = shows(
            "check = 'solver.moves'\ncause = 'too_long'\nmoment = 'closed_too_early'\n\
             step = 37\npuzzle = 'nine'\ntiles = [[1, 2], [0, 3]]",
        );
        let wanted = Shows {
            cause: Some("too_long"),
            moment: Some("closed_too_early"),
            step: Some(Steps { first: 37, last: 37 }),
            puzzle: Some("nine".to_owned()),
            tiles: Some(vec![vec![1, 2], vec![0, 3]].into()),
        };
        assert_eq!(all.unwrap(), BTreeMap::from([(Check::SolverMoves, wanted)]));
        let range = shows("check = 'solver.moves'\nstep = [30, 40]").unwrap();
        let steps = range[&Check::SolverMoves].step.unwrap();
        assert_eq!([29, 30, 40, 41].map(|step| steps.contains(step)), [false, true, true, false]);
        assert_eq!(steps.to_string(), "a step from 30 to 40");
    }

    #[test]
    fn unknown_kinds_are_reported_with_the_known_ones() {
        assert_snapshot!(error("check = 'solver.moves'\nmoment = 'closed_to_early'"), @"
        error: unknown moment `closed_to_early`
        --> one.toml:5:10 `'closed_to_early'`
        = help: did you mean `closed_too_early`? the moments are `out_of_order`, `closed_too_early`, `never_queued`, `none_queued`, `other_expanded`, `expanded_again`, `thrown_away`, `left_behind`, `ended_early`, `goal_met`, `went_on`, `gave_up`, `relinked`, `queued_again`, `out_of_turn`
        ");
        let cause = error("check = 'solver.moves'\ncause = 'counts_blank'");
        assert_snapshot!(cause.lines().take(5).collect::<Vec<_>>().join("\n"), @"
        error: unknown cause `counts_blank`
        --> one.toml:5:9 `'counts_blank'`
        = help: the causes of `solver` checks are `stopped`, `cut_off`, `lost`, `stops_again`, `stops_by_chance`, `stops_beside`, `solvable_denied`, `solvable_claimed`, `no_moves`, `moves_off_by_one`, `moves_off`, `moves_constant`, `moves_count`, `too_long`, `wrong_moves`, `moves_claimed`, `both_claimed`, `no_solution`, `empty_solution`, `reversed`, `without_initial`, `without_goal`, `all_expanded`, `wrong_begin`, `no_move`, `wrong_end`, `wrong_length`, `solution_claimed`, `twins_solution`, `changes`, `solves_again`, `changes_by_chance`, `own_board_only`, `on_foreign_boards`, `told_by_debug`, `with_own_board`, `work`, `work_of_drop`, `bytes_at_once`, `bytes_kept`, `hidden_state`, `never_asks`, `no_twin`, `gives_up_without_twin`, `twin_of_each`, `told_by_text`, `solved_by_text`, `twin_not_expanded`, `gives_up`, `twin_last`, `out_of_step`, `twin_out_of_order`, `one_queue`, `twin_too_short`, `ends_early`, `goes_on`, `no_queue`, `unqueued`, `calls_ahead`, `nothing_taken`, `searches_again`, `queues_out_of_turn`, `queue_for_show`, `key_changes`, `two_orders`, `queued_again`, `overfull`, `uncached`
        ");
        let kinds = [kinds::<SolverCause>(), kinds::<SearchCause>()].concat();
        assert!(kinds.iter().all(|kind| cause.contains(&format!("`{kind}`"))), "{cause}");
    }

    #[test]
    fn invalid_entries_are_reported() {
        assert_snapshot!(error("check = 'solver.moves'"), @"
        error: the entry for `solver.moves` is empty
        --> one.toml:4:9 `'solver.moves'`
        = help: add `cause`, `moment`, `step`, `puzzle` or `tiles`
        ");
        assert_snapshot!(error("check = 'board.hamming'\ncause = 'counts_blank'"), @"
        error: `board.hamming` is not in `fails`
        --> one.toml:4:9 `'board.hamming'`
        = help: only a check that must fail can have `[[shows]]`
        ");
        assert_snapshot!(error("check = 'solver.movs'\nstep = 1"), @"
        error: unknown check `solver.movs`
        --> one.toml:4:9 `'solver.movs'`
        = help: did you mean `solver.moves`?
        ");
        let twice = "check = 'solver.moves'\nstep = 1\n[[shows]]\ncheck = 'solver.moves'\nstep = 2";
        assert_snapshot!(error(twice), @"
        error: check `solver.moves` is listed twice
        --> one.toml:7:9 `'solver.moves'`
        ");
        assert_snapshot!(error("check = 'solver.moves'\nkind = 'too_long'"), @"
        error: unknown key `kind`, expected one of `check`, `cause`, `moment`, `step`, `puzzle`, `tiles`
        --> one.toml:5:1 `kind`
        ");
        for step in ["0", "[40, 30]", "[0, 3]"] {
            let error = error(&format!("check = 'solver.moves'\nstep = {step}"));
            assert!(error.contains("`step` must be a range of steps"), "{error}");
        }
        assert_snapshot!(error("check = 'solver.moves'\nstep = 'last'"), @"
        error: expected a step, such as `37` or `[30, 40]`
        --> one.toml:5:8 `'last'`
        ");
        assert_snapshot!(error("check = 'solver.moves'\ntiles = [[1, 2], [0, 2]]"), @"
        error: tile 2 appears twice; tile 3 is missing
        --> one.toml:5:22 `2`
        ");
    }
}
