//! Runs the files for clusters with a fake Slurm and a fake Kubernetes.

use serde_json::Value;

use super::runner::{Runner, text};
use super::yaml;
use crate::cache::CACHE;
use crate::grade::late_assignment;
use crate::support::{PROGRAM, code, stderr, stdout, workspace};

/// A fake `sbatch`. It runs the tasks of an array one after another. A job that depends on the array runs only if all
/// tasks succeeded, as `--dependency=afterok` demands.
const SBATCH: &str = r#"#!/bin/bash
failed=${0%/*}/failed
for option; do
    case $option in
        --array=1-*) tasks=${option#--array=1-} ;;
        --dependency=afterok:*) [ ! -e "$failed" ] || exit 0 ;;
        --wrap=*) job=${option#--wrap=} ;;
    esac
done
echo "job"
exec >>"${0%/*}/jobs.log" 2>&1
[ -n "$tasks" ] || { sh -c "$job"; exit 0; }
export SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_STEP=1 SLURM_ARRAY_TASK_COUNT=$tasks
for ((task = 1; task <= tasks; task++)); do
    SLURM_ARRAY_TASK_ID=$task sh -c "$job" || touch "$failed"
done
"#;

/// The due date makes the grader exit with 1, because it does not know when these submissions were submitted.
#[test]
fn slurm_merges_parts_with_results_to_look_at() {
    let runner = Runner::new();
    let bench = &runner.bench;
    let cache = CACHE.display();
    runner.program(
        "grader",
        &format!("#!/bin/sh\nexport GRADER_CACHE_DIR='{cache}'\nexec '{PROGRAM}' \"$@\"\n"),
    );
    runner.program("sbatch", SBATCH);
    let late = "[late]\ndue = 2026-11-22T23:59:00Z\npercent = 10\nper = \"day\"\n";
    late_assignment(bench, "work/hw", late);
    for name in ["alice", "bob", "chris"] {
        // Code that does not compile is graded quickly.
        bench.write(&format!("work/class/{name}/src/lib.rs"), "pub struct Board");
    }
    let script = workspace("docs/platforms/slurm.sh");
    bench.write("work/roster.csv", "id,name\nalice,Alice\nbob,Bob\nchris,Chris\n");
    let options = "--roster roster.csv --assignment hw";
    let run = format!("bash '{}' 2 class grades {options}", script.display());
    let result = runner.run(&run, &[]);
    let log = bench.read("bin/jobs.log");
    assert_eq!(code(&result), 0, "{}{}{log}", stdout(&result), stderr(&result));
    assert!(log.contains("unknown submission time"), "{log}");
    assert!(!bench.path("bin/failed").exists(), "{log}");
    let summary: Value = serde_json::from_str(&bench.read("work/grades/grades.json")).unwrap();
    assert_eq!(summary["submissions"].as_array().map(Vec::len), Some(3), "{log}");
    assert!(bench.read("work/grades/grades.csv").contains("Alice"), "the roster was used");
}

#[test]
fn kubernetes_restarts_a_pod_only_if_it_was_not_graded() {
    let runner = Runner::new();
    runner.program("grader", "#!/bin/sh\necho \"$*\" >>\"${0%/*}/calls.log\"\nexit \"$EXIT\"\n");
    let file = text("docs/platforms/kubernetes.yml");
    let parts: Vec<Value> = file.split("\n---\n").map(yaml::read).collect();
    let [volume, jobs @ ..] = &parts[..] else { panic!("an empty file") };
    assert_eq!(volume["spec"]["accessModes"], serde_json::json!(["ReadWriteMany"]));
    // Wrong input ends the whole job.
    let rule = &jobs[0]["spec"]["podFailurePolicy"]["rules"][0];
    assert_eq!(rule["onExitCodes"]["values"], serde_json::json!(["2"]));
    for job in jobs {
        let container = &job["spec"]["template"]["spec"]["containers"][0];
        assert_eq!(container["command"], serde_json::json!(["sh", "-c"]));
        for (exit, expected) in [(0, true), (1, true), (2, false), (3, false)] {
            let variables = [("EXIT", exit.to_string()), ("JOB_COMPLETION_INDEX", "2".to_owned())];
            let variables = variables.map(|(name, value)| (name.to_owned(), value));
            let result = runner.run(container["args"][0].as_str().unwrap(), &variables);
            assert_eq!(code(&result) == 0, expected, "{exit}: {}", stderr(&result));
        }
    }
    let calls = runner.bench.read("bin/calls.log");
    let calls: Vec<&str> = calls.lines().step_by(4).collect();
    assert_eq!(
        calls,
        [
            "grade /class/submissions --prebuilt /class/programs --partition auto --jobs 2 --out /class/parts/2",
            "merge /class/parts/0 /class/parts/1 /class/parts/2 /class/parts/3 --out /class/grades",
        ]
    );
}
