//! The files of a submission that its library is made of: from the root along `mod`, and what these
//! read while they are compiled.

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::Range;

use super::IntakeError;
use super::scan::{Includes, Read, Reading, Scan};

/// The files of a submission.
pub(super) trait Files {
    /// The text of the source file at a path, if there is one.
    fn source(&mut self, path: &str) -> Result<Option<String>, IntakeError>;

    /// Whether there is a file at a path that code may read.
    fn data(&mut self, path: &str) -> Result<bool, IntakeError>;
}

/// The files that a library is made of.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// The files that are compiled.
    pub live: BTreeSet<String>,
    /// Modules that have no file.
    pub missing: Vec<Missing>,
    /// The reads that are refused, in the order of the files.
    pub refused: Vec<Refused>,
    /// The replacements in each file before it is compiled: each as long as the bytes that it
    /// replaces.
    pub(crate) edits: BTreeMap<String, Vec<(Range<usize>, String)>>,
    /// Files that are there for tests alone.
    pub(super) for_tests: BTreeSet<String>,
}

/// A module that is named and has no file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// The file that would be it.
    pub path: String,
    /// The file that names it.
    pub file: String,
    /// The line there.
    pub line: u32,
}

/// Something that code would read while it is compiled, and may not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The file that it is in.
    pub file: String,
    /// The line there.
    pub line: u32,
    /// The macro or attribute.
    pub reader: Cow<'static, str>,
    /// The reason why it is refused.
    pub why: RefusedFor,
    /// Whether something empty takes its place, so that the rest can be compiled.
    pub is_replaced: bool,
}

/// The reason why something is not read.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum RefusedFor {
    /// It is nothing of the submission, or nobody can tell what it is.
    Machine,
    /// This file is outside the submission.
    Outside(String),
    /// This file is not in the submission.
    NotThere(String),
}

/// A file that is still to be looked at.
struct Open {
    path: String,
    /// The folder that its modules are in.
    folder: String,
    for_tests: bool,
}

impl Tree {
    /// The tree of the library that begins in `root`.
    pub(super) fn of(root: &str, files: &mut dyn Files) -> Result<Self, IntakeError> {
        let mut tree = Self::default();
        let mut open = VecDeque::new();
        let folder = folder_of(root).to_owned();
        open.push_back(Open { path: root.to_owned(), folder, for_tests: false });
        while let Some(next) = open.pop_front() {
            let is_known = tree.live.contains(&next.path)
                || next.for_tests && tree.for_tests.contains(&next.path);
            if is_known {
                continue;
            }
            let Some(text) = files.source(&next.path)? else { continue };
            let kind = if next.for_tests { &mut tree.for_tests } else { &mut tree.live };
            kind.insert(next.path.clone());
            let scan = Scan::of(&text);
            for module in scan.modules {
                let for_tests = next.for_tests || module.for_tests;
                let candidates = candidates(&next, &module);
                let mut found = false;
                for (path, folder) in &candidates {
                    if files.source(path)?.is_some() {
                        found = true;
                        let (path, folder) = (path.clone(), folder.clone());
                        open.push_back(Open { path, folder, for_tests });
                    }
                }
                let first = candidates.into_iter().next();
                match (first, module.path) {
                    (None, Some(path)) if !for_tests => tree.refused.push(Refused {
                        file: next.path.clone(),
                        line: module.line,
                        reader: "#[path]".into(),
                        why: RefusedFor::Outside(path),
                        is_replaced: false,
                    }),
                    (Some((path, _)), _) if !found && module.is_certain && !for_tests => {
                        let (file, line) = (next.path.clone(), module.line);
                        tree.missing.push(Missing { path, file, line });
                    }
                    _ => {}
                }
            }
            if !next.for_tests {
                for read in scan.reads {
                    tree.read(&next, read, &text, files, &mut open)?;
                }
            }
        }
        tree.for_tests = &tree.for_tests - &tree.live;
        tree.refused.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
        Ok(tree)
    }

    /// Decides about something that the file `from` reads.
    fn read(
        &mut self,
        from: &Open,
        read: Read,
        text: &str,
        files: &mut dyn Files,
        open: &mut VecDeque<Open>,
    ) -> Result<(), IntakeError> {
        let Read { what, range, line } = read;
        let (reader, why, instead) = match what {
            Reading::Refused { reader, instead } => (reader, RefusedFor::Machine, instead),
            Reading::File { by, path, from_root } => {
                let base = if from_root { "" } else { folder_of(&from.path) };
                match resolve(base, &path) {
                    None => (by.shown(), RefusedFor::Outside(path), by.instead()),
                    Some(target) if by == Includes::Code => {
                        if !from_root && files.source(&target)?.is_some() {
                            let folder = folder_of(&target).to_owned();
                            open.push_back(Open { path: target, folder, for_tests: false });
                            return Ok(());
                        }
                        (by.shown(), RefusedFor::NotThere(target), None)
                    }
                    Some(target) if files.data(&target)? => {
                        let Some(edit) = from_root.then(|| call(by, &from.path, &target)) else {
                            return Ok(());
                        };
                        if edit.len() <= range.len() {
                            self.edit(from, range, text, &edit);
                            return Ok(());
                        }
                        (by.shown(), RefusedFor::Machine, by.instead())
                    }
                    Some(target) => (by.shown(), RefusedFor::NotThere(target), by.instead()),
                }
            }
        };
        let is_replaced = instead.is_some_and(|instead| instead.len() <= range.len());
        self.refused.push(Refused {
            file: from.path.clone(),
            line,
            reader: reader.into(),
            why,
            is_replaced,
        });
        if let Some(instead) = instead.filter(|_| is_replaced) {
            self.edit(from, range, text, instead);
        }
        Ok(())
    }

    /// Has the compiler see `with` at these bytes, and blanks behind it.
    fn edit(&mut self, file: &Open, range: Range<usize>, text: &str, with: &str) {
        let blank = |c: char| if c == '\n' { "\n" } else { "" };
        let lines: String = text[range.clone()].chars().map(blank).collect();
        let spaces = range.len().saturating_sub(with.len() + lines.len());
        let new = format!("{with}{}{lines}", " ".repeat(spaces));
        self.edits.entry(file.path.clone()).or_default().push((range, new));
    }

    /// A file as the compiler is to see it.
    pub fn edited(&self, path: &str, text: &str) -> String {
        let mut text = text.to_owned();
        for (range, new) in self.edits.get(path).into_iter().flatten().rev() {
            text.replace_range(range.clone(), new);
        }
        text
    }
}

/// A macro that reads a file, with the path from the file that it is in.
fn call(by: Includes, from: &str, target: &str) -> String {
    let up = "../".repeat(folder_of(from).split('/').filter(|part| !part.is_empty()).count());
    format!("{}({:?})", by.shown(), format!("{up}{target}"))
}

/// The files that may be a module, and for each the folder of its own modules.
fn candidates(from: &Open, module: &super::scan::Module) -> Vec<(String, String)> {
    let within = module.within.join("/");
    let inner = |folder: &str| match (folder.is_empty(), within.is_empty()) {
        (_, true) => folder.to_owned(),
        (true, false) => within.clone(),
        (false, false) => format!("{folder}/{within}"),
    };
    if let Some(path) = &module.path {
        // Outside of modules a path goes from the file that it is in.
        let base = if module.within.is_empty() {
            folder_of(&from.path).to_owned()
        } else {
            inner(&from.folder)
        };
        let target = resolve(&base, path);
        return target.into_iter().map(|it| (it.clone(), folder_of(&it).to_owned())).collect();
    }
    let Some(base) = resolve("", &inner(&from.folder)) else { return Vec::new() };
    let name = &module.name;
    let folder = if base.is_empty() { name.clone() } else { format!("{base}/{name}") };
    vec![(format!("{folder}.rs"), folder.clone()), (format!("{folder}/mod.rs"), folder)]
}

/// The folder of a file; nothing for the root.
fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The deepest that a path may be, and the most steps that one may have.
const MAX_DEPTH: usize = 16;

/// A path from a folder of the submission, without `.` and `..`; `None` if it leads out of the
/// submission on its way, or is none that is the same on every system.
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
