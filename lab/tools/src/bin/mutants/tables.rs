//! Tables of methods and operators with similar ones.

use syn::BinOp;

/// Methods, with possible replacements.
pub(crate) const SIMILAR: [(&str, &[&str]); 26] = [
    ("abs_diff", &["max", "min", "wrapping_sub", "saturating_sub"]),
    ("all", &["any"]),
    ("any", &["all"]),
    ("checked_add", &["checked_sub"]),
    ("checked_sub", &["checked_add"]),
    ("chunks_exact", &["rchunks_exact"]),
    ("clone", &["twin"]),
    ("count", &["sum"]),
    ("dimension", &["hamming"]),
    ("find", &["rfind"]),
    ("first", &["last"]),
    ("hamming", &["manhattan"]),
    ("is_eq", &["is_ne", "is_le", "is_ge"]),
    ("is_none", &["is_some"]),
    ("is_some", &["is_none"]),
    ("iter", &["iter().rev"]),
    ("last", &["first"]),
    ("manhattan", &["hamming", "dimension"]),
    ("max", &["min"]),
    ("min", &["max"]),
    ("pop", &["first"]),
    ("position", &["rposition"]),
    ("saturating_sub", &["abs_diff"]),
    ("sum", &["count", "product"]),
    ("twin", &["clone"]),
    ("unwrap_or", &["max"]),
];

/// Methods to remove from a call chain.
pub(crate) const DROPPED: [&str; 7] =
    ["filter", "rev", "reverse", "skip", "skip_while", "take", "take_while"];

pub(crate) const REVERSED: [&str; 3] = ["cmp", "then", "then_with"];

/// Methods with a predicate as the last argument.
pub(crate) const ASKING: [&str; 8] =
    ["all", "any", "filter", "find", "position", "retain", "skip_while", "take_while"];

pub(crate) const WRITING: [(&str, &str); 2] = [("write", "writeln"), ("writeln", "write")];

pub(crate) fn other_arithmetic_operators(op: &BinOp) -> Vec<&'static str> {
    match op {
        BinOp::Add(_) => vec!["-", "*"],
        BinOp::Sub(_) | BinOp::Mul(_) => vec!["+", "/"],
        BinOp::Div(_) => vec!["%", "*"],
        BinOp::Rem(_) => vec!["/", "*"],
        BinOp::AddAssign(_) => vec!["-=", "="],
        BinOp::SubAssign(_) => vec!["+=", "="],
        BinOp::MulAssign(_) => vec!["/=", "="],
        BinOp::DivAssign(_) => vec!["*=", "="],
        _ => Vec::new(),
    }
}

pub(crate) fn other_comparisons(op: &BinOp) -> Vec<&'static str> {
    let own = match op {
        BinOp::Eq(_) => "==",
        BinOp::Ne(_) => "!=",
        BinOp::Lt(_) => "<",
        BinOp::Le(_) => "<=",
        BinOp::Gt(_) => ">",
        BinOp::Ge(_) => ">=",
        _ => return Vec::new(),
    };
    ["==", "!=", "<", "<=", ">", ">="].into_iter().filter(|operator| *operator != own).collect()
}

pub(crate) fn other_logic_operators(op: &BinOp) -> Vec<&'static str> {
    match op {
        BinOp::And(_) => vec!["||"],
        BinOp::Or(_) => vec!["&&"],
        _ => Vec::new(),
    }
}
