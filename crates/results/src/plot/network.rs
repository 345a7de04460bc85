//! S-parameters over frequency, in dB: one panel for one or two ports, a matrix of panels for more.

use super::labels::ticks;
use super::lines::{self, LineFigure};
use super::panel::{Curve, Panel};
use super::picture::{DrawResult, Figure, text};
use super::style::{GRID, INK, LABEL, SMALL, TITLE, centred, fitted, plain, series_colour};
use crate::ResultsError;
use crate::SParameters;
use crate::source::Source;
use crate::units::Scale;
use plotters::coord::Shift;
use plotters::prelude::*;
use std::ops::Range;

/// Levels below this are omitted.
const FLOOR_DB: f64 = -80.0;
/// Up to this many ports share one set of axes.
const TOGETHER: usize = 2;
/// With more ports the panels would be too small to read.
const MOST_PORTS: usize = 8;
/// Space above the panels for the title and the note on omitted ports.
const HEAD: u32 = 74;
/// Space left of the panels and below them for ticks and labels.
const LEFT: u32 = 84;
const BELOW: u32 = 60;
const RIM: u32 = 20;
/// Space above each panel for its name.
const NAME: u32 = 22;
/// Between panels.
const GAP: u32 = 10;

/// Levels of S over frequency, to be drawn.
struct Levels {
    frequency: Scale,
    x_range: Range<f64>,
    y_range: Range<f64>,
    /// By row (the port where the wave leaves) and column (the driven port), `shown` of each.
    curves: Vec<Curve>,
    shown: usize,
    ports: usize,
}

/// The figure of up to two ports, if there are S-parameters at more than one frequency.
pub(super) fn figure(source: &dyn Source) -> Result<Option<LineFigure>, ResultsError> {
    let Some(levels) = Levels::read(source)?.filter(|l| l.ports <= TOGETHER) else {
        return Ok(None);
    };
    let panel = Panel {
        x_label: levels.frequency.label("frequency"),
        y_label: match levels.curves.as_slice() {
            [only] => format!("|{}| (dB)", only.name),
            _ => "|S| (dB)".to_owned(),
        },
        x_range: levels.x_range,
        y_range: levels.y_range,
        curves: levels.curves,
    };
    Ok(LineFigure::of_panel(source, "network", panel, None))
}

/// The figure of more ports.
pub(super) fn matrix(source: &dyn Source) -> Result<Option<MatrixFigure>, ResultsError> {
    let levels = Levels::read(source)?.filter(|l| l.ports > TOGETHER);
    Ok(levels.map(|levels| MatrixFigure {
        title: lines::title(source, "network"),
        note: levels.note(),
        levels,
    }))
}

impl Levels {
    fn read(source: &dyn Source) -> Result<Option<Self>, ResultsError> {
        let Some(scattering) = SParameters::read(source)? else {
            return Ok(None);
        };
        let frequencies = &scattering.frequencies;
        let [first, .., last] = frequencies.as_slice() else {
            return Ok(None);
        };
        let frequency = Scale::fit("Hz", *last);
        let ports = scattering.ports.len();
        let shown = ports.min(MOST_PORTS);
        let curve = |(to, from): (usize, usize)| {
            let levels = (frequencies.iter().zip(&scattering.matrices))
                .map(|(f, s)| (f * frequency.factor, 20.0 * s[to][from].norm().log10()));
            Curve {
                name: scattering.label(to, from),
                points: levels.filter(|(_, y)| *y >= FLOOR_DB).collect(),
            }
        };
        let pairs = (0..shown).flat_map(|to| (0..shown).map(move |from| (to, from)));
        let curves: Vec<Curve> = pairs.map(curve).collect();
        let levels = || curves.iter().flat_map(|c| &c.points).map(|p| p.1);
        let (low, high) = (levels().fold(0.0, f64::min), levels().fold(0.0, f64::max));
        let room = (0.06 * (high - low)).max(0.5);
        Ok(Some(Self {
            x_range: first * frequency.factor..last * frequency.factor,
            y_range: low - room..high + room,
            frequency,
            curves,
            shown,
            ports,
        }))
    }

    /// How many S-parameters there are, and where to find those not drawn.
    fn note(&self) -> String {
        let all = self.ports * self.ports;
        if self.shown == self.ports {
            return format!("all {all} S-parameters; S(out, in)");
        }
        format!(
            "{} of {all} S-parameters, for the first {} of {} ports; all are in network_s.csv",
            self.shown * self.shown,
            self.shown,
            self.ports
        )
    }
}

/// A panel for each S-parameter, all on the same scales: one row per output port, one column per input port.
pub(super) struct MatrixFigure {
    title: String,
    note: String,
    levels: Levels,
}

impl MatrixFigure {
    /// Width and height of the axes of a panel: the more panels, the smaller.
    fn cell(&self) -> (u32, u32) {
        match self.levels.shown {
            3 => (300, 190),
            4 => (240, 150),
            5 | 6 => (190, 120),
            _ => (150, 100),
        }
    }

    fn draw_cell<DB: DrawingBackend>(
        &self,
        area: &DrawingArea<DB, Shift>,
        (to, from): (usize, usize),
        k: i32,
    ) -> DrawResult {
        let Levels {
            x_range,
            y_range,
            shown,
            curves,
            ..
        } = &self.levels;
        let (width, height) = self.cell();
        let line = k.cast_unsigned();
        let mut chart = ChartBuilder::on(area)
            .build_cartesian_2d(x_range.clone(), y_range.clone())
            .map_err(text)?;
        chart
            .configure_mesh()
            .disable_axes()
            .x_labels((width / 60) as usize)
            .y_labels((height / 30) as usize)
            .bold_line_style(GRID.stroke_width(line))
            .light_line_style(TRANSPARENT)
            .draw()
            .map_err(text)?;
        let frame = [
            (0, 0),
            (
                (width * line).cast_signed() - 1,
                (height * line).cast_signed() - 1,
            ),
        ];
        area.draw(&Rectangle::new(frame, INK.stroke_width(line)))
            .map_err(text)?;
        let curve = &curves[to * shown + from];
        // Makes reflection and transmission easy to tell apart.
        let colour = series_colour(usize::from(to != from), 2);
        chart
            .draw_series(LineSeries::new(
                curve.points.iter().copied(),
                colour.stroke_width(2 * line),
            ))
            .map_err(text)?;
        if curve.points.is_empty() {
            let middle = (width * line / 2, height * line / 2);
            let words = format!("below \u{2212}{:.0} dB", -FLOOR_DB);
            let at = (middle.0.cast_signed(), middle.1.cast_signed());
            area.draw(&Text::new(words, at, centred(SMALL * k)))
                .map_err(text)?;
        }
        Ok(())
    }

    /// Ticks left of the first column and below the last row.
    fn draw_ticks<DB: DrawingBackend>(
        &self,
        area: &DrawingArea<DB, Shift>,
        (row, column): (usize, usize),
        k: i32,
    ) -> DrawResult {
        let (width, height) = self.cell();
        let corner = self.corner(row, column);
        let Levels {
            x_range, y_range, ..
        } = &self.levels;
        let put = |words: String, (x, y): (f64, f64)| {
            let at = ((f64::from(k) * x) as i32, (f64::from(k) * y) as i32);
            area.draw(&Text::new(words, at, centred(SMALL * k)))
                .map_err(text)
        };
        let part = |range: &Range<f64>, v: f64| (v - range.start) / (range.end - range.start);
        if column == 0 {
            let label = ticks(y_range);
            for v in round_values(y_range, height / 30) {
                let y = f64::from(corner.1) + f64::from(height) * (1.0 - part(y_range, v));
                put(label(&v), (f64::from(corner.0) - 20.0, y))?;
            }
        }
        if row + 1 == self.levels.shown {
            let label = ticks(x_range);
            // The last tick label would overlap the first one of the next panel.
            let last = column + 1 == self.levels.shown;
            let values = round_values(x_range, width / 60).into_iter();
            for v in values.filter(|v| last || part(x_range, *v) < 0.97) {
                let x = f64::from(corner.0) + f64::from(width) * part(x_range, v);
                put(label(&v), (x, f64::from(corner.1 + height) + 14.0))?;
            }
        }
        Ok(())
    }

    /// The upper left corner of the axes of a panel.
    fn corner(&self, row: usize, column: usize) -> (u32, u32) {
        let (width, height) = self.cell();
        let (row, column) = (row as u32, column as u32);
        (
            LEFT + column * (width + GAP),
            HEAD + NAME + row * (height + GAP + NAME),
        )
    }
}

impl Figure for MatrixFigure {
    const SVG_DETAIL: u32 = 4;

    fn size(&self) -> (u32, u32) {
        let last = self.levels.shown - 1;
        let ((x, y), (width, height)) = (self.corner(last, last), self.cell());
        (x + width + RIM, y + height + BELOW)
    }

    fn draw<DB: DrawingBackend>(&self, area: &DrawingArea<DB, Shift>, detail: u32) -> DrawResult {
        let k = detail.cast_signed();
        let (width, height) = self.size();
        let put = |content: &str, size: i32, (x, y): (u32, u32)| {
            let at = (k * x.cast_signed(), k * y.cast_signed());
            area.draw(&Text::new(content.to_owned(), at, centred(size * k)))
                .map_err(text)
        };
        put(
            &fitted(&self.title, TITLE, width - 20),
            TITLE,
            (width / 2, 26),
        )?;
        put(
            &fitted(&self.note, LABEL, width - 20),
            LABEL,
            (width / 2, 54),
        )?;
        let (wide, high) = self.cell();
        for to in 0..self.levels.shown {
            for from in 0..self.levels.shown {
                let (x, y) = self.corner(to, from);
                let name = &self.levels.curves[to * self.levels.shown + from].name;
                let middle = (x + wide / 2, y - NAME / 2);
                put(&fitted(name, SMALL, wide), SMALL, middle)?;
                let (x, y) = (x * detail, y * detail);
                let cell = area.clone().shrink((x, y), (wide * detail, high * detail));
                self.draw_cell(&cell, (to, from), k)?;
                self.draw_ticks(area, (to, from), k)?;
            }
        }
        let label = self.levels.frequency.label("frequency");
        put(&label, LABEL, (width / 2, height - 16))?;
        let turned = plain(LABEL * k).transform(FontTransform::Rotate270).pos(
            plotters::style::text_anchor::Pos::new(
                plotters::style::text_anchor::HPos::Center,
                plotters::style::text_anchor::VPos::Center,
            ),
        );
        let at = (k * 22, k * (height / 2).cast_signed());
        area.draw(&Text::new("|S| (dB)", at, turned)).map_err(text)
    }
}

/// About `most` round values within a range.
fn round_values(range: &Range<f64>, most: u32) -> Vec<f64> {
    let raw = (range.end - range.start) / f64::from(most.max(2));
    let power = 10f64.powf(raw.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|s| s * power);
    let step = steps.into_iter().find(|s| *s >= 0.999 * raw);
    let step = step.unwrap_or(raw);
    let first = (range.start / step).ceil() as i64;
    let last = (range.end / step).floor() as i64;
    (first..=last).map(|n| n as f64 * step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_of_small_panels_are_round() {
        assert_eq!(round_values(&(-42.4..2.4), 4), [-40.0, -20.0, 0.0]);
        assert_eq!(round_values(&(1.0..5.0), 4), [1.0, 2.0, 3.0, 4.0, 5.0]);
    }
}
