//! Labels of axes, curves and ticks.

use crate::units::{Scale, trimmed};
use std::ops::Range;

impl Scale {
    /// `Name (unit)`.
    pub fn label(&self, name: &str) -> String {
        let name = capitalised(name);
        if self.unit.is_empty() {
            name
        } else {
            format!("{name} ({})", self.unit)
        }
    }
}

/// The unit of a level with its reference: dBi for gains, dBsm for cross sections, dBm (of a metre) for scattering widths. Other units are unchanged.
pub(crate) fn level_unit<'a>(leaf: &str, unit: &'a str) -> &'a str {
    if unit != "dB" {
        unit
    } else if leaf.starts_with("rcs") {
        "dBsm"
    } else if leaf.starts_with("width") {
        "dBm"
    } else if leaf.contains("gain") || leaf.contains("directivity") {
        "dBi"
    } else {
        "dB"
    }
}

/// A quantity's name as printed: `rcs_theta_phi_level` is the RCS theta phi.
pub(crate) fn words(leaf: &str) -> String {
    let leaf = leaf.strip_suffix("_level").unwrap_or(leaf);
    let word = |word: &str| match word {
        "rcs" | "sar" | "vswr" | "tm" | "te" => word.to_uppercase(),
        _ => word.to_owned(),
    };
    let words: Vec<String> = leaf.split('_').map(word).collect();
    words.join(" ")
}

/// A name as the first word of a label; symbols such as `x` and `ka` are unchanged.
pub(crate) fn capitalised(name: &str) -> String {
    let is_symbol = name.chars().take_while(|c| c.is_alphabetic()).count() < 3;
    let mut rest = name.chars();
    match rest.next() {
        Some(first) if !is_symbol => first.to_uppercase().chain(rest).collect(),
        _ => name.to_owned(),
    }
}

/// Tick labels of an axis: as many digits as are needed to tell the ticks apart.
pub(crate) fn ticks(range: &Range<f64>) -> impl Fn(&f64) -> String + use<> {
    // Neighbouring ticks are at least a fiftieth of the range apart.
    let apart = ((range.end - range.start).abs() / 50.0).max(f64::MIN_POSITIVE);
    let decimals = (-apart.log10()).ceil().clamp(0.0, 12.0) as usize;
    move |value| trimmed(format!("{value:.decimals$}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_has_a_unit_unless_it_is_a_number() {
        assert_eq!(Scale::fit("m^2", 0.5).label("RCS"), "RCS (m²)");
        assert_eq!(Scale::fit("1", 0.5).label("efficiency"), "Efficiency");
        assert_eq!(Scale::fit("1", 5e-8).label("residual"), "Residual (10⁻⁹)");
    }

    #[test]
    fn ticks_have_the_digits_that_tell_them_apart() {
        let coarse = ticks(&(0.0..1.0));
        assert_eq!(coarse(&0.300_000_000_04), "0.3");
        assert_eq!(coarse(&-1e-12), "0");
        assert_eq!(ticks(&(-100.0..0.0))(&-20.0), "\u{2212}20");
        let fine = ticks(&(300.0..300.000_01));
        assert_ne!(fine(&300.000_002), fine(&300.000_004));
        let tiny = ticks(&(0.0..4e-9));
        assert_ne!(tiny(&1e-9), tiny(&2e-9));
    }

    #[test]
    fn levels_say_what_they_are_measured_against() {
        assert_eq!(level_unit("rcs_theta_phi_level", "dB"), "dBsm");
        assert_eq!(level_unit("width_tm_level", "dB"), "dBm");
        assert_eq!(words("width_tm_level"), "width TM");
        assert_eq!(level_unit("peak_realised_gain", "dB"), "dBi");
        assert_eq!(level_unit("axial_ratio", "dB"), "dB");
        assert_eq!(level_unit("rcs", "m^2"), "m^2");
        assert_eq!(words("rcs_theta_phi_level"), "RCS theta phi");
        let labels = ["frequency", "x", "ka", "|J|", "Re Ey", ""].map(capitalised);
        assert_eq!(labels, ["Frequency", "x", "ka", "|J|", "Re Ey", ""]);
    }
}
