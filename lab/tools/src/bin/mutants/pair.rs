//! Mutants of second order, with two changes.

use std::collections::BTreeSet;

use base::seed::random_below;
use intake::Submission;

use crate::mutant::{Mutant, tokens};

/// The number of draws to stop after, if none of them yields a new pair.
/// With few mutants, all pairs may have been drawn.
const PATIENCE: usize = 10_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MutantPair {
    /// The change that comes first in the list of mutants.
    pub(crate) first: Mutant,
    pub(crate) second: Mutant,
}

impl MutantPair {
    /// Combines two mutants of a submission, unless their changes overlap.
    fn combine(first: &Mutant, second: &Mutant) -> Option<Self> {
        let is_apart = first.file != second.file
            || first.range.end <= second.range.start
            || second.range.end <= first.range.start;
        is_apart.then(|| Self { first: first.clone(), second: second.clone() })
    }

    pub(crate) fn changed_files(&self) -> Vec<(&str, String)> {
        let Self { first, second } = self;
        if first.file != second.file {
            return vec![(&first.file, first.text.clone()), (&second.file, second.text.clone())];
        }
        // The second change will not move the text before it.
        let (early, late) =
            if first.range.end <= second.range.start { (first, second) } else { (second, first) };
        let (before, behind) = (&late.text[..early.range.start], &late.text[early.range.end..]);
        vec![(&late.file, format!("{before}{}{behind}", early.replacement))]
    }

    pub(crate) fn to_submission(&self, base: &Submission) -> Submission {
        let files = self.changed_files().into_iter();
        files.fold(base.clone(), |submission, (path, text)| submission.with_file(path, &text))
    }

    pub(crate) fn mutants(&self) -> [&Mutant; 2] {
        [&self.first, &self.second]
    }
}

/// Pairs of mutants in a pseudorandom order. Skips duplicates, and pairs that are equal to the base or to a mutant of
/// first order.
pub(crate) struct Pairs<'a> {
    mutants: &'a [Mutant],
    seen: BTreeSet<Vec<(String, String)>>,
    random: u64,
}

impl<'a> Pairs<'a> {
    pub(crate) fn new(base: &Submission, mutants: &'a [Mutant], seed: u64) -> Self {
        let singles =
            mutants.iter().map(|mutant| vec![(mutant.file.clone(), tokens(&mutant.text))]);
        let whole = base.files().map(|file| vec![(file.path.to_owned(), tokens(file.text))]);
        Self { mutants, seen: singles.chain(whole).collect(), random: seed }
    }
}

impl Iterator for Pairs<'_> {
    type Item = MutantPair;

    fn next(&mut self) -> Option<MutantPair> {
        for _ in 0..PATIENCE {
            let drawn = [0; 2].map(|_| random_below(&mut self.random, self.mutants.len()));
            // The order of the edits does not matter, so each pair has one form.
            let (first, second) = (drawn[0].min(drawn[1]), drawn[0].max(drawn[1]));
            let pair = MutantPair::combine(self.mutants.get(first)?, self.mutants.get(second)?);
            let Some(pair) = pair.filter(|_| first != second) else { continue };
            let files = pair.changed_files().into_iter();
            if self
                .seen
                .insert(files.map(|(file, text)| (file.to_owned(), tokens(&text))).collect())
            {
                return Some(pair);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use intake::Edition;

    use super::*;

    fn base(files: &[(&str, &str)]) -> Submission {
        let files = files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned()));
        Submission::new("a".to_owned(), Edition::E2024, files.collect(), Vec::new())
    }

    fn texts(base: &Submission, seed: u64) -> Vec<String> {
        let mutants = Mutant::of_submission(base).expect("it is Rust");
        let pairs = Pairs::new(base, &mutants, seed);
        let text = |pair: MutantPair| {
            let made = pair.to_submission(base);
            made.files().map(|file| file.text.to_owned()).collect::<Vec<_>>().join("|")
        };
        pairs.map(text).collect()
    }

    #[test]
    fn pairs_change_two_places_in_one_file_or_two() {
        let base = base(&[
            ("src/lib.rs", "mod b; const A: X = (p, 5);"),
            ("src/b.rs", "const B: bool = !c; const C: bool = true;"),
        ]);
        let mut texts = texts(&base, 1);
        texts.sort();
        insta::assert_snapshot!(texts.join("\n"), @r"
        const B: bool = !c; const C: bool = false;|mod b; const A: X = (5, p);
        const B: bool = !c; const C: bool = false;|mod b; const A: X = (p, 4);
        const B: bool = !c; const C: bool = false;|mod b; const A: X = (p, 6);
        const B: bool = c; const C: bool = false;|mod b; const A: X = (p, 5);
        const B: bool = c; const C: bool = true;|mod b; const A: X = (5, p);
        const B: bool = c; const C: bool = true;|mod b; const A: X = (p, 4);
        const B: bool = c; const C: bool = true;|mod b; const A: X = (p, 6);
        ");
    }

    #[test]
    fn overlapping_mutants_are_not_paired() {
        // The range of the sum contains both operands, which do not overlap.
        let base = base(&[("src/lib.rs", "const A: u8 = 1 + 1;")]);
        let mut texts = texts(&base, 1);
        texts.sort();
        insta::assert_snapshot!(texts.join("\n"), @r"
        const A: u8 = 0 * 1;
        const A: u8 = 0 + 0;
        const A: u8 = 0 + 2;
        const A: u8 = 0 - 1;
        const A: u8 = 1 * 0;
        const A: u8 = 1 * 2;
        const A: u8 = 1 - 0;
        const A: u8 = 1 - 2;
        const A: u8 = 2 * 1;
        const A: u8 = 2 + 0;
        const A: u8 = 2 + 2;
        const A: u8 = 2 - 1;
        ");
    }

    #[test]
    fn a_seed_always_draws_the_same_pairs() {
        let base = base(&[("src/lib.rs", "const A: [u8; 4] = [1, 2, 3, 4];")]);
        assert_eq!(texts(&base, 5), texts(&base, 5));
        assert_ne!(texts(&base, 5)[..5], texts(&base, 6)[..5]);
        let all: BTreeSet<String> = texts(&base, 5).into_iter().collect();
        assert_eq!(all.len(), texts(&base, 5).len());
        assert_eq!(all, texts(&base, 6).into_iter().collect());
    }

    #[test]
    fn fewer_than_two_mutants_have_no_pair() {
        assert_eq!(texts(&base(&[("src/lib.rs", "const A: bool = true;")]), 1), [""; 0]);
        assert_eq!(texts(&base(&[("src/lib.rs", "mod a;")]), 1), [""; 0]);
    }
}
