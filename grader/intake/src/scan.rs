//! Finds everything that a source file makes the compiler do besides compiling that file: loading modules, and reading
//! other files or the environment.
//!
//! Compiler messages can reveal what was read, so this scan runs before the compiler does. It works on tokens,
//! including those inside macros. If the tokens leave open whether something is read, we assume that it is. A file
//! whose tokens are ambiguous must not mention a reader at all.

mod attributes;
mod calls;
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

/// The modules and reads of a source file.
#[derive(Debug, Default)]
pub(super) struct Scan {
    /// The modules that have their own files, in source order.
    pub(super) modules: Vec<Module>,
    /// What the file reads during compilation, in source order.
    pub(super) reads: Vec<Read>,
    /// Whether a macro may create a module.
    pub(super) makes_modules: bool,
    /// The places where the word `path` is passed to a macro. A macro that creates a module may turn this word into an
    /// attribute of the module.
    pub(super) handed_paths: Vec<Read>,
    /// Whether the file calls a macro of its own that has a reader's name.
    pub(super) calls_own_reader: bool,
}

/// A `mod name;` item.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Module {
    pub(super) name: String,
    /// The names of the enclosing modules in this file.
    pub(super) within: Vec<String>,
    /// The value of `#[path = "..."]`.
    pub(super) path: Option<String>,
    pub(super) line: u32,
    /// Whether the module is only for tests.
    pub(super) for_tests: bool,
    /// Whether the item is unconditional and outside all macros, so that the compiler always looks for the module's
    /// file.
    pub(super) is_certain: bool,
}

/// Something that the compiler reads.
#[derive(Debug)]
pub(super) struct Read {
    pub(super) what: Reading,
    /// The byte range of the macro and its arguments.
    pub(super) range: Range<usize>,
    pub(super) line: u32,
}

/// The kind of a read.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// A file, read by a macro.
    File {
        by: Includes,
        /// The path as written in the code.
        path: String,
        /// Whether the path is relative to the crate's folder, as with `env!("CARGO_MANIFEST_DIR")`.
        from_root: bool,
    },
    /// A read that is forbidden, or whose target cannot be determined from the tokens.
    Refused {
        /// The macro or attribute.
        reader: &'static str,
        /// The code that can replace the read.
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
    /// Returns the macro's name.
    pub(super) fn shown(self) -> &'static str {
        match self {
            Self::Code => "include!",
            Self::Text => "include_str!",
            Self::Bytes => "include_bytes!",
        }
    }

    /// Returns a literal of the type that the macro returns.
    pub(super) fn instead(self) -> Option<&'static str> {
        match self {
            Self::Code => None,
            Self::Text => Some("\"\""),
            Self::Bytes => Some("b\"\""),
        }
    }
}

/// The attribute with which a crate sets its own allocator. It is forbidden because a program can have only one
/// allocator, and the grader needs its own to count bytes.
pub const ALLOCATOR: &str = "#[global_allocator]";

/// A declaration of external functions. It is forbidden because the only external functions are the grader's, which
/// submissions must not call.
pub const FOREIGN: &str = "extern { }";

/// A file nested too deeply for Rust parsers: see `nesting`.
pub const TOO_DEEP: &str = "brackets or operators without end";

/// An attribute that allows `unsafe` code, which is forbidden.
pub const UNSAFE: &str = "#[allow(unsafe_code)]";

/// The attribute that names a module's file.
pub(super) const PATH: &str = "#[path]";

/// A file that mentions a reader, but contains an unmatched bracket or an invalid character, so compilers may interpret
/// it differently.
pub const UNREADABLE: &str = "no tokens of Rust";

/// Names that refer to a reader, at least if they are called.
const ALWAYS: [(&str, &str); 5] = [
    ("global_allocator", ALLOCATOR),
    ("debugger_visualizer", "#[debugger_visualizer]"),
    ("include_str", "include_str!"),
    ("include_bytes", "include_bytes!"),
    ("option_env", "option_env!"),
];

/// Returns the first macro or attribute in a test file that reads something during compilation or sets an allocator, as
/// written in code.
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
    /// Scans a source file of a crate with these facts. Reports only the modules of test code, which is not compiled.
    pub(super) fn of(tokens: &Tokens<'_>, text: &str, facts: &Facts) -> Self {
        Self::new(tokens, text, facts, false)
    }

    /// Scans a file. If `with_tests` is `true`, test code is scanned as well.
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

/// Creates a refused read at a token.
fn refused(reader: &'static str, tokens: &Tokens<'_>, at: usize) -> Read {
    let what = Reading::Refused { reader, instead: None };
    Read { what, range: tokens.bytes(at, at), line: tokens.line(at) }
}
