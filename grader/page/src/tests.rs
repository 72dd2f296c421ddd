use grade::check::Check;
use grade::view::{Audience, Corrected};
use grade::{Evidence, Failure, Grade, Measure, Remark, Value, Verdict, Visibility};
use proptest::prelude::*;
use samples::{fail, grade, grade_of_all_groups, hamming, pass, skip, verdict_of_template};

use super::*;

fn named(name: &str, mut grade: Grade) -> Grade {
    grade.submission = name.to_owned();
    grade
}

fn page_of(grades: &[Grade], more: Vec<PageSection>) -> String {
    let view = |grade| Corrected::from(grade).view(Audience::Instructor);
    class_page(&grades.iter().map(view).collect::<Vec<View>>(), more)
}

fn class_page(views: &[View], more: Vec<PageSection>) -> String {
    let mut page = ClassPage::new(PageHead::default(), |_| Some(vec![1, 2]));
    for view in views {
        page.add(view, &Submitter::default(), Some("3f9a01c2b7de"));
    }
    page.finish(&ClassStatus { is_whole: true, ..ClassStatus::default() }, more)
}

const VOID: [&str; 3] = ["br", "input", "meta"];

/// Parses a page strictly: elements must be closed in order, attributes quoted, and ids unique. Returns the links
/// without a target.
fn read(page: &str) -> Vec<String> {
    let mut open: Vec<&str> = Vec::new();
    let (mut ids, mut links) = (std::collections::BTreeSet::new(), Vec::new());
    let mut rest = page.strip_prefix("<!DOCTYPE html>").expect("the document type");
    while let Some(begin) = rest.find('<') {
        assert!(!rest[..begin].contains('>'), "text is escaped: {}", &rest[..begin]);
        let end = begin + rest[begin..].find('>').expect("a tag has an end");
        let tag = &rest[begin + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
            continue;
        }
        let name = tag.split(' ').next().unwrap_or_default();
        assert!(name.bytes().all(|byte| byte.is_ascii_alphanumeric()), "{tag}");
        let mut attributes = &tag[name.len()..];
        while let Some(next) = attributes.strip_prefix(' ') {
            let length = next.find(['=', ' ']).unwrap_or(next.len());
            attributes = &next[length..];
            if let Some(value) = attributes.strip_prefix("=\"") {
                let length = value.find('"').expect("a value has an end");
                attributes = &value[length + 1..];
                match &next[..next.len() - value.len() - 2] {
                    "id" => assert!(ids.insert(&value[..length]), "twice: {tag}"),
                    "href" => links.push(&value[..length]),
                    _ => {}
                }
            }
        }
        assert_eq!(attributes, "", "{tag}");
        if name == "style" || name == "script" {
            rest = &rest[rest.find("</").expect("its end")..];
        }
        if !VOID.contains(&name) {
            open.push(name);
        }
    }
    assert_eq!((open.len(), rest.trim()), (0, ""));
    let is_lost = |link: &&&str| !link.strip_prefix('#').is_some_and(|id| ids.contains(id));
    links.iter().filter(is_lost).map(ToString::to_string).collect()
}

fn sample() -> Vec<Grade> {
    let mut wrong = grade([
        (fail(Check::BoardHamming, hamming()), 4.0),
        (skip(Check::BoardTwin, Check::BoardHamming), 2.0),
        (pass(Check::SolverTime), 1.0),
    ]);
    wrong.checks[2].measure =
        Some(Measure { value: 2234, limit: 3000, puzzle: Some("p".to_owned()) });
    let text = "one queue holds both searches".to_owned();
    wrong.remarks.push(Remark::new(Some(Check::SolverTime), text));
    vec![
        named("alice", grade_of_all_groups(|_| Verdict::Pass)),
        named("bob", wrong.clone()),
        named("carl", wrong),
        named("dora", grade_of_all_groups(verdict_of_template)),
    ]
}

#[test]
fn a_page_is_well_formed_with_valid_links() {
    let page = page_of(&sample(), Vec::new());
    assert_eq!(read(&page), [""; 0]);
    assert_eq!(page, page_of(&sample(), Vec::new()));
    assert_eq!(read(&page_of(&[], Vec::new())), [""; 0]);
    for part in [
        "<b>2 submissions</b> <code class=\"id\">group = &quot;3f9a01c2b7de&quot;</code><ul class=\"faults\"><li><code>board.hamming</code>: hamming() counts",
        "<td>waits for board.hamming</td>",
        "<caption><code>solver.time</code>: work, as a multiple of the model's</caption>",
        "<td class=\"good\">22.34 ",
    ] {
        assert!(page.contains(part), "{part}");
    }
}

#[test]
fn passes_are_counted_and_duplicates_written_once() {
    let of = |name, found| named(name, grade([(found, 4.0), (pass(Check::SolverTime), 1.0)]));
    let wrong = || fail(Check::BoardHamming, hamming());
    let skipped = skip(Check::BoardHamming, Check::CompileBuild);
    let mut grades = [of("anna", wrong()), of("bert", wrong()), of("carl", skipped)];
    for grade in &mut grades {
        grade.checks[1].measure = Some(Measure { value: 2234, limit: 3000, puzzle: None });
    }
    let page = page_of(&grades, Vec::new());
    assert_eq!(read(&page), [""; 0]);
    let rest = "<p class=\"rest\">1 check passed<br>solver.time 22.34 of 30</p>";
    assert_eq!(page.matches(rest).count(), 3, "{page}");
    assert_eq!(page.matches("<div id=\"p-1\"><div class=\"case\">").count(), 1, "{page}");
    assert_eq!(page.matches(">see anna</a>").count(), 1, "{page}");
    // Only exceptions have rows. The script adds the rest.
    assert!(page.contains("<td>waits for compile.build</td>"), "{page}");
    let line =
        "<tr class=\"ok\"><td><code>board.hamming</code></td><td>passed</td><td>4 / 4</td></tr>";
    assert_eq!(page.matches(line).count(), 1, "{page}");
    // A submission with different checks has a separate table.
    let other = named("dora", grade([(pass(Check::BoardTwin), 2.0)]));
    let page = page_of(&[grades[0].clone(), other], Vec::new());
    assert!(page.contains("<td><code>board.twin</code></td><td>passed</td><td>2 / 2</td>"));
}

#[test]
fn extra_sections_come_last_with_a_link() {
    let body = html! { p { "<nobody>" } };
    let section =
        |id, body| PageSection { id, title: "More".to_owned(), short: "More", body, extra: None };
    let page = page_of(&sample(), vec![section("more", body), section("empty", Markup::default())]);
    assert_eq!(read(&page), [""; 0]);
    assert!(page.contains("<a href=\"#more\">More</a></nav>"));
    assert!(page.contains("<h2 id=\"title-more\">More</h2><p>&lt;nobody&gt;</p></section>"));
    assert!(!page.contains("id=\"empty\""), "nothing is in it");
}

#[test]
fn a_class_with_two_assignments_is_reported() {
    let mut grades = sample();
    assert!(
        !page_of(&grades, Vec::new()).contains("Not all submissions were graded with the same")
    );
    grades[0].basis.toolchain = "rustc 1.96.0".to_owned();
    let page = page_of(&grades, Vec::new());
    assert!(page.contains("Not all submissions were graded with the same"));
    assert!(page.contains("1 with assignment") && page.contains("3 with assignment"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_content_yields_a_well_formed_page(
        name in any::<String>(),
        text in any::<String>(),
        tiles in prop::collection::vec(prop::collection::vec(any::<u16>(), 0..4), 0..4),
        path in prop::collection::vec(prop::collection::vec(0_u16..5, 0..5), 0..4),
        hidden in any::<bool>(),
    ) {
        let evidence = Evidence {
            tiles: tiles.clone().into(),
            puzzle: Some(text.clone()),
            other: Some(tiles.clone().into()),
            call: text.clone(),
            expected: Value::Text(text.clone()),
            actual: Value::Boards(vec![tiles.into()]),
            path,
            ..Evidence::default()
        };
        let failure = Failure { detail: Some(text.clone()), ..Failure::from_summary(text.clone()) };
        let mut grade = grade([
            (fail(Check::SolverMoves, failure.with_evidence(evidence)), 1.0),
            ((Check::SolverTime, Verdict::GraderError(text.clone())), 1.0),
        ]);
        grade.remarks.push(Remark::new(None, text.clone()));
        if hidden {
            grade.checks[0].visibility = Visibility::Hidden;
        }
        let grade = named(&name, grade);
        let page = page_of(std::slice::from_ref(&grade), Vec::new());
        prop_assert_eq!(read(&page), [""; 0]);
        let late = Some(text.clone());
        let submitter = Submitter { names: vec![name], addresses: vec![text.clone()], late, ..Submitter::default() };
        let due = Some(text.clone());
        let head = PageHead { title: due.clone(), course: due.clone(), due, own: false };
        let view = Corrected::from(&grade).view(Audience::Instructor);
        let mut page = ClassPage::new(head.clone(), |_| None);
        page.add(&view, &submitter, Some(&text));
        let missing = Some(submitter.names.clone());
        let status = ClassStatus { missing, ..ClassStatus::default() };
        prop_assert_eq!(read(&page.finish(&status, Vec::new())), [""; 0]);
        let view = Corrected::from(&grade).view(Audience::Student);
        let page = Handouts::new(head, |_| Some(vec![1, 2])).page(&view, &submitter);
        prop_assert_eq!(read(&page), [""; 0]);
    }
}

/// Renders a page for the student's own machine.
fn page_with_help(last: report::HintStep) -> String {
    let wrong = grade([(fail(Check::BoardHamming, hamming()), 4.0)]);
    own_page(Corrected::from(&named("alice", wrong)).view(Audience::Student), last)
}

fn own_page(mut view: View, last: report::HintStep) -> String {
    let place = grade::SourcePosition { file: "src/board.rs".to_owned(), line: 2, column: 5 };
    for check in view.checks.iter_mut().filter(|check| check.is_failed()) {
        check.at = Some(place.clone());
    }
    let code = "impl Board {\n    fn hamming(&self) -> usize {\n        if 1 < 2 { 3 } else { 4 }\n    }\n}\n";
    let sources = [("src/board.rs".to_owned(), code.to_owned())].into_iter().collect();
    let layout = report::Layout { folder: Some("alice".to_owned()), ..report::Layout::default() };
    let help = Help { sources: &sources, last, layout: &layout };
    Handouts::new(PageHead::default(), |_| Some(vec![1, 2])).page_with_help(&view, help)
}

#[test]
fn a_missing_method_is_to_be_written() {
    let found = [
        (Check::BoardDisplay, verdict_of_template(Check::BoardDisplay)),
        skip(Check::BoardTwin, Check::BoardDisplay),
    ];
    let unwritten = named("alice", grade(found.map(|failure| (failure, 4.0))));
    // A check that was not selected is shown if others wait for it.
    for only in [&Check::ALL[..], &[Check::BoardTwin]] {
        let view = Corrected::from(&unwritten).reporting_only(only).view(Audience::Student);
        let page = own_page(view, report::HintStep::Explanation);
        assert_eq!(read(&page), [""; 0]);
        for part in [
            "Next: write <a href=\"#check-board.display\"><code>to_string()</code></a>",
            "<section class=\"fail\" id=\"check-board.display\">",
            "<p>to_string() is not written yet. The rule: ",
        ] {
            assert!(page.contains(part), "{part}\n{page}");
        }
    }
}

#[test]
fn a_student_page_has_step_by_step_help() {
    let page = page_with_help(report::HintStep::Explanation);
    assert_eq!(read(&page), [""; 0]);
    for part in [
        "<p class=\"next\">Next: fix <a href=\"#check-board.hamming\"><code>board.hamming</code></a>, \
         <code>src/board.rs:2:5</code></p>",
        "<section class=\"fail\" id=\"check-board.hamming\">",
        "<code>grader check alice --only board.hamming</code>",
        "<details class=\"hint\"><summary>Hint</summary><p>Which cell does your loop",
        "<summary>Your code, <code>src/board.rs:2:5</code></summary><pre><code>   2 │     fn hamming",
        "   3 │         if 1 &lt; 2 { 3 } else { 4 }",
        "<summary>Explanation</summary><h4>Rule</h4>",
        "<pre><code>let n = self.tiles.len();",
    ] {
        assert!(page.contains(part), "{part}\n{page}");
    }
    // The rubric limits the steps of hints.
    let short = page_with_help(report::HintStep::Place);
    assert!(short.contains("Your code, ") && !short.contains("<summary>Explanation"), "{short}");
    assert!(is_page(page.as_bytes()) && !is_page(b"<!DOCTYPE html>\n<html lang=\"en\">"));
}
