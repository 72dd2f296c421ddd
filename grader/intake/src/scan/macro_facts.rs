//! Facts about an entire crate, needed to judge any file.

use std::collections::{BTreeMap, BTreeSet};

use super::ALWAYS;
use crate::tokens::{Tokens, normalize_name};

/// A crate's macros, and the aliases for macros that read something. Names are normalized, as in the compiler.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct MacroFacts {
    /// The crate's macros, including possible aliases.
    macros: BTreeSet<String>,
    /// Whether a macro gets its name from another macro.
    has_made_names: bool,
    /// The `name as other` pairs in `use` declarations.
    renamed: Vec<(String, String)>,
    /// The aliases for macros that read something, with the original macros.
    aliases: BTreeMap<String, &'static str>,
}

impl MacroFacts {
    pub(crate) fn add_tokens(&mut self, tokens: &Tokens<'_>) {
        let mut in_use = false;
        for at in 0..tokens.len() {
            match tokens.word(at) {
                "macro_rules" if tokens.is(at + 1, '!') => match tokens.word(at + 2) {
                    "" => self.has_made_names = true,
                    name => drop(self.macros.insert(normalize_name(name).into_owned())),
                },
                "as" => {
                    let (from, to) = (tokens.word_before(at, 1), tokens.word(at + 1));
                    if in_use && !from.is_empty() && !to.is_empty() {
                        let names = [from, to].map(|name| normalize_name(name).into_owned());
                        self.renamed.push(names.into());
                    }
                }
                "use" => in_use = true,
                "" if tokens.is(at, ';') => in_use = false,
                _ => {}
            }
        }
    }

    /// Derives the facts that depend on all added files.
    pub(crate) fn resolve_aliases(&mut self) {
        let renamed = std::mem::take(&mut self.renamed);
        let mut names: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (from, to) in renamed {
            if !self.macros.is_empty() {
                self.macros.insert(to.clone());
            }
            names.entry(from).or_default().push(to);
        }
        let readers = [("env", "env!"), ("include", "include!")].into_iter().chain(ALWAYS);
        let mut open: Vec<(String, &'static str)> =
            readers.map(|(name, reader)| (name.to_owned(), reader)).collect();
        while let Some((name, reader)) = open.pop() {
            for to in names.remove(&name).into_iter().flatten() {
                if to != "_" && !self.aliases.contains_key(&to) {
                    self.aliases.insert(to.clone(), reader);
                    open.push((to, reader));
                }
            }
        }
    }

    /// Returns `true` if the facts would not affect a scan.
    pub(crate) fn is_empty(&self) -> bool {
        !self.has_macros() && self.aliases.is_empty()
    }

    pub(super) fn has_macros(&self) -> bool {
        self.has_made_names || !self.macros.is_empty()
    }

    /// Returns `true` if the crate may define a macro with this name, which could rearrange the arguments.
    pub(super) fn is_own_macro(&self, name: &str) -> bool {
        self.has_made_names || self.macros.contains(&*normalize_name(name))
    }

    /// Returns the original of an alias for a macro that reads something.
    pub(super) fn alias(&self, name: &str) -> Option<&'static str> {
        self.aliases.get(&*normalize_name(name)).copied()
    }
}
