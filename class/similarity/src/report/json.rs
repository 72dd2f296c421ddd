//! Writes similar submissions as JSON, with schema `similarity/1`.

use grade::pretty::to_pretty_json;
use serde_json::{Number, Value, json};

use super::SimilarityFindings;
use crate::fingerprint::{GUARANTEE, NOISE};
use crate::{Document, LeftOut, Region, SimilarPair, TokenOrigin};

/// Formats the findings as JSON.
///
/// Shares are percentages, rounded down to one decimal. Lines and columns start at 1, columns count characters, and the
/// end of a region is inclusive.
pub fn json(findings: &SimilarityFindings<'_>) -> String {
    let comparison = findings.comparison;
    let names = |group: &Vec<usize>| {
        group.iter().map(|&index| findings.submission_name(index)).collect::<Vec<_>>()
    };
    let value = json!({
        "schema": "similarity/1",
        "at_least": comparison.wish.at_least,
        "group_at_least": comparison.least_grouped_share(),
        "noise": NOISE,
        "guarantee": GUARANTEE,
        "common_limit": comparison.most_submissions_before_common(),
        "submissions": comparison
            .documents()
            .iter()
            .map(|document| submission_to_json(document, findings))
            .collect::<Vec<_>>(),
        "left_out": findings.left_out.iter().map(left_out_to_json).collect::<Vec<_>>(),
        "pairs_found": comparison.found,
        "pairs": comparison.pairs.iter().map(|shared| pair_to_json(findings, shared)).collect::<Vec<_>>(),
        "groups": comparison.groups.iter().map(names).collect::<Vec<_>>(),
    });
    to_pretty_json(&value) + "\n"
}

fn submission_to_json(document: &Document, findings: &SimilarityFindings<'_>) -> Value {
    let mut value = json!({
        "name": document.name,
        "past": document.is_past,
        "own_tokens": document.own_tokens(),
        "common_tokens": document.count(TokenOrigin::Common),
        "given_tokens": document.count(TokenOrigin::Given),
    });
    if let Some(names) = findings.people.get(&document.name).filter(|names| !names.is_empty()) {
        value["students"] = names.clone().into();
    }
    value
}

fn left_out_to_json(left_out: &LeftOut) -> Value {
    json!({ "name": left_out.name, "past": left_out.is_past, "reason": left_out.reason })
}

fn pair_to_json(findings: &SimilarityFindings<'_>, pair: &SimilarPair) -> Value {
    let comparison = findings.comparison;
    let [first, second] = findings.names_of_pair(pair);
    let [share, of_second] = comparison.shares(pair).map(decimal_number);
    let [a, b] = [pair.first, pair.second].map(|index| &comparison.documents()[index]);
    let tiles = comparison.shared_runs(pair).into_iter();
    let regions = tiles.filter_map(|tile| {
        Some(json!({
            "tokens": tile.own,
            "first": region_to_json(&a.code_region(&tile.first)?),
            "second": region_to_json(&b.code_region(&tile.second)?),
        }))
    });
    json!({
        "first": first,
        "second": second,
        "first_share": share,
        "second_share": of_second,
        "shared_tokens": pair.shared,
        "longest_run": pair.longest,
        "regions": regions.collect::<Vec<_>>(),
    })
}

fn region_to_json(region: &Region<'_>) -> Value {
    json!({
        "file": region.file.path,
        "line": region.start.line,
        "column": region.start.column,
        "end_line": region.end.line,
        "end_column": region.end.column,
    })
}

/// Converts tenths to a decimal number without rounding.
fn decimal_number(tenths: u32) -> Number {
    let text = format!("{}.{}", tenths / 10, tenths % 10);
    text.parse().expect("digits and a point form a number")
}
