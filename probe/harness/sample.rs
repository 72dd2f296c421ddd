//! Tests that the harness must be able to run. They are compiled to find out whether it works with a compiler.

#[test]
fn plain() {}

#[test]
#[ignore = "it does nothing"]
fn ignored() {}

#[test]
#[should_panic(expected = "it panics")]
fn panics() {
    panic!("it panics");
}

#[test]
fn returns_a_result() -> Result<(), std::num::ParseIntError> {
    "1".parse::<u8>().map(|_| ())
}
