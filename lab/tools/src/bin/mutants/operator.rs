//! Mutation operators.

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

    pub(crate) fn does(self) -> &'static str {
        match self {
            Self::Arithmetic => "replaces `+`, `-`, `*`, `/` or `%` with another of these",
            Self::Operand => "replaces an arithmetic operation with one of its operands",
            Self::Comparison => "replaces `==`, `!=`, `<`, `<=`, `>` or `>=` with another of these",
            Self::Logic => "swaps `&&` and `||`, or keeps only one operand",
            Self::Unary => "removes `!` or `-`",
            Self::Integer => "adds or subtracts 1",
            Self::Bool => "swaps `true` and `false`",
            Self::Condition => "makes a condition or a filter always true or always false",
            Self::Branches => "swaps the branches of an `if` or the arms of a `match`",
            Self::Statement => "removes a statement",
            Self::Body => "replaces a body with a trivial value, such as 0, `None` or the board",
            Self::Unfinished => "replaces a body with `todo!()`",
            Self::Method => "calls a similar method",
            Self::Call => "removes a call such as `filter` or `rev`, or reverses an ordering",
            Self::Arguments => "swaps adjacent arguments",
            Self::Elements => "removes an array element, or swaps adjacent elements",
            Self::Some => "replaces `Some(..)` with `None`",
            Self::Break => "swaps the values of `break`s in a loop",
            Self::Fields => "uses another field of the same type",
            Self::Format => "removes a part of a format string",
            Self::Derive => "removes a derived trait",
        }
    }
}
