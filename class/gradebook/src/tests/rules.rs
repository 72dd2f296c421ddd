//! Tests the rules to match rows with students.

use insta::assert_debug_snapshot;

use super::*;

const CANVAS: &str = "\
Student,ID,SIS User ID,SIS Login ID,Section,8-puzzle (1)
    Points Possible,,,,,100
\"Doe, Jane\",11,u1,jane,A,
\"Kim, Lee\",12,u2,lee2,A,2
\"Kim, Lee\",13,u3,lee3,A,3
Ann,14,u4,ann,A,4
";

fn known(ids: &[&str], names: &[&str]) -> KnownAs {
    let list = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    KnownAs { ids: list(ids), names: list(names), ..KnownAs::default() }
}

fn named(label: &str, known_as: KnownAs) -> GradebookEntry {
    GradebookEntry { label: label.to_owned(), ..ten(known_as) }
}

fn filled(entries: &[GradebookEntry]) -> Vec<String> {
    let filled = canvas(CANVAS, entries, &overwriting()).unwrap();
    let changed =
        filled.cells.iter().filter(|cell| matches!(cell.fate, CellFate::Written(_))).count();
    let lines = CANVAS.lines().zip(filled.text.lines());
    assert_eq!(lines.filter(|(old, new)| old != new).count(), changed);
    let mut fates = fates(&filled, entries);
    fates.retain(|fate| !fate.ends_with("no submission"));
    fates.extend(filled.absent.iter().map(|place| format!("absent: {}", entries[*place].label)));
    fates.push(format!("clear: {}", filled.is_clear(entries)));
    fates
}

#[test]
fn students_are_matched_by_any_known_identifier() {
    let filled = |known_as| canvas(CANVAS, &[ten(known_as)], &overwriting()).unwrap().text;
    let expected = CANVAS.replace("jane,A,", "jane,A,10");
    for known_as in [
        KnownAs { ids: one("U1"), ..KnownAs::default() },
        KnownAs { numbers: one("11"), ..KnownAs::default() },
        KnownAs { emails: one("jane@uni.example"), ..KnownAs::default() },
        KnownAs { names: one("Jane Doe"), ..KnownAs::default() },
        // The submission platform's form of the name.
        KnownAs { names: one("doejane"), ids: one("other"), ..KnownAs::default() },
    ] {
        assert_eq!(filled(known_as.clone()), expected, "{known_as:?}");
    }
    // The platform's number must not match anyone's id.
    let id = KnownAs { ids: one("11"), ..KnownAs::default() };
    assert_eq!(canvas(CANVAS, &[ten(id)], &overwriting()), Err(GradebookError::NoStudents));
}

#[test]
fn students_with_the_same_name_are_distinguished_by_id() {
    // Both submitted, and the roster contains the ids.
    let both = [
        named("Lee 2", known(&["u2"], &["Lee Kim"])),
        named("Lee 3", known(&["u3"], &["Lee Kim"])),
    ];
    assert_debug_snapshot!(filled(&both), @r#"
    [
        "Kim, Lee: 10",
        "Kim, Lee: 10",
        "clear: true",
    ]
    "#);
    // Only one submitted. The remaining row belongs to someone else.
    assert_debug_snapshot!(filled(&both[..1]), @r#"
    [
        "Kim, Lee: 10",
        "clear: true",
    ]
    "#);
    let names =
        [named("first", known(&[], &["Lee Kim"])), named("second", known(&[], &["Lee Kim"]))];
    assert_debug_snapshot!(filled(&names), @r#"
    [
        "Kim, Lee: \"2\", several students have this name: first, second",
        "Kim, Lee: \"3\", several students have this name: first, second",
        "clear: false",
    ]
    "#);
    assert_debug_snapshot!(filled(&names[..1]), @r#"
    [
        "Kim, Lee: \"2\", lines 4, 5 all match first",
        "Kim, Lee: \"3\", lines 4, 5 all match first",
        "clear: false",
    ]
    "#);
}

#[test]
fn a_name_with_a_different_id_does_not_match() {
    let entries = [
        named("Jane", known(&["u1"], &["Jane Doe"])),
        named("another Ann", known(&["u9"], &["Ann"])),
    ];
    assert_debug_snapshot!(filled(&entries), @r#"
    [
        "Doe, Jane: 10",
        "Ann: \"4\", the row matches the name or login of another Ann, but has a different id",
        "clear: false",
    ]
    "#);
}

#[test]
fn a_login_from_an_address_counts_as_a_name() {
    // Her address starts with someone else's login, and her row is missing.
    let emails = || vec!["lee2@mail.example".to_owned()];
    let ada = KnownAs { emails: emails(), ..known(&["u9"], &["Ada"]) };
    let entries = [named("Jane", known(&["u1"], &["Jane Doe"])), named("Ada", ada)];
    assert_debug_snapshot!(filled(&entries), @r#"
    [
        "Doe, Jane: 10",
        "Kim, Lee: \"2\", the row matches the name or login of Ada, but has a different id",
        "clear: false",
    ]
    "#);
    // If her row is present, the row of Lee Kim belongs to someone else.
    let ann = KnownAs { emails: emails(), ..known(&["u4"], &["Ann"]) };
    assert_debug_snapshot!(filled(&[named("Ann", ann)]), @r#"
    [
        "Ann: 10",
        "clear: true",
    ]
    "#);
}

#[test]
fn a_coincidental_id_match_does_not_override_names() {
    // The roster contains logins for a different system. One happens to be Ann's login on this platform.
    let entries = [
        named("Jane", known(&["octocat"], &["Jane Doe"])),
        named("Lee", known(&["hubot"], &["Lee Kim"])),
        named("Ann", known(&["ann"], &["Ann"])),
    ];
    let export = CANVAS.replace("Kim, Lee\",13", "Kim, Leo\",13");
    let more = entries.iter().cloned().chain([named("Leo", known(&["monalisa"], &["Leo Kim"]))]);
    let more: Vec<GradebookEntry> = more.collect();
    let filled = canvas(&export, &more, &overwriting()).unwrap();
    assert!(filled.is_clear(&more), "{:?}", fates(&filled, &more));
}

#[test]
fn a_student_with_two_submissions_is_not_filled_in() {
    let jane = || known(&["u1"], &["Jane Doe"]);
    let entries =
        [named("a group", jane()), named("alone", jane()), named("Ann", known(&["u4"], &[]))];
    assert_debug_snapshot!(filled(&entries), @r#"
    [
        "Doe, Jane: \"\", one student has several submissions: a group, alone",
        "Ann: 10",
        "clear: false",
    ]
    "#);
}

#[test]
fn a_student_in_two_rows_is_not_filled_in() {
    let export = CANVAS.replace("12,u2,lee2", "12,u1,lee2");
    let entries = [named("Jane", known(&["u1"], &[])), named("Ann", known(&["u4"], &[]))];
    let filled = canvas(&export, &entries, &overwriting()).unwrap();
    assert_debug_snapshot!(fates(&filled, &entries), @r#"
    [
        "Doe, Jane: \"\", lines 3, 4 all match Jane",
        "Kim, Lee: \"2\", lines 3, 4 all match Jane",
        "Kim, Lee: \"3\", no submission",
        "Ann: 10",
    ]
    "#);
    assert!(!filled.is_clear(&entries));
}

#[test]
fn rows_with_contradictory_columns_are_kept() {
    let entries =
        [named("jane", known(&["jane"], &["Ann"])), named("ann", known(&["ann"], &["Nobody"]))];
    assert_debug_snapshot!(filled(&entries), @r#"
    [
        "Doe, Jane: 10",
        "Ann: \"4\", the row names several students: jane, ann",
        "clear: false",
    ]
    "#);
    let how = FillOptions { students: Some("SIS Login ID".to_owned()), ..overwriting() };
    let filled = canvas(CANVAS, &entries, &how).unwrap();
    assert!(filled.is_clear(&entries) && filled.absent.is_empty());
}

#[test]
fn zeros_fill_only_empty_cells() {
    let missing = |id: &str| entry(id, Award::Missing);
    let entries = [missing("u1"), missing("u2"), missing("u4")];
    let export = CANVAS.replace("ann,A,4", "ann,A,0.00").replace("lee3,A,3", "lee3,A,EX");
    let filled = canvas(&export, &entries, &overwriting()).unwrap();
    assert_debug_snapshot!(fates(&filled, &entries), @r#"
    [
        "Doe, Jane: 0",
        "Kim, Lee: \"2\", no submission, but the cell contains points",
        "Kim, Lee: \"EX\", no submission",
        "Ann: same",
    ]
    "#);
    assert!(!filled.is_clear(&entries));
    let excused = [missing("u1"), missing("u3")];
    assert!(canvas(&export, &excused, &overwriting()).unwrap().is_clear(&excused));
}

#[test]
fn existing_points_are_kept_without_overwrite() {
    let entries = ["u1", "u2", "u3", "u4"].map(|id| named(id, known(&[id], &[])));
    let export = CANVAS.replace("ann,A,4", "ann,A,10.00");
    let filled = canvas(&export, &entries, &FillOptions::default()).unwrap();
    assert_eq!(filled.text, export.replace("jane,A,", "jane,A,10"));
    assert_debug_snapshot!(fates(&filled, &entries), @r#"
    [
        "Doe, Jane: 10",
        "Kim, Lee: \"2\", the cell contains a different score; `--overwrite` replaces it with 10",
        "Kim, Lee: \"3\", the cell contains a different score; `--overwrite` replaces it with 10",
        "Ann: same",
    ]
    "#);
    assert!(!filled.is_clear(&entries));
    let filled = canvas(&export, &entries, &overwriting()).unwrap();
    assert!(filled.is_clear(&entries) && filled.text.contains("lee3,A,10"), "{}", filled.text);
    // Zeros should not replace points.
    let nothing = [Award::Missing, Award::Rejected { is_zero: true }];
    for award in nothing {
        let entries = [entry("u2", award)];
        assert_eq!(canvas(&export, &entries, &overwriting()).unwrap().text, export, "{award:?}");
    }
}

#[test]
fn only_the_rows_of_a_section_are_filled_in() {
    let export = "Student,ID,SIS User ID,SIS Login ID,Section,p (1)\nPoints Possible,,,,,100\n\
                  Jane,1,u1,j,A,\nJohn,2,u2,r,\"A, B, and C\",\nAnn,3,u3,n,A und B,\n\
                  Zoe,4,u4,z,A B,\nEve,5,u5,e,B,7\n";
    let grades: Vec<GradebookEntry> =
        ["u1", "u2", "u3", "u4", "u5"].map(|id| entry(id, award(10_000))).into();
    let how = |section: &str| FillOptions { section: Some(section.to_owned()), ..overwriting() };
    let filled = canvas(export, &grades, &how("b")).unwrap();
    assert_eq!(fates(&filled, &grades), ["John: 10", "Ann: 10", "Eve: 10"]);
    assert!(filled.absent.is_empty() && filled.is_clear(&grades));
    assert!(filled.text.contains("Jane,1,u1,j,A,\n") && filled.text.contains("A B,\n"));
    let filled = canvas(export, &grades, &how("A B")).unwrap();
    assert_eq!(fates(&filled, &grades), ["Zoe: 10"]);
    insta::assert_snapshot!(
        canvas(export, &grades, &how("D")).unwrap_err(),
        @"no students are in section `D`; the sections are A; A B; A und B; A, B, and C; B"
    );
    let without = "Username,Last Name,p [Total Pts: 100 Score] |7\nu1,Doe,\n";
    insta::assert_snapshot!(
        fill(Platform::Blackboard, without, &grades, &how("A")).unwrap_err(),
        @"there is no section column; the columns are Username, Last Name, p [Total Pts: 100 Score] |7"
    );
}
