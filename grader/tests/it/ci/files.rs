//! Tests the rules for all platform files, and runs the files, except those for GitHub.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::runner::{Runner, VERSION, evaluated, text};
use super::{WRONG, with_wrong_hamming, yaml};
use crate::support::{code, stderr, stdout, workspace};

fn files_for_github() -> Vec<String> {
    let mut files = vec!["action.yml".to_owned()];
    for folder in ["docs/platforms", ".github/workflows"] {
        for entry in fs::read_dir(workspace(folder)).expect("a folder") {
            let name = entry.expect("its entry").file_name().into_string().expect("a name");
            let is_yaml = Path::new(&name).extension().is_some_and(|extension| extension == "yml");
            if is_yaml && (folder != "docs/platforms" || name.starts_with("github-")) {
                files.push(format!("{folder}/{name}"));
            }
        }
    }
    assert!(files.len() >= 5, "{files:?}");
    files
}

fn all<'a>(tree: &'a Value, key: &str, found: &mut Vec<&'a Value>) {
    match tree {
        Value::Object(table) => {
            found.extend(table.get(key));
            table.values().for_each(|value| all(value, key, found));
        }
        Value::Array(list) => list.iter().for_each(|value| all(value, key, found)),
        _ => {}
    }
}

#[test]
fn workflows_pin_actions_and_have_minimal_permissions() {
    for file in files_for_github() {
        let tree = yaml::read(&text(&file));
        let mut scripts = Vec::new();
        all(&tree, "run", &mut scripts);
        for script in scripts {
            // `defaults.run` is a table rather than a script.
            let Some(script) = script.as_str() else { continue };
            assert!(!script.contains("${{"), "{file} puts a value into a script:\n{script}");
        }
        let mut uses = Vec::new();
        all(&tree, "uses", &mut uses);
        for action in uses.into_iter().map(|action| action.as_str().expect("an action")) {
            // These actions come from a checkout of a tag, which a test below verifies, or from the same commit.
            if action == "./.grader" || action.starts_with("./.github/workflows/") {
                continue;
            }
            let (name, at) = action.split_once('@').expect("an action at a commit");
            let is_commit = at.len() == 40 && at.bytes().all(|byte| byte.is_ascii_hexdigit());
            let is_ours = name == "OWNER/NAME" && at == format!("v{VERSION}");
            assert!(is_commit || is_ours, "{file} uses {action}");
        }
        if file != "action.yml" {
            let on = serde_json::to_string(&tree["on"]).unwrap();
            assert!(!on.contains("pull_request_target"), "{file} hands secrets to forks");
            let permissions = tree.get("permissions").expect("permissions").as_object().unwrap();
            assert!(
                permissions.values().all(|permission| permission == "read"),
                "{file}: {permissions:?}"
            );
        }
    }
}

#[test]
fn the_workflow_passes_valid_inputs_to_the_action() {
    let action = yaml::read(&text("action.yml"));
    let inputs = action["inputs"].as_object().unwrap();
    assert_eq!(inputs["version"]["default"], VERSION);
    let workflow = text("docs/platforms/github-actions.yml");
    // Include the optional inputs, which are commented out.
    let whole = workflow.replace("          # assignment:", "          assignment:");
    let whole = whole.replace("          # token:", "          token:");
    let steps = &yaml::read(&whole)["jobs"]["grade"]["steps"];
    let is_ours =
        |step: &&Value| step["uses"].as_str().is_some_and(|action| action.starts_with("OWNER/"));
    let step = steps.as_array().unwrap().iter().find(is_ours).expect("the action");
    let with: Vec<&String> = step["with"].as_object().unwrap().keys().collect();
    assert_eq!(with, ["sha256", "token", "assignment"]);
    assert!(with.iter().all(|input| inputs.contains_key(*input)));
    let steps = &yaml::read(&text("docs/platforms/github-variables.yml"))["jobs"]["grade"]["steps"];
    let [_, checkout, ours] = steps.as_array().unwrap().as_slice() else { panic!("{steps}") };
    assert_eq!(checkout["with"]["ref"], format!("v{VERSION}"));
    assert_eq!(ours["uses"], format!("./{}", checkout["with"]["path"].as_str().unwrap()));
    assert!(ours["with"].as_object().unwrap().keys().all(|input| inputs.contains_key(input)));
    for file in checkout["with"]["sparse-checkout"].as_str().unwrap().lines() {
        assert!(workspace(file.trim_start_matches('/')).is_file(), "{file}");
    }
    // This is also the workflow of `grader new`.
    let new = text("grader/src/starter/files/student/grade.yml").replace("@VERSION@", VERSION);
    assert_eq!(yaml::read(&new), yaml::read(&text("docs/platforms/github-variables.yml")));
    let mut env = Vec::new();
    all(&action["runs"], "env", &mut env);
    let env = serde_json::to_string(&env).unwrap();
    for input in inputs.keys() {
        let is_used = [" }", " ||"].iter().any(|end| env.contains(&format!("inputs.{input}{end}")));
        assert!(is_used, "{input}");
    }
}

/// Runs the steps of a job from the class workflow in a folder. The test must transfer artifacts between jobs itself.
fn run_job(runner: &Runner, workflow: &Value, job: &str, folder: &str, part: &str) {
    let known = |name: &str| match name {
        "secrets.GRADER_TOKEN" => "secret".to_owned(),
        "vars.GRADER_REPOSITORY" => "course/grader".to_owned(),
        "vars.GRADER_VERSION" => VERSION.to_owned(),
        "vars.GRADER_SHA256" => runner.sha256.clone(),
        "matrix.part" => part.to_owned(),
        "github.token" => String::new(),
        _ => panic!("`{name}` is not known here"),
    };
    let jobs = &workflow["jobs"][job];
    for step in jobs["steps"].as_array().unwrap() {
        let Some(script) = step["run"].as_str() else { continue };
        let mut variables: Vec<(String, String)> = Vec::new();
        for table in [workflow.get("env"), step.get("env")].into_iter().flatten() {
            for (name, value) in table.as_object().unwrap() {
                variables.push((name.clone(), evaluated(value.as_str().unwrap(), known)));
            }
        }
        let file = runner.bench.path("temp/env").display().to_string();
        variables.push(("GITHUB_ENV".to_owned(), file));
        let result = runner.run(&format!("cd '{folder}'\n{script}"), &variables);
        assert_eq!(code(&result), 0, "{}{}", stdout(&result), stderr(&result));
    }
}

#[test]
fn matrix_jobs_grade_and_merge_a_class() {
    let runner = Runner::new().with_gh();
    let bench = &runner.bench;
    let workflow = yaml::read(&text("docs/platforms/github-matrix.yml"));
    let parts = workflow["jobs"]["grade"]["strategy"]["matrix"]["part"].as_array().unwrap();
    assert_eq!(workflow["env"]["PARTS"], parts.len().to_string());
    for name in ["alice", "bob"] {
        bench.write(&format!("work/build/class/submissions/{name}/src/lib.rs"), "pub struct Board");
    }
    run_job(&runner, &workflow, "build", "build", "");
    let copy = |from: &str, to: &str| {
        let to = bench.path(to);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(bench.path(from), to).unwrap();
    };
    copy("work/build/class.tar.gz", "work/merge/class/class.tar.gz");
    for part in parts.iter().map(|part| part.as_str().unwrap()) {
        let name = format!("part-{part}");
        copy("work/build/class.tar.gz", &format!("work/{name}/class.tar.gz"));
        run_job(&runner, &workflow, "grade", &name, part);
        let archive = format!("{name}.tar.gz");
        copy(&format!("work/{name}/{archive}"), &format!("work/merge/{name}/{archive}"));
    }
    run_job(&runner, &workflow, "merge", "merge", "");
    for name in ["alice", "bob"] {
        let grade = bench.read(&format!("work/merge/grades/submissions/{name}/grade.json"));
        assert!(grade.contains("\"status\": \"graded\""), "{grade}");
    }
}

#[test]
fn gitlab_grades_and_keeps_the_report() {
    let runner = Runner::new();
    with_wrong_hamming(&runner.bench);
    let (work, url) = (runner.bench.path("work"), runner.url());
    // The repository itself is the submission.
    for entry in fs::read_dir(work.join("alice")).unwrap().map(Result::unwrap) {
        fs::rename(entry.path(), work.join(entry.file_name())).unwrap();
    }
    fs::copy(workspace("docs/platforms/grade.sh"), work.join("grade.sh")).unwrap();
    let job = &yaml::read(&text("docs/platforms/gitlab-ci.yml"))["grade"];
    assert_eq!(job["variables"]["GRADER_VERSION"], VERSION);
    let project = work.display().to_string();
    let mut variables: Vec<(String, String)> = Vec::new();
    for (name, value) in job["variables"].as_object().unwrap() {
        let value = value.as_str().unwrap().replace("$CI_PROJECT_DIR", &project);
        assert!(!value.contains('$'), "{name}");
        variables.push((name.clone(), value));
    }
    for (name, value) in [
        ("CI_JOB_TOKEN", "secret"),
        ("GRADER_URL", &url),
        ("GRADER_SHA256", &runner.sha256),
        ("GITLAB_CI", "true"),
    ] {
        variables.push((name.to_owned(), value.to_owned()));
    }
    let lines = job["script"].as_array().unwrap();
    let script: Vec<&str> = lines.iter().map(|line| line.as_str().unwrap()).collect();
    let grade = |variables: &[(String, String)]| {
        let result = runner.run(&script.join("\n"), variables);
        assert_eq!(code(&result), 1, "{}{}", stdout(&result), stderr(&result));
        assert!(stdout(&result).contains("✗ board.hamming"), "{}", stdout(&result));
    };
    // If the file is in a separate project, the script is in the package registry, next to the archive.
    fs::copy(workspace("docs/platforms/grade.sh"), runner.bench.path("release/grade.sh")).unwrap();
    let other = [("CI_CONFIG_PATH".to_owned(), ".gitlab-ci.yml@course/grading".to_owned())];
    fs::remove_file(work.join("grade.sh")).unwrap();
    grade(&[&variables[..], &other].concat());
    fs::copy(workspace("docs/platforms/grade.sh"), work.join("grade.sh")).unwrap();
    fs::write(runner.bench.path("tokens.log"), "").unwrap();
    grade(&variables);
    assert_eq!(runner.bench.read("tokens.log"), "\n", "the grader has no token");
    let kept = &job["artifacts"];
    let junit = work.join(kept["reports"]["junit"].as_str().unwrap());
    assert!(fs::read_to_string(junit).unwrap().contains("location: src/board.rs:"));
    let page = work.join(kept["paths"][0].as_str().unwrap());
    assert!(fs::read_to_string(page).unwrap().starts_with("## work: "));
}

#[test]
fn classroom_50_grades_with_the_released_program() {
    let runner = Runner::new();
    with_wrong_hamming(&runner.bench);
    let script = text("docs/platforms/classroom50.py");
    let name = format!("NAME = \"grader-{VERSION}-x86_64-unknown-linux-musl\"");
    assert!(script.contains(&name), "the version of the grader");
    let address = format!("{:?}", runner.url());
    let begin = script.find("ADDRESS = ").unwrap() + "ADDRESS = ".len();
    let end = begin + script[begin..].find('\n').unwrap();
    let script = format!("{}{address}{}", &script[..begin], &script[end..]);
    runner.bench.write("auto/autograder.py", script.replace(&"0".repeat(64), &runner.sha256));
    runner.bench.write("auto/other.py", script);

    let mut variables: Vec<(String, String)> = Vec::new();
    for (name, value) in [
        ("CLASSROOM", "cs"),
        ("ASSIGNMENT", "puzzle"),
        ("OWNER", "alice"),
        ("SUBMISSION_TAG", "submit/2026-06-01T14-32-05Z-a1b2c3d"),
        ("COMMIT_URL", "https://example.org/commit"),
        ("RELEASE_URL", "https://example.org/release"),
    ] {
        variables.push((name.to_owned(), value.to_owned()));
    }
    let result = runner.run("cd alice\npython3 ../../auto/autograder.py", &variables);
    assert_eq!(code(&result), 0, "{}{}", stdout(&result), stderr(&result));
    let graded: Value = serde_json::from_str(&runner.bench.read("work/alice/result.json")).unwrap();
    let tests = serde_json::to_string(&graded).unwrap();
    assert!(tests.contains("board.hamming"), "{tests}");
    assert!(runner.bench.read("work/alice/release-body.md").contains("hamming"));

    // An archive with the wrong hash should not be run, and old results should be removed.
    let result = runner.run("cd alice\npython3 ../../auto/other.py", &variables);
    assert_eq!(code(&result), 1);
    assert!(stderr(&result).contains("has the hash"), "{}", stderr(&result));
    assert!(!runner.bench.path("work/alice/result.json").exists());
    assert!(runner.bench.read("work/alice/src/board.rs").contains(WRONG));
}
