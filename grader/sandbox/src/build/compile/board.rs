//! Links programs for the board, and none for a solver that does not implement its trait.

use intake::Submission;
use wasmtime::Module;

use super::{Builder, ProgramPart, Site, faults_of_foreign_reads, store_program_or_fault};
use crate::build::diagnostics::Diagnostic;
use crate::build::error::BuildError;
use crate::build::programs::Programs;
use crate::build::rustc::Compiled;
use crate::run::Machine;

/// A submission that compiles as a library, to be linked as a program for its board.
pub struct BoardBuild<'a> {
    builder: Builder<'a>,
    site: Site,
    machine: &'a Machine,
    warnings: Vec<Diagnostic>,
}

impl<'a> Builder<'a> {
    /// Compiles a submission as a library. Returns `None` if it does not compile completely, because its parts must then
    /// be compiled separately.
    pub(in crate::build) fn build_board(
        self,
        submission: &Submission,
        machine: &'a Machine,
    ) -> Result<Option<BoardBuild<'a>>, BuildError> {
        let tree = submission.tree();
        if tree.has_readers() || !tree.missing.is_empty() {
            return Ok(None);
        }
        let site = Site::new(submission, tree)?;
        let compiled = self.compile_library(&site, false)?;
        let reads_own = faults_of_foreign_reads(&site, &compiled)?.is_empty();
        let Compiled { success, warnings, .. } = compiled;
        let build = BoardBuild { builder: self, site, machine, warnings };
        Ok(Some(build).filter(|_| success && reads_own))
    }
}

impl BoardBuild<'_> {
    /// Returns the compiler's warnings about the submission's code.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// Returns a program that contains only the board, which takes half as long to link. Its costs can differ slightly
    /// from those of the [complete](Self::complete_program) program. Returns `None` if the board does not implement its trait.
    ///
    /// # Errors
    ///
    /// Returns an error if the machine cannot compile or run programs.
    pub fn program_of_board_alone(&self) -> Result<Option<Module>, BuildError> {
        self.link_and_load(&[ProgramPart::Board])
    }

    /// Returns the program that a full grade uses for the board.
    ///
    /// # Errors
    ///
    /// See [`program_of_board_alone`](Self::program_of_board_alone).
    pub fn complete_program(&self) -> Result<Option<Module>, BuildError> {
        self.link_and_load(&[ProgramPart::Both, ProgramPart::Board])
    }

    fn link_and_load(&self, parts: &[ProgramPart]) -> Result<Option<Module>, BuildError> {
        let mut built = Programs::default();
        for part in parts {
            let linked = self.builder.compile_and_link_program(&self.site, *part)?;
            if linked.compiled.success {
                built.board = store_program_or_fault(linked, &mut built);
                break;
            }
        }
        let built = built.load(self.machine, self.builder.recorder)?;
        Ok(built.board.filter(|_| built.faults.is_empty()))
    }
}
