//! Similar submissions as HTML: a page of its own, or a section of the page of a class.

use page::Section;
use page::markup::{Html, id_of};
use page::shell::{self, Extra};

use super::sides::sides;
use super::{ADVICE, Findings, lines, percent, sentence};
use crate::{Document, LeftOut, Pair};

const EXTRA: Extra = Extra { style: include_str!("style.css"), script: include_str!("script.js") };

const TITLE: &str = "Similar submissions";

/// What is found, as a page of its own.
pub fn page(findings: &Findings<'_>) -> String {
    shell::page(TITLE, &[EXTRA], |html| {
        html.element("header", &[("class", "top")], |html| {
            html.leaf("a", &[("href", "#similar"), ("class", "home")], TITLE);
            shell::theme_button(html);
        });
        html.element("main", &[], |html| {
            html.element("div", &[("class", "class"), ("id", "similar")], |html| {
                html.leaf("h1", &[], TITLE);
                html.element("section", &[], |html| content(html, findings, &[]));
            });
        });
    })
}

/// What is found, as a section of the page of a class whose graded submissions have these names.
pub fn section(findings: &Findings<'_>, graded: &[String]) -> Section {
    let mut body = Html::new();
    content(&mut body, findings, graded);
    Section { id: "similar", title: TITLE.to_owned(), body, extra: Some(EXTRA) }
}

fn content(html: &mut Html, findings: &Findings<'_>, graded: &[String]) {
    html.leaf("p", &[], &format!("{}.", sentence(&findings.counts())));
    html.leaf("p", &[("class", "banner")], ADVICE);
    let least = findings.comparison.wish.at_least;
    html.leaf("h3", &[], &sentence(&findings.pairs_shown()));
    if !findings.comparison.pairs.is_empty() {
        let text = format!(
            "The share of a submission is how much of its own code the other has as well. A pair is \
             shown if one of its shares is {least}% or more. Open a pair to see both side by side: \
             what they share has colours, and a click on it leads to the other side. What is fainter \
             was given out, or much of the class has it; it does not count.",
        );
        html.leaf("p", &[("class", "note")], &text);
    }
    for (number, pair) in findings.comparison.pairs.iter().enumerate() {
        show(html, findings, pair, number + 1, graded);
    }
    groups(html, findings, graded);
    asides(html, findings);
}

/// A pair: a line, and both sides below it.
fn show(html: &mut Html, findings: &Findings<'_>, pair: &Pair, number: usize, graded: &[String]) {
    let names = findings.names(pair);
    let tenths = findings.comparison.shares(pair);
    let shares = tenths.map(percent);
    let id = format!("pair-{number}");
    html.element("details", &[("class", "pair"), ("id", &id)], |html| {
        html.element("summary", &[], |html| {
            let greater = percent(tenths[0].max(tenths[1]));
            html.leaf("b", &[("class", "share")], &greater).text(" ");
            html.element("span", &[], |html| {
                html.leaf("b", &[], names[0]).text(" and ").leaf("b", &[], names[1]);
            });
            html.text(" ");
            let text = format!("{} tokens, {} of them in a row", pair.shared, pair.longest);
            html.leaf("small", &[], &text);
        });
        html.element("p", &[], |html| {
            html.text(&format!("{} of ", shares[0]));
            name(html, names[0], graded);
            html.text(&format!(" is in the other, and {} of ", shares[1]));
            name(html, names[1], graded);
            html.text(".");
            if let Some([a, b]) = findings.longest(pair) {
                html.text(" The longest run is in ").leaf("code", &[], &lines(&a));
                html.text(" and ").leaf("code", &[], &lines(&b)).text(".");
            }
        });
        sides(html, findings, pair, number);
    });
    html.literal("\n");
}

/// A name, with a link to its grade if that is on the page.
fn name(html: &mut Html, name: &str, graded: &[String]) {
    if graded.iter().any(|it| it == name) {
        html.leaf("a", &[("href", &format!("#{}", id_of(name)))], name);
    } else {
        html.leaf("b", &[], name);
    }
}

fn groups(html: &mut Html, findings: &Findings<'_>, graded: &[String]) {
    let groups = &findings.comparison.groups;
    if groups.is_empty() {
        return;
    }
    let least = findings.comparison.group_at_least();
    html.leaf("h3", &[], &format!("Groups that hang together by shares of {least}% or more"));
    html.element("ol", &[], |html| {
        for group in groups {
            html.element("li", &[], |html| {
                for (i, &index) in group.iter().enumerate() {
                    html.text(if i > 0 { ", " } else { "" });
                    name(html, findings.name(index), graded);
                }
            });
        }
    });
}

/// What was not compared, or says less than it seems to.
fn asides(html: &mut Html, findings: &Findings<'_>) {
    let names = |documents: &mut dyn Iterator<Item = &Document>| -> Vec<String> {
        documents.map(|it| it.name.clone()).collect()
    };
    let little = names(&mut findings.comparison.with_little());
    let common = names(&mut findings.comparison.mostly_common());
    for (names, what) in [(little, super::LITTLE.to_owned()), (common, findings.common())] {
        if !names.is_empty() {
            let text = format!("{what}: {}.", names.join(", "));
            html.leaf("p", &[("class", "note")], &text);
        }
    }
    if !findings.left_out.is_empty() {
        html.leaf("h3", &[], "Left out");
        html.element("ul", &[], |html| {
            for LeftOut { name, reason, .. } in findings.left_out {
                html.element("li", &[], |html| {
                    html.leaf("b", &[], name).text(&format!(": {reason}"));
                });
            }
        });
    }
}
