//! Quantities: a number and a unit, `"3.2 mm"`.
//!
//! The number and the unit's power of ten are combined before the text becomes a float, so that
//! `"6 cm"` and `"60 mm"` are the same double.

use std::f64::consts::PI;
use std::time::Duration;

/// Powers of metre, kilogram, second, ampere, radian, decibel.
pub(crate) type Powers = [i8; 6];

/// A kind of quantity.
#[derive(Debug)]
pub(crate) struct Dimension {
    /// Its name with the article.
    pub name: &'static str,
    pub powers: Powers,
    /// The units shown to the user; the first is suggested for a bare number.
    pub units: &'static [&'static str],
    /// An example of such a quantity.
    pub example: &'static str,
}

macro_rules! dimensions {
    ($($kind:ident : $name:literal, $powers:expr, $units:expr, $example:literal;)*) => {
        /// Marker types of the dimensions.
        pub(crate) mod kind {
            $(#[derive(Debug, Clone, Copy)] pub(crate) struct $kind;)*
        }
        $(impl Kind for kind::$kind {
            const DIMENSION: Dimension =
                Dimension { name: $name, powers: $powers, units: &$units, example: $example };
        })*
        pub(crate) const ALL: &[Dimension] = &[$(<kind::$kind as Kind>::DIMENSION),*];
    };
}

/// A dimension as a type.
pub(crate) trait Kind {
    const DIMENSION: Dimension;
}

dimensions! {
    Length: "a length", [1, 0, 0, 0, 0, 0], ["mm", "m", "cm", "um", "nm", "in", "mil"], "4 mm";
    Time: "a time", [0, 0, 1, 0, 0, 0], ["ns", "s", "us", "ps", "fs"], "10 ns";
    Duration: "a duration", [0, 0, 1, 0, 0, 0], ["min", "s", "h"], "10 min";
    Frequency: "a frequency", [0, 0, -1, 0, 0, 0], ["GHz", "Hz", "kHz", "MHz", "THz"], "10 GHz";
    Angle: "an angle", [0, 0, 0, 0, 1, 0], ["deg", "rad"], "30 deg";
    Ratio: "a ratio in decibels", [0, 0, 0, 0, 0, 1], ["dB"], "60 dB";
    Resistance: "a resistance", [2, 1, -3, -2, 0, 0], ["ohm", "kohm", "mohm"], "50 ohm";
    Inductance: "an inductance", [2, 1, -2, -2, 0, 0], ["nH", "H", "pH", "uH", "mH"], "1 nH";
    Capacitance: "a capacitance", [-2, -1, 4, 2, 0, 0], ["pF", "F", "fF", "nF", "uF"], "1 pF";
    Conductivity: "a conductivity", [-3, -1, 3, 2, 0, 0], ["S/m", "S/cm", "MS/m"], "0.02 S/m";
    MagneticConductivity: "a magnetic conductivity", [1, 1, -3, -2, 0, 0], ["ohm/m"], "1 ohm/m";
    Density: "a mass density", [-3, 1, 0, 0, 0, 0], ["kg/m^3", "g/cm^3"], "1000 kg/m^3";
    Voltage: "a voltage", [2, 1, -3, -1, 0, 0], ["V", "mV", "kV"], "1 V";
    Current: "a current", [0, 0, 0, 1, 0, 0], ["A", "mA"], "1 A";
    ElectricField: "an electric field", [1, 1, -3, -1, 0, 0], ["V/m", "kV/m"], "1 V/m";
    MagneticField: "a magnetic field", [-1, 0, 0, 1, 0, 0], ["A/m", "mA/m"], "1 A/m";
    CurrentDensity: "a current density", [-2, 0, 0, 1, 0, 0], ["A/m^2", "A/mm^2"], "1 A/m^2";
    MagneticCurrentDensity: "a magnetic current density", [0, 1, -3, -1, 0, 0], ["V/m^2", "V/mm^2"], "1 V/m^2";
    WaveNumber: "a wave number", [-1, 0, 0, 0, 1, 0], ["rad/m", "rad/mm", "deg/mm"], "200 rad/m";
    CurrentMoment: "a current moment", [1, 0, 0, 1, 0, 0], ["A m", "A mm"], "1 A m";
}

struct Unit {
    symbol: &'static str,
    powers: Powers,
    /// SI value is `coefficient` times ten to `exponent`.
    coefficient: f64,
    exponent: i32,
    prefixes: &'static [&'static str],
}

const fn si(symbol: &'static str, powers: Powers, prefixes: &'static [&'static str]) -> Unit {
    Unit {
        symbol,
        powers,
        coefficient: 1.0,
        exponent: 0,
        prefixes,
    }
}

const METRE: Powers = [1, 0, 0, 0, 0, 0];
const OHM: Powers = [2, 1, -3, -2, 0, 0];
const OHM_PREFIXES: &[&str] = &["u", "µ", "m", "k", "M", "G"];

const UNITS: &[Unit] = &[
    si("m", METRE, &["f", "p", "n", "u", "µ", "m", "c", "k"]),
    Unit {
        symbol: "in",
        powers: METRE,
        coefficient: 254.0,
        exponent: -4,
        prefixes: &[],
    },
    Unit {
        symbol: "inch",
        powers: METRE,
        coefficient: 254.0,
        exponent: -4,
        prefixes: &[],
    },
    Unit {
        symbol: "mil",
        powers: METRE,
        coefficient: 254.0,
        exponent: -7,
        prefixes: &[],
    },
    si("s", [0, 0, 1, 0, 0, 0], &["f", "p", "n", "u", "µ", "m"]),
    Unit {
        symbol: "min",
        powers: [0, 0, 1, 0, 0, 0],
        coefficient: 60.0,
        exponent: 0,
        prefixes: &[],
    },
    Unit {
        symbol: "h",
        powers: [0, 0, 1, 0, 0, 0],
        coefficient: 36.0,
        exponent: 2,
        prefixes: &[],
    },
    si("Hz", [0, 0, -1, 0, 0, 0], &["k", "M", "G", "T"]),
    // A photon energy represents its frequency, E/h.
    Unit {
        symbol: "eV",
        powers: [0, 0, -1, 0, 0, 0],
        coefficient: 2.417_989_242_084_918,
        exponent: 14,
        prefixes: &["m"],
    },
    si("V", [2, 1, -3, -1, 0, 0], &["n", "u", "µ", "m", "k", "M"]),
    si("A", [0, 0, 0, 1, 0, 0], &["n", "u", "µ", "m", "k"]),
    si("ohm", OHM, OHM_PREFIXES),
    si("Ω", OHM, OHM_PREFIXES),
    si("H", [2, 1, -2, -2, 0, 0], &["f", "p", "n", "u", "µ", "m"]),
    si(
        "F",
        [-2, -1, 4, 2, 0, 0],
        &["a", "f", "p", "n", "u", "µ", "m"],
    ),
    si("S", [-2, -1, 3, 2, 0, 0], &["n", "u", "µ", "m", "k", "M"]),
    Unit {
        symbol: "g",
        powers: [0, 1, 0, 0, 0, 0],
        coefficient: 1.0,
        exponent: -3,
        prefixes: &["u", "µ", "m", "k"],
    },
    si("rad", [0, 0, 0, 0, 1, 0], &["m"]),
    Unit {
        symbol: "deg",
        powers: [0, 0, 0, 0, 1, 0],
        coefficient: PI / 180.0,
        exponent: 0,
        prefixes: &[],
    },
    si("dB", [0, 0, 0, 0, 0, 1], &[]),
];

fn prefix_exponent(prefix: &str) -> i32 {
    match prefix {
        "a" => -18,
        "f" => -15,
        "p" => -12,
        "n" => -9,
        "u" | "µ" => -6,
        "m" => -3,
        "c" => -2,
        "k" => 3,
        "M" => 6,
        "G" => 9,
        "T" => 12,
        _ => 0,
    }
}

/// The scale and the dimension of a whole unit expression.
pub(crate) struct Scale {
    pub powers: Powers,
    coefficient: f64,
    exponent: i32,
}

impl Scale {
    /// Whether this is the SI unit itself.
    pub fn is_si(&self) -> bool {
        self.coefficient == 1.0 && self.exponent == 0
    }
}

/// All symbols with all their prefixes; `powers` selects one dimension.
pub(crate) fn symbols(powers: Option<&Powers>) -> Vec<String> {
    let chosen = UNITS
        .iter()
        .filter(|unit| powers.is_none_or(|p| *p == unit.powers));
    chosen
        .flat_map(|unit| {
            let prefixed = unit
                .prefixes
                .iter()
                .map(move |p| format!("{p}{}", unit.symbol));
            std::iter::once(unit.symbol.to_string()).chain(prefixed)
        })
        .collect()
}

fn find_symbol(symbol: &str) -> Option<(&'static Unit, i32)> {
    UNITS
        .iter()
        .find(|unit| unit.symbol == symbol)
        .map(|unit| (unit, 0))
        .or_else(|| {
            UNITS.iter().find_map(|unit| {
                let prefix = symbol.strip_suffix(unit.symbol)?;
                unit.prefixes
                    .contains(&prefix)
                    .then(|| (unit, prefix_exponent(prefix)))
            })
        })
}

/// Reads `kg/m^3`; on failure returns the part that is not a unit.
pub(crate) fn read_unit(text: &str) -> Result<Scale, String> {
    let mut scale = Scale {
        powers: [0; 6],
        coefficient: 1.0,
        exponent: 0,
    };
    // Both code points of the micro sign are in use; superscripts are accepted as powers.
    let text = text
        .replace('μ', "µ")
        .replace('²', "^2")
        .replace('³', "^3")
        .replace('°', "deg");
    let mut rest = text.trim();
    let mut sign = 1;
    loop {
        let end = rest.find([' ', '*', '·', '/']).unwrap_or(rest.len());
        let (symbol, power) = match rest[..end].split_once('^') {
            Some((symbol, power)) => (
                symbol,
                power.parse::<i8>().map_err(|_| rest[..end].to_string())?,
            ),
            None => (&rest[..end], 1),
        };
        let (unit, exponent) = find_symbol(symbol).ok_or_else(|| symbol.to_string())?;
        // No unit needs a larger power; the bound rules out overflow.
        if power.abs() > 4 {
            return Err(rest[..end].to_string());
        }
        let power = power * sign;
        for (sum, p) in scale.powers.iter_mut().zip(unit.powers) {
            *sum = sum.saturating_add(p * power);
        }
        scale.coefficient *= unit.coefficient.powi(power.into());
        scale.exponent += (unit.exponent + exponent) * i32::from(power);
        rest = rest[end..].trim_start();
        if rest.is_empty() {
            return Ok(scale);
        }
        sign = if rest.starts_with('/') { -1 } else { 1 };
        rest = rest.trim_start_matches(['*', '·', '/']).trim_start();
    }
}

/// Splits `"3.2 mm"` into number and unit; the number is `None` if there is none.
pub(crate) fn split(text: &str) -> (Option<&str>, &str) {
    let text = text.trim();
    let bytes = text.as_bytes();
    let digits = |from: usize| {
        bytes[from..]
            .iter()
            .take_while(|b| b.is_ascii_digit())
            .count()
    };
    let mut end = usize::from(matches!(bytes.first(), Some(b'+' | b'-')));
    let whole = digits(end);
    end += whole;
    let mut fraction = 0;
    if bytes.get(end) == Some(&b'.') {
        fraction = digits(end + 1);
        end += 1 + fraction;
    }
    if whole + fraction == 0 {
        return (None, text);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        if end + 1 + sign < bytes.len() {
            let exponent = digits(end + 1 + sign);
            end += if exponent > 0 { 1 + sign + exponent } else { 0 };
        }
    }
    (Some(&text[..end]), text[end..].trim())
}

pub(crate) fn si_value(number: &str, scale: &Scale) -> Option<f64> {
    let (mantissa, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let exponent = exponent.parse::<i32>().ok()?.checked_add(scale.exponent)?;
    let value = format!("{mantissa}e{exponent}").parse::<f64>().ok()? * scale.coefficient;
    value.is_finite().then_some(value)
}

/// Reads a duration outside a scene: `10 min`.
pub fn read_duration(text: &str) -> Option<Duration> {
    let (number, unit) = split(text);
    let scale = read_unit(unit).ok()?;
    let is_time = scale.powers == <kind::Duration as Kind>::DIMENSION.powers;
    let seconds = si_value(number.filter(|_| is_time)?, &scale)?;
    Duration::try_from_secs_f64(seconds).ok()
}

/// A length for messages: `12.5 mm`.
pub(crate) fn show_length(metres: f64) -> String {
    let (scale, unit) = match metres.abs() {
        0.0 => (1e3, "mm"),
        x if x < 1e-6 => (1e9, "nm"),
        x if x < 1e-3 => (1e6, "um"),
        x if x < 1.0 => (1e3, "mm"),
        _ => (1.0, "m"),
    };
    // Six digits are enough to recognise a coordinate; the round trip drops trailing zeros.
    let digits = format!("{:.5e}", metres * scale)
        .parse::<f64>()
        .unwrap_or(metres * scale);
    format!("{digits} {unit}")
}

/// A frequency for messages: `4.2 GHz`.
pub(crate) fn show_frequency(hertz: f64) -> String {
    let (scale, unit) = match hertz {
        f if f < 1e3 => (1.0, "Hz"),
        f if f < 1e6 => (1e-3, "kHz"),
        f if f < 1e9 => (1e-6, "MHz"),
        f if f < 1e12 => (1e-9, "GHz"),
        _ => (1e-12, "THz"),
    };
    let digits = format!("{:.4e}", hertz * scale)
        .parse::<f64>()
        .unwrap_or(hertz * scale);
    format!("{digits} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn si_of(text: &str) -> f64 {
        let (number, unit) = split(text);
        si_value(
            number.unwrap(),
            &read_unit(unit).map_err(|e| panic!("{text}: {e}")).unwrap(),
        )
        .unwrap()
    }

    #[test]
    fn quantities_are_correctly_rounded() {
        for (text, value) in [
            ("3.2 mm", 3.2e-3),
            ("6 cm", 0.06),
            ("60 mm", 0.06),
            ("7.5GHz", 7.5e9),
            ("-1e3 um", -1e-3),
            (".5 µs", 5e-7),
            ("1 in", 0.0254),
            ("1000 mil", 0.0254),
            ("180 deg", PI),
            ("1 g/cm^3", 1000.0),
            ("2 A/mm^2", 2e6),
            ("3 A mm", 3e-3),
            ("1 kV/m", 1000.0),
            ("5 S/cm", 500.0),
            ("1 kg/m³", 1.0),
            ("60 dB", 60.0),
            ("1 eV", 1.602_176_634e-19 / 6.626_070_15e-34),
            ("1 V*s/A/s", 1.0),
        ] {
            assert!((si_of(text) - value).abs() <= 1e-15 * value.abs(), "{text}");
        }
        assert_eq!(si_of("6 cm").to_bits(), si_of("60 mm").to_bits());
        assert_eq!(si_of("0.1 mm").to_bits(), 1e-4f64.to_bits());
    }

    #[test]
    fn every_listed_unit_is_read_and_has_its_dimension() {
        for dimension in ALL {
            for unit in dimension.units {
                assert_eq!(
                    read_unit(unit).map(|s| s.powers),
                    Ok(dimension.powers),
                    "{unit}"
                );
            }
            assert_eq!(
                read_unit(split(dimension.example).1).map(|s| s.powers),
                Ok(dimension.powers)
            );
        }
    }

    #[test]
    fn lengths_are_shown_in_a_handy_unit() {
        assert_eq!(show_length(0.0125), "12.5 mm");
        assert_eq!(show_length(0.0), "0 mm");
        assert_eq!(show_length(-2.5e-6), "-2.5 um");
        assert_eq!(show_length(0.1 + 0.2), "300 mm");
        assert_eq!(show_frequency(4.2e9), "4.2 GHz");
        assert_eq!(show_frequency(48.4e12), "48.4 THz");
    }
}
