//! Lists the environment variables that the grader reads, for the manual page and the book.

use super::job::{OUTPUT_VARIABLE, SUMMARY_VARIABLE};

/// Environment variables that have the same effect.
pub(super) struct EnvironmentVariables {
    pub(super) names: &'static [&'static str],
    /// The effect, as Markdown without a final period.
    pub(super) does: &'static str,
}

const fn variables(names: &'static [&'static str], does: &'static str) -> EnvironmentVariables {
    EnvironmentVariables { names, does }
}

/// All variables: first those that users set, then those that platforms set.
pub(super) const ALL: [EnvironmentVariables; 21] = [
    variables(&["RUSTC"], "the compiler: an absolute path, or a program in `PATH`"),
    variables(
        &["RUSTUP_TOOLCHAIN"],
        "the toolchain of rustup's whose compiler to use; the default is the version that the \
         grader was made for",
    ),
    variables(
        &["RUSTUP_HOME", "CARGO_HOME", "USERPROFILE"],
        "the folders with rustup's toolchains and with `rustup`, and the home folder that has them \
         by default",
    ),
    variables(
        &["HTTPS_PROXY"],
        "passed to rustup when it installs the WebAssembly target, as are other variables for \
         proxies, servers (`RUSTUP_DIST_SERVER`), and certificates",
    ),
    variables(
        &["PATH"],
        "the folders with `rustc`, `rustup`, and the program that opens the browser; relative \
         entries are ignored",
    ),
    variables(
        &[sandbox::build::CACHE_VARIABLE],
        "the cache folder; the default is `grader` in the user's cache folder",
    ),
    variables(
        &["XDG_CACHE_HOME", "HOME", "LOCALAPPDATA"],
        "the user's cache folder: the first variable that is set",
    ),
    variables(
        &[base::trust::ALONE_VARIABLE],
        "if `1`, everyone who can write to the grader's folders may change grades, as in a \
         container, on a Windows drive in WSL, or in a group of assistants",
    ),
    variables(
        &["TMPDIR"],
        "the folder where submissions are compiled, or `/tmp` if its path is not UTF-8; each run \
         removes the files of earlier runs that were killed",
    ),
    variables(&["NO_COLOR"], "if set, output has no colors, unless you use `--color`"),
    variables(
        &["CLICOLOR_FORCE"],
        "if set and not `0`, output has colors even without a terminal, unless you use `--color`",
    ),
    variables(&["COLUMNS"], "the width of help texts, if the terminal does not report its width"),
    variables(&["TERM"], "if `dumb`, there is no status line and no animation"),
    variables(
        &["LD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH", "SYSTEMROOT"],
        "passed to the compiler and to workers, because some systems need them to load programs, \
         without relative entries; no other variables are passed",
    ),
    variables(&[SUMMARY_VARIABLE], "`check --format github` appends its page to this file"),
    variables(&[OUTPUT_VARIABLE], "`check --format github` appends step outputs to this file"),
    variables(
        &[
            "CLASSROOM",
            "ASSIGNMENT",
            "ASSIGNMENT_TYPE",
            "OWNER",
            "USERNAME",
            "SUBMISSION_TAG",
            "COMMIT_URL",
            "RELEASE_URL",
            "REVIEW_URL",
        ],
        "set by Classroom 50: the submission and its student, for `--format classroom50`",
    ),
    variables(
        &[
            "SLURM_ARRAY_TASK_ID",
            "SLURM_ARRAY_TASK_MIN",
            "SLURM_ARRAY_TASK_STEP",
            "SLURM_ARRAY_TASK_COUNT",
        ],
        "set by Slurm in array jobs: the part of the class, for `--partition auto`",
    ),
    variables(&["CI_NODE_INDEX", "CI_NODE_TOTAL"], "the same, set by GitLab for `parallel`"),
    variables(
        &["JOB_COMPLETION_INDEX", "JOB_COMPLETIONS"],
        "the same; Kubernetes sets the first, and you set the second in the job description",
    ),
    variables(
        &["HOSTNAME", "COMPUTERNAME"],
        "the name of this machine in `run.json`, if no system file contains it",
    ),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::ALL;

    const OF_TESTS: [&str; 1] = ["SEEDS"];

    /// Collects the names of the variables that the source files in a folder read.
    fn asked_for(folder: &Path, names: &mut BTreeSet<String>) {
        for entry in fs::read_dir(folder)
            .expect("a folder with sources")
            .map(|entry| entry.expect("its entry"))
        {
            let path = entry.path();
            let is_source = path.extension().is_some_and(|ending| ending == "rs");
            if path.is_dir() && !path.ends_with("tests") && !path.ends_with("tools") {
                asked_for(&path, names);
            } else if is_source && !path.ends_with("build.rs") {
                let text = fs::read_to_string(&path).expect("a source");
                let calls = ["var", "var_os", "variable", "absolute_folder", "set", "needed"];
                for call in calls.map(|call| format!("{call}(\"")) {
                    let found = text.split(&call).skip(1).filter_map(|rest| rest.split('"').next());
                    let is_letter = |b: u8| b.is_ascii_uppercase() || b == b'_';
                    // Skip variables that cargo sets at build time.
                    let is_name = |name: &&str| {
                        !name.is_empty()
                            && name.bytes().all(is_letter)
                            && !name.starts_with("CARGO_")
                    };
                    names.extend(found.filter(is_name).map(str::to_owned));
                }
            }
        }
    }

    #[test]
    fn every_variable_in_the_code_is_documented() {
        let mut names = BTreeSet::new();
        for wing in [".", "../class", "../lab"] {
            asked_for(&Path::new(env!("CARGO_MANIFEST_DIR")).join(wing), &mut names);
        }
        assert!(names.contains("RUSTC") && names.contains("OWNER"), "{names:?}");
        let documented: BTreeSet<&str> =
            ALL.iter().flat_map(|variables| variables.names).copied().collect();
        for name in &names {
            let is_documented =
                documented.contains(name.as_str()) || OF_TESTS.contains(&name.as_str());
            assert!(
                is_documented,
                "the code reads `{name}`, but `environment.rs` does not list it"
            );
        }
    }
}
