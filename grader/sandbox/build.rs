//! Embeds a fingerprint of this crate's sources.

fn main() -> std::io::Result<()> {
    fingerprint::set_sources()
}
