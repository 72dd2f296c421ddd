//! The hash of a submission, and the seed that selects its random boards.

use base::digest::PartsHash;

use super::{NAME_IN_CODE, ROOT, Submission};
use crate::own_tests::OwnTests;

impl Submission {
    /// Returns a hash of the complete submission: `sha256:` followed by 64 hexadecimal digits. If two hashes are equal,
    /// so is everything that a grade may contain, except for the name of the submission.
    pub fn hash(&self) -> String {
        // The class assigns the name, files outside the submission are only mentioned beside the grade, and the tree
        // follows from the other fields.
        let Self {
            name: _,
            package,
            root,
            is_bare,
            files,
            data,
            unnamed,
            faults,
            tests,
            unused,
            left_out: _,
            tree: _,
        } = self;
        PartsHash::from_value(&(
            package, root, is_bare, files, data, unnamed, faults, tests, unused,
        ))
        .with_algorithm_name()
    }

    /// Returns the seed that selects the random boards.
    ///
    /// Unlike the [hash](Self::hash), it depends only on code and data, so another wording of a reason, or a new
    /// version of the grader that records more about a submission, does not select other boards.
    pub fn seed(&self) -> String {
        let mut seed = PartsHash::default();
        let mut add = |part: &[u8]| seed.add(part);
        add(self.package.edition.as_str().as_bytes());
        for file in self.files() {
            add(file.path.as_bytes());
            add(file.text.as_bytes());
        }
        for (path, bytes) in &self.data {
            add(b"data");
            add(path.as_bytes());
            add(bytes);
        }
        for (name, value) in self.variables() {
            add(b"variable");
            add(name.as_bytes());
            add(value.as_bytes());
        }
        for feature in &self.package.features {
            add(b"feature");
            add(feature.as_bytes());
        }
        if self.name_in_code() != NAME_IN_CODE {
            add(b"crate");
            add(self.name_in_code().as_bytes());
        }
        if self.root != ROOT {
            add(b"root");
            add(self.root.as_bytes());
        }
        for name in self.package.slider.iter().filter(|name| *name != "slider") {
            add(b"slider");
            add(name.as_bytes());
        }
        let OwnTests { crate_name, files, data, left_out: _ } = &self.tests;
        if !files.is_empty() {
            add(crate_name.as_deref().unwrap_or_default().as_bytes());
            let files = files.iter().map(|(path, text)| (path, text.as_bytes()));
            for (path, bytes) in files.chain(data.iter().map(|(path, bytes)| (path, &bytes[..]))) {
                add(path.as_bytes());
                add(bytes);
            }
        }
        seed.with_algorithm_name()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::collection::{btree_map, btree_set, vec};
    use proptest::option;
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;
    use crate::manifest::{Edition, ManifestFault, ManifestProblem, Package};

    /// Few and similar texts, so that parts of different lists are often equal or concatenate to the same text.
    fn text() -> impl Strategy<Value = String> {
        select(vec!["", "a", "b", "ab", "data", "slider", "tests/a.rs"]).prop_map(str::to_owned)
    }

    fn files() -> impl Strategy<Value = BTreeMap<String, String>> {
        btree_map(text(), text(), 0..3)
    }

    fn data() -> impl Strategy<Value = BTreeMap<String, Vec<u8>>> {
        btree_map(text(), text().prop_map(String::into_bytes), 0..3)
    }

    fn package() -> impl Strategy<Value = Package> {
        let edition = select(vec![Edition::E2021, Edition::E2024]);
        let variables = btree_map(select(vec!["CARGO_PKG_NAME", "CARGO_PKG_README"]), text(), 0..2);
        let names = || btree_set(text(), 0..3);
        let root = option::of((text(), 0..2_u32));
        (edition, names(), names(), root, option::of(text()), variables).prop_map(
            |(edition, features, slider, root, crate_name, variables)| Package {
                edition,
                features,
                slider,
                root,
                crate_name,
                variables,
            },
        )
    }

    fn faults() -> impl Strategy<Value = Vec<ManifestFault>> {
        let what = prop_oneof![
            text().prop_map(ManifestProblem::Edition),
            text().prop_map(ManifestProblem::Optional),
            Just(ManifestProblem::BuildScript),
        ];
        vec(
            (option::of(0..2_u32), what).prop_map(|(line, what)| ManifestFault { line, what }),
            0..2,
        )
    }

    fn tests() -> impl Strategy<Value = OwnTests> {
        let left_out = btree_map(text(), select(vec!["is too large", "is not UTF-8"]), 0..2);
        (option::of(text()), files(), data(), left_out).prop_map(
            |(crate_name, files, data, left_out)| OwnTests { crate_name, files, data, left_out },
        )
    }

    /// A new value for one field.
    #[derive(Clone, Debug)]
    enum Change {
        Package(Package),
        Root(String),
        Bare(bool),
        Files(BTreeMap<String, String>),
        Data(BTreeMap<String, Vec<u8>>),
        Unnamed(BTreeMap<&'static str, String>),
        Faults(Vec<ManifestFault>),
        Tests(OwnTests),
    }

    fn change() -> impl Strategy<Value = Change> {
        let unnamed = btree_map(select(vec!["Board", "Solver"]), text(), 0..2);
        prop_oneof![
            package().prop_map(Change::Package),
            text().prop_map(Change::Root),
            any::<bool>().prop_map(Change::Bare),
            files().prop_map(Change::Files),
            data().prop_map(Change::Data),
            unnamed.prop_map(Change::Unnamed),
            faults().prop_map(Change::Faults),
            tests().prop_map(Change::Tests),
        ]
    }

    fn changed(mut submission: Submission, change: Change) -> Submission {
        match change {
            Change::Package(package) => submission.package = package,
            Change::Root(root) => submission.root = root,
            Change::Bare(is_bare) => submission.is_bare = is_bare,
            Change::Files(files) => submission.files = files,
            Change::Data(data) => submission.data = data,
            Change::Unnamed(unnamed) => submission.unnamed = unnamed,
            Change::Faults(faults) => submission.faults = faults,
            Change::Tests(tests) => submission.tests = tests,
        }
        submission
    }

    fn empty() -> Submission {
        Submission::new("alice".to_owned(), Edition::E2024, BTreeMap::new(), Vec::new())
    }

    proptest! {
        #[test]
        fn hashes_are_equal_only_for_equal_submissions(
            before in vec(change(), 0..12),
            last in change(),
        ) {
            let one = before.into_iter().fold(empty(), changed);
            let other = changed(one.clone(), last);
            prop_assert_eq!(one.hash() == other.hash(), one == other);
            let elsewhere = other.clone().with_name("zoe".to_owned());
            let elsewhere = elsewhere.with_left_out(["`notes.txt` is ignored".to_owned()]);
            prop_assert_eq!(elsewhere.hash(), other.hash());
        }
    }

    #[test]
    fn reasons_do_not_select_other_boards() {
        let one = empty();
        let tests = |why| OwnTests {
            left_out: [("tests/a.rs".to_owned(), why)].into(),
            ..OwnTests::default()
        };
        let (small, large) = (
            one.clone().with_tests(tests("is empty")),
            one.clone().with_tests(tests("is too large")),
        );
        assert_eq!((small.seed(), large.seed()), (one.seed(), one.seed()));
        assert_ne!(one.with_file("src/lib.rs", "").seed(), small.seed());
    }
}
