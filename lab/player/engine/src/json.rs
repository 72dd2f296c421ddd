//! A minimal JSON writer.

use std::fmt::{Display, Write as _};

pub(crate) struct Object {
    text: String,
}

impl Object {
    pub(crate) fn new() -> Self {
        Self { text: String::from("{") }
    }

    pub(crate) fn json_field(mut self, name: &str, json: impl Display) -> Self {
        let comma = if self.text.len() > 1 { "," } else { "" };
        let _ = write!(self.text, "{comma}\"{name}\":{json}");
        self
    }

    pub(crate) fn text_field(self, name: &str, value: impl Display) -> Self {
        let quoted = quoted(&value.to_string());
        self.json_field(name, quoted)
    }

    pub(crate) fn optional_field(self, name: &str, value: Option<impl Display>) -> Self {
        match value {
            Some(value) => self.json_field(name, value),
            None => self.json_field(name, "null"),
        }
    }

    pub(crate) fn array_field(
        self,
        name: &str,
        items: impl IntoIterator<Item = impl Display>,
    ) -> Self {
        self.json_field(name, format_array(items))
    }

    pub(crate) fn into_text(mut self) -> String {
        self.text.push('}');
        self.text
    }
}

pub(crate) fn format_array(items: impl IntoIterator<Item = impl Display>) -> String {
    let mut text = String::from("[");
    for (place, item) in items.into_iter().enumerate() {
        let comma = if place == 0 { "" } else { "," };
        let _ = write!(text, "{comma}{item}");
    }
    text.push(']');
    text
}

/// Quotes a string (RFC 8259, section 7).
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            // JSON allows no control characters in strings.
            c if u32::from(c) < 0x20 => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_are_written_as_json() {
        let object = Object::new()
            .text_field("a", "\"\\\n")
            .json_field("b", true)
            .optional_field("c", None::<u8>)
            .optional_field("d", Some(4))
            .array_field("e", [1, 2]);
        assert_eq!(object.into_text(), r#"{"a":"\"\\\u000a","b":true,"c":null,"d":4,"e":[1,2]}"#);
        assert_eq!(Object::new().into_text(), "{}");
        assert_eq!(format_array([0; 0]), "[]");
    }
}
