//! Finds everything that a source file makes the compiler do besides compiling it: load modules, and read other files
//! or the environment.
//!
//! Since compiler messages can reveal what was read, this scan needs to run first. It works on tokens, including those
//! inside macros. When we cannot tell whether something is read, we assume that it is. A file with ambiguous tokens
//! must not mention a reader at all.

mod attributes;
mod calls;
mod flawed_file;
mod macro_facts;
mod reading;
mod scanner;

use std::ops::Range;

use super::nesting;
use super::tokens::Tokens;
pub(super) use macro_facts::MacroFacts;
use scanner::Scanner;

#[derive(Debug, Default)]
pub(super) struct ScannedFile {
    /// The modules with separate files, in source order.
    pub(super) modules: Vec<Module>,
    /// What the file reads during compilation, in source order.
    pub(super) reads: Vec<CompilerRead>,
    /// Whether a macro may create a module.
    pub(super) makes_modules: bool,
    /// Where the word `path` is passed to a macro, which may turn it into an attribute of a module.
    pub(super) handed_paths: Vec<CompilerRead>,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Module {
    pub(super) name: String,
    /// The names of the enclosing modules in this file.
    pub(super) within: Vec<String>,
    /// As in `#[path = "..."]`.
    pub(super) path: Option<String>,
    pub(super) line: u32,
    pub(super) for_tests: bool,
    /// Whether the item is unconditional and outside all macros, so that the compiler always needs the module's file.
    pub(super) is_certain: bool,
}

/// Something that the compiler reads.
#[derive(Debug)]
pub(super) struct CompilerRead {
    pub(super) what: ReadTarget,
    /// The byte range of the macro with the arguments.
    pub(super) range: Range<usize>,
    pub(super) line: u32,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum ReadTarget {
    File {
        by: IncludedAs,
        /// As written in the code.
        path: String,
        /// Whether the path is relative to the crate's folder, as with `env!("CARGO_MANIFEST_DIR")`.
        from_root: bool,
    },
    /// A read that is forbidden, or whose target cannot be determined from the tokens.
    Refused {
        reader: &'static str,
        /// Code to replace the read.
        instead: Option<&'static str>,
    },
    /// The crate names itself, which has a meaning only in its root.
    CrateName(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum IncludedAs {
    Code,
    Text,
    Bytes,
}

impl IncludedAs {
    pub(super) fn macro_name(self) -> &'static str {
        match self {
            Self::Code => "include!",
            Self::Text => "include_str!",
            Self::Bytes => "include_bytes!",
        }
    }

    /// Returns a literal of the macro's type.
    pub(super) fn empty_literal(self) -> Option<&'static str> {
        match self {
            Self::Code => None,
            Self::Text => Some("\"\""),
            Self::Bytes => Some("b\"\""),
        }
    }
}

/// The attribute with which a crate sets its own allocator. This is forbidden, because a program can only have one
/// allocator, and the grader needs it to count bytes.
pub const ALLOCATOR: &str = "#[global_allocator]";

/// A declaration of external functions. This is forbidden, because the only ones are the grader's, which submissions
/// must not call.
pub const FOREIGN: &str = "extern { }";

/// A file nested too deeply for Rust parsers: see `nesting`.
pub const TOO_DEEP: &str = "brackets or operators without end";

/// An attribute that allows `unsafe` code, which is forbidden.
pub const UNSAFE: &str = "#[allow(unsafe_code)]";

/// An attribute that gives the crate another name than its manifest. Cargo rejects this.
pub const CRATE_NAME: &str = "#![crate_name]";

/// The attribute that names a module's file.
pub(super) const PATH: &str = "#[path]";

/// A file that mentions a reader, but contains an unmatched bracket or an invalid character, so compilers may interpret
/// it differently.
pub const UNREADABLE: &str = "no tokens of Rust";

/// Names that refer to a reader, at least if called.
const ALWAYS: [(&str, &str); 5] = [
    ("global_allocator", ALLOCATOR),
    ("debugger_visualizer", "#[debugger_visualizer]"),
    ("include_str", "include_str!"),
    ("include_bytes", "include_bytes!"),
    ("option_env", "option_env!"),
];

/// Finds what test files read during compilation. A macro of one file can be used in another one.
#[derive(Debug)]
pub struct TestScan(MacroFacts);

impl TestScan {
    /// Collects the macros of all files that may be compiled together.
    pub fn from_texts<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        let mut facts = MacroFacts::default();
        for text in texts {
            facts.add_tokens(&Tokens::from_text(text));
        }
        facts.resolve_aliases();
        Self(facts)
    }

    /// Returns the first macro or attribute in a file that reads something during compilation or sets an allocator, as
    /// written in code.
    pub fn first_compile_time_reader(&self, text: &str) -> Option<&'static str> {
        let tokens = Tokens::from_text(text);
        let scan = ScannedFile::new(&tokens, text, &self.0, true);
        let read = scan.reads.iter().find_map(|read| match &read.what {
            ReadTarget::File { by, .. } => Some(by.macro_name()),
            ReadTarget::Refused { reader, .. } => Some(*reader),
            ReadTarget::CrateName(_) => None,
        });
        let makes_a_path = scan.makes_modules && !scan.handed_paths.is_empty();
        let names_a_path = scan.modules.iter().any(|module| module.path.is_some());
        let asks = |at: usize| tokens.word(at) == "env" && tokens.is(at + 1, '!');
        read.or((makes_a_path || names_a_path).then_some(PATH))
            .or_else(|| (0..tokens.len()).any(asks).then_some("env!"))
    }
}

impl ScannedFile {
    /// Scans a source file of a crate with these facts. Since test code is not compiled, we only report its modules.
    pub(super) fn from_tokens(tokens: &Tokens<'_>, text: &str, facts: &MacroFacts) -> Self {
        Self::new(tokens, text, facts, false)
    }

    /// Scans a file, including test code if `with_tests` is `true`.
    fn new(tokens: &Tokens<'_>, text: &str, facts: &MacroFacts, with_tests: bool) -> Self {
        let mut scan = match tokens.flaw() {
            Some((at, flaw)) => flawed_file::scan(tokens, text, facts, at, flaw),
            None => Scanner::new(tokens, facts, with_tests).scan(),
        };
        if let Some(at) = nesting::first_too_deep_token(tokens) {
            scan.reads.push(refused_read(TOO_DEEP, tokens, at));
        }
        // Modules inside others are found after those behind them.
        scan.modules.sort_by_key(|module| module.line);
        scan.reads.sort_by_key(|read| read.range.start);
        scan
    }
}

fn refused_read(reader: &'static str, tokens: &Tokens<'_>, at: usize) -> CompilerRead {
    let what = ReadTarget::Refused { reader, instead: None };
    CompilerRead { what, range: tokens.bytes(at, at), line: tokens.line_of_token(at) }
}
