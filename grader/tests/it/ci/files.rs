//! What all files for platforms keep to.
