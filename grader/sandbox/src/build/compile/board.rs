//! Links only the board's program.

use intake::Submission;

use super::{Builder, Part, Site, foreign_reads, take};
use crate::build::error::BuildError;
use crate::build::programs::Programs;

impl Builder<'_> {
    /// Compiles a submission and links only the board's program. Returns no program if the submission does not compile
    /// completely, because [`build`](Self::build) must then compile its parts separately.
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
            let linked = self.link(&site, Part::Board)?;
            built.board = take(linked, &mut built);
        }
        Ok(built)
    }
}
