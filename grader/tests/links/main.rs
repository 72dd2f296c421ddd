//! Checks that links between the repository's pages lead to existing files and headings, and that `ARCHITECTURE.md`
//! lists the dependencies between crates. These tests do not use the network.

mod crates;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

const BOOK: &str = "docs/book/src";

const PAGES: [&str; 6] = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "student-template/README.md",
    "fixtures/submissions/README.md",
];

struct Page {
    /// The fragments for links to this page.
    anchors: BTreeSet<String>,
    /// Links with line numbers.
    links: Vec<(usize, String)>,
}

fn pages() -> BTreeMap<PathBuf, Page> {
    let mut files: Vec<PathBuf> = PAGES.iter().map(PathBuf::from).collect();
    let mut folders = vec![PathBuf::from("docs")];
    while let Some(folder) = folders.pop() {
        // Skip pages that mdBook generated.
        for entry in fs::read_dir(Path::new(ROOT).join(&folder)).expect("a folder with pages") {
            let path = folder.join(entry.expect("its entry").file_name());
            if Path::new(ROOT).join(&path).is_dir() && path != Path::new("docs/book/html") {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                files.push(path);
            }
        }
    }
    let read = |file: PathBuf| {
        let text = fs::read_to_string(Path::new(ROOT).join(&file)).expect("a page");
        let page = page(&text);
        (file, page)
    };
    files.into_iter().map(read).collect()
}

fn page(text: &str) -> Page {
    let mut page = Page { anchors: BTreeSet::new(), links: Vec::new() };
    let mut fence: Option<String> = None;
    // Search all text at once, since links may span multiple lines.
    let mut prose = String::new();
    for line in text.lines() {
        let start = line.trim_start();
        let ticks: String = start.chars().take_while(|c| *c == '`').collect();
        match &fence {
            Some(open) if start == open => fence = None,
            None if ticks.len() >= 3 => fence = Some(ticks),
            None => {
                if let Some(heading) = start.strip_prefix('#') {
                    let name = anchor(heading.trim_start_matches('#').trim());
                    let again = (1..).map(|n| format!("{name}-{n}"));
                    let mut names = [name.clone()].into_iter().chain(again);
                    page.anchors.extend(names.find(|name| !page.anchors.contains(name)));
                }
                prose.push_str(&without_code(line));
            }
            Some(_) => {}
        }
        prose.push('\n');
    }
    for mark in ["](", "src=\""] {
        let mut from = 0;
        while let Some(at) = prose[from..].find(mark) {
            from += at + mark.len();
            let end = prose[from..].find([')', '"', ' ']).unwrap_or(0);
            let line = prose[..from].matches('\n').count() + 1;
            page.links.push((line, prose[from..from + end].to_owned()));
        }
    }
    page
}

fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect::<Vec<_>>().join("`")
}

/// Returns the fragment for a heading, by the rules of GitHub and mdBook.
fn anchor(heading: &str) -> String {
    // Replace links with their text.
    let mut text = heading.to_owned();
    while let Some((before, rest)) = text.split_once("](") {
        let after = rest.split_once(')').map_or("", |parts| parts.1);
        text = format!("{}{after}", before.replace('[', ""));
    }
    let kept = text.chars().filter_map(|c| match c {
        ' ' => Some('-'),
        c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c.to_ascii_lowercase()),
        _ => None,
    });
    kept.collect()
}

/// Resolves `..` in a path. This is `None` if the path leaves the repository.
fn plain(path: &Path) -> Option<PathBuf> {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir if !plain.pop() => return None,
            Component::ParentDir | Component::CurDir => {}
            part => plain.push(part),
        }
    }
    Some(plain)
}

#[test]
fn every_link_has_a_target() {
    let pages = pages();
    let mut dead = Vec::new();
    let mut count = 0;
    for (file, page) in &pages {
        for (line, link) in &page.links {
            if link.contains("://") || link.starts_with("mailto:") {
                continue;
            }
            count += 1;
            let (path, place) = link.split_once('#').unwrap_or((link, ""));
            let folder = file.parent().expect("a page is in a folder");
            let target =
                if path.is_empty() { Some(file.clone()) } else { plain(&folder.join(path)) };
            let there = target.filter(|path| Path::new(ROOT).join(path).exists());
            let is_right = there.is_some_and(|target| {
                place.is_empty()
                    || pages.get(&target).is_some_and(|page| page.anchors.contains(place))
            });
            if !is_right {
                dead.push(format!("{}:{line}: {link}", file.display()));
            }
        }
    }
    assert!(count > 200, "only {count} links were found");
    assert!(dead.is_empty(), "these links lead nowhere:\n{}", dead.join("\n"));
}

/// mdBook leaves out pages that are not in the summary.
#[test]
fn the_book_summary_lists_each_page_once() {
    let pages = pages();
    let summary = &pages[&Path::new(BOOK).join("SUMMARY.md")];
    let named: Vec<PathBuf> =
        summary.links.iter().map(|(_, link)| Path::new(BOOK).join(link)).collect();
    let once: BTreeSet<&PathBuf> = named.iter().collect();
    assert_eq!(once.len(), named.len(), "a page is named twice");
    let in_book =
        pages.keys().filter(|page| page.starts_with(BOOK) && !page.ends_with("SUMMARY.md"));
    assert_eq!(in_book.collect::<BTreeSet<_>>(), once);
}

/// mdBook copies only pictures that are inside the book's folder.
#[test]
fn book_pictures_are_in_the_book_folder() {
    let is_picture = |link: &str| [".png", ".svg"].iter().any(|ending| link.ends_with(ending));
    for (file, page) in pages().iter().filter(|(file, _)| file.starts_with(BOOK)) {
        for (line, link) in page.links.iter().filter(|(_, link)| is_picture(link)) {
            let target =
                plain(&file.parent().expect("its folder").join(link)).expect("in the repository");
            assert!(
                target.starts_with(BOOK),
                "{}:{line}: {link} is not in the book",
                file.display()
            );
        }
    }
}

#[test]
fn parses_links_and_anchors_of_a_page() {
    let page = page(
        "# One `two`: three\n# One two three\n```sh\n# no heading [a](b.md)\n```\n`[c](d.md)` [e\nf](g.md#h)\n",
    );
    let anchors: Vec<_> = page.anchors.iter().map(String::as_str).collect();
    assert_eq!(anchors, ["one-two-three", "one-two-three-1"]);
    assert_eq!(page.links, [(7, "g.md#h".to_owned())]);
}
