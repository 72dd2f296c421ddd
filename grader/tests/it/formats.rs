//! Tests the formats for other programs on actual output of the grader.

use std::fs;

use grade::Grade;
use report::formats::Identity;
use report::{Context, Format};

use crate::process::Finish as _;
use crate::support::{Bench, code, stderr, stdout};

pub(super) const CLASSROOM50: [(&str, &str); 6] = [
    ("CLASSROOM", "cs"),
    ("ASSIGNMENT", "puzzle"),
    ("OWNER", "alice"),
    ("SUBMISSION_TAG", "submit/2026-06-01T14-32-05Z-a1b2c3d"),
    ("COMMIT_URL", "https://example.org/commit"),
    ("RELEASE_URL", "https://example.org/release"),
];

const SUMMARY: &str = "GITHUB_STEP_SUMMARY";

const OUTPUT: &str = "GITHUB_OUTPUT";

const CHECK: [&str; 6] = ["check", "alice", "--only", "compile", "--color", "never"];

#[test]
fn every_format_matches_the_json_grade() {
    let bench = Bench::with_broken_model();
    let output = bench.grade(&[&CHECK[..], &["--format", "json"]].concat());
    let record = Grade::from_json(stdout(&output)).unwrap();
    let variable = |name: &str| {
        let found = CLASSROOM50.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| (*value).to_owned())
    };
    let identity = Identity::from_variables(variable).unwrap();
    let mut context = Context {
        folder: Some("alice".to_owned()),
        identity: Some(identity),
        ..Context::default()
    };
    context.layout.folder = Some("alice".to_owned());
    // The format for editors also depends on the source code.
    for format in Format::ALL.into_iter().filter(|format| *format != Format::Rustc) {
        let file = format!("{}.out", format.name());
        let arguments = [&CHECK[..], &["--format", format.name(), "--out", &file]].concat();
        let mut command = bench.command(&arguments);
        command.envs(CLASSROOM50).env_remove(SUMMARY);
        let output = bench.finish_grade(&mut command);
        assert_eq!((code(&output), stdout(&output), stderr(&output)), (1, "", ""));
        assert_eq!(
            bench.read(&file),
            format.render(&(&record).into(), &context).unwrap(),
            "{file}"
        );
    }
}

#[test]
fn the_job_summary_is_appended_to_its_file() {
    let bench = Bench::with_broken_model();
    bench.write("job.md", "# What was before\n");
    let arguments = [&CHECK[..], &["--format", "github", "--summary", "own.md"]].concat();
    let mut command = bench.command(&arguments);
    let output = bench.finish_grade(command.env(SUMMARY, bench.path("job.md")));
    assert_eq!((code(&output), stderr(&output)), (1, ""));
    assert!(stdout(&output).starts_with("::stop-commands::grader-"));
    assert!(stdout(&output).contains("\n::error file=alice/src/lib.rs,"), "{}", stdout(&output));
    let page = bench.read("own.md");
    assert!(page.starts_with("## alice: 0 / 2\n"), "{page}");
    assert_eq!(bench.read("job.md"), format!("# What was before\n{page}"));
    let mut command = bench.command(&[&CHECK[..], &["--format", "tap"]].concat());
    bench.finish_grade(command.env(SUMMARY, bench.path("job.md")));
    assert_eq!(bench.read("job.md"), format!("# What was before\n{page}"));
}

#[test]
fn one_run_writes_several_formats() {
    let bench = Bench::with_broken_model();
    let also = ["--also", "json=grade.json", "--also", "junit=report.xml", "--also", "human=a.txt"];
    let mut command = bench.command(&[&CHECK[..], &["--format", "github"], &also].concat());
    command.env_remove(SUMMARY).env(OUTPUT, bench.path("output"));
    let output = bench.finish_grade(&mut command);
    assert_eq!((code(&output), stderr(&output)), (1, ""));
    assert_eq!(bench.read("output"), "status=graded\nscore=0\nmax-score=2\n");
    // Every file should be the same as without `--also`.
    for (format, file) in [("json", "grade.json"), ("junit", "report.xml"), ("human", "a.txt")] {
        let arguments = [&CHECK[..], &["--format", format, "--out", "alone"]].concat();
        bench.grade(&arguments);
        assert_eq!(bench.read(file), bench.read("alone"), "{format}");
    }
    // Every format shows the rejection, except the one for people, who will see an error instead.
    bench.write("bob/notes.txt", "nothing yet");
    let also =
        ["--also", "github=job.txt", "--also", "json=rejected.json", "--also", "human=b.txt"];
    let mut command = bench.command(&[&["check", "bob"][..], &also].concat());
    command.env_remove(SUMMARY).env(OUTPUT, bench.path("rejected"));
    let output = bench.finish_grade(&mut command);
    assert_eq!((code(&output), stdout(&output)), (2, ""));
    assert!(bench.read("rejected").starts_with("status=rejected\n"), "{}", bench.read("rejected"));
    assert!(bench.read("job.txt").contains("::error title="));
    assert!(bench.read("rejected.json").contains("contains no Rust crate"));
    assert!(!bench.path("b.txt").exists());
}

#[test]
fn invalid_also_options_are_rejected_before_grading() {
    let bench = Bench::with_broken_model();
    for (also, said) in [
        (["--also", "junit=a", "--also", "tap=a"], "error: two results would be written to `a`"),
        (["--also", "junit=a", "--out", "a"], "error: two results would be written to `a`"),
        (["--summary", "a", "--counts", "a"], "error: two results would be written to `a`"),
        (["--also", "junit=no/such/a", "--out", "b"], "its folder does not exist"),
        (["--also", "junit", "--out", "b"], "expected `FORMAT=FILE`"),
        (["--also", "xml=a", "--out", "b"], "unknown format `xml`, expected one of human, json"),
        (["--also", "gradescope=a", "--history", "b"], "cannot be used with"),
    ] {
        let output = bench.run(&[&CHECK[..], &also].concat());
        assert_eq!((code(&output), stdout(&output)), (2, ""));
        assert!(stderr(&output).contains(said), "{said} is not in {}", stderr(&output));
        assert!(!bench.path("a").exists() && !bench.path("b").exists());
    }
}

#[test]
fn missing_variables_and_folders_are_reported_before_grading() {
    let bench = Bench::with_broken_model();
    let mut command = bench.command(&[&CHECK[..], &["--format", "classroom50"]].concat());
    for (name, _) in CLASSROOM50 {
        command.env_remove(name);
    }
    let output = command.finish();
    assert_eq!((code(&output), stdout(&output)), (2, ""));
    insta::assert_snapshot!(stderr(&output), @"
    error: the `classroom50` format needs environment variables: `SUBMISSION_TAG` is not set

    hint: the Classroom 50 runner sets them for autograders
    ");
    let mut command = bench.command(&[&CHECK[..], &["--format", "github"]].concat());
    let output = command.env(SUMMARY, bench.path("no/such/folder")).finish();
    assert_eq!((code(&output), stdout(&output)), (2, ""));
    assert!(stderr(&output).starts_with("error: cannot write `"));
    assert!(fs::metadata(bench.path("no")).is_err());
}

#[test]
fn rejected_submissions_have_machine_readable_reports() {
    let bench = Bench::new();
    bench.write("bob/notes.txt", "nothing yet");
    let output = bench.grade(&["check", "bob", "--format", "json"]);
    assert_eq!(code(&output), 2);
    assert!(
        stderr(&output)
            .starts_with("error: the folder `bob` contains no Rust crate, only `notes.txt`\n")
    );
    let record = Grade::from_json(stdout(&output)).unwrap();
    assert_eq!(record.submission, "bob");
    for format in Format::ALL {
        let arguments = ["check", "bob", "--format", format.name(), "--out", "report"];
        let mut command = bench.command(&arguments);
        let output = bench.finish_grade(command.envs(CLASSROOM50).env_remove(SUMMARY));
        assert_eq!((code(&output), stdout(&output)), (2, ""));
        if format == Format::Human {
            assert!(!bench.path("report").exists(), "people read the error");
            continue;
        }
        assert!(bench.read("report").contains("contains no Rust crate"), "{}", format.name());
        fs::remove_file(bench.path("report")).unwrap();
    }
    // Without a submission, there is nothing to reject.
    let output = bench.grade(&["check", "nobody", "--format", "json"]);
    assert_eq!((code(&output), stdout(&output)), (2, ""));
}
