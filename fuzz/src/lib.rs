//! What has to hold of any bytes that come from outside: a property for each reader, and for the
//! escaping of every format. `fuzz_targets/` gives them to libFuzzer, `tests/` tries them on what is
//! kept of earlier findings.
//!
//! A property panics if it does not hold.

// The modules of `modules.rs` name these crates, which need wasmtime otherwise.
extern crate self as checks;
extern crate self as sandbox;

include!(concat!(env!("OUT_DIR"), "/modules.rs"));

mod classes;
mod dates;
mod documents;
mod formats;
mod puzzles;
mod room;
mod stand_in;
mod submissions;

pub use classes::{class_archive, download, gradebook, gradescope, overrides, roster};
pub use dates::late;
pub use documents::{grade_json, rubric};
pub use formats::formats;
pub use puzzles::{puzzle, tiles};
pub use stand_in::{build, run};
pub use submissions::{archive, door, manifest};

/// A property, by the name of its target.
pub type Property = fn(&[u8]);

/// All of them.
pub const ALL: [(&str, Property); 15] = [
    ("tiles", tiles),
    ("puzzle", puzzle),
    ("rubric", rubric),
    ("archive", archive),
    ("manifest", manifest),
    ("door", door),
    ("roster", roster),
    ("gradescope", gradescope),
    ("download", download),
    ("class_archive", class_archive),
    ("grade_json", grade_json),
    ("formats", formats),
    ("overrides", overrides),
    ("late", late),
    ("gradebook", gradebook),
];
