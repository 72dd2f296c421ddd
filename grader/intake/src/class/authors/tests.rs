use super::super::{SubmissionSource, escape_as_file_name};
use super::*;

fn file(text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("groups.csv");
    std::fs::write(&path, text).unwrap();
    (folder, path)
}

fn groups(text: &str) -> Result<Authors, ClassReadError> {
    read_groups(&file(text).1)
}

fn members(groups: &Authors, from: Option<Platform>, id: &str, name: &str) -> String {
    let named = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    let student = Person { id: named(id), name: named(name), ..Person::default() };
    let mut entry = Attempt {
        students: from.map(|_| student).into_iter().collect(),
        from,
        ..Attempt::new(
            "x",
            SubmissionSource::Folder(format!("/class/{}", escape_as_file_name(name)).into()),
        )
    };
    match groups.assign_groups(std::slice::from_mut(&mut entry)) {
        Ok(()) | Err(ClassReadError::NoGroup { .. }) => {}
        Err(error) => return error.to_string().split_once(": ").unwrap().1.to_owned(),
    }
    let ids: Vec<_> = entry.students.iter().filter_map(|student| student.id.clone()).collect();
    format!("{}: {}", entry.group.as_deref().unwrap_or("-"), ids.join(" "))
}

const CANVAS: &str = "\
name,canvas_user_id,user_id,login_id,sections,group_name,canvas_group_id,group_id
\"Doe, Jane\",11,u1,jane,A,Team 1,5,
\"Roe, John\",12,u2,jr,A,Team 1,5,
\"Poe, Zoe\",13,,zp,A,Team 2,6,
\"Moe, Eve\",14,u4,eve,A,,,
";

#[test]
fn a_canvas_group_submission_belongs_to_all_members() {
    let groups = groups(CANVAS).unwrap();
    let of = |id: &str, name: &str| members(&groups, Some(Platform::Canvas), id, name);
    assert_eq!(of("12", "team1"), "Team 1: u1 u2");
    assert_eq!(of("13", "team2"), "Team 2: zp");
    // Numbers of students outside the group, a student without a group, and an unknown group.
    assert_eq!(of("13", "team1"), "-: 13");
    assert_eq!(of("11", "doejane"), "-: 11");
    assert_eq!(of("11", "team3"), "-: 11");
    let eve = Person { id: Some("u4".to_owned()), ..Person::default() };
    let sam = Person { id: Some("u9".to_owned()), ..Person::default() };
    let doubt = groups.explain_doubts(&[]);
    assert_eq!((doubt(&eve), doubt(&sam)), (None, Some("not in the list of groups".to_owned())));
}

#[test]
fn moodle_groups_are_read_in_several_languages() {
    for text in [
        "Identifier,Full name,ID number,Status,Group,Grade,Maximum Grade\n\
         Participant 7,Jane Doe,u1,x,Team 1,,100\nParticipant 8,John Roe,u2,x,Team 1,,100\n",
        "ID,Vollständiger Name,ID-Nummer,Status,Gruppe,Bewertung,Bestwertung\n\
         Teilnehmer/in7,Jane Doe,u1,x,Team 1,,100\nTeilnehmer/in8,John Roe,u2,x,Team 1,,100\n",
        "Prénom,Nom,Numéro d'identification,Groupes\nJane,Doe,u1,\"X, Team 1\"\n\
         John,Roe,u2,\"Team 1, Y\"\n",
        "Nombre,Apellido(s),Número de ID,Grupos\nJane,Doe,u1,Team 1\nJohn,Roe,u2,Team 1\n",
    ] {
        let groups = groups(text).unwrap();
        let found = members(&groups, Some(Platform::Moodle), "123", "Team 1");
        assert_eq!(found, "Team 1: u1 u2", "{text}");
    }
}

#[test]
fn a_folder_may_be_named_after_a_group() {
    let of = |text: &str, name: &str| members(&groups(text).unwrap(), None, "", name);
    assert_eq!(of("id,group\nu1,red\nu2,red\nu3,blue\n", "red"), "red: u1 u2");
    assert_eq!(of("id,group\nu1,red\nu2,red\nu3,blue\n", "green"), "-: ");
    // Two spellings of a group, two groups with the same letters, and a student with a group's name.
    assert_eq!(of("id,group\nu1,Team 1\nu2,team-1\n", "TEAM_1"), "Team 1: u1 u2");
    let name_the_authors = "another group, or a student: name the authors of this submission \
                            with `--authors`";
    assert_eq!(
        of("id,group\nu1,A-B\nu2,AB\n", "AB"),
        format!("`AB` may be the group `A-B`, {name_the_authors}")
    );
    assert_eq!(
        of("id,name,group\nu1,Red,red\nu2,x,red\n", "red"),
        format!("`red` may be the group `red`, {name_the_authors}")
    );
}

#[test]
fn a_file_of_authors_names_one_or_more_students_for_each_entry() {
    let declared = |text: &str| {
        let (_folder, path) = file(text);
        let entry = |name: &str| {
            Attempt::new(name, SubmissionSource::Archive(format!("/class/{name}.zip").into()))
        };
        let mut entries = [entry("a"), entry("B c"), entry("B-c"), entry("d")];
        if let Err(error) =
            read_authors(&path, None).and_then(|authors| authors.set_authors(&mut entries))
        {
            return error.to_string().split_once("line ").unwrap().1.to_owned();
        }
        let shown = entries.iter().filter(|entry| entry.is_declared).map(|entry| {
            let ids = entry.students.iter().filter_map(|student| student.id.as_deref());
            format!("{}: {}", entry.name, ids.collect::<Vec<_>>().join(" "))
        });
        shown.collect::<Vec<_>>().join(", ")
    };
    let all = [
        "entry,students,note\na.zip,1; 2,x\nB c,3,\nd,,\n",
        "sep=;\nFolder;Student 1;Student 2\na;\"=\"\"1\"\"\";2\nB c;3;\nd;;\n",
        "entry,email\nA,1\nA,2\nB c.zip,3\n",
    ];
    for text in all {
        assert_eq!(declared(text), "a: 1 2, B_c: 3", "{text}");
    }
    assert_eq!(declared("entry,student\na,-\n"), "a: ");
    insta::assert_snapshot!(
        [
            declared("entry,student\nB d,1\n"),
            declared("sep=,\nentry,student\nbc,1\n"),
            declared("entry,student\na,1\nB c,1\n"),
            declared("entry,student\n,1\n"),
        ]
        .join("\n"),
        @"
    2: no submission is named `B d`; the closest name is `B c`
    3: several submissions are named `bc`
    3: the student `1` already appears on line 2, for `a`
    2: the name of the folder or file is missing
    "
    );
}

#[test]
fn a_file_without_a_group_column_is_rejected() {
    let error = groups("id,name\nu1,Jane\n").unwrap_err();
    let path = "groups.csv` needs a column with each student's group, such as `group`";
    assert!(error.to_string().ends_with(path), "{error}");
}
