//! Brightspace's grade export.

use grade::points::Points;

use super::amount;
use super::plan::{AboveMaximum, SheetPlan, grade_column};
use super::sheet::Sheet;
use super::students::{Names, StudentKey};
use super::{Gradebook, GradebookError};

pub(super) const GRADEBOOK: Gradebook = Gradebook {
    recognizes: is_brightspace,
    plan,
    #[cfg(test)]
    sample: SAMPLE,
};

/// The columns that identify students. Ids and user names start with `#`, to keep spreadsheets from dropping leading
/// zeros.
const STUDENTS: &Names = &[
    (StudentKey::Id, &["OrgDefinedId"]),
    (StudentKey::Id, &["Org Defined ID"]),
    (StudentKey::Id, &["Username"]),
    (StudentKey::Email, &["Email"]),
    (StudentKey::Name, &["Last Name", "First Name"]),
];

/// The text after an item name.
const POINTS: &str = " Points Grade";

/// The text before the maximum.
const MAXIMUM: &str = "MaxPoints:";

fn is_brightspace(sheet: &Sheet) -> bool {
    let has_id = ["OrgDefinedId", "Org Defined ID", "Username"]
        .iter()
        .any(|header| sheet.has_columns(&[header]));
    has_id && sheet.has_header(|header| item_name(header).is_some())
}

/// Finds the column for an item graded in points by its header, such as
/// `8-puzzle Points Grade <Numeric MaxPoints:10 Weight:5>`, or by the item name alone. Points above the maximum will be
/// reduced, unless the item allows them.
fn plan(sheet: &Sheet, column: Option<&str>) -> Result<SheetPlan, GradebookError> {
    let is_named = |header: &str, wanted: &str| item_name(header) == Some(wanted);
    let grade = grade_column(sheet, column, is_named, |_, header| item_name(header).is_some())?;
    let worth = maximum_in(&sheet.cell(0, grade));
    Ok(SheetPlan { worth, above: AboveMaximum::IsLost, ..SheetPlan::new(grade, STUDENTS) })
}

fn item_name(header: &str) -> Option<&str> {
    let (name, rest) = header.rsplit_once(POINTS)?;
    let rest = rest.trim();
    // The rest describes the item, as in `<Numeric MaxPoints:10>`.
    (rest.is_empty() || (rest.starts_with('<') && rest.ends_with('>'))).then_some(name)
}

fn maximum_in(header: &str) -> Option<Points> {
    let (_, rest) = header.rsplit_once(MAXIMUM)?;
    amount::parse_points(rest.split([' ', '>']).next()?)
}

#[cfg(test)]
pub(super) const SAMPLE: crate::tests::Sample = crate::tests::Sample {
    export: "\
OrgDefinedId,Username,Last Name,First Name,Email,8-puzzle Points Grade <Numeric MaxPoints:10 Weight:5 Category:Work CategoryWeight:50>,Calculated Final Grade Numerator,End-of-Line Indicator
#007,#jane,Doe,Jane,jane@x.org,,1,#
#008,#mal,Mal,Mal,mal@x.org,4,2,#
",
    columns: &[
        ("OrgDefinedId", |student| format!("#{}", student.id)),
        ("Username", |student| format!("#{}", student.login)),
        ("Last Name", |student| student.last.clone()),
        ("First Name", |student| student.first.clone()),
        ("Email", |student| student.email.clone()),
        ("8-puzzle Points Grade <Numeric MaxPoints:WORTH Weight:5>", |student| student.grade.clone()),
        ("End-of-Line Indicator", |_| "#".to_owned()),
    ],
    above: &[],
    below: &[],
    key: "OrgDefinedId",
    grade: "8-puzzle Points Grade <Numeric MaxPoints:WORTH Weight:5>",
    comment: None,
};
