//! Reports for GitHub Actions, as annotations in the code or as a job summary.

pub(super) mod commands;
pub(super) mod summary;
