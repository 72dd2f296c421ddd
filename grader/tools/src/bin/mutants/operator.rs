//! The mutation operators.

/// A kind of change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Operator {
    Arithmetic,
    Operand,
    Comparison,
    Logic,
    Unary,
    Integer,
    Bool,
    Condition,
    Branches,
    Statement,
    Body,
    Unfinished,
    Method,
    Call,
    Arguments,
    Elements,
    Some,
    Break,
    Fields,
    Format,
    Derive,
}

impl Operator {
    /// All operators, in report order.
    pub(crate) const ALL: [Self; 21] = [
        Self::Arithmetic,
        Self::Operand,
        Self::Comparison,
        Self::Logic,
        Self::Unary,
        Self::Integer,
        Self::Bool,
        Self::Condition,
        Self::Branches,
        Self::Statement,
        Self::Body,
        Self::Unfinished,
        Self::Method,
        Self::Call,
        Self::Arguments,
        Self::Elements,
        Self::Some,
        Self::Break,
        Self::Fields,
        Self::Format,
        Self::Derive,
    ];

    /// Returns the name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Arithmetic => "arithmetic",
            Self::Operand => "operand",
            Self::Comparison => "comparison",
            Self::Logic => "logic",
            Self::Unary => "unary",
            Self::Integer => "integer",
            Self::Bool => "bool",
            Self::Condition => "condition",
            Self::Branches => "branches",
            Self::Statement => "statement",
            Self::Body => "body",
            Self::Unfinished => "unfinished",
            Self::Method => "method",
            Self::Call => "call",
            Self::Arguments => "arguments",
            Self::Elements => "elements",
            Self::Some => "some",
            Self::Break => "break",
            Self::Fields => "fields",
            Self::Format => "format",
            Self::Derive => "derive",
        }
    }

    /// Describes the change on a line.
    pub(crate) fn does(self) -> &'static str {
        match self {
            Self::Arithmetic => "`+`, `-`, `*`, `/` and `%` become one another",
            Self::Operand => "of an arithmetic operation, one side is left alone",
            Self::Comparison => "`==`, `!=`, `<`, `<=`, `>` and `>=` become each other",
            Self::Logic => "`&&` and `||` become one another, or one side is left alone",
            Self::Unary => "`!` or `-` is dropped",
            Self::Integer => "an integer becomes one more or one less",
            Self::Bool => "`true` and `false` become one another",
            Self::Condition => "a condition, or what a filter asks, is always true or always false",
            Self::Branches => "the branches of an `if`, or two arms of a `match`, are exchanged",
            Self::Statement => "a statement is deleted",
            Self::Body => {
                "a body becomes a value that needs no thought: 0, `None`, the board itself"
            }
            Self::Unfinished => "a body is still to be written: `todo!()`",
            Self::Method => "a method becomes a similar one",
            Self::Call => "a call like `filter` or `rev` is dropped, or its ordering reversed",
            Self::Arguments => "two arguments next to each other are exchanged",
            Self::Elements => "an element of an array is deleted, or two neighbours are exchanged",
            Self::Some => "`Some(..)` becomes `None`",
            Self::Break => "two `break`s of a loop have each other's value",
            Self::Fields => "a field is read, written or filled instead of another of its type",
            Self::Format => "part of a text to be written is dropped",
            Self::Derive => "a derived trait is dropped",
        }
    }
}
