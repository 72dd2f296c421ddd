//! Tests each platform's columns and rows.

use insta::{assert_debug_snapshot, assert_snapshot};

use super::*;

const BLACKBOARD: &str = blackboard::SAMPLE.export;
const BRIGHTSPACE: &str = brightspace::SAMPLE.export;
const CANVAS: &str = canvas::SAMPLE.export;
const GITHUB: &str = github_classroom::SAMPLE.export;
const GRADESCOPE: &str = gradescope::SAMPLE.export;
const MOODLE: &str = moodle::SAMPLE.export;

#[test]
fn only_one_canvas_column_changes() {
    let grades = [
        entry("jane", award(87_500)),
        entry("mal", award(0)),
        entry("ann", Award::Unknown),
        entry("zoe", award(1_000)),
        entry("eve", award(50_000)),
        entry("zed", Award::Missing),
        entry("c0ffee", award(9_000)),
    ];
    let filled = canvas(CANVAS, &grades, &how("8-puzzle")).unwrap();
    let expected = CANVAS
        .replace("\"A \"\"one\"\"\",,,0", "\"A \"\"one\"\"\",87.5,,0")
        .replace("mal,A,3", "mal,A,0");
    assert_eq!(filled.text, expected);
    assert_debug_snapshot!(fates(&filled, &grades), @r#"
    [
        "Doe, Jane: 87.5",
        "=cmd|x: 0",
        "Ann: \"7\", no score because of a grader error",
        "Bob: \"1\", no submission",
        "Eve: \"EX\", the cell contains a word instead of a number",
        "Zed: \"N/A\", the cell contains a word instead of a number",
        "Student, Test: \"\", the platform's test student",
    ]
    "#);
    assert_eq!((&*filled.column, filled.absent.as_slice()), ("8-puzzle (1234)", &[3][..]));
    assert_eq!(filled.worth, Points::from_f64(100.0));
    assert!(!filled.is_clear(&grades));
    assert!(canvas(CANVAS, &grades[..2], &how("8-puzzle")).unwrap().is_clear(&grades[..2]));
    // In order: a student without a row, a student with a word in the cell, and a test student with points.
    for place in [3, 4, 6] {
        let grades = [grades[0].clone(), grades[place].clone()];
        let filled = canvas(CANVAS, &grades, &how("8-puzzle")).unwrap();
        assert!(!filled.is_clear(&grades), "{place}");
    }
    assert_eq!(canvas(CANVAS, &[], &how("8-puzzle (1234)")).unwrap().text, CANVAS);
}

#[test]
fn canvas_may_have_names_in_two_columns() {
    let export = "LastName,FirstName,ID,SIS User ID,SIS Login ID,Root Account,Section,8-puzzle (1)\n\
                  ,,,,,,,Muted\n\
                  \x20   Points Possible,,,,,,,\"100,00\"\n\
                  Doe,Jane,11,u1,j1,x.org,A,\n\
                  Student,Test,99,,c0ffee,x.org,A,\n";
    assert_eq!(platform_of(export), Ok(Platform::Canvas));
    let names = KnownAs { names: one("Jane Doe"), ..KnownAs::default() };
    for known_as in [names, KnownAs { numbers: one("11"), ..KnownAs::default() }] {
        let filled = canvas(export, &[ten(known_as)], &overwriting()).unwrap();
        assert_eq!(filled.text, export.replace("x.org,A,\nStudent", "x.org,A,10\nStudent"));
        let kept = CellFate::Kept(KeptReason::TestStudent);
        assert_eq!(
            filled.cells.iter().map(|cell| &cell.fate).filter(|fate| **fate == kept).count(),
            1
        );
    }
}

#[test]
fn equal_grades_are_kept_byte_for_byte() {
    // Canvas exports and compares two decimals.
    let export = CANVAS.replace("ann,A,7", "ann,A,87.13").replace("mal,A,3", "mal,A,\"50,00\"");
    let grades = [entry("ann", award(87_125)), entry("mal", award(50_000))];
    let filled = canvas(&export, &grades, &how("8-puzzle")).unwrap();
    assert_eq!(filled.text, export);
    assert!(filled.is_clear(&grades));
}

#[test]
fn moodle_comments_are_added_unless_locked_or_present() {
    let comment = |entry: GradebookEntry| GradebookEntry {
        comment: Some("=1+1, \"said\"\nso".to_owned()),
        ..entry
    };
    let grades = [("jane@x.org", 87_500), ("mal@x.org", 0), ("ann@x.org", 1_000)]
        .map(|(name, points)| comment(entry(name, award(points))));
    let how = FillOptions { decimal_comma: true, ..how("Grade") };
    let filled = fill(Platform::Moodle, MOODLE, &grades, &how).unwrap();
    assert_snapshot!(filled.text, @r#"
    Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,Last modified (grade),Feedback comments
    Participant 1,Jane,jane@x.org,-,"87,5",100.00,Yes,-,"'=1+1, ""said""<br>so"
    Participant 2,Mal,mal@x.org,-,3.00,100.00,No,-,
    Participant 3,Ann,ann@x.org,-,1,100.00,Yes,-,well done
    "#);
    assert_eq!(filled.cells[1].fate, CellFate::Kept(KeptReason::Locked));
    let comments: Vec<_> = filled.cells.iter().map(|cell| cell.comment).collect();
    assert_eq!(comments, [CommentFate::There, CommentFate::None, CommentFate::Kept]);
    assert_eq!(filled.worth, Points::from_f64(100.0));
    // You do not have to name the column of a worksheet. Filling it in twice should be a no-op.
    let usual = FillOptions { column: None, ..how.clone() };
    let again = fill(Platform::Moodle, &filled.text, &grades, &usual).unwrap();
    assert_eq!(again.text, filled.text);
}

#[test]
fn other_platforms_keep_their_format() {
    let grades =
        [entry("jane", award(87_500)), entry("mal", award(4_000)), entry("ann", award(1_000))];
    for column in ["Puzzle", "123456", "Puzzle [Total Pts: 100 Score] |123456"] {
        let filled = fill(Platform::Blackboard, BLACKBOARD, &grades, &how(column)).unwrap();
        let expected = BLACKBOARD
            .replace("\"jane\"\t\"\"", "\"jane\"\t\"87.5\"")
            .replace("\"mal\"\t\"5\"", "\"mal\"\t\"4\"")
            .replace("\"ann\"\t\"Needs Grading\"", "\"ann\"\t\"1\"");
        assert_eq!(filled.text, expected);
    }
    let scale = FillOptions { scale: Scale::Column, ..overwriting() };
    let filled = fill(Platform::Brightspace, BRIGHTSPACE, &grades[..2], &scale).unwrap();
    let expected = BRIGHTSPACE
        .replace("jane@x.org,,1,#", "jane@x.org,8.75,1,#")
        .replace("mal@x.org,4,2,#", "mal@x.org,0.4,2,#");
    assert_eq!(filled.text, expected);
    let by_id = [entry("007", award(87_500))];
    let filled = fill(Platform::Gradescope, GRADESCOPE, &by_id, &overwriting()).unwrap();
    assert_eq!(filled.text, GRADESCOPE.replace("jane@x.org,,100.0", "jane@x.org,87.5,100.0"));
    let filled = fill(Platform::GithubClassroom, GITHUB, &grades[..2], &overwriting()).unwrap();
    let expected = GITHUB.replace(",,0,100", ",,87.5,100").replace(",,40,100", ",,4,100");
    assert_eq!(filled.text, expected);
}

#[test]
fn platforms_are_recognized_by_their_headers() {
    for platform in Platform::all() {
        assert_eq!(platform_of(gradebook_of(platform).sample.export), Ok(platform));
    }
    let export = "First name,Last name,ID number,Email address,Assignment: 8-puzzle (Real),\
                  Course total (Real)\nJane,Doe,,jane@x.org,-,-\n";
    assert_eq!(platform_of(export), Ok(Platform::Moodle));
    for column in [None, Some("8-puzzle".to_owned())] {
        let known_as = KnownAs { names: one("Doe, Jane"), ..KnownAs::default() };
        let how = FillOptions { column, ..as_is() };
        let filled = fill(Platform::Moodle, export, &[ten(known_as)], &how).unwrap();
        assert!(filled.text.ends_with("jane@x.org,10,-\n"), "{}", filled.text);
    }
    assert_snapshot!(platform_of("id,points\n").unwrap_err(), @"this is not a gradebook from Blackboard, Brightspace, Canvas, GitHub Classroom, Gradescope or Moodle; its columns are id, points");
}

#[test]
fn mismatched_points_are_rejected_or_scaled() {
    let grades = [entry("jane@x.org", award(95_000)), entry("mal@x.org", award(100_000))];
    let ten = MOODLE.replace("100.00", "\"10,00\"").replace(",No,", ",Yes,");
    let fill = |export: &str, scale| {
        fill(Platform::Moodle, export, &grades, &FillOptions { scale, ..overwriting() })
    };
    let error = fill(&ten, Scale::Same).unwrap_err();
    assert_snapshot!(error, @"the column `Grade` is worth 10 points, but the assignment is worth 100");
    assert_snapshot!(error.hint(), @"use `--scale` to scale the points to 10, or `--as-is` to keep them");
    let filled = fill(&ten, Scale::Column).unwrap();
    assert_debug_snapshot!(fates(&filled, &grades), @r#"
    [
        "Jane: 9.5",
        "Mal: 10",
        "Ann: \"-\", no submission",
    ]
    "#);
    // Moodle would drop points above the maximum, so we should not write them.
    let filled = fill(&ten, Scale::AsIs).unwrap();
    assert_debug_snapshot!(fates(&filled, &grades), @r#"
    [
        "Jane: \"\", 95 points are more than the platform accepts",
        "Mal: \"3.00\", 100 points are more than the platform accepts",
        "Ann: \"-\", no submission",
    ]
    "#);
    assert_eq!(filled.text, ten);
    assert!(!filled.is_clear(&grades));
    // Canvas accepts points above the maximum.
    let canvas_ten = CANVAS.replace("100.00", "10");
    let extra = [entry("jane", award(95_000))];
    let filled =
        canvas(&canvas_ten, &extra, &FillOptions { scale: Scale::AsIs, ..how("8-puzzle") });
    assert!(filled.unwrap().text.contains(",95,,0"));
    // When the export does not contain the maximum, you need to specify it.
    let unknown = ten.replace("Maximum Grade", "Something");
    let error = fill(&unknown, Scale::Column).unwrap_err();
    assert_snapshot!(error, @"the export does not say how many points the column `Grade` is worth; the assignment is worth 100");
    assert_snapshot!(error.hint(), @"if the column is also worth 100 points, use `--as-is`; otherwise, use `--scale=POINTS` with its maximum");
    assert_eq!(fill(&unknown, Scale::Same), fill(&unknown, Scale::Column));
    let filled = fill(&unknown, Scale::To(Points::from_thousandths(10_000))).unwrap();
    assert!(filled.text.contains(",9.5,"), "{}", filled.text);
    let nothing = fill(&ten.replace("\"10,00\"", "0"), Scale::Column);
    assert_eq!(nothing, fill(&unknown, Scale::Column));
}

#[test]
fn only_points_columns_are_filled_in() {
    let grades = [entry("jane", award(1_000)), entry("jane@x.org", award(1_000))];
    let mut said = Vec::new();
    for (export, columns) in [
        (CANVAS, &["Student", "ID", "SIS Login ID", "Section", "Final Score"][..]),
        (MOODLE, &["Identifier", "Full name", "Status", "Maximum Grade", "Feedback comments"]),
        (BLACKBOARD, &["Username", "Note", "Total", "9"]),
        (
            BRIGHTSPACE,
            &["OrgDefinedId", "Calculated Final Grade Numerator", "End-of-Line Indicator"],
        ),
        (GRADESCOPE, &["SID", "8-puzzle - Max Points", "8-puzzle - Submission Time"]),
        (GITHUB, &["github_username", "points_available", "roster_identifier"]),
    ] {
        let platform = platform_of(export).unwrap();
        for column in columns {
            let error = fill(platform, export, &grades, &how(column)).unwrap_err();
            assert!(!error.hint().is_empty());
            said.push(error.to_string().chars().take(72).collect::<String>());
        }
    }
    let custom = CANVAS.replace("Section", "Notes");
    said.push(canvas(&custom, &grades, &how("Notes")).unwrap_err().to_string());
    let total = "Email address,Work total (Real),Quiz: The total (Real)\njane@x.org,-,-\n";
    said.push(fill(Platform::Moodle, total, &grades, &how("Work total")).unwrap_err().to_string());
    assert_debug_snapshot!(said, @r#"
    [
        "the column `Student` does not contain assignment points; use one of 8-pu",
        "the column `ID` does not contain assignment points; use one of 8-puzzle ",
        "the column `SIS Login ID` does not contain assignment points; use one of",
        "the column `Section` does not contain assignment points; use one of 8-pu",
        "the column `Final Score` is read-only",
        "the column `Identifier` does not contain assignment points; use one of G",
        "the column `Full name` does not contain assignment points; use one of Gr",
        "the column `Status` does not contain assignment points; use one of Grade",
        "the column `Maximum Grade` does not contain assignment points; use one o",
        "the column `Feedback comments` does not contain assignment points; use o",
        "the column `Username` does not contain assignment points; use one of Puz",
        "the column `Note` is not from the platform",
        "the column `Total [Total Pts: up to 1,500 Score] |9` is read-only",
        "the column `Total [Total Pts: up to 1,500 Score] |9` is read-only",
        "the column `OrgDefinedId` does not contain assignment points; use one of",
        "the column `Calculated Final Grade Numerator` does not contain assignmen",
        "the column `End-of-Line Indicator` does not contain assignment points; u",
        "the column `SID` does not contain assignment points; use one of 8-puzzle",
        "the column `8-puzzle - Max Points` does not contain assignment points; u",
        "the column `8-puzzle - Submission Time` does not contain assignment poin",
        "the column `github_username` does not contain assignment points; use one",
        "the column `points_available` does not contain assignment points; use on",
        "the column `roster_identifier` does not contain assignment points; use o",
        "the column `Notes` is not from the platform",
        "the column `Work total (Real)` does not contain assignment points; use one of Quiz: The total (Real)",
    ]
    "#);
    let filled = fill(Platform::Moodle, total, &grades[1..], &as_is()).unwrap();
    assert!(filled.text.ends_with("jane@x.org,-,1\n"));
}

#[test]
fn invalid_gradebooks_are_rejected() {
    let grades = [entry("jane", award(1_000))];
    let error = |export: &str, column: &str| {
        let error = canvas(export, &grades, &how(column)).unwrap_err();
        assert!(!error.hint().is_empty());
        error.to_string()
    };
    assert_eq!(error("", "x"), "the file is empty");
    assert_eq!(error("a,b\n1\n", "b"), "line 2: expected 2 cells as in the header, found 1");
    assert_eq!(error("a,b\n\"1\n,2", "b"), "line 2: a cell has unbalanced quotes");
    assert_eq!(error("a,b\n\"1\"2,3\n", "b"), "line 2: a cell has unbalanced quotes");
    assert_eq!(error("ID,b\n1,2\n", "c"), "the column `c` is missing; the columns are ID, b");
    assert_eq!(
        error("ID,b (1),b (2)\n1,2,3\n", "b"),
        "several columns have the name `b`: b (1), b (2)"
    );
    assert_eq!(error(CANVAS, "Final Score"), "the column `Final Score` is read-only");
    let nobody = "no student in the gradebook was graded";
    assert_eq!(error("ID,b (1)\nPoints Possible,100\njim,\n", "b"), nobody);
    // When several columns qualify, or none, you need to name one.
    let unnamed = |export: &str| canvas(export, &grades, &overwriting()).unwrap_err().to_string();
    assert_snapshot!(unnamed(CANVAS), @"`--column` is missing, and several columns are possible: 8-puzzle (1234), 8-puzzle late (77)");
    assert_snapshot!(unnamed("Student,ID,Section,Final Score\n"), @"`--column` is missing, and no \
                                                                    column looks like an \
                                                                    assignment");
}
