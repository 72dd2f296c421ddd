//! `grader report --gradebook` and `--format`: a class's grades to where they go.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Cursor, Read};

use grade::view::Corrected;
use grade::{Grade, Verdict};
use insta::assert_snapshot;
use report::{Context, Format};

use crate::support::{Bench, code, stderr, stdout};

const CANVAS: &str = "\
Student,ID,SIS User ID,SIS Login ID,Section,8-puzzle (1234),Final Score
    Points Possible,,,,,100,(read only)
\"Doe, Jane\",11,u1,jane,A,,0
\"Roe, John\",12,u2,jr,A,,0
\"Poe, Zoe\",13,u3,zp,A,7,0
\"Student, Test\",99,,abc,A,,0
";

/// The same where nobody who has handed in nothing has points, and Eve has a row.
const ALL: &str = "\
Student,ID,SIS User ID,SIS Login ID,Section,8-puzzle (1234),Final Score
    Points Possible,,,,,100,(read only)
\"Doe, Jane\",11,u1,jane,A,,0
\"Roe, John\",12,u2,jr,A,55,0
\"Poe, Zoe\",13,u3,zp,A,,0
\"Moe, Eve\",15,u5,eve,A,,0
";

/// A class as Canvas gives it, of which nothing is run, with a correction by hand; and a roster.
fn bench() -> Bench {
    let bench = Bench::new();
    for (file, text) in [
        ("doejane_11_600_board.rs", "pub struct Board // 1\n"),
        ("roejohn_LATE_12_610_board.rs", "pub struct Board // 2\n"),
        ("moeeve_15_611_notes.rs", "// no board\n"),
    ] {
        bench.write(&format!("class/{file}"), text);
    }
    bench.write(
        "roster.csv",
        "id,name,email\nu1,Jane Doe,jane@uni.example\nu2,John Roe,jr@uni.example\n\
         u3,Zoe Poe,zp@uni.example\n",
    );
    bench.write("export.csv", CANVAS);
    bench
}

fn grade(bench: &Bench, more: &[&str]) {
    let output = bench.grade(&[&["grade", "class", "--out", "grades"], more].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
}

/// A class that was graded with a roster, and a correction of Jane's.
fn graded() -> Bench {
    let bench = bench();
    grade(&bench, &["--roster", "roster.csv"]);
    let names = fs::read_dir(bench.path("grades/submissions")).unwrap();
    assert_eq!(names.count(), 3);
    bench.write(
        "grades/overrides.toml",
        "[[override]]\nsubmission = \"u1\"\nset = 12.5\nwhy = \"by hand\"\nwho = \"me\"\n",
    );
    grade(&bench, &["--roster", "roster.csv"]);
    bench
}

fn report<'a>(export: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["report", "grades", "--gradebook", export], more].concat()
}

#[test]
fn a_gradebook_is_filled_in_with_what_is_final() {
    let bench = graded();
    let output = bench.run(&report("export.csv", &["--out", "import.csv"]));
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 1
    ----- stdout
    import.csv: `8-puzzle (1234)` of Canvas for 2 students; 0 the same already, 2 not changed
    ----- stderr
    graded, without a row in the gradebook: moeeve (15)
    not changed, no submission: Poe, Zoe (7)
    not changed, the platform's test student: Student, Test
    ");
    let expected =
        CANVAS.replace("u1,jane,A,,0", "u1,jane,A,12.5,0").replace("u2,jr,A,,0", "u2,jr,A,0,0");
    assert_eq!(bench.read("import.csv"), expected);
    assert_eq!(bench.read("export.csv"), CANVAS);

    // An export that was imported, and exported again, changes no more.
    let again = ["--column", "8-puzzle", "--match", "SIS User ID", "--out", "again.csv"];
    let output = bench.run(&report("import.csv", &again));
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    assert_eq!(bench.read("again.csv"), expected);

    // Blackboard writes UTF-16.
    let text = "\"Last Name\"\t\"First Name\"\t\"Username\"\t\"P [Total Pts: 100 Score] |77\"\n\
                \"Doe\"\t\"Jane\"\t\"jane\"\t\"\"\n";
    let utf16 = |text: &str| -> Vec<u8> {
        let units = text.encode_utf16().flat_map(u16::to_le_bytes);
        [0xff, 0xfe].into_iter().chain(units).collect()
    };
    bench.write("gc.xls", utf16(text));
    let output = bench.run(&report("gc.xls", &["--out", "gc-out.xls"]));
    assert_eq!(
        stdout(&output),
        "gc-out.xls: `P [Total Pts: 100 Score] |77` of Blackboard for 1 student; 0 the same already, \
         0 not changed\n"
    );
    let expected = utf16(&text.replace("\"jane\"\t\"\"", "\"jane\"\t\"12.5\""));
    assert_eq!(fs::read(bench.path("gc-out.xls")).unwrap(), expected);
}

#[test]
fn a_preview_shows_old_and_new_and_writes_nothing() {
    let bench = graded();
    let before = fs::read_dir(bench.path("")).unwrap().count();
    let output = bench.run(&report("export.csv", &["--preview"]));
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 1
    ----- stdout
    student    old  new
    Doe, Jane    -  12.5
    Roe, John    -  0

    not changed    old  why
    Poe, Zoe         7  no submission
    Student, Test    -  the platform's test student
    moeeve (15)         no row, for 0 of 100 points

    nothing was written: `8-puzzle (1234)` of Canvas for 2 students; 0 the same already, 2 not changed
    ----- stderr
    graded, without a row in the gradebook: moeeve (15)
    not changed, no submission: Poe, Zoe (7)
    not changed, the platform's test student: Student, Test
    ");
    assert_eq!(fs::read_dir(bench.path("")).unwrap().count(), before);
}

#[test]
fn points_of_another_scale_are_refused() {
    let bench = graded();
    bench.write("ten.csv", CANVAS.replace(",100,", ",10,"));
    let output = bench.run(&report("ten.csv", &["--out", "o"]));
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 2
    ----- stderr
    error: `ten.csv`: the column `8-puzzle (1234)` is worth 10 points and the assignment 100

    hint: `--scale` fills in the same part of 10, `--as-is` the points as they are
    ");
    assert!(!bench.path("o").exists());
    for (more, points) in [("--scale", "1.25"), ("--scale=20", "2.5"), ("--as-is", "12.5")] {
        let output = bench.run(&report("ten.csv", &["--out", "o", more]));
        assert_eq!(code(&output), 1, "{}", stderr(&output));
        assert!(bench.read("o").contains(&format!("u1,jane,A,{points},0")), "{more}");
    }
}

#[test]
fn a_zero_is_for_nobody_who_is_graded() {
    let bench = graded();
    let roster = bench.read("roster.csv");
    let zero = ["--missing", "zero", "--out", "zero.csv"];
    // Eve may be Zoe, for all that the roster says.
    let output = bench.run(&report("export.csv", &zero));
    assert_eq!(code(&output), 1, "a cell with points gets no zero: {}", stderr(&output));
    assert!(bench.read("zero.csv").contains("u3,zp,A,7,0"));
    fs::remove_file(bench.path("zero.csv")).unwrap();
    bench.write("empty.csv", CANVAS.replace("u3,zp,A,7,0", "u3,zp,A,,0"));
    let output = bench.run(&report("empty.csv", &zero));
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 2
    ----- stderr
    error: nobody gets a zero while submissions are of nobody who is on the roster or in the gradebook: moeeve (15)

    hint: each of them may be one of those who would get it: put the ids or names of their submissions on the roster, and grade again
    ");
    assert!(!bench.path("zero.csv").exists());

    // With Eve on the roster, Zoe is missing for certain, and is named.
    bench.write("roster.csv", roster + "u5,Eve Moe,eve@uni.example\n");
    fs::remove_dir_all(bench.path("grades/submissions/moeeve_15")).unwrap();
    grade(&bench, &["--roster", "roster.csv"]);
    bench.write("all.csv", ALL);
    let output = bench.run(&report("all.csv", &zero));
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 0
    ----- stdout
    zero.csv: `8-puzzle (1234)` of Canvas for 4 students; 0 the same already, 0 not changed
    ----- stderr
    no points, for want of a submission: Poe, Zoe
    no points, because the submission was rejected: Moe, Eve
    ");
    let expected = ALL
        .replace("u1,jane,A,,0", "u1,jane,A,12.5,0")
        .replace("u2,jr,A,55,0", "u2,jr,A,0,0")
        .replace("u3,zp,A,,0", "u3,zp,A,0,0")
        .replace("u5,eve,A,,0", "u5,eve,A,0,0");
    assert_eq!(bench.read("zero.csv"), expected);

    // What a zero must not touch, it does not.
    bench.write("excused.csv", ALL.replace("u3,zp,A,,0", "u3,zp,A,EX,0"));
    let output = bench.run(&report("excused.csv", &zero));
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stderr(&output).contains("holds a word and no number: Poe, Zoe (EX)"));
    assert!(bench.read("zero.csv").contains("u3,zp,A,EX,0"));
}

/// Late files from a folder of their own, graded into the grades of the class: 19 had been taken as
/// missing.
#[test]
fn late_files_of_their_own_make_nobody_missing() {
    let bench = bench();
    grade(&bench, &["--roster", "roster.csv"]);
    bench.write("late/poezoe_LATE_13_700_board.rs", "pub struct Board // 3\n");
    let late = ["grade", "late", "--roster", "roster.csv", "--out", "grades"];
    let before = bench.read("grades/grades.json");
    let output = bench.grade(&late);
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 2
    ----- stderr
    on the roster, without a submission: u1, u2
    error: `grades` has grades of submissions that are not among these: moeeve_15, u1, u2

    hint: grade the whole class together, or give another folder as `--out`; `--replace-class` leaves them out of the summary
    ");
    assert_eq!(bench.read("grades/grades.json"), before);

    // Nor do they replace the others when they are joined.
    let elsewhere = ["grade", "late", "--roster", "roster.csv", "--out", "late-grades"];
    assert_eq!(code(&bench.grade(&elsewhere)), 0);
    let output = bench.run(&["merge", "late-grades", "--out", "grades"]);
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 2
    ----- stderr
    error: `grades` has grades of submissions that are not among these: moeeve_15, u1, u2

    hint: give a folder that is empty or not there yet as `--out`, or join the folder with these
    ");
    assert_eq!(bench.read("grades/grades.json"), before);

    // Whoever insists gets a summary of the late ones, and no zeros for the others.
    let output = bench.grade(&[&late[..], &["--replace-class"]].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    bench.write("all.csv", ALL);
    let zero = ["--missing", "zero", "--out", "zero.csv"];
    let output = bench.run(&report("all.csv", &zero));
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 2
    ----- stderr
    error: nobody gets a zero while there are grades in the folder that are not in its summary: moeeve_15, u1, u2

    hint: grade all submissions of the class together, or remove the folders of those who have left it from `submissions`
    ");
    // Nor does a part of a class say who is missing.
    let part = ["grade", "class", "--roster", "roster.csv", "--partition", "slice:1/2"];
    let output = bench.grade(&[&part[..], &["--out", "part"]].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let output = bench.run(&[&["report", "part", "--gradebook", "all.csv"], &zero[..]].concat());
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 2
    ----- stderr
    error: it is not known who has handed in nothing: the folder holds a part of the class

    hint: join the parts with `grader merge` first
    ");
    assert!(!bench.path("zero.csv").exists());
}

#[test]
fn without_a_score_a_cell_stays_as_it_is() {
    let bench = graded();
    let file = "grades/submissions/u2/grade.json";
    let mut faulty = Grade::read(&bench.read(file)).unwrap();
    faulty.checks[0].verdict = Verdict::GraderError("out of memory".to_owned());
    bench.write(file, faulty.json());
    bench.write("all.csv", ALL);
    let output = bench.run(&report("all.csv", &["--out", "import.csv"]));
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 3
    ----- stdout
    import.csv: `8-puzzle (1234)` of Canvas for 2 students; 0 the same already, 2 not changed
    ----- stderr
    no points, because the submission was rejected: Moe, Eve
    not changed, no submission: Poe, Zoe
    not changed, no score because the grader was at fault: Roe, John (55)
    ");
    assert!(bench.read("import.csv").contains("u2,jr,A,55,0"));
}

#[test]
fn students_who_cannot_be_told_apart_are_named() {
    let bench = bench();
    // One of whose name there are two, a group, and one of the group alone.
    let submission = |number: usize, names: &[&str]| {
        bench.write(&format!("named/submission_{number}/board.rs"), "pub struct Board // x\n");
        let names = names.iter().map(|name| format!("  - :name: {name}\n    :sid: {}\n", &name[..2]));
        format!("submission_{number}:\n  :submitters:\n{}", names.collect::<String>())
    };
    let text = submission(1, &["Jane Doe", "Ann Poe"])
        + &submission(2, &["Jane Doe"])
        + &submission(3, &["Lee Kim"]);
    bench.write("named/submission_metadata.yml", format!("---\n{text}"));
    let output = bench.grade(&["grade", "named", "--out", "grades"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let export = "Student,ID,SIS Login ID,Section,p (1)\n    Points Possible,,,,100\n\
                  \"Doe, Jane\",1,jd,A,5\n\"Kim, Lee\",2,lk,A,6\n\"Kim, Lee\",3,lk2,A,7\n\
                  \"Poe, Ann\",4,ap,A,8\n";
    bench.write("export.csv", export);
    let output = bench.run(&report("export.csv", &["--out", "import.csv"]));
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 1
    ----- stdout
    import.csv: `p (1)` of Canvas for 1 student; 0 the same already, 3 not changed
    ----- stderr
    not changed, Doe, Jane (line 3): one student in several submissions: Jane Doe (Ja) in `Ja`, Jane Doe (Ja) in `Ja+An`
    not changed, Kim, Lee (line 4): lines 4, 5 are all of Lee Kim (Le)
    not changed, Kim, Lee (line 5): lines 4, 5 are all of Lee Kim (Le)
    ");
    let changed = export.replace("ap,A,8", "ap,A,0");
    assert_eq!(bench.read("import.csv"), changed);
}

/// The files of an archive, by their names.
fn unzipped(bytes: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let names: Vec<String> = archive.file_names().map(|it| it.unwrap().into_owned()).collect();
    let mut files = BTreeMap::new();
    for name in names {
        let mut bytes = Vec::new();
        archive.by_name(&name).unwrap().read_to_end(&mut bytes).unwrap();
        files.insert(name, bytes);
    }
    files
}

#[test]
fn canvas_hands_feedback_out_by_the_names_of_its_files() {
    let bench = graded();
    bench.write("class/roejohn_LATE_12_620_work.zip", "no archive");
    let arguments = ["report", "grades", "--feedback", "canvas", "--out", "back.zip"];
    let output = bench.run(&arguments);
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    let output = bench.run(&[&arguments[..], &["--download", "class"]].concat());
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 0
    ----- stdout
    back.zip: 3 files
    ");
    let files = unzipped(&fs::read(bench.path("back.zip")).unwrap());
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    let expected =
        ["doejane_11_600_board.rs", "moeeve_15_611_notes.rs", "roejohn_LATE_12_620_work.zip"];
    assert_eq!(names, expected);
    let text = String::from_utf8(files[names[0]].clone()).unwrap();
    assert!(text.lines().all(|line| line.starts_with("//")), "{text}");
    assert!(text.contains("corrected by me: by hand"), "{text}");
    let page = unzipped(&files[names[2]]);
    assert!(String::from_utf8(page["feedback.html"].clone()).unwrap().contains("</html>"));
    // The same bytes whenever it is made.
    let first = fs::read(bench.path("back.zip")).unwrap();
    bench.run(&[&arguments[..], &["--download", "class"]].concat());
    assert_eq!(fs::read(bench.path("back.zip")).unwrap(), first);
}

#[test]
fn moodle_gets_comments_and_a_file_for_each_student() {
    let bench = Bench::new();
    for (student, code) in [("Jane_D. Doe_501", 1), ("Zoë Ó'Roe_502", 2)] {
        let file = format!("class/{student}_assignsubmission_file_/board.rs");
        bench.write(&file, format!("pub struct Board // {code}\n"));
    }
    grade(&bench, &[]);
    let output = bench.run(&["report", "grades", "--feedback", "moodle", "--out", "back.zip"]);
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 0
    ----- stdout
    back.zip: 2 files
    ");
    let files = unzipped(&fs::read(bench.path("back.zip")).unwrap());
    // What Moodle's importer makes of a name: the number, and the name of the file.
    let mut read = Vec::new();
    for (name, bytes) in &files {
        let parts: Vec<&str> = name.splitn(5, '_').collect();
        assert!(String::from_utf8(bytes.clone()).unwrap().contains("</html>"));
        read.push((parts[1], parts[2], parts[3], parts[4]));
    }
    let part = |number| (number, "assignsubmission", "file", "feedback.html");
    assert_eq!(read, [part("501"), part("502")]);

    let worksheet = "Identifier,Full name,Grade,Maximum Grade,Grade can be changed,\
                     Last modified (grade),Feedback comments\n\
                     Participant 501,Jane D. Doe,,100.00,Yes,-,\n\
                     Participant 502,Zoë Ó'Roe,5.00,100.00,Yes,-,see me\n";
    bench.write("sheet.csv", worksheet);
    let output = bench.run(&report("sheet.csv", &["--comments", "--out", "import.csv"]));
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 1
    ----- stdout
    import.csv: `Grade` of Moodle for 2 students; 0 the same already, 0 not changed
    ----- stderr
    the comment is not changed, because there is another: Zoë Ó'Roe
    ");
    assert_snapshot!(bench.read("import.csv"), @"
    Identifier,Full name,Grade,Maximum Grade,Grade can be changed,Last modified (grade),Feedback comments
    Participant 501,Jane D. Doe,0,100.00,Yes,-,Jane_D._Doe_501: 0 / 100<br>compile.build: there is no `solver.rs`; `board.rs` and `solver.rs` belong together
    Participant 502,Zoë Ó'Roe,0,100.00,Yes,-,see me
    ");
    bench.write("without.csv", worksheet.replace("Feedback comments", "Notes"));
    let output = bench.run(&report("without.csv", &["--comments", "--out", "o"]));
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    assert!(!bench.path("o").exists());
    // Numbers of one platform are nobody's on another.
    bench.write("canvas.csv", CANVAS.replace(",11,", ",501,").replace("Doe, Jane", "Else, Some"));
    let output = bench.run(&report("canvas.csv", &["--out", "o"]));
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    let output = bench.run(&["report", "grades", "--feedback", "canvas", "--download", "class", "--out", "o"]);
    assert_eq!(code(&output), 2, "{}", stderr(&output));
}

#[test]
fn a_class_of_nothing_but_rejected_submissions_is_no_success() {
    let bench = bench();
    bench.write("wrong/a/readme.txt", "nothing");
    bench.write("wrong/b/readme.txt", "nothing");
    let output = bench.grade(&["grade", "wrong", "--out", "grades"]);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    assert_eq!(stdout(&output), "2 submissions: 0 graded, 2 rejected\n");
}

#[test]
fn without_a_roster_the_numbers_of_the_platform_tell() {
    let bench = bench();
    grade(&bench, &[]);
    let output = bench.run(&report("export.csv", &["--out", "import.csv"]));
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    let expected =
        CANVAS.replace("u1,jane,A,,0", "u1,jane,A,0,0").replace("u2,jr,A,,0", "u2,jr,A,0,0");
    assert_eq!(bench.read("import.csv"), expected);
    let output =
        bench.run(&report("export.csv", &["--out", "import.csv", "--missing", "zero"]));
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 2
    ----- stderr
    error: it is not known who has handed in nothing: the class was graded without a roster

    hint: give `grader grade` the same folder again, with `--roster`: what is graded is not graded again
    ");
}

#[test]
fn what_cannot_be_filled_in_is_said_and_nothing_written() {
    let bench = graded();
    let two = CANVAS.replace("Final Score", "8-puzzle (77)");
    bench.write("two.csv", two.replace("(read only)", "5"));
    bench.write("other.csv", "name,points\nJane,\n");
    let mut said = String::new();
    for arguments in [
        &["--gradebook", "nothing.csv", "--out", "o"][..],
        &["--gradebook", "other.csv", "--out", "o"],
        &["--gradebook", "two.csv", "--out", "o"],
        &["--gradebook", "two.csv", "--column", "8-puzzle", "--out", "o"],
        &["--gradebook", "export.csv", "--column", "9-puzzle", "--out", "o"],
        &["--gradebook", "export.csv", "--column", "Final Score", "--out", "o"],
        &["--gradebook", "export.csv", "--column", "SIS Login ID", "--out", "o"],
        &["--gradebook", "export.csv", "--column", "Section", "--out", "o"],
        &["--gradebook", "export.csv", "--match", "Login", "--out", "o"],
        &["--gradebook", "export.csv", "--out", "../[DIR]/export.csv"],
        &["--gradebook", "export.csv"],
        &["--format", "tap"],
        &["--format", "tap", "--out", "class"],
        &["--format", "tap", "--out", "export.csv"],
        &["--format", "classroom50", "--out", "o"],
    ] {
        let name = bench.path("").file_name().unwrap().to_str().unwrap().to_owned();
        let arguments: Vec<String> =
            arguments.iter().map(|it| it.replace("[DIR]", &name)).collect();
        let mut all = vec!["report", "grades"];
        all.extend(arguments.iter().map(String::as_str));
        let mut command = bench.command(&all);
        for name in ["CLASSROOM", "ASSIGNMENT", "OWNER", "USERNAME", "SUBMISSION_TAG"] {
            command.env_remove(name);
        }
        let output = command.output().unwrap();
        assert_eq!((code(&output), stdout(&output)), (2, ""), "{all:?}");
        said += &stderr(&output).replace(&name, "[DIR]").replace("\n\nhint", "\nhint");
        assert!(!bench.path("o").exists(), "{all:?}");
    }
    assert_snapshot!(said, @"
    error: `nothing.csv` cannot be read
      because No such file or directory (os error 2)
    hint: check that it is there
    error: `other.csv`: this is no gradebook of Canvas, Moodle, Blackboard, Brightspace, Gradescope or GitHub Classroom; it has the columns name, points
    hint: export the whole gradebook, in English, with the columns that name the students
    error: `two.csv`: no column is named, and it may be any of 8-puzzle (1234), 8-puzzle (77)
    hint: name it with `--column`
    error: `two.csv`: several columns are called `8-puzzle`: 8-puzzle (1234), 8-puzzle (77)
    hint: name the column by its whole header, as it is in the export
    error: `export.csv`: there is no column `9-puzzle`; there are Student, ID, SIS User ID, SIS Login ID, Section, 8-puzzle (1234), Final Score
    hint: name the column by its whole header, as it is in the export
    error: `export.csv`: the column `Final Score` is read-only
    hint: make a column for the assignment on the platform, and export again
    error: `export.csv`: the column `SIS Login ID` holds no points of an assignment; there are 8-puzzle (1234)
    hint: name it with `--column`
    error: `export.csv`: the column `Section` holds no points of an assignment; there are 8-puzzle (1234)
    hint: name it with `--column`
    error: `export.csv`: there is no column `Login`; there are Student, ID, SIS User ID, SIS Login ID, Section, 8-puzzle (1234), Final Score
    hint: name the column by its whole header, as it is in the export
    error: `../[DIR]/export.csv` is the export itself
    hint: give another file as `--out`, and import that
    error: it is not said where to write
    hint: give the file to be imported as `--out`
    error: it is not said where to write
    hint: give a folder as `--out`
    error: `class` is no empty folder
    hint: give a folder that is empty or not there yet as `--out`
    error: `export.csv` is no empty folder
    hint: give a folder that is empty or not there yet as `--out`
    error: which submission `moeeve_15` is to Classroom 50 is not known: `SUBMISSION_TAG` is not set
    hint: give a CSV file with the columns `submission`, `OWNER`, `SUBMISSION_TAG`, `COMMIT_URL` and `RELEASE_URL` as `--identities`, and set `CLASSROOM` and `ASSIGNMENT`
    ");
    assert_eq!(bench.read("export.csv"), CANVAS);

    fs::remove_file(bench.path("grades/grades.json")).unwrap();
    let output =
        bench.run(&["report", "grades", "--gradebook", "export.csv", "--out", "import.csv"]);
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 2
    ----- stderr
    error: `grades` holds no finished grading

    hint: run `grader grade` with it as `--out` again: it goes on where it was
    ");
}

#[test]
fn every_format_has_a_file_for_each_submission() {
    let bench = graded();
    bench.write(
        "identities.csv",
        "submission,OWNER,SUBMISSION_TAG,COMMIT_URL,RELEASE_URL\n\
         u1,jane,submit/2026-06-01T14-32-05Z-a1b2c3d,https://example.org/1,https://example.org/2\n\
         u2,john,submit/2026-06-01T15-32-05Z-a1b2c3d,https://example.org/3,https://example.org/4\n\
         moeeve_15,eve,submit/2026-06-01T16-32-05Z-a1b2c3d,https://example.org/5,https://example.org/6\n",
    );
    for format in Format::ALL {
        let out = format!("as-{}", format.name());
        let mut arguments = vec!["report", "grades", "--format", format.name(), "--out", &out];
        if format == Format::Classroom50 {
            arguments.extend(["--identities", "identities.csv"]);
        }
        let mut command = bench.command(&arguments);
        let output = command.env("CLASSROOM", "cs").env("ASSIGNMENT", "puzzle").output().unwrap();
        assert_eq!((code(&output), stderr(&output)), (0, ""), "{}", format.name());
        assert_eq!(stdout(&output), format!("{out}: 3 files\n"));
        let mut names: Vec<_> = fs::read_dir(bench.path(&out))
            .unwrap()
            .map(|it| it.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        let ending = names[0].split_once('.').unwrap().1.to_owned();
        assert_eq!(names, ["moeeve_15", "u1", "u2"].map(|name| format!("{name}.{ending}")));
        if matches!(format, Format::Human | Format::Json) {
            let grade = bench.read("grades/submissions/u2/grade.json");
            let record = Grade::read(&grade).unwrap();
            let corrected = Corrected::from(&record);
            let expected = format.render(&corrected, &Context::default()).unwrap();
            assert_eq!(bench.read(&format!("{out}/u2.{ending}")), expected);
        }
    }
    // The correction of Jane's shows wherever there is a place for it.
    for format in Format::ALL {
        let text = match format {
            Format::Junit => bench.read("as-junit/u1.xml"),
            Format::Human | Format::Github => bench.read(&format!("as-{}/u1.txt", format.name())),
            Format::Tap => bench.read("as-tap/u1.tap"),
            _ => bench.read(&format!("as-{}/u1.json", format.name())),
        };
        let shows = text.contains("corrected by me: by hand");
        assert_eq!(shows, format != Format::Json, "{}: {text}", format.name());
    }
    assert!(bench.read("as-classroom50/u2.json").contains("\"owner\": \"john\""));
    // A file that is there is not written over.
    let output = bench.run(&["report", "grades", "--format", "tap", "--out", "as-tap"]);
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 2
    ----- stderr
    error: `as-tap` is no empty folder

    hint: give a folder that is empty or not there yet as `--out`
    ");
}
