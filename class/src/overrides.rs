//! Corrections of points, from `overrides.toml`.
//!
//! ```toml
//! [[override]]
//! submission = "alice"        # or `student` with an id, an address or a name
//! check = "board.hamming"     # if omitted, the whole score
//! set = 4                     # or `add = -1.5`, `hold = true`; without, the entry is only a comment
//! why = "the blank was counted in the lecture, too"
//! who = "R. Sedgewick"
//!
//! [[override]]
//! cause = "board.counts_blank" # all submissions that fail for this cause; or `group` with an id
//! check = "board.hamming"
//! why = "page 3 of the assignment says what the blank is"
//! who = "R. Sedgewick"
//! ```
//!
//! A correction for a cause or a group also applies to submissions graded later; see `rules`.
//!
//! The grader never writes this file. Corrections are applied when the summary is created. They do not change the
//! grades, and will still be valid when the class is graded again.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;

use base::UserError;
use base::input::{self, FileError, InputText, display_path};
use grade::check::Check;
use grade::points::Points;
use grade::{Cause, CorrectionRule, Effect, Override, PointsChange, Reach};
use serde::Deserialize;
use toml::Spanned;

use super::groups;

mod rules;
mod student;

pub use rules::{Corrections, RuleHits, rule_hits};
pub use student::Students;

/// The corrections for a class.
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    /// The corrections for single submissions, with the index in the file.
    own: BTreeMap<String, Vec<(usize, Override)>>,
    /// The corrections for a cause or a group.
    rules: Vec<RuleOfFile>,
    /// The file and its text, to report errors found later.
    file: String,
    text: String,
}

#[derive(Clone, Debug)]
struct RuleOfFile {
    /// The index among all corrections.
    place: usize,
    correction: Override,
    reach: Reach,
    may_be_unused: bool,
    span: Range<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WireFile {
    #[serde(default, rename = "override")]
    overrides: Vec<WireOverride>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WireOverride {
    submission: Option<Spanned<String>>,
    student: Option<Spanned<String>>,
    cause: Option<Spanned<String>>,
    group: Option<Spanned<String>>,
    /// Earlier files call this `may_be_nobody`.
    #[serde(default, alias = "may_be_nobody")]
    may_be_unused: bool,
    check: Option<Spanned<String>>,
    add: Option<Spanned<f64>>,
    set: Option<Spanned<f64>>,
    hold: Option<Spanned<bool>>,
    request: Option<Spanned<String>>,
    why: Spanned<String>,
    who: Spanned<String>,
}

#[derive(Debug, thiserror::Error)]
enum OverrideError {
    #[error("unknown submission `{0}`")]
    UnknownSubmission(String, Option<String>),
    #[error("unknown student `{0}`")]
    UnknownStudent(String, Option<String>),
    #[error("`{0}` has no submission")]
    NoSubmission(String),
    #[error("several submissions match `{student}`: {}", names.join(", "))]
    SeveralSubmissions { student: String, names: Vec<String> },
    #[error("no list of students is available for this class")]
    NoStudents,
    #[error("the correction does not name a submission, student, cause or group")]
    Nobody,
    #[error("the correction has more than one of `submission`, `student`, `cause` and `group`")]
    TwoReaches,
    #[error("unknown cause `{0}`")]
    UnknownCause(String, Option<String>),
    #[error("invalid group id: expected twelve hexadecimal digits")]
    NoGroup,
    #[error("`may_be_unused` can be used only with `cause` or `group`")]
    IsSomebody,
    #[error("the correction does not apply to any submission")]
    ReachesNobody,
    #[error("two corrections change the same points of `{0}`")]
    Clash(String),
    #[error("unknown check `{0}`")]
    UnknownCheck(String, Option<&'static str>),
    #[error("the assignment does not grade `{0}`")]
    Ungraded(Check),
    #[error("`add` and `set` cannot be used together")]
    AddAndSet,
    #[error("a request is from one student, so the correction needs `submission` or `student`")]
    RequestOfMany,
    #[error("`hold` can only be `true`")]
    NoHold,
    #[error("a grade is held back as a whole, so `hold` excludes `{0}`")]
    HoldWith(&'static str),
    #[error("invalid number of points: expected at most a billion, with up to three decimals")]
    Points,
    #[error("the check is worth only {0} points")]
    TooMany(Points),
    #[error("`{0}` is empty")]
    Empty(&'static str),
    #[error("these points are already corrected")]
    Twice,
    #[error("the total score of `{0}` is set, so other corrections have no effect")]
    Useless(String),
}

impl UserError for OverrideError {
    fn hint(&self) -> Option<String> {
        Some(match self {
            Self::UnknownSubmission(_, like) | Self::UnknownStudent(_, like) => {
                format!("did you mean `{}`?", like.as_ref()?)
            }
            Self::SeveralSubmissions { .. } => {
                "use `submission` with one of these names".to_owned()
            }
            Self::NoStudents => {
                "use `submission`, or use the file in the folder that `grader grade` wrote"
                    .to_owned()
            }
            Self::UnknownCheck(_, Some(like)) => format!("did you mean `{like}`?"),
            Self::UnknownCheck(_, None) => "run `grader explain` to list the checks".to_owned(),
            Self::AddAndSet => {
                "use `add` to change the points by a number, or `set` to replace them".to_owned()
            }
            Self::NoHold => "remove the correction to release the grade".to_owned(),
            Self::HoldWith(_) => "write a separate `[[override]]` for each".to_owned(),
            Self::Nobody => {
                "add `submission = ...`, `student = ...`, `cause = ...` or `group = ...`".to_owned()
            }
            Self::UnknownCause(_, Some(like)) => format!("did you mean `{like}`?"),
            Self::UnknownCause(_, None) | Self::NoGroup => {
                "run `grader report DIR --groups` to list the causes and groups of a class"
                    .to_owned()
            }
            Self::ReachesNobody => {
                "run `grader report DIR --groups` to list causes and groups; to keep the \
                 correction for later submissions, add `may_be_unused = true`"
                    .to_owned()
            }
            Self::Clash(name) => {
                format!("merge the two, or add a correction for `{name}`, which takes precedence")
            }
            Self::Twice => "merge the two corrections".to_owned(),
            Self::Useless(_) => "remove one of them".to_owned(),
            _ => return None,
        })
    }
}

/// What corrections may refer to.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'a> {
    /// The submission names, if all are known.
    pub names: Option<&'a BTreeSet<String>>,
    /// The points for each graded check, if known.
    pub checks: Option<&'a BTreeMap<Check, Points>>,
    /// The students, if known.
    pub students: Option<&'a Students>,
}

impl Scope<'_> {
    /// Returns the name of a student's only submission, or the reason why there is none.
    pub(super) fn find_submission(self, student: &str) -> Result<String, String> {
        student::submission_of(student, self).map_err(|error| match error.hint() {
            Some(hint) => format!("{error}; {hint}"),
            None => error.to_string(),
        })
    }
}

impl Overrides {
    /// Reads a file of corrections.
    ///
    /// # Errors
    ///
    /// Returns the first problem, such as an unknown submission or check.
    pub fn load(path: &Path, scope: Scope<'_>) -> Result<Self, FileError> {
        let text = input::read_text(path)?;
        Self::parse(InputText { file: &display_path(path), text: &text }, scope)
    }

    /// Reads a file of corrections without validating the submission names. For `checks` and `students`, see [`Scope`].
    ///
    /// # Errors
    ///
    /// Returns the first problem found.
    pub fn load_for_any(
        path: &Path,
        checks: Option<&BTreeMap<Check, Points>>,
        students: Option<&Students>,
    ) -> Result<Self, FileError> {
        Self::load(path, Scope { names: None, checks, students })
    }

    /// Returns `true` if a correction or a rule may apply to this submission.
    pub fn may_apply_to(&self, submission: &str) -> bool {
        self.own.contains_key(submission) || !self.rules.is_empty()
    }

    /// Parses corrections for the submissions and checks in `scope`.
    ///
    /// # Errors
    ///
    /// Returns an error if anything is invalid.
    pub fn parse(source: InputText<'_>, scope: Scope<'_>) -> Result<Self, FileError> {
        let wire: WireFile =
            toml::from_str(source.text).map_err(|error| source.toml_error(&error, key_hint))?;
        let mut all: BTreeMap<String, Vec<(usize, Override)>> = BTreeMap::new();
        let mut rules = Vec::new();
        let mut spans = BTreeMap::new();
        for (place, wire) in wire.overrides.into_iter().enumerate() {
            let (may_be_unused, span) = (wire.may_be_unused, wire.selector_span());
            let (of, mut correction) = wire.into_target_and_override(source, scope)?;
            let name = match of {
                OverrideTarget::One(name) => name,
                OverrideTarget::All(reach) => {
                    correction.rule =
                        Some(CorrectionRule { place: rules.len(), reach: reach.clone() });
                    rules.push(RuleOfFile { place, correction, reach, may_be_unused, span });
                    continue;
                }
            };
            if correction.effect.is_some()
                && let Some(first) = spans.insert((name.clone(), correction.check), span.clone())
            {
                return Err(source
                    .error(span, &OverrideError::Twice)
                    .with_second_place(first, "the first"));
            }
            all.entry(name).or_default().push((place, correction));
        }
        for ((name, check), span) in &spans {
            let is_set = |correction: &Override| {
                correction.check.is_none() && matches!(correction.effect, Some(Effect::Set(_)))
            };
            if check.is_some() && all[name].iter().any(|(_, correction)| is_set(correction)) {
                let fault = OverrideError::Useless(name.clone());
                let error = source.error(span.clone(), &fault);
                return Err(
                    error.with_second_place(spans[&(name.clone(), None)].clone(), "set here")
                );
            }
        }
        let (file, text) = (source.file.to_owned(), source.text.to_owned());
        Ok(Self { own: all, rules, file, text })
    }

    /// Returns the corrections for this submission alone, in file order.
    pub fn own_corrections(&self, submission: &str) -> impl Iterator<Item = &Override> {
        let own = self.own.get(submission).map_or(&[][..], Vec::as_slice);
        own.iter().map(|(_, correction)| correction)
    }

    /// Returns `true` if there are no corrections.
    pub fn is_empty(&self) -> bool {
        self.own.is_empty() && self.rules.is_empty()
    }
}

enum OverrideTarget {
    One(String),
    All(Reach),
}

impl WireOverride {
    fn selector_span(&self) -> Range<usize> {
        self.selectors().next().unwrap_or(&self.why).span()
    }

    /// Returns the keys that select submissions, of which only one may be used.
    fn selectors(&self) -> impl Iterator<Item = &Spanned<String>> {
        [&self.submission, &self.student, &self.cause, &self.group].into_iter().flatten()
    }

    fn find_target(
        &self,
        source: InputText<'_>,
        scope: Scope<'_>,
    ) -> Result<OverrideTarget, FileError> {
        let wrong = |span, fault: &OverrideError| Err(source.error(span, fault));
        if let Some(second) = self.selectors().nth(1) {
            return wrong(second.span(), &OverrideError::TwoReaches);
        }
        if let Some(name) = &self.submission {
            let (span, name) = (name.span(), name.get_ref());
            if let Some(names) = scope.names.filter(|names| !names.contains(name)) {
                let like = input::most_like(name, names.iter().map(String::as_str));
                let like = like.map(str::to_owned);
                return wrong(span, &OverrideError::UnknownSubmission(name.clone(), like));
            }
            return self.single_target(name.clone(), span, source);
        }
        if let Some(student) = &self.student {
            let name = student::submission_of(student.get_ref(), scope);
            let name = name.map_err(|fault| source.error(student.span(), &fault))?;
            return self.single_target(name, student.span(), source);
        }
        if let Some(cause) = &self.cause {
            let (names, name) = (Cause::names(), cause.get_ref());
            if !names.contains(name) {
                let like = input::most_like(name, names.iter().map(String::as_str));
                let fault = OverrideError::UnknownCause(name.clone(), like.map(str::to_owned));
                return wrong(cause.span(), &fault);
            }
            return Ok(OverrideTarget::All(Reach::Cause(name.clone())));
        }
        match &self.group {
            Some(group) if groups::is_group_id(group.get_ref()) => {
                Ok(OverrideTarget::All(Reach::Group(group.get_ref().clone())))
            }
            Some(group) => wrong(group.span(), &OverrideError::NoGroup),
            None => wrong(self.why.span(), &OverrideError::Nobody),
        }
    }

    /// Returns a single submission, which does not permit `may_be_unused`.
    fn single_target(
        &self,
        name: String,
        span: Range<usize>,
        source: InputText<'_>,
    ) -> Result<OverrideTarget, FileError> {
        if self.may_be_unused {
            return Err(source.error(span, &OverrideError::IsSomebody));
        }
        Ok(OverrideTarget::One(name))
    }

    fn into_target_and_override(
        self,
        source: InputText<'_>,
        scope: Scope<'_>,
    ) -> Result<(OverrideTarget, Override), FileError> {
        let of = self.find_target(source, scope)?;
        for (text, what) in [(&self.why, "why"), (&self.who, "who")] {
            if text.get_ref().trim().is_empty() {
                return Err(source.error(text.span(), &OverrideError::Empty(what)));
            }
        }
        let is_hold = self.is_held_back(source)?;
        if let Some(request) = &self.request {
            let is_single = matches!(of, OverrideTarget::One(_));
            let is_empty = request.get_ref().trim().is_empty();
            let fault = match (is_single, is_empty) {
                (false, _) => Some(OverrideError::RequestOfMany),
                (true, is_empty) => is_empty.then_some(OverrideError::Empty("request")),
            };
            if let Some(fault) = fault {
                return Err(source.error(request.span(), &fault));
            }
        }
        let check = self.check.as_ref().map(|id| known_check(id, source, scope)).transpose()?;
        let bad = |span| source.error(span, &OverrideError::Points);
        let effect = match (&self.add, &self.set) {
            (None, None) => None,
            (Some(_), Some(set)) => return Err(source.error(set.span(), &OverrideError::AddAndSet)),
            (Some(add), None) => {
                let change = PointsChange::from_f64(*add.get_ref());
                Some(Effect::Add(change.ok_or_else(|| bad(add.span()))?))
            }
            (None, Some(set)) => {
                let points = Points::from_f64(*set.get_ref()).ok_or_else(|| bad(set.span()))?;
                let worth = check.and_then(|check| scope.checks?.get(&check).copied());
                if let Some(most) = worth.filter(|most| *most < points) {
                    return Err(source.error(set.span(), &OverrideError::TooMany(most)));
                }
                Some(Effect::Set(points))
            }
        };
        let request = self.request.map(Spanned::into_inner);
        let (why, who) = (self.why.into_inner(), self.who.into_inner());
        Ok((of, Override { check, effect, is_hold, request, why, who, rule: None }))
    }

    /// Returns `true` if the grade is held back, which changes no points.
    fn is_held_back(&self, source: InputText<'_>) -> Result<bool, FileError> {
        let Some(hold) = &self.hold else { return Ok(false) };
        if !hold.get_ref() {
            return Err(source.error(hold.span(), &OverrideError::NoHold));
        }
        let others = [
            ("check", self.check.as_ref().map(Spanned::span)),
            ("add", self.add.as_ref().map(Spanned::span)),
            ("set", self.set.as_ref().map(Spanned::span)),
        ];
        match others.into_iter().find_map(|(key, span)| Some((key, span?))) {
            Some((key, span)) => {
                let error = source.error(span, &OverrideError::HoldWith(key));
                Err(error.with_second_place(hold.span(), "held back here"))
            }
            None => Ok(true),
        }
    }
}

fn known_check(
    id: &Spanned<String>,
    source: InputText<'_>,
    scope: Scope<'_>,
) -> Result<Check, FileError> {
    let name = id.get_ref();
    let Some(check) = Check::from_id(name) else {
        let like = Check::most_similar(name).map(Check::id);
        return Err(source.error(id.span(), &OverrideError::UnknownCheck(name.clone(), like)));
    };
    if scope.checks.is_some_and(|graded| !graded.contains_key(&check)) {
        return Err(source.error(id.span(), &OverrideError::Ungraded(check)));
    }
    Ok(check)
}

/// Suggests a similar key for an unknown key.
fn key_hint(word: &str) -> Option<String> {
    let keys = [
        "override",
        "submission",
        "student",
        "cause",
        "group",
        "may_be_unused",
        "check",
        "add",
        "set",
        "hold",
        "request",
        "why",
        "who",
    ];
    let like = input::most_like(word, keys).filter(|like| *like != word)?;
    Some(format!("did you mean `{like}`?"))
}

#[cfg(test)]
mod tests;
