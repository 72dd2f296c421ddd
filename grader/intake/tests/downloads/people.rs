//! Tests the owners of submissions, and what counts as a class.

use std::fs;

use intake::class;

use crate::{folder, nothing_vanishes, shown};

#[test]
fn clones_are_matched_by_login() {
    let folder = folder(&[
        "c/8-puzzle-jane-doe/board.rs",
        "c/8-puzzle-doe/board.rs",
        "c/8-puzzle-ROE/board.rs",
        "c/8-puzzle-ghost/board.rs",
        "c/other-roe/board.rs",
        "c/8-puzzle-7/board.rs",
        "c/poe@uni.example/board.rs",
    ]);
    let roster = folder.path().join("classroom_roster.csv");
    fs::write(
        &roster,
        "identifier,github_username,github_id,name\n1001,jane-doe,1,Jane Doe\n1002,doe,2,John Doe\n\
         1003,roe,3,\n7,,,\npoe@uni.example,,,\n",
    )
    .unwrap();
    let class = class::find(&[folder.path().join("c")], Some(&roster)).unwrap();
    insta::assert_snapshot!(shown(&class), @r#"
    1001: 1001 Jane Doe at -
      ["8-puzzle-jane-doe"], before []
    1002: 1002 John Doe at -
      ["8-puzzle-doe"], before []
    1003: 1003 - at -
      ["8-puzzle-ROE"], before []
    poe@uni.example: poe@uni.example - at -
      ["poe@uni.example"], before []
    8-puzzle-7:  at -
      ["8-puzzle-7"], before []
    8-puzzle-ghost:  at -
      ["8-puzzle-ghost"], before []
    other-roe:  at -
      ["other-roe"], before []
    "#);
    let unknown: Vec<_> =
        class.unknown.iter().map(|it| format!("{}: {}", it.submission, it.why)).collect();
    insta::assert_snapshot!(unknown.join("\n"), @"
    8-puzzle-7: `8-puzzle-7` is not on the roster
    8-puzzle-ghost: `8-puzzle-ghost` is not on the roster
    other-roe: `other-roe` is not on the roster
    ");
}

#[test]
fn students_are_never_matched_by_guessing() {
    let folder = folder(&[
        "samlee_11_501_board.rs",
        "janedeo_12_502_board.rs",
        "poeann_13_503_board.rs",
        "roejohn_1001_504_board.rs",
    ]);
    let roster = folder.path().join("roster.csv");
    fs::write(
        &roster,
        "id,name\n1001,Sam Lee\n1002,\"Lee, Sam\"\n1003,Jane Doe\n1004,Ann Poe\n1005,John Roe\n",
    )
    .unwrap();
    let class = class::find(&[folder.path().to_owned()], Some(&roster)).unwrap();
    let unknown: Vec<_> =
        class.unknown.iter().map(|it| format!("{}: {}", it.submission, it.why)).collect();
    insta::assert_snapshot!(unknown.join("\n"), @"
    janedeo_12: `janedeo` is not on the roster; the closest match is Jane Doe (1003)
    samlee_11: two students on the roster are named `samlee`; use ids (1001, 1002)
    ");
    // We cannot tell whether these students submitted anything.
    let doubtful: Vec<_> = class.doubtful.iter().filter_map(|it| it.person.id.as_deref()).collect();
    assert_eq!(doubtful, ["1001", "1002", "1003"]);
    assert_eq!(class.missing.as_deref(), Some(&[][..]));
    let names: Vec<_> = class.entries.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(&names[..2], ["1004", "1005"], "Canvas's 1001 is John Roe, who is 1005 here");
}

/// Canvas names a group submission after the group, and adds the number of one member.
#[test]
fn a_canvas_group_is_distinguished_from_a_student() {
    let folder = folder(&["team1_11_501_board.rs", "roejohn_12_502_board.rs"]);
    let roster = folder.path().join("canvas.csv");
    fs::write(
        &roster,
        "Student,ID,SIS Login ID,Section\n\"Doe, Jane\",11,jdoe,A\n\"Roe, John\",12,roe,A\n",
    )
    .unwrap();
    let class = class::find(&[folder.path().to_owned()], Some(&roster)).unwrap();
    let names: Vec<_> = class.entries.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["jdoe", "roe"]);
    let unknown: Vec<_> =
        class.unknown.iter().map(|it| format!("{}: {}", it.submission, it.why)).collect();
    let why = "submitted by Doe, Jane (jdoe) as `team1`: if `team1` is a group, its other members \
               are unknown";
    assert_eq!(unknown, [format!("jdoe: {why}")]);
}

#[test]
fn a_student_with_individual_and_group_submissions_is_reported() {
    let folder = folder(&["a/board.rs", "b/board.rs", "c/board.rs"]);
    let person = |id: &str| format!("  - :name: P{id}\n    :sid: '{id}'\n");
    let people = |ids: &[&str]| ids.iter().map(|id| person(id)).collect::<String>();
    let list = format!(
        "---\na:\n  :submitters:\n{}  :created_at: 2026-11-20 10:33:12.5 -08:00\nb:\n  \
         :submitters:\n{}c:\n  :submitters:\n{}",
        people(&["1"]),
        people(&["1", "2"]),
        people(&["2", "3"])
    );
    fs::write(folder.path().join("submission_metadata.yml"), list).unwrap();
    let class = class::find(&[folder.path().to_owned()], None).unwrap();
    let shared: Vec<_> = class.shared.iter().map(ToString::to_string).collect();
    assert_eq!(shared, ["P1 (1): `1`, `1+2`", "P2 (2): `1+2`, `2+3`"]);
    let time = class.entries[0].time.map(|it| it.to_string());
    assert_eq!(time.as_deref(), Some("2026-11-20T10:33:12-08:00"));
    nothing_vanishes(folder.path(), &class).unwrap();
}

/// Moodle's worksheet contains times, which its download lacks.
#[test]
fn the_moodle_worksheet_provides_students_and_times() {
    let folder = folder(&[
        "d/Participant_101_assignsubmission_file/board.rs",
        "d/Participant_102_assignsubmission_file/board.rs",
        "d/Default group_assignsubmission_file/board.rs",
    ]);
    let roster = folder.path().join("worksheet.csv");
    fs::write(
        &roster,
        "Identifier,ID number,Status,Grade,Maximum Grade,Last modified (submission)\n\
         Participant 101,s1,x,,100,\"Friday, 20 November 2026, 10:33 AM\"\n\
         Participant 102,,x,,100,-\nParticipant 103,s3,x,,100,-\n",
    )
    .unwrap();
    let class = class::find(&[folder.path().join("d")], Some(&roster)).unwrap();
    insta::assert_snapshot!(shown(&class), @r#"
    s1: s1 - at 2026-11-20T10:33:00
      ["Participant_101_assignsubmission_file"], before []
    102: 102 - at -
      ["Participant_102_assignsubmission_file"], before []
    Default_group: - Default group at -
      ["Default group_assignsubmission_file"], before []
    "#);
    assert_eq!(class.missing.unwrap().len(), 1);
}

#[test]
fn old_grades_are_not_a_submission() {
    let folder = folder(&[
        "alice/board.rs",
        "grades/submissions/alice/grade.json",
        "grades/.lock",
        "grades/class.json",
    ]);
    let class = class::find(&[folder.path().to_owned()], None).unwrap();
    insta::assert_snapshot!(shown(&class), @r#"
    alice:  at -
      ["alice"], before []
    ignored, a folder with grades: grades
    "#);
    let paths = ["alice", "grades"].map(|it| folder.path().join(it));
    assert_eq!(class::find(&paths, None).unwrap().entries.len(), 1);
}

#[test]
fn a_class_is_distinguished_from_a_single_submission() {
    for (names, count) in [
        (&["alice/board.rs", "bob/hw/board.rs"][..], 2),
        (&["alice.zip", "bob.zip"], 2),
        (&["doejane_1_2_work.zip", "roejohn_3_4_board.rs"], 2),
        (&["dl/doejane_1_2_work.zip", "dl/roejohn_3_4_work.zip"], 2),
        // This should be one submission, however it is wrapped and whatever is next to it.
        (&["board.rs", "old/board.rs", "older/board.rs"], 0),
        (&["hw/board.rs", "notes.txt"], 0),
        (&["hw/board.rs", "backup.zip"], 0),
        (&["work.zip"], 0),
        (&["notes.txt"], 0),
    ] {
        let folder = folder(names);
        let several = class::holds_several(folder.path()).unwrap();
        assert_eq!(several.len(), count, "{names:?}: {several:?}");
    }
}
