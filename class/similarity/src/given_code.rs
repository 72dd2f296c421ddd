//! Code that says nothing about its author, because students received it or can find it in any textbook.

use std::collections::BTreeMap;

use embedded::{SLIDER, TEMPLATE};

use super::document::{Document, TokenOrigin};
use super::fingerprint::{NOISE, hash_grams};
use super::idioms::IDIOMS;
use super::lexer::{LexemeKind, lex};

/// Code that students received.
#[derive(Clone, Debug, Default)]
pub struct GivenCode {
    documents: Vec<Document>,
    examples: Vec<Document>,
}

impl GivenCode {
    /// Returns the code that every student has in the built-in assignment: the template, the `slider` crate, the
    /// examples in their documentation, and idioms.
    pub fn embedded() -> Self {
        let mut given = Self::default();
        for (name, files) in [("slider", SLIDER), ("template", TEMPLATE)] {
            let files = files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned()));
            given.add_files(name, files.collect());
        }
        given.add_files("idioms", [("idioms.rs".to_owned(), IDIOMS.to_owned())].into());
        given
    }

    /// Adds files by path, along with the examples in their documentation.
    pub fn add_files(&mut self, name: &str, files: BTreeMap<String, String>) {
        let examples = files.values().flat_map(|text| doc_examples(text)).enumerate();
        let examples = examples.map(|(i, text)| (i.to_string(), text)).collect();
        self.examples.push(Document::new(name.to_owned(), examples));
        self.documents.push(Document::new(name.to_owned(), files));
    }

    /// Marks every token in a gram that is also in the given code.
    pub fn mark_given(&self, documents: &mut [Document]) {
        let all = self
            .documents
            .iter()
            .chain(&self.examples)
            .flat_map(|document| hash_grams(document.tokens()));
        let mut hashes: Vec<u64> = all.map(|gram| gram.hash).collect();
        // Sorted for a binary search. A hash set would take more memory.
        hashes.sort_unstable();
        for document in documents {
            let found: Vec<_> = hash_grams(document.tokens())
                .filter(|gram| hashes.binary_search(&gram.hash).is_ok())
                .map(|gram| gram.start..gram.start + NOISE)
                .collect();
            document.mark_origin(found.into_iter(), TokenOrigin::Given);
        }
    }

    /// Returns the files added so far, without examples.
    pub fn documents(&self) -> &[Document] {
        &self.documents
    }
}

/// Extracts the code examples from a file's documentation. An example is Rust code unless it names another language.
fn doc_examples(text: &str) -> Vec<String> {
    let mut examples = Vec::new();
    let mut open: Option<(bool, String)> = None;
    for lexeme in lex(text).iter().filter(|lexeme| lexeme.kind == LexemeKind::Comment) {
        let comment = &text[lexeme.range.clone()];
        let line = comment.trim_start_matches(['/', '!', '*']);
        match (line.trim().strip_prefix("```"), &mut open) {
            (Some(language), None) => {
                let is_rust = ["", "rust", "no_run", "should_panic"].contains(&language.trim());
                open = Some((is_rust, String::new()));
            }
            (Some(_), Some(_)) => {
                let example = open.take().filter(|(is_rust, _)| *is_rust);
                examples.extend(example.map(|(_, code)| code));
            }
            (None, Some((_, code))) => {
                // Include hidden lines.
                code.push_str(line.trim_start().strip_prefix("# ").unwrap_or(line));
                code.push('\n');
            }
            (None, None) => {}
        }
    }
    examples
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_are_found_in_documentation() {
        let text = "//! A.\n//! ```\n//! let a = 1;\n//! # f(a)?;\n//! ```\n//! B.\n\
                    /// ```text\n/// 1 2\n/// ```\nfn f() {}\n// ``` never closed\n";
        assert_eq!(doc_examples(text), [" let a = 1;\nf(a)?;\n"]);
    }

    #[test]
    fn the_template_is_marked_as_given() {
        let files = TEMPLATE.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned()));
        let mut documents = [Document::new("alice".to_owned(), files.collect())];
        assert!(documents[0].own_tokens() > 100);
        GivenCode::embedded().mark_given(&mut documents);
        assert_eq!(documents[0].own_tokens(), 0);
    }
}
