//! Tests extensions for the sections of a course.

use super::*;

const TUESDAY: &str =
    "[[extension]]\nsection = \"b \"\ndue = 2026-11-24T23:59:00\nwhy = \"lab\"\nwho = \"me\"\n";

#[test]
fn hours_for_a_student_begin_at_the_due_date_of_the_section() {
    let policy = policy(&format!("{BERLIN}percent = 10\nper = \"day\"")).unwrap();
    let ill = "[[extension]]\nstudent = \"1001\"\nhours = 24\nwhy = \"ill\"\nwho = \"me\"\n";
    let early = TUESDAY.replace("b ", "B").replace("11-24", "11-20");
    for (text, time, expected) in [
        (TUESDAY.to_owned(), "2026-11-24T23:59:00+01:00", "on time"),
        (TUESDAY.to_owned(), "2026-11-24T23:59:01+01:00", "1 day, -10 %"),
        (format!("{ill}{TUESDAY}"), "2026-11-25T23:59:00+01:00", "on time"),
        (format!("{ill}{TUESDAY}"), "2026-11-25T23:59:01+01:00", "1 day, -10 %"),
        (TUESDAY.replace("\"b \"", "\"A\""), "2026-11-22T23:59:01+01:00", "1 day, -10 %"),
        (early, "2026-11-22T23:59:00+01:00", "on time"),
    ] {
        assert_eq!(found(&policy, &extensions(&text).unwrap(), time), expected, "{text} {time}");
    }
}

#[test]
fn a_section_without_students_is_reported() {
    let text = format!("{TUESDAY}{}", TUESDAY.replace("b ", "C"));
    let mut all = extensions(&text).unwrap();
    let unmatched = all.take_unmatched(&[jane(), KnownBy::default()]);
    let student = "section C".to_owned();
    assert_eq!(unmatched, [UnmatchedExtension { student, several: Vec::new() }]);
}

#[test]
fn an_extension_is_for_a_student_or_a_section() {
    let mut lines = Vec::new();
    for text in [
        TUESDAY.replace("why", "student = \"1001\"\nwhy"),
        TUESDAY.replace("section = \"b \"\n", ""),
        TUESDAY.replace("\"b \"", "\" \""),
        TUESDAY.replace("due =", "handed_in ="),
        format!("{TUESDAY}{}", TUESDAY.replace("b ", "B")),
    ] {
        lines.push(extensions(&text).unwrap_err());
    }
    assert_snapshot!(lines.join("\n"), @"
    extensions.toml:2:11: an extension is for either a student or a section
      write a separate `[[extension]]` table for each
    extensions.toml:1:1: `student` is missing
      an extension needs `student` or `section`, `why`, `who`, and what it grants
    extensions.toml:2:11: `section` is empty
    extensions.toml:3:13: a whole section has no single submission time
      use `due`, or write an extension with `handed_in` for each student
    extensions.toml:7:11: `section B` already has an extension of this kind
      merge the two extensions
    ");
}
