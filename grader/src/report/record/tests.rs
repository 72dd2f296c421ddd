use proptest::prelude::*;
use serde_json::{Value as Json, json};

use super::*;
use crate::grade::Asked;
use crate::report::audience::{Audience, Corrected};
use crate::report::sample::{self, fail, grade, hamming, pass, skip};
use crate::report::{Layout, human};

fn sample() -> Grade {
    let mut grade = grade([
        (pass(Check::BoardDimension), 3.5),
        (fail(Check::BoardHamming, hamming()), 4.0),
        (skip(Check::BoardTwin, Check::BoardHamming), 0.125),
    ]);
    let text = "one queue holds both searches".to_owned();
    grade.remarks.push(Remark::new(Some(Check::SolverLockstep), text));
    grade
}

fn written() -> Json {
    serde_json::from_str(&Record::from(&sample()).json()).unwrap()
}

fn error(json: &Json) -> String {
    Record::read(&json.to_string()).unwrap_err().to_string()
}

#[test]
fn a_record_is_read_as_it_was_written() {
    let fault = Verdict::GraderError("no memory".to_owned());
    let grades = [
        sample(),
        sample::whole(|_| Verdict::Pass),
        sample::whole(sample::template),
        grade([(pass(Check::CompileBuild), 1.0), ((Check::SolverTime, fault), 1.0)]),
        grade([]),
    ];
    for grade in grades {
        let record = Record::from(&grade);
        assert_eq!(Record::read(&record.json()).unwrap(), record);
        let layout = Layout::default();
        let view = |grade: &Grade| Corrected::of_grade(grade).view(Audience::Student);
        assert_eq!(human(&view(&record.to_grade()), &layout), human(&view(&grade), &layout));
    }
    let rejected = Record {
        outcome: Outcome::Rejected { reason: "there is no `Board`".to_owned() },
        max_score: Points::from_thousandths(100_000),
        checks: Vec::new(),
        ..Record::from(&sample())
    };
    assert_eq!(Record::read(&rejected.json()).unwrap(), rejected);
    assert!(rejected.json().contains("\"score\": 0,\n  \"max_score\": 100,\n  \"message\""));
}

fn values() -> impl Strategy<Value = Value> {
    let tiles = || prop::collection::vec(prop::collection::vec(any::<u16>(), 0..3), 0..3);
    prop_oneof![
        Just(Value::Nothing),
        Just(Value::NoneValue),
        any::<u64>().prop_map(Value::Number),
        any::<bool>().prop_map(Value::Truth),
        any::<String>().prop_map(Value::Text),
        tiles().prop_map(Value::Board),
        prop::collection::vec(tiles(), 0..3).prop_map(Value::Boards),
    ]
}

proptest! {
    #[test]
    fn any_evidence_is_read_as_it_was_written(
        expected in values(),
        actual in values(),
        summary in any::<String>(),
        file in any::<String>(),
        (line, column) in any::<(u32, u32)>(),
        thousandths in 0..=1_000_000_000_u64,
        path in prop::collection::vec(prop::collection::vec(any::<u16>(), 0..3), 0..3),
        moves in any::<Option<u64>>(),
        measure in prop::option::of((0..=Measure::MOST, 0..=Measure::MOST, any::<Option<String>>())),
    ) {
        let mut failure = hamming();
        failure.summary = summary;
        failure.place = Some(crate::run::Place { file, line, column });
        let evidence = failure.evidence.as_mut().unwrap();
        evidence.expected = expected;
        evidence.actual = actual;
        evidence.asked = Asked::Clone;
        evidence.path = path;
        failure.moment = moves.map(|moves| Box::new(sample::moment(&vec![vec![1, 0]], moves)));
        let mut grade = grade([(fail(Check::BoardHamming, failure), 0.0)]);
        grade.checks[0].max_score = Points::from_thousandths(thousandths);
        grade.checks[0].measure =
            measure.map(|(value, limit, puzzle)| Measure { value, limit, puzzle });
        let record = Record::from(&grade);
        prop_assert_eq!(Record::read(&record.json()).unwrap(), record);
    }
}

#[test]
fn fields_that_are_not_in_the_schema_are_passed_over() {
    let mut json = written();
    json["extra"] = json!({ "score": 1 });
    json["checks"][1]["evidence"]["seed"] = json!(7);
    assert_eq!(Record::read(&json.to_string()).unwrap(), Record::from(&sample()));
}

#[test]
fn what_contradicts_the_rest_is_refused() {
    let changes: [(&[&str], Json, &str); 22] = [
        (&["score"], json!(4), "score: it is 4, and the rest says 3.5"),
        (&["max_score"], json!(8), "max_score: it is 8, and the checks are worth 7.625"),
        (&["score"], json!(-1), "score: -1 is no number of points, with at most three decimals"),
        (&["score"], json!(null), "score: it is null, and the rest says 3.5"),
        (&["message"], json!("x"), "message: it has no place here"),
        (&["status"], json!("ok"), "status: there is no status `ok`"),
        (&["status"], json!("grader_error"), "status: no check has this status"),
        (&["status"], json!("rejected"), "checks: what is rejected has none"),
        (&["checks", "0", "summary"], json!("x"), "checks[0].summary: it has no place here"),
        (
            &["checks", "0", "score"],
            json!(3),
            "checks[0].score: a check that is worth 3.5 and is this has 3.5",
        ),
        (
            &["checks", "1", "id"],
            json!("board.x"),
            "checks[1].id: this version knows no check `board.x`",
        ),
        (
            &["checks", "1", "id"],
            json!("board.dimension"),
            "checks[1].id: `board.dimension` is out of order or there twice",
        ),
        (&["checks", "1", "place"], json!("x"), "checks[1].place: `x` is no file, line and column"),
        (
            &["checks", "1", "reproduce"],
            json!("rm"),
            "checks[1].reproduce: it is \"rm\", and the rest says \"grader check --only board.hamming\"",
        ),
        (
            &["checks", "1", "evidence", "actual"],
            json!(-2),
            "checks[1].evidence.actual: -2 is no answer",
        ),
        (
            &["checks", "1", "visibility"],
            json!("all"),
            "checks[1].visibility: there is no visibility `all`",
        ),
        (&["checks", "0", "moment"], json!(null), "checks[0].moment: it has no place here"),
        (&["checks", "0", "value"], json!(1), "checks[0].value: it has no place here"),
        (
            &["checks", "1", "evidence", "path"],
            json!([]),
            "checks[1].evidence.path: it has no place here",
        ),
        (
            &["checks", "0", "measure"],
            json!({ "value": 1.005, "limit": 2 }),
            "checks[0].measure.value: 1.005 is no measure, with at most two decimals",
        ),
        (
            &["checks", "0", "measure"],
            json!({ "value": 1.5, "limit": -2 }),
            "checks[0].measure.limit: -2 is no measure, with at most two decimals",
        ),
        (
            &["checks", "2", "because"],
            json!("x"),
            "checks[2].because: this version knows no check `x`",
        ),
    ];
    for (path, value, expected) in changes {
        let mut json = written();
        let (last, path) = path.split_last().unwrap();
        let place = path.iter().fold(&mut json, |json, step| match step.parse::<usize>() {
            Ok(index) => &mut json[index],
            Err(_) => &mut json[*step],
        });
        place[*last] = value;
        assert_eq!(error(&json), expected);
    }
}

#[test]
fn what_is_no_grade_is_refused() {
    let mut json = written();
    json["schema"] = json!("grade/2");
    assert_eq!(error(&json), "its schema is `grade/2`, not `grade/1`");
    assert!(Record::read(&json.to_string()).unwrap_err().hint().contains("this version"));
    json = written();
    json["checks"][1].as_object_mut().unwrap().remove("visibility");
    assert!(error(&json).starts_with("it is no grade: missing field `visibility` at line 1"));
    json = written();
    json["checks"][1].as_object_mut().unwrap().remove("summary");
    assert_eq!(error(&json), "checks[1].summary: it is missing");
    for text in ["", "[]", "{}", "null", "{\"schema\":1}", "{\"schema\":\"grade/1\"}"] {
        assert!(matches!(Record::read(text), Err(RecordError::Form(_))), "{text}");
    }
    let text = Record::from(&sample()).json();
    for end in 0..text.trim_end().len() {
        assert!(Record::read(text.get(..end).unwrap_or("")).is_err(), "{end}");
    }
}
