//! Joins the attempts of a student from several downloads of a class, such as one for each due date.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::{Attempt, Platform};

/// A student or a group, as the platform identifies them.
type AttemptOwner = (Platform, Vec<String>);

/// Joins the submissions in several downloads, in the order listed by the user. Submissions from the same person on the
/// same platform become attempts of one submission. All others will remain separate.
pub(super) fn join_downloads(downloads: Vec<Vec<Attempt>>) -> Vec<Attempt> {
    let mut all: Vec<Attempt> = Vec::new();
    let mut places: BTreeMap<AttemptOwner, usize> = BTreeMap::new();
    for download in downloads {
        // Submissions in the same download are not attempts of each other.
        let mut own = BTreeMap::new();
        for attempt in download {
            match reported_owner(&attempt) {
                Some(owner) if places.contains_key(&owner) && !own.contains_key(&owner) => {
                    let place = places[&owner];
                    all[place] = join_attempts(std::mem::take(&mut all[place]), attempt);
                    own.insert(owner, place);
                }
                owner => {
                    own.extend(owner.map(|owner| (owner, all.len())));
                    all.push(attempt);
                }
            }
        }
        places.extend(own);
    }
    all
}

/// Returns the authors, if the platform reports them.
fn reported_owner(attempt: &Attempt) -> Option<AttemptOwner> {
    let names = attempt.students.iter().map(|student| student.id_or_name().map(str::to_owned));
    let mut names = names.collect::<Option<Vec<String>>>().filter(|names| !names.is_empty())?;
    // Each download lists the members of a group in another order.
    names.sort();
    Some((attempt.from?, names))
}

/// Joins the attempts in an earlier and a later download of a submission.
fn join_attempts(earlier: Attempt, later: Attempt) -> Attempt {
    let (name, students, from) = (later.name.clone(), later.students.clone(), later.from);
    let flat = |mut attempt: Attempt| {
        let older = std::mem::take(&mut attempt.older);
        std::iter::once(attempt).chain(older)
    };
    let mut all: Vec<Attempt> = flat(later).chain(flat(earlier)).collect();
    // The platform's times and numbers are more reliable than the order on the command line.
    if let Some(keys) = sort_keys(&all, from) {
        let mut keyed: Vec<_> = keys.into_iter().zip(all).collect();
        keyed.sort_by_key(|(key, _)| Reverse(*key));
        all = keyed.into_iter().map(|(_, attempt)| attempt).collect();
    }
    for at in 1..all.len() {
        let is_again = all[..at]
            .iter()
            .any(|earlier| !earlier.is_displaced && is_same_attempt(earlier, &all[at], from));
        all[at].is_displaced |= is_again;
    }
    // A displaced file cannot be the submission.
    let newest = all.iter().position(|attempt| !attempt.is_displaced).unwrap_or_default();
    let newest = all.remove(newest);
    Attempt { name, students, from, older: all, ..newest }
}

/// Returns a sort key for each attempt, or `None` if part of the order is unknown.
fn sort_keys(all: &[Attempt], from: Option<Platform>) -> Option<Vec<i64>> {
    let by_time: Option<Vec<i64>> =
        all.iter().map(|attempt| attempt.time.map(|time| time.sort_key())).collect();
    let number = |attempt: &Attempt| attempt.submission_id.as_ref()?.parse().ok();
    by_time.or_else(|| {
        let is_numbered = from == Some(Platform::Canvas);
        is_numbered.then(|| all.iter().map(number).collect()).flatten()
    })
}

/// Returns `true` if two downloads contain the same attempt.
fn is_same_attempt(one: &Attempt, other: &Attempt, from: Option<Platform>) -> bool {
    // On Moodle, all attempts of a student share one number.
    let is_unique = from == Some(Platform::Canvas) || one.time.is_some();
    is_unique
        && one.submission_id.is_some()
        && (one.time, &one.submission_id) == (other.time, &other.submission_id)
}

#[cfg(test)]
mod tests {
    use super::super::{Person, SubmissionSource, SubmissionTime};
    use super::*;

    fn attempt(from: Platform, id: &str, number: &str, time: &str) -> Attempt {
        Attempt {
            students: vec![Person { id: Some(id.to_owned()), ..Person::default() }],
            from: Some(from),
            submission_id: Some(number.to_owned()).filter(|id| !id.is_empty()),
            time: SubmissionTime::parse(time),
            ..Attempt::new(id, SubmissionSource::default())
        }
    }

    /// Returns the numbers of all attempts, newest first, with a dash for copies.
    fn lines(downloads: &[&[Attempt]]) -> Vec<String> {
        let number = |attempt: &Attempt| {
            let number = attempt.submission_id.clone().unwrap_or_default();
            format!("{number}{}", if attempt.is_displaced { "-" } else { "" })
        };
        let line = |attempt: Attempt| {
            let numbers: Vec<_> =
                std::iter::once(&attempt).chain(&attempt.older).map(number).collect();
            format!("{}: {}", attempt.name, numbers.join(" "))
        };
        join_downloads(downloads.iter().map(|download| download.to_vec()).collect())
            .into_iter()
            .map(line)
            .collect()
    }

    #[test]
    fn canvas_attempts_are_ordered_by_their_numbers() {
        let of = |id: &str, number: &str| attempt(Platform::Canvas, id, number, "");
        let (class, late) = ([of("1", "10"), of("2", "11")], [of("2", "25"), of("3", "26")]);
        assert_eq!(lines(&[&class, &late]), ["1: 10", "2: 25 11", "3: 26"]);
        assert_eq!(lines(&[&late, &class]), ["2: 25 11", "3: 26", "1: 10"]);
        assert_eq!(lines(&[&class, &class]), ["1: 10 10-", "2: 11 11-"]);
    }

    #[test]
    fn attempts_are_ordered_by_time_then_by_download() {
        let of = |from, number: &str, time: &str| [attempt(from, "1", number, time)];
        let moodle = |number| of(Platform::Moodle, number, "");
        assert_eq!(lines(&[&moodle("7"), &moodle("7")]), ["1: 7 7"]);
        let early = of(Platform::Brightspace, "40", "2026-11-20 10:00");
        let late = of(Platform::Brightspace, "5", "2026-11-21 10:00");
        assert_eq!(lines(&[&early, &late]), ["1: 5 40"]);
        assert_eq!(lines(&[&late, &early]), ["1: 5 40"]);
    }

    #[test]
    fn unrelated_attempts_stay_separate() {
        let of = |from, id: &str| attempt(from, id, "1", "");
        let (canvas, moodle) = (of(Platform::Canvas, "1"), of(Platform::Moodle, "1"));
        assert_eq!(lines(&[std::slice::from_ref(&canvas), std::slice::from_ref(&moodle)]).len(), 2);
        assert_eq!(lines(&[&[canvas.clone(), canvas.clone()]]).len(), 2);
        let unknown = Attempt { students: Vec::new(), ..canvas };
        assert_eq!(
            lines(&[std::slice::from_ref(&unknown), std::slice::from_ref(&unknown)]).len(),
            2
        );
    }
}
