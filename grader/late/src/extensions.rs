//! Extensions for individual students and for sections: `extensions.toml`.
//!
//! ```toml
//! [[extension]]
//! student = "jane"                 # an id, an address, or a submission's name
//! hours = 48                       # or `due = ...`, `waive = true`, `handed_in = ...`
//! why = "ill"
//! who = "R. Sedgewick"
//!
//! [[extension]]
//! section = "B"                    # all students of a section on the roster
//! due = 2026-11-24T23:59:00
//! why = "the lab meets on Tuesdays"
//! who = "R. Sedgewick"
//! ```
//!
//! The file is separate from the rubric, because a rubric may be published. The grader never writes it.

use base::UserError;
use grade::words::singular_or_plural;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::path::Path;

use base::input::{self, FileError, InputText, display_path};
use jiff::tz::TimeZone;
use serde::Deserialize;
use toml::{Spanned, Value};

use crate::policy::Policy;
use crate::student_lookup::{self, KnownBy, StudentsFound};
use crate::table;
use crate::time::ZonedTime;

/// The extensions for a class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extensions(Vec<Extension>);

/// One `[[extension]]` entry.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Extension {
    target: ExtensionTarget,
    kind: ExtensionKind,
    why: String,
    who: String,
}

/// Whom an extension is for, as written in the file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum ExtensionTarget {
    Student(String),
    Section(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum ExtensionKind {
    Due(ZonedTime),
    Seconds(u64),
    Waive,
    HandedIn(ZonedTime),
}

/// An extension that does not apply to anyone.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct UnmatchedExtension {
    /// The student as written in the file, or the section, as in `section B`.
    pub student: String,
    /// The positions of the people with this name, if there is more than one; otherwise empty.
    pub several: Vec<usize>,
}

/// The extensions that apply to a submission.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Granted {
    extensions: Vec<Extension>,
    pub(crate) is_waived: bool,
    /// The corrected submission time, to be used if the platform's time is wrong or missing.
    pub(crate) handed_in: Option<ZonedTime>,
    /// The number of late days that every author has left.
    pub(crate) late_days: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WireFile {
    zone: Option<Spanned<String>>,
    #[serde(default)]
    extension: Vec<Spanned<WireExtension>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WireExtension {
    student: Option<Spanned<String>>,
    section: Option<Spanned<String>>,
    due: Option<Spanned<Value>>,
    hours: Option<Spanned<f64>>,
    waive: Option<Spanned<bool>>,
    handed_in: Option<Spanned<Value>>,
    why: Option<Spanned<String>>,
    who: Option<Spanned<String>>,
}

#[derive(Debug, thiserror::Error)]
enum ExtensionProblem {
    #[error("{} missing", quoted_keys(.0))]
    Missing(Vec<&'static str>),
    #[error("`{0}` is empty")]
    Empty(&'static str),
    #[error("the extension does not grant anything")]
    Nothing,
    #[error("the extension has more than one of `due`, `hours`, `waive` and `handed_in`")]
    Several,
    #[error("invalid number of hours")]
    Hours,
    #[error("`waive` can only be `true`")]
    Waive,
    #[error("`{0}` already has an extension of this kind")]
    Twice(String),
    #[error("an extension is for either a student or a section")]
    TwoTargets,
    #[error("a whole section has no single submission time")]
    SectionHandedIn,
}

fn quoted_keys(keys: &[&str]) -> String {
    let verb = singular_or_plural(keys.len(), "is", "are");
    format!("`{}` {verb}", keys.join("`, `"))
}

impl UserError for ExtensionProblem {
    fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::Missing(_) => {
                "an extension needs `student` or `section`, `why`, `who`, and what it grants"
            }
            Self::TwoTargets | Self::Several => "write a separate `[[extension]]` table for each",
            Self::SectionHandedIn => {
                "use `due`, or write an extension with `handed_in` for each student"
            }
            Self::Nothing => {
                "use one of `due`, `hours` and `waive = true`, or `handed_in` if the platform \
                 does not report the time"
            }
            Self::Hours => "use a number above 0 and up to 100,000, with up to three decimals",
            Self::Waive => "remove the extension",
            Self::Twice(_) => "merge the two extensions",
            Self::Empty(_) => return None,
        };
        Some(hint.to_owned())
    }
}

/// More than eleven years, so a larger number is a mistake in the unit.
const MOST_HOURS: f64 = 100_000.0;

impl Extensions {
    /// Reads an extensions file. A time without an offset is in the file's `zone`, which defaults to the time zone of
    /// the policy.
    ///
    /// # Errors
    ///
    /// Returns an error if reading fails or the file is invalid.
    pub fn load(path: &Path, policy: Option<&Policy>) -> Result<Self, FileError> {
        Self::parse(InputText { file: &display_path(path), text: &input::read_text(path)? }, policy)
    }

    /// Parses extensions.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is invalid.
    pub fn parse(source: InputText<'_>, policy: Option<&Policy>) -> Result<Self, FileError> {
        let wire: WireFile =
            toml::from_str(source.text).map_err(|error| source.toml_error(&error, key_hint))?;
        let zone = table::parse_zone(wire.zone.as_ref(), source)?;
        let zone = zone.or_else(|| policy.map(|policy| policy.due.zone()));
        let mut seen: BTreeMap<(ExtensionTarget, &str), Range<usize>> = BTreeMap::new();
        let mut extensions = Vec::new();
        for wire in wire.extension {
            let table = wire.span();
            let (extension, span) = wire.into_inner().validate(&table, zone.as_ref(), source)?;
            let key = (extension.target.ignoring_case(), extension.kind.name());
            if let Some(first) = seen.insert(key, span.clone()) {
                let fault = ExtensionProblem::Twice(extension.target.to_string());
                return Err(source.error(span, &fault).with_second_place(first, "the first"));
            }
            extensions.push(extension);
        }
        Ok(Self(extensions))
    }

    /// Returns `true` if there are no extensions.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the extensions for a submission. An extension granted to one member of a group applies to all members.
    pub fn granted_to(&self, known: &KnownBy) -> Granted {
        let own = self.0.iter().filter(|extension| extension.target.includes_student(known));
        let extensions: Vec<Extension> = own.cloned().collect();
        let handed_in = extensions.iter().filter_map(|extension| match &extension.kind {
            ExtensionKind::HandedIn(moment) => Some(moment.clone()),
            _ => None,
        });
        Granted {
            is_waived: extensions.iter().any(|extension| extension.kind == ExtensionKind::Waive),
            handed_in: handed_in.min_by_key(ZonedTime::second),
            extensions,
            late_days: 0,
        }
    }

    /// Removes and returns the extensions that match no one, or match a name shared by several people.
    pub fn take_unmatched(&mut self, everyone: &[KnownBy]) -> Vec<UnmatchedExtension> {
        let found = |extension: &Extension| extension.target.find(everyone);
        let unmatched = self.0.extract_if(.., |extension| !found(extension).is_one_student());
        let mut unmatched: Vec<UnmatchedExtension> = unmatched
            .map(|extension| UnmatchedExtension {
                several: found(&extension).into_several(),
                student: extension.target.to_string(),
            })
            .collect();
        // An extension may fail for several submissions, but should be reported once.
        unmatched.sort();
        unmatched.dedup();
        unmatched
    }
}

impl ExtensionTarget {
    /// Returns the target in a form that ignores case.
    fn ignoring_case(&self) -> Self {
        match self {
            Self::Student(name) => Self::Student(student_lookup::fold_case(name)),
            Self::Section(name) => Self::Section(student_lookup::fold_case(name)),
        }
    }

    fn includes_student(&self, known: &KnownBy) -> bool {
        match self {
            Self::Student(name) => known.has_id(name) || known.has_name(name),
            Self::Section(name) => known.has_section(name),
        }
    }

    /// Finds the people. A section refers to all its students, as an id does.
    fn find(&self, everyone: &[KnownBy]) -> StudentsFound {
        match self {
            Self::Student(name) => student_lookup::find(everyone, name),
            Self::Section(_) => {
                let places =
                    everyone.iter().enumerate().filter(|(_, known)| self.includes_student(known));
                match places.map(|(place, _)| place).collect::<Vec<_>>() {
                    places if places.is_empty() => StudentsFound::Nobody,
                    places => StudentsFound::ById(places),
                }
            }
        }
    }
}

/// Formats the target for messages, such as `section B`.
impl fmt::Display for ExtensionTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Student(name) => f.write_str(name),
            Self::Section(name) => write!(f, "section {name}"),
        }
    }
}

impl ExtensionKind {
    /// Returns the key for this kind, which a student can have only once.
    fn name(&self) -> &'static str {
        match self {
            Self::Due(_) | Self::Seconds(_) => "due",
            Self::Waive => "waive",
            Self::HandedIn(_) => "handed_in",
        }
    }
}

impl Granted {
    /// Lets the authors use late days, of which each has at least this many left.
    #[must_use]
    pub fn with_late_days(self, late_days: u32) -> Self {
        Self { late_days, ..self }
    }

    /// Returns the part that applies to an earlier attempt: everything except a corrected submission time, which refers
    /// to the latest attempt.
    #[must_use]
    pub fn for_earlier_attempt(self) -> Self {
        Self { handed_in: None, ..self }
    }

    /// Returns the latest due date granted to any of these students, but never one before the due date of the class, or of
    /// a student's section. Hours for a student begin at the due date of the section.
    pub(crate) fn latest_due_date(&self, policy: &Policy) -> ZonedTime {
        let (sections, students): (Vec<&Extension>, Vec<&Extension>) = self
            .extensions
            .iter()
            .partition(|extension| matches!(extension.target, ExtensionTarget::Section(_)));
        let of_section = latest_due(&policy.due, &sections);
        latest_due(&of_section, &students)
    }

    /// Describes each extension in a line.
    pub(crate) fn describe_each(&self) -> Vec<String> {
        let line = |extension: &Extension| {
            let what = match &extension.kind {
                ExtensionKind::Due(moment) => format!("due {moment}"),
                ExtensionKind::Seconds(seconds) => {
                    format!("{} more", crate::length::format_length(*seconds))
                }
                ExtensionKind::Waive => "lateness waived".to_owned(),
                ExtensionKind::HandedIn(moment) => format!("handed in {moment}"),
            };
            format!("{what}: {} ({})", extension.why, extension.who)
        };
        self.extensions.iter().map(line).collect()
    }
}

/// Returns the latest due date, where hours begin at `start`, but never one before that.
fn latest_due(start: &ZonedTime, extensions: &[&Extension]) -> ZonedTime {
    let own = extensions.iter().filter_map(|extension| match &extension.kind {
        ExtensionKind::Due(moment) => Some(moment.clone()),
        ExtensionKind::Seconds(seconds) => start.plus_seconds(*seconds),
        ExtensionKind::Waive | ExtensionKind::HandedIn(_) => None,
    });
    own.fold(start.clone(), |due, own| if own.second() > due.second() { own } else { due })
}

impl WireExtension {
    /// Returns whom the extension is for, and the position of that text.
    fn parse_target(
        &self,
        table: &Range<usize>,
        source: InputText<'_>,
    ) -> Result<(ExtensionTarget, Range<usize>), FileError> {
        let trimmed = |text: &Spanned<String>| text.get_ref().trim().to_owned();
        match (&self.student, &self.section) {
            (Some(student), None) => {
                Ok((ExtensionTarget::Student(trimmed(student)), student.span()))
            }
            (None, Some(section)) => {
                if let Some(time) = &self.handed_in {
                    return Err(source.error(time.span(), &ExtensionProblem::SectionHandedIn));
                }
                Ok((ExtensionTarget::Section(trimmed(section)), section.span()))
            }
            (Some(student), Some(section)) => {
                let error = source.error(section.span(), &ExtensionProblem::TwoTargets);
                Err(error.with_second_place(student.span(), "the student"))
            }
            (None, None) => {
                Err(source.error(table.clone(), &ExtensionProblem::Missing(vec!["student"])))
            }
        }
    }

    /// Validates the extension. Also returns the position of the student's name.
    fn validate(
        self,
        table: &Range<usize>,
        zone: Option<&TimeZone>,
        source: InputText<'_>,
    ) -> Result<(Extension, Range<usize>), FileError> {
        let named = self.student.as_ref().or(self.section.as_ref());
        let (Some(named), Some(why), Some(who)) = (named, &self.why, &self.who) else {
            let named = named.cloned();
            let needed = [("student", &named), ("why", &self.why), ("who", &self.who)];
            let missing = needed.into_iter().filter(|(_, key)| key.is_none());
            let missing = ExtensionProblem::Missing(missing.map(|(name, _)| name).collect());
            return Err(source.error(table.clone(), &missing));
        };
        let what = if self.student.is_some() { "student" } else { "section" };
        for (text, what) in [(named, what), (why, "why"), (who, "who")] {
            if text.get_ref().trim().is_empty() {
                return Err(source.error(text.span(), &ExtensionProblem::Empty(what)));
            }
        }
        let (target, span) = self.parse_target(table, source)?;
        let mut kinds = Vec::new();
        if let Some(due) = &self.due {
            kinds.push((ExtensionKind::Due(table::parse_moment(due, zone, source)?), due.span()));
        }
        if let Some(hours) = &self.hours {
            let bad = || source.error(hours.span(), &ExtensionProblem::Hours);
            let number = *hours.get_ref();
            let thousandths = grade::points::Points::from_f64(number).ok_or_else(bad)?;
            if number <= 0.0 || number > MOST_HOURS {
                return Err(bad());
            }
            // An hour has 3600 seconds, and the number is in thousandths of an hour.
            kinds.push((ExtensionKind::Seconds(thousandths.thousandths() * 36 / 10), hours.span()));
        }
        if let Some(waive) = &self.waive {
            if !waive.get_ref() {
                return Err(source.error(waive.span(), &ExtensionProblem::Waive));
            }
            kinds.push((ExtensionKind::Waive, waive.span()));
        }
        if let Some(time) = &self.handed_in {
            kinds.push((
                ExtensionKind::HandedIn(table::parse_moment(time, zone, source)?),
                time.span(),
            ));
        }
        let mut kinds = kinds.into_iter();
        let Some((kind, first)) = kinds.next() else {
            return Err(source.error(span, &ExtensionProblem::Nothing));
        };
        if let Some((_, second)) = kinds.next() {
            return Err(source
                .error(second, &ExtensionProblem::Several)
                .with_second_place(first, "the first"));
        }
        let [why, who] = [why, who].map(|text| text.get_ref().clone());
        Ok((Extension { target, kind, why, who }, span))
    }
}

/// Suggests a similar key for an unknown key.
fn key_hint(word: &str) -> Option<String> {
    let keys = [
        "extension",
        "zone",
        "student",
        "section",
        "due",
        "hours",
        "waive",
        "handed_in",
        "why",
        "who",
    ];
    let like = input::most_like(word, keys).filter(|like| *like != word)?;
    Some(format!("did you mean `{like}`?"))
}
