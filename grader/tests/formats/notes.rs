//! Tests that every format shows the rubric's texts for failed checks.

use super::*;

/// A text in another language with a link, and a text for a check that students must not know about.
fn noted() -> Grade {
    let mut grade = failing();
    grade.checks[2].note =
        Some("Folie 12: das Leerfeld zählt nicht\nhttps://uni.example/a".to_owned());
    grade.checks[3].note = Some("ein Geheimnis".to_owned());
    grade
}

#[test]
fn every_format_includes_the_note_of_a_failed_check() {
    let corrected = Corrected::from(&noted());
    for format in Format::ALL {
        let context = Context { audience: Audience::Student, ..context() };
        let text = format.render(&corrected, &context).unwrap();
        for line in ["das Leerfeld zählt nicht", "https://uni.example/a"] {
            assert!(text.contains(line), "{}: {text}", format.name());
        }
        let is_for_all = matches!(format, Format::Json | Format::Gradescope);
        assert!(is_for_all || !text.contains("Geheimnis"), "{}: {text}", format.name());
    }
    let view = corrected.view(Audience::Student);
    assert!(report::comment(&view).contains("Folie 12"));
}

#[test]
fn notes_round_trip_but_only_on_failed_checks() {
    let grade = noted();
    let text = grade.json();
    assert_eq!(Grade::from_json(&text).unwrap(), grade);
    let mut odd = grade.clone();
    odd.checks[0].note = Some("no".to_owned());
    assert_eq!(odd.json(), text);
    let passed =
        text.replacen("\"status\": \"pass\",", "\"status\": \"pass\", \"note\": \"x\",", 1);
    assert!(Grade::from_json(&passed).is_err());
}
