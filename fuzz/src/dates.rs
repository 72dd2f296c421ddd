//! The readers of due dates: the late policy of a rubric, and extensions.

use std::collections::BTreeSet;

use base::input::Source;
use grade::points::Points;
use late::{Extensions, Granted, KnownBy, Lateness, Policy, Seen, WireLate};

/// Times that platforms tell, in order: before the dates of the seeds, around them, and at the ends of
/// the calendar.
const TIMES: [&str; 8] = [
    "0001-01-01T00:00:00Z",
    "2026-11-22T22:58:59Z",
    "2026-11-22T23:14:01Z",
    "2026-11-23T23:14:01Z",
    "2026-11-30T11:00:01Z",
    "2027-03-28T01:30:00Z",
    "2126-11-22T22:59:00Z",
    "9999-12-30T22:00:00Z",
];

/// Any text as a table `[late]`, and, after a line `%%%`, as extensions: nobody loses more than there
/// is, or more by an extension than without, or less for being later.
pub fn late(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let (policy, extensions) = text.split_once("\n%%%\n").unwrap_or((text, ""));
    let policy = read(policy);
    let students = ["jane", "mal"].map(|id| KnownBy {
        ids: BTreeSet::from([id.to_owned(), format!("{id}@x.org")]),
        names: BTreeSet::from(["Bob Miller".to_owned()]),
    });
    let source = Source { file: "extensions.toml", text: extensions };
    let mut extensions = match Extensions::read(source, policy.as_ref()) {
        Ok(extensions) => extensions,
        Err(error) => {
            assert!(!error.render(false).is_empty());
            Extensions::default()
        }
    };
    let unmatched = extensions.take_unmatched(&students);
    assert!(!unmatched.iter().any(|it| it.student == "jane"), "she is there");
    let Some(policy) = policy else { return };
    assert!(!policy.to_string().is_empty());
    for student in &students {
        let mut last = Points::ZERO;
        for time in TIMES {
            let seen = Seen { time: Some(time.to_owned()), ..Seen::default() };
            let granted = extensions.of(student);
            let with = Lateness::of(&policy, &granted, seen.clone());
            let without = taken(&Lateness::of(&policy, &Granted::default(), seen));
            assert!(without <= SCORE, "no more than there is");
            assert!(without >= last, "{time}: later, and less is taken off");
            last = without;
            // A time that somebody knows better than the platform may be a later one.
            if with.handed_in.as_deref() == Some(time) {
                assert!(taken(&with) <= without, "{time}: an extension takes off more");
            }
        }
    }
}

/// A table `[late]`, if it is one.
fn read(text: &str) -> Option<Policy> {
    let source = Source { file: "assignment.toml", text };
    let read = toml::from_str::<WireLate>(text)
        .map_err(|error| source.toml_error(&error, |_| None))
        .and_then(|wire| late::read(&wire, source));
    match read {
        Ok(policy) => Some(policy),
        Err(error) => {
            assert!(!error.render(false).is_empty());
            None
        }
    }
}

/// What the checks gave.
const SCORE: Points = Points::from_thousandths(87_125);

fn taken(lateness: &Lateness) -> Points {
    let _ = lateness.text();
    lateness.late().map_or(Points::ZERO, |late| late.less.taken(SCORE))
}
