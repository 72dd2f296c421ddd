//! Renders the frame of a page that loads nothing, runs only its own script, and is reproducible byte for byte.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest, Sha256};
use terminal::wrap::escape;

const STYLE: &str = include_str!("style.css");
/// The scripts, joined in a single function scope.
const SCRIPT: &str = concat!(
    "'use strict';\n(() => {\n",
    include_str!("script/theme.js"),
    include_str!("script/submissions.js"),
    include_str!("script/table.js"),
    include_str!("script/tabs.js"),
    include_str!("script/replay.js"),
    include_str!("script/main.js"),
    "})();\n",
);

/// Additional CSS and JavaScript for a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extra {
    /// The CSS to append.
    pub style: &'static str,
    /// The JavaScript to append.
    pub script: &'static str,
}

/// The beginning of every page.
pub(crate) const BEGINNING: &str = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
    <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-";

/// Renders a complete page.
pub fn page(title: &str, extras: &[Extra], content: &Markup) -> String {
    let (mut style, mut script) = (STYLE.to_owned(), SCRIPT.to_owned());
    for extra in extras {
        style.push_str(extra.style);
        script.push_str(extra.script);
    }
    // Browsers normalize line endings before hashing a style or script.
    let [style, script] = [style, script].map(|text| text.replace("\r\n", "\n"));
    // Block all requests, styles and scripts except those with these hashes.
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; \
         form-action 'none'",
        BASE64.encode(Sha256::digest(&style)),
        BASE64.encode(Sha256::digest(&script)),
    );
    let page = html! {
        (DOCTYPE) "\n"
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="referrer" content="no-referrer";
                title { (escape_invisible(title)) }
                style { (PreEscaped(style)) }
                script { (PreEscaped(script)) }
            }
            body { (PreEscaped(escape_invisible(&content.0))) }
        }
        "\n"
    };
    page.into_string()
}

/// Escapes control characters and bidirectional formatting except newlines, so that a submission cannot reorder the
/// text after it.
fn escape_invisible(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for (i, line) in text.split('\n').enumerate() {
        if i > 0 {
            safe.push('\n');
        }
        for c in escape(line).chars() {
            match c {
                // Some programs treat these as line endings or as invalid.
                c if is_unwanted_in_html(c) => safe.extend(c.escape_unicode()),
                c => safe.push(c),
            }
        }
    }
    safe
}

fn is_unwanted_in_html(c: char) -> bool {
    matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fdd0}'..='\u{fdef}')
        || u32::from(c) & 0xfffe == 0xfffe
}

/// Renders a button to switch the theme.
pub fn theme_button() -> Markup {
    html! { button type="button" id="theme" class="js" { "theme" } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped_in_pages() {
        let title = "\"><script>";
        let text = "</p><!-- & 'x' \u{1b}[1m\u{202e}\u{2028}";
        let page = page(title, &[], &html! { p title=(title) { (text) } pre { "a\n\tb\r\n" } });
        let expected = "<body><p title=\"&quot;&gt;&lt;script&gt;\">&lt;/p&gt;&lt;!-- &amp; 'x' \
                        \\u{1b}[1m\\u{202e}\\u{2028}</p><pre>a\n    b\\r\n</pre></body>";
        assert!(page.contains(expected), "{page}");
    }

    #[test]
    fn a_page_loads_no_external_resources() {
        let text = page("a </title>", &[], &html! { p { "hello" } });
        assert!(text.starts_with(BEGINNING), "{text}");
        assert!(text.contains("<title>a &lt;/title&gt;</title>"));
        for source in [STYLE, SCRIPT] {
            for outside in ["http:", "https:", "url(", "@import", "src=", "fetch(", "import("] {
                assert!(!source.contains(outside), "{outside}");
            }
            assert!(!source.contains("</") && !source.contains("<!--"), "it would end there");
        }
    }
}
