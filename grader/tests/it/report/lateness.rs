//! Tests what pages tell each reader about lateness.

use std::fs;

use grade::Visibility;
use grade::check::Check;

use super::class::{class, hamming, path, record, write};
use super::feedback::unzipped;
use crate::support::{Bench, code, stderr};

/// A class whose due date was a Monday. Bob is two days late, and Carl is late according to the platform. Students can
/// see two of Bob's checks.
fn late() -> Bench {
    let bench = class();
    let mut bob = record("bob", &[(Check::SolverPath, path())]);
    bob.checks[0].visibility = Visibility::Hidden;
    write(&bench, &bob);
    write(&bench, &record("carl", &[(Check::BoardHamming, hamming("it counts the blank"))]));
    bench.write("grades/overrides.toml", "");
    bench.write(
        "grades/assignment.json",
        r#"{"schema": "assignment-summary/1", "title": "Sliding", "course": "CS 1", "late":
           {"due": "2026-10-19T12:00:00+02:00", "grace": "0s", "percent": 50, "per": "day", "cap": 50}}"#,
    );
    let student = |id: u32, name: &str, more: &str| {
        format!(
            r#"{{"submission": "{name}", "students": [{{"id": "{id}", "name": "{name} Doe"}}],
               "from": "moodle", "submission_id": "{id}"{more}}}"#
        )
    };
    let submissions = [
        student(501, "bob", r#", "time": "2026-10-21T09:00:00+02:00""#),
        student(502, "carl", r#", "late": true"#),
    ];
    bench.write(
        "grades/class.json",
        format!(r#"{{"schema": "class/1", "submissions": [{}]}}"#, submissions.join(", ")),
    );
    bench
}

/// The policy deducts 3 of Bob's 6 points. Students can see 2 of them, and should not be able to compute the others.
#[test]
fn student_pages_deduct_lateness_from_visible_points() {
    let bench = late();
    let output = bench.run(&["report", "grades", "--students", "out"]);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    let page = bench.read("out/bob.html");
    assert!(page.contains("<b>1</b> / 8 (and 4 hidden)"), "{page}");
    assert!(page.contains("<li>late: 2 days, -50 % (-1 of the points shown)</li>"), "{page}");
    assert!(!page.contains("-3 points"), "{page}");
    let page = bench.read("out/carl.html");
    assert!(page.contains("<bdi>late by an unknown amount</bdi></p>"), "{page}");
    let page = bench.read("grades/report.html");
    assert!(page.contains("class=\"late\">2 days, -50 %: <b>-3</b></td>"), "{page}");
}

#[test]
fn platform_feedback_pages_show_lateness() {
    let bench = late();
    let output = bench.run(&["report", "grades", "--feedback", "moodle", "--out", "back.zip"]);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    let files = unzipped(&fs::read(bench.path("back.zip")).unwrap());
    let page = |name: &str| {
        let bytes = &files[&format!("{name}_assignsubmission_file_feedback.html")];
        String::from_utf8(bytes.clone()).unwrap()
    };
    let bob = page("bob Doe_501");
    assert!(bob.contains("CS 1 · Sliding · due 2026-10-19 12:00"), "{bob}");
    assert!(bob.contains("<b>1</b> / 8 (and 4 hidden)"), "{bob}");
    assert!(bob.contains("<li>late: 2 days, -50 % (-1 of the points shown)</li>"), "{bob}");
    assert!(!bob.contains("-3 points"), "{bob}");
    let carl = page("carl Doe_502");
    assert!(carl.contains("<bdi>late by an unknown amount</bdi>"), "{carl}");
}
