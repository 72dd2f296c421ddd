//! Shows similar submissions in HTML, on a separate page or in a section of a class page.

use maud::{Markup, html};
use page::PageSection;
use page::markup::id_of;
use page::shell::{self, Extra};

use super::sides::side_by_side;
use super::{ADVICE, SimilarityFindings, capitalized, line_range, percent};
use crate::{Document, LeftOut, SimilarPair};

const EXTRA: Extra = Extra { style: include_str!("style.css"), script: include_str!("script.js") };

const TITLE: &str = "Similar submissions";

/// Creates a complete page.
pub fn page(findings: &SimilarityFindings<'_>) -> String {
    let page = html! {
        header class="top" {
            a href="#similar" class="home" { (TITLE) }
            (shell::theme_button())
        }
        main {
            div class="class" id="similar" {
                h1 { (TITLE) }
                section { (render_findings(findings, &[])) }
            }
        }
    };
    shell::page(TITLE, &[EXTRA], &page)
}

/// Creates a section for a class page. `graded` must contain every submission on that page.
pub fn section(findings: &SimilarityFindings<'_>, graded: &[String]) -> PageSection {
    let body = render_findings(findings, graded);
    PageSection {
        id: "similar",
        title: TITLE.to_owned(),
        short: "Similar",
        body,
        extra: Some(EXTRA),
    }
}

/// Returns `true` if the class page contains this section.
pub fn is_in_page(page: &str) -> bool {
    // Look for the link in the table of contents. Anywhere else, the quotes would be escaped.
    page.contains(r##"href="#similar""##)
}

fn render_findings(findings: &SimilarityFindings<'_>, graded: &[String]) -> Markup {
    let least = findings.comparison.wish.at_least;
    html! {
        p { (capitalized(&findings.counts_text())) "." }
        p class="banner" { (ADVICE) }
        h3 { (capitalized(&findings.pairs_shown())) }
        @if !findings.comparison.pairs.is_empty() {
            p class="note" {
                "The share of a submission is the part of its own code that the other submission \
                 also contains. "
                "A pair is shown if at least one of its shares is " (least) "% or more. "
                "Open a pair to see both side by side. Shared code is colored; click it to jump to \
                 the other side. "
                "Faint code does not count, because it comes from the assignment or is common in \
                 the class."
            }
        }
        @for (number, pair) in (1..).zip(&findings.comparison.pairs) {
            (pair_details(findings, pair, number, graded))
        }
        (groups_markup(findings, graded))
        (notes_markup(findings))
    }
}

/// Shows a summary line, followed by the code of both submissions.
fn pair_details(
    findings: &SimilarityFindings<'_>,
    pair: &SimilarPair,
    number: usize,
    graded: &[String],
) -> Markup {
    let names = findings.names_of_pair(pair);
    let tenths = findings.comparison.shares(pair);
    let shares = tenths.map(percent);
    html! {
        details class="pair" id={ "pair-" (number) } {
            summary {
                b class="share" { (percent(tenths[0].max(tenths[1]))) } " "
                span { b { (names[0]) } " and " b { (names[1]) } } " "
                small { (pair.shared) " tokens, " (pair.longest) " of them in a row" }
            }
            p {
                (shares[0]) " of " (linked_name(names[0], graded)) " is in the other, and "
                (shares[1]) " of " (linked_name(names[1], graded)) "."
                @if let Some([a, b]) = findings.find_longest_run(pair) {
                    " The longest run is in " code { (line_range(&a)) } " and " code { (line_range(&b)) } "."
                }
            }
            (side_by_side(findings, pair, number))
        }
        "\n"
    }
}

/// Shows a name, with a link when the grade is on this page.
fn linked_name(name: &str, graded: &[String]) -> Markup {
    html! {
        @if graded.iter().any(|submission| submission == name) {
            a href={ "#" (id_of(name)) } { (name) }
        } @else {
            b { (name) }
        }
    }
}

fn groups_markup(findings: &SimilarityFindings<'_>, graded: &[String]) -> Markup {
    let groups = &findings.comparison.groups;
    html! {
        @if !groups.is_empty() {
            h3 {
                "Groups connected by shares of " (findings.comparison.least_grouped_share())
                "% or more"
            }
            ol {
                @for group in groups {
                    li {
                        @for (i, &index) in group.iter().enumerate() {
                            @if i > 0 { ", " }
                            (linked_name(findings.submission_name(index), graded))
                        }
                    }
                }
            }
        }
    }
}

/// Lists submissions that were not compared, or have less reliable figures.
fn notes_markup(findings: &SimilarityFindings<'_>) -> Markup {
    let names = |documents: &mut dyn Iterator<Item = &Document>| -> Vec<String> {
        documents.map(|document| document.name.clone()).collect()
    };
    let little = names(&mut findings.comparison.with_little_code());
    let common = names(&mut findings.comparison.mostly_common_documents());
    html! {
        @for (names, what) in [(little, super::LITTLE), (common, &findings.mostly_common_title())] {
            @if !names.is_empty() { p class="note" { (what) ": " (names.join(", ")) "." } }
        }
        @if !findings.left_out.is_empty() {
            h3 { "Left out" }
            ul {
                @for LeftOut { name, reason, .. } in findings.left_out {
                    li { b { (name) } ": " (reason) }
                }
            }
        }
    }
}
