//! Tests that the output of every format stays valid, whatever text a submission contains.

use grade::cause::SolverCause;
use grade::{Evidence, PanicKind, SourcePosition, Stop, StopPoint, Value};
use probe::wire::Question;
use proptest::prelude::*;
use samples::moment;

use super::rules;
use super::*;

/// Generates arbitrary characters, mixed with syntax of the formats.
fn texts() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        any::<String>(),
        prop::sample::select(&[
            "\n::error::x",
            "\r\n::set-env name=a::b\n",
            "##[command]",
            "\u{1b}[31m",
            "]]>",
            "<b>",
            "&amp;",
            "%0A::",
            "%",
            "# SKIP",
            "\nBail out! no\n",
            "\n  ...\nok 1\n",
            "\\",
            "\"",
            "'",
            "```\n",
            "\u{0}",
            "\u{7f}\u{85}",
            "\u{2028}",
            "\u{feff}",
            "\u{fffe}\u{ffff}",
            "🧩",
            "索引超出范围：长度为九，索引为九。棋盘上没有这一行，也没有这一列。",
            "e\u{301}\u{200d}",
            "\u{202e}",
            "\n1..0\n",
            "\t",
            "@all",
            "::stop-commands::x",
            "--> a:1:1",
            ",line=1::",
        ])
        .prop_map(str::to_owned),
    ];
    prop::collection::vec(part, 0..5).prop_map(|parts| parts.concat())
}

fn grades() -> impl Strategy<Value = Grade> {
    let text = || texts().boxed();
    let texts = (text(), text(), text(), text(), text(), text(), text());
    (texts, any::<bool>(), any::<u64>()).prop_map(
        |((name, summary, call, actual, detail, file, puzzle), is_fault, moves)| {
            let evidence = Evidence {
                tiles: vec![vec![1, 0], vec![3, 2]].into(),
                puzzle: Some(puzzle.clone()),
                call,
                expected: Value::Number(1),
                actual: Value::Text(actual),
                ..Evidence::default()
            };
            let stop = Stop::Panic { kind: PanicKind::Other, message: detail.clone(), place: None };
            let failure = Failure {
                summary,
                cause: Some(
                    SolverCause::Stopped {
                        question: Question::New,
                        stop,
                        point: StopPoint::default(),
                    }
                    .into(),
                ),
                evidence: Some(evidence),
                moment: Some(Box::new(moment(&vec![vec![1, 0], vec![3, 2]].into(), moves))),
                place: Some(SourcePosition { file, line: 1, column: 1 }),
                detail: Some(detail.clone()),
                visibility: Visibility::Visible,
            };
            let fault = Verdict::GraderError(detail.clone());
            let last = if is_fault { fault } else { Verdict::Pass };
            let compile = Failure { detail: Some(detail), ..Failure::from_summary("no") };
            let mut grade: Grade = grade([
                (fail(Check::CompileBuild, compile), 1.0),
                (fail(Check::BoardHamming, failure), 4.0),
                ((Check::SolverTime, last), 1.0),
            ]);
            grade.submission = name;
            grade.remarks = vec![Remark::new(None, puzzle)];
            grade
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn every_format_is_well_formed_for_any_text(grade in grades(), reason in texts()) {
        rules::hold(&grade);
        rules::hold(&rejected_for(reason));
    }
}
