//! Compares the mistakes that reports name with the mistakes that labels call true.

use std::collections::{BTreeMap, BTreeSet};

use crate::{Audit, LabelOutcome};

/// How often reports name a true mistake, another one, or none. Labels that do not say the true mistake do not count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Confusion {
    /// One row for each mistake that a label calls true.
    pub rows: Vec<ConfusionRow>,
    /// The number of labels with a true mistake.
    pub labels: usize,
    /// The number of those labels whose reports name a true mistake.
    pub named: usize,
    /// The number of mistakes that the reports on these labels name although the label does not call them true.
    pub wrong: usize,
}

/// The reports on the labels with one true mistake.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConfusionRow {
    /// The mistake.
    pub mistake: String,
    /// The number of labels.
    pub labels: usize,
    /// The number of reports that name the mistake.
    pub named: usize,
    /// The number of reports that name no mistake at all.
    pub observed: usize,
    /// The other mistakes that reports name, with the number of reports. Those that are true, too, are left out.
    pub others: BTreeMap<String, usize>,
}

impl LabelOutcome {
    /// Returns the mistakes that the report names, but the label does not call true.
    pub fn wrong_causes(&self) -> impl Iterator<Item = &String> {
        self.mistakes.difference(&self.causes)
    }
}

impl Audit {
    /// Returns the confusion table.
    pub fn confusion(&self) -> Confusion {
        let mut rows: BTreeMap<&String, ConfusionRow> = BTreeMap::new();
        for outcome in &self.outcomes {
            let wrong: BTreeSet<&String> = outcome.wrong_causes().collect();
            for mistake in &outcome.causes {
                let row = rows.entry(mistake).or_default();
                row.labels += 1;
                row.named += usize::from(outcome.mistakes.contains(mistake));
                row.observed += usize::from(outcome.mistakes.is_empty());
                for other in &wrong {
                    *row.others.entry((*other).clone()).or_default() += 1;
                }
            }
        }
        let named = |(mistake, row): (&String, ConfusionRow)| ConfusionRow {
            mistake: mistake.clone(),
            ..row
        };
        let labelled = || self.outcomes.iter().filter(|outcome| !outcome.causes.is_empty());
        Confusion {
            rows: rows.into_iter().map(named).collect(),
            labels: labelled().count(),
            named: labelled()
                .filter(|outcome| !outcome.causes.is_disjoint(&outcome.mistakes))
                .count(),
            wrong: labelled().map(|outcome| outcome.wrong_causes().count()).sum(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_compared_with_true_mistakes() {
        let outcomes = vec![
            LabelOutcome::with_causes(&["a"], &["a"]),
            LabelOutcome::with_causes(&["a", "b"], &["b", "c"]),
            LabelOutcome::with_causes(&["a"], &[]),
            LabelOutcome::with_causes(&[], &["c"]),
            LabelOutcome::with_causes(&[], &[]),
        ];
        let Confusion { rows, labels, named, wrong } =
            Audit { outcomes, ..Audit::default() }.confusion();
        assert_eq!((labels, named, wrong), (3, 2, 1));
        let shown = |row: &ConfusionRow| {
            let others: Vec<String> = row.others.keys().cloned().collect();
            (row.mistake.clone(), [row.labels, row.named, row.observed], others.concat())
        };
        let expected = [
            ("a".to_owned(), [3, 1, 1], "c".to_owned()),
            ("b".to_owned(), [1, 1, 0], "c".to_owned()),
        ];
        assert_eq!(rows.iter().map(shown).collect::<Vec<_>>(), expected);
    }
}
