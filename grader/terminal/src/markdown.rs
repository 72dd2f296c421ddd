//! Shows Markdown explanations on a page of text.
//!
//! Supports only a title, sections, paragraphs, flat lists, and fenced code. Inline markup is removed, except for
//! backticks.

use crate::page::Page;
use crate::style::paint;

const INDENT: usize = 2;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Block {
    Paragraph,
    Item,
}

/// Shows Markdown text on a page.
pub fn show(page: &mut Page, text: &str) {
    let styles = page.styles;
    let mut gathered = String::new();
    let mut block = Block::Paragraph;
    let mut is_code = false;
    let mut is_below_heading = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            flush(page, &mut gathered, block);
            block = Block::Paragraph;
            page.blank();
            is_code = !is_code;
            continue;
        }
        if is_code {
            // Code must not be wrapped.
            page.line(2 * INDENT, &paint(styles.code, line));
            continue;
        }
        if let Some(title) = line.strip_prefix("# ") {
            page.line(0, &paint(styles.strong, title));
        } else if let Some(heading) = line.strip_prefix("## ") {
            flush(page, &mut gathered, block);
            block = Block::Paragraph;
            page.blank();
            page.line(0, &paint(styles.strong, heading));
            is_below_heading = true;
            continue;
        } else if let Some(item) = line.strip_prefix("- ") {
            flush(page, &mut gathered, block);
            block = Block::Item;
            gathered.push_str(item);
        } else if line.trim().is_empty() {
            flush(page, &mut gathered, block);
            block = Block::Paragraph;
            // A section's text directly follows its heading.
            if !is_below_heading {
                page.blank();
            }
        } else {
            gathered.push(' ');
            gathered.push_str(line);
        }
        is_below_heading = false;
    }
    flush(page, &mut gathered, block);
}

fn flush(page: &mut Page, gathered: &mut String, block: Block) {
    let text = std::mem::take(gathered);
    if text.trim().is_empty() {
        return;
    }
    let style = page.styles.plain;
    match block {
        Block::Paragraph => page.prose(INDENT, style, &text),
        Block::Item => page.item(INDENT, "-", style, &text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Layout;

    fn page(text: &str, colour: bool) -> String {
        let mut page = Page::new(&Layout { width: 30, colour, ..Layout::default() });
        show(&mut page, text);
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
