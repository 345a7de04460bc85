//! Fonts, colours and text that all figures share.

use plotters::prelude::*;
use plotters::style::register_font;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// The font family; SVG viewers substitute their own font.
const FONT: &str = "sans-serif";
/// Size of tick labels and legends.
pub(super) const SMALL: i32 = 15;
/// Size of axis labels and second lines.
pub(super) const LABEL: i32 = 17;
/// Size of titles.
pub(super) const TITLE: i32 = 21;

pub(super) const INK: RGBColor = RGBColor(40, 40, 40);
pub(super) const GRID: RGBColor = RGBColor(222, 222, 222);

/// Colours that people with colour blindness can tell apart (Okabe and Ito, 2008), and two darker ones.
const SERIES: [RGBColor; 8] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
    RGBColor(85, 91, 110),
    RGBColor(140, 86, 75),
];

/// The colour of series `i` of `count`; no two series share one.
pub(super) fn series_colour(i: usize, count: usize) -> RGBColor {
    if count <= SERIES.len() {
        return SERIES[i];
    }
    // Once around the hues, with neighbours of different lightness.
    let lightness = [0.32, 0.45, 0.58][i % 3];
    let (r, g, b) = HSLColor(i as f64 / count as f64, 0.75, lightness).rgb();
    RGBColor(r, g, b)
}

/// Registers the bundled font with the drawing library, which has none of its own.
pub(super) fn register_fonts() {
    let font = include_bytes!("../../assets/DejaVuSans-subset.ttf");
    // The bytes are compiled in; a test draws with them.
    let _ = register_font(FONT, FontStyle::Normal, font);
}

/// Text of a given size.
pub(super) fn plain(size: i32) -> TextStyle<'static> {
    let style: TextStyle<'static> = (FONT, size).into();
    style.color(&INK)
}

/// Text of a given size, centred on a point.
pub(super) fn centred(size: i32) -> TextStyle<'static> {
    plain(size).pos(Pos::new(HPos::Center, VPos::Center))
}

/// The width of text in pixels.
pub(super) fn text_width(text: &str, size: i32) -> u32 {
    let font = (FONT, size).into_font();
    font.box_size(text).map_or(0, |(width, _)| width)
}

/// Truncates text that does not fit into `width` pixels.
pub(super) fn fitted(text: &str, size: i32, width: u32) -> String {
    let wide = |t: &str| text_width(t, size) > width;
    if !wide(text) {
        return text.to_owned();
    }
    let mut chars: Vec<char> = text.chars().collect();
    while !chars.is_empty() {
        chars.pop();
        let cut: String = chars.iter().collect::<String>() + "\u{2026}";
        if !wide(&cut) {
            return cut;
        }
    }
    String::new()
}

/// Dark blue through green to yellow for `x` from 0 to 1, for magnitudes (after viridis of matplotlib 1.5).
pub(super) fn sequential(x: f64) -> RGBColor {
    blend(
        &[
            [68.0, 1.0, 84.0],
            [59.0, 82.0, 139.0],
            [33.0, 145.0, 140.0],
            [94.0, 201.0, 98.0],
            [253.0, 231.0, 37.0],
        ],
        x,
    )
}

/// Blue through white to red for `x` from -1 to 1, for signed fields.
pub(super) fn diverging(x: f64) -> RGBColor {
    const STOPS: [[f64; 3]; 7] = [
        [5.0, 48.0, 97.0],
        [44.0, 123.0, 182.0],
        [146.0, 197.0, 222.0],
        [247.0, 247.0, 247.0],
        [244.0, 165.0, 130.0],
        [202.0, 50.0, 50.0],
        [103.0, 0.0, 31.0],
    ];
    blend(&STOPS, f64::midpoint(x, 1.0))
}

/// Interpolates between a list of colours; grey for NaN.
fn blend(stops: &[[f64; 3]], x: f64) -> RGBColor {
    if !x.is_finite() {
        return RGBColor(128, 128, 128);
    }
    let at = x.clamp(0.0, 1.0) * (stops.len() - 1) as f64;
    let i = (at as usize).min(stops.len() - 2);
    let mix = |c: usize| (stops[i][c] + (stops[i + 1][c] - stops[i][c]) * (at - i as f64)) as u8;
    RGBColor(mix(0), mix(1), mix(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_series_have_the_same_colour() {
        for count in [2, 8, 9, 16, 64] {
            let colours: Vec<RGBColor> = (0..count).map(|i| series_colour(i, count)).collect();
            let same = |i: usize| colours[..i].contains(&colours[i]);
            assert!(!(0..count).any(same), "{count}");
        }
    }
}
