//! Properties of the parsers for rubrics and grades.

use assignment::Assignment;
use grade::Grade;
use grade::view::Audience;

use crate::room::Room;

/// Tests arbitrary bytes as a rubric, followed by a line `%%%` and a puzzle file. The result must be an assignment, or
/// an error with a message.
pub fn rubric(data: &[u8]) {
    let at = data.windows(5).position(|window| window == b"\n%%%\n");
    let (rubric, puzzles) = at.map_or((data, &b""[..]), |at| (&data[..at], &data[at + 5..]));
    let room = Room::new();
    let file = room.write("assignment.toml", rubric);
    room.write("puzzles/a.toml", puzzles);
    match Assignment::load(&file) {
        Ok(assignment) => {
            let again = Assignment::load(&room.folder()).expect("it was read before");
            assert_eq!(again, assignment);
            assert_eq!(again.hash(), assignment.hash());
            kit(&assignment);
        }
        Err(error) => assert!(!error.render(false).is_empty()),
    }
}

/// Writes the part of an assignment that students see, and checks that it can be read unchanged.
fn kit(assignment: &Assignment) {
    let (seen, _) = assignment.part_for_audience(Audience::Student);
    if seen.checks.is_empty() {
        return;
    }
    let room = Room::new();
    for (path, text) in seen.texts() {
        room.write(&path, text.as_bytes());
    }
    assert_eq!(Assignment::load(&room.folder()).expect("it is an assignment"), seen);
}

/// Tests arbitrary text as a grade. If it is valid, writing and parsing it must yield the same grade and text.
pub fn grade_json(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match Grade::from_json(text) {
        Ok(grade) => {
            let written = grade.json();
            let again = Grade::from_json(&written).expect("it is what the grader writes");
            assert_eq!(again, grade);
            assert_eq!(again.json(), written);
        }
        Err(error) => assert!(!error.to_string().is_empty() && !error.hint().is_empty()),
    }
}
