//! Reports for GitHub Actions: annotations on the lines of the code, and the summary of a job.

pub(super) mod commands;
pub(super) mod summary;
