//! Generates the page for `grader play` to play the puzzle and watch searches: a single HTML file that loads nothing
//! from the network.
//!
//! The crate `engine` in this folder wraps the oracle for all computations, and is compiled to WebAssembly (see
//! [`engine`]). The styles and scripts are in `page/`.

mod compile;
pub mod engine;

use std::fmt::Write as _;
use std::io::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use sha2::{Digest as _, Sha256};

/// Recorded searches, as read by the engine.
pub use ::engine::trace;

/// The dimensions that the page can draw.
/// Larger tiles would be too small on a phone, and the engine packs boards into 128 bits.
pub const ROWS: std::ops::RangeInclusive<usize> = 2..=5;

/// Distinguishes our pages from other files.
const MARK: &str = "<meta name=\"generator\" content=\"grader play\">";

const TEMPLATE: &str = include_str!("../page/index.html");

const STYLE: [&str; 6] = [
    include_str!("../page/style/base.css"),
    include_str!("../page/style/board.css"),
    include_str!("../page/style/search.css"),
    include_str!("../page/style/steps.css"),
    include_str!("../page/style/lecture.css"),
    include_str!("../page/style/print.css"),
];

/// The order matters, because a file may use anything from the files before it.
const SCRIPT: [&str; 23] = [
    include_str!("../page/script/engine.js"),
    include_str!("../page/script/game.js"),
    include_str!("../page/script/board.js"),
    include_str!("../page/script/picture.js"),
    include_str!("../page/script/mini.js"),
    include_str!("../page/script/list.js"),
    include_str!("../page/script/node.js"),
    include_str!("../page/script/tree.js"),
    include_str!("../page/script/code.js"),
    include_str!("../page/script/stage.js"),
    include_str!("../page/script/curve.js"),
    include_str!("../page/script/lane.js"),
    include_str!("../page/script/search.js"),
    include_str!("../page/script/quiz.js"),
    include_str!("../page/script/heap.js"),
    include_str!("../page/script/lecture.js"),
    include_str!("../page/script/trace.js"),
    include_str!("../page/script/guide.js"),
    include_str!("../page/script/play.js"),
    include_str!("../page/script/setup.js"),
    include_str!("../page/script/address.js"),
    include_str!("../page/script/keys.js"),
    include_str!("../page/script/main.js"),
];

/// The initial content of the page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// The tiles in row-major order, with 0 for the blank, or `None` for a default board.
    pub board: Option<Vec<u16>>,
    /// The goal. It must have the board's size.
    pub goal: PageGoal,
    /// The name of the puzzle, if any.
    pub name: Option<String>,
    /// A recorded search to open, in the format of [`trace::Trace`].
    pub trace: Option<String>,
}

/// The goal on the page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum PageGoal {
    /// Row by row, with the blank last.
    #[default]
    BlankLast,
    /// Row by row, with the blank first.
    BlankFirst,
    /// Clockwise, in a spiral toward the center.
    Spiral,
    /// Any tiles in row-major order, with 0 for the blank.
    Tiles(Vec<u16>),
}

/// Generates the page. The result depends only on the arguments.
pub fn page(start: &Start, engine: &[u8]) -> String {
    // Browsers normalize line endings before hashing a style or script.
    let style = STYLE.join("\n").replace("\r\n", "\n");
    let script = format!("(() => {{\n'use strict';\n{}}})();\n", SCRIPT.join("\n"));
    let script = script.replace("\r\n", "\n");
    // The page must not load anything or run foreign code.
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}' 'wasm-unsafe-eval'; \
         worker-src blob:; img-src blob: data:; base-uri 'none'; form-action 'none'",
        BASE64.encode(Sha256::digest(&style)),
        BASE64.encode(Sha256::digest(&script)),
    );
    let parts = [
        ("mark", MARK),
        ("policy", &policy),
        ("style", &style),
        ("start", &text_at_beginning(start)),
        (
            "trace",
            &start
                .trace
                .as_ref()
                .map_or_else(String::new, |text| BASE64.encode(compress(text.as_bytes()))),
        ),
        ("engine", &BASE64.encode(compress(engine))),
        ("script", &script),
    ];
    fill_template(&TEMPLATE.replace("\r\n", "\n"), &parts)
}

/// Returns `true` if a file that starts with these bytes is a page from this program.
pub fn is_page(first_bytes: &[u8]) -> bool {
    // The mark is near the beginning, and another file may have any size.
    first_bytes.windows(MARK.len()).take(1024).any(|window| window == MARK.as_bytes())
}

/// Inserts the parts into the template, which must contain each placeholder once, in this order.
fn fill_template(template: &str, parts: &[(&str, &str)]) -> String {
    let mut page = String::new();
    let mut rest = template;
    for (name, part) in parts {
        let hole = format!("{{{{{name}}}}}");
        let (before, after) =
            rest.split_once(&hole).expect("the template contains all parts in order");
        page.push_str(before);
        page.push_str(part);
        rest = after;
    }
    page + rest
}

fn text_at_beginning(start: &Start) -> String {
    let tiles = |tiles: &[u16]| {
        let tiles: Vec<String> = tiles.iter().map(u16::to_string).collect();
        format!("[{}]", tiles.join(","))
    };
    let board = start.board.as_deref().map_or_else(|| "null".to_owned(), tiles);
    let goal = match &start.goal {
        PageGoal::BlankLast => json_for_html("blank-last"),
        PageGoal::BlankFirst => json_for_html("blank-first"),
        PageGoal::Spiral => json_for_html("spiral"),
        PageGoal::Tiles(goal) => tiles(goal),
    };
    let name = start.name.as_deref().map_or_else(|| "null".to_owned(), json_for_html);
    format!("{{\"board\":{board},\"goal\":{goal},\"name\":{name}}}")
}

/// Compresses bytes to RFC 1951, which browsers can decompress.
fn compress(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.expect("writing to memory never fails")
}

/// Formats a JSON string for HTML: escapes everything except letters, digits, spaces and a few harmless characters.
fn json_for_html(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        if c.is_ascii_alphanumeric() || matches!(c, ' ' | '-' | '_' | '.') {
            quoted.push(c);
        } else {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(quoted, "\\u{unit:04x}");
            }
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_self_contained() {
        let page = page(&Start::default(), b"engine");
        assert!(page.starts_with("<!DOCTYPE html>\n") && page.ends_with("</html>\n"));
        assert!(!page.contains("{{"), "a hole was left");
        for source in STYLE.iter().chain(&SCRIPT) {
            for outside in ["http:", "https:", "@import", "fetch(", "import(", "XMLHttp"] {
                let is_name = outside == "http:" && source.contains("http://www.w3.org/2000/svg");
                assert!(is_name || !source.contains(outside), "{outside}");
            }
            assert!(!source.contains("</") && !source.contains("<!--"), "it would end there");
        }
    }

    #[test]
    fn markup_in_the_start_data_is_escaped() {
        let start = Start {
            board: Some(vec![1, 0, 3, 2]),
            goal: PageGoal::Tiles(vec![0, 1, 2, 3]),
            name: Some("</script>\"\u{1f600}".to_owned()),
            trace: Some("</script>".to_owned()),
        };
        let page = page(&start, b"engine");
        assert!(page.contains(
            "<script type=\"application/json\" id=\"start\">{\"board\":[1,0,3,2],\"goal\":[0,1,2,3],\
             \"name\":\"\\u003c\\u002fscript\\u003e\\u0022\\ud83d\\ude00\"}</script>"
        ));
    }

    #[test]
    fn pages_are_recognized_by_their_mark() {
        assert!(is_page(page(&Start::default(), b"engine").as_bytes()));
        for other in ["", "<!DOCTYPE html>\n", "grader play"] {
            assert!(!is_page(other.as_bytes()), "{other}");
        }
        let far_down = format!("{}{MARK}", " ".repeat(5000));
        assert!(!is_page(far_down.as_bytes()));
    }

    #[test]
    fn markup_in_strings_is_escaped() {
        assert_eq!(json_for_html("puzzle04.txt"), "\"puzzle04.txt\"");
        assert_eq!(json_for_html("<\"&\u{1f600}"), "\"\\u003c\\u0022\\u0026\\ud83d\\ude00\"");
    }
}
