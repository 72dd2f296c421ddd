//! Tests the owners of submissions, and what counts as a class.

use std::fs;
use std::path::Path;

use intake::class;

use crate::{all, folder, nothing_vanishes, shown};

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
    let unknown: Vec<_> = class
        .unknown
        .iter()
        .map(|unknown| format!("{}: {}", unknown.submission, unknown.why))
        .collect();
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
    let unknown: Vec<_> = class
        .unknown
        .iter()
        .map(|unknown| format!("{}: {}", unknown.submission, unknown.why))
        .collect();
    insta::assert_snapshot!(unknown.join("\n"), @"
    janedeo_12: `janedeo` is not on the roster; the closest match is Jane Doe (1003)
    samlee_11: two students on the roster are named `samlee`; use ids (1001, 1002)
    ");
    // We cannot tell whether these students submitted anything.
    let doubtful: Vec<_> =
        class.doubtful.iter().filter_map(|doubtful| doubtful.person.id.as_deref()).collect();
    assert_eq!(doubtful, ["1001", "1002", "1003"]);
    assert_eq!(class.missing.as_deref(), Some(&[][..]));
    let names: Vec<_> = class.entries.iter().map(|entry| entry.name.as_str()).collect();
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
    let names: Vec<_> = class.entries.iter().map(|entry| entry.name.as_str()).collect();
    assert_eq!(names, ["jdoe", "roe"]);
    let unknown: Vec<_> = class
        .unknown
        .iter()
        .map(|unknown| format!("{}: {}", unknown.submission, unknown.why))
        .collect();
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
    let time = class.entries[0].time.map(|time| time.to_string());
    assert_eq!(time.as_deref(), Some("2026-11-20T10:33:12-08:00"));
    nothing_vanishes(&all(folder.path()), &class).unwrap();
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
    // The third student may be in the default group.
    assert_eq!((class.missing.unwrap().len(), class.doubtful.len()), (0, 1));
}

/// Returns the students of each submission, and the students without one.
fn states(class: &class::Class) -> String {
    let ids = |people: &mut dyn Iterator<Item = &class::Person>| {
        people.filter_map(class::Person::id_or_name).collect::<Vec<_>>().join(" ")
    };
    let entries = class.entries.iter();
    let mut lines: Vec<String> = entries
        .map(|entry| {
            let name = entry.source.path().file_name().unwrap().to_string_lossy();
            let is_unknown = class.unknown.iter().any(|stray| stray.submission == entry.name);
            let students = ids(&mut entry.students.iter());
            format!("{name}: {}", if is_unknown { "?" } else { &students })
        })
        .collect();
    lines.push(format!("missing: {}", ids(&mut class.missing.iter().flatten())));
    lines.push(format!(
        "doubtful: {}",
        ids(&mut class.doubtful.iter().map(|doubtful| &doubtful.person))
    ));
    lines.join("\n")
}

const WORKSHEET: &str = "Identifier,Full name,ID number,Status,Group,Grade,Maximum Grade\n\
    Participant 7000,Alice Adams,a,x,Gruppe 1,,100\nParticipant 7001,Bob Ray,b,x,Gruppe 2,,100\n\
    Participant 7002,Cid Dee,c,x,Gruppe 1,,100\nParticipant 7003,Dan Eel,d,x,Gruppe-2,,100\n\
    Participant 7004,Eve Fox,e,x,,,100\n";

/// A group's number may be that of a participant. The worksheet says who is in which group.
#[test]
fn a_moodle_group_is_not_taken_for_a_participant() {
    let folder = folder(&[
        "d/Gruppe 1_7001_assignsubmission_file/board.rs",
        "d/Gruppe 2_882_assignsubmission_file/board.rs",
        "d/Default group_assignsubmission_file/board.rs",
    ]);
    let roster = folder.path().join("worksheet.csv");
    fs::write(&roster, WORKSHEET).unwrap();
    let class = class::find(&[folder.path().join("d")], Some(&roster)).unwrap();
    insta::assert_snapshot!(states(&class), @"
    Gruppe 1_7001_assignsubmission_file: a c
    Gruppe 2_882_assignsubmission_file: b d
    Default group_assignsubmission_file: ?
    missing: 
    doubtful: e
    ");
    // Without groups, nobody gets the points of Gruppe 1.
    fs::write(&roster, WORKSHEET.replace("Group,", "Team of,")).unwrap();
    let class = class::find(&[folder.path().join("d")], Some(&roster)).unwrap();
    insta::assert_snapshot!(states(&class), @"
    Default group_assignsubmission_file: ?
    Gruppe 1_7001_assignsubmission_file: ?
    Gruppe 2_882_assignsubmission_file: ?
    missing: 
    doubtful: a b c d e
    ");
}

/// The other words of a folder's name do not matter if it contains a name and a login of one student.
#[test]
fn logins_and_names_are_found_inside_of_names() {
    let folder = folder(&[
        "d/Adams, Alice(aa)/board.rs",
        "d/Ray_Bob_bray_4711/board.rs",
        "d/cdee_Cid Dee/board.rs",
        "d/Dan Eel - hw1/board.rs",
        "d/Eve Fox - hw1/board.rs",
        "d/Mary Fay Gee - hw1/board.rs",
        "d/Alice Adams bray/board.rs",
    ]);
    let roster = folder.path().join("roster.csv");
    let text = "id,name,username\n1,Alice Adams,aa\n2,Bob Ray,bray\n3,Cid Dee,cdee\n4,Dan Eel,de\n\
                5,Eve Fox,ef\n6,Fay Gee,fg\n";
    fs::write(&roster, text).unwrap();
    let class = class::find(&[folder.path().join("d")], Some(&roster)).unwrap();
    insta::assert_snapshot!(states(&class), @"
    Adams, Alice(aa): 1
    Ray_Bob_bray_4711: 2
    cdee_Cid Dee: 3
    Dan Eel - hw1: 4
    Eve Fox - hw1: 5
    Alice Adams bray: ?
    Mary Fay Gee - hw1: ?
    missing: 
    doubtful: 6
    ");
}

/// In the names of clones, a dash stands for an underscore of a login.
#[test]
fn logins_with_underscores_are_found() {
    let folder = folder(&[
        "d/8-puzzle-jane_uni/board.rs",
        "d/8-puzzle-al-uni/board.rs",
        "d/8-puzzle-x/board.rs",
    ]);
    let roster = folder.path().join("roster.csv");
    fs::write(&roster, "id,github_username\n1,jane_uni\n2,al_uni\n3,uni\n").unwrap();
    let class = class::find(&[folder.path().join("d")], Some(&roster)).unwrap();
    insta::assert_snapshot!(states(&class), @"
    8-puzzle-jane_uni: 1
    8-puzzle-al-uni: 2
    8-puzzle-x: ?
    missing: 
    doubtful: 3
    ");
}

fn find_with(folder: &Path, authors: Option<&str>, groups: Option<&str>) -> String {
    let file = |name: &str, text: &str| {
        fs::write(folder.join(name), text).unwrap();
        folder.join(name)
    };
    let roster = file("roster.csv", "id,name\n1,Alice Adams\n2,Bob Ray\n3,Cid Dee\n4,Dan Eel\n");
    let authors = authors.map(|text| file("authors.csv", text));
    let groups = groups.map(|text| file("groups.csv", text));
    let known = class::ClassContext {
        roster: Some(&roster),
        authors: authors.as_deref(),
        groups: groups.as_deref(),
        ..class::ClassContext::default()
    };
    match class::find_with(&[folder.join("d")], known) {
        Ok(class) => states(&class),
        Err(error) => error.to_string().replace(&format!("{}/", folder.display()), ""),
    }
}

#[test]
fn a_file_of_authors_decides_who_a_submission_is_from() {
    let folder = folder(&["d/Alice Adams/board.rs", "d/team/board.rs", "d/left/board.rs"]);
    let find = |authors| find_with(folder.path(), Some(authors), None);
    insta::assert_snapshot!(find("entry,students\nteam,2; 3\nleft,-\n"), @"
    Alice Adams: 1
    team: 2 3
    left: 
    missing: 4
    doubtful: 
    ");
    assert_eq!(
        find("entry,students\nteam,9\n"),
        "`authors.csv`, line 2: no student on the roster has the id, login or email address `9`"
    );
    assert_eq!(
        find("entry,students\nteem,2\n"),
        "`authors.csv`, line 2: no submission is named `teem`; the closest name is `team`"
    );
    let roster = folder.path().join("roster.csv");
    let class = class::find(&[folder.path().join("d")], Some(&roster)).unwrap();
    let table = class::authors_table(&class);
    insta::assert_snapshot!(table, @"
    entry,students,note
    Alice Adams,1,
    left,,`left` is not on the roster
    team,,`team` is not on the roster
    ");
    // What the grader writes changes nothing.
    assert_eq!(find_with(folder.path(), Some(&table), None), states(&class));
}

#[test]
fn a_list_of_groups_must_fit_the_submissions() {
    const GROUPS: &str = "group,id\nPair 7,1\nPair 7,2\nPair 8,3\nPair 8,4\n";
    let pairs = folder(&["d/Alice Adams/board.rs", "d/Cid Dee/board.rs"]);
    assert_eq!(
        find_with(pairs.path(), None, Some(GROUPS)),
        "no submission is named after a group in `groups.csv`: Pair 7, Pair 8"
    );
    // Bob may have worked with Alice.
    let one = folder(&["d/Alice Adams/board.rs", "d/pair_8/board.rs"]);
    insta::assert_snapshot!(find_with(one.path(), None, Some(GROUPS)), @"
    Alice Adams: 1
    pair_8: 3 4
    missing: 
    doubtful: 2
    ");
}

/// On Canvas's own list, a number that is missing is that of somebody who left.
#[test]
fn a_student_who_left_makes_nobody_doubtful() {
    let folder = folder(&["d/doejane_11_501_board.rs", "d/goneal_99_502_board.rs"]);
    let roster = folder.path().join("canvas.csv");
    let export = "Student,ID,SIS User ID,SIS Login ID,Section\n\"Doe, Jane\",11,s1,jd,A\n\
                  \"Roe, John\",12,s2,jr,A\n";
    fs::write(&roster, export).unwrap();
    let class = class::find(&[folder.path().join("d")], Some(&roster)).unwrap();
    insta::assert_snapshot!(states(&class), @"
    doejane_11_501_board.rs: s1
    goneal_99_502_board.rs: ?
    missing: s2
    doubtful: 
    ");
    // Without the numbers, this may be a group.
    fs::write(&roster, "id,name\ns1,Jane Doe\ns2,John Roe\n").unwrap();
    let class = class::find(&[folder.path().join("d")], Some(&roster)).unwrap();
    assert!(states(&class).ends_with("doubtful: s2"), "{}", states(&class));
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
    let paths = ["alice", "grades"].map(|name| folder.path().join(name));
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
        let several = class::submissions_if_several(folder.path()).unwrap();
        assert_eq!(several.len(), count, "{names:?}: {several:?}");
    }
}
