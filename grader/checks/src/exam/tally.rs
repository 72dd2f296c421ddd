//! Counts of the cases on which a check holds.

/// A count of the cases by which a check could be judged, and of those on which it holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The cases on which it holds.
    pub held: u32,
    /// The cases by which it could be judged.
    pub of: u32,
    /// The cases on which it does not hold and no shortest way was found either.
    pub missed: u32,
}
