//! Tests that only people depend on the sentences: if all sentences change, the rest of the output stays the same.

use grade::cause::{BoardCause, CompileCause, SearchCause, SolverCause};
use grade::{Asked, Cause, Evidence, PanicKind, Stop, StopPoint, Tiles, Value};
use probe::wire::{Method, Question, Whose};
use report::{Layout, human, unit_tests};
use samples::unwritten_solver;

use super::pages::{handout, page_of};
use super::*;

/// Replacements for all sentences, of the same length, so that lines wrap in the same places.
const WORDS: [&str; 2] = ["lorem", "ipsum"];

/// A grade with every kind of cause, and with `word` in place of all sentences and calls.
fn grade_with(word: &str) -> Grade {
    let tiles = Tiles::from(vec![vec![1, 0], vec![3, 2]]);
    let shown = |cause: Cause, asked, other: bool| {
        let failure = Failure::from_cause(cause);
        Failure { summary: word.to_owned(), ..failure }.with_evidence(Evidence {
            tiles: tiles.clone(),
            other: other.then(|| tiles.clone()),
            call: word.to_owned(),
            expected: Value::Number(1),
            actual: Value::Number(2),
            asked,
            ..Evidence::default()
        })
    };
    let stop = Stop::Panic { kind: PanicKind::Other, message: word.to_owned(), place: None };
    let mut unwritten = unwritten_solver();
    if let Verdict::Fail(failure) = &mut unwritten {
        word.clone_into(&mut failure.summary);
    }
    let neighbor = Asked::Board { whose: Whose::Neighbor, method: Method::Hamming };
    let derived = BoardCause::DerivedWrong { whose: Whose::Neighbor, method: Method::Hamming };
    let question = Question::Moves;
    grade([
        (fail(Check::CompileBuild, shown(CompileCause::Crash.into(), Asked::Beyond, false)), 1.0),
        (
            fail(
                Check::BoardHamming,
                shown(
                    BoardCause::CountsBlank { method: Method::Hamming }.into(),
                    Asked::Board { whose: Whose::Own, method: Method::Hamming },
                    false,
                ),
            ),
            1.0,
        ),
        (
            fail(
                Check::BoardEquality,
                shown(BoardCause::TilesEqual.into(), Asked::Equal { negated: false }, true),
            ),
            1.0,
        ),
        (fail(Check::BoardNeighbors, shown(derived.into(), neighbor, true)), 1.0),
        (
            fail(
                Check::SolverMoves,
                shown(
                    SolverCause::Stopped { question, stop, point: StopPoint::default() }.into(),
                    Asked::Beyond,
                    false,
                ),
            ),
            1.0,
        ),
        (
            fail(
                Check::SolverPath,
                shown(SolverCause::NoMove { board: 2 }.into(), Asked::Path { moves: 1 }, true),
            ),
            1.0,
        ),
        ((Check::SolverUnsolvable, unwritten), 1.0),
        (fail(Check::SolverMinPq, shown(SearchCause::NoQueue.into(), Asked::Beyond, false)), 1.0),
    ])
}

fn texts(grade: &Grade) -> Vec<String> {
    let view = Corrected::from(grade).view(Audience::Instructor);
    let formats = Format::ALL.map(|format| for_audience(format, grade, Audience::Instructor));
    let mut texts = formats.to_vec();
    texts.push(human(&view, &Layout::default()));
    texts.push(unit_tests(&view, Some("alice")).file(None));
    texts.push(page_of(std::slice::from_ref(grade), Vec::new()));
    texts.push(handout(&view));
    texts
}

/// Removes the lines with the token for GitHub's `stop-commands`, which is a hash of the text.
fn comparable(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.starts_with("::") || !line.contains("grader-")).collect()
}

#[test]
fn changing_a_sentence_changes_nothing_else() {
    let [first, second] = WORDS.map(|word| texts(&grade_with(word)));
    assert_eq!(first.len(), second.len());
    for (first, second) in first.iter().zip(&second) {
        assert_ne!(first, second, "the sentence is there");
        assert_eq!(comparable(&first.replace(WORDS[0], WORDS[1])), comparable(second));
    }
    let [first, second] = WORDS.map(grade_with);
    assert_eq!(first.score(), second.score());
}

/// Replaces all sentences and calls, but not panic messages, with a word.
fn reworded(mut grade: Grade, word: &str) -> Grade {
    for check in &mut grade.checks {
        let Verdict::Fail(failure) = &mut check.verdict else { continue };
        word.clone_into(&mut failure.summary);
        if let Some(evidence) = &mut failure.evidence {
            word.clone_into(&mut evidence.call);
        }
    }
    grade
}

/// The class page groups failures and chooses the smallest cases by causes, boards and checks.
#[test]
fn the_class_page_does_not_depend_on_sentences() {
    let class = |words: [&str; 3]| {
        let of = |(name, word): (&str, &str)| Grade {
            submission: name.to_owned(),
            ..reworded(grade_with("panicked"), word)
        };
        let grades: Vec<Grade> = ["anna", "bert", "carl"].into_iter().zip(words).map(of).collect();
        // The part after `<noscript>` links to identical parts of earlier submissions.
        let page = page_of(&grades, Vec::new());
        let page = page.split("<noscript>").next().expect("the class comes first").to_owned();
        words.iter().fold(page, |page, word| page.replace(word, "word"))
    };
    let alike = class(["lorem"; 3]);
    assert!(alike.contains("<b>3 submissions</b><ul class=\"faults\">"), "{alike}");
    assert!(class(["lorem", "ipsum", "dolor"]) == alike, "nothing but the words differs");
}
