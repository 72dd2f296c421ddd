//! Disguised copies of real solutions need to be found, and independent solutions must not be.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use audit::corpus::Corpus;
use embedded::TEMPLATE;

use super::lexer::{LexemeKind, lex};
use super::*;

const WISH: CompareOptions = CompareOptions { at_least: 0, top: 100, jobs: 1 };

type Files = BTreeMap<String, String>;

/// All labelled submissions by name, without tests.
static LABELLED: LazyLock<BTreeMap<String, Files>> = LazyLock::new(|| {
    let without_tests =
        |text: &str| text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default().to_owned();
    let submissions = Corpus::embedded().unwrap().submissions.into_iter();
    let files = submissions.map(|sample| {
        let files = sample.submission.files();
        let files = files.map(|file| (file.path.to_owned(), without_tests(file.text)));
        (sample.name, files.collect())
    });
    files.collect()
});

fn labelled(name: &str) -> Files {
    LABELLED[name].clone()
}

fn template() -> Files {
    TEMPLATE.iter().map(|(path, text)| (format!("src/{path}"), (*text).to_owned())).collect()
}

fn compare(submissions: &[(&str, &Files)], wish: CompareOptions) -> Comparison {
    let documents =
        submissions.iter().map(|(name, files)| Document::new((*name).to_owned(), (*files).clone()));
    Comparison::new(documents.collect(), &GivenCode::embedded(), wish)
}

/// Returns both shares, in tenths of a percent.
fn shares(one: &Files, other: &Files) -> [u32; 2] {
    let comparison = compare(&[("a", one), ("b", other)], WISH);
    comparison.pairs.first().map_or([0, 0], |pair| comparison.shares(pair))
}

fn changed(files: &Files, change: impl Fn(&str) -> String) -> Files {
    files.iter().map(|(path, text)| (path.clone(), change(text))).collect()
}

/// Renames everything, puts every token on a separate line, and inserts comments.
fn disguised(text: &str) -> String {
    let mut disguised = String::new();
    for lexeme in lex(text) {
        let word = &text[lexeme.range];
        match lexeme.kind {
            LexemeKind::Space | LexemeKind::Comment => {}
            LexemeKind::Word
                if Symbol::from_lexeme(LexemeKind::Word, word) == Some(Symbol::NAME) =>
            {
                disguised.extend([word, "_of_mine\n    /* /* not */ copied */"]);
            }
            LexemeKind::Number => disguised.push_str("42 "),
            LexemeKind::Str => disguised.push_str("\"other \\\" words\"\n"),
            _ => disguised.extend([word, "\n// fn f() {\n"]),
        }
    }
    disguised
}

/// Reverses the order of items.
fn reordered(text: &str) -> String {
    let mut items: Vec<String> = Vec::new();
    for part in text.split("\n\n") {
        match items.last_mut() {
            Some(last) if part.starts_with([' ', '}']) => {
                last.push_str("\n\n");
                last.push_str(part);
            }
            _ => items.push(part.to_owned()),
        }
    }
    items.reverse();
    items.join("\n\n")
}

#[test]
fn disguised_copies_are_found() {
    for name in ["right/nodes-in-an-arena", "tutorials/csharp", "tutorials/cpp"] {
        let original = labelled(name);
        assert_eq!(shares(&original, &original), [1000, 1000], "{name}");
        assert_eq!(shares(&original, &changed(&original, disguised)), [1000, 1000], "{name}");
        let moved = shares(&original, &changed(&original, reordered));
        assert!(moved.iter().all(|&share| share > 930), "{name}: {moved:?}");
        // Move everything to a different file, after unrelated code.
        let text: String = original.values().cloned().collect();
        let mut joined = labelled("tutorials/python");
        joined.insert("src/all.rs".to_owned(), text);
        let [share, of_joined] = shares(&original, &joined);
        assert!(share > 990 && of_joined < 600, "{name}: {share} {of_joined}");
        let with_lines =
            changed(&original, |text| text.replace("    fn ", "    fn extra() { f(1) }\n fn "));
        let padded = shares(&original, &with_lines);
        assert!(padded[0] > 750, "{name}: {padded:?}");
    }
}

#[test]
fn independent_solutions_are_not_copies() {
    let names =
        ["right/nodes-in-an-arena", "tutorials/csharp", "tutorials/cpp", "tutorials/python"];
    let solutions: Vec<Files> = names.iter().map(|name| labelled(name)).collect();
    for (i, one) in solutions.iter().enumerate() {
        for other in &solutions[i + 1..] {
            let shares = shares(one, other);
            // One author translated the tutorials, with mostly identical code.
            assert!(shares.iter().all(|&share| share < 250), "{}: {shares:?}", names[i]);
        }
    }
}

#[test]
fn given_code_is_not_compared() {
    let template = template();
    assert_eq!(shares(&template, &template), [0, 0]);
    assert_eq!(shares(&template, &labelled("tutorials/cpp")), [0, 0]);
    let comparison = compare(&[("a", &template), ("b", &labelled("tutorials/cpp"))], WISH);
    let little: Vec<_> = comparison.with_little_code().map(|document| &*document.name).collect();
    assert_eq!(little, ["a"]);
    // Code from elsewhere should not count either, if students received it.
    let model = labelled("tutorials/cpp");
    let mut given = GivenCode::embedded();
    given.add_files("more", model.clone());
    let documents = ["a", "b"].map(|name| Document::new(name.to_owned(), model.clone()));
    assert_eq!(Comparison::new(documents.into(), &given, WISH).pairs, []);
}

#[test]
fn code_common_to_the_class_is_not_compared() {
    let base = labelled("tutorials/python");
    let mut class: Vec<(String, Files)> =
        (0..30).map(|i| (format!("s{i:02}"), base.clone())).collect();
    for (i, files) in ["tutorials/cpp", "right/nodes-in-an-arena"].into_iter().enumerate() {
        for j in 0..2 {
            class.push((format!("t{i}{j}"), labelled(files)));
        }
    }
    let class: Vec<_> = class.iter().map(|(name, files)| (name.as_str(), files)).collect();
    let comparison = compare(&class, WISH);
    assert_eq!(comparison.most_submissions_before_common(), 10);
    assert_eq!(comparison.mostly_common_documents().count(), 30);
    let names = |group: &Vec<usize>| {
        group.iter().map(|&index| &*comparison.documents()[index].name).collect()
    };
    let groups: Vec<Vec<&str>> = comparison.groups.iter().map(names).collect();
    assert_eq!(groups, [["t00", "t01"], ["t10", "t11"]]);
    // When only ten submissions share some code, it should count.
    let comparison = compare(&class[20..], WISH);
    assert_eq!(comparison.groups[0].len(), 10);
    assert_eq!(comparison.mostly_common_documents().count(), 0);
}

#[test]
fn earlier_years_are_not_compared_with_each_other() {
    let (cpp, python) = (labelled("tutorials/cpp"), labelled("tutorials/python"));
    let document = |name: &str, files: &Files| Document::new(name.to_owned(), files.clone());
    let documents = vec![
        document("2024/x", &cpp).mark_as_past(),
        document("2024/y", &cpp).mark_as_past(),
        document("alice", &cpp),
        document("bob", &python),
    ];
    let wish = CompareOptions { at_least: 50, ..WISH };
    let comparison = Comparison::new(documents, &GivenCode::embedded(), wish);
    let name = |index: usize| &*comparison.documents()[index].name;
    let pairs: Vec<_> =
        comparison.pairs.iter().map(|pair| (name(pair.first), name(pair.second))).collect();
    assert_eq!(pairs, [("alice", "2024/x"), ("alice", "2024/y")]);
    assert_eq!((comparison.found, comparison.class_and_past_counts()), (2, [2, 2]));
}

#[test]
fn results_do_not_depend_on_order_or_threads() {
    let is_some = |name: &str| name.starts_with("tutorials/") || name.starts_with("right/d");
    let class = LABELLED.iter().filter(|(name, _)| is_some(name));
    let mut class: Vec<(&str, &Files)> = class.map(|(name, files)| (&**name, files)).collect();
    let answer = |comparison: &Comparison| {
        let tiles: Vec<_> =
            comparison.pairs.iter().map(|pair| comparison.shared_runs(pair)).collect();
        (comparison.pairs.clone(), comparison.groups.clone(), comparison.found, tiles)
    };
    let first = answer(&compare(&class, WISH));
    assert!(first.0.len() > 10);
    class.reverse();
    assert_eq!(answer(&compare(&class, CompareOptions { jobs: 3, ..WISH })), first);
    class.rotate_left(3);
    let top = answer(&compare(&class, CompareOptions { jobs: 2, top: 5, ..WISH }));
    assert_eq!((&top.0[..], top.1, top.2), (&first.0[..5], first.1, first.2));
}

#[test]
fn code_that_does_not_compile_is_compared() {
    let broken =
        changed(&labelled("tutorials/cpp"), |text| format!("}} ) {text} impl (((\" never closed"));
    let [share, of_broken] = shares(&labelled("tutorials/cpp"), &broken);
    assert!(share > 990 && of_broken > 950, "{share} {of_broken}");
}
