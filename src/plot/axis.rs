//! Axes: ranges, ticks and numbers as people print them.

use super::PlotError;

/// A number with an interval, if it has one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// The low and high end of its interval.
    pub interval: Option<(f64, f64)>,
}

impl Estimate {
    /// A number without an interval.
    pub fn exactly(value: f64) -> Self {
        Self {
            value,
            interval: None,
        }
    }

    /// A number with the low and high end of its interval.
    pub fn between(value: f64, low: f64, high: f64) -> Self {
        Self {
            value,
            interval: Some((low, high)),
        }
    }

    /// The number and the ends of its interval.
    pub(super) fn numbers(&self) -> impl Iterator<Item = f64> {
        let ends = self.interval.map_or([self.value; 2], |(l, h)| [l, h]);
        [self.value, ends[0], ends[1]].into_iter()
    }
}

/// How an axis spaces its numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// Equal differences, equal distances.
    #[default]
    Linear,
    /// Equal factors, equal distances; numbers above 0 only.
    Log,
}

/// What an axis shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Axis {
    /// The name of the quantity with its unit.
    pub label: String,
    /// The spacing.
    pub scale: Scale,
    /// The first and last number shown; otherwise as the data need.
    pub range: Option<(f64, f64)>,
    /// Shares: 0.5 is printed as 50 %, and the axis stays within 0 and 1.
    pub percent: bool,
}

impl Axis {
    /// Numbers at equal distances.
    pub fn linear(label: impl Into<String>) -> Self {
        Self {
            label: label.into(),
            ..Self::default()
        }
    }

    /// Positive numbers on a logarithmic axis.
    pub fn log(label: impl Into<String>) -> Self {
        Self {
            scale: Scale::Log,
            ..Self::linear(label)
        }
    }

    /// Shares of a whole, printed in per cent.
    pub fn share(label: impl Into<String>) -> Self {
        Self {
            percent: true,
            ..Self::linear(label)
        }
    }

    /// The axis fitted to numbers; `reach` is its length in pixels.
    pub(super) fn fitted(
        &self,
        numbers: impl IntoIterator<Item = f64>,
        reach: f64,
    ) -> Result<Fitted, PlotError> {
        let mut ends: Option<(f64, f64)> = None;
        for n in numbers {
            ends = Some(ends.map_or((n, n), |(l, h)| (l.min(n), h.max(n))));
        }
        let (low, high) = match (self.range, ends) {
            (Some((low, high)), _) => {
                let place = || format!("the range of \"{}\"", self.label);
                check(low, place)?;
                check(high, place)?;
                if low >= high {
                    let text = format!("{}: {low} is not below {high}", place());
                    return Err(PlotError::Shape(text));
                }
                (low, high)
            }
            (None, Some(ends)) => ends,
            (None, None) => return Err(PlotError::Empty("there are no numbers")),
        };
        if self.scale == Scale::Log && low <= 0.0 {
            return Err(PlotError::Value {
                place: self.label.clone(),
                value: low,
                expected: "numbers above 0 on a logarithmic axis",
            });
        }
        Ok(match self.scale {
            Scale::Log => self.fit_log(low, high),
            Scale::Linear => self.fit_linear(low, high, reach),
        })
    }

    fn fit_log(&self, low: f64, high: f64) -> Fitted {
        let (mut a, mut b) = (libm::log10(low), libm::log10(high));
        if self.range.is_none() {
            let pad = if b - a < 1e-9 { 0.5 } else { 0.03 * (b - a) };
            (a, b) = (a - pad, b + pad);
        }
        let mut ticks = Vec::new();
        let mut minor = Vec::new();
        // One way to write the numbers below 1: as powers if the least needs it.
        let powers = a < -4.0;
        for decade in a.floor() as i32..=b.ceil() as i32 {
            for digit in 1..=9 {
                let value = f64::from(digit) * libm::pow(10.0, f64::from(decade));
                let at = libm::log10(value);
                if at < a - 1e-9 || at > b + 1e-9 {
                    continue;
                }
                // A short axis would be left with no more than one number.
                let printed = digit == 1 || (b - a < 1.7 && (digit == 2 || digit == 5));
                if printed {
                    ticks.push((value, power(value, powers)));
                } else {
                    minor.push(value);
                }
            }
        }
        Fitted {
            scale: Scale::Log,
            low: a,
            high: b,
            ticks,
            minor,
        }
    }

    fn fit_linear(&self, low: f64, high: f64, reach: f64) -> Fitted {
        let (mut low, mut high) = (low, high);
        let mut span = high - low;
        if span <= 1e-9 * low.abs().max(high.abs()).max(1e-9) {
            span = if self.percent {
                0.2
            } else {
                low.abs().max(1.0) * 0.2
            };
            (low, high) = (low - span / 2.0, high + span / 2.0);
        }
        if self.range.is_none() {
            (low, high) = (low - 0.04 * span, high + 0.04 * span);
        }
        let step = step((high - low) / (reach / 55.0).clamp(2.0, 10.0));
        if self.range.is_none() {
            low = (low / step).floor() * step;
            high = (high / step).ceil() * step;
            if self.percent {
                (low, high) = (low.max(0.0), high.min(1.0));
            }
        }
        let first = (low / step - 1e-6).ceil() as i64;
        let last = (high / step + 1e-6).floor() as i64;
        let ticks = (first..=last)
            .map(|i| {
                let value = i as f64 * step;
                (value, self.print(value, step))
            })
            .collect();
        Fitted {
            scale: Scale::Linear,
            low,
            high,
            ticks,
            minor: Vec::new(),
        }
    }

    fn print(&self, value: f64, step: f64) -> String {
        if self.percent {
            format!("{}\u{202f}%", decimal(value * 100.0, step * 100.0))
        } else {
            decimal(value, step)
        }
    }
}

/// An axis with its ends and ticks.
#[derive(Clone, Debug)]
pub(super) struct Fitted {
    scale: Scale,
    /// The ends; of a logarithmic axis the logarithms.
    low: f64,
    high: f64,
    /// Numbers with their texts.
    pub ticks: Vec<(f64, String)>,
    /// Numbers that only get a line.
    pub minor: Vec<f64>,
}

impl Fitted {
    /// Where a number stands: 0 at the low end, 1 at the high end, cut there.
    pub fn share(&self, value: f64) -> f64 {
        let at = match self.scale {
            Scale::Linear => value,
            Scale::Log => libm::log10(value.max(f64::MIN_POSITIVE)),
        };
        ((at - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }

    /// The number that stands at a share of the way from the low to the high end.
    pub fn value(&self, share: f64) -> f64 {
        let at = self.low + share * (self.high - self.low);
        match self.scale {
            Scale::Linear => at,
            Scale::Log => libm::pow(10.0, at),
        }
    }

    /// Whether a number lies within the ends.
    pub fn holds(&self, value: f64) -> bool {
        let at = match self.scale {
            Scale::Linear => value,
            Scale::Log => libm::log10(value.max(f64::MIN_POSITIVE)),
        };
        let slack = 1e-9 * (self.high - self.low);
        (self.low - slack..=self.high + slack).contains(&at)
    }
}

/// The largest number that an axis shows.
pub(super) const MOST: f64 = 1e12;

/// Refuses numbers that no axis can show.
pub(super) fn check(value: f64, place: impl Fn() -> String) -> Result<(), PlotError> {
    if value.is_finite() && value.abs() <= MOST {
        return Ok(());
    }
    Err(PlotError::Value {
        place: place(),
        value,
        expected: "a number from -1e12 to 1e12",
    })
}

/// Refuses an estimate that no axis can show.
pub(super) fn check_estimate(
    estimate: &Estimate,
    place: impl Fn() -> String,
) -> Result<(), PlotError> {
    estimate.numbers().try_for_each(|n| check(n, &place))
}

/// 1, 2 or 5 times a power of ten, at least `least`.
fn step(least: f64) -> f64 {
    let power = libm::pow(10.0, libm::log10(least).floor());
    let factor = [1.0, 2.0, 5.0]
        .into_iter()
        .find(|f| f * power >= least * (1.0 - 1e-9));
    factor.unwrap_or(10.0) * power
}

/// A number with as many decimals as a step needs; thousands apart, a true
/// minus sign.
pub(super) fn decimal(value: f64, step: f64) -> String {
    let places = (-libm::log10(step.abs().max(1e-12)) - 1e-9)
        .ceil()
        .clamp(0.0, 12.0);
    number(value, places as usize)
}

/// A number with a fixed count of decimals; thousands apart, a true minus sign.
pub(super) fn number(value: f64, places: usize) -> String {
    let text = format!("{:.places$}", value.abs());
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let mut out = String::new();
    if value < 0.0 && text.bytes().any(|b| (b'1'..=b'9').contains(&b)) {
        out.push('−');
    }
    out.push_str(&grouped(whole));
    if !fraction.is_empty() {
        out.push('.');
        out.push_str(fraction);
    }
    out
}

/// Digits in groups of three, from five digits on.
pub(super) fn grouped(digits: &str) -> String {
    if digits.len() < 5 {
        return digits.to_string();
    }
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push('\u{202f}');
        }
        out.push(digit);
    }
    out
}

/// A count in groups of three.
pub(super) fn count(n: u64) -> String {
    grouped(&n.to_string())
}

/// A tick of a logarithmic axis: 0.01 (with `powers` 10⁻²), 10, 1000, 10 000, 10⁶,
/// 2×10⁷.
fn power(value: f64, powers: bool) -> String {
    let exponent = (libm::log10(value) + 1e-9).floor() as i32;
    let least = if powers { 0 } else { -4 };
    if (least..6).contains(&exponent) {
        return number(value, (-exponent).max(0) as usize);
    }
    let digit = (value / libm::pow(10.0, f64::from(exponent))).round();
    let mut text = if digit == 1.0 {
        "10".to_string()
    } else {
        format!("{digit}×10")
    };
    for c in exponent.to_string().chars() {
        text.push(match c {
            '-' => '⁻',
            '1' => '¹',
            '2' => '²',
            '3' => '³',
            '0' => '⁰',
            d => char::from_u32(0x2070 + (d as u32 - '0' as u32)).unwrap_or(d),
        });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(fitted: &Fitted) -> Vec<&str> {
        fitted.ticks.iter().map(|(_, t)| t.as_str()).collect()
    }

    #[test]
    fn a_share_axis_stays_between_0_and_1() {
        let axis = Axis::share("hit");
        let fitted = axis.fitted([0.02, 0.99], 300.0).unwrap();
        assert_eq!((fitted.low, fitted.high), (0.0, 1.0));
        assert_eq!(fitted.ticks[0].1, "0\u{202f}%");
        assert_eq!(fitted.ticks.last().unwrap().1, "100\u{202f}%");
        assert_eq!(fitted.share(0.25), 0.25);
    }

    #[test]
    fn logarithmic_ticks_are_powers_of_ten() {
        let fitted = Axis::log("games").fitted([10.0, 1e7], 600.0).unwrap();
        assert_eq!(
            texts(&fitted),
            [
                "10",
                "100",
                "1000",
                "10\u{202f}000",
                "100\u{202f}000",
                "10⁶",
                "10⁷"
            ]
        );
        assert!(fitted.minor.contains(&20.0));
        let short = Axis::log("games").fitted([3.0], 600.0).unwrap();
        assert_eq!(texts(&short), ["1", "2", "5"]);
        assert!(Axis::log("games").fitted([0.0, 1.0], 600.0).is_err());
        assert_eq!(power(1e-5, false), "10⁻⁵");
        assert_eq!(power(2e12, false), "2×10¹²");
        let small = Axis::log("share").fitted([3e-5, 1.0], 600.0).unwrap();
        assert_eq!(texts(&small), ["10⁻⁴", "10⁻³", "10⁻²", "10⁻¹", "1"]);
        let plain = Axis::log("share").fitted([3e-4, 1.0], 600.0).unwrap();
        assert_eq!(texts(&plain), ["0.001", "0.01", "0.1", "1"]);
    }

    #[test]
    fn numbers_are_printed_for_people() {
        assert_eq!(number(-1234.5, 1), "−1234.5");
        assert_eq!(number(1_234_567.0, 0), "1\u{202f}234\u{202f}567");
        assert_eq!(number(-0.001, 2), "0.00");
        assert_eq!(decimal(0.30000000000000004, 0.1), "0.3");
        assert_eq!(decimal(0.25, 0.05), "0.25");
    }

    #[test]
    fn equal_and_tiny_and_huge_numbers_get_an_axis() {
        for numbers in [
            vec![0.0],
            vec![5.0, 5.0],
            vec![-1e12, 1e12],
            vec![1e12, 1e12 * (1.0 + 1e-16)],
            vec![1e-9, 2e-9],
        ] {
            let fitted = Axis::linear("y").fitted(numbers.clone(), 300.0).unwrap();
            assert!(fitted.low < fitted.high, "{numbers:?}");
            assert!(
                (2..=15).contains(&fitted.ticks.len()),
                "{numbers:?}: {fitted:?}"
            );
            for n in numbers {
                assert!(fitted.holds(n));
            }
        }
    }

    #[test]
    fn a_range_must_run_upwards() {
        let axis = Axis {
            range: Some((1.0, 0.0)),
            ..Axis::linear("y")
        };
        assert!(axis.fitted([0.5], 300.0).is_err());
    }
}
