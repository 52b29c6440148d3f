//! Numbers as people type them: `1000000`, `1_000_000`, `1e6`; lists with `...`.

/// A whole number: digits, perhaps with `_` between them, or `1e6`.
///
/// # Errors
/// What was expected.
pub fn count(text: &str) -> Result<u64, String> {
    let expected = || format!("\"{text}\": expected a whole number such as 1000, 1_000 or 1e3");
    let plain: String = text.trim().chars().filter(|&c| c != '_').collect();
    let (digits, zeros) = match plain.split_once(['e', 'E']) {
        Some((digits, zeros)) => (digits.to_string(), zeros.parse().map_err(|_| expected())?),
        None => (plain, 0u32),
    };
    let all_digits = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    let number: u64 = digits.parse().map_err(|_| expected())?;
    if !all_digits {
        return Err(expected());
    }
    let scale = 10u64.checked_pow(zeros);
    scale
        .and_then(|s| number.checked_mul(s))
        .ok_or_else(|| format!("\"{text}\": more than 2^64"))
}

/// An amount of something that fits in memory.
///
/// # Errors
/// What was expected.
pub fn amount(text: &str) -> Result<usize, String> {
    usize::try_from(count(text)?).map_err(|_| format!("\"{text}\": too many for this machine"))
}

/// A number of games that are all kept in memory.
///
/// # Errors
/// What was expected.
pub fn games(text: &str) -> Result<usize, String> {
    match amount(text)? {
        n @ 0..=MAX_GAMES => Ok(n),
        _ => Err(format!("\"{text}\": expected at most {MAX_GAMES} games")),
    }
}

/// Some 200 MB; no interval needs more.
const MAX_GAMES: usize = 10_000_000;

/// A number of threads, 0 for as many as the machine has.
///
/// # Errors
/// What was expected.
pub fn threads(text: &str) -> Result<usize, String> {
    match count(text) {
        Ok(n @ 0..=MAX_THREADS) => Ok(n as usize),
        _ => Err(format!("\"{text}\": expected 0 to {MAX_THREADS} threads")),
    }
}

/// More threads than any machine gains from; tens of thousands would take the
/// memory of their stacks and minutes to start.
const MAX_THREADS: u64 = 1024;

/// Numbers in ascending order, separated by commas. `...` between numbers
/// continues the ratio of the two before it: `10,100,...,1e6`.
///
/// # Errors
/// What was expected.
pub fn sizes(text: &str) -> Result<Vec<u64>, String> {
    let mut out: Vec<u64> = Vec::new();
    let mut fill = false;
    for part in text.split(',').map(str::trim) {
        if part == "..." {
            if fill || out.len() < 2 {
                return Err(format!("\"{text}\": ... needs two numbers before it"));
            }
            fill = true;
            continue;
        }
        let next = count(part)?;
        if fill {
            let [.., a, b] = out[..] else {
                return Err(format!("\"{text}\": ... needs two numbers before it"));
            };
            if a == 0 || b % a != 0 || b / a < 2 {
                return Err(format!(
                    "\"{text}\": {a} to {b} is no whole ratio to continue"
                ));
            }
            let ratio = b / a;
            let mut at = b;
            while let Some(step) = at.checked_mul(ratio).filter(|&s| s < next) {
                out.push(step);
                at = step;
            }
            if at.checked_mul(ratio) != Some(next) {
                return Err(format!("\"{text}\": steps of {ratio} do not reach {next}"));
            }
            fill = false;
        }
        if out.last().is_some_and(|&last| last >= next) {
            return Err(format!("\"{text}\": expected ascending numbers"));
        }
        out.push(next);
    }
    if fill {
        return Err(format!("\"{text}\": ... needs a number after it"));
    }
    Ok(out)
}

/// Numbers separated by commas, in any order.
///
/// # Errors
/// What was expected.
pub fn list(text: &str) -> Result<Vec<u64>, String> {
    text.split(',').map(count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts() {
        for (text, n) in [
            ("0", 0),
            ("1_000", 1000),
            ("1e6", 1_000_000),
            (" 25E2 ", 2500),
        ] {
            assert_eq!(count(text), Ok(n), "{text}");
        }
        for text in [
            "",
            "-1",
            "+1",
            "1.5",
            "1e",
            "e6",
            "1e30",
            "x",
            "99999999999999999999",
        ] {
            assert!(count(text).is_err(), "{text}");
        }
    }

    #[test]
    fn numbers_of_threads() {
        assert_eq!(threads("0"), Ok(0));
        assert_eq!(threads("1024"), Ok(1024));
        for text in ["1025", "100000", "18446744073709551615", "-1", ""] {
            assert!(threads(text).is_err(), "{text}");
        }
    }

    #[test]
    fn lists() {
        assert_eq!(
            sizes("10,100,...,1e6"),
            Ok(vec![10, 100, 1000, 10_000, 100_000, 1_000_000])
        );
        assert_eq!(sizes("1,2,4,...,16,100"), Ok(vec![1, 2, 4, 8, 16, 100]));
        assert_eq!(sizes("5"), Ok(vec![5]));
        for text in [
            "",
            "...",
            "1,...",
            "1,2,...",
            "1,...,8",
            "2,1",
            "1,1",
            "2,3,...,9",
            "10,100,...,5000",
        ] {
            assert!(sizes(text).is_err(), "{text}");
        }
    }
}
