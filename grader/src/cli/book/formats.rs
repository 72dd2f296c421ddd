//! The formats of reports, and the schemas of files that programs read.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use grade::view::Audience;
use report::Format;

use super::cell;

/// A schema, what has it, and whether it is for others to read.
type Schema = (&'static str, &'static str);

/// The schemas of what other programs may read. A change that could break a reader changes the number.
const PUBLIC: [Schema; 16] = [
    ("assignment/1", "the rubric, `assignment.toml`: see [the rubric](../instructor/rubric.md)"),
    ("grade/1", "`grade.json`: `grader check --format json`, and `submissions/NAME/grade.json` of a class"),
    ("grades/1", "`grades.json`: the summary of a class"),
    ("class/1", "`class.json`: who the submissions are from, and who is missing"),
    ("assignment-summary/1", "`assignment.json`: title, course and late policy of a class"),
    ("partition/1", "`partition.json`: which part of a class a folder has"),
    ("run/1", "`run.json`: times, host, and where each grade came from"),
    ("counts/1", "`grader check --counts`: what was counted on each puzzle"),
    ("progress/1", "`--progress json`: see [progress](progress.md)"),
    ("diff/1", "`grader diff --format json`"),
    ("similarity/1", "`grader similar --format json`"),
    ("audit/1", "`grader audit --format json`"),
    ("assignment-overview/1", "`grader assignment --format json`"),
    ("puzzle-solve/1", "`grader puzzle solve --format json`"),
    ("puzzle-compare/1", "`grader puzzle compare --format json`"),
    ("puzzle-verify/1", "`grader puzzle verify --format json`"),
];

/// Those of files that the grader alone reads, which may change from one version to the next.
const OWN: [&str; 1] = ["prebuilt/1"];

pub(super) fn page() -> String {
    let mut page = "# Formats and schemas\n\n## Formats of a report\n\n\
                    `grader check --format` and `grader report --format` write these. The last column is \
                    for whom, if `--audience` does not say.\n\n\
                    | format | contents | audience |\n|---|---|---|\n"
        .to_owned();
    for format in Format::ALL {
        let audience = match format.readers() {
            Audience::Student => "student",
            Audience::AfterDueDate => "after-due-date",
            Audience::Instructor => "instructor",
        };
        page = format!("{page}| `{}` | {} | {audience} |\n", format.name(), cell(format.about()));
    }
    page.push_str(
        "\n[Reports for other programs](../ci/formats.md) says what each platform makes of them.\n\n\
         ## Schemas\n\n\
         Each file that programs read says its schema. A change that could break a reader raises the \
         number; new fields may come without it.\n\n| schema | file |\n|---|---|\n",
    );
    for (schema, file) in PUBLIC {
        page = format!("{page}| `{schema}` | {} |\n", cell(file));
    }
    page
}

/// The schemas that the sources of a folder write: texts such as `grade/1` after the word.
fn written(folder: &Path, schemas: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("a folder of sources").map(|it| it.expect("its entry")) {
        let path = entry.path();
        if path.is_dir() && !path.ends_with("tests") && !path.ends_with("examples") {
            written(&path, schemas);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(&path).expect("a source");
            let marks = ["SCHEMA: &str = \"", "\"schema\": \"", "\"schema\", \""];
            let found = marks.iter().flat_map(|mark| text.split(mark).skip(1));
            schemas.extend(found.filter_map(|rest| rest.split('"').next()).map(str::to_owned));
        }
    }
}

#[test]
fn no_schema_is_left_out() {
    let mut schemas = BTreeSet::new();
    written(Path::new(env!("CARGO_MANIFEST_DIR")), &mut schemas);
    let told = PUBLIC.iter().map(|it| it.0).chain(OWN).map(str::to_owned).collect();
    assert_eq!(schemas, told);
}
