//! Keys to detect outdated grades. A key is stored with a grade, and contains hashes of everything that the grade
//! depends on.

use base::digest::{self, PartsHash};
use grade::Grade;
use grade::json::GradeFile;

/// The first line in every key, with the format version.
const FORM: &str = "grade-key/2";

const PLAN: &str = "plan ";

const VERDICTS: &str = "verdicts ";

const SOURCES: &str = "sources ";

/// The hashes that determine a grade, regardless of the submission's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GradeKey {
    /// A hash of everything except the submission; see `Grader::plan_hash`.
    pub(super) plan: String,
    /// A hash without the points; see `Grader::verdicts_plan_hash`.
    pub(super) verdicts: String,
    pub(super) sources: String,
}

/// The result of comparing a stored grade with a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ReusableGrade {
    Grade(GradeFile),
    /// Only the verdicts are valid, because the points are different.
    Verdicts(GradeFile),
}

impl GradeKey {
    pub(super) fn seal_of_grade(&self, grade: &str) -> String {
        let Self { plan, verdicts, sources } = self;
        let grade = digest::sha256(grade);
        format!("{FORM}\n{PLAN}{plan}\n{VERDICTS}{verdicts}\n{SOURCES}{sources}\ngrade {grade}\n")
    }

    /// Checks a stored grade against its seal with this key. Returns `None` if the grade is no longer valid.
    pub(super) fn compare_stored(&self, seal: &str, grade: String) -> Option<ReusableGrade> {
        let kept = if seal == self.seal_of_grade(&grade) {
            ReusableGrade::Grade
        } else {
            let plan = seal.lines().nth(1)?.strip_prefix(PLAN)?;
            let of_other_points = Self { plan: plan.to_owned(), ..self.clone() };
            (seal == of_other_points.seal_of_grade(&grade)).then_some(ReusableGrade::Verdicts)?
        };
        Some(kept(GradeFile::parse(grade).ok()?))
    }

    /// Returns a file name for the cache: 64 hexadecimal digits, whatever the points.
    /// After a change of points, the file can therefore still be found, and the verdicts in it are used.
    pub(super) fn cache_file_stem(&self) -> String {
        let Self { plan: _, verdicts, sources } = self;
        PartsHash::from_value(&(FORM, verdicts, sources)).hex()
    }
}

/// Returns an id for what reading a submission finds: 64 hexadecimal digits. It covers the program, by the [verdicts
/// plan](GradeKey::verdicts), the name in messages, and the digest of the files.
pub(super) fn facts_id(verdicts: &str, name: &str, digest: &str) -> String {
    PartsHash::from_value(&("facts/1", verdicts, name, digest)).hex()
}

/// Returns `true` if a seal is for this grade, whatever the plan.
pub(super) fn is_seal_of(seal: &str, grade: &str) -> bool {
    let found = || {
        let mut lines = seal.lines().skip(1);
        let mut value = |name: &str| Some(lines.next()?.strip_prefix(name)?.to_owned());
        let (plan, verdicts, sources) = (value(PLAN)?, value(VERDICTS)?, value(SOURCES)?);
        Some(GradeKey { plan, verdicts, sources })
    };
    let is_of = |key: &GradeKey| {
        let read = Grade::from_json(grade);
        key.seal_of_grade(grade) == seal && read.is_ok_and(|grade| grade.sources == key.sources)
    };
    found().is_some_and(|key| is_of(&key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_determines_how_a_grade_is_reused() {
        let key = |plan: &str, verdicts: &str, sources: &str| GradeKey {
            plan: plan.to_owned(),
            verdicts: verdicts.to_owned(),
            sources: sources.to_owned(),
        };
        let file = GradeFile::from(samples::grade([]));
        let edited = file.text().replace("alice", "zoe");
        let seal = key("p", "v", "s").seal_of_grade(file.text());
        let held = |key: &GradeKey, text: &str| key.compare_stored(&seal, text.to_owned());
        assert_eq!(
            held(&key("p", "v", "s"), file.text()),
            Some(ReusableGrade::Grade(file.clone()))
        );
        assert_eq!(
            held(&key("q", "v", "s"), file.text()),
            Some(ReusableGrade::Verdicts(file.clone()))
        );
        assert_eq!(held(&key("p", "w", "s"), file.text()), None);
        assert_eq!(held(&key("p", "v", "t"), file.text()), None);
        assert_eq!(held(&key("p", "v", "s"), &edited), None);
        assert_eq!(held(&key("q", "v", "s"), &edited), None);
        assert_eq!(key("q", "v", "s").compare_stored("", file.text().to_owned()), None);
        let no_grade = key("p", "v", "s").seal_of_grade("grade");
        assert_eq!(key("p", "v", "s").compare_stored(&no_grade, "grade".to_owned()), None);
    }
}
