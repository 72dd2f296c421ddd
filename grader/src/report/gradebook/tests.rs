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

fn entries(entries: &[(&str, Option<u64>)]) -> Entries {
    let entry = |(name, tenths): &(&str, Option<u64>)| {
        let score = tenths.map(|tenths| Points::from_thousandths(tenths * 100));
        let comment = Some("=1+1, \"said\"\nso".to_owned());
        ((*name).to_owned(), Entry { score, comment })
    };
    entries.iter().map(entry).collect()
}

fn how(column: &str) -> Fill {
    Fill { column: column.to_owned(), ..Fill::default() }
}

fn set(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
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
    assert_eq!(filled.students, set(&["ann", "jane", "mal"]));
    assert_eq!((filled.unknown, filled.locked), (set(&["zoe"]), set(&[])));
    // Nothing to fill in changes nothing.
    assert_eq!(canvas(CANVAS, &Entries::new(), &how("8-puzzle (1234)")).unwrap().text, CANVAS);
    // By another column of students.
    let by_number = canvas(CANVAS, &entries(&[("13", Some(10))]), &how("8-puzzle")).unwrap();
    assert!(by_number.text.contains("ann,A,1,"));
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
    assert_eq!(filled.locked, set(&["mal@x.org"]));
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
    assert_eq!(error("ID,b\njane,\n\njane,\n", "b"), "line 4: `jane` is there twice");
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
