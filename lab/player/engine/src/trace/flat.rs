//! Parses JSON objects (RFC 8259) of strings, numbers, booleans and lists of numbers, as in traces.

use std::iter::Peekable;
use std::str::Chars;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum FlatValue {
    Text(String),
    Number(u32),
    Truth(bool),
    Null,
    List(Vec<u32>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NotAnObject {
    /// In characters, counted from 1.
    pub(super) column: usize,
    pub(super) wanted: &'static str,
}

/// The maximum number of fields in an object, more than any line of a trace needs. Readers compare each field with the
/// others, which would take too long for a line with hundreds of thousands of fields.
const MOST_FIELDS: usize = 16;

/// Parses the object on a line and returns the fields in order. Stops at the first field too many.
pub(super) fn fields(line: &str) -> Result<Vec<(String, FlatValue)>, NotAnObject> {
    let mut parser = Parser { rest: line.chars().peekable(), column: 1 };
    let fields = parser.parse_object()?;
    match parser.rest.peek() {
        None => Ok(fields),
        Some(_) => Err(parser.expected_error("the end of the line")),
    }
}

struct Parser<'a> {
    rest: Peekable<Chars<'a>>,
    column: usize,
}

impl Parser<'_> {
    fn expected_error(&self, wanted: &'static str) -> NotAnObject {
        NotAnObject { column: self.column, wanted }
    }

    fn next(&mut self) -> Option<char> {
        let next = self.rest.next();
        self.column += usize::from(next.is_some());
        next
    }

    fn skip_space(&mut self) {
        while self.rest.peek().is_some_and(|c| matches!(c, ' ' | '\t' | '\r')) {
            self.next();
        }
    }

    /// Consumes a character and the white space after it, if it comes next.
    fn consume_if_next(&mut self, wanted: char) -> bool {
        let is_next = self.rest.peek() == Some(&wanted);
        if is_next {
            self.next();
            self.skip_space();
        }
        is_next
    }

    fn consume_or_fail(&mut self, wanted: char, name: &'static str) -> Result<(), NotAnObject> {
        if self.consume_if_next(wanted) { Ok(()) } else { Err(self.expected_error(name)) }
    }

    fn parse_object(&mut self) -> Result<Vec<(String, FlatValue)>, NotAnObject> {
        self.skip_space();
        self.consume_or_fail('{', "`{`")?;
        let mut fields = Vec::new();
        if self.consume_if_next('}') {
            return Ok(fields);
        }
        loop {
            let name = self.parse_text()?;
            self.consume_or_fail(':', "`:`")?;
            fields.push((name, self.parse_value()?));
            if self.consume_if_next('}') {
                return Ok(fields);
            }
            if fields.len() == MOST_FIELDS {
                return Err(self.expected_error("`}`, after at most 16 fields"));
            }
            self.consume_or_fail(',', "`,` or `}`")?;
        }
    }

    fn parse_value(&mut self) -> Result<FlatValue, NotAnObject> {
        match self.rest.peek() {
            Some('"') => self.parse_text().map(FlatValue::Text),
            Some('[') => self.parse_list().map(FlatValue::List),
            Some('0'..='9') => self.parse_number().map(FlatValue::Number),
            Some('t') => self.parse_word("true", FlatValue::Truth(true)),
            Some('f') => self.parse_word("false", FlatValue::Truth(false)),
            Some('n') => self.parse_word("null", FlatValue::Null),
            _ => Err(self.expected_error(
                "a string, a whole number, a list of numbers, `true`, `false` or `null`",
            )),
        }
    }

    fn parse_word(
        &mut self,
        word: &'static str,
        value: FlatValue,
    ) -> Result<FlatValue, NotAnObject> {
        for c in word.chars() {
            if self.rest.peek() != Some(&c) {
                return Err(self.expected_error(word));
            }
            self.next();
        }
        self.skip_space();
        Ok(value)
    }

    fn parse_list(&mut self) -> Result<Vec<u32>, NotAnObject> {
        self.consume_or_fail('[', "`[`")?;
        let mut numbers = Vec::new();
        if self.consume_if_next(']') {
            return Ok(numbers);
        }
        loop {
            numbers.push(self.parse_number()?);
            if self.consume_if_next(']') {
                return Ok(numbers);
            }
            self.consume_or_fail(',', "`,` or `]`")?;
        }
    }

    fn parse_number(&mut self) -> Result<u32, NotAnObject> {
        let start = self.expected_error("a whole number below 4294967296");
        let mut digits = String::new();
        while let Some(digit) = self.rest.peek().copied().filter(char::is_ascii_digit) {
            digits.push(digit);
            self.next();
        }
        // JSON does not allow zeros in front.
        let is_long = digits.len() > 1 && digits.starts_with('0');
        let number = digits.parse().ok().filter(|_| !is_long).ok_or(start)?;
        self.skip_space();
        Ok(number)
    }

    fn parse_text(&mut self) -> Result<String, NotAnObject> {
        if self.next() != Some('"') {
            return Err(self.expected_error("a string in double quotes"));
        }
        let mut text = String::new();
        loop {
            match self.next() {
                None => return Err(self.expected_error("a closing `\"`")),
                Some('"') => break,
                Some('\\') => text.push(self.parse_escape()?),
                // JSON does not allow these characters, except as escapes.
                Some(c) if u32::from(c) < 0x20 => {
                    return Err(self.expected_error("a string without control characters"));
                }
                Some(c) => text.push(c),
            }
        }
        self.skip_space();
        Ok(text)
    }

    fn parse_escape(&mut self) -> Result<char, NotAnObject> {
        Ok(match self.next() {
            Some(c @ ('"' | '\\' | '/')) => c,
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('u') => {
                let first = self.parse_utf16_unit()?;
                let second = match first {
                    0xd800..0xdc00 if self.next() == Some('\\') && self.next() == Some('u') => {
                        Some(self.parse_utf16_unit()?)
                    }
                    _ => None,
                };
                let decoded =
                    char::decode_utf16([Some(first), second].into_iter().flatten()).next();
                decoded
                    .and_then(Result::ok)
                    .ok_or_else(|| self.expected_error("a surrogate pair"))?
            }
            _ => return Err(self.expected_error("a JSON escape sequence")),
        })
    }

    fn parse_utf16_unit(&mut self) -> Result<u16, NotAnObject> {
        let mut unit = 0;
        for _ in 0..4 {
            let digit = self.next().and_then(|c| c.to_digit(16));
            let digit = digit.and_then(|digit| u16::try_from(digit).ok());
            unit =
                unit << 4 | digit.ok_or_else(|| self.expected_error("four hexadecimal digits"))?;
        }
        Ok(unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_is_parsed() {
        let line =
            r#" {"a" : "\"\u00e4\ud83d\ude00\n", "b":[1, 20],"c":true , "d":null,"e":0,"f":[] } "#;
        let expected = [
            ("a", FlatValue::Text("\"\u{e4}\u{1f600}\n".to_owned())),
            ("b", FlatValue::List(vec![1, 20])),
            ("c", FlatValue::Truth(true)),
            ("d", FlatValue::Null),
            ("e", FlatValue::Number(0)),
            ("f", FlatValue::List(Vec::new())),
        ];
        let expected = expected.map(|(name, value)| (name.to_owned(), value)).to_vec();
        assert_eq!(fields(line), Ok(expected));
        assert_eq!(fields("{}"), Ok(Vec::new()));
    }

    #[test]
    fn a_line_is_read_only_up_to_the_maximum_number_of_fields() {
        let line = |count: usize| {
            let fields = (0..count).map(|field| format!("\"{field:06}\":1")).collect::<Vec<_>>();
            format!("{{{}}}", fields.join(","))
        };
        assert_eq!(fields(&line(MOST_FIELDS)).map(|fields| fields.len()), Ok(MOST_FIELDS));
        let read = |count| fields(&line(count)).expect_err("there are too many fields");
        let NotAnObject { column, wanted } = read(MOST_FIELDS + 1);
        assert_eq!(column, 1 + MOST_FIELDS * "\"000000\":1,".len());
        assert_eq!(wanted, format!("`}}`, after at most {MOST_FIELDS} fields"));
        assert_eq!(read(300_000).column, column, "the rest of the line is not read");
    }

    #[test]
    fn invalid_lines_are_rejected_with_their_column() {
        for (line, column, wanted) in [
            ("", 1, "`{`"),
            ("[1]", 1, "`{`"),
            ("{\"a\":1", 7, "`,` or `}`"),
            ("{\"a\":1}}", 8, "the end of the line"),
            ("{\"a\" 1}", 6, "`:`"),
            (
                "{\"a\":-1}",
                6,
                "a string, a whole number, a list of numbers, `true`, `false` or `null`",
            ),
            ("{\"a\":1.5}", 7, "`,` or `}`"),
            ("{\"a\":4294967296}", 6, "a whole number below 4294967296"),
            ("{\"a\":007}", 6, "a whole number below 4294967296"),
            ("{\"a\":[1,]}", 9, "a whole number below 4294967296"),
            ("{\"a\":trus}", 9, "true"),
            ("{\"a", 4, "a closing `\"`"),
            ("{\"\\x\":1}", 5, "a JSON escape sequence"),
            ("{\"\\ud800\":1}", 10, "a surrogate pair"),
            ("{\"\\u12g4\":1}", 8, "four hexadecimal digits"),
        ] {
            assert_eq!(fields(line), Err(NotAnObject { column, wanted }), "{line}");
        }
    }
}
