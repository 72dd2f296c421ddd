//! Runs at least one of the red team's attacks for each layer of defense. The tool `redteam` runs all of them.

#![allow(dead_code, reason = "the tool uses the remaining items of these modules")]

#[path = "../../../lab/tools/src/bin/redteam/archive.rs"]
mod archive;
#[path = "../../../lab/tools/src/bin/redteam/attack.rs"]
mod attack;
#[path = "../../../lab/tools/src/bin/redteam/field.rs"]
mod field;
#[path = "../../../lab/tools/src/bin/redteam/folder.rs"]
mod folder;
#[path = "../../../lab/tools/src/bin/redteam/make.rs"]
mod make;
#[path = "../../../lab/tools/src/bin/redteam/names.rs"]
mod names;
#[path = "../../../lab/tools/src/bin/redteam/trial.rs"]
mod trial;
#[path = "../../../lab/tools/src/bin/redteam/watch.rs"]
mod watch;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::time::Duration;

use insta::assert_snapshot;

use crate::support::{PROGRAM, workspace};

const QUICK: [&str; 18] = [
    "package/zip-up",
    "package/tar-symlink-alone",
    "host/symlink-to-a-key",
    "host/includes-a-secret",
    "host/attribute-by-macro",
    "host/brackets-in-a-comment",
    "compile/imports-a-host-function",
    "compile/unsafe-in-a-macro",
    "compile/const-memory",
    "crash/not",
    "host/reads-when-it-runs",
    "cost/capacity",
    "forge/exits",
    "report/controls-in-a-panic",
    "marks/walks-a-known-path",
    "names/canvas-as-blackboard",
    "names/backslash",
    "names/up",
];

#[test]
fn quick_attacks_gain_nothing() {
    let mut attacks = attack::load(&workspace("fixtures/submissions/hostile")).expect("a corpus");
    attacks.retain(|attack| QUICK.contains(&attack.name.as_str()));
    assert_eq!(attacks.len(), QUICK.len(), "an attack has another name now");
    let field = field::Field::set_up(&workspace(""), &[PROGRAM.into()]).expect("a field");
    field.warm_up().expect("the model answer passes");
    let way = trial::TrialOptions { most: Duration::from_mins(5), is_kept: false };
    let (outcomes, errors) = trial::try_all(&field, &attacks, 2, way);
    assert!(errors.is_empty(), "{errors:?}");
    for outcome in outcomes {
        // Ignore how long the attack takes, since other tests may be running. The tool measures it.
        let gains: Vec<_> = outcome.gains.iter().filter(|gain| !gain.contains(" takes ")).collect();
        assert!(gains.is_empty(), "{}: {}\n{gains:#?}", outcome.attack.name, outcome.fate);
    }
}

const TRAITOR: &str = r#"#!/bin/sh
[ "$1" = grade ] || exit 0
mkdir -p "$4"
echo '{"submissions":[{"submission":"zz-witness","status":"graded"},
    {"submission":"zip-up","status":"graded","score":100}]}' >"$4/grades.json"
cat "$HOME/secret.txt" >"$4/one"
cat <&9 >"$4/two"
echo "$REDTEAM_TOKEN" >"$4/three"
touch "$TMPDIR/left" "$HOME/new"
sleep 60 &
exit 3
"#;

#[test]
fn successful_attacks_are_detected() {
    let bench = crate::support::Bench::new();
    bench.write("traitor", TRAITOR);
    let program = bench.path("traitor");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("a program");
    let field = field::Field::set_up(&workspace(""), &[program.clone().into()]).expect("a field");
    field::write_honest_submission(&field.workspace, &field.path("witness")).expect("a witness");
    let mut attacks = attack::load(&workspace("fixtures/submissions/hostile")).expect("a corpus");
    attacks.retain(|attack| attack.name == "package/zip-up");
    let way = trial::TrialOptions { most: Duration::from_mins(1), is_kept: false };
    let outcome = trial::try_attack(&field, &attacks[0], 0, false, way).expect("it is tried");
    // Depending on timing, this is the command line of the shell or of `sleep`.
    let shown = |gain: &String| match gain.split_once("is still running: ") {
        Some((before, _)) => format!("{before}is still running"),
        None => gain.replace(&field.path("").display().to_string(), ""),
    };
    let gains: Vec<String> = outcome.gains.iter().map(shown).collect();
    assert_snapshot!(gains.join("\n"), @"
    a process is still running
    `grader grade` leaves temporary files: left
    `grader grade` ends with exit code 3
    not rejected, but graded with 100
    secret `file` in out/one
    secret `descriptor` in out/two
    secret `environment` in out/three
    a new file: home/new
    ");
}

/// Finds typing errors in attacks that are not run here.
#[test]
fn all_attacks_can_be_loaded_and_created() {
    let attacks = attack::load(&workspace("fixtures/submissions/hostile")).expect("a corpus");
    assert!(attacks.len() >= 130, "{} attacks", attacks.len());
    for attack in &attacks {
        assert!(!attack.about.trim().is_empty(), "{}: say what it does", attack.name);
        let names = make::Names::new();
        let files = make::files(&workspace(""), attack, &names);
        assert!(files.is_ok(), "{}: {:?}", attack.name, files.err());
    }
}
