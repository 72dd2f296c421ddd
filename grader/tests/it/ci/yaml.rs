//! Parses the platform files as YAML.

use saphyr_parser::{Event, Parser, ScalarStyle};
use serde_json::{Map, Value};

/// Parses a file with a single document.
///
/// # Panics
///
/// Panics if the text is invalid YAML, or uses features to avoid in these files: aliases, keys other than strings, or
/// multiple documents.
pub(super) fn read(text: &str) -> Value {
    let events = Parser::new_from_str(text).map(|event| event.expect("YAML").0);
    let mut events = events.filter(|event| {
        !matches!(
            event,
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentStart(_)
        )
    });
    let value = value(&mut events).expect("a document");
    assert!(matches!(events.next(), Some(Event::DocumentEnd)));
    assert!(events.next().is_none(), "one document");
    value
}

/// Returns the next value, or `None` at the end of a list or table.
fn value<'a>(events: &mut impl Iterator<Item = Event<'a>>) -> Option<Value> {
    match events.next().expect("the document goes on") {
        Event::Scalar(text, style, ..) => Some(scalar(&text, style)),
        Event::SequenceStart(..) => {
            let mut list = Vec::new();
            while let Some(item) = value(events) {
                list.push(item);
            }
            Some(Value::Array(list))
        }
        Event::MappingStart(..) => {
            let mut table = Map::new();
            while let Some(key) = value(events) {
                let key = key.as_str().expect("a key is a text").to_owned();
                let value = value(events).expect("a key has a value");
                assert!(table.insert(key, value).is_none(), "a key is there once");
            }
            Some(Value::Object(table))
        }
        Event::SequenceEnd | Event::MappingEnd => None,
        event => panic!("{event:?} in a file for a platform"),
    }
}

/// Converts a scalar: null, a Boolean, or else a string.
fn scalar(text: &str, style: ScalarStyle) -> Value {
    match text {
        _ if style != ScalarStyle::Plain => text.into(),
        "" | "null" | "~" => Value::Null,
        "true" | "false" => (text == "true").into(),
        text => text.into(),
    }
}
