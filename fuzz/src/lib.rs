//! Properties that hold for arbitrary bytes from outside: one for each parser, and one for the escaping in every
//! format. `fuzz_targets/` passes them to libFuzzer, and `tests/` checks them on the seeds and on earlier findings.
//!
//! If a property does not hold, it panics.

// The modules in `modules.rs` refer to these crates, which would otherwise require wasmtime.
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

/// A property. It panics if it does not hold for the given bytes.
pub type Property = fn(&[u8]);

/// All properties, with the names of their fuzz targets.
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
