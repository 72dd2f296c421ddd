//! The key of a grade: the hashes that it rests on, kept beside it, so that it is known whether it
//! still holds.

use base::digest::{self, Parts};
use grade::json::GradeFile;

/// The first line of every key, with the version of its form.
const FORM: &str = "grade-key/2";

/// The beginning of the line of the plan.
const PLAN: &str = "plan ";

/// The hashes that decide a grade: under the same key a submission has the same grade, whatever its
/// name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Key {
    /// All but the submission: see `Grader::plan`.
    pub(super) plan: String,
    /// All but the submission and the points: see `Grader::verdicts_plan`.
    pub(super) verdicts: String,
    /// A hash of the submission.
    pub(super) sources: String,
}

/// A grade that was kept, held against a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kept {
    /// It rests on the same.
    Grade(GradeFile),
    /// It has the same verdicts, and other points.
    Verdicts(GradeFile),
}

impl Key {
    /// The key as it is kept beside this text of a grade.
    pub(super) fn seal(&self, grade: &str) -> String {
        let Self { plan, verdicts, sources } = self;
        let grade = digest::of(grade);
        format!("{FORM}\n{PLAN}{plan}\nverdicts {verdicts}\nsources {sources}\ngrade {grade}\n")
    }

    /// The worth of a grade beside which this seal is kept; none if it is no grade.
    pub(super) fn held_against(&self, seal: &str, grade: String) -> Option<Kept> {
        let kept = if seal == self.seal(&grade) {
            Kept::Grade
        } else {
            let plan = seal.lines().nth(1)?.strip_prefix(PLAN)?;
            let of_other_points = Self { plan: plan.to_owned(), ..self.clone() };
            (seal == of_other_points.seal(&grade)).then_some(Kept::Verdicts)?
        };
        Some(kept(GradeFile::read(grade).ok()?))
    }

    /// A name for the file in the cache: 64 hexadecimal digits. Grades that differ in points alone have
    /// the same.
    pub(super) fn id(&self) -> String {
        [FORM, &self.verdicts, &self.sources].into_iter().collect::<Parts>().hex()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_says_what_its_grade_is_good_for() {
        let key = |plan: &str, verdicts: &str, sources: &str| Key {
            plan: plan.to_owned(),
            verdicts: verdicts.to_owned(),
            sources: sources.to_owned(),
        };
        let file = GradeFile::from(samples::grade([]));
        let edited = file.text().replace("alice", "zoe");
        let seal = key("p", "v", "s").seal(file.text());
        let held = |key: &Key, text: &str| key.held_against(&seal, text.to_owned());
        assert_eq!(held(&key("p", "v", "s"), file.text()), Some(Kept::Grade(file.clone())));
        assert_eq!(held(&key("q", "v", "s"), file.text()), Some(Kept::Verdicts(file.clone())));
        assert_eq!(held(&key("p", "w", "s"), file.text()), None);
        assert_eq!(held(&key("p", "v", "t"), file.text()), None);
        assert_eq!(held(&key("p", "v", "s"), &edited), None);
        assert_eq!(held(&key("q", "v", "s"), &edited), None);
        assert_eq!(key("q", "v", "s").held_against("", file.text().to_owned()), None);
        let no_grade = key("p", "v", "s").seal("grade");
        assert_eq!(key("p", "v", "s").held_against(&no_grade, "grade".to_owned()), None);
    }
}
