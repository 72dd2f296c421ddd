//! Renders the Markdown of the explanations.

use maud::{Markup, html};
use terminal::markdown::{MarkdownBlock, blocks};

use super::markup::prose;

/// Renders a text without the title.
pub(super) fn render_markdown(text: &str) -> Markup {
    html! {
        @for block in blocks(text) {
            @match block {
                MarkdownBlock::Title(_) => {}
                MarkdownBlock::Heading(text) => { h4 { (prose(&text)) } }
                MarkdownBlock::Paragraph(text) => { p { (prose(&text)) } }
                // Code may appear between items, so each becomes a separate list.
                MarkdownBlock::Item(text) => { ul { li { (prose(&text)) } } }
                MarkdownBlock::Code(text) => { pre { code { (text.trim_end()) } } }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use grade::check::Check;

    use super::*;

    #[test]
    fn each_block_becomes_an_element() {
        let text = "# board.x: a title\n\n## What\n\nOne `two`\nthree.\n\n- an item that\n  goes on\n- \
                    another\n\n```rust\nif a < b {\n\n}\n```\n\nEnd.\n";
        insta::assert_snapshot!(render_markdown(text).0, @"
        <h4>What</h4><p>One <code>two</code> three.</p><ul><li>an item that goes on</li></ul><ul><li>another</li></ul><pre><code>if a &lt; b {

        }</code></pre><p>End.</p>
        ");
    }

    #[test]
    fn explanations_keep_every_word() {
        for check in Check::ALL {
            let text = check.spec().explanation;
            let shown: usize = blocks(text)
                .iter()
                .map(|block| match block {
                    MarkdownBlock::Title(_) => 0,
                    MarkdownBlock::Heading(text)
                    | MarkdownBlock::Paragraph(text)
                    | MarkdownBlock::Item(text)
                    | MarkdownBlock::Code(text) => text.split_whitespace().count(),
                })
                .sum();
            let lines = text.lines().skip(1).filter(|line| !line.starts_with("```"));
            let unmarked = |line: &'static str| {
                line.strip_prefix("## ").or(line.strip_prefix("- ")).unwrap_or(line)
            };
            let words: usize = lines.map(|line| unmarked(line).split_whitespace().count()).sum();
            assert_eq!(shown, words, "{check}");
        }
    }
}
