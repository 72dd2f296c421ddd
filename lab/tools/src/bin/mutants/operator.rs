//! Mutation operators.

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Operator {
    /// Replaces `+`, `-`, `*`, `/` or `%` with another of these.
    Arithmetic,
    /// Replaces an arithmetic operation with one of its operands.
    Operand,
    /// Replaces `==`, `!=`, `<`, `<=`, `>` or `>=` with another of these.
    Comparison,
    /// Swaps `&&` and `||`, or keeps only one operand.
    Logic,
    /// Removes `!` or `-`.
    Unary,
    /// Adds or subtracts 1.
    Integer,
    /// Swaps `true` and `false`.
    Bool,
    /// Makes a condition or a filter always true or always false.
    Condition,
    /// Swaps the branches of an `if` or the arms of a `match`.
    Branches,
    /// Removes a statement.
    Statement,
    /// Replaces a body with a trivial value, such as 0, `None` or the board.
    Body,
    /// Replaces a body with `todo!()`.
    Unfinished,
    /// Calls a similar method.
    Method,
    /// Removes a call such as `filter` or `rev`, or reverses an ordering.
    Call,
    /// Swaps adjacent arguments.
    Arguments,
    /// Removes an array element, or swaps adjacent elements.
    Elements,
    /// Replaces `Some(..)` with `None`.
    Some,
    /// Swaps the values of `break`s in a loop.
    Break,
    /// Uses another field of the same type.
    Fields,
    /// Removes a part of a format string.
    Format,
    /// Removes a derived trait.
    Derive,
}

impl Operator {
    /// All operators, in the order used in reports.
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
}
