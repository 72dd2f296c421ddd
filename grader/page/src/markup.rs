//! HTML that nobody can forget to escape.
//!
//! Names of elements and attributes are literals of this program. Whatever else gets into a page,
//! the text between elements and the values of attributes, is escaped on its way in.

use std::fmt::Write as _;

use terminal::wrap::escape;

/// A piece of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Html(String);

/// The attributes of an element: a name, which is a literal, and a value.
pub(crate) type Attributes<'a> = &'a [(&'static str, &'a str)];

impl Html {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Text, with its control characters and marks of direction in sight: a submission must not be
    /// able to turn around the words after its own. The ends of lines stay what they are.
    pub fn text(&mut self, text: &str) -> &mut Self {
        for (i, line) in text.split('\n').enumerate() {
            if i > 0 {
                self.0.push('\n');
            }
            for c in escape(line).chars() {
                match c {
                    '&' => self.0.push_str("&amp;"),
                    '<' => self.0.push_str("&lt;"),
                    '>' => self.0.push_str("&gt;"),
                    '"' => self.0.push_str("&quot;"),
                    '\'' => self.0.push_str("&#39;"),
                    // What some readers take for the end of a line, and what is no character.
                    c if is_unwanted(c) => self.0.extend(c.escape_unicode()),
                    c => self.0.push(c),
                }
            }
        }
        self
    }

    /// An element with this content.
    pub fn element(
        &mut self,
        name: &'static str,
        attributes: Attributes<'_>,
        content: impl FnOnce(&mut Self),
    ) -> &mut Self {
        self.open(name, attributes);
        content(self);
        self.0.push_str("</");
        self.0.push_str(name);
        self.0.push('>');
        self
    }

    /// An element with nothing but text in it.
    pub fn leaf(
        &mut self,
        name: &'static str,
        attributes: Attributes<'_>,
        text: &str,
    ) -> &mut Self {
        self.element(name, attributes, |it| {
            it.text(text);
        })
    }

    /// An element that has no content and no end, such as `input`.
    pub(crate) fn open(&mut self, name: &'static str, attributes: Attributes<'_>) -> &mut Self {
        self.0.push('<');
        self.0.push_str(name);
        for (attribute, value) in attributes {
            self.0.push(' ');
            self.0.push_str(attribute);
            // Without a value it is one that is there or not, such as `open`.
            if !value.is_empty() || *attribute == "value" {
                self.0.push_str("=\"");
                self.text(value);
                self.0.push('"');
            }
        }
        self.0.push('>');
        self
    }

    /// A text with code between backticks, as the words of checks have it.
    pub(crate) fn prose(&mut self, text: &str) -> &mut Self {
        if !text.matches('`').count().is_multiple_of(2) {
            return self.text(text);
        }
        for (i, part) in text.split('`').enumerate() {
            if i % 2 == 1 {
                self.leaf("code", &[], part);
            } else {
                self.text(part);
            }
        }
        self
    }

    /// Another piece at the end of this one.
    pub(crate) fn append(&mut self, other: &Self) -> &mut Self {
        self.0.push_str(&other.0);
        self
    }

    /// What this program itself has written as HTML, a style or a script.
    pub fn literal(&mut self, literal: &str) -> &mut Self {
        self.0.push_str(literal);
        self
    }

    /// Whether there is nothing in it.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The page.
    pub(crate) fn into_string(self) -> String {
        self.0
    }

    /// What has been written so far.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn is_unwanted(c: char) -> bool {
    matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fdd0}'..='\u{fdef}')
        || u32::from(c) & 0xfffe == 0xfffe
}

/// The id of a submission's part of the page: letters, digits and dashes stay, whatever else is in
/// the name is written as bytes. No two names have the same.
pub fn id_of(name: &str) -> String {
    let mut id = String::from("s-");
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || byte == b'-' {
            id.push(char::from(byte));
        } else {
            let _ = write!(id, "_{byte:02x}");
        }
    }
    id
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_stays_text() {
        let mut html = Html::new();
        html.leaf("p", &[("title", "\"><script>")], "</p><!-- & 'x' \u{1b}[1m\u{202e}\u{2028}");
        assert_eq!(
            html.as_str(),
            "<p title=\"&quot;&gt;&lt;script&gt;\">&lt;/p&gt;&lt;!-- &amp; &#39;x&#39; \
             \\u{1b}[1m\\u{202e}\\u{2028}</p>"
        );
        let mut html = Html::new();
        html.leaf("pre", &[], "a\n\tb\r\n");
        assert_eq!(html.as_str(), "<pre>a\n    b\\r\n</pre>");
    }

    #[test]
    fn elements_are_closed_and_inputs_are_not() {
        let mut html = Html::new();
        html.element("div", &[("class", "x")], |html| {
            html.open("input", &[("value", ""), ("checked", "")]).prose("a `b<` c").prose("d `e");
        });
        let expected = "<div class=\"x\"><input value=\"\" checked>a <code>b&lt;</code> c\
             d `e</div>";
        assert_eq!(html.as_str(), expected);
        assert!(Html::new().is_empty() && !html.is_empty());
    }

    #[test]
    fn every_name_has_an_id_of_its_own() {
        assert_eq!(id_of("alice-1"), "s-alice-1");
        assert_eq!(id_of("o'Neil <b>"), "s-o_27Neil_20_3cb_3e");
        assert_eq!(id_of("a_20"), "s-a_5f20");
        assert_ne!(id_of("a 0"), id_of("a_20"));
        assert_eq!(id_of("é"), "s-_c3_a9");
    }
}
