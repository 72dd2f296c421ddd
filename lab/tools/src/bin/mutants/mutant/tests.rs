use super::*;

#[track_caller]
fn mutants(source: &str) -> String {
    let mutants = Mutant::of_files(&[SourceFile { path: "a.rs", text: source }]);
    let mutants = mutants.expect("it is Rust");
    mutants.iter().map(|mutant| mutant.one_line_summary() + "\n").collect()
}

#[test]
fn operators_and_numbers_are_mutated() {
    insta::assert_snapshot!(mutants("const A: bool = a + 1 < 3 || !b;\n"), @r#"
    a.rs:1:17 - [operand] const A: bool = a + 1 < 3 || !b; -> const A: bool = a < 3 || !b;
    a.rs:1:17 - [operand] const A: bool = a + 1 < 3 || !b; -> const A: bool = 1 < 3 || !b;
    a.rs:1:17 - [logic] const A: bool = a + 1 < 3 || !b; -> const A: bool = a + 1 < 3;
    a.rs:1:17 - [logic] const A: bool = a + 1 < 3 || !b; -> const A: bool = !b;
    a.rs:1:19 - [arithmetic] const A: bool = a + 1 < 3 || !b; -> const A: bool = a - 1 < 3 || !b;
    a.rs:1:19 - [arithmetic] const A: bool = a + 1 < 3 || !b; -> const A: bool = a * 1 < 3 || !b;
    a.rs:1:21 - [integer] const A: bool = a + 1 < 3 || !b; -> const A: bool = a + 2 < 3 || !b;
    a.rs:1:21 - [integer] const A: bool = a + 1 < 3 || !b; -> const A: bool = a + 0 < 3 || !b;
    a.rs:1:23 - [comparison] const A: bool = a + 1 < 3 || !b; -> const A: bool = a + 1 == 3 || !b;
    a.rs:1:23 - [comparison] const A: bool = a + 1 < 3 || !b; -> const A: bool = a + 1 != 3 || !b;
    a.rs:1:23 - [comparison] const A: bool = a + 1 < 3 || !b; -> const A: bool = a + 1 <= 3 || !b;
    a.rs:1:23 - [comparison] const A: bool = a + 1 < 3 || !b; -> const A: bool = a + 1 > 3 || !b;
    a.rs:1:23 - [comparison] const A: bool = a + 1 < 3 || !b; -> const A: bool = a + 1 >= 3 || !b;
    a.rs:1:25 - [integer] const A: bool = a + 1 < 3 || !b; -> const A: bool = a + 1 < 4 || !b;
    a.rs:1:25 - [integer] const A: bool = a + 1 < 3 || !b; -> const A: bool = a + 1 < 2 || !b;
    a.rs:1:27 - [logic] const A: bool = a + 1 < 3 || !b; -> const A: bool = a + 1 < 3 && !b;
    a.rs:1:30 - [unary] const A: bool = a + 1 < 3 || !b; -> const A: bool = a + 1 < 3 || b;
    "#);
}

#[test]
fn statements_and_branches_are_mutated() {
    let source = "\
fn f() {
    if b {
        g(x, y);
    } else {
        h.cmp(z);
    }
}
";
    insta::assert_snapshot!(mutants(source), @r#"
    a.rs:1:8 f [body] fn f() { if b { g(x, y); } else { h.cmp(z); } } -> fn f() { }
    a.rs:1:8 f [unfinished] fn f() { if b { g(x, y); } else { h.cmp(z); } } -> fn f() { todo!() }
    a.rs:2:8 f [condition] if b { -> if true {
    a.rs:2:8 f [condition] if b { -> if false {
    a.rs:2:10 f [branches] g(x, y); } else { h.cmp(z); -> h.cmp(z); } else { g(x, y);
    a.rs:3:9 f [statement] g(x, y); -> (nothing)
    a.rs:3:11 f [arguments] g(x, y); -> g(y, x);
    a.rs:5:9 f [call] h.cmp(z); -> h.cmp(z).reverse();
    a.rs:5:9 f [statement] h.cmp(z); -> (nothing)
    "#);
}

#[test]
fn lists_filters_and_loops_are_mutated() {
    let source = "\
const F: A = loop {
    if [p, q].iter().any(|r| s) {
        break Some(t);
    }
    break None;
};
";
    insta::assert_snapshot!(mutants(source), @r#"
    a.rs:2:5 - [statement] if [p, q].iter().any(|r| s) { break Some(t); } -> (nothing)
    a.rs:2:8 - [condition] if [p, q].iter().any(|r| s) { -> if true {
    a.rs:2:8 - [condition] if [p, q].iter().any(|r| s) { -> if false {
    a.rs:2:9 - [elements] if [p, q].iter().any(|r| s) { -> if [q].iter().any(|r| s) {
    a.rs:2:9 - [elements] if [p, q].iter().any(|r| s) { -> if [q, p].iter().any(|r| s) {
    a.rs:2:10 - [elements] if [p, q].iter().any(|r| s) { -> if [p].iter().any(|r| s) {
    a.rs:2:15 - [method] if [p, q].iter().any(|r| s) { -> if [p, q].iter().rev().any(|r| s) {
    a.rs:2:22 - [method] if [p, q].iter().any(|r| s) { -> if [p, q].iter().all(|r| s) {
    a.rs:2:30 - [condition] if [p, q].iter().any(|r| s) { -> if [p, q].iter().any(|r| true) {
    a.rs:2:30 - [condition] if [p, q].iter().any(|r| s) { -> if [p, q].iter().any(|r| false) {
    a.rs:3:9 - [statement] break Some(t); -> (nothing)
    a.rs:3:15 - [some] break Some(t); -> break None;
    a.rs:5:5 - [statement] break None; -> (nothing)
    a.rs:5:11 - [break] break None; -> break Some(t);
    "#);
}

#[test]
fn types_determine_field_and_body_mutants() {
    let source = "\
#[derive(Clone, Debug)]
struct A { a: usize, b: u8, c: usize }
impl A {
    /// Not 1.
    fn new() -> A {
        Self { a, b, c }
    }
    fn a(&self) -> usize {
        self.a
    }
    fn all(&self) -> Option<impl Iterator<Item = u8>> {
        g
    }
}
#[cfg(test)]
mod tests { fn f() -> usize { 1 } }
";
    insta::assert_snapshot!(mutants(source), @r#"
    a.rs:1:10 A [derive] #[derive(Clone, Debug)] -> #[derive(Debug)]
    a.rs:1:15 A [derive] #[derive(Clone, Debug)] -> #[derive(Clone)]
    a.rs:5:19 A::new [unfinished] fn new() -> A { Self { a, b, c } } -> fn new() -> A { todo!() }
    a.rs:6:16 A::new [fields] Self { a, b, c } -> Self { a: c, b, c: a }
    a.rs:8:26 A::a [body] fn a(&self) -> usize { self.a } -> fn a(&self) -> usize { 0 }
    a.rs:8:26 A::a [body] fn a(&self) -> usize { self.a } -> fn a(&self) -> usize { 1 }
    a.rs:8:26 A::a [unfinished] fn a(&self) -> usize { self.a } -> fn a(&self) -> usize { todo!() }
    a.rs:9:14 A::a [fields] self.a -> self.c
    a.rs:11:55 A::all [body] fn all(&self) -> Option<impl Iterator<Item = u8>> { g } -> fn all(&self) -> Option<impl Iterator<Item = u8>> { None::<std::iter::Empty<u8>> }
    a.rs:11:55 A::all [body] fn all(&self) -> Option<impl Iterator<Item = u8>> { g } -> fn all(&self) -> Option<impl Iterator<Item = u8>> { Some(std::iter::empty::<u8>()) }
    a.rs:11:55 A::all [unfinished] fn all(&self) -> Option<impl Iterator<Item = u8>> { g } -> fn all(&self) -> Option<impl Iterator<Item = u8>> { todo!() }
    "#);
}

#[test]
fn format_strings_are_mutated() {
    let source = "fn f() {\n    write!(w, \" {a:>b$} \")\n}\n";
    insta::assert_snapshot!(mutants(source), @r#"
    a.rs:1:8 f [body] fn f() { write!(w, " {a:>b$} ") } -> fn f() { }
    a.rs:1:8 f [unfinished] fn f() { write!(w, " {a:>b$} ") } -> fn f() { todo!() }
    a.rs:2:5 f [method] write!(w, " {a:>b$} ") -> writeln!(w, " {a:>b$} ")
    a.rs:2:15 f [format] write!(w, " {a:>b$} ") -> write!(w, "")
    a.rs:2:15 f [format] write!(w, " {a:>b$} ") -> write!(w, "{a:>b$} ")
    a.rs:2:15 f [format] write!(w, " {a:>b$} ") -> write!(w, " {a:>b$}")
    a.rs:2:15 f [format] write!(w, " {a:>b$} ") -> write!(w, " {a} ")
    "#);
}

#[track_caller]
fn of_files(files: &[(&str, &str)]) -> Vec<Mutant> {
    let files: Vec<_> = files.iter().map(|&(path, text)| SourceFile { path, text }).collect();
    Mutant::of_files(&files).expect("they are Rust")
}

#[test]
fn each_file_is_mutated_with_all_structs_known() {
    let files = [
        ("src/lib.rs", "mod a { pub mod b; struct A { x: u8, y: u8 } }\nconst C: bool = true;\n"),
        ("src/a/b.rs", "fn f() -> u8 {\n    a.x\n}\n"),
    ];
    let lines: String =
        of_files(&files).iter().map(|mutant| mutant.one_line_summary() + "\n").collect();
    insta::assert_snapshot!(lines, @r"
    src/lib.rs:2:17 - [bool] const C: bool = true; -> const C: bool = false;
    src/a/b.rs:1:14 f [body] fn f() -> u8 { a.x } -> fn f() -> u8 { 0 }
    src/a/b.rs:1:14 f [body] fn f() -> u8 { a.x } -> fn f() -> u8 { 1 }
    src/a/b.rs:1:14 f [unfinished] fn f() -> u8 { a.x } -> fn f() -> u8 { todo!() }
    src/a/b.rs:2:7 f [fields] a.x -> a.y
    ");
    let changed = of_files(&files).into_iter().find(|mutant| mutant.operator == Operator::Fields);
    let changed = changed.expect("one of them reads another field");
    assert_eq!(changed.text, "fn f() -> u8 {\n    a.y\n}\n");
    assert_eq!(&files[1].1[changed.range], "x");
    assert_eq!(changed.replacement, "y");
}

#[test]
fn test_only_code_is_skipped() {
    let of = |text| of_files(&[("a.rs", text)]).len();
    assert_eq!(of("#![cfg(test)]\nconst A: u8 = 1;"), 0);
    assert_eq!(of("#[cfg(test)]\nfn f() -> u8 { 1 }"), 0);
    assert_eq!(of("#[cfg(all(unix, test))]\nmod m { const A: u8 = 1; }"), 0);
    assert_eq!(of("#[test]\nfn f() { g(1); }"), 0);
    assert_eq!(of("impl A {\n#[cfg(test)]\nfn f() -> u8 { 1 }\n}"), 0);
    assert_eq!(of("#[cfg(test)]\n#[derive(Clone)]\nstruct A;"), 0);
    assert_eq!(of("const A: u8 = 1;"), 2);
    assert_eq!(of("#[cfg(any(unix, test))]\nconst A: u8 = 1;"), 2);
    assert_eq!(of("#[cfg(not(test))]\nconst A: u8 = 1;"), 2);
}

#[test]
fn a_byte_order_mark_does_not_shift_mutants() {
    let mutants = of_files(&[("a.rs", "\u{feff}const A: bool = true;")]);
    let texts: Vec<_> = mutants.iter().map(|mutant| mutant.text.as_str()).collect();
    assert_eq!(texts, ["\u{feff}const A: bool = false;"]);
}

#[test]
fn a_file_with_invalid_code_is_named() {
    let files = [("a.rs", "const A: u8 = 1;"), ("b.rs", "fn f() {}\nfn g {}\n")];
    let files = files.map(|(path, text)| SourceFile { path, text });
    let fault = Mutant::of_files(&files).expect_err("the second is no Rust").to_string();
    assert!(fault.starts_with("b.rs:2: this is not Rust code: "), "{fault}");
}
