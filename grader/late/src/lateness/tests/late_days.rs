//! Compares the use of late days with laws, and tests edge cases.

use super::*;
use crate::policy::LateDayStart;

fn days_policy(from: &str, more: &str) -> Policy {
    policy(&format!(
        "{BERLIN}grace = \"15m\"\npercent = 10\nper = \"day\"\nlate_days = 3\nlate_days_from = \"{from}\"\n{more}"
    ))
    .unwrap()
}

fn lateness(policy: &Policy, time: &str, left: u32) -> Lateness {
    let seen = ReportedTime { time: Some(time.to_owned()), ..ReportedTime::default() };
    Lateness::under_policy(policy, &Granted::default().with_late_days(left), seen)
}

#[test]
fn a_day_is_used_from_its_first_second() {
    for (from, time, left, used, expected) in [
        ("due", "2026-11-23T00:14:00+01:00", 3, 0, "on time"),
        ("due", "2026-11-23T00:14:01+01:00", 3, 1, "1 day, covered by 1 late day"),
        ("due", "2026-11-23T23:59:00+01:00", 3, 1, "1 day, covered by 1 late day"),
        ("due", "2026-11-23T23:59:01+01:00", 3, 2, "2 days, covered by 2 late days"),
        // One day is not enough, and the grace period does not extend it.
        ("due", "2026-11-23T23:59:01+01:00", 1, 1, "1 day after 1 late day, -10 %"),
        ("due", "2026-11-23T00:14:01+01:00", 0, 0, "1 day, -10 %"),
        ("due", "2026-11-27T12:00:00+01:00", 9, 3, "2 days after 3 late days, -20 %"),
        ("grace", "2026-11-23T00:14:01+01:00", 3, 1, "1 day, covered by 1 late day"),
        ("grace", "2026-11-24T00:14:00+01:00", 3, 1, "2 days, covered by 1 late day"),
        ("grace", "2026-11-24T00:14:01+01:00", 3, 2, "2 days, covered by 2 late days"),
        ("grace", "2026-11-24T00:14:01+01:00", 1, 1, "1 day after 1 late day, -10 %"),
    ] {
        let lateness = lateness(&days_policy(from, ""), time, left);
        let sentence = lateness.sentence().unwrap_or_else(|| "on time".to_owned());
        assert_eq!((lateness.late_days, &*sentence), (used, expected), "{from} {time} {left}");
    }
}

#[test]
fn no_day_is_used_if_it_does_not_help() {
    let policy = days_policy("due", "accept_until = \"30h\"");
    let too_late = lateness(&policy, "2026-11-24T06:00:00+01:00", 3);
    assert_eq!(too_late.late_days, 0);
    assert_eq!(too_late.sentence().as_deref(), Some("2 days, too late to count"));
    assert_eq!(lateness(&policy, "2026-11-24T05:59:00+01:00", 3).late_days, 2);

    let waive = "[[extension]]\nstudent = \"1001\"\nwaive = true\nwhy = \"x\"\nwho = \"y\"\n";
    let granted = extensions(waive).unwrap().granted_to(&jane()).with_late_days(3);
    let time = Some("2026-11-24T05:59:00+01:00".to_owned());
    let seen = ReportedTime { time, ..ReportedTime::default() };
    let waived = Lateness::under_policy(&policy, &granted, seen);
    assert_eq!((waived.late_days, waived.name()), (0, "waived"));
    let unknown = Lateness::under_policy(
        &policy,
        &Granted::default().with_late_days(3),
        ReportedTime { is_late: true, ..ReportedTime::default() },
    );
    assert_eq!((unknown.late_days, unknown.name()), (0, "late_unknown"));
}

#[test]
fn the_rule_for_late_days_is_described_or_rejected() {
    let mut lines = vec![days_policy("grace", "").to_string(), days_policy("due", "").to_string()];
    for rule in [
        "late_days = 0",
        "late_days = 366",
        "late_days = 1\nlate_days_from = \"noon\"",
        "late_days_from = \"due\"",
    ] {
        lines.push(policy(&format!("{BERLIN}{rule}")).unwrap_err());
    }
    assert_snapshot!(lines.join("\n"), @"
    due 2026-11-22 23:59 (Europe/Berlin), with a grace period of 15m; up to 3 late days from the end of the grace period; then -10 % for each day or part of it
    due 2026-11-22 23:59 (Europe/Berlin), with a grace period of 15m; up to 3 late days from the due date; then -10 % for each day or part of it
    assignment.toml:4:13: the number of late days must be from 1 to 365
      `late_days` is the number of days that a student can use for this assignment
    assignment.toml:4:13: the number of late days must be from 1 to 365
      `late_days` is the number of days that a student can use for this assignment
    assignment.toml:5:18: unknown start of late days `noon`
      use `due` or `grace`
    assignment.toml:4:18: `late_days_from` requires `late_days`
      `late_days` is the number of days that a student can use for this assignment
    ");
}

proptest! {
    /// Late days are whole days, which end in the minute of the due date, also if the clock changes.
    #[test]
    fn the_boundary_of_a_day_is_exact(days in 1..9_u32, month in 1..13_u32, is_from_grace in any::<bool>()) {
        let from = if is_from_grace { LateDayStart::Grace } else { LateDayStart::Due };
        let policy = policy(&format!(
            "due = 2026-{month:02}-24T23:59:00\nzone = \"Europe/Berlin\"\ngrace = \"15m\"\n\
             late_days = 9\nlate_days_from = \"{}\"",
            from.name()
        )).unwrap();
        let day_ends = policy.due.days_after(i64::from(days)).unwrap().second();
        let last = day_ends + if is_from_grace { 15 * 60 } else { 0 };
        prop_assert_eq!(policy.used_late_days(&policy.due, last, 9), days);
        prop_assert_eq!(policy.used_late_days(&policy.due, last + 1, 9), (days + 1).min(9));
        prop_assert_eq!(policy.late_after_days(&policy.due, last, days), None);
        prop_assert!(policy.late_after_days(&policy.due, last + 1, days).is_some());
    }

    #[test]
    fn late_days_never_cost_points(
        rate in any_rule(),
        late in 0..30 * 86_400_i64,
        left in 0..6_u32,
        most in 1..6_u32,
        is_from_grace in any::<bool>(),
    ) {
        let from = if is_from_grace { "grace" } else { "due" };
        let days = format!("late_days = {most}\nlate_days_from = \"{from}\"");
        let policy = policy(&format!("{}\n{days}", rule("2026-01-01T00:00:00Z", rate))).unwrap();
        let second = policy.due.second() + late;
        let used = policy.used_late_days(&policy.due, second, left);
        prop_assert!(used <= left && used <= most);
        let taken = |late: Option<Late>| {
            late.map_or(Points::ZERO, |late| late.less.taken(Points::from_thousandths(77_777)))
        };
        let usual = policy.late(&policy.due, second);
        prop_assert!(usual.is_some() || used == 0);
        let rest = policy.late_after_days(&policy.due, second, used);
        prop_assert!(taken(rest) <= taken(usual));
    }
}
