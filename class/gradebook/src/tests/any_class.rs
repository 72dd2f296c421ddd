//! Property tests with arbitrary classes and exports. Each cell should either stay byte-for-byte identical or receive
//! the points of the right student.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;

/// A student, with the correct match between entries and rows.
#[derive(Clone, Debug)]
struct Truth {
    /// An index into a list of names, short enough for some students to share a name.
    name: usize,
    /// One entry, but sometimes none or two.
    entries: Vec<Known>,
    /// The grade cell of each row.
    rows: Vec<&'static str>,
    comment: &'static str,
    /// For a student without an entry, the index of another student whose address happens to start with the same login.
    login: usize,
}

#[derive(Clone, Debug)]
struct Known {
    /// Whether an id, an address and a name are known.
    by: [bool; 3],
    /// Whether the id is misspelled, to match no one.
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
        1 => Just(Award::Held),
        1 => Just(Award::Incomplete),
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

fn student() -> impl Strategy<Value = Truth> {
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
            // Without a row, a student who is known only by a name or an address could be confused with another.
            let needs_row = entries.iter().any(|entry| entry.by[1] || entry.by[2]);
            let rows = if needs_row && rows.is_empty() { vec![""] } else { rows };
            Truth { name, entries, rows, comment, login }
        },
    )
}

#[derive(Clone, Copy, Debug)]
struct Form {
    platform: Platform,
    separator: char,
    has_bom: bool,
    end: &'static str,
    is_quoted: bool,
    decimal_comma: bool,
}

fn form() -> impl Strategy<Value = Form> {
    let platform = prop::sample::select(Platform::all().collect::<Vec<_>>());
    let separator = prop::sample::select(vec![',', ';', '\t']);
    let end = prop::sample::select(vec!["\n", "\r\n"]);
    (platform, separator, any::<bool>(), end, any::<bool>(), any::<bool>()).prop_map(
        |(platform, separator, has_bom, end, is_quoted, decimal_comma)| Form {
            platform,
            separator,
            has_bom,
            end,
            is_quoted,
            decimal_comma,
        },
    )
}

fn cells(platform: Platform, place: usize, student: &Truth, old: &str) -> Vec<String> {
    let (first, last) = NAMES[student.name];
    let login = if student.entries.is_empty() { student.login } else { place };
    gradebook_of(platform).sample.row(&Student {
        first: first.to_owned(),
        last: last.to_owned(),
        id: id(place),
        login: format!("mail{login}"),
        email: email(place),
        number: (500 + place).to_string(),
        grade: old.to_owned(),
        comment: student.comment.to_owned(),
        worth: "100".to_owned(),
    })
}

fn id(place: usize) -> String {
    format!("u{place}")
}

fn email(place: usize) -> String {
    format!("mail{place}@x.org")
}

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

/// Returns the entries, each with the index of the student.
fn entries(class: &[Truth]) -> Vec<(usize, GradebookEntry)> {
    let entry = |place: usize, student: &Truth, known: &Known| {
        let some = |by: bool, text: String| Vec::from_iter(by.then_some(text));
        let (first, last) = NAMES[student.name];
        let spelt = if known.is_misspelt { format!("x{place}") } else { id(place) };
        GradebookEntry {
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
    fn only_unambiguous_cells_change(
        class in prop::collection::vec(student(), 1..8),
        form in form(),
    ) {
        let truth = entries(&class);
        let list: Vec<GradebookEntry> = truth.iter().map(|(_, entry)| entry.clone()).collect();
        let sample = gradebook_of(form.platform).sample;
        let (grade, comment) = (sample.place(sample.grade), sample.comment.map(|comment| sample.place(comment)));
        let head = sample.head("100");
        let mut of_row = vec![(usize::MAX, ""); head.len()];
        let mut rows: Vec<Vec<String>> =
            head.iter().map(|row| row.iter().map(|cell| raw(form, cell)).collect()).collect();
        for (place, student) in class.iter().enumerate() {
            for old in &student.rows {
                let cells = cells(form.platform, place, student, old);
                rows.push(cells.iter().map(|cell| raw(form, cell)).collect());
                of_row.push((place, old));
            }
        }
        let export = join(form, &rows);
        prop_assert_eq!(platform_of(&export), Ok(form.platform));
        let how = FillOptions { decimal_comma: form.decimal_comma, ..overwriting() };
        // This should only fail when no row matches an entry.
        let Ok(filled) = fill(form.platform, &export, &list, &how) else {
            let known = fill(form.platform, &export, &list, &FillOptions { scale: Scale::AsIs, ..how });
            let empty = of_row.iter().all(|(place, _)| *place == usize::MAX);
            prop_assert!(known == Err(GradebookError::NoStudents) || empty, "{:?}", known);
            return Ok(());
        };

        // Only cells reported as written should change.
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
            let CellFate::Written(new) = &cell.fate else { continue };
            // The new text should be quoted if the old text was.
            let is_quoted = form.is_quoted || rows[row][grade].starts_with('"');
            expected[row][grade] = raw(Form { is_quoted, ..form }, new);
            // The new text should be this student's points, and should only replace a number or an empty cell.
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
                Award::Unknown
                | Award::Held
                | Award::Incomplete
                | Award::Rejected { is_zero: false } => {
                    prop_assert!(false, "there is no score");
                }
            }
        }
        prop_assert_eq!(cells.next(), None);
        prop_assert_eq!(&filled.text, &join(form, &expected));

        // An independent reader should see the same cells.
        let read = |text: &str| -> Vec<Vec<String>> {
            let text = text.trim_start_matches('\u{feff}');
            let mut reader = csv::ReaderBuilder::new()
                .has_headers(false)
                .delimiter(u8::try_from(form.separator).unwrap())
                .from_reader(text.as_bytes());
            reader.records().map(|record| record.unwrap().iter().map(str::to_owned).collect()).collect()
        };
        let (old, new) = (read(&export), read(&filled.text));
        for (row, (old, new)) in old.iter().zip(&new).enumerate() {
            for (column, (old, new)) in old.iter().zip(new).enumerate() {
                let may_change = row > 0 && (column == grade || Some(column) == comment);
                prop_assert!(old == new || may_change, "{old} became {new}");
                prop_assert!(old == new || !new.is_empty(), "{old} was emptied");
            }
        }

        // Every entry should have a cell, be a candidate for an unclear row, or be reported as absent.
        let mut there: BTreeMap<usize, usize> = BTreeMap::new();
        for place in filled.cells.iter().flat_map(GradeCell::possible_entries).chain(filled.absent.clone()) {
            *there.entry(place).or_default() += 1;
        }
        let unplaced = (0..list.len()).find(|place| !there.contains_key(place));
        prop_assert!(unplaced.is_none(), "{unplaced:?}");

        let again = fill(form.platform, &filled.text, &list, &how).unwrap();
        prop_assert_eq!(again.text, filled.text);
    }
}
