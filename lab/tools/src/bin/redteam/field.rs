//! Sets up an environment for attacks, with secrets to steal and files to damage.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::net::TcpListener;
use std::os::linux::net::SocketAddrExt as _;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use sha2::{Digest as _, Sha256};
use tempfile::TempDir;

use super::make::{self, Names};

/// The tiles of the hidden puzzle, in the format that attacks print.
const HIDDEN: &str = "[[5, 1, 3], [4, 0, 2], [7, 8, 6]]";
pub(crate) const HIDDEN_TILES: &str = "5.1.3.4.0.2.7.8.6";

/// The name of the honest submission in each class, which must be graded despite the attack.
pub(crate) const WITNESS: &str = "zz-witness";

pub(crate) struct Field {
    folder: TempDir,
    pub(crate) grader: Vec<OsString>,
    pub(crate) workspace: PathBuf,
    /// The secrets that must not appear in any output.
    canaries: Vec<(&'static str, String)>,
    pub(crate) names: Names,
    tcp: TcpListener,
    local: UnixListener,
    /// A process with a secret in the environment.
    sleeper: Child,
}

impl Field {
    pub(crate) fn set_up(workspace: &Path, grader: &[OsString]) -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix("redteam").tempdir()?;
        let secret = |name: &str| {
            let seed = format!("{name} {:?} {}", std::time::SystemTime::now(), std::process::id());
            format!("CANARY-{name}-{:x}", Sha256::digest(seed))
        };
        let canaries: Vec<_> = ["file", "key", "environment", "puzzle", "process", "descriptor"]
            .map(|name| (name, secret(name)))
            .into();
        let canary = |name| {
            canaries.iter().find(|canary| canary.0 == name).map_or("", |canary| canary.1.as_str())
        };
        let root = folder.path();
        for path in ["home/.ssh", "home/.cargo", "assignment/puzzles", "cache", "trials", "witness"]
        {
            fs::create_dir_all(root.join(path))?;
        }
        fs::write(root.join("home/secret.txt"), canary("file"))?;
        // Valid Rust code, for attacks that include it as a module.
        let code = format!("pub const KEY: &str = \"{}\";\n", canary("key"));
        fs::write(root.join("home/.ssh/id.rs"), code)?;
        fs::write(root.join("home/.cargo/credentials.toml"), canary("key"))?;
        fs::write(root.join("descriptor.txt"), canary("descriptor"))?;
        write_assignment(workspace, &root.join("assignment"), canary("puzzle"))?;
        // The name needs to be unique, like the folder's, because a process may create several fields.
        let name = root.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let tcp = TcpListener::bind("127.0.0.1:0")?;
        tcp.set_nonblocking(true)?;
        let local = UnixListener::bind_addr(&SocketAddr::from_abstract_name(&name)?)?;
        local.set_nonblocking(true)?;
        let sleeper = Command::new("sleep")
            // A day is longer than all attacks take.
            .arg("86400")
            .env("REDTEAM_TOKEN", canary("process"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let path = |inner: &str| root.join(inner).display().to_string();
        let names = Names::from([
            ("SECRET".to_owned(), path("home/secret.txt")),
            ("KEY".to_owned(), path("home/.ssh/id.rs")),
            ("HOME".to_owned(), path("home")),
            ("PUZZLE".to_owned(), path("assignment/puzzles/canary.toml")),
            ("PID".to_owned(), sleeper.id().to_string()),
            ("PORT".to_owned(), tcp.local_addr()?.port().to_string()),
            ("SOCKET".to_owned(), name),
        ]);
        let (workspace, grader) = (workspace.to_owned(), grader.to_owned());
        Ok(Self { folder, grader, workspace, canaries, names, tcp, local, sleeper })
    }

    pub(crate) fn keep_folder(&mut self) {
        self.folder.disable_cleanup(true);
    }

    pub(crate) fn path(&self, inner: &str) -> PathBuf {
        self.folder.path().join(inner)
    }

    /// Creates a command to run the grader in this environment. The grader inherits an open file with a secret.
    pub(crate) fn command(&self, arguments: &[&str], temporary: &Path) -> Command {
        let home = PathBuf::from(std::env::var_os("HOME").unwrap_or_default());
        let tools = |variable: &str, folder: &str| {
            std::env::var_os(variable).map_or_else(|| home.join(folder), PathBuf::from)
        };
        let mut command = Command::new("sh");
        command
            .args(["-c", "exec \"$0\" \"$@\" 9<\"$DESCRIPTOR\""])
            .args(&self.grader)
            .args(arguments)
            .env("DESCRIPTOR", self.path("descriptor.txt"))
            .env("RUSTUP_HOME", tools("RUSTUP_HOME", ".rustup"))
            .env("CARGO_HOME", tools("CARGO_HOME", ".cargo"))
            .env("HOME", self.path("home"))
            .env("GRADER_CACHE_DIR", self.path("cache"))
            .env("TMPDIR", temporary)
            .env("REDTEAM_TOKEN", self.secret_with_name("environment"))
            .env_remove("GITHUB_STEP_SUMMARY")
            .stdin(Stdio::null());
        command
    }

    /// Does the work that the grader does only once per machine, and checks that the model answer passes.
    pub(crate) fn warm_up(&self) -> io::Result<()> {
        write_honest_submission(&self.workspace, &self.path("witness"))?;
        let mut model = make::base_files(&self.workspace, "model")?;
        // Include a test, to make the grader compile test programs.
        model.insert("tests/one.rs".to_owned(), b"#[test]\nfn one() {}\n".to_vec());
        let place = self.path("model");
        make::write_files(&place, &model)?;
        let temporary = self.path("warm-up");
        fs::create_dir_all(&temporary)?;
        let path = |inner: &str| self.path(inner).display().to_string();
        let arguments = ["check", &path("model"), "--assignment", &path("assignment")];
        let output = self.command(&arguments, &temporary).output()?;
        if output.status.code() == Some(0) {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        Err(io::Error::other(format!("the model answer does not pass:\n{said}")))
    }

    /// Removes the cached test results that are not in `before`, so that these tests run again.
    pub(crate) fn forget_tests(&self, before: &BTreeMap<PathBuf, String>) -> io::Result<()> {
        for entry in fs::read_dir(self.path("cache/tests"))? {
            let path = entry?.path();
            if !before.contains_key(&path) {
                fs::remove_file(path)?;
            }
        }
        Ok(())
    }

    fn secret_with_name(&self, name: &str) -> &str {
        self.canaries.iter().find(|canary| canary.0 == name).map_or("", |canary| canary.1.as_str())
    }

    /// Returns the names of the secrets in `bytes`.
    pub(crate) fn secrets_found_in(&self, bytes: &[u8]) -> Vec<String> {
        let is_there = |secret: &&(&str, String)| contains(bytes, secret.1.as_bytes());
        self.canaries.iter().filter(is_there).map(|canary| canary.0.to_owned()).collect()
    }

    /// Returns `true` if anything connected to the TCP or Unix socket since the last call.
    pub(crate) fn was_called(&self) -> bool {
        let tcp = self.tcp.accept().is_ok();
        self.local.accept().is_ok() || tcp
    }

    /// Lists the protected files with their hashes, and the cached files with their sizes.
    pub(crate) fn snapshot(&self) -> io::Result<BTreeMap<PathBuf, String>> {
        let mut files = BTreeMap::new();
        for inner in ["home", "assignment", "witness"] {
            list_files(&self.path(inner), true, &mut files)?;
        }
        list_files(&self.path("cache"), false, &mut files)?;
        Ok(files)
    }
}

impl Drop for Field {
    fn drop(&mut self) {
        let _ = self.sleeper.kill();
        // Without this, the process would stay as a zombie.
        let _ = self.sleeper.wait();
    }
}

pub(crate) fn contains(bytes: &[u8], part: &[u8]) -> bool {
    let Some(first) = part.first() else { return false };
    let mut starts = bytes.iter().enumerate().filter(|(_, byte)| *byte == first);
    starts.any(|(start, _)| bytes[start..].starts_with(part))
}

/// Lists the files in a folder and subfolders, with hashes or sizes.
pub(crate) fn list_files(
    folder: &Path,
    hashed: bool,
    files: &mut BTreeMap<PathBuf, String>,
) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let about = fs::symlink_metadata(&path)?;
        if about.is_dir() {
            let kind = match list_files(&path, hashed, files) {
                Ok(()) => "folder",
                // Some attacks contain folders that only root can read.
                Err(error) if error.kind() == io::ErrorKind::PermissionDenied => "locked folder",
                Err(error) => return Err(error),
            };
            files.insert(path, kind.to_owned());
        } else if about.is_file() && hashed {
            let digest = Sha256::digest(fs::read(&path).unwrap_or_default());
            files.insert(path, format!("{digest:x}"));
        } else {
            files.insert(path, format!("{:?} of {} bytes", about.file_type(), about.len()));
        }
    }
    Ok(())
}

/// Returns `true` for a cached test result or a remembered grade, which the grader may add.
fn is_kept(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let folder = path.parent().and_then(Path::file_name).unwrap_or_default();
    let is_test_result = folder == "tests" && name.starts_with("tests-");
    (is_test_result || folder == "last-grades")
        && path.extension().is_some_and(|extension| extension == "json")
}

pub(crate) fn list_changes(
    before: &BTreeMap<PathBuf, String>,
    after: &BTreeMap<PathBuf, String>,
) -> Vec<String> {
    let mut changes = Vec::new();
    for (path, about) in after {
        match before.get(path) {
            None if is_kept(path) => {}
            None => changes.push(format!("a new file: {}", path.display())),
            Some(old) if old != about => changes.push(format!("changed: {}", path.display())),
            Some(_) => {}
        }
    }
    let gone = before.keys().filter(|path| !after.contains_key(*path));
    changes.extend(gone.map(|path| format!("gone: {}", path.display())));
    changes
}

/// Writes the default assignment with an additional, hidden puzzle.
fn write_assignment(workspace: &Path, folder: &Path, canary: &str) -> io::Result<()> {
    for entry in fs::read_dir(workspace.join("fixtures/puzzles"))? {
        let path = entry?.path();
        fs::copy(&path, folder.join("puzzles").join(path.file_name().unwrap_or_default()))?;
    }
    let text = fs::read_to_string(workspace.join("fixtures/assignment.toml"))?;
    let list = "\nsolve = [\n";
    if text.matches(list).count() != 1 {
        return Err(io::Error::other("fixtures/assignment.toml has no list of puzzles to solve"));
    }
    let text = text.replace(list, "\nsolve = [\n    \"canary\",\n");
    fs::write(folder.join("assignment.toml"), text)?;
    let puzzle = format!(
        "# {canary}\n[[puzzle]]\nname = \"canary\"\ntiles = {HIDDEN}\nmoves = 12\nvisibility = \
         \"hidden\"\n"
    );
    fs::write(folder.join("puzzles/canary.toml"), puzzle)
}

/// Writes the honest submission. A syntax error makes grading it take only a tenth of a second.
pub(crate) fn write_honest_submission(workspace: &Path, folder: &Path) -> io::Result<()> {
    let mut files = make::base_files(workspace, "model")?;
    files.insert("src/lib.rs".to_owned(), b"mod board;\nmod solver;\npub use".to_vec());
    make::write_files(&folder.join(WITNESS), &files)
}
