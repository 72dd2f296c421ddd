//! Any class, and any export of it: what should not change does not, byte for byte, and what
//! changes is the number of its student.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;

/// A student, as the truth is.
#[derive(Clone, Debug)]
struct Student {
    /// Few names, so that some are shared.
    name: usize,
    /// The entries of the student: usually one, sometimes none or two.
    entries: Vec<Known>,
    /// The rows of the student, with what the cell of the grade says.
    rows: Vec<&'static str>,
    comment: &'static str,
    /// Whose address the login of somebody without an entry begins like, by chance.
    login: usize,
}

/// What is known of a student in an entry.
#[derive(Clone, Debug)]
struct Known {
    /// By id, by address, by name.
    by: [bool; 3],
    /// Whether the id is misspelt, as one that nobody has.
    is_misspelt: bool,
    award: Award,
    has_comment: bool,
}

const NAMES: [(&str, &str); 4] =
    [("Jane", "Doe"), ("Zoë", "O'Neil"), ("Lee", "Kim"), ("=Al", "x y")];

const CELLS: [&str; 12] =
    ["", "", "-", "0", "3", "87.50", "12,5", "EX", "N/A", "=1+1", "say \"so\"", "x\ny;z, w\t"];

fn award() -> impl Strategy<Value = Award> {
    let of = Points::from_thousandths(100_000);
    let points = (0_u64..=120_000).prop_map(Points::from_thousandths);
    prop_oneof![
        4 => points.prop_map(move |held| Award::Points { held, of }),
        1 => Just(Award::Unknown),
        2 => Just(Award::Missing),
        2 => any::<bool>().prop_map(|is_zero| Award::Rejected { is_zero }),
    ]
}

fn known() -> impl Strategy<Value = Known> {
    let by = any::<[bool; 3]>().prop_filter("by something", |by| by.contains(&true));
    (by, prop::bool::weighted(0.1), award(), any::<bool>()).prop_map(
        |(by, is_misspelt, award, has_comment)| Known { by, is_misspelt, award, has_comment },
    )
}

fn student() -> impl Strategy<Value = Student> {
    let entries = prop_oneof![
        1 => Just(0_usize),
        8 => Just(1),
        1 => Just(2),
    ]
    .prop_flat_map(|count| prop::collection::vec(known(), count));
    let cell = || prop::sample::select(CELLS.to_vec());
    let rows = prop_oneof![
        9 => prop::collection::vec(cell(), 1),
        1 => prop::collection::vec(cell(), 0),
        1 => prop::collection::vec(cell(), 2),
    ];
    let comment = prop::sample::select(vec!["", "", "well done", "=1"]);
    (0..NAMES.len(), entries, rows, comment, 0_usize..8).prop_map(
        |(name, entries, rows, comment, login)| {
            // Who is known by a name or an address and has no row cannot be told from others of that name.
            let needs_row = entries.iter().any(|it| it.by[1] || it.by[2]);
            let rows = if needs_row && rows.is_empty() { vec![""] } else { rows };
            Student { name, entries, rows, comment, login }
        },
    )
}

/// The way that an export is written.
#[derive(Clone, Copy, Debug)]
struct Form {
    kind: Kind,
    separator: char,
    has_bom: bool,
    end: &'static str,
    is_quoted: bool,
    decimal_comma: bool,
}

fn form() -> impl Strategy<Value = Form> {
    let kind = prop::sample::select(Kind::ALL.to_vec());
    let separator = prop::sample::select(vec![',', ';', '\t']);
    let end = prop::sample::select(vec!["\n", "\r\n"]);
    (kind, separator, any::<bool>(), end, any::<bool>(), any::<bool>()).prop_map(
        |(kind, separator, has_bom, end, is_quoted, decimal_comma)| Form {
            kind,
            separator,
            has_bom,
            end,
            is_quoted,
            decimal_comma,
        },
    )
}

/// The header of a platform; the place of the grade in it, and that of the comment.
fn header(kind: Kind) -> (&'static [&'static str], usize, Option<usize>) {
    match kind {
        Kind::Canvas => {
            let header = &[
                "Student",
                "ID",
                "SIS User ID",
                "SIS Login ID",
                "Section",
                "p (1)",
                "Final Score",
            ];
            (header, 5, None)
        }
        Kind::Moodle => {
            let header = &[
                "Identifier",
                "Full name",
                "Username",
                "Email address",
                "Maximum Grade",
                "Grade",
                "Feedback comments",
            ];
            (header, 5, Some(6))
        }
        Kind::Blackboard => (
            &[
                "Last Name",
                "First Name",
                "Username",
                "Student ID",
                "x",
                "P [Total Pts: 100 Score] |7",
            ],
            5,
            None,
        ),
        Kind::Brightspace => (
            &[
                "OrgDefinedId",
                "Last Name",
                "First Name",
                "Email",
                "p Points Grade <Numeric MaxPoints:100>",
                "End-of-Line Indicator",
            ],
            4,
            None,
        ),
        Kind::Gradescope => {
            (&["First Name", "Last Name", "SID", "Email", "p - Max Points", "p"], 5, None)
        }
        Kind::GithubClassroom => (
            &[
                "github_username",
                "roster_identifier",
                "x",
                "y",
                "points_available",
                "points_awarded",
            ],
            5,
            None,
        ),
    }
}

/// The cells of a student in a platform's columns, with a grade.
fn cells(kind: Kind, place: usize, student: &Student, old: &str) -> Vec<String> {
    let (first, last) = NAMES[student.name];
    let (id, email) = (id(place), email(place));
    let number = format!("{}", 500 + place);
    let login = if student.entries.is_empty() { student.login } else { place };
    let cells: Vec<String> = match kind {
        Kind::Canvas => {
            vec![
                format!("{last}, {first}"),
                number,
                id,
                format!("mail{login}"),
                "A".into(),
                old.into(),
                "0".into(),
            ]
        }
        Kind::Moodle => vec![
            format!("Participant {number}"),
            format!("{first} {last}"),
            id,
            email,
            "100.00".into(),
            old.into(),
            student.comment.into(),
        ],
        Kind::Blackboard => {
            vec![last.into(), first.into(), id, number, "=x".into(), old.into()]
        }
        Kind::Brightspace => {
            vec![format!("#{id}"), last.into(), first.into(), email, old.into(), "#".into()]
        }
        Kind::Gradescope => vec![first.into(), last.into(), id, email, "100.0".into(), old.into()],
        Kind::GithubClassroom => {
            vec![
                id,
                format!("{first} {last}"),
                "\"".into(),
                String::new(),
                "100".into(),
                old.into(),
            ]
        }
    };
    cells
}

fn id(place: usize) -> String {
    format!("u{place}")
}

fn email(place: usize) -> String {
    format!("mail{place}@x.org")
}

/// A cell as it stands in the file.
fn raw(form: Form, text: &str) -> String {
    let needs = |c: char| c == form.separator || matches!(c, '"' | '\r' | '\n');
    if form.is_quoted || text.contains(needs) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

fn join(form: Form, rows: &[Vec<String>]) -> String {
    let separator = form.separator.to_string();
    let lines: String = rows.iter().map(|cells| cells.join(&separator) + form.end).collect();
    if form.has_bom { format!("\u{feff}{lines}") } else { lines }
}

/// The entries of a class, each with the student that it is of.
fn entries(class: &[Student]) -> Vec<(usize, Entry)> {
    let entry = |place: usize, student: &Student, known: &Known| {
        let some = |by: bool, text: String| Vec::from_iter(by.then_some(text));
        let (first, last) = NAMES[student.name];
        let spelt = if known.is_misspelt { format!("x{place}") } else { id(place) };
        Entry {
            label: format!("student {place}"),
            known_as: KnownAs {
                ids: some(known.by[0], spelt),
                emails: some(known.by[1], email(place)),
                names: some(known.by[2], format!("{first} {last}")),
                numbers: Vec::new(),
            },
            award: known.award,
            comment: known.has_comment.then(|| "@so".to_owned()),
        }
    };
    let class = class.iter().enumerate();
    class
        .flat_map(|(place, student)| {
            student.entries.iter().map(move |known| (place, entry(place, student, known)))
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn only_clear_cells_change_and_to_the_number_of_their_student(
        class in prop::collection::vec(student(), 1..8),
        form in form(),
    ) {
        let truth = entries(&class);
        let list: Vec<Entry> = truth.iter().map(|(_, entry)| entry.clone()).collect();
        let (headers, grade, comment) = header(form.kind);
        let mut rows = vec![headers.iter().map(|it| raw(form, it)).collect::<Vec<_>>()];
        let mut of_row = vec![(usize::MAX, "")];
        if form.kind == Kind::Canvas {
            let mut cells = vec![String::new(); headers.len()];
            cells[0] = "    Points Possible".to_owned();
            cells[grade] = raw(form, "100");
            rows.push(cells);
            of_row.push((usize::MAX, ""));
        }
        for (place, student) in class.iter().enumerate() {
            for old in &student.rows {
                let cells = cells(form.kind, place, student, old);
                rows.push(cells.iter().map(|it| raw(form, it)).collect());
                of_row.push((place, old));
            }
        }
        let export = join(form, &rows);
        prop_assert_eq!(Kind::of(&export), Ok(form.kind));
        let how = Fill { decimal_comma: form.decimal_comma, ..Fill::default() };
        // A class without rows is not known by any; that is refused.
        let Ok(filled) = form.kind.fill(&export, &list, &how) else {
            let known = form.kind.fill(&export, &list, &Fill { scale: Scale::AsIs, ..how });
            let empty = of_row.iter().all(|(place, _)| *place == usize::MAX);
            prop_assert!(known == Err(GradebookError::NoStudents) || empty, "{:?}", known);
            return Ok(());
        };

        // Each cell that is said to be written is the only thing that changes.
        let mut expected = rows.clone();
        let mut cells = filled.cells.iter();
        for (row, (place, old)) in of_row.iter().enumerate() {
            if *place == usize::MAX {
                continue;
            }
            let cell = cells.next().unwrap();
            prop_assert_eq!(&cell.old, old);
            if cell.comment == CommentFate::There && class[*place].comment.is_empty() {
                expected[row][comment.unwrap()] = raw(form, "'@so");
            }
            let Fate::Written(new) = &cell.fate else { continue };
            // Quotes that were there stay.
            let is_quoted = form.is_quoted || rows[row][grade].starts_with('"');
            expected[row][grade] = raw(Form { is_quoted, ..form }, new);
            // It is the student's own number, where there was a number or nothing.
            let (whose, entry) = &truth[cell.entry.unwrap()];
            prop_assert_eq!(whose, place, "{}", cell.student);
            prop_assert_eq!(class[*place].rows.len(), 1);
            let is_word = ["EX", "N/A", "=1+1", "say \"so\"", "x\ny;z, w\t"].contains(old);
            prop_assert!(!is_word, "{} was overwritten", old);
            match entry.award {
                Award::Points { held, .. } => {
                    prop_assert_eq!(new.replace(',', "."), held.to_string());
                }
                Award::Missing | Award::Rejected { is_zero: true } => {
                    prop_assert!(new == "0" && (old.is_empty() || *old == "-"));
                }
                Award::Unknown | Award::Rejected { is_zero: false } => {
                    prop_assert!(false, "there is no score");
                }
            }
        }
        prop_assert_eq!(cells.next(), None);
        prop_assert_eq!(&filled.text, &join(form, &expected));

        // A reader of somebody else's sees the same.
        let read = |text: &str| -> Vec<Vec<String>> {
            let text = text.trim_start_matches('\u{feff}');
            let mut reader = csv::ReaderBuilder::new()
                .has_headers(false)
                .delimiter(u8::try_from(form.separator).unwrap())
                .from_reader(text.as_bytes());
            reader.records().map(|it| it.unwrap().iter().map(str::to_owned).collect()).collect()
        };
        let (old, new) = (read(&export), read(&filled.text));
        for (row, (old, new)) in old.iter().zip(&new).enumerate() {
            for (column, (old, new)) in old.iter().zip(new).enumerate() {
                let may_change = row > 0 && (column == grade || Some(column) == comment);
                prop_assert!(old == new || may_change, "{old} became {new}");
                prop_assert!(old == new || !new.is_empty(), "{old} was emptied");
            }
        }

        // Nobody is lost: each entry is in a cell, named with a row that is not clear, or absent.
        let mut there: BTreeMap<usize, usize> = BTreeMap::new();
        for place in filled.cells.iter().flat_map(Cell::candidates).chain(filled.absent.clone()) {
            *there.entry(place).or_default() += 1;
        }
        let unplaced = (0..list.len()).find(|place| !there.contains_key(place));
        prop_assert!(unplaced.is_none(), "{unplaced:?}");

        let again = form.kind.fill(&filled.text, &list, &how).unwrap();
        prop_assert_eq!(again.text, filled.text);
    }
}
