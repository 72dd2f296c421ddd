//! Finds blocks of commands in the README and the book, with their requirements.
//!
//! The unit tests of the command line include this file, to parse each command.

use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// Requirements that the tests cannot meet, as in `sh needs=network`. See also [`Block::needs`].
pub(crate) const NEEDS: [(&str, &str); 8] = [
    ("network", "it downloads something"),
    ("install", "it needs a program that not every machine has, or installs one"),
    ("crate", "it runs cargo in a student's crate"),
    ("browser", "it opens a browser"),
    ("platform", "it needs files or variables of a platform"),
    ("machines", "it needs a cluster"),
    ("time", "it takes minutes"),
    ("terminal", "it runs until somebody ends it"),
];

pub(crate) struct Block {
    pub(crate) place: String,
    /// Whether each command starts with `$ ` and is followed by the output.
    pub(crate) is_console: bool,
    pub(crate) mark: Option<String>,
    pub(crate) lines: Vec<String>,
}

impl Block {
    /// Returns what the block needs, if the tests cannot run it: the mark, or the workspace if a command runs cargo or a
    /// script in the root of this repository.
    pub(crate) fn needs(&self) -> Option<&str> {
        let is_for_workspace = self.commands().iter().any(|line| {
            let program = line.split_whitespace().find(|word| !word.contains('='));
            program.is_some_and(|program| program == "cargo" || program.starts_with(".ci/"))
        });
        self.mark.as_deref().or(is_for_workspace.then_some("workspace"))
    }

    pub(crate) fn commands(&self) -> Vec<&str> {
        let lines = self.lines.iter().map(String::as_str);
        if self.is_console {
            lines.filter_map(|line| line.strip_prefix("$ ")).collect()
        } else {
            lines.collect()
        }
    }
}

pub(crate) fn pages() -> Vec<PathBuf> {
    let mut pages = ["README.md", ".ci/archive.md"].map(|page| Path::new(ROOT).join(page)).to_vec();
    let mut folders = vec![Path::new(ROOT).join("docs/book/src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder with pages") {
            let path = entry.expect("its entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                pages.push(path);
            }
        }
    }
    pages.sort();
    pages
}

pub(crate) fn blocks(page: &Path) -> Vec<Block> {
    let text = fs::read_to_string(page).expect("a page");
    let name = page.strip_prefix(ROOT).unwrap_or(page).display();
    let mut blocks = Vec::new();
    let mut open: Option<(Option<Block>, usize)> = None;
    for (line, number) in text.lines().zip(1..) {
        let content = line.trim_start();
        let indent = line.len() - content.len();
        match (&mut open, content.strip_prefix("```")) {
            (None, Some(info)) => open = Some((block(info, format!("{name}:{number}")), indent)),
            (Some(_), Some("")) => blocks.extend(open.take().and_then(|(block, _)| block)),
            (Some((Some(block), indent)), _) => {
                block.lines.push(line.get(*indent..).unwrap_or("").to_owned());
            }
            _ => {}
        }
    }
    assert!(open.is_none(), "{name}: a block of code has no end");
    blocks
}

fn block(info: &str, place: String) -> Option<Block> {
    let mut words = info.split_whitespace();
    let language = words.next()?;
    assert!(
        !["bash", "shell", "zsh"].contains(&language),
        "{place}: commands are marked `sh` or `console`"
    );
    if !["sh", "console"].contains(&language) {
        return None;
    }
    let mark = words.next().map(|word| {
        let needs = word.strip_prefix("needs=").unwrap_or_else(|| panic!("{place}: `{word}`"));
        let is_known = NEEDS.iter().any(|(known, _)| *known == needs);
        assert!(is_known, "{place}: nobody knows what `{needs}` is, which a block needs");
        needs.to_owned()
    });
    Some(Block { place, is_console: language == "console", mark, lines: Vec::new() })
}
