use proptest::prelude::*;
use serde_json::{Value as Json, json};

use super::*;
use crate::points::Points;
use crate::sample::{self, fail, grade, hamming, pass, skip};
use crate::{
    Asked, Cap, CapCondition, Credit, Measure, Rejection, Remark, Share, ShareUnit, SourcePosition,
    Value, Verdict,
};

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
    serde_json::from_str(&sample().json()).unwrap()
}

fn error(json: &Json) -> String {
    Grade::from_json(&json.to_string()).unwrap_err().to_string()
}

#[test]
fn grades_round_trip_through_json() {
    let fault = Verdict::GraderError("no memory".to_owned());
    let grades = [
        sample(),
        sample::grade_of_all_groups(|_| Verdict::Pass),
        sample::grade_of_all_groups(sample::verdict_of_template),
        grade([(pass(Check::CompileBuild), 1.0), ((Check::SolverTime, fault), 1.0)]),
        grade([]),
    ];
    for grade in grades {
        assert_eq!(Grade::from_json(&grade.json()).unwrap(), grade);
    }

    let rejection = Rejection {
        reason: "there is no `Board`".to_owned(),
        max_score: Points::from_thousandths(100_000),
    };
    let rejected = Grade { rejection: Some(rejection), checks: Vec::new(), ..sample() };
    assert_eq!(Grade::from_json(&rejected.json()).unwrap(), rejected);
    assert!(
        rejected.json().contains("\"status\": \"rejected\",\n  \"max_score\": 100,\n  \"message\"")
    );
    // Earlier versions wrote a score of zero.
    let old =
        rejected.json().replace("  \"max_score\": 100", "  \"score\": 0,\n  \"max_score\": 100");
    assert_eq!(Grade::from_json(&old).unwrap(), rejected);
}

fn values() -> impl Strategy<Value = Value> {
    let tiles = || prop::collection::vec(prop::collection::vec(any::<u16>(), 0..3), 0..3);
    prop_oneof![
        Just(Value::Nothing),
        Just(Value::NoneValue),
        any::<u64>().prop_map(Value::Number),
        any::<bool>().prop_map(Value::Truth),
        any::<String>().prop_map(Value::Text),
        tiles().prop_map(|tiles| Value::Board(tiles.into())),
        prop::collection::vec(tiles().prop_map(crate::Tiles::from), 0..3).prop_map(Value::Boards),
    ]
}

proptest! {
    #[test]
    fn any_evidence_round_trips_through_json(
        expected in values(),
        actual in values(),
        summary in any::<String>(),
        file in any::<String>(),
        (line, column) in any::<(u32, u32)>(),
        thousandths in 0..=1_000_000_000_u64,
        path in prop::collection::vec(prop::collection::vec(any::<u16>(), 0..3), 0..3),
        moves in any::<Option<u64>>(),
        // A share with its points.
        (held, of, parts, part) in (0..9_u32, 1..9_u32, 0..ShareUnit::ALL.len(), any::<u64>()),
        smallest in any::<Option<String>>(),
        is_withheld in any::<bool>(),
        (cap, why) in (prop::option::of(0..=1_000_000_000_u64), any::<String>()),
        measure in prop::option::of((0..=Measure::MOST, 0..=Measure::MOST, any::<Option<String>>())),
    ) {
        let mut failure = hamming();
        failure.summary = summary;
        failure.place = Some(SourcePosition { file, line, column });
        let evidence = failure.evidence.as_mut().unwrap();
        evidence.expected = expected.normalized_for_json();
        evidence.actual = actual.normalized_for_json();
        evidence.asked = Asked::Clone;
        evidence.path = path;
        failure.moment = moves.map(|moves| Box::new(sample::moment(&vec![vec![1, 0]].into(), moves)));
        let mut grade = grade([(fail(Check::BoardHamming, failure), 0.0)]);
        grade.checks[0].max_score = Points::from_thousandths(thousandths);
        grade.checks[0].measure =
            measure.map(|(value, limit, puzzle)| Measure { value, limit, puzzle });
        let share = Share::new(held, of, ShareUnit::ALL[parts], smallest);
        let is_none = held == 0 || is_withheld || thousandths == 0;
        let points = Points::from_thousandths(if is_none { 0 } else { part % thousandths });
        grade.checks[0].withheld = share.as_ref().filter(|_| is_withheld).map(|_| Check::CompileApi);
        grade.checks[0].credit = share.map(|share| Credit { points, share });
        grade.caps.extend(cap.map(|cap| Cap {
            unless: CapCondition::Check(Check::BoardHamming),
            score: Points::from_thousandths(cap),
            why,
        }));
        prop_assert_eq!(&Grade::from_json(&grade.json()).unwrap(), &grade);
        // The layout of the file does not matter.
        let wire: Json = serde_json::from_str(&grade.json()).unwrap();
        prop_assert_eq!(&Grade::from_json(&wire.to_string()).unwrap(), &grade);
    }
}

#[test]
fn unknown_fields_are_ignored() {
    let mut json = written();
    json["extra"] = json!({ "score": 1 });
    json["checks"][1]["evidence"]["seed"] = json!(7);
    assert_eq!(Grade::from_json(&json.to_string()).unwrap(), sample());
}

#[test]
fn contradictions_are_rejected() {
    let changes: [(&[&str], Json, &str); 22] = [
        (
            &["score"],
            json!(4),
            "score: it is 4, but should be 3.5 according to the rest of the grade",
        ),
        (&["max_score"], json!(8), "max_score: it is 8, but the checks are worth 7.625 points"),
        (&["score"], json!(-1), "score: invalid points -1: use up to three decimals"),
        (
            &["score"],
            json!(null),
            "score: it is null, but should be 3.5 according to the rest of the grade",
        ),
        (&["message"], json!("x"), "message: it is not allowed here"),
        (&["status"], json!("ok"), "status: unknown status `ok`"),
        (&["status"], json!("grader_error"), "status: no check has this status"),
        (&["status"], json!("rejected"), "checks: a rejected submission must not have any"),
        (&["checks", "0", "summary"], json!("x"), "checks[0].summary: it is not allowed here"),
        (
            &["checks", "0", "score"],
            json!(3),
            "checks[0].score: with this status, a check of 3.5 points must have 3.5",
        ),
        (
            &["checks", "1", "id"],
            json!("board.x"),
            "checks[1].id: this version does not know the check `board.x`",
        ),
        (
            &["checks", "1", "id"],
            json!("board.dimension"),
            "checks[1].id: `board.dimension` is out of order or appears twice",
        ),
        (
            &["checks", "1", "place"],
            json!("x"),
            "checks[1].place: expected a file, line and column instead of `x`",
        ),
        (
            &["checks", "1", "reproduce"],
            json!("rm"),
            "checks[1].reproduce: it is \"rm\", but should be \"grader check --only board.hamming\" according to the rest of the grade",
        ),
        (
            &["checks", "1", "evidence", "actual"],
            json!(-2),
            "checks[1].evidence.actual: -2 is not an answer",
        ),
        (
            &["checks", "1", "visibility"],
            json!("all"),
            "checks[1].visibility: unknown visibility `all`",
        ),
        (&["checks", "0", "moment"], json!(null), "checks[0].moment: it is not allowed here"),
        (&["checks", "0", "value"], json!(1), "checks[0].value: it is not allowed here"),
        (
            &["checks", "1", "evidence", "path"],
            json!([]),
            "checks[1].evidence.path: it is not allowed here",
        ),
        (
            &["checks", "0", "measure"],
            json!({ "value": 1.005, "limit": 2 }),
            "checks[0].measure.value: invalid measure 1.005: use up to two decimals",
        ),
        (
            &["checks", "0", "measure"],
            json!({ "value": 1.5, "limit": -2 }),
            "checks[0].measure.limit: invalid measure -2: use up to two decimals",
        ),
        (
            &["checks", "2", "because"],
            json!("x"),
            "checks[2].because: this version does not know the check `x`",
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

fn in_part() -> Json {
    let mut grade = sample();
    let share = Share::new(12, 14, ShareUnit::Puzzles, Some("puzzle04".to_owned())).unwrap();
    grade.checks[1].credit = Some(Credit { points: Points::from_thousandths(3428), share });
    grade.checks[0].withheld = Some(Check::CompileApi);
    let score = Points::from_thousandths(3000);
    grade.caps = vec![Cap {
        unless: CapCondition::Check(Check::BoardHamming),
        score,
        why: "it counts".to_owned(),
    }];
    assert_eq!(Grade::from_json(&grade.json()).unwrap(), grade);
    serde_json::from_str(&grade.json()).unwrap()
}

#[test]
fn points_are_written_with_their_basis() {
    let json = in_part();
    assert_eq!((&json["score"], &json["checks"][0]["score"]), (&json!(3), &json!(0)));
    assert_eq!(json["checks"][0]["requires"], json!("compile.api"));
    let share = json!({ "held": 12, "of": 14, "of_what": "puzzles", "smallest": "puzzle04" });
    assert_eq!((&json["checks"][1]["share"], &json["checks"][1]["score"]), (&share, &json!(3.428)));
    let cap = json!({ "unless": "board.hamming", "score": 3, "why": "it counts" });
    assert_eq!(json["caps"], json!([cap]));
}

#[test]
fn points_that_contradict_their_basis_are_rejected() {
    let changes: [(&str, Json, &str); 14] = [
        (
            "/checks/1/score",
            json!(4),
            "checks[1].score: a check of 4 points must have fewer points if it does not pass",
        ),
        (
            "/checks/1/share/held",
            json!(0),
            "checks[1].score: with this status, a check of 4 points must have 0",
        ),
        ("/checks/1/share/held", json!(14), "checks[1].share: 14 of 14 is not a valid share"),
        (
            "/checks/1/share/of_what",
            json!("pages"),
            "checks[1].share.of_what: unknown unit `pages`",
        ),
        (
            "/checks/1/share",
            json!(null),
            "checks[1].score: with this status, a check of 4 points must have 0",
        ),
        (
            "/checks/0/score",
            json!(3.5),
            "checks[0].score: with this status, a check of 3.5 points must have 0",
        ),
        (
            "/checks/0/requires",
            json!("x"),
            "checks[0].requires: this version does not know the check `x`",
        ),
        (
            "/checks/2/requires",
            json!("compile.api"),
            "checks[2].requires: no points can be withheld here",
        ),
        (
            "/checks/0/share",
            json!({ "held": 1, "of": 2, "of_what": "sizes" }),
            "checks[0].share: it is not allowed here",
        ),
        (
            "/score",
            json!(3.428),
            "score: it is 3.428, but should be 3 according to the rest of the grade",
        ),
        (
            "/caps/0/unless",
            json!("board.dimension"),
            "caps[0].unless: no check `board.dimension` fails here",
        ),
        (
            "/caps/0/unless",
            json!("board.x"),
            "caps[0].unless: this version does not know the check `board.x`",
        ),
        (
            "/caps",
            json!([]),
            "score: it is 3, but should be 3.428 according to the rest of the grade",
        ),
        ("/caps/0/score", json!(-1), "caps[0].score: invalid points -1: use up to three decimals"),
    ];
    for (path, value, expected) in changes {
        let mut json = in_part();
        let (place, name) = path.rsplit_once('/').unwrap();
        json.pointer_mut(place).unwrap()[name] = value;
        assert_eq!(error(&json), expected);
    }
}

#[test]
fn an_invalid_grade_is_rejected() {
    let mut json = written();
    json["schema"] = json!("grade/2");
    assert_eq!(error(&json), "its schema is `grade/2`, not `grade/1`");
    assert!(Grade::from_json(&json.to_string()).unwrap_err().hint().contains("this version"));
    json = written();
    json["checks"][1].as_object_mut().unwrap().remove("visibility");
    assert!(error(&json).starts_with("invalid grade: missing field `visibility` at line 1"));
    json = written();
    json["checks"][1].as_object_mut().unwrap().remove("summary");
    assert_eq!(error(&json), "checks[1].summary: it is missing");
    for text in ["", "[]", "{}", "null", "{\"schema\":1}", "{\"schema\":\"grade/1\"}"] {
        assert!(matches!(Grade::from_json(text), Err(GradeError::Form(_))), "{text}");
    }
    let text = sample().json();
    for end in 0..text.trim_end().len() {
        assert!(Grade::from_json(text.get(..end).unwrap_or("")).is_err(), "{end}");
    }
}

#[test]
fn renaming_changes_only_the_name() {
    let file = GradeFile::from(sample());
    let text = file.text().to_owned();
    assert_eq!(file.clone().renamed("alice"), file);
    let bobs = file.renamed("é\"");
    assert_eq!(bobs.text(), text.replace("\"alice\"", "\"é\\\"\""));
    assert_eq!(GradeFile::parse(bobs.text().to_owned()).unwrap(), bobs);
}

#[test]
fn a_grade_file_keeps_its_original_bytes() {
    let spaced = sample().json().replace('\n', "\n\n");
    let file = GradeFile::parse(spaced.clone()).unwrap();
    assert_eq!((file.text(), file.grade()), (&*spaced, &sample()));
    assert!(GradeFile::parse("[]".to_owned()).is_err());
}
