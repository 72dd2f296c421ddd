//! The kinds that an enum of a grade has, and the fields of a struct, by their names in `grade.json`.

use std::fmt;

use serde::de::value::{MapDeserializer, StrDeserializer};
use serde::de::{self, DeserializeOwned, Visitor};
use serde::{Deserializer, Serialize, forward_to_deserialize_any};
use thiserror::Error;

/// The field that names the kind.
const KIND: &str = "kind";

/// Every kind of an enum that names it in the field `kind`, in the order of its variants.
///
/// Serde knows them: it is asked for a kind that there is not, and says which there are. So no list
/// is written by hand, and none can lack a variant.
pub fn kinds<T: DeserializeOwned>() -> &'static [&'static str] {
    let fields = std::iter::once((KIND, ""));
    match T::deserialize(MapDeserializer::<_, Unknown>::new(fields)) {
        Err(Unknown(kinds)) => kinds,
        Ok(_) => &[],
    }
}

/// The names of all variants of an enum, which serde knows in the same way.
pub fn variants<T: DeserializeOwned>() -> &'static [&'static str] {
    match T::deserialize(StrDeserializer::new("")) {
        Err(Unknown(names)) => names,
        Ok(_) => &[],
    }
}

/// The names of all fields of a struct, which serde knows in the same way.
pub(crate) fn fields<T: DeserializeOwned>() -> &'static [&'static str] {
    match T::deserialize(Nothing) {
        Err(Unknown(names)) => names,
        Ok(_) => &[],
    }
}

/// The variant of an enum with this name, if there is one.
pub fn variant<T: DeserializeOwned>(name: &str) -> Option<T> {
    T::deserialize(StrDeserializer::<Unknown>::new(name)).ok()
}

/// The kind of a value, by its name.
///
/// # Panics
///
/// Never: such a value is an object with text for keys.
pub(crate) fn kind(value: &impl Serialize) -> String {
    let fields = serde_json::to_value(value).expect("maps have text for keys");
    fields[KIND].as_str().unwrap_or_default().to_owned()
}

/// Holds no value. A struct that is read from it says which fields it looks for.
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

/// The names that there are, where one was asked for that there is not.
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
    fn the_kinds_are_those_that_are_written() {
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
