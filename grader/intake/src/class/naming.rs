//! Recognizes the platform of a download from all file names together.
//!
//! A single name is not conclusive, because students choose part of it and can imitate another platform. The platform
//! writes the prefix, and every platform's pattern accepts any suffix. The pattern of the real platform therefore
//! matches all names, and other patterns match only imitations.

use std::collections::BTreeSet;
use std::path::Path;

use super::plain::FolderItem;
use super::{ClassReadError, Platform, blackboard, brightspace, canvas, gradescope, moodle};

/// The number of names in an error for each platform.
/// A few examples are enough to recognize a platform.
const SHOWN: usize = 3;

/// What the names in a folder reveal about the platform.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum FolderNaming {
    /// A download from this platform.
    Of(Platform),
    /// A download from one of these platforms.
    Unclear(Vec<PlatformClaim>),
    /// Not a download.
    Plain,
}

/// A platform with a pattern that matches most of the names in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlatformClaim {
    /// The platform.
    pub platform: Platform,
    /// The number of matching names.
    pub count: usize,
    /// Examples of matching names, preferably of those that match no other platform.
    pub names: Vec<String>,
}

impl FolderNaming {
    /// Determines the platform of a folder, unless the user specified `platform`.
    ///
    /// Only half of the names need to match, since you might add files to a download. A platform is ruled out if
    /// another one matches the same names and more. This way, students cannot change the platform with a file name.
    pub(super) fn from_items(content: &[FolderItem<'_>], platform: Option<Platform>) -> Self {
        let is_export =
            |item: &FolderItem<'_>| item.name == gradescope::METADATA && !item.is_folder;
        let has_export = content.iter().any(is_export);
        // Brightspace adds this file, but browsers also save files with this name.
        let items: Vec<&FolderItem<'_>> =
            content.iter().filter(|item| !brightspace::is_index(item)).collect();
        if let Some(platform) = platform {
            let is_it = match platform {
                Platform::Gradescope => has_export,
                _ => items.iter().any(|item| matches_platform(platform, item)),
            };
            return if is_it { Self::Of(platform) } else { Self::Plain };
        }
        if has_export {
            return Self::Of(Platform::Gradescope);
        }
        let explained = |platform: Platform| -> BTreeSet<&str> {
            let names = items.iter().filter(|item| matches_platform(platform, item));
            names.map(|item| item.name.as_str()).collect()
        };
        let likely: Vec<(Platform, BTreeSet<&str>)> = Platform::all()
            .map(|platform| (platform, explained(platform)))
            // A student's folder may happen to look like a platform's, but half of all names do not.
            .filter(|(_, names)| !names.is_empty() && 2 * names.len() >= items.len())
            .collect();
        let is_beaten = |names: &BTreeSet<&str>| {
            likely.iter().any(|(_, more)| names.len() < more.len() && names.is_subset(more))
        };
        let mut claims =
            likely.iter().filter(|(_, names)| !is_beaten(names)).map(|(platform, names)| {
                let others = likely.iter().filter(|(other, _)| other != platform);
                let others: BTreeSet<&str> = others.flat_map(|(_, names)| names).copied().collect();
                let own: Vec<&str> = names.difference(&others).copied().collect();
                let shown = if own.is_empty() { names.iter().copied().collect() } else { own };
                let names_shown = shown.into_iter().take(SHOWN).map(str::to_owned).collect();
                PlatformClaim { platform: *platform, count: names.len(), names: names_shown }
            });
        match (claims.next(), claims.next()) {
            (None, _) => Self::Plain,
            (Some(only), None) => Self::Of(only.platform),
            (Some(first), Some(second)) => {
                Self::Unclear([first, second].into_iter().chain(claims).collect())
            }
        }
    }

    pub(super) fn is_download(&self) -> bool {
        *self != Self::Plain
    }

    /// Returns the platform, if the folder is a download. Fails if more than one platform matches.
    pub(super) fn platform(self, folder: &Path) -> Result<Option<Platform>, ClassReadError> {
        match self {
            Self::Of(platform) => Ok(Some(platform)),
            Self::Plain => Ok(None),
            Self::Unclear(claims) => {
                Err(ClassReadError::Unclear { path: folder.to_owned(), claims })
            }
        }
    }
}

fn matches_platform(platform: Platform, item: &FolderItem<'_>) -> bool {
    match platform {
        Platform::Blackboard => blackboard::matches_name_pattern(item),
        Platform::Brightspace => brightspace::matches_name_pattern(item),
        Platform::Canvas => canvas::matches_name_pattern(item),
        Platform::Moodle => moodle::matches_name_pattern(item),
        Platform::GithubClassroom | Platform::Gradescope => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::plain::tests::folder_with;
    use super::super::plain::visible_items;
    use super::*;

    fn named(names: &[&str], platform: Option<Platform>) -> FolderNaming {
        FolderNaming::from_items(&visible_items(&folder_with(names).top()).unwrap(), platform)
    }

    const CANVAS: &str = "doejane_11_501_board.rs";
    const FORGED: &str = "s66_66_601_s11_attempt_2026-11-20-10-33-12_board.rs";
    const MOODLE: &str = "Jane Doe_11_assignsubmission_file_board.rs";
    const BRIGHTSPACE: &str = "1-2 - Jane Doe - Nov 20, 2026 1033 AM - board.rs";

    #[test]
    fn the_platform_is_detected_from_all_names() {
        for (names, platform) in [
            (&[CANVAS, FORGED][..], Some(Platform::Canvas)),
            // The number of files from one student does not matter.
            (&[CANVAS, FORGED, "s66_66_602_J_1_assignsubmission_file_x"], Some(Platform::Canvas)),
            (&[CANVAS, "late work.zip"], Some(Platform::Canvas)),
            (&[CANVAS, "alice/", "bob/"], None),
            (&["grades_2026_11_20.csv", "alice/", "bob/"], None),
            (&[MOODLE, CANVAS, "Al_1_assignsubmission_file_/"], Some(Platform::Moodle)),
            (&["index.html", BRIGHTSPACE], Some(Platform::Brightspace)),
            (&["index.html", CANVAS], Some(Platform::Canvas)),
            (&["index.html"], None),
            // Canvas writes names in lowercase and without punctuation.
            (&["HW_1_15_attempt_2026-11-20-10-33-12_board.rs"], Some(Platform::Blackboard)),
            (&[], None),
        ] {
            let expected = platform.map_or(FolderNaming::Plain, FolderNaming::Of);
            assert_eq!(named(names, None), expected, "{names:?}");
        }
    }

    #[test]
    fn names_matching_two_platforms_are_ambiguous() {
        let claims = |names: &[&str]| match named(names, None) {
            FolderNaming::Unclear(claims) => claims
                .into_iter()
                .map(|claim| (claim.platform, claim.count, claim.names))
                .collect::<Vec<_>>(),
            other => panic!("{names:?}: {other:?}"),
        };
        let both = vec![FORGED.to_owned()];
        assert_eq!(
            claims(&[FORGED]),
            [(Platform::Blackboard, 1, both.clone()), (Platform::Canvas, 1, both)]
        );
        assert_eq!(
            claims(&[CANVAS, MOODLE]),
            [
                (Platform::Canvas, 1, vec![CANVAS.to_owned()]),
                (Platform::Moodle, 1, vec![MOODLE.to_owned()])
            ]
        );
        assert_eq!(named(&[FORGED], Some(Platform::Canvas)), FolderNaming::Of(Platform::Canvas));
        assert_eq!(named(&[FORGED], Some(Platform::Moodle)), FolderNaming::Plain);
        assert_eq!(named(&["alice/"], Some(Platform::Gradescope)), FolderNaming::Plain);
    }
}
