//! Shows similar submissions in a terminal.

use terminal::page::{Layout, Page};
use terminal::style::paint;
use terminal::wrap::{Align, aligned_columns, escape};

use super::{ADVICE, LITTLE, SimilarityFindings, capitalized, line_range, percent};
use crate::{Document, LeftOut, SimilarPair};

/// Formats the findings as text.
pub fn human(findings: &SimilarityFindings<'_>, layout: &Layout) -> String {
    let mut page = Page::new(layout);
    let strong = page.styles.strong;
    page.line(0, &paint(strong, &findings.counts_text()));
    page.blank();
    page.prose(0, page.styles.dim, ADVICE);
    page.blank();
    page.line(0, &paint(strong, &capitalized(&findings.pairs_shown())));
    page.blank();
    for line in align_pairs(&findings.comparison.pairs, findings) {
        page.line(0, &line);
    }
    add_groups(&mut page, findings);
    add_notes(&mut page, findings);
    page.finish()
}

fn align_pairs(pairs: &[SimilarPair], findings: &SimilarityFindings<'_>) -> Vec<String> {
    if pairs.is_empty() {
        return Vec::new();
    }
    let header = ["share", "of", "share", "of", "tokens", "longest run and location"];
    let mut rows = vec![header.map(str::to_owned)];
    for pair in pairs {
        let documents = findings.comparison.documents();
        let [first, second] = [pair.first, pair.second]
            .map(|index| escape(&findings.name_with_students(&documents[index])));
        let [share, of_second] = findings.comparison.shares(pair).map(percent);
        let longest = match findings.find_longest_run(pair) {
            Some(places) => {
                let [a, b] = places.map(|region| escape(&line_range(&region)));
                format!("{}: {a} and {b}", pair.longest)
            }
            None => pair.longest.to_string(),
        };
        rows.push([share, first, of_second, second, pair.shared.to_string(), longest]);
    }
    let [left, right] = [Align::Left, Align::Right];
    aligned_columns([right, left, right, left, right, left], &rows)
}

fn add_groups(page: &mut Page, findings: &SimilarityFindings<'_>) {
    let groups = &findings.comparison.groups;
    if groups.is_empty() {
        return;
    }
    page.blank();
    let least = findings.comparison.least_grouped_share();
    let title = format!("Groups connected by shares of {least}% or more");
    page.line(0, &paint(page.styles.strong, &title));
    page.blank();
    for group in groups {
        let names: Vec<String> = group
            .iter()
            .map(|&index| {
                escape(&findings.name_with_students(&findings.comparison.documents()[index]))
            })
            .collect();
        page.item(0, "-", page.styles.plain, &names.join(", "));
    }
}

/// Lists submissions that were not compared, or have less reliable figures.
fn add_notes(page: &mut Page, findings: &SimilarityFindings<'_>) {
    let names = |documents: &mut dyn Iterator<Item = &Document>| -> Vec<String> {
        documents.map(|document| escape(&findings.name_with_students(document))).collect()
    };
    let little = names(&mut findings.comparison.with_little_code());
    let common = names(&mut findings.comparison.mostly_common_documents());
    for (names, what) in [(little, LITTLE.to_owned()), (common, findings.mostly_common_title())] {
        if !names.is_empty() {
            page.blank();
            let text = format!("{what}: {}", names.join(", "));
            page.prose(0, page.styles.plain, &text);
        }
    }
    if !findings.left_out.is_empty() {
        page.blank();
        page.line(0, &paint(page.styles.strong, "Left out"));
        page.blank();
        for LeftOut { name, reason, .. } in findings.left_out {
            let text = format!("{}: {}", escape(name), escape(reason));
            page.item(0, "-", page.styles.plain, &text);
        }
    }
}
