//! Formats text for terminals: columns, colors, pictures of boards, Markdown.

pub mod draw;
pub mod markdown;
pub mod page;
pub mod style;
pub mod wrap;
