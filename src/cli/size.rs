//! Amounts of memory as people write them.

/// Reads `1048576`, `512M`, `1G`: bytes, or with k, M, G or T (powers of 1024).
pub(super) fn bytes(text: &str) -> Result<usize, String> {
    let wrong = || format!("expected bytes such as 1048576, 512M or 1G, found \"{text}\"");
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match text[digits.len()..].to_ascii_lowercase().as_str() {
        "" | "b" => 0,
        "k" | "kb" | "kib" => 10,
        "m" | "mb" | "mib" => 20,
        "g" | "gb" | "gib" => 30,
        "t" | "tb" | "tib" => 40,
        _ => return Err(wrong()),
    };
    let number: usize = digits.parse().map_err(|_| wrong())?;
    number.checked_mul(1 << shift).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::bytes;

    #[test]
    fn units_are_powers_of_1024() {
        assert_eq!(bytes("1000"), Ok(1000));
        assert_eq!(bytes("64k"), Ok(65_536));
        assert_eq!(bytes("2GiB"), Ok(2 << 30));
        for wrong in [
            "",
            "G",
            "-1",
            "1.5G",
            "1 G",
            "5X",
            "99999999999T",
            "\u{663}",
        ] {
            assert!(bytes(wrong).is_err(), "{wrong}");
        }
    }
}
