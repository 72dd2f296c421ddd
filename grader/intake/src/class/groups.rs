//! Reads the groups in a class from a CSV file with each student's group, exported from Canvas or Moodle or written
//! manually.
//!
//! Platforms name a group submission after the group, and Canvas adds the number of one member. With this file, it
//! belongs to all members.

use std::collections::BTreeMap;
use std::path::Path;

use super::names::{letters, may_be};
use super::roster::{Listed, is_listed, lines};
use super::{Attempt, ClassError, Person, Platform, plain};

/// The headers of group columns in lower case, in order of preference.
const GROUP: [&str; 12] = [
    // Canvas.
    "group_name",
    "group name",
    // Moodle's grading worksheet and list of participants, in English, German, French and Spanish.
    "group",
    "groups",
    "gruppe",
    "gruppen",
    "groupe",
    "groupes",
    "grupo",
    "grupos",
    "team",
    "team name",
];

#[derive(Debug)]
pub(super) struct Groups {
    /// The students, with or without a group.
    people: Vec<Listed>,
    /// The groups, by the letters and digits of the name.
    groups: BTreeMap<String, Vec<Group>>,
}

#[derive(Debug)]
struct Group {
    name: String,
    /// Indices in the list of students.
    members: Vec<usize>,
}

pub(super) fn read(path: &Path) -> Result<Groups, ClassError> {
    let lines = lines(
        path,
        |header| {
            let is = |it: &str, name: &str| it.to_lowercase() == name;
            GROUP.iter().find_map(|name| header.iter().position(|it| is(it, name)))
        },
        false,
    )?;
    if lines.column.is_none() {
        let (path, header) = (path.to_owned(), lines.header);
        return Err(ClassError::NoGroups { path, header });
    }
    let mut by_name: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    let mut people = Vec::new();
    for (listed, group) in lines.people {
        // Moodle's list of participants puts all groups of a student in one cell.
        for name in group.iter().flat_map(|it| it.split(", ")).filter(|it| !it.is_empty()) {
            by_name.entry(name.to_owned()).or_default().push(people.len());
        }
        people.push(listed);
    }
    let mut groups: BTreeMap<String, Vec<Group>> = BTreeMap::new();
    for (name, members) in by_name {
        groups.entry(letters(&name)).or_default().push(Group { name, members });
    }
    Ok(Groups { people, groups })
}

impl Groups {
    /// Assigns group submissions to all members of the group.
    pub(super) fn assign(&self, entries: &mut [Attempt]) {
        for entry in entries {
            let Some(group) = self.of(entry) else { continue };
            entry.group = Some(group.name.clone());
            entry.students = group.members.iter().map(|&it| self.people[it].account()).collect();
        }
    }

    /// Returns the group that made a submission. The name is not enough if a student has the same name.
    fn of(&self, entry: &Attempt) -> Option<&Group> {
        let (called, number) = match &entry.students[..] {
            [] => (plain::label(&entry.source), None),
            [one] => (one.name.clone()?, one.id.as_deref()),
            _ => return None,
        };
        let number = number.filter(|_| entry.from == Some(Platform::Canvas));
        let may_be_from = |group: &&Group| {
            let numbers = group.members.iter().filter_map(|&it| self.people[it].number());
            let numbers: Vec<&str> = numbers.collect();
            number.is_none_or(|it| numbers.is_empty() || numbers.contains(&it))
        };
        let mut found = self.groups.get(&letters(&called))?.iter().filter(may_be_from);
        let group = found.next().filter(|_| found.next().is_none())?;
        let is_student =
            |it: &Listed| it.person().name.as_deref().is_some_and(|name| may_be(name, &called));
        (!self.people.iter().any(is_student)).then_some(group)
    }

    /// Returns `true` if the file lists the student, with or without a group.
    pub(super) fn have(&self, person: &Person) -> bool {
        is_listed(&self.people, person)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Source, file_name};
    use super::*;

    fn groups(text: &str) -> Result<Groups, ClassError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("groups.csv");
        std::fs::write(&path, text).unwrap();
        read(&path)
    }

    fn members(groups: &Groups, from: Option<Platform>, id: &str, name: &str) -> String {
        let named = |text: &str| Some(text.to_owned()).filter(|it| !it.is_empty());
        let student = Person { id: named(id), name: named(name), ..Person::default() };
        let mut entry = Attempt {
            students: from.map(|_| student).into_iter().collect(),
            from,
            ..Attempt::new("x", Source::Folder(format!("/class/{}", file_name(name)).into()))
        };
        groups.assign(std::slice::from_mut(&mut entry));
        let ids: Vec<_> = entry.students.iter().filter_map(|it| it.id.clone()).collect();
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
        assert!(groups.have(&eve) && !groups.have(&sam));
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
        // Two groups with the same letters, and a student with a group's name.
        assert_eq!(of("id,group\nu1,A-B\nu2,AB\n", "AB"), "-: ");
        assert_eq!(of("id,name,group\nu1,Red,red\nu2,x,red\n", "red"), "-: ");
    }

    #[test]
    fn a_file_without_a_group_column_is_rejected() {
        let error = groups("id,name\nu1,Jane\n").unwrap_err();
        let path = "groups.csv` needs a column with each student's group, such as `group`";
        assert!(error.to_string().ends_with(path), "{error}");
    }
}
