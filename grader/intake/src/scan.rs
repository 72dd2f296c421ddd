//! Finds what a source file has the compiler do beside compiling it: the modules that it names, and
//! what it reads of other files and of the environment.
//!
//! The compiler's own messages can show what it has read, so this is looked at before it is called.
//! It works on tokens, inside macros too. What tokens cannot tell counts as reading.

mod reading;
mod scanner;
mod tokens;

use std::ops::Range;

use proc_macro2::{TokenStream, TokenTree};

use super::nesting;
use scanner::{Place, Scanner};
pub(crate) use tokens::is_cfg_test;
use tokens::{is_punct, number, plain};

/// The modules and the reads of a source file.
#[derive(Debug, Default)]
pub(super) struct Scan {
    /// The modules that have files of their own, in the order of the text.
    pub(super) modules: Vec<Module>,
    /// The things that it reads while it is compiled.
    pub(super) reads: Vec<Read>,
}

/// A `mod name;`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Module {
    pub(super) name: String,
    /// The names of the modules in this file that it is in.
    pub(super) within: Vec<String>,
    /// The text of `#[path = "..."]`.
    pub(super) path: Option<String>,
    pub(super) line: u32,
    /// Whether it is there for tests alone.
    pub(super) for_tests: bool,
    /// Whether the compiler looks for its file in any case: it is in no macro and under no condition.
    pub(super) is_certain: bool,
}

/// Something that is read while the code is compiled.
#[derive(Debug)]
pub(super) struct Read {
    pub(super) what: Reading,
    /// The bytes of the macro with its arguments.
    pub(super) range: Range<usize>,
    pub(super) line: u32,
}

/// The kind of a read.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// A file, by a macro.
    File {
        by: Includes,
        /// As the code writes it.
        path: String,
        /// Whether it is given from the folder of the crate, by `env!("CARGO_MANIFEST_DIR")`.
        from_root: bool,
    },
    /// Something that nobody may read, or that the tokens do not tell.
    Refused {
        /// The macro or attribute.
        reader: &'static str,
        /// The code that can take its place.
        instead: Option<&'static str>,
    },
}

/// The macros that read a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Includes {
    Code,
    Text,
    Bytes,
}

impl Includes {
    /// The macro.
    pub(super) fn shown(self) -> &'static str {
        match self {
            Self::Code => "include!",
            Self::Text => "include_str!",
            Self::Bytes => "include_bytes!",
        }
    }

    /// A literal of the type that it has.
    pub(super) fn instead(self) -> Option<&'static str> {
        match self {
            Self::Code => None,
            Self::Text => Some("\"\""),
            Self::Bytes => Some("b\"\""),
        }
    }
}

/// The attribute by which a crate brings a heap of its own. The grader's is the one that counts
/// bytes, and there can be only one.
pub const ALLOCATOR: &str = "#[global_allocator]";

/// Functions that are none of the submission's: the grader's own are all there are, and they are not
/// for submissions.
pub const FOREIGN: &str = "extern { }";

/// A file that no reader of Rust can read without an end: see [`nesting`].
pub const TOO_DEEP: &str = "brackets or operators without end";

/// An attribute that allows `unsafe` code, which is forbidden.
pub const UNSAFE: &str = "#[allow(unsafe_code)]";

/// The attribute that names a file for a module.
const PATH: &str = "#[path]";

/// Names that stand for nothing else.
const ALWAYS: [(&str, &str); 6] = [
    ("global_allocator", ALLOCATOR),
    ("debugger_visualizer", "#[debugger_visualizer]"),
    ("include", "include!"),
    ("include_str", "include_str!"),
    ("include_bytes", "include_bytes!"),
    ("option_env", "option_env!"),
];

/// The first macro or attribute in a file of tests that has the compiler read anything, or brings a
/// heap of its own, as it is written.
pub fn first_reader_in_tests(text: &str) -> Option<&'static str> {
    let scan = Scan::with_tests(text);
    let read = scan.reads.first().map(|read| match &read.what {
        Reading::File { by, .. } => by.shown(),
        Reading::Refused { reader, .. } => *reader,
    });
    read.or_else(|| scan.modules.iter().any(|module| module.path.is_some()).then_some(PATH))
        .or_else(|| scan_variables(text).then_some("env!"))
}

/// Whether a text that has tokens asks for a variable that submissions may ask for.
fn scan_variables(text: &str) -> bool {
    fn any(tokens: TokenStream) -> bool {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        tokens.iter().enumerate().any(|(index, token)| match token {
            TokenTree::Ident(ident) => {
                plain(ident) == "env" && is_punct(tokens.get(index + 1), '!')
            }
            TokenTree::Group(group) => any(group.stream()),
            _ => false,
        })
    }
    nesting::tokens(text).is_some_and(any)
}

impl Scan {
    /// Scans a source file. What is there for tests alone is not compiled: of that only modules are
    /// found.
    pub(super) fn of(text: &str) -> Self {
        Self::new(text, false)
    }

    /// Scans a file of tests, where the code for tests counts.
    fn with_tests(text: &str) -> Self {
        Self::new(text, true)
    }

    fn new(text: &str, with_tests: bool) -> Self {
        let mut scanner = Scanner { scan: Self::default(), with_tests };
        if let Some(tokens) = nesting::tokens(text) {
            scanner.items(&tokens.into_iter().collect::<Vec<_>>(), &Place::default());
        } else {
            scanner.scan.words(text);
        }
        scanner.scan
    }

    /// Looks at the words of a file that is too deep, or whose brackets do not match: any mention
    /// counts. The lexer is the compiler's own and takes any text.
    fn words(&mut self, text: &str) {
        let line_of = |at: usize| number(text[..at].matches('\n').count() + 1);
        let mut refuse = |at: usize, reader| {
            let what = Reading::Refused { reader, instead: None };
            self.reads.push(Read { what, range: at..at, line: line_of(at) });
        };
        if let Some(at) = nesting::too_deep(text) {
            refuse(at, TOO_DEEP);
        }
        let words: Vec<(usize, &str)> = nesting::words(text).collect();
        for (place, (at, word)) in words.iter().enumerate() {
            let next = words.get(place + 1).map_or("", |(_, word)| word);
            let reader = match (*word, next) {
                ("env", "!" | "as") => Some("env!"),
                ("path", "=") => Some(PATH),
                ("extern", next) if next != "crate" => Some(FOREIGN),
                _ => ALWAYS.into_iter().find(|(name, _)| name == word).map(|(_, reader)| reader),
            };
            if let Some(reader) = reader {
                refuse(*at, reader);
            }
        }
        for three in words.windows(3) {
            let [(at, "mod"), (_, name), (_, ";")] = three else { continue };
            self.modules.push(Module {
                name: (*name).to_owned(),
                within: Vec::new(),
                path: None,
                line: line_of(*at),
                for_tests: false,
                is_certain: false,
            });
        }
    }
}
