//! Formats output for terminals: columns, colors, pictures of boards, and Markdown.

pub mod draw;
pub mod markdown;
pub mod page;
pub mod style;
pub mod wrap;
