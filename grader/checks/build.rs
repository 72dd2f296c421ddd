//! Embeds a fingerprint of the crate's sources in the build.

fn main() -> std::io::Result<()> {
    fingerprint::set_sources()
}
