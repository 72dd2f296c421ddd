//! Stores results to resume an interrupted run.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use crate::matrix::{FailureShare, MemberResults};

/// Results by member name, optionally stored in a file. If you change a member, you need to delete the file.
#[derive(Default)]
pub struct ResultCache {
    rows: HashMap<String, MemberResults>,
    shows: HashMap<(String, String), bool>,
    file: Option<Mutex<File>>,
}

impl ResultCache {
    /// Reads the results from a file, skipping truncated lines.
    pub fn open(path: &Path) -> io::Result<Self> {
        let mut memory = Self::default();
        let text = if path.exists() { fs::read_to_string(path)? } else { String::new() };
        for line in text.lines() {
            match line.split('\t').collect::<Vec<_>>().as_slice() {
                ["row", name, wrong, shares, "end"] => {
                    if let Some(row) = read_row(wrong, shares) {
                        memory.rows.insert((*name).to_owned(), row);
                    }
                }
                ["shows", name, board, answer, "end"] => {
                    memory.shows.insert(((*name).to_owned(), (*board).to_owned()), *answer == "1");
                }
                _ => {}
            }
        }
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        // End a line left incomplete by an interrupted run.
        writeln!(file)?;
        memory.file = Some(Mutex::new(file));
        Ok(memory)
    }

    /// Returns the stored results for a member, if any.
    pub fn row(&self, member: &str) -> Option<MemberResults> {
        self.rows.get(member).cloned()
    }

    /// Stores the results for a member.
    pub fn keep_row(&self, member: &str, row: &MemberResults) {
        let wrong: Vec<String> = row.wrong.iter().map(usize::to_string).collect();
        let mut shares = String::new();
        for share in row.shares {
            let _ = write!(shares, "{}/{} ", share.wrong, share.of);
        }
        self.append(&format!("row\t{member}\t{}\t{}\tend", wrong.join(" "), shares.trim_end()));
    }

    /// Returns whether a board, given as text, exposes a member, if stored.
    pub fn shows(&self, member: &str, board: &str) -> Option<bool> {
        self.shows.get(&(member.to_owned(), board.to_owned())).copied()
    }

    /// Stores whether a board exposes a member.
    pub fn keep_shows(&self, member: &str, board: &str, answer: bool) {
        self.append(&format!("shows\t{member}\t{board}\t{}\tend", u8::from(answer)));
    }

    fn append(&self, line: &str) {
        if let Some(file) = &self.file {
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            // If writing fails, the next run computes the result again.
            let _ = writeln!(file, "{line}");
        }
    }
}

fn read_row(wrong: &str, shares: &str) -> Option<MemberResults> {
    let wrong = wrong.split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()?;
    let mut row = MemberResults { wrong, ..MemberResults::default() };
    for (share, text) in row.shares.iter_mut().zip(shares.split_whitespace()) {
        let (wrong, of) = text.split_once('/')?;
        *share = FailureShare { wrong: wrong.parse().ok()?, of: of.parse().ok()? };
    }
    Some(row)
}
