use super::*;

fn kit(files: &[(&str, &str)]) -> Files {
    let mut files: Files =
        files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    let record = KitRecord::new("mine", &files).text();
    files.insert(RECORD.to_owned(), record);
    files
}

fn write_all(folder: &Path, files: &Files) {
    for (path, text) in files {
        let file = folder.join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
}

fn plan(folder: &Path, files: &Files) -> KitUpdate {
    let record = KitRecord::read(folder).unwrap().unwrap_or_default();
    KitUpdate::plan(folder, &record, files).unwrap()
}

fn describe(update: &KitUpdate) -> String {
    let lines = update.changes.iter().map(|change| format!("{}: {:?}", change.path, change.kind));
    lines.collect::<Vec<_>>().join("\n")
}

fn text(folder: &Path, path: &str) -> Option<String> {
    fs::read_to_string(folder.join(path)).ok()
}

#[test]
fn only_files_that_the_student_has_not_changed_are_replaced_or_removed() {
    let here = tempfile::tempdir().unwrap();
    let folder = here.path();
    write_all(
        folder,
        &kit(&[
            ("same", "1\n"),
            ("old", "1\n2\n"),
            ("crlf", "1\n2\n"),
            ("mine", "todo\n"),
            ("both", "1\n"),
            ("dir/blocked", "1\n"),
            ("gone", "1\n"),
            ("removed", "1\n"),
            ("obsolete", "1\n"),
        ]),
    );
    for (path, mine) in [
        ("mine", "done\n"),
        ("both", "mine\n"),
        ("dir/blocked", "mine\n"),
        ("dir/blocked.new", "also mine\n"),
        ("obsolete", "mine\n"),
        ("crlf", "1\r\n2\r\n"),
        ("own", "own\n"),
    ] {
        fs::write(folder.join(path), mine).unwrap();
    }
    fs::remove_file(folder.join("gone")).unwrap();
    let new = kit(&[
        ("same", "1\n"),
        ("old", "1\n3\n4\n"),
        ("crlf", "1\n3\n"),
        ("mine", "todo\n"),
        ("both", "2\n"),
        ("dir/blocked", "2\n"),
        ("gone", "2\n"),
        ("new/file", "1\n"),
    ]);
    let update = plan(folder, &new);
    insta::assert_snapshot!(describe(&update), @r#"
    both: Offered("both.new")
    crlf: Replaced(ChangedLines { added: 1, removed: 1 })
    dir/blocked: Kept(NoPlace)
    gone: Kept(Gone)
    new/file: Added
    obsolete: Kept(Obsolete)
    old: Replaced(ChangedLines { added: 2, removed: 1 })
    removed: Removed
    "#);
    assert_eq!(text(folder, "old").unwrap(), "1\n2\n", "a plan writes nothing");
    update.apply().unwrap();
    for (path, expected) in [
        ("same", Some("1\n")),
        ("old", Some("1\n3\n4\n")),
        ("crlf", Some("1\n3\n")),
        ("mine", Some("done\n")),
        ("both", Some("mine\n")),
        ("both.new", Some("2\n")),
        ("dir/blocked", Some("mine\n")),
        ("dir/blocked.new", Some("also mine\n")),
        ("gone", None),
        ("new/file", Some("1\n")),
        ("removed", None),
        ("obsolete", Some("mine\n")),
        ("own", Some("own\n")),
    ] {
        assert_eq!(text(folder, path).as_deref(), expected, "{path}");
    }
    // Files that need attention are reported once.
    assert_eq!(describe(&plan(folder, &new)), "");
}

#[test]
fn without_a_record_only_missing_files_are_written() {
    let here = tempfile::tempdir().unwrap();
    let folder = here.path();
    fs::write(folder.join("old"), "1\n").unwrap();
    let update = plan(folder, &kit(&[("old", "2\n"), ("new", "1\n")]));
    assert_eq!(describe(&update), "new: Added\nold: Offered(\"old.new\")");
    update.apply().unwrap();
    assert_eq!(text(folder, "old").unwrap(), "1\n");
}

#[cfg(unix)]
#[test]
fn links_and_paths_out_of_the_folder_are_not_followed() {
    use std::os::unix::fs::symlink;

    let here = tempfile::tempdir().unwrap();
    let (folder, outside) = (here.path().join("in"), here.path().join("out"));
    let old = kit(&[("a/file", "1\n"), ("link", "1\n"), ("../out/old", "1\n")]);
    write_all(&folder, &old);
    fs::create_dir_all(&outside).unwrap();
    fs::rename(folder.join("a"), outside.join("a")).unwrap();
    fs::rename(folder.join("link"), outside.join("link")).unwrap();
    symlink(outside.join("a"), folder.join("a")).unwrap();
    symlink(outside.join("link"), folder.join("link")).unwrap();
    let new = kit(&[("a/file", "2\n"), ("a/new", "2\n"), ("link", "2\n")]);
    let update = plan(&folder, &new);
    insta::assert_snapshot!(describe(&update), @"
    ../out/old: Kept(Irregular)
    a/file: Kept(Irregular)
    a/new: Kept(Irregular)
    link: Kept(Irregular)
    ");
    update.apply().unwrap();
    for path in ["a/file", "link", "old"] {
        assert_eq!(text(&outside, path).unwrap(), "1\n", "{path}");
    }
    assert_eq!(text(&outside, "a/new"), None);
    assert!(folder.join("link").is_symlink());
}

#[test]
fn a_damaged_record_is_an_error() {
    let here = tempfile::tempdir().unwrap();
    assert_eq!(KitRecord::read(here.path()).unwrap(), None);
    for (text, expected) in
        [("{", "it is damaged"), (r#"{"schema":"kit/2","name":"a","files":{}}"#, "its schema")]
    {
        fs::write(here.path().join(RECORD), text).unwrap();
        let error = KitRecord::read(here.path()).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    }
}
