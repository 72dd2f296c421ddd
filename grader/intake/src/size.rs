//! Formats byte counts in a readable way.

/// Formats a byte count in the largest unit that divides it: `4 MiB`, `1000 bytes`.
pub(super) fn format_bytes(bytes: u64) -> String {
    const UNITS: [(u32, &str); 3] = [(30, "GiB"), (20, "MiB"), (10, "KiB")];
    let unit = UNITS.iter().find(|(bits, _)| bytes > 0 && bytes.trailing_zeros() >= *bits);
    match unit {
        Some((bits, unit)) => format!("{} {unit}", bytes >> bits),
        None => format!("{bytes} bytes"),
    }
}

#[cfg(test)]
mod tests {
    use super::format_bytes;

    #[test]
    fn sizes_are_shown_with_binary_units() {
        let limits = [4 << 20, 256 << 10, 3 << 30, 1000, 0, 1 << 40].map(format_bytes);
        assert_eq!(limits, ["4 MiB", "256 KiB", "3 GiB", "1000 bytes", "0 bytes", "1024 GiB"]);
    }
}
