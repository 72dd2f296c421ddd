//! Properties that must hold for any bytes from outside the grader. There is one for each parser, and one for the
//! escaping in all formats. `fuzz_targets/` passes them to libFuzzer, and `tests/` checks them on the seeds and on
//! inputs that once failed.

include!(concat!(env!("OUT_DIR"), "/modules.rs"));

mod classes;
mod dates;
mod documents;
mod formats;
mod puzzles;
mod room;
mod submissions;

pub use classes::{class_archive, download, gradebook, gradescope, overrides, roster};
pub use dates::late;
pub use documents::{grade_json, rubric};
pub use formats::formats;
pub use puzzles::{puzzle, tiles};
pub use submissions::{archive, door, manifest};

/// A property, which panics if it does not hold.
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
