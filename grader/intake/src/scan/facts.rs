//! What has to be known of a whole crate before one of its files can be judged.

use std::collections::{BTreeMap, BTreeSet};

use super::ALWAYS;
use crate::tokens::Tokens;

/// The macros of a crate, and the names that it gives to those that read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Facts {
    /// The names that its own macros may go by.
    macros: BTreeSet<String>,
    /// Whether a macro of its own has a name that is made by another.
    has_made_names: bool,
    /// The `name as other` in declarations of `use`.
    renamed: Vec<(String, String)>,
    /// The names of macros that read, beside their own, and what they are.
    aliases: BTreeMap<String, &'static str>,
}

impl Facts {
    /// The facts in a file.
    pub(crate) fn of(tokens: &Tokens<'_>) -> Self {
        let mut facts = Self::default();
        facts.add(tokens);
        facts.close();
        facts
    }

    /// Adds those of a further file.
    pub(crate) fn add(&mut self, tokens: &Tokens<'_>) {
        let mut in_use = false;
        for at in 0..tokens.len() {
            match tokens.word(at) {
                "macro_rules" if tokens.is(at + 1, '!') => match tokens.word(at + 2) {
                    "" => self.has_made_names = true,
                    name => drop(self.macros.insert(name.to_owned())),
                },
                "as" => {
                    let (from, to) = (tokens.word_before(at, 1), tokens.word(at + 1));
                    if in_use && !from.is_empty() && !to.is_empty() {
                        self.renamed.push((from.to_owned(), to.to_owned()));
                    }
                }
                "use" => in_use = true,
                "" if tokens.is(at, ';') => in_use = false,
                _ => {}
            }
        }
    }

    /// Works out what follows from all that was added.
    pub(crate) fn close(&mut self) {
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

    /// Whether they change nothing.
    pub(crate) fn is_empty(&self) -> bool {
        !self.has_macros() && self.aliases.is_empty()
    }

    /// Whether the crate has macros of its own.
    pub(super) fn has_macros(&self) -> bool {
        self.has_made_names || !self.macros.is_empty()
    }

    /// Whether a macro of this name may be one of the crate's own, and put together anew what it is
    /// handed.
    pub(super) fn is_own_macro(&self, name: &str) -> bool {
        self.has_made_names || self.macros.contains(name)
    }

    /// The macro that reads and goes by this other name.
    pub(super) fn alias(&self, name: &str) -> Option<&'static str> {
        self.aliases.get(name).copied()
    }
}
