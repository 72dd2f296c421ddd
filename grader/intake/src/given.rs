//! The `slider` crate that students receive.

use embedded::SLIDER;

use super::encoding::read_text;
use super::folder::{MAX_BYTES, source_files};
use super::input::InputPath;
use super::root;
use super::tokens::Tokens;

/// Returns a sentence if the `slider` crate in a repository has other code than the grader's, such as a new method. Each
/// submission is compiled with the grader's crate, so the compiler would report such a method as missing. Comments and
/// layout do not matter, because they change between versions.
pub(super) fn changed_slider(repository: &InputPath<'_>) -> Option<String> {
    let slider = repository.join("slider");
    if !slider.is_folder() || !root::is_given_crate(&slider) {
        return None;
    }
    let source = slider.join("src");
    let is_changed = |file: &InputPath<'_>| {
        let original = SLIDER.iter().find(|(name, _)| *name == file.relative_to(&source));
        // A file that cannot be read is not code that the student added.
        read_text(file, MAX_BYTES).is_ok_and(|read| {
            original.is_none_or(|(_, original)| !has_same_code(&read.text, original))
        })
    };
    let changed = source_files(&source).into_iter().find(is_changed)?;
    Some(format!(
        "`{}` differs from the grader's file, which is used instead",
        changed.relative_to(repository)
    ))
}

fn has_same_code(text: &str, other: &str) -> bool {
    if text == other {
        // Almost all repositories have the original.
        return true;
    }
    let (tokens, others) = (Tokens::from_text(text), Tokens::from_text(other));
    tokens.len() == others.len()
        && (0..tokens.len()).all(|at| tokens.token_text(at) == others.token_text(at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::tests::text_input;

    /// Returns the sentence about the given crate after a change to its `min_pq.rs`.
    fn after_change(change: impl Fn(&str) -> String) -> Option<String> {
        let manifest =
            ("slider/Cargo.toml".to_owned(), "[package]\nname = \"slider\"\n".to_owned());
        let sources = SLIDER.iter().map(|(name, text)| {
            let text = if *name == "min_pq.rs" { change(text) } else { (*text).to_owned() };
            (format!("slider/src/{name}"), text)
        });
        let files: Vec<(String, String)> = sources.chain([manifest]).collect();
        let files: Vec<(&str, &str)> =
            files.iter().map(|(name, text)| (&**name, &**text)).collect();
        changed_slider(&text_input(&files).top())
    }

    #[test]
    fn only_other_code_is_reported() {
        assert_eq!(after_change(str::to_owned), None);
        assert_eq!(after_change(|text| text.replace('\n', "\r\n")), None);
        assert_eq!(after_change(|text| format!("// Mine.\n{text}\n\n")), None);
        let changed = after_change(|text| format!("{text}\nimpl<T> MinPq<T> {{ fn mine() {{}} }}"));
        let sentence =
            "`slider/src/min_pq.rs` differs from the grader's file, which is used instead";
        assert_eq!(changed.as_deref(), Some(sentence));
    }
}
