//! Properties of the parsers for due dates, in late policies and extensions.

use std::collections::BTreeSet;

use base::input::InputText;
use grade::points::Points;
use late::{Extensions, Granted, KnownBy, Lateness, Policy, ReportedTime, WireLate};

/// Submission times in ascending order: before and around the dates in the seeds, and at both ends of the calendar.
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

/// Tests arbitrary text as a `[late]` table, followed by a line `%%%` and extensions. No deduction may exceed the
/// score, no extension may increase a deduction, and no later submission may get a smaller one.
pub fn late(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let (policy, extensions) = text.split_once("\n%%%\n").unwrap_or((text, ""));
    let policy = read_policy(policy);
    let students = ["jane", "mal"].map(|id| KnownBy {
        ids: BTreeSet::from([id.to_owned(), format!("{id}@x.org")]),
        names: BTreeSet::from(["Bob Miller".to_owned()]),
        sections: BTreeSet::from(["A".to_owned()]),
    });
    let source = InputText { file: "extensions.toml", text: extensions };
    let mut extensions = match Extensions::parse(source, policy.as_ref()) {
        Ok(extensions) => extensions,
        Err(error) => {
            assert!(!error.render(false).is_empty());
            Extensions::default()
        }
    };
    let unmatched = extensions.take_unmatched(&students);
    assert!(!unmatched.iter().any(|lost| lost.student == "jane"), "she is there");
    let Some(policy) = policy else { return };
    assert!(!policy.to_string().is_empty());
    for student in &students {
        let mut last = Points::ZERO;
        for time in TIMES {
            let seen = ReportedTime { time: Some(time.to_owned()), ..ReportedTime::default() };
            let granted = extensions.granted_to(student);
            let with = Lateness::under_policy(&policy, &granted, seen.clone());
            let without = taken(&Lateness::under_policy(&policy, &Granted::default(), seen));
            assert!(without <= SCORE, "no more than there is");
            assert!(without >= last, "{time}: later, and less is taken off");
            last = without;
            // An extension may replace the platform's time with a later one, so compare only equal times.
            if with.handed_in.as_deref() == Some(time) {
                assert!(taken(&with) <= without, "{time}: an extension takes off more");
            }
        }
    }
}

fn read_policy(text: &str) -> Option<Policy> {
    let source = InputText { file: "assignment.toml", text };
    let read = toml::from_str::<WireLate>(text)
        .map_err(|error| source.toml_error(&error, |_| None))
        .and_then(|wire| late::parse_policy(&wire, source));
    match read {
        Ok(policy) => Some(policy),
        Err(error) => {
            assert!(!error.render(false).is_empty());
            None
        }
    }
}

const SCORE: Points = Points::from_thousandths(87_125);

fn taken(lateness: &Lateness) -> Points {
    let _ = lateness.sentence();
    lateness.late().map_or(Points::ZERO, |late| late.less.taken(SCORE))
}
