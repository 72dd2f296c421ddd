//! The frame of a page: one file that loads nothing, runs no script but its own, and is the same
//! byte for byte whenever it is made.

use sha2::{Digest, Sha256};

use super::markup::Html;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// The style and the script that some pages need beside those of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extra {
    /// Goes behind the style of all pages.
    pub style: &'static str,
    /// Goes behind their script.
    pub script: &'static str,
}

/// A page with this title and content.
pub fn page(title: &str, extras: &[Extra], content: impl FnOnce(&mut Html)) -> String {
    let (mut style, mut script) = (STYLE.to_owned(), SCRIPT.to_owned());
    for extra in extras {
        style.push_str(extra.style);
        script.push_str(extra.script);
    }
    // Browsers hash a text with the ends of lines that they make of it.
    let [style, script] = [style, script].map(|text| text.replace("\r\n", "\n"));
    // Nothing is loaded from anywhere, and nothing runs that this program has not written.
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; \
         form-action 'none'",
        base64(&Sha256::digest(&style)),
        base64(&Sha256::digest(&script)),
    );
    let mut html = Html::new();
    html.literal("<!DOCTYPE html>\n");
    html.element("html", &[("lang", "en")], |html| {
        html.element("head", &[], |html| {
            html.open("meta", &[("charset", "utf-8")]);
            html.open("meta", &[("http-equiv", "Content-Security-Policy"), ("content", &policy)]);
            let viewport = "width=device-width, initial-scale=1";
            html.open("meta", &[("name", "viewport"), ("content", viewport)]);
            html.open("meta", &[("name", "color-scheme"), ("content", "light dark")]);
            html.open("meta", &[("name", "referrer"), ("content", "no-referrer")]);
            html.leaf("title", &[], title);
            html.element("style", &[], |html| {
                html.literal(&style);
            });
            html.element("script", &[], |html| {
                html.literal(&script);
            });
        });
        html.element("body", &[], content);
    });
    html.literal("\n");
    html.into_string()
}

/// The button that the script chooses the theme with.
pub fn theme_button(html: &mut Html) {
    html.leaf("button", &[("type", "button"), ("id", "theme"), ("class", "js")], "theme");
}

/// The alphabet of Base64 (RFC 4648, section 4).
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Bytes in Base64 (RFC 4648, section 4), with padding.
fn base64(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let at = |i: usize| u32::from(chunk.get(i).copied().unwrap_or_default());
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        for i in 0..4 {
            let index = (bits >> (18 - 6 * i)) & 0x3f;
            let letter = if i > chunk.len() { b'=' } else { ALPHABET[index as usize] };
            text.push(char::from(letter));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of RFC 4648, section 10.
    #[test]
    fn base64_is_as_its_rfc_has_it() {
        for (plain, expected) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(plain.as_bytes()), expected);
        }
    }

    #[test]
    fn a_page_loads_nothing() {
        let text = page("a </title>", &[], |html| {
            html.leaf("p", &[], "hello");
        });
        assert!(
            text.starts_with("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
        );
        assert!(text.contains("<title>a &lt;/title&gt;</title>"));
        for source in [STYLE, SCRIPT] {
            for outside in ["http:", "https:", "url(", "@import", "src=", "fetch(", "import("] {
                assert!(!source.contains(outside), "{outside}");
            }
            assert!(!source.contains("</") && !source.contains("<!--"), "it would end there");
        }
    }
}
