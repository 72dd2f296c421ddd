//! Generates the page about report formats and schemas.
//!
//! The book contains JSON Schemas for the most important files. The tests here compare them with the structs to be
//! serialized. To compare them with actual output, see `grader/tests/formats/rules.rs` and `grader/tests/it/book.rs`.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use grade::view::Audience;
use report::Format;
use serde_json::Value as Json;

use super::escape_cell;

/// A schema, and the files that follow it.
type Schema = (&'static str, &'static str);

/// Schemas for files that other programs read. For a breaking change, use a new version number.
const PUBLIC: [Schema; 16] = [
    ("assignment/1", "the rubric, `assignment.toml`: see [the rubric](../instructor/rubric.md)"),
    (
        "grade/1",
        "`grade.json`: `grader check --format json`, and `submissions/NAME/grade.json` of a class",
    ),
    ("grades/1", "`grades.json`: the summary of a class"),
    ("class/1", "`class.json`: the student of each submission, and students without a submission"),
    ("assignment-summary/1", "`assignment.json`: title, course and late policy of a class"),
    ("partition/1", "`partition.json`: which part of the class a folder contains"),
    ("run/1", "`run.json`: times, host, and the source of each grade"),
    ("counts/1", "`grader check --counts`: the operations counted on each puzzle"),
    ("progress/1", "`--progress json`: see [progress](progress.md)"),
    ("diff/1", "`grader diff --format json`"),
    ("similarity/1", "`grader similar --format json`"),
    ("audit/1", "`grader audit --format json`"),
    ("assignment-overview/1", "`grader assignment --format json`"),
    ("puzzle-solve/1", "`grader puzzle solve --format json`"),
    ("puzzle-compare/1", "`grader puzzle compare --format json`"),
    ("puzzle-verify/1", "`grader puzzle verify --format json`"),
];

/// Schemas for internal files, which may change at any time.
const OWN: [&str; 5] = ["feedback/1", "hand/1", "kit/1", "pages/1", "prebuilt/1"];

pub(super) fn page() -> String {
    let mut page =
        "# Formats and schemas\n\n## Formats of a report\n\n`grader check --format` and `grader \
         report --format` write these formats. The last column is the default `--audience`.\n\n| \
         format | contents | audience |\n|---|---|---|\n"
            .to_owned();
    for format in Format::ALL {
        let audience = match format.default_audience() {
            Audience::Student => "student",
            Audience::AfterDueDate => "after-due-date",
            Audience::Instructor => "instructor",
        };
        let _ = writeln!(
            page,
            "| `{}` | {} | {audience} |",
            format.name(),
            escape_cell(format.about())
        );
    }
    page.push_str(
        "\n[Reports for other programs](../ci/formats.md) explains how platforms use them.\n\n## \
         Schemas\n\nEach machine-readable file names its schema. If a change could break a reader, the \
         schema number increases. New fields do not change it.\n\n| schema | file |\n|---|---|\n",
    );
    for (schema, file) in PUBLIC {
        let _ = writeln!(page, "| `{schema}` | {} |", escape_cell(file));
    }
    for name in DESCRIBED {
        let schema = read_schema(name);
        let title = text_or_empty(&schema["title"]);
        let (id, about) = title.split_once(": ").expect("the title has two parts");
        let _ = writeln!(
            page,
            "\n## {id}\n\nThis file contains {about}. See [its JSON \
             Schema](schemas/{name}.schema.json). Fields in bold are always present."
        );
        page.push_str(&table_of_fields(&schema));
        for (part, schema) in schema["$defs"].as_object().expect("its parts") {
            let _ = write!(page, "\nFields of `{part}`:\n{}", table_of_fields(schema));
        }
    }
    page
}

/// Schemas whose fields the page lists.
const DESCRIBED: [&str; 6] = ["grade", "grades", "class", "diff", "similarity", "counts"];

fn read_schema(name: &str) -> Json {
    let path = Path::new(super::REFERENCE).join(format!("schemas/{name}.schema.json"));
    serde_json::from_str(&fs::read_to_string(path).expect("a schema")).expect("JSON")
}

fn text_or_empty(value: &Json) -> &str {
    value.as_str().unwrap_or_default()
}

fn table_of_fields(schema: &Json) -> String {
    let mut table = "\n| field | type | meaning |\n|---|---|---|\n".to_owned();
    let needed: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().map(text_or_empty).collect();
    for (name, field) in schema["properties"].as_object().expect("fields") {
        let bold = if needed.contains(&name.as_str()) { "**" } else { "" };
        let meaning = escape_cell(text_or_empty(&field["description"]));
        let _ = writeln!(table, "| {bold}`{name}`{bold} | {} | {meaning} |", type_of_field(field));
    }
    table
}

fn type_of_field(field: &Json) -> String {
    if let Some(values) = field["enum"].as_array() {
        return values
            .iter()
            .map(|value| format!("`{}`", text_or_empty(value)))
            .collect::<Vec<_>>()
            .join(", ");
    }
    match (&field["const"], &field["$ref"], &field["type"]) {
        (Json::String(value), _, _) => format!("`{value}`"),
        (_, Json::String(part), _) => format!("`{}`", part.rsplit('/').next().unwrap_or(part)),
        (_, _, Json::String(kind)) if kind == "array" => {
            format!("list of {}", type_of_items(field))
        }
        (_, _, Json::String(kind)) => kind.clone(),
        (_, _, Json::Array(kinds)) => {
            kinds.iter().map(text_or_empty).collect::<Vec<_>>().join(" or ")
        }
        _ => "any".to_owned(),
    }
}

fn type_of_items(field: &Json) -> String {
    type_of_field(&field["items"])
}

/// The structs to compare with JSON Schemas: schema, definition, source file and name.
const WRITTEN: [(&str, &str, &str, &str); 14] = [
    ("grade", "", "grader/grade/src/json/wire.rs", "WireGrade"),
    ("grade", "/$defs/check", "grader/grade/src/json/wire.rs", "WireCheck"),
    ("grade", "/$defs/cap", "grader/grade/src/json/wire.rs", "WireCap"),
    ("grade", "/$defs/share", "grader/grade/src/json/wire.rs", "WireShare"),
    ("grade", "/$defs/measure", "grader/grade/src/json/wire.rs", "WireMeasure"),
    ("grade", "/$defs/evidence", "grader/grade/src/json/wire.rs", "WireEvidence"),
    ("grade", "/$defs/remark", "grader/grade/src/json/wire.rs", "WireRemark"),
    ("counts", "", "grader/report/src/counts.rs", "WireCounts<'a>"),
    ("counts", "/$defs/puzzle", "grader/report/src/counts.rs", "WirePuzzle<'a>"),
    ("counts", "/$defs/queue", "grader/report/src/counts.rs", "WireQueue"),
    ("counts", "/$defs/calls", "grader/report/src/counts.rs", "WireCalls"),
    ("counts", "/$defs/expanded", "grader/report/src/counts.rs", "WireExpanded"),
    ("class", "/$defs/submission", "grader/intake/src/class/attempt.rs", "Attempt"),
    ("class", "/$defs/person", "grader/intake/src/class/person.rs", "Person"),
];

#[test]
fn schemas_document_the_written_fields() {
    for (name, part, source, written) in WRITTEN {
        let schema = read_schema(name);
        let properties = schema.pointer(part).and_then(|part| part["properties"].as_object());
        let documented: BTreeSet<String> = properties.expect("fields").keys().cloned().collect();
        let is_it = |line: &str| line.contains(&format!("struct {written} {{"));
        assert_eq!(documented, super::rubric::fields(source, is_it), "{name}{part} and {written}");
    }
}

/// Collects the names of the schemas that the source files in a folder write, such as `grade/1`.
fn collect_written_schemas(folder: &Path, schemas: &mut BTreeSet<String>) {
    for entry in
        fs::read_dir(folder).expect("a folder with sources").map(|entry| entry.expect("its entry"))
    {
        let path = entry.path();
        if path.is_dir() && !path.ends_with("tests") && !path.ends_with("tools") {
            collect_written_schemas(&path, schemas);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(&path).expect("a source");
            let marks = ["SCHEMA: &str = \"", "\"schema\": \"", "\"schema\", \""];
            let found = marks.iter().flat_map(|mark| text.split(mark).skip(1));
            schemas.extend(found.filter_map(|rest| rest.split('"').next()).map(str::to_owned));
        }
    }
}

#[test]
fn every_schema_is_documented() {
    let mut schemas = BTreeSet::new();
    for wing in [".", "../class", "../lab"] {
        collect_written_schemas(&Path::new(env!("CARGO_MANIFEST_DIR")).join(wing), &mut schemas);
    }
    let documented = PUBLIC.iter().map(|file| file.0).chain(OWN).map(str::to_owned).collect();
    assert_eq!(schemas, documented);
}
