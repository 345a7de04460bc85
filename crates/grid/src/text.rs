//! Lengths and axes as shown in messages.

/// `x`, `y` or `z`.
pub const fn axis_name(axis: usize) -> &'static str {
    ["x", "y", "z"][axis]
}

/// A length with a suitable unit prefix.
pub fn length(metres: f64) -> String {
    const UNITS: [(f64, &str); 5] = [
        (1.0, "m"),
        (1e-3, "mm"),
        (1e-6, "µm"),
        (1e-9, "nm"),
        (1e-12, "pm"),
    ];
    if metres == 0.0 {
        return "0 m".into();
    }
    let (scale, unit) = UNITS
        .into_iter()
        .find(|(s, _)| metres.abs() >= 0.99999 * s)
        .unwrap_or(UNITS[4]);
    let value = format!("{:.3}", metres / scale);
    let short = value.trim_end_matches('0').trim_end_matches('.');
    format!("{short} {unit}")
}

/// `1.5, 2, 0 mm`.
pub fn millimetres(at: [f64; 3]) -> String {
    let round = |x: f64| (x * 1e9).round() / 1e6;
    format!("{}, {}, {} mm", round(at[0]), round(at[1]), round(at[2]))
}
