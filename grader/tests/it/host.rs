//! Tests that nothing in or around a submission chooses the programs that the grader starts.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use crate::process::Finish as _;
use crate::support::{Bench, code, stderr, stdout};

/// Programs that the grader, rustup, cargo, the compiler or git could start by name.
const PROGRAMS: [&str; 16] = [
    "rustc", "rustup", "cargo", "rustdoc", "rust-lld", "wasm-ld", "lld", "ld", "ld.lld", "cc",
    "gcc", "clang", "git", "sh", "xdg-open", "grader",
];

/// Writes every file that configures rustup, cargo, the compiler, git, the linker or the loader, and programs that leave
/// a mark in the file `mark`, to a folder.
fn configure(bench: &Bench, folder: &str) {
    let mark = bench.path("mark").display().to_string();
    let tools = bench.path(&format!("{folder}/tools")).display().to_string();
    let script = format!("#!/bin/sh\necho \"$0 $*\" >>'{mark}'\nexit 1\n");
    for program in PROGRAMS {
        for place in ["", "bin/", "tools/bin/", "tools/", ".cargo/bin/", ".git/hooks/"] {
            let file = format!("{folder}/{place}{program}");
            bench.write(&file, &script);
            let permissions = fs::Permissions::from_mode(0o755);
            fs::set_permissions(bench.path(&file), permissions).expect("a program");
        }
    }
    let cargo = format!(
        "[build]\nrustc = '{tools}/rustc'\nrustc-wrapper = '{tools}/rustc'\ntarget = 'x'\nrustflags = ['--cfg', 'x']\n\
         [env]\nRUSTC = '{tools}/rustc'\nPATH = '{tools}'\n[alias]\ncheck = 'x'\n\
         [target.wasm32-wasip1]\nlinker = '{tools}/ld'\nrunner = '{tools}/sh'\n"
    );
    let git = format!(
        "[core]\nfsmonitor = {tools}/git\npager = {tools}/git\nhooksPath = {tools}\nsshCommand = {tools}/git\n\
         [include]\npath = {tools}/x\n[diff]\nexternal = {tools}/git\n"
    );
    fs::create_dir_all(bench.path(&format!("{folder}/tools/lib"))).expect("a folder");
    for (file, text) in [
        ("rust-toolchain.toml", format!("[toolchain]\npath = '{tools}'\n")),
        ("rust-toolchain", "nightly\n".to_owned()),
        ("settings.toml", "default_toolchain = 'nightly'\n".to_owned()),
        (".rustup/settings.toml", "default_toolchain = 'nightly'\n".to_owned()),
        (".cargo/config.toml", cargo.clone()),
        (".cargo/config", cargo.clone()),
        ("config.toml", cargo),
        (".git/config", git.clone()),
        (".git/HEAD", "ref: refs/heads/main\n".to_owned()),
        (".gitconfig", git.clone()),
        (".config/git/config", git),
        (".gitattributes", "* filter=x diff=x\n".to_owned()),
        (".gitmodules", "[submodule \"x\"]\npath = x\nurl = ext::x\n".to_owned()),
        (".envrc", format!("export RUSTC={tools}/rustc\n")),
        (".env", format!("RUSTC={tools}/rustc\n")),
        (".tool-versions", "rust nightly\n".to_owned()),
        ("mise.toml", "[tools]\nrust = 'nightly'\n".to_owned()),
        ("ld.so.preload", format!("{tools}/x.so\n")),
        ("ld.so.conf", format!("{tools}\n")),
        ("etc/ld.so.preload", format!("{tools}/x.so\n")),
        ("wasm32-wasip1.json", "{}".to_owned()),
        ("clippy.toml", "x = 1\n".to_owned()),
        ("rustfmt.toml", "x = 1\n".to_owned()),
        ("lib/rustlib/wasm32-wasip1/lib/libstd.rlib", String::new()),
        ("libstd.rlib", String::new()),
        ("libc.so.6", String::new()),
        ("libLLVM.so", String::new()),
    ] {
        bench.write(&format!("{folder}/{file}"), text);
    }
}

/// Runs a command in a folder with relative entries in `PATH`, and settings for everything that might obey them.
fn output_in(bench: &Bench, folder: &str, arguments: &[&str]) -> String {
    let mut command = bench.command(arguments);
    let path = std::env::var("PATH").expect("a search path");
    command.current_dir(bench.path(folder)).env("PATH", format!(":.:bin:tools:{path}:"));
    for (name, value) in [
        ("RUSTC_WRAPPER", "tools/rustc"),
        ("CARGO", "tools/cargo"),
        ("RUSTFLAGS", "-Clinker=tools/ld"),
        ("CARGO_BUILD_RUSTC", "tools/rustc"),
        ("CARGO_TARGET_WASM32_WASIP1_LINKER", "tools/ld"),
        ("GIT_CONFIG_GLOBAL", ".gitconfig"),
        ("GIT_EXTERNAL_DIFF", "tools/git"),
        ("RUST_TARGET_PATH", "."),
        ("RUSTC_BOOTSTRAP", "1"),
    ] {
        command.env(name, value);
    }
    let output = bench.finish_grade(&mut command);
    assert!(!stderr(&output).contains("error"), "{}", stderr(&output));
    format!("{}\n{}", code(&output), stdout(&output))
}

#[test]
fn a_folder_full_of_configuration_gives_the_same_grade() {
    let arguments = ["check", ".", "--format", "json"];
    let plain = Bench::with_model();
    let expected = output_in(&plain, "alice", &arguments);
    assert!(expected.starts_with("0\n"), "{expected}");
    let bench = Bench::with_model();
    // The folder of the class surrounds the submission.
    fs::create_dir(bench.path("class")).expect("a folder");
    fs::rename(bench.path("alice"), bench.path("class/alice")).expect("a class");
    configure(&bench, "class");
    configure(&bench, "class/alice");
    assert_eq!(output_in(&bench, "class/alice", &arguments), expected);
    let mark = fs::read_to_string(bench.path("mark")).unwrap_or_default();
    assert_eq!(mark, "", "the grader has started these programs");
}

#[test]
fn a_class_folder_full_of_configuration_gives_the_same_grades() {
    let graded = |is_hostile: bool| {
        let bench = Bench::new();
        bench.write("class/alice/src/lib.rs", "pub struct Board;");
        if is_hostile {
            configure(&bench, "class/alice");
        }
        let out = bench.path("grades").display().to_string();
        output_in(&bench, "class", &["grade", ".", "--out", &out]);
        assert!(!bench.path("mark").exists(), "{}", bench.read("mark"));
        bench.read("grades/submissions/alice/grade.json")
    };
    assert_eq!(graded(true), graded(false));
}

/// The process sandbox shows libraries, but not the folders that they are in.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "needs user namespaces and Landlock: cargo test -p grader --test it -- --ignored namespaces"]
fn namespaces_and_landlock_show_no_files_beside_libraries() {
    use jail::{MemoryLimit, ProcessLimits, ProcessSandbox, SandboxLayer, SandboxLayers};

    let layers = [SandboxLayer::Namespaces, SandboxLayer::Landlock];
    let secrets = ["/usr/lib/os-release", "/etc/ld.so.conf", "/etc/passwd", "/lib/os-release"];
    // `cat` needs the loader and the C library, like this program.
    let libraries = sandbox::build::own_libraries();
    for layer in layers {
        let sandbox = ProcessSandbox {
            read: Vec::new(),
            execute: [&["/bin/cat".into()], libraries].concat(),
            write: Vec::new(),
            limits: ProcessLimits {
                cpu: 10,
                memory: MemoryLimit::AddressSpace(1 << 30),
                file: 1 << 20,
                descriptors: 64,
                processes: 64,
            },
            is_innermost: true,
            layers: [layer].into_iter().collect::<SandboxLayers>(),
        };
        let sandbox = serde_json::to_string(&sandbox).expect("a description");
        let cat = |file: &str| {
            let bench = Bench::new();
            let arguments = [jail::child::SANDBOXED, &sandbox, "/bin/cat", file];
            let output = bench.command(&arguments).finish();
            (output.status.success(), stderr(&output).to_owned())
        };
        let (works, said) = cat("/dev/null");
        assert!(works, "`cat` does not run with `{layer}`: {said}");
        for secret in secrets.into_iter().filter(|path| Path::new(path).is_file()) {
            assert!(!cat(secret).0, "{layer} shows {secret}");
        }
    }
}
