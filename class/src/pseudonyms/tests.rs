//! Tests that reports hide names.

use grade::PanicKind;
use grade::check::Check;
use intake::class::Attempt;
use proptest::prelude::*;

use super::*;

fn person(id: &str, name: &str, email: &str) -> Person {
    let some = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    Person { id: some(id), name: some(name), email: some(email), ..Person::default() }
}

fn pseudonyms(key: u8) -> Pseudonyms {
    let submission = Attempt {
        name: "1001".to_owned(),
        students: vec![person("1001", "Jane Döe", "jd@uni.example")],
        ..Attempt::default()
    };
    let missing = Some(vec![person("", "Zoe Poe", "")]);
    let people = ClassMembers { submissions: vec![submission], missing, ..ClassMembers::default() };
    Pseudonyms::new(&[key; KEY_BYTES], &["1001".to_owned(), "1002".to_owned()], &people)
}

#[test]
fn only_whole_words_are_replaced() {
    let pseudonyms = pseudonyms(1);
    let (jane, other) = (pseudonyms.pseudonym("1001"), pseudonyms.pseudonym("1002"));
    assert_ne!(jane, other);
    for (text, expected) in [
        ("1001: 5 / 6".to_owned(), format!("{jane}: 5 / 6")),
        ("by JANE DÖE <Jd@uni.example>".to_owned(), format!("by {jane} <{jane}>")),
        ("Döe, Jane and 1002".to_owned(), format!("{jane} and {other}")),
        ("Jane, 10010 and x1001".to_owned(), "Jane, 10010 and x1001".to_owned()),
        ("zoe poe".to_owned(), "somebody".to_owned()),
    ] {
        assert_eq!(pseudonyms.hide_in_text(&text), expected);
    }
    assert_eq!(pseudonyms.pseudonym("nobody"), "somebody");
}

#[test]
fn pseudonyms_are_stable_per_key() {
    assert_eq!(pseudonyms(1).pseudonym("1001"), pseudonyms(1).pseudonym("1001"));
    assert_ne!(pseudonyms(1).pseudonym("1001"), pseudonyms(2).pseudonym("1001"));
}

#[test]
fn in_code_only_comments_are_replaced() {
    let pseudonyms = pseudonyms(1);
    let jane = pseudonyms.pseudonym("1001");
    let code = "fn f() { 1001 } // 1001\n/* Jane Döe\n */ let x = 1001;";
    let expected = format!("fn f() {{ 1001 }} // {jane}\n/* {jane}\n */ let x = 1001;");
    assert_eq!(pseudonyms.hide_in_code(code), expected);
    assert_eq!(pseudonyms.hide_in_code("a /* Jane Döe"), format!("a /* {jane}"));
}

/// A person and the name of the submission.
type Student = (String, Person);

/// These include words in every report, accents, and very short names.
fn students() -> impl Strategy<Value = Vec<Student>> {
    let few = |all: &'static [&'static str]| {
        proptest::sample::subsequence(all.to_vec(), 4).prop_shuffle()
    };
    let submissions = few(&["jd", "q", "10023", "zmüller", "board", "7", "anna-maria", "pass"]);
    let names = few(&[
        "Zoë Müller",
        "Q",
        "Li",
        "Board Solver",
        "Anna Maria Weiß",
        "Łukasz Żak",
        "Sean O'Neil",
        "Score",
        "丽 王",
    ]);
    let logins = few(&["zoe_m", "k9", "solver", "x", "anna.m", "status-1"]);
    let addresses =
        few(&["zm@uni.example", "hamming@a.example", "w@b.example", "o.n@c.example", "v1@d"]);
    (submissions, names, logins, addresses).prop_map(|(submissions, names, logins, addresses)| {
        let people = names.iter().zip(logins).zip(addresses);
        let people = people.enumerate().map(|(at, ((name, login), address))| Person {
            login: Some(login.to_owned()),
            sid: Some(format!("s-{at}7")),
            ..person(&format!("90{at}"), name, address)
        });
        submissions.iter().map(|name| (*name).to_owned()).zip(people).collect()
    })
}

/// Returns everything that identifies a student.
fn secrets((submission, person): &Student) -> Vec<String> {
    let Person { id, name, email, sid, login, .. } = person.clone();
    [id, name, email, sid, login].into_iter().flatten().chain([submission.clone()]).collect()
}

/// Returns texts with a secret, as the grader and students write it.
fn texts(secret: &str) -> Vec<String> {
    let decomposed: String = secret.nfd().collect();
    let plain: String =
        decomposed.chars().filter(|c| !('\u{300}'..='\u{36f}').contains(c)).collect();
    let mut texts = vec![
        format!("the folder `{secret}` is empty"),
        format!("`{plain}.zip`: see \"{decomposed}\""),
        format!("{}/src/lib.rs", secret.to_uppercase()),
    ];
    if secret.chars().count() >= SHORTEST {
        texts.push(format!("by {secret}, {decomposed}"));
        texts.push(format!("({})", plain.replace(' ', "_")));
    }
    texts
}

/// Returns a grade with these texts in all places for texts.
fn grade_with(submission: &str, text: &str) -> Grade {
    let text = || text.to_owned();
    let place = || Some(grade::SourcePosition { file: text(), line: 1, column: 1 });
    let fail = |stop| {
        let evidence = Evidence {
            expected: Value::Text(text()),
            actual: Value::Text(text()),
            stop: Some(stop),
            ..Evidence::default()
        };
        Verdict::Fail(Failure {
            detail: Some(text()),
            place: place(),
            evidence: Some(evidence),
            ..Failure::from_summary(text())
        })
    };
    let panic = Stop::Panic { kind: PanicKind::Other, message: text(), place: place() };
    let verdicts = [
        (Check::BoardTwin, fail(panic)),
        (Check::BoardHamming, fail(Stop::Trap(text()))),
        (Check::SolverPath, Verdict::GraderError(text())),
    ];
    let grade = samples::grade(verdicts.map(|verdict| (verdict, 1.0)));
    let remarks = vec![grade::Remark::new(Some(Check::SolverPath), text())];
    Grade { submission: submission.to_owned(), remarks, ..grade }
}

fn rejected_with(submission: &str, text: &str) -> Grade {
    let rejection =
        grade::Rejection { reason: text.to_owned(), max_score: grade::points::Points::ZERO };
    let rejection = Some(rejection);
    Grade { submission: submission.to_owned(), rejection, ..samples::grade([]) }
}

/// Returns the words of a text without accents, each between spaces.
fn words(text: &str) -> String {
    let text: String = text.nfd().filter(|c| !('\u{300}'..='\u{36f}').contains(c)).collect();
    let text = text.to_lowercase();
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.flat_map(|word| [" ", word, " "]).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    /// A report may contain a word that is also somebody's name, but not because of this person.
    #[test]
    fn no_text_in_a_grade_identifies_a_student(students in students()) {
        let attempt = |(name, person): &Student| Attempt {
            name: name.clone(),
            students: vec![person.clone()],
            ..Attempt::default()
        };
        let submissions = students.iter().map(attempt).collect();
        let people = ClassMembers { submissions, ..ClassMembers::default() };
        let pseudonyms = Pseudonyms::new(&[1; KEY_BYTES], &[], &people);
        let secrets: Vec<String> = students.iter().flat_map(secrets).collect();
        let text = |texts: Vec<String>| texts.join("\n");
        let with = text(secrets.iter().flat_map(|secret| texts(secret)).collect());
        let without = text(secrets.iter().flat_map(|_| texts("")).collect());
        for create in [grade_with, rejected_with] {
            let hidden = words(&pseudonyms.hide_in_grade(create(&students[0].0, &with)).json());
            let neutral = words(&create("", &without).json());
            for secret in &secrets {
                let secret = words(secret);
                let count = |text: &str| text.matches(&secret).count();
                prop_assert!(count(&hidden) <= count(&neutral), "{}: {}", secret, hidden);
            }
        }
    }
}

proptest! {
    #[test]
    fn names_are_replaced_in_any_text(before in ".{0,20}", after in ".{0,20}") {
        let pseudonyms = pseudonyms(1);
        let text = pseudonyms.hide_in_text(&format!("{before} Jane Döe {after}"));
        prop_assert!(!text.contains(" Jane Döe "), "{}", text);
    }

    #[test]
    fn texts_without_names_are_unchanged(text in "[a-h \\n(){};:,.]{0,60}") {
        prop_assert_eq!(pseudonyms(1).hide_in_text(&text), text);
    }
}
