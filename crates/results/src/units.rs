//! Engineering prefixes and conventional unit symbols.

use std::ops::Range;

/// A factor and the matching unit: 1e9 and `ns`.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Scale {
    /// The factor applied to SI values.
    pub factor: f64,
    /// The unit with its prefix or power of ten; empty for a bare number.
    pub unit: String,
}

const PREFIXES: [&str; 17] = [
    "y", "z", "a", "f", "p", "n", "µ", "m", "", "k", "M", "G", "T", "P", "E", "Z", "Y",
];
/// Prefixes go from 10^-24 to 10^24.
const MOST_STEPS: i32 = 8;
/// Values whose unit takes no prefix are written as they are within these limits.
const PLAIN: Range<f64> = 1e-3..1e6;

impl Scale {
    /// The prefix that brings `largest` (a magnitude in SI units) between 1 and 1000; a power of ten if there is no such
    /// prefix, or if the unit takes none: 1 mm² is not a thousandth of 1 m².
    pub fn fit(unit: &str, largest: f64) -> Self {
        let plain = Self {
            factor: 1.0,
            unit: written(unit),
        };
        if is_level(unit) || unit == "deg" || !largest.is_finite() || largest <= 0.0 {
            return plain;
        }
        // A value that is below a power of ten only by rounding counts as that power.
        let step = ((largest.log10() + 1e-9) / 3.0).floor() as i32;
        let factor = 10f64.powi(-3 * step);
        if takes_prefix(unit) && step.abs() <= MOST_STEPS {
            let prefix = PREFIXES[(step + MOST_STEPS) as usize];
            return Self {
                factor,
                unit: format!("{prefix}{}", plain.unit),
            };
        }
        if !takes_prefix(unit) && PLAIN.contains(&largest) {
            return plain;
        }
        Self {
            factor,
            unit: format!("10{} {}", superscript(3 * step), plain.unit)
                .trim_end()
                .to_owned(),
        }
    }

    /// The value with its unit, to four digits.
    pub fn show(&self, value: f64) -> String {
        let text = number(value * self.factor);
        match self.unit.as_str() {
            "" => text,
            "°" => text + "°",
            // 2 10⁻³⁰ W would be misread as a sum.
            unit if unit.starts_with("10") => format!("{text}·{unit}"),
            unit => format!("{text} {unit}"),
        }
    }
}

/// A unit as printed.
fn written(unit: &str) -> String {
    let unit = match unit {
        "1" => "",
        "ohm" => "Ω",
        "deg" => "°",
        other => other,
    };
    unit.replace("^2", "²").replace("^3", "³")
}

/// Starts with a letter and is not a power: `V/m` and `W/m^3`, but not `m^2`.
fn takes_prefix(unit: &str) -> bool {
    let letters = unit.chars().take_while(|c| c.is_alphabetic()).count();
    letters > 0 && unit.chars().nth(letters) != Some('^')
}

/// Whether it is the unit of a level.
pub(crate) fn is_level(unit: &str) -> bool {
    unit.starts_with("dB")
}

fn superscript(number: i32) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let raised = |c: char| {
        c.to_digit(10)
            .map_or('\u{207b}', |digit| DIGITS[digit as usize])
    };
    number.to_string().chars().map(raised).collect()
}

/// Four digits, without trailing zeros, with a proper minus sign.
pub(crate) fn number(value: f64) -> String {
    let rounded: f64 = format!("{value:.3e}").parse().unwrap_or(value);
    let size = rounded.abs();
    if size == 0.0 || !size.is_finite() || (1e-4..1e7).contains(&size) {
        return trimmed(format!("{rounded:.8}"));
    }
    let power = size.log10().floor() as i32;
    let leading = trimmed(format!("{:.3}", rounded / 10f64.powi(power)));
    format!("{leading}·10{}", superscript(power))
}

/// Without trailing zeros, and with a proper minus sign.
pub(crate) fn trimmed(mut text: String) -> String {
    if text.contains('.') {
        text.truncate(text.trim_end_matches('0').trim_end_matches('.').len());
    }
    if text == "-0" {
        "0".to_owned()
    } else {
        text.replace('-', "\u{2212}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_bring_numbers_between_1_and_1000() {
        let fit = |unit, x| Scale::fit(unit, x).unit;
        assert_eq!(fit("s", 3.2e-9), "ns");
        assert_eq!(fit("Hz", 7.5e9), "GHz");
        assert_eq!(fit("V/m", 0.02), "mV/m");
        assert_eq!(fit("m", 0.999_999_999_999), "m");
        assert_eq!(fit("m", 2e-5), "µm");
        assert_eq!(fit("dB", 1e-7), "dB");
        assert_eq!(fit("s", 1e-24), "ys");
        assert_eq!(fit("s", 0.0), "s");
        assert_eq!(fit("ohm", 2e3), "kΩ");
        assert_eq!(fit("W/m^3", 2e3), "kW/m³");
        assert!((Scale::fit("s", 3.2e-9).factor * 3.2e-9 - 3.2).abs() < 1e-12);
    }

    #[test]
    fn powers_of_ten_stand_where_there_is_no_prefix() {
        let tiny = Scale::fit("W", 4.2e-31);
        assert_eq!(tiny.unit, "10⁻³³ W");
        assert!((tiny.factor * 4.2e-31 - 420.0).abs() < 1e-9);
        assert_eq!(Scale::fit("W", 3e30).unit, "10³⁰ W");
        // A square millimetre is a millionth of a square metre.
        let area = Scale::fit("m^2", 2e-6);
        assert_eq!(
            (area.unit.as_str(), area.show(2e-6)),
            ("10⁻⁶ m²", "2·10⁻⁶ m²".to_owned())
        );
        assert_eq!(Scale::fit("m^2", 0.5).unit, "m²");
        assert_eq!(Scale::fit("1", 0.5).unit, "");
        assert_eq!(Scale::fit("1", 5e-8).unit, "10⁻⁹");
    }

    #[test]
    fn numbers_have_four_digits() {
        assert_eq!(number(30.000_000_000_000_004), "30");
        assert_eq!(number(-1.0e-9), "\u{2212}1·10⁻⁹");
        assert_eq!(number(6.25), "6.25");
        assert_eq!(Scale::fit("s", 1e-9).show(1.234_567e-9), "1.235 ns");
        assert_eq!(Scale::fit("deg", 30.0).show(30.000_000_000_000_004), "30°");
    }
}
