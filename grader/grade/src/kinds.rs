//! The names of enum variants and struct fields in `grade.json`.

use std::fmt;

use serde::de::value::{MapDeserializer, StrDeserializer};
use serde::de::{self, DeserializeOwned, Visitor};
use serde::{Deserializer, Serialize, forward_to_deserialize_any};
use thiserror::Error;

const KIND: &str = "kind";

/// Returns the names of an enum's variants, as declared. The enum needs to be tagged with the field `kind`.
///
/// To avoid a list that must be maintained, this function tries to deserialize a variant that does not exist, and reads
/// the names from serde's error.
pub fn kinds<T: DeserializeOwned>() -> &'static [&'static str] {
    let fields = std::iter::once((KIND, ""));
    match T::deserialize(MapDeserializer::<_, Unknown>::new(fields)) {
        Err(Unknown(kinds)) => kinds,
        Ok(_) => &[],
    }
}

/// Returns the names of the variants of an enum without fields, like [`kinds`].
pub fn variants<T: DeserializeOwned>() -> &'static [&'static str] {
    match T::deserialize(StrDeserializer::new("")) {
        Err(Unknown(names)) => names,
        Ok(_) => &[],
    }
}

/// Returns the names of a struct's fields, like [`kinds`].
pub(crate) fn fields<T: DeserializeOwned>() -> &'static [&'static str] {
    match T::deserialize(Nothing) {
        Err(Unknown(names)) => names,
        Ok(_) => &[],
    }
}

/// Looks up a variant by name.
pub fn variant<T: DeserializeOwned>(name: &str) -> Option<T> {
    T::deserialize(StrDeserializer::<Unknown>::new(name)).ok()
}

/// Returns the name of a value's variant.
pub(crate) fn kind(value: &impl Serialize) -> String {
    let fields = serde_json::to_value(value).expect("all map keys are strings");
    fields[KIND].as_str().unwrap_or_default().to_owned()
}

/// A deserializer without values, to record the field names that a struct expects.
struct Nothing;

impl<'de> Deserializer<'de> for Nothing {
    type Error = Unknown;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Unknown> {
        Err(Unknown(fields))
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Unknown> {
        Err(Unknown(&[]))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

/// An error with the names that serde expects.
#[derive(Debug, Error)]
#[error("unknown name")]
struct Unknown(&'static [&'static str]);

impl de::Error for Unknown {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self(&[])
    }

    fn unknown_variant(_: &str, kinds: &'static [&'static str]) -> Self {
        Self(kinds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cause::{BoardCause, Cause, CompileCause, SearchCause, SolverCause, TestsCause};
    use crate::{Departure, SearchNode};

    #[test]
    fn kinds_match_the_serialized_names() {
        assert_eq!(
            kinds::<TestsCause>(),
            ["none", "templates_alone", "fail_on_model", "catch_too_few"]
        );
        let counts = [
            kinds::<CompileCause>().len(),
            kinds::<BoardCause>().len(),
            kinds::<SolverCause>().len(),
            kinds::<SearchCause>().len(),
            kinds::<Departure>().len(),
        ];
        assert!(counts.iter().all(|count| *count > 10), "{counts:?}");
        let node =
            SearchNode { tiles: vec![vec![1, 2], vec![3, 0]].into(), moves: 1, manhattan: 0 };
        let left = Departure::LeftBehind { board: node };
        assert_eq!(kind(&left), "left_behind");
        assert!(kinds::<Departure>().contains(&"left_behind"));
        let cause = Cause::from(SearchCause::OutOfStep { own: 2, twin: 0 });
        assert_eq!(kind(&cause), "out_of_step");
        assert!(kinds::<SearchCause>().contains(&"out_of_step"));
    }
}
