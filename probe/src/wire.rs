//! The format of the data that crosses the sandbox boundary.
//!
//! In both directions, the data is a stream of 32-bit words. The grader writes a [`Case`](crate::Case) and reads
//! observations. This module is compiled into both the grader and the guest, and is the only definition of the format.

/// A word, as wide as a `usize` in the guest.
pub type Word = u32;

/// The module for the guest's imports.
pub const HOST_MODULE: &str = "host";

/// Represents a missing index or a missing number.
pub const NONE: Word = Word::MAX;

/// Reports that a second call of `twin` returns a different board.
pub const TWIN_DIFFERS: Word = 0;

/// Reports that a second call of `twin` returns the same board.
pub const TWIN_SAME: Word = 1;

/// Reports that a second call of `twin` returns an unequal board with the same text.
pub const TWIN_UNEQUAL: Word = 2;

/// Ends a line in tokenized text.
pub const LINE_END: Word = Word::MAX - 1;

/// Represents a token that is not a decimal number below [`NOT_A_NUMBER`].
pub const NOT_A_NUMBER: Word = Word::MAX - 2;

/// Ends a tokenized text that is much longer than expected.
pub const TOO_LONG: Word = Word::MAX - 3;

/// The final word of observations, which is sent on its own. If it is missing, the run was stopped, or the submission
/// exited.
/// No other observation has this value.
pub const DONE: Word = 0x600D_E0DE;

/// The maximum dimension of boards on which a survey tries all pairs of cells to identify a twin. On larger boards, a
/// twin is identified by the cells where the texts differ.
/// A board with eight rows has up to 2016 pairs, and each takes a comparison.
pub const ALL_PAIRS: usize = 8;

/// The maximum number of neighbors to report, which is more than any board has.
/// This way, a wrong list with a few boards too many is still shown.
pub const MAX_NEIGHBORS: usize = 8;

/// The maximum number of boards to report from a solution.
/// No board that can be solved in practice needs more than a few hundred moves, and a solution without an end must
/// stop.
pub const MAX_SOLUTION: usize = 4096;

/// The maximum number of boards to take from a solution: one more than is reported, to notice a longer one.
pub(crate) const TAKEN_SOLUTION: usize = MAX_SOLUTION + 1;

/// Declares an enum with a word for each variant, a list of all variants, and a conversion from words. The names in
/// `grade.json` are those of the variants.
macro_rules! words {
    (
        $(#[$of_enum:meta])*
        pub enum $name:ident { $($(#[$of_value:meta])* $value:ident = $word:expr,)* }
    ) => {
        $(#[$of_enum])*
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
        #[repr(u32)]
        pub enum $name { $($(#[$of_value])* $value = $word,)* }

        impl $name {
            /// All variants, sorted by word.
            pub const ALL: [Self; [$($word),*].len()] = [$(Self::$value),*];

            /// Returns the variant for a word, or `None` if there is none.
            pub fn from_word(word: Word) -> Option<Self> {
                Self::ALL.into_iter().find(|one| *one as Word == word)
            }
        }
    };
}

words! {
    /// The kind of a case, which precedes all other words.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum CaseKind {
        /// A survey of many boards.
        Survey = 1,
        /// A comparison of boards with one another.
        Equality = 2,
        /// A solver that uses the grader's type of board.
        SolveForeign = 3,
        /// A solver that uses the submission's type of board.
        SolveOwn = 4,
        /// A board's text.
        Text = 5,
        /// A script of steps with boards.
        Script = 6,
        /// A measurement of a board's methods.
        Cost = 7,
        /// A session that uses the grader's type of board.
        SessionForeign = 8,
        /// A session that uses the submission's type of board.
        SessionOwn = 9,
        /// A call to `Debug`.
        Debug = 10,
        /// A comparison of boards in pairs.
        Pairs = 11,
        /// A comparison of the texts of boards with one another.
        Texts = 12,
        /// A comparison of different boards with one another.
        Distinct = 13,
    }
}

words! {
    /// A method of `Board`. Each method is a bit in the mask of a survey, and the cursor stores the current method.
    ///
    /// Surveys call the methods in this order. They always call `New`, so it is not part of masks.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Method {
        /// `Board::new`.
        New = 1,
        /// `Board::dimension`.
        Dimension = 1 << 1,
        /// `Board::hamming`.
        Hamming = 1 << 2,
        /// `Board::manhattan`.
        Manhattan = 1 << 3,
        /// `Board::is_goal`.
        IsGoal = 1 << 4,
        /// `Display` for boards.
        Display = 1 << 5,
        /// `Board::neighbors`.
        Neighbors = 1 << 6,
        /// `Board::twin`.
        Twin = 1 << 7,
        /// `PartialEq::eq` for boards.
        Eq = 1 << 8,
    }
}

impl Method {
    /// Returns the bit for this method.
    pub const fn bit(self) -> Word {
        self as Word
    }
}

/// How a survey identifies a neighbor or twin.
///
/// Through the trait, a board can be identified by comparing it with boards from `Board::new`, or by reading its text.
/// To compare boards, a survey uses `==` or, if this is broken, compares their texts, which may have any format. If a
/// way is broken, `neighbors` and `twin` must not be blamed for it, so the grader decides which to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identification(pub Word);

impl Identification {
    /// Identify boards by comparison.
    pub const EQ: Self = Self(1);
    /// Identify boards by text.
    pub const TEXT: Self = Self(2);
    /// Identify boards by comparison and by text.
    pub const BOTH: Self = Self(3);
    /// Identify boards by comparing their texts with those of boards from `Board::new`.
    pub const SAME_TEXT: Self = Self(4);

    /// Returns `true` if boards are compared with `==`.
    pub const fn eq(self) -> bool {
        self.0 & Self::EQ.0 != 0
    }

    /// Returns `true` if texts are read.
    pub const fn reads_texts(self) -> bool {
        self.0 & Self::TEXT.0 != 0
    }

    /// Returns `true` if texts are compared.
    pub const fn compares_texts(self) -> bool {
        self.0 & Self::SAME_TEXT.0 != 0
    }

    /// Returns `true` if boards are compared, with `==` or by their texts.
    pub const fn compares_boards_or_texts(self) -> bool {
        self.eq() || self.compares_texts()
    }

    /// Returns these ways of identifying boards without others.
    #[must_use]
    pub const fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }
}

words! {
    /// How much a survey reports about neighbors and twins.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Depth {
        /// Only the identity.
        Which = 0,
        /// Also the values that methods return.
        Values = 1,
        /// Also neighbors and twins derived from them.
        Deep = 2,
    }
}

words! {
    /// The origin of a method's board.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Whose {
        /// The board was made by `Board::new`.
        Own = 0,
        /// The board was returned by `neighbors`.
        Neighbor = 1,
        /// The board was returned by `twin`.
        Twin = 2,
    }
}

words! {
    /// A question for a solver.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Question {
        /// `Solver::new`, which always comes first.
        New = 0,
        /// `Solver::is_solvable`.
        IsSolvable = 1,
        /// `Solver::moves`.
        Moves = 2,
        /// `Solver::solution`, with all boards.
        Solution = 3,
        /// `Solver::solution`, to take only the first board.
        First = 4,
        /// `Solver::is_solvable` of a second solver, for a different board, while the first solver exists.
        Other = 5,
        /// `Solver::solution`, which is called a second time after one board has been read. The second iterator is
        /// read to its end, and then the rest of the first one.
        Interleaved = 6,
        /// Dropping the solver, which comes last and has no answer. Without this question, the solver is never dropped.
        Drop = 7,
    }
}

/// A step of a script. Boards live in numbered slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Calls `Board::new` with a board in the case.
    Make {
        /// The index into the boards in the case.
        board: usize,
        /// The slot for the new board.
        place: usize,
    },
    /// Clones a board.
    Clone {
        /// The original's slot.
        of: usize,
        /// The slot for the clone.
        place: usize,
    },
    /// Calls `neighbors` and keeps one of them.
    Neighbor {
        /// The board's slot.
        of: usize,
        /// The index of the neighbor, modulo the number of neighbors. If there are none, the step keeps a clone of the
        /// board. The iterator is dropped after this neighbor.
        index: usize,
        /// The slot for the neighbor.
        place: usize,
    },
    /// Calls `twin`.
    Twin {
        /// The board's slot.
        of: usize,
        /// The slot for the twin.
        place: usize,
    },
    /// Calls a method and reports the result.
    Ask {
        /// The board's slot.
        place: usize,
        /// The method to call.
        method: Method,
    },
    /// Calls `neighbors` or `twin` as [`Ask`](Self::Ask) does, but calls the methods of the derived boards in another
    /// order.
    View {
        /// The board's slot.
        place: usize,
        /// The method to call.
        method: Method,
        /// The method of the derived boards to call first.
        first: Method,
        /// The method of the derived boards to call second.
        second: Method,
    },
    /// Compares the texts of the boards in the first slots, and reports for each of them the index of the first slot with
    /// the same text.
    CompareTexts {
        /// The number of slots.
        count: usize,
    },
    /// Compares the boards in the first slots with one another, and reports a word for each pair: bit 0 is the result of
    /// `==`, and bit 1 is the result of `!=`.
    Compare {
        /// The number of slots.
        count: usize,
    },
}

impl Step {
    /// Returns the slot and the method, if this step calls a method of a board and reports the result.
    pub fn call(self) -> Option<(usize, Method)> {
        match self {
            Self::Ask { place, method } | Self::View { place, method, .. } => Some((place, method)),
            _ => None,
        }
    }

    /// Encodes the step.
    pub fn to_words(self) -> [Word; 4] {
        let (kind, a, b, c) = match self {
            Self::Make { board, place } => (0, board, place, 0),
            Self::Clone { of, place } => (1, of, place, 0),
            Self::Neighbor { of, index, place } => (2, of, place, index),
            Self::Twin { of, place } => (3, of, place, 0),
            Self::Ask { place, method } => (4, method as usize, place, 0),
            Self::Compare { count } => (5, count, 0, 0),
            Self::CompareTexts { count } => (7, count, 0, 0),
            Self::View { place, method, first, second } => {
                (6, method as usize, place, (first as usize) << 16 | second as usize)
            }
        };
        [kind, a as Word, b as Word, c as Word]
    }

    /// Decodes a step, or returns `None` if the words are invalid.
    pub fn from_words([kind, a, b, c]: [Word; 4]) -> Option<Self> {
        let (of, place) = (a as usize, b as usize);
        Some(match kind {
            0 => Self::Make { board: of, place },
            1 => Self::Clone { of, place },
            2 => Self::Neighbor { of, index: c as usize, place },
            3 => Self::Twin { of, place },
            4 => Self::Ask { place, method: Method::from_word(a)? },
            5 => Self::Compare { count: of },
            6 => {
                let [method, first, second] = [a, c >> 16, c & 0xFFFF].map(Method::from_word);
                Self::View { place, method: method?, first: first?, second: second? }
            }
            7 => Self::CompareTexts { count: of },
            _ => return None,
        })
    }
}

/// The order in which a queue returns keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u32)]
pub enum QueueOrder {
    /// Ascending, as in the assignment.
    #[default]
    Upright = 0,
    /// Descending, which changes the result of any search that relies on the queue.
    Reversed = 1,
    /// Ascending. The queue also checks that the order of keys does not change.
    Watched = 2,
}

impl QueueOrder {
    /// Returns the order for a word. Unknown words map to the default order.
    pub fn from_word(word: Word) -> Self {
        match word {
            1 => Self::Reversed,
            2 => Self::Watched,
            _ => Self::Upright,
        }
    }
}
