use insta::assert_snapshot;
use proptest::prelude::*;

use super::*;

const CANVAS: &str = "\
\u{feff}Student,ID,SIS User ID,SIS Login ID,Section,8-puzzle (1234),8-puzzle late (77),Final Score\r
    Points Possible,,,,,100,10,(read only)\r
\"Doe, Jane\",11,u1,jane,\"A \"\"one\"\"\",,,0\r
\"=cmd|x\",12,u2,mal,A,3,,0\r
Ann,13,u3,ann,A,7,,0\r
Bob,14,u4,bob,A,1,,0";

const MOODLE: &str = "\
Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,Feedback comments
Participant 1,Jane,jane@x.org,-,,100,Yes,
Participant 2,Mal,mal@x.org,-,3,100,No,
";

const BLACKBOARD: &str = "\
\"Last Name\"\t\"Username\"\t\"Puzzle [Total Pts: 100 Score] |123456\"\t\"Note\"
\"Doe\"\t\"jane\"\t\"\"\t\"\"
\"Mal\"\t\"mal\"\t\"5\"\t\"a\"\"b\"
";

fn entries(entries: &[(&str, Option<u64>)]) -> Vec<Entry> {
    let entry = |(name, tenths): &(&str, Option<u64>)| {
        let label = (*name).to_owned();
        let score = tenths.map(|tenths| Points::from_thousandths(tenths * 100));
        let comment = Some("=1+1, \"said\"\nso".to_owned());
        let names = vec![label.clone()];
        let known_as = if name.contains('@') {
            KnownAs { emails: names, ..KnownAs::default() }
        } else {
            KnownAs { ids: names, ..KnownAs::default() }
        };
        Entry { label, known_as, score, comment }
    };
    entries.iter().map(entry).collect()
}

/// Somebody with ten points.
fn ten(known_as: KnownAs) -> Entry {
    let score = Some(Points::from_thousandths(10_000));
    Entry { label: "them".to_owned(), known_as, score, comment: None }
}

fn how(column: &str) -> Fill {
    Fill { column: Some(column.to_owned()), ..Fill::default() }
}

fn one(text: &str) -> Vec<String> {
    vec![text.to_owned()]
}

#[test]
fn canvas_gets_one_column_and_keeps_the_rest() {
    let grades = entries(&[("jane", Some(875)), ("mal", Some(0)), ("ann", None), ("zoe", Some(1))]);
    let filled = canvas(CANVAS, &grades, &how("8-puzzle")).unwrap();
    let expected = CANVAS
        .replace("\"A \"\"one\"\"\",,,0", "\"A \"\"one\"\"\",87.5,,0")
        .replace("mal,A,3", "mal,A,0")
        .replace("ann,A,7", "ann,A,");
    assert_eq!(filled.text, expected);
    assert_eq!(filled.students, ["ann", "jane", "mal"]);
    assert_eq!((filled.unknown, filled.locked), (one("zoe"), vec![]));
    assert_eq!((filled.others, filled.unclear), (one("Bob"), vec![]));
    assert_eq!((&*filled.column, filled.worth.as_deref()), ("8-puzzle (1234)", Some("100")));
    // Nothing to fill in changes nothing.
    assert_eq!(canvas(CANVAS, &[], &how("8-puzzle (1234)")).unwrap().text, CANVAS);
}

#[test]
fn moodle_gets_comments_and_keeps_what_is_locked() {
    let grades = entries(&[("jane@x.org", Some(875)), ("mal@x.org", Some(0))]);
    let how = Fill { decimal_comma: true, ..how("Grade") };
    let filled = moodle(MOODLE, &grades, &how).unwrap();
    assert_snapshot!(filled.text, @r#"
    Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,Feedback comments
    Participant 1,Jane,jane@x.org,-,"87,5",100,Yes,"'=1+1, ""said""
    so"
    Participant 2,Mal,mal@x.org,-,3,100,No,
    "#);
    assert_eq!(filled.locked, ["mal@x.org"]);
    assert_eq!(filled.worth.as_deref(), Some("100"));
    // The column of a worksheet need not be named.
    let usual = moodle(MOODLE, &grades, &Fill { decimal_comma: true, ..Fill::default() });
    assert_eq!(usual.unwrap().text, filled.text);
}

#[test]
fn students_are_found_by_all_that_is_known_of_them() {
    let filled = |known_as| canvas(CANVAS, &[ten(known_as)], &how("8-puzzle")).unwrap().text;
    let expected = CANVAS.replace("\"A \"\"one\"\"\",,,0", "\"A \"\"one\"\"\",10,,0");
    for known_as in [
        KnownAs { ids: one("U1"), ..KnownAs::default() },
        KnownAs { numbers: one("11"), ..KnownAs::default() },
        KnownAs { emails: one("jane@uni.example"), ..KnownAs::default() },
        KnownAs { names: one("Jane Doe"), ..KnownAs::default() },
        // A name as the platform of the submissions writes it.
        KnownAs { names: one("doejane"), ids: one("other"), ..KnownAs::default() },
    ] {
        assert_eq!(filled(known_as.clone()), expected, "{known_as:?}");
    }
    // The number of the platform is nobody's id.
    let id = KnownAs { ids: one("11"), ..KnownAs::default() };
    assert_eq!(canvas(CANVAS, &[ten(id)], &how("8-puzzle")), Err(GradebookError::NoStudents));
    let moodle =
        moodle(MOODLE, &[ten(KnownAs { numbers: one("1"), ..KnownAs::default() })], &how("Grade"));
    assert!(moodle.unwrap().text.contains("jane@x.org,-,10,"));
}

#[test]
fn what_is_not_clear_stays_as_it_is() {
    let [jane, other] = [("jane", "Ann"), ("ann", "Nobody")].map(|(id, name)| {
        let known_as = KnownAs { ids: one(id), names: one(name), ..KnownAs::default() };
        Entry { label: id.to_owned(), ..ten(known_as) }
    });
    // The row of Ann has the login of the one and the name of the other.
    let filled = canvas(CANVAS, &[jane.clone(), other.clone()], &how("8-puzzle")).unwrap();
    assert_eq!((filled.unclear, filled.unknown), (one("Ann"), one("ann")));
    assert!(filled.text.contains("u3,ann,A,7,"), "{}", filled.text);
    // One column alone is clear.
    let how = Fill { students: Some("SIS Login ID".to_owned()), ..how("8-puzzle") };
    let filled = canvas(CANVAS, &[jane, other], &how).unwrap();
    assert_eq!((filled.unclear, filled.unknown), (vec![], vec![]));
    // A name that two have is nobody's.
    let two = ["a", "b"].map(|label| Entry {
        label: label.to_owned(),
        ..ten(KnownAs { names: one("Bob"), ..KnownAs::default() })
    });
    assert_eq!(
        canvas(CANVAS, &two, &Fill { students: None, ..how }),
        Err(GradebookError::NoStudents)
    );
}

#[test]
fn platforms_are_told_by_their_headers() {
    assert_eq!(Kind::of(CANVAS), Ok(Kind::Canvas));
    assert_eq!(Kind::of(MOODLE), Ok(Kind::Moodle));
    assert_eq!(Kind::of(BLACKBOARD), Ok(Kind::Blackboard));
    let export = "First name,Last name,ID number,Email address,Assignment: 8-puzzle (Real),\
                  Course total (Real)\nJane,Doe,,jane@x.org,-,-\n";
    assert_eq!(Kind::of(export), Ok(Kind::Moodle));
    for column in [None, Some("8-puzzle".to_owned())] {
        let known_as = KnownAs { names: one("Doe, Jane"), ..KnownAs::default() };
        let filled = moodle(export, &[ten(known_as)], &Fill { column, ..Fill::default() }).unwrap();
        assert!(filled.text.ends_with("jane@x.org,10,-\n"), "{}", filled.text);
    }
    let unknown = Kind::of("id,points\n").unwrap_err().to_string();
    assert_eq!(
        unknown,
        "this is no gradebook of Canvas, Moodle or Blackboard; it has the columns id, points"
    );
    // Where two columns can be meant, or none, one has to be named.
    let error = canvas(CANVAS, &[], &Fill::default()).unwrap_err().to_string();
    assert_eq!(
        error,
        "no column is named, and it may be any of 8-puzzle (1234), 8-puzzle late (77)"
    );
    let none = canvas("Student,ID,Section,Final Score\n", &[], &Fill::default());
    let error = none.unwrap_err().to_string();
    assert_eq!(error, "no column is named, and none looks like that of an assignment");
    let filled = blackboard(BLACKBOARD, &[], &Fill::default()).unwrap();
    assert_eq!((filled.worth.as_deref(), &*filled.text), (Some("100"), BLACKBOARD));
}

#[test]
fn blackboard_keeps_its_quotes() {
    let grades = entries(&[("jane", Some(875)), ("mal", None)]);
    for column in ["Puzzle", "123456", "Puzzle [Total Pts: 100 Score] |123456"] {
        let filled = blackboard(BLACKBOARD, &grades, &how(column)).unwrap();
        let expected = BLACKBOARD
            .replace("\"jane\"\t\"\"", "\"jane\"\t\"87.5\"")
            .replace("\"mal\"\t\"5\"", "\"mal\"\t\"\"");
        assert_eq!(filled.text, expected);
    }
}

#[test]
fn what_cannot_be_filled_in_is_refused() {
    let grades = entries(&[("jane", Some(1))]);
    let error = |export: &str, column: &str| {
        let error = canvas(export, &grades, &how(column)).unwrap_err();
        assert!(!error.hint().is_empty());
        error.to_string()
    };
    assert_eq!(error("", "x"), "the file is empty");
    assert_eq!(error("a,b\n1\n", "b"), "line 2: there are 1 cells, and the header has 2");
    assert_eq!(error("a,b\n\"1\n,2", "b"), "line 2: the quotes of a cell do not match");
    assert_eq!(error("a,b\n\"1\"2,3\n", "b"), "line 2: the quotes of a cell do not match");
    assert_eq!(error("ID,b\n1,2\n", "c"), "there is no column `c`; there are ID, b");
    assert_eq!(
        error("ID,b (1),b (2)\n1,2,3\n", "b"),
        "several columns are called `b`: b (1), b (2)"
    );
    assert_eq!(error(CANVAS, "Final Score"), "the column `Final Score` is read-only");
    assert_eq!(error("SIS User ID,b\njane,\n\njane,\n", "b"), "line 4: `jane` is there twice");
    let nobody = "no student of the gradebook is one that was graded";
    assert_eq!(error("ID,b\njim,\n", "b"), nobody);
    let note = blackboard(BLACKBOARD, &grades, &how("Note")).unwrap_err().to_string();
    assert_eq!(note, "the column `Note` has no number of the platform's");
}

proptest! {
    #[test]
    fn cells_are_read_as_others_read_them_and_kept(
        rows in prop::collection::vec(prop::collection::vec("[a-z=,\"\n é]{0,6}", 3), 1..6),
        bom in any::<bool>(),
    ) {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(["x", "y", "z"]).unwrap();
        for row in &rows {
            writer.write_record(row).unwrap();
        }
        let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
        let text = if bom { format!("\u{feff}{text}") } else { text };
        let mut sheet = Sheet::read(&text).unwrap();
        prop_assert_eq!(sheet.text(), text);
        for (i, row) in rows.iter().enumerate() {
            for (column, cell) in row.iter().enumerate() {
                prop_assert_eq!(&sheet.cell(i + 1, column), cell);
                sheet.set(i + 1, column, cell);
                prop_assert_eq!(&sheet.cell(i + 1, column), cell);
            }
        }
        let again = Sheet::read(&sheet.text()).unwrap();
        prop_assert_eq!(again.rows(), rows.len() + 1);
    }

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        if let Ok(sheet) = Sheet::read(&text) {
            prop_assert_eq!(sheet.text(), text);
        }
    }
}
