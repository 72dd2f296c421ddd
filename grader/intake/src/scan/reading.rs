//! Determines what a word reads from the tokens around it.

use super::attributes::names_file;
use super::calls::is_called;
use super::scanner::{Around, Scanner};
use super::{ALWAYS, FOREIGN, IncludedAs, PATH, ReadTarget, UNSAFE, refused_read};
use crate::tokens::TokenClass;
use crate::variables;

impl Scanner<'_> {
    /// Records the read at this word, if any, and returns the position after its tokens.
    pub(super) fn read(&mut self, at: usize, around: &Around, in_use: bool) -> usize {
        let tokens = self.tokens;
        let name = tokens.word(at);
        let is_called = || is_called(tokens, at);
        let is_plain =
            tokens.is(at + 1, '!') && tokens.class_of_token(at + 2) == Some(TokenClass::Open);
        let arguments = is_plain.then_some(at + 2);
        match name {
            "include" | "include_str" | "include_bytes" | "env" | "option_env"
                if !is_called() && self.is_other_name(at, around, in_use) =>
            {
                at + 1
            }
            "include" | "include_str" | "include_bytes" | "env" | "option_env"
                if self.is_own_macro(name, at, around) =>
            {
                at + 1
            }
            "include" => self.read_include(IncludedAs::Code, at, arguments, around),
            "include_str" => self.read_include(IncludedAs::Text, at, arguments, around),
            "include_bytes" => self.read_include(IncludedAs::Bytes, at, arguments, around),
            "env" if !is_called() && (!around.in_macro() || self.is_path_or_field(at, around)) => {
                at + 1
            }
            "env" | "option_env" => self.read_variable(name == "option_env", at, arguments, around),
            "extern" => {
                if self.declares_foreign(at, around) {
                    self.record_refused_read(FOREIGN, at);
                }
                at + 1
            }
            "unsafe_code" if around.in_lints => {
                // We just need to replace the lint's name with a harmless one.
                self.record_read(
                    at,
                    at,
                    ReadTarget::Refused { reader: UNSAFE, instead: Some("dead_code") },
                );
                at + 1
            }
            "path" => {
                self.read_path(at, around);
                at + 1
            }
            "crate_name" if around.in_attribute && !around.in_macro() => self.read_crate_name(at),
            _ => {
                let always = ALWAYS.into_iter().find(|(known, _)| *known == name);
                let alias = || {
                    let may_be_called =
                        is_called() || around.in_macro() && !self.is_path_or_field(at, around);
                    self.facts.alias(name).filter(|_| may_be_called)
                };
                if let Some(reader) = always.map(|(_, reader)| reader).or_else(alias) {
                    self.record_refused_read(reader, at);
                }
                at + 1
            }
        }
    }

    /// Returns `true` if this word, which is not called as a macro, cannot name one: it is outside all macros, or calls
    /// a function in the arguments of a macro that does not rearrange them. A `use` must not rename it.
    fn is_other_name(&self, at: usize, around: &Around, in_use: bool) -> bool {
        let stays = !around.in_definition && !around.is_torn && self.tokens.is(at + 1, '(');
        (!around.in_macro() || stays) && !(in_use && self.tokens.word(at + 1) == "as")
    }

    /// Returns `true` if this word calls a macro that the file defines above, instead of the compiler's. A path may
    /// name either.
    fn is_own_macro(&self, name: &str, at: usize, around: &Around) -> bool {
        self.tokens.is(at + 1, '!')
            && self.own_macros.get(name).is_some_and(|end| *end < at)
            && !self.tokens.has_sign_before(at, 1, ':')
            && !around.in_definition
            && !around.is_torn
    }

    /// Returns `true` if this word is part of a path or a field, and no macro around it rearranges the arguments.
    fn is_path_or_field(&self, at: usize, around: &Around) -> bool {
        !around.is_torn
            && (self.tokens.is(at + 1, ':')
                || self.tokens.has_sign_before(at, 1, ':')
                || self.tokens.has_sign_before(at, 1, '.'))
    }

    fn read_include(
        &mut self,
        by: IncludedAs,
        at: usize,
        arguments: Option<usize>,
        around: &Around,
    ) -> usize {
        // In a macro definition, a relative path depends on where the macro is used.
        let is_in_place = !around.in_definition && !around.is_torn;
        let file = arguments.filter(|_| is_in_place).and_then(|open| self.file_in_arguments(open));
        let what = match file {
            Some((path, from_root)) => ReadTarget::File { by, path, from_root },
            None => ReadTarget::Refused {
                reader: by.macro_name(),
                instead: by.empty_literal().filter(|_| arguments.is_some()),
            },
        };
        self.record_read(at, arguments.map_or(at, |open| self.tokens.closing_bracket(open)), what)
    }

    fn read_variable(
        &mut self,
        is_optional: bool,
        at: usize,
        arguments: Option<usize>,
        around: &Around,
    ) -> usize {
        let name = arguments.and_then(|open| self.tokens.string_value(open + 1));
        if !around.is_torn && name.is_some_and(|name| variables::is_known(&name)) {
            // This can be followed by a message, which is also expanded.
            return at + 1;
        }
        let (reader, instead) =
            if is_optional { ("option_env!", "None::<&str>") } else { ("env!", "\"\"") };
        let instead = Some(instead).filter(|_| arguments.is_some());
        let last = arguments.map_or(at, |open| self.tokens.closing_bracket(open));
        self.record_read(at, last, ReadTarget::Refused { reader, instead })
    }

    /// Returns the file named by the arguments in this bracket: a string, or a `concat!` of
    /// `env!("CARGO_MANIFEST_DIR")` and a string. The flag is `true` if the path is relative to the crate's folder.
    fn file_in_arguments(&self, open: usize) -> Option<(String, bool)> {
        let tokens = self.tokens;
        let last = |open: usize, at: usize| {
            at == tokens.closing_bracket(open)
                || tokens.is(at, ',') && at + 1 == tokens.closing_bracket(open)
        };
        let first = open + 1;
        if last(open, first + 1) {
            return Some((tokens.string_value(first)?, false));
        }
        let is_macro = |at: usize, name: &str| {
            tokens.word(at) == name
                && tokens.is(at + 1, '!')
                && tokens.class_of_token(at + 2) == Some(TokenClass::Open)
        };
        let (inner, variable) = (open + 3, open + 6);
        if !is_macro(first, "concat") || !is_macro(inner + 1, "env") {
            return None;
        }
        let comma = tokens.next(variable);
        let is_folder = last(open, tokens.next(inner))
            && tokens.string_value(variable + 1).as_deref() == Some("CARGO_MANIFEST_DIR")
            && tokens.closing_bracket(variable) == variable + 2
            && tokens.is(comma, ',')
            && last(inner, comma + 2);
        let path = tokens.string_value(comma + 1)?;
        (is_folder && path.starts_with('/')).then(|| (path[1..].to_owned(), true))
    }

    /// Returns `true` if this `extern` may declare external functions. In a macro, the tokens after the word may come
    /// from anywhere.
    fn declares_foreign(&self, at: usize, around: &Around) -> bool {
        let next =
            at + 1 + usize::from(self.tokens.class_of_token(at + 1) == Some(TokenClass::Literal));
        self.tokens.is(next, '{')
            || around.is_torn
            || around.in_macro() && !matches!(self.tokens.word(next), "crate" | "fn")
    }

    /// Records `#![crate_name = "..."]`.
    fn read_crate_name(&mut self, at: usize) -> usize {
        let tokens = self.tokens;
        let is_whole = tokens.has_sign_before(at, 1, '[')
            && tokens.has_sign_before(at, 2, '!')
            && tokens.is(at + 1, '=')
            && tokens.is(at + 3, ']');
        match tokens.string_value(at + 2).filter(|_| is_whole) {
            Some(name) => self.record_read(at, at + 2, ReadTarget::CrateName(name)),
            None => at + 1,
        }
    }

    fn read_path(&mut self, at: usize, around: &Around) {
        let tokens = self.tokens;
        if names_file(tokens, at) && (around.in_attribute && !around.is_known || around.in_macro())
        {
            return self.record_refused_read(PATH, at);
        }
        // `$name:path` is a fragment specifier.
        let is_kind = tokens.has_sign_before(at, 1, ':') && tokens.has_sign_before(at, 3, '$');
        if !is_kind && (around.is_torn || around.in_definition && around.in_brackets) {
            let read = refused_read(PATH, tokens, at);
            self.scan.handed_paths.push(read);
        }
    }
}
