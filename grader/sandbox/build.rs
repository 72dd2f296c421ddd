//! Tells the crate what it is made of.

fn main() -> std::io::Result<()> {
    fingerprint::set_sources()
}
