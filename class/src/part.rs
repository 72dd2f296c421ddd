//! Records in `partition.json` which part of a class a folder contains.

use std::collections::BTreeSet;

use intake::class::Attempt;
use serde::{Deserialize, Serialize};

use super::error::ClassError;
use super::names;
use super::output::{GradesFolder, Output};
use super::partition::ClassPartition;
use super::versioned::{self, VersionedContent};

pub(super) const FILE: &str = "partition.json";

/// A part of a class.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct ClassPart {
    /// The part.
    pub partition: ClassPartition,
    /// The number of submissions in the class.
    pub class: usize,
    /// A hash of all names in the class.
    pub names: String,
}

impl VersionedContent for ClassPart {
    const SCHEMA: &str = "partition/1";
}

impl ClassPart {
    /// Creates a part. The class must be sorted by name.
    pub fn new(partition: ClassPartition, class: &[Attempt]) -> Self {
        let names = names::hash_names(class.iter().map(|entry| entry.name.as_str()));
        Self { partition, class: class.len(), names }
    }

    /// Reads which part a folder contains, or `None` for a whole class or an empty folder.
    pub(super) fn read_from(graded: &GradesFolder) -> Result<Option<Self>, ClassError> {
        versioned::read_versioned(graded, FILE)
    }

    /// Returns the names of submissions with grades in a folder that do not belong to this part. The list is empty when
    /// the folder contains a different part, since a run would reject the folder.
    ///
    /// # Errors
    ///
    /// Returns an error if reading the folder fails.
    pub fn foreign_grades(
        part: Option<&Self>,
        graded: &GradesFolder,
        entries: &[Attempt],
    ) -> Result<Vec<String>, ClassError> {
        let found = Self::read_from(graded)?;
        if found.as_ref().map(|part| part.partition) != part.map(|part| part.partition) {
            return Ok(Vec::new());
        }
        let class: BTreeSet<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
        let mut others = graded.names()?;
        others.retain(|name| !class.contains(name.as_str()) && graded.has_grade(name));
        Ok(others)
    }

    /// Records that a folder contains this part, or the whole class.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder contains a different part, or writing fails.
    pub(super) fn record_part(part: Option<&Self>, output: &Output) -> Result<(), ClassError> {
        let shown = |part: Option<&Self>| match part {
            Some(part) => format!("part {}", part.partition),
            None => "the whole class".to_owned(),
        };
        let graded = output.graded();
        let found = Self::read_from(graded)?;
        let is_new = found.is_none() && graded.names()?.is_empty();
        let same = found.as_ref().map(|part| part.partition) == part.map(|part| part.partition);
        if !is_new && !same {
            return Err(ClassError::OtherPart {
                folder: graded.folder().to_owned(),
                found: shown(found.as_ref()),
                wanted: shown(part),
            });
        }
        match part {
            None => Ok(()),
            Some(part) => output.write_file(FILE, &versioned::to_text(part)),
        }
    }
}
