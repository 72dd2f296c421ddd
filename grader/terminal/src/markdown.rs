//! The Markdown of the explanations, as a page of text: as much of it as they use.
//!
//! A title, sections, paragraphs, lists of one level, and code between fences. Marks that only
//! Markdown needs are gone; backticks stay, because they tell code from words.

use crate::page::Page;
use crate::style::paint;

/// The indentation of a section's words, below its heading.
const INDENT: usize = 2;

/// The kind of block that the gathered lines begin.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Block {
    Paragraph,
    Item,
}

/// Shows a text in Markdown.
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
            // Never broken, as code must not be.
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
            // On a page the words of a section stand right below its heading.
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

/// Writes the lines of a paragraph or an item as one.
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
    fn marks_of_markdown_are_gone() {
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
    fn colour_adds_nothing_to_the_words() {
        let coloured = page(TEXT, true);
        assert!(coloured.contains("\u{1b}[1mboard.x: a title\u{1b}[0m"), "{coloured}");
        let code = "\u{1b}[36mlet board = Board::new(&tiles); // long\u{1b}[0m";
        assert!(coloured.contains(code), "{coloured}");
    }
}
