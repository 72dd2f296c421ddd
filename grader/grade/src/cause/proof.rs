//! What proves that the cause in a report is true.

use serde_json::Value;

use super::{Cause, Counted, Decided, Flaw, SolverCause};
use crate::WrongOrder;
use crate::kinds::variants;

/// What proves a cause.
///
/// A cause that nothing proves is not reported. The report then only shows the call, the input, and the results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CauseProof {
    /// The sentence only describes the results in the case that the report shows.
    Case,
    /// The sentence is a measurement.
    Measurement,
    /// The results of all cases, right or wrong, are those of this mistake and of no other that the grader knows.
    AllCases,
    /// The log of the run shows it.
    Log,
    /// A second run, which changes only one thing, has another result.
    SecondRun,
    /// The code of the submission shows it.
    Code,
    /// The compiler says it.
    Compiler,
}

impl CauseProof {
    /// Returns whether the sentence only says what was observed, and not why.
    pub fn is_observation(self) -> bool {
        matches!(self, Self::Case | Self::Measurement)
    }
}

/// Returns the proof of a cause from a table of all variants.
macro_rules! proven_by {
    ($cause:expr; $($proof:ident: $($kind:ident)+;)+) => {
        match $cause { $($(Self::$kind { .. })|+ => CauseProof::$proof,)+ }
    };
}
pub(super) use proven_by;

impl Cause {
    /// Returns what proves the cause.
    pub fn proof(&self) -> CauseProof {
        match self {
            Self::Compile(cause) => cause.proof(),
            Self::Board(cause) => cause.proof(),
            Self::Solver(cause) => cause.proof(),
            Self::Search(cause) => cause.proof(),
            // The tests' results are shown.
            Self::Tests(_) => CauseProof::Case,
        }
    }

    /// Returns the names of all [mistakes](Self::mistake).
    pub fn mistakes() -> Vec<String> {
        let kinds = Self::names().into_iter().filter_map(|name| {
            let (_, kind) = name.split_once('.')?;
            Some(kind.to_owned())
        });
        let within = |name: &'static str, variants: &'static [&'static str]| {
            variants.iter().map(move |variant| format!("{name}.{variant}"))
        };
        let flaws = variants::<Flaw>().iter().chain(variants::<Decided>());
        kinds
            .chain(flaws.map(|name| (*name).to_owned()))
            .chain(within("out_of_order", variants::<WrongOrder>()))
            .chain(within("moves_count", variants::<Counted>()))
            .collect()
    }

    /// Returns the mistake that the cause names, such as `counts_blank`, `closed_too_early` or `out_of_order.steps`, or
    /// `None` if it only describes [observations](CauseProof::is_observation).
    ///
    /// # Panics
    ///
    /// Never panics, because a cause serializes to an object with string keys.
    pub fn mistake(&self) -> Option<String> {
        if self.proof().is_observation() {
            return None;
        }
        let fields = serde_json::to_value(self).expect("all map keys are strings");
        let mut name = Vec::new();
        match ["flaw", "decided", "counted"].iter().find_map(|key| fields.get(*key)) {
            Some(inner) => name.extend(variant_path(inner)),
            None => name.push(self.kind()),
        }
        if let Self::Solver(SolverCause::MovesCount { .. }) = self {
            name.insert(0, self.kind());
        }
        Some(name.join("."))
    }
}

/// Returns the name of a variant, followed by the names of the variants in it.
fn variant_path(value: &Value) -> Vec<String> {
    match value {
        Value::String(name) => vec![name.clone()],
        Value::Object(fields) => fields
            .iter()
            .filter(|(_, value)| value.is_string() || value.is_object())
            .flat_map(|(name, value)| {
                let name = (name != "by").then(|| name.clone());
                name.into_iter().chain(variant_path(value))
            })
            .collect(),
        _ => Vec::new(),
    }
}
