//! Formats JSON for people, indented by two spaces. A list of plain values is written on one line, so each row of a
//! board will be one line.

use serde::Serialize;
use serde_json::{Number, Value};

use super::PointsChange;
use crate::points::Points;

/// Formats a value without a final newline.
pub fn to_pretty_json(value: &Value) -> String {
    let mut text = String::new();
    write_value(value, 0, &mut text);
    text
}

/// Formats a value as the content of a file.
///
/// # Panics
///
/// Panics if a map has keys that are not strings.
pub fn to_json_file(value: &impl Serialize) -> String {
    let value = serde_json::to_value(value).expect("all map keys are strings");
    to_pretty_json(&value) + "\n"
}

/// Converts points to a JSON number without trailing zeros.
///
/// # Panics
///
/// Never panics, because points are formatted as numbers.
pub fn number(points: Points) -> Number {
    points.to_string().parse().expect("points always serialize as a number")
}

/// Converts a change in points to a JSON number without trailing zeros.
///
/// # Panics
///
/// Never panics, because changes are formatted as numbers.
pub fn change_number(change: PointsChange) -> Number {
    let text = change.to_string();
    // JSON numbers have no plus sign.
    text.trim_start_matches('+').parse().expect("changes always serialize as numbers")
}

fn write_value(value: &Value, level: usize, out: &mut String) {
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            out.push('{');
            for (i, (name, value)) in fields.iter().enumerate() {
                begin_item(i, level + 1, out);
                out.push_str(&Value::from(name.as_str()).to_string());
                out.push_str(": ");
                write_value(value, level + 1, out);
            }
            begin_line(level, out);
            out.push('}');
        }
        Value::Array(items) if items.iter().any(|item| item.is_array() || item.is_object()) => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                begin_item(i, level + 1, out);
                write_value(item, level + 1, out);
            }
            begin_line(level, out);
            out.push(']');
        }
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(Value::to_string).collect();
            out.push('[');
            out.push_str(&items.join(", "));
            out.push(']');
        }
        plain => out.push_str(&plain.to_string()),
    }
}

fn begin_item(i: usize, level: usize, out: &mut String) {
    if i > 0 {
        out.push(',');
    }
    begin_line(level, out);
}

fn begin_line(level: usize, out: &mut String) {
    out.push('\n');
    out.extend(std::iter::repeat_n("  ", level));
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn boards_have_one_line_per_row() {
        let value = json!({ "tiles": [[1, 0], [3, 2]], "none": [], "empty": {}, "\"": null });
        let text = to_pretty_json(&value);
        insta::assert_snapshot!(text, @r#"
        {
          "tiles": [
            [1, 0],
            [3, 2]
          ],
          "none": [],
          "empty": {},
          "\"": null
        }
        "#);
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }
}
