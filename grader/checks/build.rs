//! Embeds a fingerprint of the crate's sources.

fn main() -> std::io::Result<()> {
    fingerprint::set_sources()
}
