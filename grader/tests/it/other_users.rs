//! Tests with two ordinary users on one machine. Neither can harm the other's work.

use std::fs::{self, Permissions};
use std::io::Write as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use insta::assert_snapshot;
use tempfile::TempDir;

use crate::process::{Finish as _, Process};
use crate::support::{Bench, PROGRAM, code, stderr, stdout};

/// The user who grades.
const TA: u32 = 64_001;

const MALLORY: u32 = 64_002;

/// A folder that all users can enter, with a copy of the program, and a sticky folder for temporary files.
struct SharedMachine {
    folder: TempDir,
}

impl SharedMachine {
    fn new() -> Self {
        // Other users can enter this folder, unlike that of `TMPDIR` perhaps.
        let folder = tempfile::tempdir_in("/tmp").unwrap();
        let machine = Self { folder };
        machine.set_mode(".", 0o755);
        fs::copy(PROGRAM, machine.path("grader")).unwrap();
        for (name, mode, user) in
            [("tmp", 0o1777, 0), ("ta", 0o755, TA), ("mallory", 0o755, MALLORY)]
        {
            fs::create_dir(machine.path(name)).unwrap();
            machine.set_mode(name, mode);
            chown(machine.path(name), Some(user), Some(user)).unwrap();
        }
        machine
    }

    fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    fn set_mode(&self, path: &str, mode: u32) {
        fs::set_permissions(self.path(path), Permissions::from_mode(mode)).unwrap();
    }

    fn add_class(&self) {
        for name in ["alice", "bob"] {
            let folder = self.path("ta/class").join(name);
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join("board.rs"), "pub struct Board;\n").unwrap();
        }
    }

    /// Gives a folder and everything in it to a user.
    fn give(&self, user: u32, path: &str) {
        let mut command = Command::new("chown");
        command.args(["-R", &format!("{user}:{user}")]).arg(self.path(path));
        assert_eq!(code(&command.finish()), 0);
    }

    fn command(&self, user: u32, program: impl AsRef<Path>, arguments: &[&str]) -> Command {
        let home = self.path(if user == TA { "ta" } else { "mallory" });
        let mut command = Command::new(program.as_ref());
        command.args(arguments).uid(user).gid(user).current_dir(&home).env("HOME", &home);
        command.env("TMPDIR", self.path("tmp")).env_remove("XDG_CACHE_HOME");
        command.env_remove("GRADER_CACHE_DIR").env_remove("GRADER_ALONE");
        command
    }

    /// Runs the grader as the user who grades. Fails if this does not end.
    fn grader(&self, arguments: &[&str]) -> Output {
        self.command(TA, self.path("grader"), arguments).finish()
    }

    /// Runs a script as the other user.
    fn mallory(&self, script: &str) {
        let output = self.command(MALLORY, "sh", &["-euc", script]).finish();
        assert_eq!(code(&output), 0, "{}", stderr(&output));
    }

    fn snapshot(&self, output: &Output) -> String {
        let (path, text) = (self.path(""), format!("{}{}", stdout(output), stderr(output)));
        let text = text.replace(path.to_str().unwrap(), "[DIR]/");
        format!("exit code {}\n{}", code(output), text.trim_end())
    }

    /// Lists a folder with everything that can be seen of it.
    fn listing(&self, path: &str) -> String {
        let script = "find . -printf '%p %y %m %U %G %s %T@ %i %l\\n' | sort; grep -r '' . -D skip";
        let mut command = Command::new("sh");
        command.args(["-c", script]).current_dir(self.path(path));
        stdout(&command.finish()).to_owned()
    }
}

/// Lets the kernel follow links of other users in sticky folders, as many containers do. Restores the setting on drop.
struct Unprotected(String);

const PROTECTION: &str = "/proc/sys/fs/protected_symlinks";

impl Unprotected {
    fn new() -> Option<Self> {
        let before = fs::read_to_string(PROTECTION).ok()?;
        fs::write(PROTECTION, "0").ok()?;
        Some(Self(before))
    }
}

impl Drop for Unprotected {
    fn drop(&mut self) {
        let _ = fs::write(PROTECTION, &self.0);
    }
}

/// Everything in the folder for temporary files that has tempted the grader to wait or to delete.
const TRAPS: &str = r#"
cd "$TMPDIR"
mkdir grader-pipe && mkfifo grader-pipe/owner
ln -s ../ta/precious grader-link
mkdir grader-inner && ln -s ../../ta/precious/owner grader-inner/owner && ln -s ../../ta/precious grader-inner/more
mkdir -m 700 grader-private && touch grader-private/owner grader-private/file
mkdir grader-open && touch grader-open/owner && chmod -R 777 grader-open
mkfifo grader-fifo
mkdir grader-class-1 && mkfifo grader-class-1/owner
"#;

#[ignore = "needs root: cargo test -p grader --test it -- --ignored other_users"]
#[test]
fn folders_of_other_users_are_neither_opened_nor_removed() {
    let unprotected = Unprotected::new();
    if unprotected.is_none() {
        let _ =
            writeln!(std::io::stderr(), "SKIPPED without fs.protected_symlinks: it is read-only");
    }
    let machine = SharedMachine::new();
    machine.add_class();
    fs::create_dir_all(machine.path("ta/precious/sub")).unwrap();
    for file in ["owner", "sub/file"] {
        fs::write(machine.path("ta/precious").join(file), "precious\n").unwrap();
    }
    machine.give(TA, "ta");
    machine.set_mode("ta/precious", 0o700);
    // Left by a run of the user who grades that was killed.
    fs::create_dir(machine.path("tmp/grader-killed")).unwrap();
    fs::write(machine.path("tmp/grader-killed/owner"), "").unwrap();
    std::os::unix::fs::symlink("../../ta/precious", machine.path("tmp/grader-killed/link"))
        .unwrap();
    machine.give(TA, "tmp/grader-killed");
    machine.set_mode("tmp/grader-killed", 0o700);
    machine.mallory(TRAPS);
    let precious = machine.listing("ta/precious");
    let grade = |arguments: &[&str]| {
        let output = machine.grader(arguments);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        assert_eq!(machine.listing("ta/precious"), precious);
    };
    let killed = machine.path("tmp/grader-killed");
    grade(&["similar", "class"]);
    assert!(!killed.exists(), "it belongs to the user, and its owner is gone");
    let traps = machine.listing("tmp");
    grade(&["similar", "class"]);
    assert_eq!(
        machine.listing("tmp").lines().skip(1).collect::<Vec<_>>(),
        traps.lines().skip(1).collect::<Vec<_>>()
    );

    // Exchange a folder and a link all the time.
    let swap = r#"
cd "$TMPDIR"
mkdir -m 777 grader-swap && touch grader-swap/owner
while :; do mv grader-swap aside; ln -s ../ta/precious grader-swap; rm grader-swap; mv aside grader-swap; done
"#;
    let mut swapping = Process::start(&mut machine.command(MALLORY, "sh", &["-c", swap]));
    for _ in 0..20 {
        grade(&["similar", "class"]);
    }
    assert!(!swapping.has_ended());
    swapping.kill();
}

#[ignore = "needs root: cargo test -p grader --test it -- --ignored other_users"]
#[test]
fn a_folder_for_temporary_files_that_others_can_exchange_is_refused() {
    let machine = SharedMachine::new();
    machine.add_class();
    machine.give(TA, "ta");
    machine.set_mode("tmp", 0o777);
    assert_snapshot!(machine.snapshot(&machine.grader(&["similar", "class"])), @"
    exit code 3
    error: cannot use the temporary folder
      caused by: other users can write to `[DIR]/tmp`

    hint: run `chmod go-w '[DIR]/tmp'`, or set `TMPDIR` to a folder of your own; if everyone who can write there may change grades, as in a container, on a Windows drive in WSL, or in a group of assistants, set `GRADER_ALONE=1`

    No submissions were graded. This does not cost anyone points.
    ");
    let mut alone = machine.command(TA, machine.path("grader"), &["similar", "class"]);
    assert_eq!(code(&alone.env("GRADER_ALONE", "1").finish()), 0);
}

#[ignore = "needs root: cargo test -p grader --test it -- --ignored other_users"]
#[test]
fn other_users_can_neither_lock_nor_plant_grades() {
    let bench = Bench::new();
    bench.write("class/carl/board.rs", "pub struct Board // carl\n");
    let output = bench.grade(&["grade", "class", "--out", "grades"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let machine = SharedMachine::new();
    let mut copy = Command::new("cp");
    copy.arg("-r").arg(bench.path("grades")).arg(machine.path("ta/grades"));
    assert_eq!(code(&copy.finish()), 0);
    machine.give(TA, "ta");
    // As an older version of the grader left it.
    machine.set_mode("ta/grades", 0o755);
    machine.set_mode("ta/grades/.lock", 0o644);
    let script = "exec flock --exclusive ../ta/grades/.lock sh -c 'echo held; exec sleep 1000000'";
    let mut held = Process::start(&mut machine.command(MALLORY, "sh", &["-c", script]));
    held.until("held");
    let merge = || machine.grader(&["merge", "grades", "--out", "grades"]);
    for _ in 0..2 {
        let output = merge();
        assert!(!stderr(&output).contains("another run"), "{}", stderr(&output));
        assert_eq!(code(&output), 0, "{}", stderr(&output));
    }
    let lock = fs::metadata(machine.path("ta/grades/.lock")).unwrap();
    assert_eq!((lock.mode() & 0o777, lock.uid()), (0o600, TA));
    drop(held);
    let output = machine.command(MALLORY, "sh", &["-c", script]).finish();
    assert_ne!(code(&output), 0, "the new lock is closed to others");

    machine.set_mode("ta/grades", 0o777);
    machine.mallory("echo '{}' >../ta/grades/submissions.json");
    for arguments in [
        &["grade", "class", "--out", "grades"][..],
        &["report", "grades"],
        &["merge", "grades", "--out", "merged"],
    ] {
        let output = machine.grader(arguments);
        assert_eq!(code(&output), 2, "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains("other users can write to"), "{}", stderr(&output));
    }
    assert_snapshot!(machine.snapshot(&machine.grader(&["report", "grades"])), @"
    exit code 2
    error: cannot use the folder `grades`
      caused by: other users can write to `[DIR]/ta/grades`

    hint: run `chmod go-w '[DIR]/ta/grades'`, or use a folder of your own; if everyone who can write there may change grades, as in a container, on a Windows drive in WSL, or in a group of assistants, set `GRADER_ALONE=1`
    ");
}
