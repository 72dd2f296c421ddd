//! Generates the book's page about causes and their proofs.

use std::collections::{BTreeMap, BTreeSet};
use std::{env, fs};

use super::golden::examples;
use super::{Cause, CauseProof};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/book/src/reference/causes.md");

/// Set this environment variable to write the page instead of comparing it.
const UPDATE: &str = "UPDATE";

const HEAD: &str = "\
<!-- Generated from the code. To update this page: UPDATE=1 cargo test -p grade book -->

# Causes

A report names the cause of a failure only if something proves it. Otherwise, it only shows the call, the input, the
expected result, and the actual result. This table lists all causes by their names in `grade.json`, with an example of
the sentence, and with the proof. Some causes have more than one proof, depending on what is known.

| cause | example | proof |
|---|---|---|
";

fn describe_proof(proof: CauseProof) -> &'static str {
    match proof {
        CauseProof::Case => "The results in the case that the report shows.",
        CauseProof::Measurement => "A measurement.",
        CauseProof::AllCases => {
            "All results, right or wrong, are those of this mistake and of no other known one."
        }
        CauseProof::Log => "The log of the run.",
        CauseProof::SecondRun => "A second run that changes only one thing.",
        CauseProof::Code => "The code of the submission.",
        CauseProof::Compiler => "The compiler's message.",
    }
}

#[test]
fn the_causes_page_is_up_to_date() {
    let examples = examples();
    let rows = Cause::names().into_iter().map(|name| {
        let named: Vec<&Cause> = examples.iter().filter(|cause| cause.name() == name).collect();
        let proofs: BTreeSet<CauseProof> = named.iter().map(|cause| cause.proof()).collect();
        let proofs: Vec<&str> = proofs.into_iter().map(describe_proof).collect();
        let example = named.first().expect("every cause has an example").sentence();
        format!("| `{name}` | {} | {} |\n", example.replace('|', "\\|"), proofs.join(" "))
    });
    let expected = HEAD.to_owned() + &rows.collect::<String>();
    if env::var_os(UPDATE).is_some() {
        return fs::write(PAGE, expected).expect("the page can be written");
    }
    let page = fs::read_to_string(PAGE).unwrap_or_default();
    assert!(
        page == expected,
        "docs/book/src/reference/causes.md does not match the causes. To update it: {UPDATE}=1 cargo \
         test -p grade book"
    );
}

/// A cause that only describes observations cannot be wrong, so it names no mistake.
#[test]
fn causes_name_a_mistake_only_with_a_proof() {
    let mut named = BTreeMap::new();
    for cause in examples() {
        assert_eq!(cause.mistake().is_none(), cause.proof().is_observation(), "{cause:?}");
        if let Some(mistake) = cause.mistake() {
            assert!(Cause::mistakes().contains(&mistake), "{mistake}");
            named.insert(mistake, cause);
        }
    }
    assert!(
        ["counts_blank", "closed_too_early", "out_of_order.steps", "moves_count.steps"]
            .into_iter()
            .all(|mistake| named.contains_key(mistake)),
        "{:?}",
        named.keys()
    );
}
