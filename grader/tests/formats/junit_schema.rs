//! The rules of `junit-10.xsd`, the schema of Jenkins' xUnit plugin for reports.
//!
//! Source: `src/main/resources/org/jenkinsci/plugins/xunit/types/model/xsd/junit-10.xsd` of
//! <https://github.com/jenkinsci/xunit-plugin> at 031e285. The schema allows the children of an element in any order,
//! and treats numbers as text, except for times.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

/// What the schema allows in an element.
struct Rule {
    name: &'static str,
    required: &'static [&'static str],
    optional: &'static [&'static str],
    children: &'static [&'static str],
    has_text: bool,
}

const OUTPUTS: [&str; 2] = ["system-out", "system-err"];

const RULES: [Rule; 10] = [
    Rule {
        name: "testsuites",
        required: &[],
        optional: &["name", "time", "tests", "failures", "errors"],
        children: &["testsuite"],
        has_text: false,
    },
    Rule {
        name: "testsuite",
        required: &["name", "tests", "failures", "errors"],
        optional: &[
            "group",
            "time",
            "skipped",
            "timestamp",
            "hostname",
            "id",
            "package",
            "file",
            "log",
            "url",
        ],
        children: &["testsuite", "properties", "testcase", OUTPUTS[0], OUTPUTS[1]],
        has_text: false,
    },
    Rule {
        name: "properties",
        required: &[],
        optional: &[],
        children: &["property"],
        has_text: false,
    },
    Rule {
        name: "property",
        required: &["name", "value"],
        optional: &[],
        children: &[],
        has_text: false,
    },
    Rule {
        name: "testcase",
        required: &["name"],
        optional: &["time", "classname", "group"],
        children: &["skipped", "error", "failure", OUTPUTS[0], OUTPUTS[1]],
        has_text: false,
    },
    message("skipped"),
    message("error"),
    message("failure"),
    output(OUTPUTS[0]),
    output(OUTPUTS[1]),
];

const fn message(name: &'static str) -> Rule {
    Rule { name, required: &[], optional: &["type", "message"], children: &[], has_text: true }
}

const fn output(name: &'static str) -> Rule {
    Rule { name, required: &[], optional: &[], children: &[], has_text: true }
}

pub(super) fn hold(text: &str) {
    if let Err(problem) = check(text) {
        panic!("{problem} in {text}");
    }
}

fn check(text: &str) -> Result<(), String> {
    let mut reader = Reader::from_str(text);
    let mut open: Vec<&Rule> = Vec::new();
    loop {
        match reader.read_event().map_err(|error| error.to_string())? {
            Event::Start(tag) => {
                let rule = enter(open.last().copied(), &tag)?;
                open.push(rule);
            }
            Event::Empty(tag) => drop(enter(open.last().copied(), &tag)?),
            Event::End(_) => drop(open.pop()),
            Event::Text(text) => {
                let is_blank = text.iter().all(u8::is_ascii_whitespace);
                if !is_blank && open.last().is_none_or(|element| !element.has_text) {
                    return Err("text outside of messages".to_owned());
                }
            }
            Event::GeneralRef(_) if open.last().is_some_and(|element| element.has_text) => {}
            Event::Decl(_) => {}
            Event::Eof if open.is_empty() => return Ok(()),
            other => return Err(format!("unexpected {other:?}")),
        }
    }
}

/// Checks an element and the attributes, and returns the rule for the content.
fn enter(parent: Option<&Rule>, tag: &BytesStart<'_>) -> Result<&'static Rule, String> {
    let name = String::from_utf8_lossy(tag.name().as_ref()).into_owned();
    let is_allowed =
        parent.map_or(name == "testsuites", |element| element.children.contains(&name.as_str()));
    let rule = RULES.iter().find(|rule| rule.name == name).filter(|_| is_allowed);
    let rule = rule.ok_or_else(|| format!("`{name}` is not allowed here"))?;
    let mut found = Vec::new();
    for attribute in tag.attributes() {
        let key = attribute.map_err(|error| error.to_string())?.key;
        let key = String::from_utf8_lossy(key.as_ref()).into_owned();
        if !rule.required.contains(&key.as_str()) && !rule.optional.contains(&key.as_str()) {
            return Err(format!("`{name}` has `{key}`"));
        }
        found.push(key);
    }
    match rule.required.iter().find(|attribute| !found.iter().any(|key| key == *attribute)) {
        Some(missing) => Err(format!("`{name}` has no `{missing}`")),
        None => Ok(rule),
    }
}

#[test]
fn reports_that_jenkins_rejects_are_detected() {
    let suite = |inside: &str| {
        format!(
            "<testsuites><testsuite name=\"a\" tests=\"1\" failures=\"0\" errors=\"0\">{inside}\
             </testsuite></testsuites>"
        )
    };
    assert_eq!(check(&suite("<testcase name=\"b\"><skipped message=\"c\"/></testcase>")), Ok(()));
    for (text, problem) in [
        ("<testsuites skipped=\"0\"/>".to_owned(), "`testsuites` has `skipped`"),
        ("<testsuite/>".to_owned(), "`testsuite` is not allowed here"),
        (
            "<testsuites><testsuite name=\"a\"/></testsuites>".to_owned(),
            "`testsuite` has no `tests`",
        ),
        (suite("<testcase name=\"b\" file=\"c\"/>"), "`testcase` has `file`"),
        (suite("<testcase name=\"b\" line=\"1\"/>"), "`testcase` has `line`"),
        (suite("<testcase/>"), "`testcase` has no `name`"),
        (
            suite("<testcase name=\"b\"><properties/></testcase>"),
            "`properties` is not allowed here",
        ),
        (suite("text"), "text outside of messages"),
        (suite("<testcase name=\"b\"><failure line=\"1\"/></testcase>"), "`failure` has `line`"),
    ] {
        assert_eq!(check(&text), Err(problem.to_owned()), "{text}");
    }
}
