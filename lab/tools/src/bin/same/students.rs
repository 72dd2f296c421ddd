//! The students of the class.

/// The number of submissions in a class.
/// With 45, each of the rules below about late and repeated submissions applies several times.
pub(crate) const CLASS: usize = 45;

/// The number of students on the roster without a submission.
// One of them could be a special case.
pub(crate) const ABSENT: usize = 2;

/// A student of the class, determined by an index.
pub(crate) struct Student {
    pub(crate) index: usize,
    pub(crate) first: String,
    pub(crate) last: String,
    pub(crate) login: String,
    pub(crate) email: String,
    /// The platform's own number.
    pub(crate) number: usize,
}

impl Student {
    pub(crate) fn new(index: usize) -> Self {
        // With digits, one name could be a prefix of another.
        let letters: String = [index / 26, index % 26]
            .iter()
            .filter_map(|digit| char::from_digit(u32::try_from(*digit).ok()? + 10, 36))
            .collect();
        Self {
            index,
            first: format!("First{letters}"),
            last: format!("O'Last{letters}"),
            login: format!("s{index:03}"),
            email: format!("s{index:03}@uni.example"),
            number: 7000 + index,
        }
    }

    pub(crate) fn name(&self) -> String {
        format!("{} {}", self.first, self.last)
    }

    /// Returns `true` if the student has handed in after the due date.
    pub(crate) fn is_late(&self) -> bool {
        // A student is late or has two attempts, but not both, as 5 and 4 differ modulo 3.
        self.index % 6 == 5
    }

    /// Returns `true` if the student has handed in twice.
    pub(crate) fn has_two_attempts(&self) -> bool {
        self.index % 9 == 4
    }
}

/// Returns everyone on the roster. The author of the last submission is missing, unless there is only one.
pub(crate) fn students_on_roster(submissions: usize) -> Vec<Student> {
    let present = submissions.saturating_sub(1).max(1);
    (0..present).chain(submissions..submissions + ABSENT).map(Student::new).collect()
}
