//! Finds the files of a submission's library by following `mod` items from the root, and everything that these files
//! read during compilation.

#[cfg(test)]
mod tests;
#[cfg(test)]
mod worst;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::Range;

use super::IntakeError;
use super::scan::{
    CRATE_NAME, CompilerRead, IncludedAs, MacroFacts, Module, PATH, ReadTarget, ScannedFile,
};
use super::tokens::Tokens;

pub(super) trait TreeFiles {
    /// Returns the text of the source file at a path, if it exists.
    fn source(&mut self, path: &str) -> Result<Option<&str>, IntakeError>;

    /// Returns `true` if code may read a file at this path.
    fn data(&mut self, path: &str) -> Result<bool, IntakeError>;

    /// Returns the name that the manifest gives the crate.
    fn crate_name(&self) -> Option<&str> {
        None
    }
}

/// The files of a library.
#[derive(Clone, Debug, Default)]
pub struct SourceTree {
    /// The files that are compiled.
    pub live: BTreeSet<String>,
    /// The modules without a file.
    pub missing: Vec<MissingModule>,
    /// The refused reads, sorted by file and line.
    pub refused: Vec<RefusedRead>,
    /// The replacements in each file before compilation, each as long as the replaced text.
    pub(crate) edits: BTreeMap<String, Vec<(Range<usize>, String)>>,
    pub(super) for_tests: BTreeSet<String>,
}

/// A declared module without a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingModule {
    /// The expected path of the module's file.
    pub path: String,
    /// The file that declares the module.
    pub file: String,
    /// The line of the declaration.
    pub line: u32,
}

/// Something that code must not read during compilation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedRead {
    /// The file that contains the read.
    pub file: String,
    /// The line of the read.
    pub line: u32,
    /// The macro or attribute.
    pub reader: Cow<'static, str>,
    /// The reason for the refusal.
    pub why: ReadRefusal,
    /// Whether an empty value replaces the read, to be able to compile the other code.
    pub is_replaced: bool,
}

/// Why a read is refused.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum ReadRefusal {
    /// The code reads something outside the submission, or the grader cannot tell what it reads.
    Machine,
    /// The code reads this file outside the submission.
    Outside(String),
    /// The code reads this file, which the submission does not contain.
    NotThere(String),
}

/// The maximum number of missing modules to remember.
/// A message names the first ones, and a hostile file could declare one with every third token.
const MAX_MISSING: usize = 100;

/// An attribute without effect, which is shorter than any that sets a name.
const NO_ATTRIBUTE: &str = "allow()";

pub(super) struct TreeFile {
    pub(super) path: String,
    /// The folder with the file's modules.
    pub(super) folder: String,
    pub(super) for_tests: bool,
    /// Whether this is the root of the library.
    pub(super) is_root: bool,
}

impl TreeFile {
    pub(super) fn root_file(path: String) -> Self {
        let folder = folder_of(&path).to_owned();
        Self { path, folder, for_tests: false, is_root: true }
    }
}

impl SourceTree {
    pub(super) fn from_root(root: &str, files: &mut dyn TreeFiles) -> Result<Self, IntakeError> {
        let mut facts = MacroFacts::default();
        let tree = Self::from_facts(root, files, &MacroFacts::default(), &mut |tokens| {
            facts.add_tokens(tokens);
        })?;
        facts.resolve_aliases();
        // Most crates do not define macros, so they just need a single pass.
        if facts.is_empty() { Ok(tree) } else { Self::from_facts(root, files, &facts, &mut |_| {}) }
    }

    /// Builds the tree for a crate with these facts. `see` is called with the tokens of each file.
    fn from_facts(
        root: &str,
        files: &mut dyn TreeFiles,
        facts: &MacroFacts,
        see: &mut dyn FnMut(&Tokens<'_>),
    ) -> Result<Self, IntakeError> {
        let mut tree = Self::default();
        let mut open = VecDeque::new();
        open.push_back(TreeFile::root_file(root.to_owned()));
        let mut makes_modules = false;
        let mut handed_paths = Vec::new();
        while let Some(next) = open.pop_front() {
            let is_known = tree.live.contains(&next.path)
                || next.for_tests && tree.for_tests.contains(&next.path);
            if is_known {
                continue;
            }
            let Some(text) = files.source(&next.path)?.map(str::to_owned) else { continue };
            let kind = if next.for_tests { &mut tree.for_tests } else { &mut tree.live };
            kind.insert(next.path.clone());
            let tokens = Tokens::from_text(&text);
            see(&tokens);
            let scan = ScannedFile::from_tokens(&tokens, &text, facts);
            for module in scan.modules {
                tree.find_module_file(&next, module, files, &mut open)?;
            }
            if !next.for_tests {
                for read in scan.reads {
                    tree.read(&next, read, &text, files, &mut open)?;
                }
                makes_modules |= scan.makes_modules;
                handed_paths
                    .extend(scan.handed_paths.into_iter().map(|path| (next.path.clone(), path)));
            }
        }
        // A macro can turn the word `path` into an attribute of a module.
        for (file, read) in handed_paths.into_iter().filter(|_| makes_modules) {
            tree.refused.push(RefusedRead {
                file,
                line: read.line,
                reader: PATH.into(),
                why: ReadRefusal::Machine,
                is_replaced: false,
            });
        }
        tree.for_tests = &tree.for_tests - &tree.live;
        // Files are visited in the order of their modules, but a student reads them from the top.
        tree.refused.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
        Ok(tree)
    }

    /// Looks for the file of a module declared in `from`.
    fn find_module_file(
        &mut self,
        from: &TreeFile,
        module: Module,
        files: &mut dyn TreeFiles,
        open: &mut VecDeque<TreeFile>,
    ) -> Result<(), IntakeError> {
        let for_tests = from.for_tests || module.for_tests;
        let candidates = possible_module_files(from, &module);
        let mut found = false;
        for (path, folder) in &candidates {
            if files.source(path)?.is_some() {
                found = true;
                let (path, folder) = (path.clone(), folder.clone());
                open.push_back(TreeFile { path, folder, for_tests, is_root: false });
            }
        }
        let first = candidates.into_iter().next();
        match (first, module.path) {
            (None, Some(path)) if !for_tests => self.refused.push(RefusedRead {
                file: from.path.clone(),
                line: module.line,
                reader: PATH.into(),
                why: ReadRefusal::Outside(path),
                is_replaced: false,
            }),
            (Some((path, _)), _)
                if !found
                    && module.is_certain
                    && !for_tests
                    && self.missing.len() < MAX_MISSING =>
            {
                let (file, line) = (from.path.clone(), module.line);
                self.missing.push(MissingModule { path, file, line });
            }
            _ => {}
        }
        Ok(())
    }

    /// Decides whether a read in `from` is allowed.
    fn read(
        &mut self,
        from: &TreeFile,
        read: CompilerRead,
        text: &str,
        files: &mut dyn TreeFiles,
        open: &mut VecDeque<TreeFile>,
    ) -> Result<(), IntakeError> {
        let CompilerRead { what, range, line } = read;
        let (reader, why, instead) = match what {
            ReadTarget::CrateName(_) if !from.is_root => return Ok(()),
            // The grader compiles all crates under one name. Without a manifest, any other name is fine.
            ReadTarget::CrateName(name) if files.crate_name().is_none_or(|own| own == name) => {
                self.replace_range(from, range, text, NO_ATTRIBUTE);
                return Ok(());
            }
            ReadTarget::CrateName(_) => (CRATE_NAME, ReadRefusal::Machine, Some(NO_ATTRIBUTE)),
            ReadTarget::Refused { reader, instead } => (reader, ReadRefusal::Machine, instead),
            ReadTarget::File { by, path, from_root } => {
                let base = if from_root { "" } else { folder_of(&from.path) };
                match resolve(base, &path) {
                    None => (by.macro_name(), ReadRefusal::Outside(path), by.empty_literal()),
                    Some(target) if by == IncludedAs::Code => {
                        if !from_root && files.source(&target)?.is_some() {
                            let folder = folder_of(&target).to_owned();
                            let (for_tests, is_root) = (false, false);
                            open.push_back(TreeFile { path: target, folder, for_tests, is_root });
                            return Ok(());
                        }
                        (by.macro_name(), ReadRefusal::NotThere(target), None)
                    }
                    Some(target) if files.data(&target)? => {
                        let Some(edit) = from_root.then(|| macro_call(by, &from.path, &target))
                        else {
                            return Ok(());
                        };
                        if edit.len() <= range.len() {
                            self.replace_range(from, range, text, &edit);
                            return Ok(());
                        }
                        (by.macro_name(), ReadRefusal::Machine, by.empty_literal())
                    }
                    Some(target) => {
                        (by.macro_name(), ReadRefusal::NotThere(target), by.empty_literal())
                    }
                }
            }
        };
        let is_replaced = instead.is_some_and(|instead| instead.len() <= range.len());
        self.refused.push(RefusedRead {
            file: from.path.clone(),
            line,
            reader: reader.into(),
            why,
            is_replaced,
        });
        if let Some(instead) = instead.filter(|_| is_replaced) {
            self.replace_range(from, range, text, instead);
        }
        Ok(())
    }

    /// Replaces `range` with `with`, padded with spaces.
    fn replace_range(&mut self, file: &TreeFile, range: Range<usize>, text: &str, with: &str) {
        let blank = |c: char| if c == '\n' { "\n" } else { "" };
        let lines: String = text[range.clone()].chars().map(blank).collect();
        // The text keeps its length and its lines, so that the positions in messages stay right.
        let spaces = range.len().saturating_sub(with.len() + lines.len());
        let new = format!("{with}{}{lines}", " ".repeat(spaces));
        self.edits.entry(file.path.clone()).or_default().push((range, new));
    }

    /// Returns `true` if anything is refused that may read something, not just the crate's name.
    pub fn has_readers(&self) -> bool {
        self.refused.iter().any(|refused| refused.reader != CRATE_NAME)
    }

    /// Returns a file's text as the compiler should see it.
    pub fn text_for_compiler(&self, path: &str, text: &str) -> String {
        let mut edited = String::with_capacity(text.len());
        let mut at = 0;
        for (range, new) in self.edits.get(path).into_iter().flatten() {
            // The edits are in source order. An edit inside an earlier edit can be dropped.
            if range.start >= at {
                edited.push_str(&text[at..range.start]);
                edited.push_str(new);
                at = range.end;
            }
        }
        edited + &text[at..]
    }
}

/// Returns a macro call with a path relative to the calling file.
fn macro_call(by: IncludedAs, from: &str, target: &str) -> String {
    let up = "../".repeat(folder_of(from).split('/').filter(|part| !part.is_empty()).count());
    format!("{}({:?})", by.macro_name(), format!("{up}{target}"))
}

/// Returns the files that may contain a module, each with the folder of the submodules.
pub(super) fn possible_module_files(from: &TreeFile, module: &Module) -> Vec<(String, String)> {
    let within = module.within.join("/");
    let inner = |folder: &str| match (folder.is_empty(), within.is_empty()) {
        (_, true) => folder.to_owned(),
        (true, false) => within.clone(),
        (false, false) => format!("{folder}/{within}"),
    };
    if let Some(path) = &module.path {
        // Outside inline modules, a path is relative to this file.
        let base = if module.within.is_empty() {
            folder_of(&from.path).to_owned()
        } else {
            inner(&from.folder)
        };
        let target = resolve(&base, path);
        return target
            .into_iter()
            .map(|target| (target.clone(), folder_of(&target).to_owned()))
            .collect();
    }
    let Some(base) = resolve("", &inner(&from.folder)) else { return Vec::new() };
    let name = &module.name;
    let folder = if base.is_empty() { name.clone() } else { format!("{base}/{name}") };
    vec![(format!("{folder}.rs"), folder.clone()), (format!("{folder}/mod.rs"), folder)]
}

/// Returns the folder of a file, or an empty string for the root.
fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The maximum number of components in a path, before and after resolving it.
/// `Site::new` in the sandbox needs a limit to place the sources deep enough.
const MAX_DEPTH: usize = 16;

/// Resolves a path relative to a folder in the submission, removing `.` and `..`. Returns `None` if any step leads
/// outside the submission, or if systems interpret the path differently.
pub fn resolve(folder: &str, path: &str) -> Option<String> {
    if path.starts_with('/') || path.contains(['\\', ':', '\0', '\n', '\r']) {
        return None;
    }
    if path.split('/').count() > MAX_DEPTH {
        return None;
    }
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    (parts.len() <= MAX_DEPTH).then(|| parts.join("/"))
}
