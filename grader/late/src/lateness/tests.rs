//! Compares the policy with an independent calculation, and tests edge cases.

use base::input::{FileError, InputText};
use grade::points::Points;
use insta::assert_snapshot;
use proptest::prelude::*;
use serde::Deserialize;

use super::*;
use crate::extensions::{Extensions, UnmatchedExtension};
use crate::student_lookup::KnownBy;
use crate::table::{self, WireLate};

#[derive(Deserialize)]
struct Rubric {
    late: WireLate,
}

fn in_short(error: &FileError) -> String {
    let hint = error.hint().map(|hint| format!("\n  {hint}")).unwrap_or_default();
    format!("{error}{hint}")
}

fn policy(text: &str) -> Result<Policy, String> {
    let text = format!("[late]\n{text}");
    let source = InputText { file: "assignment.toml", text: &text };
    let wire: Rubric = toml::from_str(&text).map_err(|error| error.to_string())?;
    table::parse_policy(&wire.late, source).map_err(|error| in_short(&error))
}

fn extensions(text: &str) -> Result<Extensions, String> {
    let source = InputText { file: "extensions.toml", text };
    let policy = policy("due = 2026-11-22T23:59:00\nzone = \"Europe/Berlin\"").unwrap();
    Extensions::parse(source, Some(&policy)).map_err(|error| in_short(&error))
}

fn jane() -> KnownBy {
    let ids = ["1001", "jane@example.org"].map(str::to_owned).into();
    let sections = ["B".to_owned()].into();
    KnownBy { ids, names: ["Jane Doe".to_owned()].into(), sections }
}

fn found(policy: &Policy, extensions: &Extensions, time: &str) -> String {
    let seen = ReportedTime { time: Some(time.to_owned()), ..ReportedTime::default() };
    let found = Lateness::under_policy(policy, &extensions.granted_to(&jane()), seen);
    found.sentence().unwrap_or_else(|| "on time".to_owned())
}

mod late_days;
mod sections;

const BERLIN: &str = "due = 2026-11-22T23:59:00\nzone = \"Europe/Berlin\"\n";

#[test]
fn grace_is_exact_and_days_start_when_due() {
    let policy = policy(&format!(
        "{BERLIN}grace = \"15m\"\npercent = 10\nper = \"day\"\ncap = 25\naccept_until = \"7d\""
    ))
    .unwrap();
    let none = Extensions::default();
    for (time, expected) in [
        ("2026-11-01T00:00:00+01:00", "on time"),
        ("2026-11-22T23:59:00+01:00", "on time"),
        ("2026-11-23T00:14:00+01:00", "on time"),
        ("2026-11-23T00:14:00.999+01:00", "on time"),
        ("2026-11-23T00:14:01+01:00", "1 day, -10 %"),
        ("2026-11-23T23:59:00+01:00", "1 day, -10 %"),
        // The grace period applies once, not for each day.
        ("2026-11-23T23:59:01+01:00", "2 days, -20 %"),
        ("2026-11-25T23:59:00+01:00", "3 days, -25 %"),
        ("2026-11-29T23:59:00+01:00", "7 days, -25 %"),
        ("2026-11-29T23:59:01+01:00", "8 days, too late to count"),
        // The same moment in another time zone.
        ("2026-11-23T22:59:00Z", "1 day, -10 %"),
    ] {
        assert_eq!(found(&policy, &none, time), expected, "{time}");
    }
}

#[test]
fn days_follow_daylight_saving_changes() {
    // These days have 25 and 23 hours.
    for (due, in_time, late) in [
        ("2026-10-24T23:59:00", "2026-10-25T23:59:00+01:00", "2026-10-25T23:59:01+01:00"),
        ("2026-03-28T23:59:00", "2026-03-29T23:59:00+02:00", "2026-03-29T23:59:01+02:00"),
        // A day later, the clock skips this time.
        ("2026-03-28T02:30:00", "2026-03-29T03:30:00+02:00", "2026-03-29T03:30:01+02:00"),
    ] {
        let rule = "percent = 10\nper = \"day\"";
        let zoned = policy(&format!("due = {due}\nzone = \"Europe/Berlin\"\n{rule}")).unwrap();
        let none = Extensions::default();
        assert_eq!(found(&zoned, &none, in_time), "1 day, -10 %", "{in_time}");
        assert_eq!(found(&zoned, &none, late), "2 days, -20 %", "{late}");
    }
    // Without a time zone, a day has 24 hours.
    let fixed = policy("due = 2026-10-24T23:59:00+02:00\npercent = 10\nper = \"day\"").unwrap();
    assert_eq!(found(&fixed, &Extensions::default(), "2026-10-25T23:59:00+01:00"), "2 days, -20 %");
}

#[test]
fn an_extension_moves_the_due_date_and_last_moment() {
    let rule = "points = 2.5\nper = \"hour\"\n";
    let relative = policy(&format!("{BERLIN}{rule}accept_until = \"4h\"")).unwrap();
    let fixed = policy(&format!("{BERLIN}{rule}accept_until = 2026-11-23T04:00:00")).unwrap();
    let granted = |what: &str| {
        let text = format!("[[extension]]\nstudent = \"JANE@example.org\"\n{what}\n");
        extensions(&(text + "why = \"ill\"\nwho = \"R. S.\"\n")).unwrap()
    };
    let due = granted("due = 2026-11-23T23:59:00");
    let hours = granted("hours = 24");
    assert_eq!(found(&relative, &due, "2026-11-23T23:59:00+01:00"), "on time");
    assert_eq!(found(&relative, &hours, "2026-11-23T23:59:00+01:00"), "on time");
    assert_eq!(found(&relative, &due, "2026-11-24T01:00:00+01:00"), "2 hours, -5 points");
    assert_eq!(found(&relative, &due, "2026-11-24T04:00:00+01:00"), "5 hours, too late to count");
    // Students can use the full extension after a fixed last moment, but no more.
    assert_eq!(found(&fixed, &due, "2026-11-23T23:59:00+01:00"), "on time");
    assert_eq!(found(&fixed, &due, "2026-11-23T23:59:01+01:00"), "1 hour, too late to count");
    let earlier = granted("due = 2026-11-20T12:00:00");
    assert_eq!(found(&fixed, &earlier, "2026-11-22T23:59:00+01:00"), "on time");
    let waived = granted("waive = true");
    assert_eq!(found(&fixed, &waived, "2026-11-23T01:00:00+01:00"), "2 hours, waived");
    let corrected = granted("handed_in = 2026-11-22T20:00:00");
    assert_eq!(found(&fixed, &corrected, "2026-11-23T01:00:00+01:00"), "on time");
}

#[test]
fn unknown_lateness_is_doubtful_without_a_deduction() {
    let policy = policy(BERLIN).unwrap();
    let nothing = Granted::default();
    for (seen, finding, doubt) in [
        (ReportedTime::default(), LatenessFinding::Unknown, Some(LatenessDoubt::Unknown)),
        (
            ReportedTime { marks_late: true, ..ReportedTime::default() },
            LatenessFinding::OnTime,
            None,
        ),
        (
            ReportedTime { is_late: true, ..ReportedTime::default() },
            LatenessFinding::Said,
            Some(LatenessDoubt::LateUnknown),
        ),
        (
            ReportedTime { time: Some("Monday".to_owned()), ..ReportedTime::default() },
            LatenessFinding::Unknown,
            Some(LatenessDoubt::Unknown),
        ),
    ] {
        let lateness = Lateness::under_policy(&policy, &nothing, seen.clone());
        assert_eq!((lateness.finding.clone(), lateness.doubt()), (finding, doubt), "{seen:?}");
        assert_eq!(lateness.late(), None);
        assert_eq!(Lateness::without_policy(seen).doubt(), None);
    }
    let waived = "[[extension]]\nstudent = \"1001\"\nwaive = true\nwhy = \"x\"\nwho = \"y\"";
    let granted = extensions(waived).unwrap().granted_to(&jane());
    let lateness = Lateness::under_policy(
        &policy,
        &granted,
        ReportedTime { is_late: true, ..ReportedTime::default() },
    );
    assert_eq!(lateness.doubt(), None);
}

#[test]
fn an_extension_applies_to_exactly_one_student() {
    let extension = |student: &str| {
        format!("[[extension]]\nstudent = \"{student}\"\nhours = 1\nwhy = \"x\"\nwho = \"y\"\n")
    };
    let text: String =
        [" Jane@Example.org", "jane doe", "jan", "1002", "Kim Lee"].map(extension).concat();
    let mut extensions = extensions(&text).unwrap();
    let kim = |id: &str| KnownBy {
        ids: [id.to_owned()].into(),
        names: ["Kim Lee".to_owned()].into(),
        ..KnownBy::default()
    };
    let class = [jane(), kim("1002"), kim("1003")];
    let unmatched = |student: &str, several: &[usize]| {
        let (student, several) = (student.to_owned(), several.to_vec());
        UnmatchedExtension { student, several }
    };
    let expected = [unmatched("Kim Lee", &[1, 2]), unmatched("jan", &[])];
    assert_eq!(extensions.take_unmatched(&class), expected);
    assert_eq!(extensions.granted_to(&class[0]).describe_each(), ["1h more: x (y)"; 2]);
    assert_eq!(extensions.granted_to(&class[1]).describe_each(), ["1h more: x (y)"]);
    assert_eq!(extensions.granted_to(&class[2]), Granted::default());
}

#[test]
fn mistakes_are_reported_with_their_line() {
    let mut text = String::new();
    for wrong in [
        "due = 2026-11-22",
        "due = 2026-11-22T23:59:00",
        "due = 5",
        &format!("{BERLIN}grace = \"soon\""),
        &format!("{BERLIN}percent = 10"),
        &format!("{BERLIN}per = \"day\""),
        &format!("{BERLIN}percent = 10\nper = \"week\""),
        &format!("{BERLIN}percent = 101\nper = \"day\""),
        &format!("{BERLIN}percent = 0\nper = \"day\""),
        &format!("{BERLIN}points = 0.0001\nper = \"day\""),
        &format!("{BERLIN}percent = 10\npoints = 5\nper = \"day\""),
        &format!("{BERLIN}percent = 10\nper = \"day\"\ncap = 5"),
        &format!("{BERLIN}accept_until = 2026-11-22T23:00:00"),
        &format!("{BERLIN}grace = \"1h\"\naccept_until = \"30m\""),
        &BERLIN.replace("Berlin", "Bonn"),
    ] {
        text += &policy(wrong).unwrap_err();
        text += "\n";
    }
    assert_snapshot!(text, @r#"
    assignment.toml:2:7: the time of day is missing
      write it as `2026-11-22T23:59:00+01:00`, or leave out the offset and add `zone = "Europe/Berlin"`
    assignment.toml:2:7: the time zone is missing
      add an offset, as in `+01:00`, or a time zone, as in `zone = "Europe/Berlin"`
    assignment.toml:2:7: invalid date and time
      write it as `2026-11-22T23:59:00+01:00`, or leave out the offset and add `zone = "Europe/Berlin"`
    assignment.toml:4:9: invalid duration
      write it as `15m`, `2h 30m` or `3d`
    assignment.toml:4:11: `per` is missing
      add `per = "day"` or `per = "hour"`
    assignment.toml:4:7: `per` requires `percent` or `points`
      add a deduction, or remove this key
    assignment.toml:5:7: unknown unit `week`
      use `day` or `hour`
    assignment.toml:4:11: the percentage must be above 0 and at most 100
      use up to three decimals
    assignment.toml:4:11: the percentage must be above 0 and at most 100
      use up to three decimals
    assignment.toml:4:10: the number of points must be above 0
      use up to three decimals
    assignment.toml:5:10: `percent` and `points` cannot be used together
      use `percent` for a share of the score, or `points` for a fixed number
    assignment.toml:6:7: the cap is less than the deduction for the first day or hour
      give both in the same unit, percent or points
    assignment.toml:4:16: the time is not after the due date and its grace period
      `accept_until` is the latest time at which a late submission counts
    assignment.toml:5:16: the time is not after the due date and its grace period
      `accept_until` is the latest time at which a late submission counts
    assignment.toml:3:8: unknown time zone `Europe/Bonn`
      use an IANA name, such as `America/New_York`
    "#);
    let mut text = String::new();
    for wrong in [
        "student = \"a\"",
        "student = \"a\"\nhours = 1\nwaive = true",
        "student = \"a\"\nhours = 0",
        "student = \"a\"\nwaive = false",
        "student = \" \"\nhours = 1",
        "student = \"a\"\nhours = 1\nwhere = 1",
        "student = \"a\"\nhours = 1\nwhy = \"x\"\nwho = \"y\"\n[[extension]]\nstudent = \"A\"\n\
         due = 2026-11-23T00:00:00",
    ] {
        let file = format!("[[extension]]\n{wrong}\nwhy = \"ill\"\nwho = \"R. S.\"\n");
        text += &extensions(&file).unwrap_err();
        text += "\n";
    }
    for keys in ["hours = 1", "student = \"a\"\nhours = 1\nwhy = \"ill\""] {
        text += &extensions(&format!("[[extension]]\n{keys}\n")).unwrap_err();
        text += "\n";
    }
    assert_snapshot!(text, @"
    extensions.toml:2:11: the extension does not grant anything
      use one of `due`, `hours` and `waive = true`, or `handed_in` if the platform does not report the time
    extensions.toml:4:9: the extension has more than one of `due`, `hours`, `waive` and `handed_in`
      write a separate `[[extension]]` table for each
    extensions.toml:3:9: invalid number of hours
      use a number above 0 and up to 100,000, with up to three decimals
    extensions.toml:3:9: `waive` can only be `true`
      remove the extension
    extensions.toml:2:11: `student` is empty
    extensions.toml:4:1: unknown key `where`, expected one of `student`, `section`, `due`, `hours`, `waive`, `handed_in`, `why`, `who`
    extensions.toml:7:11: `A` already has an extension of this kind
      merge the two extensions
    extensions.toml:1:1: `student`, `why`, `who` are missing
      an extension needs `student` or `section`, `why`, `who`, and what it grants
    extensions.toml:1:1: `who` is missing
      an extension needs `student` or `section`, `why`, `who`, and what it grants
    ");
}

#[test]
fn a_policy_is_described_in_one_line() {
    let lines = [
        BERLIN.to_owned(),
        format!("{BERLIN}grace = \"15m\"\npercent = 10\nper = \"day\"\ncap = 50\naccept_until = \"7d\""),
        "due = 2026-11-22T23:59:30Z\npoints = 2.5\nper = \"hour\"\naccept_until = 2026-11-30T12:00:00Z"
            .to_owned(),
    ];
    let lines = lines.map(|text| policy(&text).unwrap().to_string());
    assert_snapshot!(lines.join("\n"), @"
    due 2026-11-22 23:59 (Europe/Berlin); no deduction for lateness
    due 2026-11-22 23:59 (Europe/Berlin), with a grace period of 15m; then -10 % for each day or part of it, at most -50 %; nothing counts more than 7d after the due date
    due 2026-11-22 23:59:30 (UTC); then -2.5 points for each hour or part of it; nothing counts after 2026-11-30 12:00 (UTC)
    ");
}

/// Generates a late policy: whether deductions are percentages, the rate and the maximum in thousandths, whether the
/// unit is a day, and the grace period and the last moment in seconds.
fn any_rule() -> impl Strategy<Value = (bool, u64, bool, Option<u64>, u64, Option<u64>)> {
    let length = 0..40 * 86_400_u64;
    (any::<bool>(), 1..60_000_u64, any::<bool>(), proptest::option::of(0..40_000_u64), 0..7_200_u64)
        .prop_flat_map(move |(is_percent, each, is_day, more, grace)| {
            let cap = more.map(|more| each + more);
            let until = proptest::option::of(length.clone());
            (Just((is_percent, each, is_day, cap, grace)), until)
        })
        .prop_map(|((is_percent, each, is_day, cap, grace), until)| {
            (is_percent, each, is_day, cap, grace, until.map(|end| end + grace + 1))
        })
}

fn rule(
    due: &str,
    (is_percent, each, is_day, cap, grace, until): (bool, u64, bool, Option<u64>, u64, Option<u64>),
) -> String {
    let kind = if is_percent { "percent" } else { "points" };
    let per = if is_day { "day" } else { "hour" };
    let mut lines = vec![
        format!("due = {due}"),
        format!("grace = \"{grace}s\""),
        format!("{kind} = {}", decimal(each)),
        format!("per = \"{per}\""),
    ];
    lines.extend(cap.map(|cap| format!("cap = {}", decimal(cap))));
    lines.extend(until.map(|until| format!("accept_until = \"{until}s\"")));
    lines.join("\n")
}

fn decimal(thousandths: u64) -> String {
    format!("{}.{:03}", thousandths / 1000, thousandths % 1000)
}

proptest! {
    /// Compares the deduction with a loop that counts hours in integer thousandths.
    #[test]
    fn the_deduction_matches_a_simple_count(
        rate in any_rule(),
        late in -86_400..60 * 86_400_i64,
        score in 0..200_000_u64,
    ) {
        let policy = policy(&rule("2026-01-01T00:00:00Z", rate)).unwrap();
        let due = 1_767_225_600_i64;
        prop_assert_eq!(policy.due.second(), due);
        let taken = policy
            .late(&policy.due, due + late)
            .map_or(0, |late| late.less.taken(Points::from_thousandths(score)).thousandths());

        let (is_percent, each, is_day, cap, grace, until) = rate;
        let expected = if late <= i64::try_from(grace).unwrap() {
            0
        } else if until.is_some_and(|until| late > i64::try_from(until).unwrap()) {
            score
        } else {
            let (mut units, mut end) = (0_u64, 0_i64);
            while end < late {
                units += 1;
                end += if is_day { 86_400 } else { 3_600 };
            }
            let sum = (0..units).map(|_| each).sum::<u64>().min(cap.unwrap_or(u64::MAX));
            if is_percent { score * sum.min(100_000) / 100_000 } else { sum.min(score) }
        };
        prop_assert_eq!(taken, expected);
    }

    #[test]
    fn submitting_later_never_increases_the_score(
        rate in any_rule(),
        first in 0..60 * 86_400_i64,
        more in 0..86_400_i64,
    ) {
        let due = "2026-10-20T12:30:00\nzone = \"Europe/Berlin\"";
        let policy = policy(&rule(due, rate)).unwrap();
        let taken = |second: i64| {
            let late = policy.late(&policy.due, policy.due.second() + second);
            late.map_or(Points::ZERO, |late| late.less.taken(Points::from_thousandths(77_777)))
        };
        prop_assert!(taken(first) <= taken(first + more));
    }

    #[test]
    fn policies_round_trip_through_toml(rate in any_rule(), zoned in any::<bool>()) {
        let due = if zoned {
            "2026-10-25T23:59:00\nzone = \"Europe/Berlin\""
        } else {
            "\"2026-10-25 23:59-03:30\""
        };
        let policy = policy(&rule(due, rate)).unwrap();
        let kept = toml::to_string(&policy).unwrap();
        prop_assert_eq!(toml::from_str::<Policy>(&kept), Ok(policy));
    }

    #[test]
    fn any_text_is_parsed_or_rejected(text in ".{0,60}", time in "[0-9T:+Z \\-\\[\\]a-zA-Z/.]{0,40}") {
        let _ = extensions(&text);
        let _ = policy(&text);
        let _ = policy(&format!("due = \"{time}\""));
        let _ = time::parse_second(&time, &jiff::tz::TimeZone::UTC);
    }
}
