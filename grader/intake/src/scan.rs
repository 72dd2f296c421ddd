//! Finds what a source file has the compiler do beside compiling it: the modules that it names, and
//! what it reads of other files and of the environment.
//!
//! The compiler's own messages can show what it has read, so this is looked at before it is called.
//! It works on tokens, inside macros too. What tokens cannot tell counts as reading, and a file that
//! has no tokens that everybody agrees on may mention no reader at all.

mod attributes;
mod facts;
mod flawed;
mod reading;
mod scanner;

use std::ops::Range;

use super::nesting;
use super::tokens::Tokens;
pub(crate) use attributes::is_cfg_test;
pub(super) use facts::Facts;
use scanner::Scanner;

/// The modules and the reads of a source file.
#[derive(Debug, Default)]
pub(super) struct Scan {
    /// The modules that have files of their own, in the order of the text.
    pub(super) modules: Vec<Module>,
    /// The things that it reads while it is compiled, in the order of the text.
    pub(super) reads: Vec<Read>,
    /// Whether a macro may make a module.
    pub(super) makes_modules: bool,
    /// The places where a macro is handed the word `path`. Of these it may make an attribute of a
    /// module, if there is a macro that makes one.
    pub(super) handed_paths: Vec<Read>,
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

/// A file that no reader of Rust can read without an end: see `nesting`.
pub const TOO_DEEP: &str = "brackets or operators without end";

/// An attribute that allows `unsafe` code, which is forbidden.
pub const UNSAFE: &str = "#[allow(unsafe_code)]";

/// The attribute that names a file for a module.
pub(super) const PATH: &str = "#[path]";

/// A file that is not the same to all who read it, and that names something by which a compiler
/// reads: a bracket has no partner, or a sign is none of Rust's.
pub const UNREADABLE: &str = "no tokens of Rust";

/// Names that stand for nothing else.
const ALWAYS: [(&str, &str); 5] = [
    ("global_allocator", ALLOCATOR),
    ("debugger_visualizer", "#[debugger_visualizer]"),
    ("include_str", "include_str!"),
    ("include_bytes", "include_bytes!"),
    ("option_env", "option_env!"),
];

/// The first macro or attribute in a file of tests that has the compiler read anything, or brings a
/// heap of its own, as it is written.
pub fn first_reader_in_tests(text: &str) -> Option<&'static str> {
    let tokens = Tokens::of(text);
    let scan = Scan::new(&tokens, text, &Facts::of(&tokens), true);
    let read = scan.reads.first().map(|read| match &read.what {
        Reading::File { by, .. } => by.shown(),
        Reading::Refused { reader, .. } => *reader,
    });
    let makes_a_path = scan.makes_modules && !scan.handed_paths.is_empty();
    let names_a_path = scan.modules.iter().any(|module| module.path.is_some());
    let asks = |at: usize| tokens.word(at) == "env" && tokens.is(at + 1, '!');
    read.or((makes_a_path || names_a_path).then_some(PATH))
        .or_else(|| (0..tokens.len()).any(asks).then_some("env!"))
}

impl Scan {
    /// Scans a source file of a crate of which these facts are known. What is there for tests alone
    /// is not compiled: of that only modules are found.
    pub(super) fn of(tokens: &Tokens<'_>, text: &str, facts: &Facts) -> Self {
        Self::new(tokens, text, facts, false)
    }

    /// Scans a file; with `with_tests` the code for tests counts.
    fn new(tokens: &Tokens<'_>, text: &str, facts: &Facts, with_tests: bool) -> Self {
        let mut scan = match tokens.flaw() {
            Some((at, flaw)) => flawed::scan(tokens, text, facts, at, flaw),
            None => Scanner::new(tokens, facts, with_tests).scan(),
        };
        if let Some(at) = nesting::too_deep(tokens) {
            scan.reads.push(refused(TOO_DEEP, tokens, at));
        }
        scan.modules.sort_by_key(|module| module.line);
        scan.reads.sort_by_key(|read| read.range.start);
        scan
    }
}

/// The read of something that may not be read, at a token.
fn refused(reader: &'static str, tokens: &Tokens<'_>, at: usize) -> Read {
    let what = Reading::Refused { reader, instead: None };
    Read { what, range: tokens.bytes(at, at), line: tokens.line(at) }
}
