//! Tests rosters, whether written manually or exported, and matching.

use super::*;
use crate::class::{Attempt, Platform, SubmissionSource};

fn roster(text: &[u8]) -> Result<Roster, ClassReadError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("roster.csv");
    std::fs::write(&path, text).unwrap();
    read_roster(&path)
}

fn students(text: &[u8]) -> Vec<Person> {
    roster(text).unwrap().students.into_iter().map(|student| student.person).collect()
}

#[test]
fn columns_are_found_by_their_names() {
    let jane = Person {
        id: Some("1001".to_owned()),
        name: Some("Doe, Jane \"JD\"".to_owned()),
        email: Some("jane@uni.example".to_owned()),
        section: Some("2".to_owned()),
        ..Person::default()
    };
    let text = "\u{feff}Email,Section,NAME,ID\n\
                jane@uni.example,2,\"Doe, Jane \"\"JD\"\"\", 1001\n,,,\n";
    assert_eq!(students(text.as_bytes()), [jane]);
    let text = b"First name;Surname;ID number;Email address\r\nJane;Doe;7;\r\n";
    let jane =
        Person { id: Some("7".to_owned()), name: Some("Jane Doe".to_owned()), ..Person::default() };
    assert_eq!(students(text), [jane]);
    let text = b"Username,SIS User ID\njane,u1\n";
    let [jane] = &students(text)[..] else { panic!("one is on it") };
    assert_eq!((jane.id.as_deref(), jane.sid.as_deref()), (Some("u1"), Some("jane")));
}

#[test]
fn an_invalid_line_is_reported_with_its_number() {
    let line = |text: &[u8]| match roster(text) {
        Err(ClassReadError::Line { line, message, .. }) => (line, message),
        other => panic!("{other:?}"),
    };
    assert_eq!(
        line(b"id,name\n1,a\n\n2,b\n1,c\n"),
        (5, "the id `1` already appears on line 2".to_owned())
    );
    assert_eq!(line(b"id,name\r\n1,a\r\n\r\n2,b\r\n1,c\r\n").0, 5);
    assert_eq!(line(b"id,name\nA,a\na,b\n").0, 3);
    assert_eq!(line(b"id,name\n,a\n"), (2, "the id is missing".to_owned()));
    assert_eq!(
        line(b"id,name\n1,a,b\n"),
        (2, "this line has 3 fields, but the header has 2".to_owned())
    );
    assert!(matches!(roster(b"id,name\n"), Err(ClassReadError::EmptyRoster { .. })));
    assert!(matches!(roster(b"name\nx\n"), Err(ClassReadError::NoColumn { .. })));
    assert!(matches!(roster(b"id\n\xff\n"), Err(ClassReadError::NotText { .. })));
}

#[test]
fn students_are_found_by_id_email_or_name() {
    let roster = roster(
        b"id,name,email\n1,Jane Doe,jd@x.example\n2,John Roe,jr@x.example\n3,Jo Ann Poe,\n\
          4,Sam Lee,\n5,Lee Sam,\n",
    )
    .unwrap();
    let keys = Keys::new(&roster.students);
    let find = |id: &str, name: &str, email: &str| {
        let some = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        let (id, name, email) = (some(id), some(name), some(email));
        keys.find_in_roster(&Person { id, name, email, ..Person::default() }, None)
    };
    assert_eq!(find("99", "", "JD@x.example"), Ok(0));
    assert_eq!(find("jr", "", ""), Ok(1));
    assert_eq!(find("99", "doejane", ""), Ok(0));
    assert_eq!(find("99", "poejoann", ""), Ok(2));
    assert_eq!(find("2", "J. Roe", ""), Ok(1), "nobody else is called that");

    let why = |id: &str, name: &str, email: &str| find(id, name, email).unwrap_err().to_string();
    insta::assert_snapshot!(
        [
            why("99", "Sam Lee", ""),
            why("99", "Jane Deo", ""),
            why("99", "Nobody Else Whatsoever", ""),
            why("2", "Jane Doe", ""),
            why("1", "", "jr@x.example"),
            why("99", "", ""),
        ]
        .join("\n"),
        @"
    two students on the roster are named `Sam Lee`; use ids (4, 5)
    `Jane Deo` is not on the roster; the closest match is Jane Doe (1)
    `Nobody Else Whatsoever` is not on the roster
    the id `2` belongs to John Roe (2), but the name `Jane Doe` belongs to Jane Doe (1)
    the id `1` belongs to Jane Doe (1), but the address `jr@x.example` belongs to John Roe (2)
    `99` is not on the roster
    "
    );
}

/// Dropped or replaced letters match if exactly one student fits.
#[test]
fn names_with_lost_letters_match_a_unique_student() {
    let text = "id,name\n1,Elif Yılmaz\n2,Jürgen Müller\n3,Łukasz Wójcik\n4,Nguyễn Thị Đào\n\
                5,李小龍 (Bruce Lee)\n6,Jörg Groß\n7,Jorg Gross\n8,Ann Poe\n9,Ánn Poe\n";
    let roster = roster(text.as_bytes()).unwrap();
    let keys = Keys::new(&roster.students);
    let find = |name: &str, from: Option<Platform>| {
        let id = from.map(|_| "99".to_owned());
        let found = keys
            .find_in_roster(&Person { id, name: Some(name.to_owned()), ..Person::default() }, from);
        found.map_err(|why| why.to_string())
    };
    let canvas = |name: &str| find(name, Some(Platform::Canvas));
    assert_eq!(canvas("ylmazelif"), Ok(0));
    assert_eq!(canvas("elifylmaz"), Ok(0));
    assert_eq!(canvas("mllerjurgen"), Ok(1));
    assert_eq!(canvas("muellerjuergen"), Ok(1));
    assert_eq!(keys.find_by_label("muller-jurgen"), Ok(1));
    assert_eq!(canvas("wojciklukasz"), Ok(2));
    assert_eq!(canvas("daonguyenthi"), Ok(3));
    assert_eq!(canvas("leebruce"), Ok(4));
    // With the original letters, only one student matches. Without them, two may.
    assert_eq!(canvas("großjörg"), Ok(5));
    let two = Err("two students on the roster are named `grossjorg`; use ids (6, 7)".to_owned());
    assert_eq!(canvas("grossjorg"), two);
    assert!(canvas("poeann").is_err());
    assert!(keys.find_by_label("Ann Poe").is_err());
    // These platforms keep the original letters.
    assert_eq!(find("Ann Poe", Some(Platform::Moodle)), Ok(7));
    assert_eq!(find("Ánn Poe", Some(Platform::Moodle)), Ok(8));
    assert_eq!(find("Jurgen Muller", Some(Platform::Moodle)), Ok(1));
    assert!(canvas("lmazelf").is_err());
}

/// A platform's number may be another student's id.
#[test]
fn platform_numbers_are_not_student_ids() {
    let roster = roster(b"id,name\n11,Jane Doe\n12,John Roe\n13,\n").unwrap();
    let keys = Keys::new(&roster.students);
    let find = |id: &str, name: Option<&str>, from| {
        let (id, name) = (Some(id.to_owned()), name.map(str::to_owned));
        keys.find_in_roster(&Person { id, name, ..Person::default() }, Some(from)).ok()
    };
    for from in [Platform::Canvas, Platform::Moodle, Platform::Brightspace] {
        assert_eq!(find("12", Some("doejane"), from), Some(0), "the name counts");
        assert_eq!(find("12", Some("poeann"), from), None);
        assert_eq!(find("12", Some("roejohn"), from), Some(1));
        assert_eq!(find("12", None, from), None, "it is anonymous");
    }
    // A roster without names may contain Canvas's numbers, but not Moodle's, which identify submissions.
    assert_eq!(find("13", Some("poeann"), Platform::Canvas), Some(2));
    assert_eq!(find("13", Some("poeann"), Platform::Moodle), None);
    assert_eq!(find("12", Some("Jane Doe"), Platform::Gradescope), None, "two are meant");
    assert_eq!(find("12", None, Platform::Blackboard), Some(1));
}

fn shown(text: &[u8]) -> String {
    let shown = |listed: &RosterStudent| {
        let RosterStudent { person: Person { id, name, email, sid, .. }, number, .. } = listed;
        let word = |word: &Option<String>| word.clone().unwrap_or_else(|| "-".to_owned());
        let id = word(id);
        let number =
            number.as_ref().map(|(platform, number)| format!(" {} {number}", platform.name()));
        let words = [word(name), word(email), word(sid)].join(" | ");
        format!("{id} | {words}{}", number.unwrap_or_default())
    };
    roster(text).unwrap().students.iter().map(shown).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_canvas_gradebook_is_read_as_a_roster() {
    let one = "Student,ID,SIS User ID,SIS Login ID,Section,8-Puzzle (77)\n\
               ,,,,,Manual Posting\n\
               \"    Points Possible\",,,,,100\n\
               \"Doe, Jane\",11,s1001,jdoe,A,\n\
               \"Röe, John\",12,,jroe@uni.example,\"A, B\",EX\n\
               \"Student, Test\",99,,0a1b,A,\n";
    insta::assert_snapshot!(shown(one.as_bytes()), @"
    s1001 | Doe, Jane | - | jdoe Canvas 11
    jroe@uni.example | Röe, John | - | - Canvas 12
    ");
    let two = "LastName,FirstName,ID,SIS Login ID,Root Account,Section,8-Puzzle (77)\n\
               Points Possible,,,,,,100\nDoe,Jane,11,jdoe,x,A,\nRoe,John,12,,x,A,\n";
    insta::assert_snapshot!(shown(two.as_bytes()), @"
    jdoe | Jane Doe | - | - Canvas 11
    12 | John Roe | - | - Canvas 12
    ");
}

#[test]
fn moodle_lists_are_read_as_rosters() {
    let people = "\u{feff}\"First name\",\"Last name\",\"Email address\",Groups\n\
                  Jane,Doe,jane@uni.example,\"A, B\"\nJörg,\"von Berg\",jb@uni.example,\n";
    insta::assert_snapshot!(shown(people.as_bytes()), @"
    jane@uni.example | Jane Doe | jane@uni.example | -
    jb@uni.example | Jörg von Berg | jb@uni.example | -
    ");
    let worksheet = "Identifier,\"Full name\",\"ID number\",\"Email address\",Status,Grade,\
                     \"Maximum Grade\",\"Last modified (submission)\"\n\
                     \"Participant 101\",\"Jane Doe\",1001,jane@uni.example,x,,100.00,\
                     \"Friday, 20 November 2026, 10:33 AM\"\n\
                     \"Participant 102\",\"John Roe\",,jr@uni.example,x,,100.00,-\n";
    insta::assert_snapshot!(shown(worksheet.as_bytes()), @"
    1001 | Jane Doe | jane@uni.example | - Moodle 101
    jr@uni.example | John Roe | jr@uni.example | - Moodle 102
    ");
    let blind = b"Identifier,Status,Grade,Maximum Grade\nParticipant 101,x,,100\n";
    insta::assert_snapshot!(shown(blind), @"101 | - | - | - Moodle 101");
}

#[test]
fn blackboard_and_brightspace_lists_are_read_as_rosters() {
    let text = "\"Last Name\"\t\"First Name\"\t\"Username\"\t\"Student ID\"\t\"8-Puzzle [Total Pts: 10]\"\n\
                \"Dœ\"\t\"Jane\"\t\"jdoe\"\t\"1001\"\t\"\"\n";
    let units = text.encode_utf16().flat_map(u16::to_le_bytes);
    let bytes: Vec<u8> = [0xff, 0xfe].into_iter().chain(units).collect();
    insta::assert_snapshot!(shown(&bytes), @"1001 | Jane Dœ | - | jdoe");
    let text = b"OrgDefinedId,Username,Last Name,First Name,Email,End-of-Line Indicator\n\
                 #400123456,#doej,Doe,Jane,doej@uni.example,#\n,#roe,Roe,John,,#\n";
    insta::assert_snapshot!(shown(text), @"
    400123456 | Jane Doe | doej@uni.example | doej
    roe | John Roe | - | -
    ");
}

#[test]
fn classroom_lists_are_read_as_rosters() {
    let text = "identifier,github_username,github_id,name\n\
                \"Doe, Jane\",jane-doe,5,Jane D.\n\"roe@uni.example\",,,\n";
    insta::assert_snapshot!(shown(text.as_bytes()), @"
    Doe, Jane | Jane D. | - | -
    roe@uni.example | - | - | -
    ");
    let logins = students(text.as_bytes()).into_iter().map(|student| student.login);
    assert!(logins.eq([Some("jane-doe".to_owned()), None]));
    let text = b"username,first_name,last_name,email,section,github_id,role\n\
                 jane-doe,Jane,Doe,jane@uni.example,A,5,student\n\
                 ,,,invited@uni.example,,,\nmalan,David,M,,,7,teacher\nta1,T,A,,,8,ta\n";
    insta::assert_snapshot!(shown(text), @"
    jane-doe | Jane Doe | jane@uni.example | -
    invited@uni.example | - | invited@uni.example | -
    ");
}

#[test]
fn moodle_worksheets_are_read_in_several_languages() {
    for text in [
        "ID,Vollständiger Name,ID-Nummer,E-Mail-Adresse,Status,Bewertung,Bestwertung\n\
         Teilnehmer/in101,Jane Doe,1001,jane@uni.example,x,,\"100,00\"\n",
        "Identifiant,Nom complet,Numéro d'identification,Adresse de courriel,Note,Note maximale\n\
         Participant101,Jane Doe,1001,jane@uni.example,,\"100,00\"\n",
        "Identificador,Nombre completo,Número de ID,Dirección de correo,Calificación,\
         Calificación máxima\n\
         Participante 101,Jane Doe,1001,jane@uni.example,,\"100,00\"\n",
    ] {
        assert_eq!(shown(text.as_bytes()), "1001 | Jane Doe | jane@uni.example | - Moodle 101");
    }
}

#[test]
fn a_canvas_group_list_is_read_as_a_roster() {
    let text = "name,canvas_user_id,user_id,login_id,sections,group_name,canvas_group_id,group_id\n\
                \"Doe, Jane\",11,u1,jane,A,Team 1,5,\n";
    insta::assert_snapshot!(shown(text.as_bytes()), @"u1 | Doe, Jane | - | jane Canvas 11");
}

#[test]
fn the_canvas_test_student_is_recognized_by_its_login() {
    let hash = "0123456789abcdef0123456789abcdef01234567";
    let text = format!(
        "Student,ID,SIS User ID,SIS Login ID,Section\n\"Doe, Jane\",11,u1,jane,A\n\
         Teststudent,99,,{hash},A\n"
    );
    assert_eq!(students(text.as_bytes()).len(), 1);
}

#[test]
fn an_id_without_leading_zeros_matches_if_unique() {
    let roster =
        roster(b"id,name\n0041026,Jane Doe\n0041286,John Roe\n007,Sam Lee\n07,Al Poe\n").unwrap();
    let keys = Keys::new(&roster.students);
    let found = |label: &str| keys.find_by_label(label).ok();
    assert_eq!((found("0041026"), found("41026"), found("00041026")), (Some(0), Some(0), Some(0)));
    assert_eq!(
        (found("007"), found("07"), found("7"), found("0007")),
        (Some(2), Some(3), None, None)
    );
    assert_eq!((found("41286"), found("0"), found("x41026")), (Some(1), None, None));
    let forms = shown("sep=;\nid;name\n=\"0041026\";Jane Doe\n41026.0;John Roe\n".as_bytes());
    assert_eq!(forms, "0041026 | Jane Doe | - | -\n41026 | John Roe | - | -");
    let Err(why) = keys.find_by_label("7") else { panic!("it is one of two") };
    assert_eq!(why.to_string(), "two students on the roster are named `7`; use ids (007, 07)");
}

/// Everybody can choose a login on GitHub, or a display name.
#[test]
fn a_login_or_a_shared_name_decides_nothing() {
    let attempt = |name: &str, account: Option<(&str, &str)>| Attempt {
        students: account
            .map(|(id, name)| Person {
                id: Some(id.to_owned()),
                name: Some(name.to_owned()),
                ..Person::default()
            })
            .into_iter()
            .collect(),
        from: account.map(|_| Platform::Canvas),
        ..Attempt::new(name, SubmissionSource::Folder(format!("/class/{name}").into()))
    };
    let assigned = |text: &str, attempts: Vec<Attempt>| {
        let class = roster(text.as_bytes()).unwrap().match_students(attempts, &[], None).unwrap();
        let of = |attempt: &Attempt| attempt.name.clone();
        let names: Vec<_> = class.entries.iter().map(of).collect();
        let why = class.unknown.iter().map(|unknown| unknown.why.to_string());
        (names.join(" "), why.collect::<Vec<_>>().join("\n"))
    };
    let clones = || vec![attempt("8-puzzle-carol", None), attempt("8-puzzle-mal", None)];
    let (names, why) = assigned("id,name\ncarol,Carol Coe\nmal,Mal Moe\n", clones());
    assert_eq!(names, "8-puzzle-carol 8-puzzle-mal");
    assert_eq!(why.matches("is not on the roster").count(), 2, "{why}");
    let with_logins = "id,name,github_username\ncarol,Carol Coe,the-best\nmal,Mal Moe,carol\n";
    assert_eq!(assigned(with_logins, clones()).0, "mal 8-puzzle-mal");
    // A folder may be named after Carol's id or Mal's login.
    let (names, why) = assigned(with_logins, vec![attempt("carol", None)]);
    assert_eq!((&*names, why.matches("two students").count()), ("carol", 1), "{why}");

    let canvas = |id| attempt(&format!("doejane_{id}"), Some((id, "doejane")));
    let text = "id,name\n1,Jane Doe\n2,Mal Moe\n";
    assert_eq!(assigned(text, vec![canvas("11")]).0, "1");
    let (names, why) = assigned(text, vec![canvas("11"), canvas("66")]);
    assert_eq!(names, "doejane_11 doejane_66");
    assert_eq!(why.matches("another submission or account has this name, too").count(), 2, "{why}");
    let (names, _) = assigned(text, vec![attempt("1", None), attempt("Jane Doe", None)]);
    assert_eq!(names, "1 Jane_Doe");
    // Canvas's export has the numbers of all accounts.
    let export = "Student,ID,SIS User ID,SIS Login ID,Section\n\"Doe, Jane\",11,s1,jd,A\n";
    assert_eq!(assigned(export, vec![canvas("11"), canvas("66")]).0, "s1 doejane_66");
    assert_eq!(assigned(export, vec![canvas("66")]).0, "doejane_66");
}
