//! Links only the program for the board.

use intake::Submission;

use super::{Builder, Part, Site, foreign_reads, take};
use crate::build::error::BuildError;
use crate::build::programs::Programs;

impl Builder<'_> {
    /// Links the same program for the board as [`build`](Self::build), but none for a solver that does not implement its
    /// trait. Returns no program if the submission does not compile completely, because its parts must then be compiled
    /// separately.
    pub(in crate::build) fn build_board(
        &self,
        submission: &Submission,
    ) -> Result<Programs, BuildError> {
        let mut built = Programs::default();
        let tree = submission.tree();
        if !tree.refused.is_empty() || !tree.missing.is_empty() {
            return Ok(built);
        }
        let site = Site::new(submission, tree)?;
        let compiled = self.library(&site, false)?;
        let reads_own = foreign_reads(&site, &compiled)?.is_some_and(|foreign| foreign.is_empty());
        if compiled.success && reads_own {
            let both = self.link(&site, Part::Both)?;
            let linked = if both.compiled.success { both } else { self.link(&site, Part::Board)? };
            built.board = take(linked, &mut built);
        }
        Ok(built)
    }
}
