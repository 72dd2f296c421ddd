//! How often a check holds.

/// On how many of the cases by which it could be judged a check holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// On so many it holds.
    pub held: u32,
    /// By so many it could be judged.
    pub of: u32,
    /// On so many it does not hold, and no shortest way was found either.
    pub missed: u32,
}
