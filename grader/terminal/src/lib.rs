//! Lays out text for people: columns, colours, pictures of boards, pages of Markdown.

pub mod draw;
pub mod markdown;
pub mod page;
pub mod style;
pub mod wrap;
