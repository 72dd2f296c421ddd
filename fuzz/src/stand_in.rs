//! Stand-ins for the items of the crate `sandbox` that the copied modules use.

/// Numbered boards.
pub mod run {
    use slider::Tile;

    /// The boards of a run.
    #[derive(Default)]
    pub struct HostBoards(Vec<(usize, Vec<Tile>)>);

    /// The error for an unknown board.
    #[derive(Debug)]
    pub struct Unknown;

    impl HostBoards {
        /// Adds a board.
        ///
        /// # Errors
        ///
        /// Never returns an error. The type only matches the original signature.
        pub fn insert(&mut self, n: usize, tiles: &[Tile]) -> Result<u32, Unknown> {
            self.0.push((n, tiles.to_vec()));
            u32::try_from(self.0.len() - 1).map_err(|_| Unknown)
        }

        /// Adds the twin of a board, with the first two tiles swapped or, if one of those is the blank, the last two.
        ///
        /// # Errors
        ///
        /// Returns an error if there is no such board.
        pub fn twin(&mut self, board: u32) -> Result<u32, Unknown> {
            let (n, mut tiles) = self.0.get(board as usize).ok_or(Unknown)?.clone();
            let last = tiles.len() - 1;
            let pair = if tiles[..2].contains(&0) { [last - 1, last] } else { [0, 1] };
            tiles.swap(pair[0], pair[1]);
            self.insert(n, &tiles)
        }

        /// Returns the tiles of a board.
        ///
        /// # Errors
        ///
        /// Returns an error if there is no such board.
        pub fn tiles(&self, board: u32) -> Result<&[Tile], Unknown> {
            self.0.get(board as usize).map(|(_, tiles)| &tiles[..]).ok_or(Unknown)
        }
    }
}

/// Building submissions.
pub mod build {
    /// The submissions' own tests.
    pub mod own_tests {
        use std::collections::BTreeMap;

        /// The crate that the tests belong to.
        pub struct Subject {
            /// The sources by path.
            pub sources: BTreeMap<String, String>,
            /// Whether the solver is the one in the model answer.
            pub has_models_solver: bool,
        }
    }
}
