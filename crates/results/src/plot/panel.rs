//! Curves on axes, with the legend above the axes so that it cannot cover a curve.

use super::labels::{capitalised, ticks, words};
use super::picture::{DrawResult, text};
use super::style::{GRID, INK, LABEL, SMALL, fitted, plain, series_colour, text_width};
use plotters::coord::Shift;
use plotters::prelude::*;
use std::ops::Range;

/// Width of a panel, and its height with one line of legend.
pub(super) const PANEL: (u32, u32) = (680, 380);
/// Space left of the axes, and right of them.
const LEFT: u32 = 84;
const RIGHT: u32 = 28;
/// Height of a line of the legend.
const LINE: u32 = 22;
/// Length of the line sample next to a name, and the space around both.
const STROKE: u32 = 22;
const GAP: u32 = 8;
/// The name of a reference series begins with this word.
const REFERENCE: &str = "reference";
/// Up to this many points are marked: the values between them are not known.
const FEW_POINTS: usize = 16;

pub(super) struct Panel {
    pub x_label: String,
    pub y_label: String,
    pub x_range: Range<f64>,
    pub y_range: Range<f64>,
    pub curves: Vec<Curve>,
}

pub(super) struct Curve {
    pub name: String,
    pub points: Vec<(f64, f64)>,
}

impl Panel {
    /// Its height in pixels.
    pub fn height(&self) -> u32 {
        let more = self.legend().len().saturating_sub(1);
        PANEL.1 + LINE * more as u32
    }

    /// The indices of the curves on each line of the legend; no lines if the axis label names the only curve.
    fn legend(&self) -> Vec<Vec<usize>> {
        if let [only] = self.curves.as_slice()
            && self.is_labelled(&words(&only.name))
        {
            return Vec::new();
        }
        let mut lines: Vec<Vec<usize>> = Vec::new();
        let mut left = 0;
        for n in 0..self.curves.len() {
            let width = self.entry_width(n);
            match lines.last_mut() {
                Some(line) if width <= left => line.push(n),
                _ => {
                    lines.push(vec![n]);
                    left = PANEL.0 - LEFT - RIGHT;
                }
            }
            left = left.saturating_sub(width);
        }
        lines
    }

    /// Whether the label of the vertical axis begins with a name, or with its magnitude.
    fn is_labelled(&self, name: &str) -> bool {
        let label = &self.y_label;
        label.starts_with(&capitalised(name)) || label.starts_with(&format!("|{name}|"))
    }

    fn entry_width(&self, n: usize) -> u32 {
        STROKE + 3 * GAP + text_width(&self.curves[n].name, SMALL)
    }

    /// Draws it, scaled by `k`.
    pub fn draw<DB: DrawingBackend>(&self, area: &DrawingArea<DB, Shift>, k: i32) -> DrawResult {
        let lines = self.legend();
        let strip = LINE * k.cast_unsigned() * lines.len().max(1) as u32;
        let (legend, body) = area.split_vertically(strip);
        self.draw_legend(&legend, &lines, k)?;
        self.draw_axes(&body, k)
    }

    fn stroke(&self, n: usize, k: i32) -> ShapeStyle {
        let colour = if self.is_reference(n) {
            INK
        } else {
            series_colour(n, self.curves.len())
        };
        colour.stroke_width(2 * k.cast_unsigned())
    }

    fn is_reference(&self, n: usize) -> bool {
        self.curves[n].name.starts_with(REFERENCE)
    }

    fn draw_legend<DB: DrawingBackend>(
        &self,
        area: &DrawingArea<DB, Shift>,
        lines: &[Vec<usize>],
        k: i32,
    ) -> DrawResult {
        let whole = PANEL.0 - LEFT - RIGHT - STROKE - 3 * GAP;
        for (row, line) in lines.iter().enumerate() {
            let y = k * (LINE * row as u32 + LINE / 2).cast_signed();
            let mut x = k * LEFT.cast_signed();
            for &n in line {
                let length = if self.is_reference(n) { GAP } else { STROKE };
                let end = (x + k * length.cast_signed(), y);
                area.draw(&PathElement::new([(x, y), end], self.stroke(n, k)))
                    .map_err(text)?;
                let name = fitted(&self.curves[n].name, SMALL, whole);
                let at = (x + k * (STROKE + GAP).cast_signed(), y - k * SMALL / 2);
                area.draw(&Text::new(name, at, plain(SMALL * k)))
                    .map_err(text)?;
                x += k * self.entry_width(n).cast_signed();
            }
        }
        Ok(())
    }

    fn draw_axes<DB: DrawingBackend>(&self, area: &DrawingArea<DB, Shift>, k: i32) -> DrawResult {
        let line = k.cast_unsigned();
        let mut chart = ChartBuilder::on(area)
            .margin_top(6 * k)
            .margin_right(RIGHT * line)
            .margin_bottom(14 * k)
            .margin_left(14 * k)
            .x_label_area_size(44 * k)
            .y_label_area_size((LEFT - 14) * line)
            .build_cartesian_2d(self.x_range.clone(), self.y_range.clone())
            .map_err(text)?;
        chart
            .configure_mesh()
            .x_desc(&self.x_label)
            .y_desc(&self.y_label)
            .x_labels(8)
            .y_labels(8)
            .x_label_formatter(&ticks(&self.x_range))
            .y_label_formatter(&ticks(&self.y_range))
            .label_style(plain(SMALL * k))
            .axis_desc_style(plain(LABEL * k))
            .axis_style(INK.stroke_width(line))
            .bold_line_style(GRID.stroke_width(line))
            .light_line_style(TRANSPARENT)
            .set_all_tick_mark_size(5 * k)
            .draw()
            .map_err(text)?;
        for (n, curve) in self.curves.iter().enumerate() {
            let points = || curve.points.iter().copied();
            let stroke = self.stroke(n, k);
            // Reference curves are dashed and drawn on top, so that both are visible where they agree.
            if self.is_reference(n) {
                chart
                    .draw_series(DashedLineSeries::new(points(), 3 * k, 5 * k, stroke))
                    .map_err(text)?;
                continue;
            }
            chart
                .draw_series(LineSeries::new(points(), stroke))
                .map_err(text)?;
            if curve.points.len() <= FEW_POINTS {
                let marks = points().map(|at| Circle::new(at, 4 * k, stroke.color.filled()));
                chart.draw_series(marks).map_err(text)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::style::register_fonts;

    fn panel(names: &[&str]) -> Panel {
        let curve = |name: &&str| Curve {
            name: (*name).to_owned(),
            points: Vec::new(),
        };
        Panel {
            x_label: String::new(),
            y_label: "Gain (dBi)".to_owned(),
            x_range: 0.0..1.0,
            y_range: 0.0..1.0,
            curves: names.iter().map(curve).collect(),
        }
    }

    #[test]
    fn a_legend_wraps_and_its_lines_make_room_for_themselves() {
        register_fonts();
        let names = ["2.45 GHz, phi 30°"; 8];
        let many = panel(&names);
        let lines = many.legend();
        assert!(lines.len() > 1);
        assert_eq!(lines.concat(), (0..8).collect::<Vec<_>>());
        let wide = |line: &Vec<usize>| line.iter().map(|n| many.entry_width(*n)).sum::<u32>();
        assert!(
            lines
                .iter()
                .all(|line| wide(line) <= PANEL.0 - LEFT - RIGHT)
        );
        assert_eq!(many.height(), PANEL.1 + (lines.len() as u32 - 1) * LINE);
        assert_eq!(panel(&["a", "b"]).height(), PANEL.1);
        // The axis label names it.
        assert!(panel(&["gain"]).legend().is_empty());
    }
}
