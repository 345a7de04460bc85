//! Engineering prefixes for the axes of plots.

/// A factor and the unit that goes with it: 1e9 and `ns`.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Scale {
    /// What to multiply SI values by.
    pub factor: f64,
    /// The unit with its prefix; empty for a bare number.
    pub unit: String,
}

const PREFIXES: [&str; 17] = [
    "y", "z", "a", "f", "p", "n", "µ", "m", "", "k", "M", "G", "T", "P", "E", "Z", "Y",
];

impl Scale {
    /// The prefix that brings `largest` (a magnitude in SI units) between 1 and 1000.
    pub fn fit(unit: &str, largest: f64) -> Self {
        let plain = Self {
            factor: 1.0,
            unit: unit.to_owned(),
        };
        let prefixed = unit.chars().next().is_some_and(char::is_alphabetic) && unit != "dB";
        if !prefixed || !largest.is_finite() || largest <= 0.0 {
            return plain;
        }
        // A value a rounding error below a power of ten counts as that power.
        let step = ((largest.log10() + 1e-9) / 3.0).floor().clamp(-8.0, 8.0) as i32;
        let prefix = PREFIXES[(step + 8) as usize];
        Self {
            factor: 10f64.powi(-3 * step),
            unit: format!("{prefix}{unit}"),
        }
    }

    /// `name (unit)`.
    pub fn label(&self, name: &str) -> String {
        if self.unit.is_empty() {
            name.to_owned()
        } else {
            format!("{name} ({})", self.unit)
        }
    }

    /// The value with its unit, four digits.
    pub fn show(&self, value: f64) -> String {
        let text = tick(
            format!("{:.3e}", value * self.factor)
                .parse()
                .unwrap_or(0.0),
        );
        if self.unit.is_empty() {
            text
        } else {
            format!("{text} {}", self.unit)
        }
    }
}

/// A tick label: no trailing zeros, a true minus sign.
pub(crate) fn tick(value: f64) -> String {
    let mut text = format!("{value:.5}");
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
        assert_eq!(fit("s", 1e-40), "ys");
        assert_eq!(fit("s", 0.0), "s");
        assert!((Scale::fit("s", 3.2e-9).factor * 3.2e-9 - 3.2).abs() < 1e-12);
    }

    #[test]
    fn ticks_are_short() {
        assert_eq!(tick(0.300_000_000_04), "0.3");
        assert_eq!(tick(-20.0), "\u{2212}20");
        assert_eq!(tick(-1e-12), "0");
        assert_eq!(Scale::fit("s", 1e-9).show(1.234_567e-9), "1.235 ns");
    }
}
