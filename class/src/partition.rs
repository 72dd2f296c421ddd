//! Splits a class into parts, to be graded on several machines.
//!
//! The syntax and meaning are those of the test runner nextest. `slice:m/n` selects every n-th submission from the
//! sorted list, starting with the m-th, so the sizes of the parts differ by at most 1. `hash:m/n` only depends on the
//! name, so that you can add a submission without moving the others.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A part of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct ClassPartition {
    kind: PartitionMethod,
    /// The number of this part, counted from 1.
    index: u64,
    count: u64,
}

/// How to split a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PartitionMethod {
    /// By a hash of the name.
    Hash,
    /// By the position in the sorted list.
    Slice,
}

/// The requested part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartitionSpec {
    /// This part.
    Of(ClassPartition),
    /// The part for this job, as determined by the environment of its job array.
    Auto(PartitionMethod),
}

/// Why a text is not a valid partition.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClassPartitionError {
    /// The syntax is invalid.
    #[error("expected `hash:M/N`, `slice:M/N` or `auto`, such as `hash:1/4`")]
    Form,
    /// The part does not exist.
    #[error("part {index} of {count} does not exist; parts are numbered from 1")]
    Range {
        /// The requested part.
        index: u64,
        /// The number of parts.
        count: u64,
    },
}

/// Why the environment does not determine the part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoPart {
    /// No known variable is set.
    #[error("this is not an array job: none of {} is set", VARIABLES.map(|variable| variable.index).join(", "))]
    NoVariable,
    /// The number of jobs is missing.
    #[error("`{index}` is set, but `{count}`, the number of jobs, is not set")]
    NoCount {
        /// The variable that is set.
        index: &'static str,
        /// The missing variable.
        count: &'static str,
    },
    /// A variable is not an integer.
    #[error("expected an integer in `{variable}`, found `{value}`")]
    Number {
        /// The variable.
        variable: &'static str,
        /// The value.
        value: String,
    },
    /// The job's number is out of range.
    #[error("`{variable}` is out of range for {count} consecutive jobs")]
    Range {
        /// The variable.
        variable: &'static str,
        /// The number of jobs.
        count: u64,
    },
}

/// The environment variables of a job array.
struct JobArrayVariables {
    /// Contains this job's number.
    index: &'static str,
    /// The number of the first job, or the variable with it.
    first: Result<u64, &'static str>,
    /// Contains the difference between consecutive job numbers.
    step: Option<&'static str>,
    /// Contains the number of jobs.
    count: &'static str,
}

/// The variables of Slurm's job arrays (`sbatch --array`), GitLab's `parallel`, and Kubernetes' indexed jobs, which
/// need to set the number of jobs in the job description.
const VARIABLES: [JobArrayVariables; 3] = [
    JobArrayVariables {
        index: "SLURM_ARRAY_TASK_ID",
        first: Err("SLURM_ARRAY_TASK_MIN"),
        step: Some("SLURM_ARRAY_TASK_STEP"),
        count: "SLURM_ARRAY_TASK_COUNT",
    },
    JobArrayVariables { index: "CI_NODE_INDEX", first: Ok(1), step: None, count: "CI_NODE_TOTAL" },
    JobArrayVariables {
        index: "JOB_COMPLETION_INDEX",
        first: Ok(0),
        step: None,
        count: "JOB_COMPLETIONS",
    },
];

impl ClassPartition {
    /// Creates part number `index` of `count`, counted from 1.
    ///
    /// # Errors
    ///
    /// Returns an error if the part does not exist.
    pub fn new(kind: PartitionMethod, index: u64, count: u64) -> Result<Self, ClassPartitionError> {
        if (1..=count).contains(&index) {
            Ok(Self { kind, index, count })
        } else {
            Err(ClassPartitionError::Range { index, count })
        }
    }

    /// Returns how the class is split.
    pub fn kind(self) -> PartitionMethod {
        self.kind
    }

    /// Returns the number of this part, counted from 1.
    pub fn index(self) -> u64 {
        self.index
    }

    /// Returns the number of parts.
    pub fn count(self) -> u64 {
        self.count
    }

    /// Returns `true` if the part contains the submission with this name, at this zero-based position in the sorted
    /// class.
    pub fn contains_submission(self, place: usize, name: &str) -> bool {
        let number = match self.kind {
            PartitionMethod::Slice => place as u64,
            PartitionMethod::Hash => {
                let hash = Sha256::digest(name);
                // A standard hash of the name gives the same parts on all machines, and does not change when students are
                // added.
                // 64 bits divide evenly enough into any number of parts.
                hash.iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
            }
        };
        number % self.count == self.index - 1
    }

    /// Determines the part for this job to grade. `variable` looks up environment variables.
    ///
    /// # Errors
    ///
    /// Returns an error if the environment does not determine the part.
    pub fn from_environment(
        kind: PartitionMethod,
        variable: &dyn Fn(&'static str) -> Option<String>,
    ) -> Result<Self, NoPart> {
        let number = |name| match variable(name).filter(|value| !value.is_empty()) {
            None => Ok(None),
            Some(value) => match value.trim().parse::<u64>() {
                Ok(number) => Ok(Some(number)),
                Err(_) => Err(NoPart::Number { variable: name, value }),
            },
        };
        for JobArrayVariables { index, first, step, count } in VARIABLES {
            let Some(job) = number(index)? else { continue };
            let Some(count) = number(count)? else { return Err(NoPart::NoCount { index, count }) };
            let first = match first {
                Ok(first) => first,
                // Without this variable, the indices start at 0.
                Err(name) => number(name)?.unwrap_or(0),
            };
            let step = step.map(number).transpose()?.flatten().unwrap_or(1);
            let range = || NoPart::Range { variable: index, count };
            let from_first = job.checked_sub(first).ok_or_else(range)?;
            if step == 0 || from_first % step != 0 {
                return Err(range());
            }
            return Self::new(kind, from_first / step + 1, count).map_err(|_| range());
        }
        Err(NoPart::NoVariable)
    }
}

impl fmt::Display for PartitionMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Hash => "hash",
            Self::Slice => "slice",
        })
    }
}

impl fmt::Display for ClassPartition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}/{}", self.kind, self.index, self.count)
    }
}

impl FromStr for PartitionSpec {
    type Err = ClassPartitionError;

    fn from_str(text: &str) -> Result<Self, ClassPartitionError> {
        let (kind, part) = match text.split_once(':') {
            None if text == "auto" => return Ok(Self::Auto(PartitionMethod::Hash)),
            Some(("hash", part)) => (PartitionMethod::Hash, part),
            Some(("slice", part)) => (PartitionMethod::Slice, part),
            _ => return Err(ClassPartitionError::Form),
        };
        if part == "auto" {
            return Ok(Self::Auto(kind));
        }
        let (index, count) = part.split_once('/').ok_or(ClassPartitionError::Form)?;
        let number = |text: &str| text.parse::<u64>().map_err(|_| ClassPartitionError::Form);
        Ok(Self::Of(ClassPartition::new(kind, number(index)?, number(count)?)?))
    }
}

impl TryFrom<String> for ClassPartition {
    type Error = ClassPartitionError;

    fn try_from(text: String) -> Result<Self, ClassPartitionError> {
        text.parse()
    }
}

impl From<ClassPartition> for String {
    fn from(partition: ClassPartition) -> Self {
        partition.to_string()
    }
}

impl FromStr for ClassPartition {
    type Err = ClassPartitionError;

    fn from_str(text: &str) -> Result<Self, ClassPartitionError> {
        match text.parse()? {
            PartitionSpec::Of(partition) => Ok(partition),
            PartitionSpec::Auto(_) => Err(ClassPartitionError::Form),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> Vec<String> {
        (0..200).map(|number| format!("student-{number}")).collect()
    }

    #[test]
    fn every_submission_is_in_exactly_one_part() {
        for kind in [PartitionMethod::Hash, PartitionMethod::Slice] {
            for count in [1, 2, 3, 7, 300] {
                for (place, name) in names().iter().enumerate() {
                    let has = |index| {
                        ClassPartition::new(kind, index, count)
                            .unwrap()
                            .contains_submission(place, name)
                    };
                    assert_eq!((1..=count).filter(|index| has(*index)).count(), 1);
                }
            }
        }
    }

    #[test]
    fn slices_are_even_and_hashes_are_stable() {
        let slice: ClassPartition = "slice:2/3".parse().unwrap();
        let taken: Vec<_> = (0..8).filter(|place| slice.contains_submission(*place, "")).collect();
        assert_eq!(taken, [1, 4, 7]);
        let hash: ClassPartition = "hash:1/3".parse().unwrap();
        for name in names() {
            assert_eq!(
                hash.contains_submission(0, &name),
                hash.contains_submission(17, &name),
                "the place is no matter"
            );
        }
        // This hash must never change, to be able to merge parts graded by different versions.
        let taken: Vec<_> =
            names().into_iter().take(12).filter(|name| hash.contains_submission(0, name)).collect();
        insta::assert_snapshot!(taken.join(" "), @"student-0 student-6 student-9 student-11");
    }

    #[test]
    fn partitions_are_parsed_and_displayed() {
        for text in ["hash:1/3", "slice:4/4"] {
            assert_eq!(text.parse::<ClassPartition>().unwrap().to_string(), text);
        }
        assert_eq!("auto".parse(), Ok(PartitionSpec::Auto(PartitionMethod::Hash)));
        assert_eq!("slice:auto".parse(), Ok(PartitionSpec::Auto(PartitionMethod::Slice)));
        for bad in ["", "1/3", "hash:", "hash:1", "hash:1/x", "hash:-1/3", "count:1/3", "Auto"] {
            assert_eq!(bad.parse::<PartitionSpec>(), Err(ClassPartitionError::Form), "{bad}");
        }
        for bad in ["hash:0/3", "hash:4/3", "slice:1/0"] {
            assert!(
                matches!(bad.parse::<PartitionSpec>(), Err(ClassPartitionError::Range { .. })),
                "{bad}"
            );
        }
    }

    #[test]
    fn partitions_are_read_from_the_environment() {
        let part = |variables: &[(&str, &str)]| {
            let get = |name: &str| {
                let found = variables.iter().find(|(variable, _)| *variable == name);
                found.map(|(_, value)| (*value).to_owned())
            };
            ClassPartition::from_environment(PartitionMethod::Hash, &get)
                .map(|partition| partition.to_string())
                .map_err(|error| error.to_string())
        };
        let slurm = |id, min, step| {
            part(&[
                ("SLURM_ARRAY_TASK_ID", id),
                ("SLURM_ARRAY_TASK_MIN", min),
                ("SLURM_ARRAY_TASK_STEP", step),
                ("SLURM_ARRAY_TASK_COUNT", "4"),
            ])
        };
        assert_eq!(slurm("0", "0", "1").unwrap(), "hash:1/4");
        assert_eq!(slurm("4", "1", "").unwrap(), "hash:4/4");
        assert_eq!(slurm("5", "1", "2").unwrap(), "hash:3/4");
        for (id, min, step) in [("5", "1", "1"), ("0", "1", "1"), ("2", "1", "2"), ("1", "1", "0")]
        {
            let message = "`SLURM_ARRAY_TASK_ID` is out of range for 4 consecutive jobs";
            assert_eq!(slurm(id, min, step).unwrap_err(), message);
        }
        let pair = |index, count| [("CI_NODE_INDEX", index), ("CI_NODE_TOTAL", count)];
        assert_eq!(part(&pair("2", "3")).unwrap(), "hash:2/3");
        assert!(part(&pair("0", "3")).is_err(), "GitLab counts from 1");
        assert_eq!(
            part(&pair("x", "3")).unwrap_err(),
            "expected an integer in `CI_NODE_INDEX`, found `x`"
        );
        let pod = [("JOB_COMPLETION_INDEX", "0"), ("JOB_COMPLETIONS", "3")];
        assert_eq!(part(&pod).unwrap(), "hash:1/3");
        insta::assert_snapshot!(part(&pod[..1]).unwrap_err(), @"`JOB_COMPLETION_INDEX` is set, but `JOB_COMPLETIONS`, the number of jobs, is not set");
        insta::assert_snapshot!(part(&[]).unwrap_err(), @"this is not an array job: none of SLURM_ARRAY_TASK_ID, CI_NODE_INDEX, JOB_COMPLETION_INDEX is set");
    }
}
