//! Caches results, to resume an interrupted run, and to write a report again after the explanations change.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use grade::check::Check;

use crate::fate::MutantFate;

/// The results for a plan. Each line of the file contains the hash of the sources, a space, the result, and a period. A
/// line without the period is incomplete.
pub(crate) struct FateCache {
    fates: BTreeMap<String, MutantFate>,
    file: Mutex<File>,
}

impl FateCache {
    /// Opens the cache for a plan: the hash of everything that affects a grade except the submission.
    pub(crate) fn open(folder: &Path, plan: &str) -> io::Result<Self> {
        let folder = folder.join("mutants");
        fs::create_dir_all(&folder)?;
        let path = folder.join(format!("{}.txt", plan.replace(':', "-")));
        let mut file = OpenOptions::new().create(true).append(true).open(&path)?;
        let text = fs::read_to_string(&path)?;
        // An interrupted run may have left part of a line. The next line must not continue it.
        if !text.is_empty() && !text.ends_with('\n') {
            writeln!(file)?;
        }
        let fates = text.lines().filter_map(|line| {
            let (hash, fate) = line.split_once(' ')?;
            Some((hash.to_owned(), parse_fate(fate)?))
        });
        Ok(Self { fates: fates.collect(), file: Mutex::new(file) })
    }

    pub(crate) fn look_up_fate(&self, hash: &str) -> Option<&MutantFate> {
        self.fates.get(hash)
    }

    /// Stores a result, unless it is a grader error.
    pub(crate) fn keep(&self, hash: &str, fate: &MutantFate) -> io::Result<()> {
        let Some(fate) = fate_to_text(fate) else { return Ok(()) };
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(format!("{hash} {fate}\n").as_bytes())
    }
}

fn fate_to_text(fate: &MutantFate) -> Option<String> {
    match fate {
        MutantFate::NotCompiling => Some("not compiling.".to_owned()),
        MutantFate::Survived => Some("survived.".to_owned()),
        MutantFate::Caught(checks) => {
            let ids: Vec<_> = checks.iter().map(|check| check.id()).collect();
            Some(format!("caught by {}.", ids.join(" ")))
        }
        // A fault of the grader or the machine may not happen again.
        MutantFate::GraderFault(_) => None,
    }
}

fn parse_fate(text: &str) -> Option<MutantFate> {
    match text.strip_suffix('.')? {
        "not compiling" => Some(MutantFate::NotCompiling),
        "survived" => Some(MutantFate::Survived),
        text => {
            let ids = text.strip_prefix("caught by ")?.split(' ');
            ids.map(Check::from_id).collect::<Option<_>>().map(MutantFate::Caught)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_fates_are_read_back() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let caught = MutantFate::Caught(vec![Check::BoardDisplay, Check::SolverMoves]);
        let fates = [("a", MutantFate::NotCompiling), ("b", MutantFate::Survived), ("c", caught)];
        let kept = FateCache::open(folder.path(), "sha256:1")?;
        for (hash, fate) in &fates {
            kept.keep(hash, fate)?;
        }
        kept.keep("d", &MutantFate::GraderFault("full".to_owned()))?;
        let kept = FateCache::open(folder.path(), "sha256:1")?;
        for (hash, fate) in &fates {
            assert_eq!(kept.look_up_fate(hash), Some(fate));
        }
        assert_eq!(kept.look_up_fate("d"), None);
        assert_eq!(FateCache::open(folder.path(), "sha256:2")?.look_up_fate("a"), None);
        Ok(())
    }

    #[test]
    fn truncated_lines_are_ignored() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("mutants/p.txt");
        fs::create_dir_all(folder.path().join("mutants"))?;
        fs::write(&file, "a survived.\nb caught by board.display board.tw")?;
        FateCache::open(folder.path(), "p")?.keep("c", &MutantFate::Survived)?;
        let kept = FateCache::open(folder.path(), "p")?;
        assert_eq!(kept.look_up_fate("a"), Some(&MutantFate::Survived));
        assert_eq!(kept.look_up_fate("b"), None);
        assert_eq!(kept.look_up_fate("c"), Some(&MutantFate::Survived));
        Ok(())
    }
}
