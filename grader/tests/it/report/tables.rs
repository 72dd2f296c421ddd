//! Tests the tables of `grader report` for spreadsheet programs.

use insta::assert_snapshot;
use serde_json::{Value, json};

use super::class::{class, finish, record};
use crate::support::{Bench, code, stderr};

/// A class of two students, whose names and ids start like formulas.
fn odd_names() -> Bench {
    let bench = class();
    finish(&bench, &[record("alice", &[]), record("bob", &[])]);
    bench.write("grades/overrides.toml", super::class::CORRECTIONS.replace("3.5", "1"));
    let student = |name: &str, person: Value| json!({"submission": name, "students": [person]});
    let submissions = [
        student("alice", json!({"id": "-1", "name": "=1+1", "email": "@alice"})),
        student("bob", json!({"id": "+2", "name": "Zoë \"Z\" Roe, Jr."})),
    ];
    let missing = json!([{"id": "\t=3", "name": "\r=2"}]);
    let class = json!({"schema": "class/1", "submissions": submissions, "missing": missing});
    bench.write("grades/class.json", class.to_string());
    for name in ["<b>&odd", "carl", "dora", "erik"] {
        std::fs::remove_dir_all(bench.path("grades/submissions").join(name)).unwrap();
    }
    bench
}

#[test]
fn a_table_has_a_column_for_each_check() {
    let bench = class();
    let output = bench.run(&["report", "grades", "--columns", "checks", "--out", "table.csv"]);
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 0
    ----- stdout
    table.csv: 6 submissions
    ----- stderr
    `grades.csv` and `grades.json` were updated, because corrections, extensions or points given by hand have changed
    ");
    let table = bench.read("table.csv");
    let table = table.strip_prefix('\u{feff}').unwrap();
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let header = reader.headers().unwrap().clone();
    let last = |cells: &csv::StringRecord| {
        let points: Vec<&str> = cells.iter().skip(15).collect();
        format!("{}: {}", &cells[0], points.join(", "))
    };
    let lines: Vec<String> = reader.records().map(|cells| last(&cells.unwrap())).collect();
    assert_snapshot!(format!("{}\n{}", last(&header), lines.join("\n")), @"
    submission: board.hamming, solver.path, solver.time
    <b>&odd: 0, 0, 2
    alice: 4, 6, 2
    bob: 3.5, 6, 2
    carl: 4, 0, 2
    dora: 4, 6, 
    erik: , ,
    ");
    // Programs find the same points in `grades.json`, and read `grades.csv` without a mark.
    let json: Value = serde_json::from_str(&bench.read("grades/grades.json")).unwrap();
    assert_eq!(
        json["submissions"][2]["checks"],
        json!({"board.hamming": 3.5, "solver.path": 6, "solver.time": 2})
    );
    assert!(bench.read("grades/grades.csv").starts_with("submission,"));
}

#[test]
fn no_text_of_a_table_is_a_formula() {
    let bench = odd_names();
    let output = bench.run(&["report", "grades", "--columns", "checks", "--out", "table.csv"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let table = bench.read("table.csv");
    assert_snapshot!(table.trim_start_matches('\u{feff}'), @r#"
    submission,status,machine_score,adjustment,final_score,max_score,failed,corrections,name,id,email,handed_in,late,late_points,reason,board.hamming,solver.path,solver.time
    alice,graded,12,,12,12,,,'=1+1,'-1,'@alice,,,,,4,6,2
    bob,graded,8,1,9,12,board.hamming,"board.hamming: the lecture counted the blank, too (R. S.)","Zoë ""Z"" Roe, Jr.",'+2,,,,,,1,6,2
        =3,missing,,,,,,,\r=2,    =3,,,,,,,,
    "#);
    let bytes = table.trim_start_matches('\u{feff}').as_bytes().to_vec();
    for record in csv::Reader::from_reader(&bytes[..]).records() {
        for cell in &record.unwrap() {
            let is_number = cell.parse::<f64>().is_ok();
            let is_formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']);
            assert!(is_number || !is_formula, "{cell}");
        }
    }
}

/// Names are also hidden for students without a submission.
#[test]
fn an_anonymous_table_contains_no_names() {
    let bench = odd_names();
    let options = ["--columns", "checks", "--out", "table.csv", "--anonymous"];
    let output = bench.run(&[&["report", "grades"][..], &options].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let table = bench.read("table.csv");
    assert_eq!(table.lines().count(), 3, "{table}");
    for name in ["alice", "bob", "Roe", "1+1", "missing"] {
        assert!(!table.contains(name), "{name}: {table}");
    }
}

/// Run this with `--run-ignored only` on a machine with `LibreOffice`.
#[test]
#[ignore = "it needs LibreOffice"]
fn libreoffice_reads_every_cell_of_a_table() {
    let bench = odd_names();
    bench.run(&["report", "grades", "--columns", "checks", "--out", "table.csv"]);
    let settings = format!("-env:UserInstallation=file://{}", bench.path("office").display());
    // Without this, the command-line version takes the text for Windows-1252, although the dialog recognizes the mark.
    let utf8 = "--infilter=CSV:44,34,76";
    let format = "csv:Text - txt - csv (StarCalc):59,34,76";
    let status = std::process::Command::new("soffice")
        .args([
            &settings,
            utf8,
            "--headless",
            "--convert-to",
            format,
            "--outdir",
            "out",
            "table.csv",
        ])
        .current_dir(bench.path(""))
        .status();
    assert!(status.unwrap().success());
    let cells = |file: &str, separator| {
        let text = bench.read(file);
        let text = text.trim_start_matches('\u{feff}').as_bytes();
        let mut reader =
            csv::ReaderBuilder::new().delimiter(separator).has_headers(false).from_reader(text);
        reader.records().map(Result::unwrap).collect::<Vec<_>>()
    };
    assert_eq!(cells("out/table.csv", b';'), cells("table.csv", b','));
}
