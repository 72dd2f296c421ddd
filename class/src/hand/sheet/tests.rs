//! Tests that sheets are read back exactly, and that every invalid cell is reported.

use grade::Visibility;
use grade::check::Check;
use grade::hand::HandGrade;
use grade::view::Corrected;
use insta::assert_snapshot;
use proptest::prelude::*;

use super::*;

fn points(number: f64) -> Points {
    Points::from_f64(number).unwrap()
}

fn criterion(id: &str, worth: f64, steps: &[f64]) -> Criterion {
    let steps = steps.iter().map(|step| points(*step)).collect();
    let (id, text) = (id.to_owned(), "text".to_owned());
    Criterion { id, text, points: points(worth), visibility: Visibility::Visible, steps }
}

fn rubric() -> HandRubric {
    let criteria = vec![criterion("style", 6.0, &[0.0, 3.0, 6.0]), criterion("tests", 4.0, &[])];
    HandRubric { criteria, shows_partial: false }
}

fn row(name: &str, marks: &HandMarks) -> (SummaryRow, HandMarks) {
    let mut grade = samples::grade([(samples::pass(Check::BoardTwin), 5.0)]);
    grade.submission = name.to_owned();
    let hand = HandGrade { rubric: rubric(), marks: marks.clone() };
    (SummaryRow::from_corrected(&Corrected::from(&grade).with_hand(hand)), marks.clone())
}

fn read(text: &str, names: &[&str]) -> Result<BTreeMap<String, HandMarks>, ClassError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sheet.csv");
    std::fs::write(&path, text).unwrap();
    let names = names.iter().map(|name| ((*name).to_owned(), (*name).to_owned())).collect();
    read_sheet(&path, &names, &rubric())
}

/// Returns the messages and the hint.
fn problems(text: &str) -> String {
    let error = read(text, &["alice", "bob", "0041"]).unwrap_err();
    let text = error.to_string();
    let lines = text.lines().map(|line| line[line.find("sheet.csv").unwrap_or(0)..].to_owned());
    let hint = error.hint().map(|hint| format!("  {hint}"));
    lines.chain(hint).collect::<Vec<_>>().join("\n")
}

/// Rewrites a sheet as a spreadsheet program does in countries with decimal commas.
fn rewritten(text: &str) -> String {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(text.trim_start_matches(BYTE_ORDER_MARK).as_bytes());
    let mut writer = csv::WriterBuilder::new()
        .delimiter(b';')
        .terminator(csv::Terminator::CRLF)
        .from_writer(Vec::new());
    for record in reader.records() {
        let cell = |cell: &str| match cell.parse::<f64>() {
            Ok(_) if cell.contains('.') => cell.replace('.', ","),
            _ => cell.to_owned(),
        };
        writer.write_record(record.unwrap().iter().map(cell)).unwrap();
    }
    String::from_utf8(writer.into_inner().unwrap()).unwrap()
}

fn marks() -> impl Strategy<Value = HandMarks> {
    let style = proptest::option::of(0..3_u64);
    let tests = proptest::option::of(0..=4_000_u64);
    let comment =
        "[ -~äß\n\t'=@]{0,30}|[=+@'-]{1,3}x|src/solver\\.rs:[0-9]{1,3}: [a-z \"\n;]{0,20}";
    (style, tests, comment).prop_map(|(style, tests, comment)| {
        let style = style.map(|step| ("style".to_owned(), Points::from_thousandths(step * 3_000)));
        let tests = tests.map(|tests| ("tests".to_owned(), Points::from_thousandths(tests)));
        let comment = Some(comment.trim().to_owned()).filter(|comment| !comment.is_empty());
        let points = style.into_iter().chain(tests).collect();
        HandMarks { points, comment, ..HandMarks::default() }
    })
}

proptest! {
    /// This holds for the file that was written, and for what a spreadsheet program makes of it.
    #[test]
    fn a_written_sheet_is_read_back_to_the_same_values(
        class in proptest::collection::btree_map("[a-z=+@'-][a-z0-9 =;,\"é]{0,8}x|0[0-9]{1,6}|[1-9][0-9]{0,20}", marks(), 1..6),
    ) {
        let rows: Vec<(SummaryRow, HandMarks)> = class.iter().map(|(name, marks)| row(name, marks)).collect();
        let names: Vec<&str> = class.keys().map(String::as_str).collect();
        let sheet = write_sheet(&rows, &rubric());
        prop_assert_eq!(&read(&sheet, &names).unwrap(), &class);
        prop_assert_eq!(&read(&rewritten(&sheet), &names).unwrap(), &class, "{}", rewritten(&sheet));
    }
}

#[test]
fn a_sheet_shows_the_automatic_points() {
    let comment = Some("=1\nsrc/board.rs:3: \"x\"".to_owned());
    let points = BTreeMap::from([("tests".to_owned(), points(2.5))]);
    let marks = HandMarks { points, comment, ..HandMarks::default() };
    let sheet = write_sheet(&[row("-a", &HandMarks::default()), row("0041", &marks)], &rubric());
    assert!(sheet.starts_with(BYTE_ORDER_MARK));
    assert_snapshot!(sheet.trim_start_matches(BYTE_ORDER_MARK), @r#"
    submission,name,automatic_score,automatic_max,style,tests,comment
    '-a,,5,5,,,
    "=""0041""",,5,5,,2.5,"'=1
    src/board.rs:3: ""x"""
    "#);
}

#[test]
fn all_invalid_cells_are_reported() {
    let sheet = "submission;tests;style;comment\n\
                 alice;4,5;6;\n\
                 alicia;;;\n\
                 bob;-1;2;\n\
                 alice;4;well done;\n\
                 bobby;0,0001;#REF!;\n\
                 41;0,5;6;\n";
    assert_snapshot!(problems(sheet), @"
    sheet.csv`, line 2, column `tests`: the criterion is worth only 4 points
    sheet.csv`, line 3, column `submission`: unknown submission `alicia`
    sheet.csv`, line 4, column `style`: 2 is not one of the steps: 0, 3, 6
    sheet.csv`, line 4, column `tests`: -1 is below 0
    sheet.csv`, line 5, column `style`: `well done` is not a number of points: expected at least 0, with up to three decimals
    sheet.csv`, line 5, column `submission`: `alice` already appears on line 2
    sheet.csv`, line 6, column `style`: `#REF!` is not a number of points: expected at least 0, with up to three decimals
    sheet.csv`, line 6, column `tests`: `0,0001` is not a number of points: expected at least 0, with up to three decimals
    sheet.csv`, line 6, column `submission`: unknown submission `bobby`
    sheet.csv`, line 7, column `submission`: unknown submission `41`
      leave the cell empty if the criterion is not graded yet; nothing was changed
    ");
    let sheet = "submission,tests,style,comment\nJanuary 2026,,,\n";
    assert_snapshot!(problems(sheet), @"
    sheet.csv`, line 2, column `submission`: unknown submission `January 2026`
      spreadsheet programs may change names that look like numbers or dates; import the column as text
    ");
    let sheet = "submission,tests,style,comment\nbob,,,\nbob,,,\n";
    assert_snapshot!(problems(sheet), @"
    sheet.csv`, line 3, column `submission`: `bob` already appears on line 2
      merge the two rows
    ");
    assert_snapshot!(problems("submission,tests,comment\nbob,,\n"), @"
    sheet.csv`: the column `style` is missing
      fill in a sheet that `grader report` wrote with `--hand-sheet`
    ");
    assert_snapshot!(problems("submission,tests,style,style,comment\nbob,,,,\n"), @"
    sheet.csv`: the column `style` appears twice
      fill in a sheet that `grader report` wrote with `--hand-sheet`
    ");
    assert_snapshot!(problems("submission,tests,style,comment\nbob,,\n"), @"sheet.csv`, line 2: this line has 3 fields, but the header has 4");
    let many = "alicia,,,\n".repeat(30);
    let message = problems(&format!("submission,tests,style,comment\n{many}"));
    assert!(message.contains("and 10 more invalid cells"), "{message}");
}
