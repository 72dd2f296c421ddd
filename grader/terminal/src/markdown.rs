//! Reads the Markdown of explanations, and shows it on a page of text.

use std::mem;

use pulldown_cmark::{Event, HeadingLevel, Parser, Tag, TagEnd};

use crate::page::Page;
use crate::style::paint;

const INDENT: usize = 2;

/// A part of an explanation. Texts are single lines, and keep the backticks around code, but no other markers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MarkdownBlock {
    /// The heading of the first level.
    Title(String),
    /// Another heading.
    Heading(String),
    /// A paragraph.
    Paragraph(String),
    /// An item of a list.
    Item(String),
    /// Lines of code.
    Code(String),
}

/// Splits Markdown text into blocks.
pub fn blocks(text: &str) -> Vec<MarkdownBlock> {
    let mut blocks = Vec::new();
    let mut text_before = String::new();
    let mut kind: fn(String) -> MarkdownBlock = MarkdownBlock::Paragraph;
    for event in Parser::new(text) {
        let next = match event {
            Event::Text(text) | Event::InlineHtml(text) | Event::Html(text) => {
                text_before.push_str(&text);
                continue;
            }
            Event::Code(code) => {
                text_before.extend(["`", &code, "`"]);
                continue;
            }
            // The terminal breaks lines where they fit.
            Event::SoftBreak | Event::HardBreak => {
                text_before.push(' ');
                continue;
            }
            Event::Start(Tag::Heading { level: HeadingLevel::H1, .. }) => MarkdownBlock::Title,
            Event::Start(Tag::Heading { .. }) => MarkdownBlock::Heading,
            Event::Start(Tag::Item) => MarkdownBlock::Item,
            Event::Start(Tag::CodeBlock(_)) => MarkdownBlock::Code,
            Event::End(
                TagEnd::Heading(_) | TagEnd::Item | TagEnd::CodeBlock | TagEnd::Paragraph,
            ) => MarkdownBlock::Paragraph,
            _ => continue,
        };
        if !text_before.is_empty() {
            blocks.push(kind(mem::take(&mut text_before)));
        }
        kind = next;
    }
    blocks
}

/// Shows Markdown text on a page. Code is not wrapped.
pub fn show_markdown(page: &mut Page, text: &str) {
    let styles = page.styles;
    let mut is_below_heading = false;
    let mut is_below_item = false;
    for block in blocks(text) {
        // The text of a section directly follows its heading, and items follow each other.
        let is_item = matches!(block, MarkdownBlock::Item(_));
        if !(is_below_heading || is_item && is_below_item) {
            page.blank();
        }
        is_below_heading = matches!(block, MarkdownBlock::Heading(_));
        is_below_item = is_item;
        match block {
            MarkdownBlock::Title(title) | MarkdownBlock::Heading(title) => {
                page.line(0, &paint(styles.strong, &title));
            }
            MarkdownBlock::Paragraph(text) => page.prose(INDENT, styles.plain, &text),
            MarkdownBlock::Item(text) => page.item(INDENT, "-", styles.plain, &text),
            MarkdownBlock::Code(code) => {
                for line in code.lines() {
                    page.line(2 * INDENT, &paint(styles.code, line));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Layout;

    fn page(text: &str, colour: bool) -> String {
        let mut page = Page::new(&Layout { width: 30, colour, ..Layout::default() });
        show_markdown(&mut page, text);
        page.finish()
    }

    const TEXT: &str = "# board.x: a title

## What

One two three four five
six seven eight nine ten.

- an item that is so long that it
  goes on
- another

```rust
let board = Board::new(&tiles); // long
```
";

    #[test]
    fn markdown_markers_are_removed() {
        insta::assert_snapshot!(page(TEXT, false), @"
        board.x: a title

        What
          One two three four five six
          seven eight nine ten.

          - an item that is so long
            that it goes on
          - another

            let board = Board::new(&tiles); // long
        ");
    }

    #[test]
    fn color_does_not_change_the_text() {
        let coloured = page(TEXT, true);
        assert!(coloured.contains("\u{1b}[1mboard.x: a title\u{1b}[0m"), "{coloured}");
        let code = "\u{1b}[36mlet board = Board::new(&tiles); // long\u{1b}[0m";
        assert!(coloured.contains(code), "{coloured}");
    }
}
