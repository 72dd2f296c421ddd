//! Corrections by hand: `overrides.toml`.
//!
//! ```toml
//! [[override]]
//! submission = "alice"
//! check = "board.hamming"     # without it, the whole score
//! set = 4                     # or `add = -1.5`; with neither it is a comment
//! why = "the blank was counted in the lecture, too"
//! who = "R. Sedgewick"
//! ```
//!
//! The grader reads this file and never writes it, and applies it to the grades when it sums them
//! up. So a grade stays what was found out, and a correction outlives every regrade.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use base::input::{self, FileError, Problem, Source, shown};
use grade::check::Check;
use grade::points::Points;
use grade::{Change, Effect, Override};
use serde::Deserialize;
use toml::Spanned;

/// The corrections of a class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overrides(BTreeMap<String, Vec<Override>>);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WireFile {
    #[serde(default, rename = "override")]
    overrides: Vec<WireOverride>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WireOverride {
    submission: Spanned<String>,
    check: Option<Spanned<String>>,
    add: Option<Spanned<f64>>,
    set: Option<Spanned<f64>>,
    why: Spanned<String>,
    who: Spanned<String>,
}

/// A fault of a correction.
#[derive(Debug, thiserror::Error)]
enum Wrong {
    #[error("there is no submission `{0}`")]
    UnknownSubmission(String, Option<String>),
    #[error("there is no check `{0}`")]
    UnknownCheck(String, Option<&'static str>),
    #[error("the assignment does not grade `{0}`")]
    Ungraded(Check),
    #[error("both `add` and `set`")]
    AddAndSet,
    #[error("this is no number of points: at most three decimals, and no more than a billion")]
    Points,
    #[error("the check has {0} points")]
    TooMany(Points),
    #[error("say {0}")]
    Empty(&'static str),
    #[error("a second correction of the same")]
    Twice,
    #[error("the whole score of `{0}` is set, so that no other correction counts")]
    Useless(String),
}

impl Problem for Wrong {
    fn hint(&self) -> Option<String> {
        Some(match self {
            Self::UnknownSubmission(_, like) => format!("did you mean `{}`?", like.as_ref()?),
            Self::UnknownCheck(_, Some(like)) => format!("did you mean `{like}`?"),
            Self::UnknownCheck(_, None) => "`grader explain` lists the checks".to_owned(),
            Self::AddAndSet => "`add` is a change, `set` is the result; give one".to_owned(),
            Self::Twice => "join the two into one".to_owned(),
            Self::Useless(_) => "remove one of the two".to_owned(),
            _ => return None,
        })
    }
}

/// The submissions and checks that corrections can be about.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'a> {
    /// The names of the submissions; none if not all of them are known.
    pub names: Option<&'a BTreeSet<String>>,
    /// The points that each graded check is worth; none if they are not known.
    pub checks: Option<&'a BTreeMap<Check, Points>>,
}

impl Overrides {
    /// Reads a file of corrections.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong with it: an unknown submission or check among them.
    pub fn load(path: &Path, scope: Scope<'_>) -> Result<Self, FileError> {
        let text = input::read(path)?;
        Self::read(Source { file: &shown(path), text: &text }, scope)
    }

    /// Reads a file of corrections for any submissions, whether there are such or not. What each
    /// check is worth is that of [`Scope::checks`].
    ///
    /// # Errors
    ///
    /// The first thing that is wrong with it.
    pub fn load_for_any(
        path: &Path,
        checks: Option<&BTreeMap<Check, Points>>,
    ) -> Result<Self, FileError> {
        Self::load(path, Scope { names: None, checks })
    }

    /// Whether there is one for this submission.
    pub fn has(&self, submission: &str) -> bool {
        self.0.contains_key(submission)
    }

    /// Reads corrections that are for these submissions and checks.
    ///
    /// # Errors
    ///
    /// If the file is wrong in any way.
    pub fn read(source: Source<'_>, scope: Scope<'_>) -> Result<Self, FileError> {
        let wire: WireFile =
            toml::from_str(source.text).map_err(|error| source.toml_error(&error, key_hint))?;
        let mut all: BTreeMap<String, Vec<Override>> = BTreeMap::new();
        let mut spans = BTreeMap::new();
        for wire in wire.overrides {
            let span = wire.submission.span();
            let (name, correction) = wire.checked(source, scope)?;
            if correction.effect.is_some()
                && let Some(first) = spans.insert((name.clone(), correction.check), span.clone())
            {
                return Err(source.error(span, &Wrong::Twice).and(first, "the first"));
            }
            all.entry(name).or_default().push(correction);
        }
        for ((name, check), span) in &spans {
            let is_set =
                |it: &Override| it.check.is_none() && matches!(it.effect, Some(Effect::Set(_)));
            if check.is_some() && all[name].iter().any(is_set) {
                let fault = Wrong::Useless(name.clone());
                let error = source.error(span.clone(), &fault);
                return Err(error.and(spans[&(name.clone(), None)].clone(), "set here"));
            }
        }
        Ok(Self(all))
    }

    /// The corrections of a submission, in the order of the file.
    pub fn of(&self, submission: &str) -> &[Override] {
        self.0.get(submission).map_or(&[], Vec::as_slice)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl WireOverride {
    fn checked(
        self,
        source: Source<'_>,
        scope: Scope<'_>,
    ) -> Result<(String, Override), FileError> {
        let name = self.submission.get_ref();
        if let Some(names) = scope.names.filter(|names| !names.contains(name)) {
            let like = input::most_like(name, names.iter().map(String::as_str));
            let fault = Wrong::UnknownSubmission(name.clone(), like.map(str::to_owned));
            return Err(source.error(self.submission.span(), &fault));
        }
        for (text, what) in [(&self.why, "why"), (&self.who, "who says so")] {
            if text.get_ref().trim().is_empty() {
                return Err(source.error(text.span(), &Wrong::Empty(what)));
            }
        }
        let check = self.check.as_ref().map(|id| known_check(id, source, scope)).transpose()?;
        let bad = |span| source.error(span, &Wrong::Points);
        let effect = match (&self.add, &self.set) {
            (None, None) => None,
            (Some(_), Some(set)) => return Err(source.error(set.span(), &Wrong::AddAndSet)),
            (Some(add), None) => {
                let change = Change::from_f64(*add.get_ref());
                Some(Effect::Add(change.ok_or_else(|| bad(add.span()))?))
            }
            (None, Some(set)) => {
                let points = Points::from_f64(*set.get_ref()).ok_or_else(|| bad(set.span()))?;
                let worth = check.and_then(|check| scope.checks?.get(&check).copied());
                if let Some(most) = worth.filter(|most| *most < points) {
                    return Err(source.error(set.span(), &Wrong::TooMany(most)));
                }
                Some(Effect::Set(points))
            }
        };
        let (why, who) = (self.why.into_inner(), self.who.into_inner());
        Ok((self.submission.into_inner(), Override { check, effect, why, who }))
    }
}

fn known_check(
    id: &Spanned<String>,
    source: Source<'_>,
    scope: Scope<'_>,
) -> Result<Check, FileError> {
    let name = id.get_ref();
    let Some(check) = Check::from_id(name) else {
        let like = Check::like(name).map(Check::id);
        return Err(source.error(id.span(), &Wrong::UnknownCheck(name.clone(), like)));
    };
    if scope.checks.is_some_and(|graded| !graded.contains_key(&check)) {
        return Err(source.error(id.span(), &Wrong::Ungraded(check)));
    }
    Ok(check)
}

/// A hint for a key that does not exist.
fn key_hint(word: &str) -> Option<String> {
    let keys = ["override", "submission", "check", "add", "set", "why", "who"];
    let like = input::most_like(word, keys).filter(|like| *like != word)?;
    Some(format!("did you mean `{like}`?"))
}

#[cfg(test)]
mod tests;
