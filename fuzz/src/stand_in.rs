//! What the modules of `build.rs` name of the crate `sandbox`, which is the engine otherwise.

/// Boards by number.
pub mod run {
    use slider::Tile;

    /// The boards of one run.
    #[derive(Default)]
    pub struct HostBoards(Vec<(usize, Vec<Tile>)>);

    /// There is no such board.
    #[derive(Debug)]
    pub struct Unknown;

    impl HostBoards {
        /// Adds a board.
        ///
        /// # Errors
        ///
        /// None: for the signature.
        pub fn insert(&mut self, n: usize, tiles: &[Tile]) -> Result<u32, Unknown> {
            self.0.push((n, tiles.to_vec()));
            u32::try_from(self.0.len() - 1).map_err(|_| Unknown)
        }

        /// Adds a board's twin: its first two tiles exchanged or, where the blank is among them, the
        /// last two.
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

        /// The tiles of a board.
        ///
        /// # Errors
        ///
        /// Returns an error if there is no such board.
        pub fn tiles(&self, board: u32) -> Result<&[Tile], Unknown> {
            self.0.get(board as usize).map(|(_, tiles)| &tiles[..]).ok_or(Unknown)
        }
    }
}

/// What is compiled.
pub mod build {
    /// Tests of submissions.
    pub mod own_tests {
        use std::collections::BTreeMap;

        /// What tests are tried on.
        pub struct Subject {
            /// The sources.
            pub sources: BTreeMap<String, String>,
            /// Whether its solver is the model's.
            pub has_models_solver: bool,
        }
    }
}
