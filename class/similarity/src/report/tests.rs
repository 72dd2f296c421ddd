use std::collections::BTreeMap;

use grade::pretty::to_pretty_json;
use insta::assert_snapshot;
use serde_json::Value;
use terminal::page::Layout;

use super::*;
use crate::{CompareOptions, Comparison, Document, GivenCode, LeftOut};

/// Returns a file with functions with these bodies.
fn code(bodies: &[&str]) -> String {
    let functions = bodies.iter().enumerate();
    let functions = functions.map(|(i, body)| format!("fn f{i}() {{\n    {body}\n}}\n\n"));
    functions.collect::<Vec<_>>().concat()
}

const LOOP: &str = "let mut sum = 0;\n    for cell in 0..n * n {\n        sum += cells[cell] / n - cell % \
                    n;\n        if sum > 9 { return None; }\n    }\n    Some(sum << 2 | 1)";
const CHAIN: &str = "cells.iter().zip(1..).filter(|&(&cell, goal)| cell != 0 && cell != goal)\n        \
                     .map(|(cell, goal)| (cell / n).abs_diff(goal / n)).sum::<usize>()";
const MATCH: &str = "match (row, col) {\n        (0, 0) | (1, _) => left(right[row]),\n        (_, 2..=4) \
                     if !up => { down?; &[up, -1] as &[_] }\n        _ => while let Some(x) = it { it = \
                     x.y; },\n    }";

fn documents() -> Vec<Document> {
    let document = |name: &str, file: &str, bodies: &[&str]| {
        let files = BTreeMap::from([
            (format!("src/{file}.rs"), code(bodies)),
            ("src/lib.rs".to_owned(), "mod a;".to_owned()),
        ]);
        Document::new(name.to_owned(), files)
    };
    vec![
        document("alice", "board", &[LOOP, CHAIN, MATCH]),
        document("bob", "solver", &[MATCH, CHAIN]),
        document("carl<b>", "board", &["todo!()"]),
        document("2024/x", "b", &[LOOP, LOOP]).mark_as_past(),
    ]
}

fn left_out() -> Vec<LeftOut> {
    let reason = "the folder `dora` is \u{1b}[31mempty & <i>sad</i>".to_owned();
    vec![LeftOut { name: "dora".to_owned(), is_past: false, reason }]
}

fn with_findings<T>(at_least: u32, use_it: impl FnOnce(&SimilarityFindings<'_>) -> T) -> T {
    let wish = CompareOptions { at_least, top: 5, jobs: 1 };
    let comparison = Comparison::new(documents(), &GivenCode::embedded(), wish);
    let people = BTreeMap::new();
    use_it(&SimilarityFindings { comparison: &comparison, left_out: &left_out(), people: &people })
}

#[test]
fn known_students_are_named() {
    let wish = CompareOptions { at_least: 0, top: 5, jobs: 1 };
    let comparison = Comparison::new(documents(), &GivenCode::embedded(), wish);
    let name = comparison.documents()[0].name.clone();
    let people = BTreeMap::from([(name.clone(), vec!["Jane \u{1b}Doe".to_owned()])]);
    let findings = SimilarityFindings { comparison: &comparison, left_out: &[], people: &people };
    let text = human(&findings, &Layout::default());
    assert!(text.contains(&format!("{name} (Jane \\u{{1b}}Doe)")), "{text}");
    let json: Value = serde_json::from_str(&json(&findings)).unwrap();
    assert_eq!(json["submissions"][0]["students"][0], "Jane \u{1b}Doe");
    assert_eq!(json["submissions"][1]["students"], Value::Null);
}

#[test]
fn the_human_report_has_advice_and_a_table() {
    let text = with_findings(30, |findings| human(findings, &Layout::default()));
    assert_snapshot!(text, @r"
    3 submissions compared with each other and with 1 from earlier years, 1 left out

    Code can be similar for many reasons: there may be few ways to solve a task, a
    lecture or a book may show one, or students may be allowed to work together. A
    pair in this report is a reason to look at both submissions. It proves nothing,
    and it does not affect grades.

    2 pairs with a share of 30% or more

    share  of     share  of      tokens  longest run and location
      73%  alice   100%  bob        148  80: src/board.rs:15-21 and src/solver.rs:1-7
      28%  alice    54%  2024/x      58  58: src/board.rs:1-10 and src/b.rs:1-10

    Groups connected by shares of 50% or more

    - alice, bob, 2024/x

    Submissions with very little code of their own: carl<b>

    Left out

    - dora: the folder `dora` is \u{1b}[31mempty & <i>sad</i>
    ");
    let text = with_findings(100, |findings| human(findings, &Layout::default()));
    assert!(text.contains("1 pair with a share of 100% or more"), "{text}");
}

#[test]
fn the_json_report_lists_every_region() {
    let text = with_findings(50, json);
    let value: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["schema"], "similarity/1");
    assert_eq!((&value["at_least"], &value["group_at_least"]), (&50.into(), &50.into()));
    assert_eq!(value["left_out"][0]["reason"], left_out()[0].reason.as_str());
    assert_eq!(value["groups"], serde_json::json!([["alice", "bob", "2024/x"]]));
    assert_eq!(
        (&value["pairs_found"], value["pairs"][0]["regions"][1]["tokens"].as_u64()),
        (&2.into(), Some(80))
    );
    assert_snapshot!(to_pretty_json(&value["submissions"][3]), @r#"
    {
      "name": "2024/x",
      "past": true,
      "own_tokens": 106,
      "common_tokens": 0,
      "given_tokens": 0
    }
    "#);
    assert_snapshot!(to_pretty_json(&value["pairs"][1]), @r#"
    {
      "first": "alice",
      "second": "2024/x",
      "first_share": 28.8,
      "second_share": 54.7,
      "shared_tokens": 58,
      "longest_run": 58,
      "regions": [
        {
          "tokens": 58,
          "first": {
            "file": "src/board.rs",
            "line": 1,
            "column": 1,
            "end_line": 10,
            "end_column": 9
          },
          "second": {
            "file": "src/b.rs",
            "line": 1,
            "column": 1,
            "end_line": 10,
            "end_column": 9
          }
        }
      ]
    }
    "#);
}

#[test]
fn the_page_links_both_sides() {
    let text = with_findings(30, page);
    for part in [
        "<b>alice</b> and <b>bob</b>",
        "<a class=\"m c0\" href=\"#p1b0\" id=\"p1a0\">",
        "<a class=\"m c0\" href=\"#p1a0\" id=\"p1b0\">",
        "<span class=\"l\" data-n=\"2\">    ",
        "nothing shared in src/lib.rs",
        "<b>dora</b>: the folder `dora` is \\u{1b}[31mempty &amp; &lt;i&gt;sad&lt;/i&gt;",
        "carl&lt;b&gt;",
        "<ol><li><b>alice</b>, <b>bob</b>, <b>2024/x</b></li></ol>",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(!text.contains("<i>sad") && !text.contains("carl<b>"));
    // Links need targets, and ids need to be unique.
    let values = |name: &str| -> Vec<String> {
        let attribute = format!("{name}=\"");
        let parts = text.split(&attribute).skip(1);
        parts.filter_map(|part| Some(part.split_once('"')?.0.to_owned())).collect()
    };
    let ids = values(" id");
    for target in values("href").iter().filter_map(|link| link.strip_prefix('#')) {
        assert_eq!(ids.iter().filter(|id| *id == target).count(), 1, "{target}");
    }
}

#[test]
fn the_page_shows_shared_files_verbatim() {
    let text = with_findings(30, page);
    let side = text.split("aria-label=\"code of bob\"").nth(1).unwrap();
    assert!(text.contains("3 lines not shown"), "alice has more");
    let side = side.split("<pre class=\"code\">").nth(1).unwrap().split("</pre>").next().unwrap();
    let mut plain = String::new();
    let mut is_tag = false;
    for c in side.chars() {
        match c {
            '<' => is_tag = true,
            '>' => is_tag = false,
            c if !is_tag => plain.push(c),
            _ => {}
        }
    }
    let plain = plain.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    assert_eq!(plain, code(&[MATCH, CHAIN]));
}

#[test]
fn the_section_links_to_the_grades() {
    let section = with_findings(30, |findings| section(findings, &["alice".to_owned()]));
    let html = &section.body.0;
    assert!(html.contains("<a href=\"#s-alice\">alice</a>"));
    assert!(html.contains("<b>bob</b>") && !html.contains("#s-bob"));
    assert_eq!((section.id, section.extra.is_some()), ("similar", true));
}

#[test]
fn long_passages_and_lines_are_truncated() {
    let long = format!("// {}\n", "x".repeat(1000));
    let between = "// nothing\n".repeat(100);
    let text = format!("{}{between}{long}{}", code(&[LOOP]), code(&[CHAIN, MATCH]));
    let document = |name: &str| {
        let files = BTreeMap::from([("src/a.rs".to_owned(), text.clone())]);
        Document::new(name.to_owned(), files)
    };
    let others = |name: &str, body: &str| {
        let files = BTreeMap::from([("src/a.rs".to_owned(), code(&[body]))]);
        Document::new(name.to_owned(), files)
    };
    let wish = CompareOptions { at_least: 0, top: 9, jobs: 1 };
    let both = vec![document("a"), others("b", CHAIN)];
    let comparison = Comparison::new(both, &GivenCode::embedded(), wish);
    let page = page(&SimilarityFindings {
        comparison: &comparison,
        left_out: &[],
        people: &BTreeMap::new(),
    });
    assert!(page.contains("lines not shown</span>"));
    assert!(page.contains("<span class=\"note\">…</span>"));
    assert!(!page.contains(&"x".repeat(500)));
}
