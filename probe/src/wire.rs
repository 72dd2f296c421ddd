//! The words that cross the wall of the sandbox.
//!
//! Everything is a stream of 32-bit words, both ways. The grader writes a [`Case`](crate::Case) and reads
//! observations; this module is the one place that fixes what the words mean, and it is compiled
//! into both sides.

/// One word. A `usize` of the guest is exactly a word wide.
pub type Word = u32;

/// The module that the guest imports the functions of `host` from.
pub const HOST_MODULE: &str = "host";

/// Stands for "no value" where an index or a number is expected.
pub const NONE: Word = Word::MAX;

/// Ends a line in a tokenised text.
pub const LINE_END: Word = Word::MAX - 1;

/// Stands for a token that is not a decimal number below [`NOT_A_NUMBER`].
pub const NOT_A_NUMBER: Word = Word::MAX - 2;

/// Marks a tokenised text that was cut because it is far longer than a board's.
pub const TOO_LONG: Word = Word::MAX - 3;

/// The last word of every observation that came to its end. A stream without it belongs to a run
/// that was stopped, or that ended the program itself.
pub const DONE: Word = 0x600D_E0DE;

/// The most neighbors that are looked at; one more is asked for to see whether there are more.
pub const MAX_NEIGHBORS: usize = 8;

/// The most boards of a solution that are looked at.
pub const MAX_SOLUTION: usize = 4096;

/// Declares an enum of words, with the list of its values and the way back from a word.
macro_rules! words {
    (
        $(#[$of_enum:meta])*
        pub enum $name:ident { $($(#[$of_value:meta])* $value:ident = $word:expr,)* }
    ) => {
        $(#[$of_enum])*
        #[repr(u32)]
        pub enum $name { $($(#[$of_value])* $value = $word,)* }

        impl $name {
            /// Every value, in the order of the words.
            pub const ALL: [Self; [$($word),*].len()] = [$(Self::$value),*];

            /// The value with this word.
            pub fn from_word(word: Word) -> Option<Self> {
                Self::ALL.into_iter().find(|it| *it as Word == word)
            }
        }
    };
}

words! {
    /// The first word of a case: its kind.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum CaseKind {
        /// Ask each of many boards everything.
        Survey = 1,
        /// Compare boards with each other.
        Equality = 2,
        /// Solve a board of the grader's own type.
        SolveForeign = 3,
        /// Solve a board of the submission's type.
        SolveOwn = 4,
        /// Show the text that `Display` gives for one board.
        Text = 5,
        /// Follow a script.
        Script = 6,
        /// Measure what a board and its methods cost.
        Cost = 7,
        /// A session on boards of the grader's own type.
        SessionForeign = 8,
        /// A session on boards of the submission's type.
        SessionOwn = 9,
        /// Call `Debug` for one board.
        Debug = 10,
    }
}

words! {
    /// A method of `Board`, as a bit of a survey's mask and as the cursor of where a guest stands.
    ///
    /// A survey calls them in this order. `New` is no bit of the mask: there is no survey without it.
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
        /// `Display` for a board.
        Display = 1 << 5,
        /// `Board::neighbors`.
        Neighbors = 1 << 6,
        /// `Board::twin`.
        Twin = 1 << 7,
        /// `PartialEq` for a board.
        Eq = 1 << 8,
    }
}

impl Method {
    /// Its bit in a mask.
    pub const fn bit(self) -> Word {
        self as Word
    }
}

/// The ways in which a survey finds out which board a neighbor or a twin is.
///
/// There are two ways to see a board through the trait: compare it with boards made by
/// `Board::new`, or read its text. Either can be broken by a fault of its own, which must not be
/// blamed on `neighbors` or `twin`; so the grader chooses the identification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identification(pub Word);

impl Identification {
    /// By comparison.
    pub const EQ: Self = Self(1);
    /// By text.
    pub const TEXT: Self = Self(2);
    /// Both ways.
    pub const BOTH: Self = Self(3);

    /// Whether comparison is among them.
    pub const fn eq(self) -> bool {
        self.0 & 1 != 0
    }

    /// Whether reading is among them.
    pub const fn text(self) -> bool {
        self.0 & 2 != 0
    }
}

/// The depth to which a survey looks at derived boards: neighbors and twins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u32)]
pub enum Depth {
    /// Only which board it is.
    Which = 0,
    /// Its values too.
    Values = 1,
    /// And its own neighbors and twin.
    Deep = 2,
}

impl Depth {
    /// The depth with this number.
    pub fn from_word(word: Word) -> Option<Self> {
        [Self::Which, Self::Values, Self::Deep].into_iter().find(|depth| *depth as Word == word)
    }
}

/// On whose behalf a method of `Board` was called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u32)]
pub enum Whose {
    /// A board made by `Board::new`.
    Own = 0,
    /// A board from `neighbors`.
    Neighbor = 1,
    /// A board from `twin`.
    Twin = 2,
}

impl Whose {
    /// The one with this number.
    pub fn from_word(word: Word) -> Option<Self> {
        [Self::Own, Self::Neighbor, Self::Twin].into_iter().find(|whose| *whose as Word == word)
    }
}

/// A question to a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u32)]
pub enum Question {
    /// `Solver::new`; always asked first.
    New = 0,
    /// `Solver::is_solvable`.
    IsSolvable = 1,
    /// `Solver::moves`.
    Moves = 2,
    /// `Solver::solution`, and every board of it.
    Solution = 3,
    /// `Solver::solution`, of which one board is taken and the rest dropped.
    First = 4,
    /// Another solver for another board, made while the first one lives, and whether that board is
    /// solvable.
    Other = 5,
}

impl Question {
    /// The question with this number.
    pub fn from_word(word: Word) -> Option<Self> {
        [Self::New, Self::IsSolvable, Self::Moves, Self::Solution, Self::First, Self::Other]
            .into_iter()
            .find(|question| *question as Word == word)
    }
}

/// One step of a script. Boards stand at numbered places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Puts `Board::new` of the case's board with this number at a place.
    Make {
        /// The number of the board in the case.
        board: usize,
        /// The place.
        place: usize,
    },
    /// Puts a clone of the board at one place at another.
    Clone {
        /// The place of the original.
        of: usize,
        /// The place of the clone.
        place: usize,
    },
    /// Puts a board's first neighbor at a place.
    Neighbor {
        /// The place of the board.
        of: usize,
        /// The place of the neighbor.
        place: usize,
    },
    /// Puts a board's twin at a place.
    Twin {
        /// The place of the board.
        of: usize,
        /// The place of the twin.
        place: usize,
    },
    /// Asks a board something and reports the answer.
    Ask {
        /// The place of the board.
        place: usize,
        /// The method to call.
        method: Method,
    },
}

impl Step {
    /// The step as words.
    pub fn to_words(self) -> [Word; 3] {
        let (kind, a, b) = match self {
            Self::Make { board, place } => (0, board as Word, place),
            Self::Clone { of, place } => (1, of as Word, place),
            Self::Neighbor { of, place } => (2, of as Word, place),
            Self::Twin { of, place } => (3, of as Word, place),
            Self::Ask { place, method } => (4, method as Word, place),
        };
        [kind, a, b as Word]
    }

    /// The step that these words say.
    pub fn from_words([kind, a, b]: [Word; 3]) -> Option<Self> {
        let (of, place) = (a as usize, b as usize);
        Some(match kind {
            0 => Self::Make { board: of, place },
            1 => Self::Clone { of, place },
            2 => Self::Neighbor { of, place },
            3 => Self::Twin { of, place },
            4 => Self::Ask { place, method: Method::from_word(a)? },
            _ => return None,
        })
    }
}

/// The order in which a queue gives back its keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u32)]
pub enum QueueOrder {
    /// As the assignment's queue does.
    #[default]
    Upright = 0,
    /// The other way round: a search that the queue really carries then goes another way.
    Reversed = 1,
    /// Sorted, and looked at for keys that change their order while they are queued.
    Watched = 2,
}

impl QueueOrder {
    /// The order with this number; the assignment's for any other.
    pub fn from_word(word: Word) -> Self {
        match word {
            1 => Self::Reversed,
            2 => Self::Watched,
            _ => Self::Upright,
        }
    }
}
