//! Two submissions side by side, as HTML: the lines that they share in the same colour, each linked
//! to its partner.

use std::ops::Range;

use page::markup::Html;

use super::Findings;
use crate::{Document, File, Origin, Pair};

/// The number of colours for the runs of a pair, one after the other.
const COLOURS: usize = 6;

/// The number of lines before and after a shared one that are shown; those between are only
/// counted.
const AROUND: usize = 6;

/// The most lines of a submission that are shown, and the most characters of a line.
const MAX_LINES: usize = 4000;
const MAX_WIDTH: usize = 400;

/// A shared run as one of the two has it: which one of the pair's it is, and its bytes in a file.
struct Part {
    run: usize,
    bytes: Range<usize>,
}

/// Writes both sides of a pair, the `number`-th of the page.
pub(super) fn sides(html: &mut Html, findings: &Findings<'_>, pair: &Pair, number: usize) {
    let tiles = findings.comparison.tiles(pair);
    let names = findings.names(pair);
    let sides = [(pair.first, 'a', 'b'), (pair.second, 'b', 'a')];
    html.element("div", &[("class", "sides")], |html| {
        for ((index, own, other), name) in sides.into_iter().zip(names) {
            let document = &findings.comparison.documents()[index];
            let ranges = tiles.iter().map(|it| if own == 'a' { &it.first } else { &it.second });
            let ranges: Vec<&Range<usize>> = ranges.collect();
            let side = Side { document, ranges, number, own, other };
            let label = format!("code of {name}");
            // It can be scrolled by itself, so the keyboard has to get there.
            let attributes = [("class", "side"), ("tabindex", "0"), ("role", "region")];
            let attributes = [&attributes[..], &[("aria-label", label.as_str())]].concat();
            html.element("div", &attributes, |html| side.write(html, name));
        }
    });
}

/// One of the two submissions of a pair.
struct Side<'a> {
    document: &'a Document,
    /// The tokens of each shared run.
    ranges: Vec<&'a Range<usize>>,
    number: usize,
    own: char,
    other: char,
}

impl Side<'_> {
    fn write(&self, html: &mut Html, name: &str) {
        html.leaf("h4", &[], name);
        let mut without: Vec<&str> = Vec::new();
        let mut room = MAX_LINES;
        for file in self.document.files() {
            let parts = self.parts(file);
            if parts.is_empty() {
                without.push(&file.path);
            } else {
                html.leaf("h5", &[], &file.path);
                self.file(html, file, &parts, &mut room);
            }
        }
        if !without.is_empty() {
            let text = format!("nothing shared in {}", without.join(", "));
            html.leaf("p", &[("class", "note")], &text);
        }
    }

    /// The shared runs in a file, in their order.
    fn parts(&self, file: &File) -> Vec<Part> {
        let regions = self.ranges.iter().enumerate().filter_map(|(run, range)| {
            let region = self.document.region(range).filter(|it| it.file == file)?;
            Some(Part { run, bytes: region.bytes })
        });
        let mut parts: Vec<Part> = regions.collect();
        parts.sort_by_key(|part| part.bytes.start);
        parts
    }

    /// Writes the lines of a file that are near a shared run.
    fn file(&self, html: &mut Html, file: &File, parts: &[Part], room: &mut usize) {
        let mut lines: Vec<Range<usize>> = Vec::new();
        let mut at = 0;
        for line in file.text.split_inclusive('\n') {
            lines.push(at..at + line.trim_end_matches(['\n', '\r']).len());
            at += line.len();
        }
        let mut is_shown = vec![false; lines.len()];
        for part in parts {
            let [first, last] = [part.bytes.start, part.bytes.end].map(|it| file.place(it).line);
            let end = (last + AROUND).min(lines.len());
            is_shown[first.saturating_sub(AROUND + 1).min(end)..end].fill(true);
        }
        let dim = self.dim(file);
        html.element("pre", &[("class", "code")], |html| {
            let mut line = 0;
            while line < lines.len() {
                let run = is_shown[line..].iter().take_while(|&&it| it == is_shown[line]).count();
                let shown = if is_shown[line] { run.min(*room) } else { 0 };
                for (number, bytes) in (line + 1..).zip(&lines[line..line + shown]) {
                    let number = number.to_string();
                    let attributes = [("class", "l"), ("data-n", number.as_str())];
                    html.element("span", &attributes, |html| {
                        self.line(html, &file.text, bytes, parts, &dim);
                    });
                    html.literal("\n");
                }
                *room -= shown;
                let rest = run - shown;
                if rest > 0 {
                    let lines = if rest == 1 { "line" } else { "lines" };
                    html.leaf("span", &[("class", "gap")], &format!("{rest} {lines} not shown"));
                    html.literal("\n");
                }
                line += run;
            }
        });
    }

    /// The bytes of what does not count, in their order: what was given out, and what is common.
    fn dim(&self, file: &File) -> Vec<Range<usize>> {
        let mut dim: Vec<Range<usize>> = Vec::new();
        let mut before = false;
        for at in file.tokens.clone() {
            let token = self.document.tokens()[at];
            let is_dim = self.document.origins()[at] != Origin::Own;
            let bytes = token.start as usize..token.end as usize;
            match dim.last_mut() {
                Some(last) if is_dim && before => last.end = bytes.end,
                _ if is_dim => dim.push(bytes),
                _ => {}
            }
            before = is_dim;
        }
        dim
    }

    /// Writes a line in pieces, each within one shared run or none.
    fn line(
        &self,
        html: &mut Html,
        text: &str,
        line: &Range<usize>,
        parts: &[Part],
        dim: &[Range<usize>],
    ) {
        // Runs that are cut off have no part in this page.
        let width = text[line.clone()].char_indices().nth(MAX_WIDTH).map(|(at, _)| at);
        let end = width.map_or(line.end, |width| line.start + width);
        let mut at = line.start;
        let first = parts.partition_point(|part| part.bytes.end <= line.start);
        for part in &parts[first..] {
            if part.bytes.start >= end {
                break;
            }
            let (start, stop) = (part.bytes.start.max(line.start), part.bytes.end.min(end));
            piece(html, text, at..start, dim);
            // Spaces before the first character of a line need no colour.
            let indent = text[start..stop].len() - text[start..stop].trim_start().len();
            piece(html, text, start..start + indent, dim);
            if start + indent < stop {
                self.linked(html, part, start == part.bytes.start, |html| {
                    piece(html, text, start + indent..stop, dim);
                });
            }
            at = stop;
        }
        piece(html, text, at..end, dim);
        if width.is_some() {
            html.leaf("span", &[("class", "note")], "…");
        }
    }

    /// Writes a piece of a shared run as a link to its partner; the first one has the run's id.
    fn linked(
        &self,
        html: &mut Html,
        part: &Part,
        is_first: bool,
        content: impl FnOnce(&mut Html),
    ) {
        let Self { number, own, other, .. } = self;
        let id = format!("p{number}{own}{}", part.run);
        let target = format!("#p{number}{other}{}", part.run);
        let class = format!("m c{}", part.run % COLOURS);
        let mut attributes = vec![("class", class.as_str()), ("href", target.as_str())];
        if is_first {
            attributes.push(("id", &id));
        } else {
            // One link for each run is enough for who goes through them by the keyboard.
            attributes.push(("tabindex", "-1"));
        }
        html.element("a", &attributes, content);
    }
}

/// Writes a part of a text, with what does not count in a fainter colour.
fn piece(html: &mut Html, text: &str, bytes: Range<usize>, dim: &[Range<usize>]) {
    let mut at = bytes.start;
    let first = dim.partition_point(|it| it.end <= bytes.start);
    for range in &dim[first..] {
        if range.start >= bytes.end {
            break;
        }
        let (start, end) = (range.start.max(at), range.end.min(bytes.end));
        html.text(&text[at..start]);
        html.leaf("span", &[("class", "dim")], &text[start..end]);
        at = end;
    }
    if at < bytes.end {
        html.text(&text[at..bytes.end]);
    }
}
