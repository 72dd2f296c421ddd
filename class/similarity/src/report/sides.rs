//! Shows two submissions side by side in HTML. Shared lines have the same color on both sides and link to each other.

use std::ops::Range;

use grade::words::counted;
use maud::{Markup, html};

use super::SimilarityFindings;
use crate::{Document, DocumentFile, SimilarPair, TokenOrigin};

/// The number of colors, to be reused if a pair needs more.
/// More colors would be hard to tell apart.
const COLOURS: usize = 6;

/// The number of lines to show around shared code. Other lines are only counted.
/// These lines show which function the code is in.
const AROUND: usize = 6;

/// The maximum number of lines per submission, and of characters per line.
// A submission has some hundred lines. Two large ones must not make the page slow.
const MAX_LINES: usize = 4000;
// A generated line can have megabytes.
const MAX_WIDTH: usize = 400;

/// A shared run on one side, with its index and bytes in the file.
struct SharedRun {
    run: usize,
    bytes: Range<usize>,
}

/// Shows both sides of the pair with this `number` on the page.
pub(super) fn side_by_side(
    findings: &SimilarityFindings<'_>,
    pair: &SimilarPair,
    number: usize,
) -> Markup {
    let tiles = findings.comparison.shared_runs(pair);
    let names = findings.names_of_pair(pair);
    let side = |index: usize, own, other| {
        let document = &findings.comparison.documents()[index];
        let ranges = tiles.iter().map(|tile| if own == 'a' { &tile.first } else { &tile.second });
        PairSide { document, ranges: ranges.collect(), number, own, other }
    };
    let sides = [side(pair.first, 'a', 'b'), side(pair.second, 'b', 'a')];
    html! {
        div class="sides" {
            @for (side, name) in sides.iter().zip(names) {
                // This element scrolls, so it needs to be reachable by keyboard.
                div class="side" tabindex="0" role="region" aria-label={ "code of " (name) } {
                    (side.render_side(name))
                }
            }
        }
    }
}

struct PairSide<'a> {
    document: &'a Document,
    ranges: Vec<&'a Range<usize>>,
    number: usize,
    own: char,
    other: char,
}

impl PairSide<'_> {
    fn render_side(&self, name: &str) -> Markup {
        let files = self.document.files().iter().map(|file| (file, self.shared_runs(file)));
        let (shared, without): (Vec<_>, Vec<_>) = files.partition(|(_, parts)| !parts.is_empty());
        let without: Vec<&str> = without.iter().map(|(file, _)| file.path.as_str()).collect();
        let mut room = MAX_LINES;
        html! {
            h4 { (name) }
            @for (file, parts) in shared {
                h5 { (file.path) }
                (self.file_markup(file, &parts, &mut room))
            }
            @if !without.is_empty() {
                p class="note" { "nothing shared in " (without.join(", ")) }
            }
        }
    }

    fn shared_runs(&self, file: &DocumentFile) -> Vec<SharedRun> {
        let regions = self.ranges.iter().enumerate().filter_map(|(run, range)| {
            let region = self.document.code_region(range).filter(|region| region.file == file)?;
            Some(SharedRun { run, bytes: region.bytes })
        });
        let mut parts: Vec<SharedRun> = regions.collect();
        parts.sort_by_key(|part| part.bytes.start);
        parts
    }

    /// Shows lines near shared code.
    fn file_markup(&self, file: &DocumentFile, parts: &[SharedRun], room: &mut usize) -> Markup {
        let mut lines: Vec<Range<usize>> = Vec::new();
        let mut at = 0;
        for line in file.text.split_inclusive('\n') {
            // Ranges are in bytes of the file, so the ends of lines still count.
            lines.push(at..at + line.trim_end_matches(['\n', '\r']).len());
            at += line.len();
        }
        let mut is_shown = vec![false; lines.len()];
        for part in parts {
            let [first, last] =
                [part.bytes.start, part.bytes.end].map(|offset| file.position_of(offset).line);
            let end = (last + AROUND).min(lines.len());
            // Lines are counted from 1.
            is_shown[first.saturating_sub(AROUND + 1).min(end)..end].fill(true);
        }
        let dim = self.faint_ranges(file);
        // The lines to show, and the number of hidden lines that follow.
        let mut runs: Vec<(Range<usize>, usize)> = Vec::new();
        let mut at = 0;
        for run in is_shown.chunk_by(|a, b| a == b) {
            // The room is for all files together.
            let shown = if run[0] { run.len().min(*room) } else { 0 };
            runs.push((at..at + shown, run.len() - shown));
            *room -= shown;
            at += run.len();
        }
        html! {
            pre class="code" {
                @for (shown, rest) in runs {
                    @for at in shown {
                        span class="l" data-n=(at + 1) {
                            (self.line_markup(&file.text, &lines[at], parts, &dim))
                        }
                        "\n"
                    }
                    @if rest > 0 {
                        span class="gap" { (counted(rest, "line")) " not shown" } "\n"
                    }
                }
            }
        }
    }

    fn faint_ranges(&self, file: &DocumentFile) -> Vec<Range<usize>> {
        let mut dim: Vec<Range<usize>> = Vec::new();
        let mut before = false;
        for at in file.tokens.clone() {
            let token = self.document.tokens()[at];
            let is_dim = self.document.origins()[at] != TokenOrigin::Own;
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

    /// Shows a line, split at both ends of each shared run.
    fn line_markup(
        &self,
        text: &str,
        line: &Range<usize>,
        parts: &[SharedRun],
        dim: &[Range<usize>],
    ) -> Markup {
        // When a line is very long, just show the beginning.
        let width = text[line.clone()].char_indices().nth(MAX_WIDTH).map(|(at, _)| at);
        let end = width.map_or(line.end, |width| line.start + width);
        html! {
            @for (bytes, part) in split_at_ranges(line.start..end, parts, |part| &part.bytes) {
                @if let Some(part) = part {
                    // Leading spaces are not colored.
                    @let code = bytes.end - text[bytes.clone()].trim_start().len();
                    @let is_first = bytes.start == part.bytes.start;
                    (text_markup(text, bytes.start..code, dim))
                    @if code < bytes.end {
                        (self.run_link(part, is_first, &text_markup(text, code..bytes.end, dim)))
                    }
                } @else {
                    (text_markup(text, bytes, dim))
                }
            }
            @if width.is_some() { span class="note" { "…" } }
        }
    }

    /// Turns part of a shared run into a link to the other side. The first part also gets an id.
    fn run_link(&self, part: &SharedRun, is_first: bool, content: &Markup) -> Markup {
        let Self { number, own, other, .. } = self;
        let run = part.run;
        let id = is_first.then(|| format!("p{number}{own}{run}"));
        // When using the keyboard, you just need one link per run.
        let index = (!is_first).then_some("-1");
        html! {
            a class={ "m c" (run % COLOURS) } href={ "#p" (number) (other) (run) } id=[id]
                tabindex=[index] { (content) }
        }
    }
}

/// Shows part of a text, with given and common code in a fainter color.
fn text_markup(text: &str, bytes: Range<usize>, dim: &[Range<usize>]) -> Markup {
    html! {
        @for (bytes, dim) in split_at_ranges(bytes, dim, |dim| dim) {
            @if dim.is_some() { span class="dim" { (text[bytes]) } } @else { (text[bytes]) }
        }
    }
}

/// Splits a byte range at both ends of each sorted range in `things`.
fn split_at_ranges<T>(
    bytes: Range<usize>,
    things: &[T],
    range: impl Fn(&T) -> &Range<usize>,
) -> Vec<(Range<usize>, Option<&T>)> {
    let mut pieces = Vec::new();
    let mut at = bytes.start;
    let first = things.partition_point(|thing| range(thing).end <= bytes.start);
    for thing in things[first..].iter().take_while(|thing| range(thing).start < bytes.end) {
        let (start, end) = (range(thing).start.max(at), range(thing).end.min(bytes.end));
        pieces.push((at..start, None));
        pieces.push((start..end, Some(thing)));
        at = end;
    }
    pieces.push((at..bytes.end, None));
    pieces
}
