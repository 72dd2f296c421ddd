//! The platform that named the files of a download, decided by all of the names.
//!
//! Part of each name is a student's choice, and may look like a name of another platform. So one name
//! decides nothing. What stands at its front is the platform's, and every grammar takes anything behind
//! that: the platform that a download is from explains whatever its students chose, and another one
//! only what was made to look like it.

use std::collections::BTreeSet;
use std::path::Path;

use super::plain::Item;
use super::{ClassError, Platform, blackboard, brightspace, canvas, gradescope, moodle};

/// The names that an error shows of each platform.
const SHOWN: usize = 3;

/// What the names in a folder say of where it is from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Naming {
    /// It is a download of this platform.
    Of(Platform),
    /// It may be a download of any of these.
    Unclear(Vec<Claim>),
    /// It is no download.
    Plain,
}

/// A platform that explains most of the names in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The platform.
    pub platform: Platform,
    /// How many of the names it explains.
    pub count: usize,
    /// Some of them: those that the others do not explain, if there are any.
    pub names: Vec<String>,
}

impl Naming {
    /// Decides by the names of all that is in a folder, or takes the user's word for it.
    ///
    /// A platform may leave up to half of the names unexplained, since people put other files beside a
    /// download. One whose names another platform explains, and more, is none: so nobody can bring
    /// in another platform by the name of a file.
    pub(super) fn of(content: &[Item], told: Option<Platform>) -> Self {
        let is_export = |it: &Item| it.name == gradescope::METADATA && !it.is_folder;
        let has_export = content.iter().any(is_export);
        // Brightspace adds it, and a browser may have saved it anywhere.
        let items: Vec<&Item> = content.iter().filter(|it| !brightspace::is_index(it)).collect();
        if let Some(told) = told {
            let is_it = match told {
                Platform::Gradescope => has_export,
                _ => items.iter().any(|it| explains(told, it)),
            };
            return if is_it { Self::Of(told) } else { Self::Plain };
        }
        if has_export {
            return Self::Of(Platform::Gradescope);
        }
        let explained = |platform: Platform| -> BTreeSet<&str> {
            let names = items.iter().filter(|it| explains(platform, it));
            names.map(|it| it.name.as_str()).collect()
        };
        let likely: Vec<(Platform, BTreeSet<&str>)> = Platform::all()
            .map(|platform| (platform, explained(platform)))
            .filter(|(_, names)| !names.is_empty() && 2 * names.len() >= items.len())
            .collect();
        let is_beaten = |names: &BTreeSet<&str>| {
            likely.iter().any(|(_, more)| names.len() < more.len() && names.is_subset(more))
        };
        let mut claims = likely.iter().filter(|(_, names)| !is_beaten(names)).map(|(it, names)| {
            let others = likely.iter().filter(|(other, _)| other != it);
            let others: BTreeSet<&str> = others.flat_map(|(_, names)| names).copied().collect();
            let own: Vec<&str> = names.difference(&others).copied().collect();
            let shown = if own.is_empty() { names.iter().copied().collect() } else { own };
            let names_shown = shown.into_iter().take(SHOWN).map(str::to_owned).collect();
            Claim { platform: *it, count: names.len(), names: names_shown }
        });
        match (claims.next(), claims.next()) {
            (None, _) => Self::Plain,
            (Some(only), None) => Self::Of(only.platform),
            (Some(first), Some(second)) => {
                Self::Unclear([first, second].into_iter().chain(claims).collect())
            }
        }
    }

    /// Whether it is a download, whoever's.
    pub(super) fn is_download(&self) -> bool {
        *self != Self::Plain
    }

    /// The platform of a folder, if it is the download of one.
    pub(super) fn platform(self, folder: &Path) -> Result<Option<Platform>, ClassError> {
        match self {
            Self::Of(platform) => Ok(Some(platform)),
            Self::Plain => Ok(None),
            Self::Unclear(claims) => Err(ClassError::Unclear { path: folder.to_owned(), claims }),
        }
    }
}

/// Whether something is named as a platform names it.
fn explains(platform: Platform, item: &Item) -> bool {
    match platform {
        Platform::Blackboard => blackboard::explains(item),
        Platform::Brightspace => brightspace::explains(item),
        Platform::Canvas => canvas::explains(item),
        Platform::Moodle => moodle::explains(item),
        Platform::GithubClassroom | Platform::Gradescope => false,
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn named(names: &[&str], told: Option<Platform>) -> Naming {
        let item = |name: &&str| Item {
            path: PathBuf::new(),
            name: name.trim_end_matches('/').to_owned(),
            is_folder: name.ends_with('/'),
        };
        Naming::of(&names.iter().map(item).collect::<Vec<_>>(), told)
    }

    const CANVAS: &str = "doejane_11_501_board.rs";
    const FORGED: &str = "s66_66_601_s11_attempt_2026-11-20-10-33-12_board.rs";
    const MOODLE: &str = "Jane Doe_11_assignsubmission_file_board.rs";
    const BRIGHTSPACE: &str = "1-2 - Jane Doe - Nov 20, 2026 1033 AM - board.rs";

    #[test]
    fn all_names_decide() {
        for (names, platform) in [
            (&[CANVAS, FORGED][..], Some(Platform::Canvas)),
            // However many one student hands in.
            (&[CANVAS, FORGED, "s66_66_602_J_1_assignsubmission_file_x"], Some(Platform::Canvas)),
            (&[CANVAS, "late work.zip"], Some(Platform::Canvas)),
            (&[CANVAS, "alice/", "bob/"], None),
            (&["grades_2026_11_20.csv", "alice/", "bob/"], None),
            (&[MOODLE, CANVAS, "Al_1_assignsubmission_file_/"], Some(Platform::Moodle)),
            (&["index.html", BRIGHTSPACE], Some(Platform::Brightspace)),
            (&["index.html", CANVAS], Some(Platform::Canvas)),
            (&["index.html"], None),
            // Canvas writes names in small letters, and without signs.
            (&["HW_1_15_attempt_2026-11-20-10-33-12_board.rs"], Some(Platform::Blackboard)),
            (&[], None),
        ] {
            let expected = platform.map_or(Naming::Plain, Naming::Of);
            assert_eq!(named(names, None), expected, "{names:?}");
        }
    }

    #[test]
    fn what_two_platforms_may_have_named_is_unclear() {
        let claims = |names: &[&str]| match named(names, None) {
            Naming::Unclear(claims) => {
                claims.into_iter().map(|it| (it.platform, it.count, it.names)).collect::<Vec<_>>()
            }
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
        assert_eq!(named(&[FORGED], Some(Platform::Canvas)), Naming::Of(Platform::Canvas));
        assert_eq!(named(&[FORGED], Some(Platform::Moodle)), Naming::Plain);
        assert_eq!(named(&["alice/"], Some(Platform::Gradescope)), Naming::Plain);
    }
}
