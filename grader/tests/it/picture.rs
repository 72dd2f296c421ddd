//! The picture of a report in the README and the book.

use std::fs;

use anstyle::{Color, RgbColor};
use anstyle_svg::{Term, VGA};

use crate::support::{Bench, code, stderr, stdout, workspace};

/// Set this environment variable to write the picture.
const UPDATE: &str = "UPDATE";

const PICTURE: &str = "docs/book/src/images/report.svg";

/// The labelled faults of the submission in the picture.
const FAULTS: [&str; 2] = ["hamming-counts-blank", "stops-when-goal-is-generated"];

/// Draws text with ANSI escape codes, with enough contrast on a dark background.
fn draw(text: &str) -> String {
    let [red, green, yellow] = [(255, 123, 114), (86, 211, 100), (227, 179, 65)];
    let mut palette = VGA;
    for (number, (r, g, b)) in [(1, red), (2, green), (3, yellow)] {
        palette.0[number] = RgbColor(r, g, b);
    }
    let term = Term::new()
        .palette(palette)
        .fg_color(Color::Rgb(RgbColor(216, 222, 230)))
        .bg_color(Color::Rgb(RgbColor(13, 17, 23)));
    // Dim text at the default opacity is hard to read.
    term.render_svg(text).replace("opacity: 0.4", "opacity: 0.65")
}

fn apply(bench: &Bench, fault: &str) {
    let file = format!("faults/{fault}.toml");
    let (_, label) = embedded::CORPUS.iter().find(|(path, _)| *path == file).expect("a label");
    let label: toml::Table = label.parse().expect("a label in TOML");
    for edit in label["edit"].as_array().expect("edits") {
        let text = |key: &str| edit[key].as_str().expect("a text");
        bench.edit(&format!("alice/{}", text("file")), text("find"), text("replace"));
    }
}

/// The picture is drawn from the program's output, so it always shows what users see.
#[test]
fn the_picture_matches_the_report() {
    let bench = Bench::with_model();
    for fault in FAULTS {
        apply(&bench, fault);
    }
    let output = bench.grade(&["check", "alice", "--color", "always"]);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    let text = format!("\u{1b}[2m$\u{1b}[0m grader check alice\n\n{}", stdout(&output));
    let picture = draw(&text);
    let path = workspace(PICTURE);
    if std::env::var_os(UPDATE).is_some() {
        fs::write(&path, &picture).expect("the picture");
    }
    let shown = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        shown == picture,
        "{PICTURE} does not show the current report. To update it:\n\
         {UPDATE}=1 cargo test -p grader --test it -- picture"
    );
}
