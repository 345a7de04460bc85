//! The colour bar next to a map.

use super::labels::ticks;
use super::picture::{DrawResult, text};
use super::style::{INK, LABEL, SMALL, plain};
use plotters::coord::Shift;
use plotters::element::BitMapElement;
use plotters::prelude::*;
use std::ops::Range;

/// Margin of a figure.
pub(super) const RIM: u32 = 14;
/// The gap between map and bar, and the width of the bar.
const GAP: u32 = 24;
const BAR: u32 = 22;
/// Width of everything to the right of the map.
pub(super) const RIGHT: u32 = GAP + BAR + 80 + RIM;

/// A colour scale.
pub(super) struct ColourBar<'a> {
    /// Quantity and unit.
    pub label: &'a str,
    /// The values at its ends.
    pub range: Range<f64>,
    /// The colour at a fraction from 0 to 1 of the range.
    pub colour: fn(f64) -> RGBColor,
    /// Its height in pixels, and the space below it.
    pub height: u32,
    pub below: u32,
}

impl ColourBar<'_> {
    /// Draws it into an area of width [`RIGHT`], scaled by `k`.
    pub fn draw<DB: DrawingBackend>(&self, area: &DrawingArea<DB, Shift>, k: u32) -> DrawResult {
        let mut chart = ChartBuilder::on(area)
            .margin_left(GAP * k)
            .margin_bottom(self.below * k)
            .margin_right(RIM * k)
            .right_y_label_area_size((RIGHT - RIM - BAR - GAP) * k)
            .build_cartesian_2d(0.0..1.0, self.range.clone())
            .map_err(text)?;
        let place = chart.plotting_area().strip_coord_spec();
        let (width, height) = place.dim_in_pixel();
        let colour = |row: u32| {
            let RGBColor(r, g, b) = (self.colour)(1.0 - (row as f64 + 0.5) / height as f64);
            [r, g, b]
        };
        let pixels = (0..height)
            .flat_map(|row| colour(row).repeat(width as usize))
            .collect();
        if let Some(image) = BitMapElement::with_owned_buffer((0, 0), (width, height), pixels) {
            place.draw(&image).map_err(text)?;
        }
        chart
            .configure_mesh()
            .disable_mesh()
            .disable_x_axis()
            .y_desc(self.label)
            .y_labels((self.height / 50).clamp(3, 9) as usize)
            .y_label_formatter(&ticks(&self.range))
            .label_style(plain(SMALL * k.cast_signed()))
            .axis_desc_style(plain(LABEL * k.cast_signed()))
            .axis_style(INK.stroke_width(k))
            .set_all_tick_mark_size(5 * k)
            .draw()
            .map_err(text)
    }
}
