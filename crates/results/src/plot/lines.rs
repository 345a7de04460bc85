//! Series: one row of panels per unit, the series on the left, its spectrum on the right.

use super::labels::{level_unit, words};
use super::panel::{Curve, PANEL, Panel};
use super::picture::{DrawResult, Figure, text};
use super::style::{LABEL, TITLE, centred, fitted};
use crate::source::{Source, group_by};
use crate::units::{Scale, is_level};
use crate::{Axis, ResultsError, Spectrum};
use plotters::coord::Shift;
use plotters::prelude::*;
use std::ops::Range;

const HEAD: u32 = 48;
/// Space below the title for a note on omitted curves.
const NOTE: u32 = 26;
/// Spectra are drawn down to this level.
const SPECTRUM_FLOOR_DB: f64 = -80.0;
/// The frequency axis ends where all spectra have dropped to this level.
const SPECTRUM_BAND_DB: f64 = -60.0;
/// A decay is drawn down to at most this level.
const ENERGY_FLOOR_DB: f64 = -150.0;
/// Longer series are thinned to the minimum and maximum of equal intervals.
const MOST_POINTS: usize = 4000;

/// A figure with one or more rows of panels.
pub(super) struct LineFigure {
    title: String,
    /// What is omitted, and where to find it.
    note: Option<String>,
    rows: Vec<Vec<Panel>>,
}

/// A series as it was recorded.
struct Series<'a> {
    name: &'a str,
    unit: &'a str,
    axis: &'a Axis,
    values: Vec<f64>,
}

impl LineFigure {
    /// The figure of the quantities in `group`; none if nothing can be drawn.
    pub fn new(
        source: &dyn Source,
        name: &str,
        group: &[usize],
    ) -> Result<Option<Self>, ResultsError> {
        let all = source.declarations();
        let mut rows = Vec::new();
        let unit = |i: usize| level_unit(all[i].parent_and_leaf().1, &all[i].unit);
        for mut same_unit in group_by(group.iter().copied(), |a, b| unit(a) == unit(b)) {
            // Real parts come first, so they get the first colour.
            same_unit.sort_by_key(|&i| all[i].parent_and_leaf().1 == "imag");
            let read = |&i: &usize| -> Result<Series<'_>, ResultsError> {
                Ok(Series {
                    name: all[i].parent_and_leaf().1,
                    unit: unit(i),
                    axis: &all[i].axes[0],
                    values: source.read_all(i)?,
                })
            };
            let series = same_unit.iter().map(read).collect::<Result<Vec<_>, _>>()?;
            let row: Vec<Panel> = if series[0].unit == "J" {
                decay(&series).into_iter().collect()
            } else {
                series_panel(&series, name)
                    .into_iter()
                    .chain(spectra(&series))
                    .collect()
            };
            if !row.is_empty() {
                rows.push(row);
            }
        }
        Ok((!rows.is_empty()).then(|| Self {
            title: title(source, name),
            note: None,
            rows,
        }))
    }

    /// A figure with one panel and a note on what it omits; none if the panel has no points.
    pub fn of_panel(
        source: &dyn Source,
        name: &str,
        panel: Panel,
        note: Option<String>,
    ) -> Option<Self> {
        let is_empty = panel.curves.iter().all(|c| c.points.is_empty());
        (!is_empty).then(|| Self {
            title: title(source, name),
            note,
            rows: vec![vec![panel]],
        })
    }
}

pub(super) fn title(source: &dyn Source, name: &str) -> String {
    match source.title() {
        "" => name.to_owned(),
        title => format!("{title} \u{2013} {name}"),
    }
}

impl Figure for LineFigure {
    const SVG_DETAIL: u32 = 4;

    fn size(&self) -> (u32, u32) {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(1) as u32;
        let heights = self.rows.iter().map(|row| row_height(row));
        (PANEL.0 * columns, self.head() + heights.sum::<u32>())
    }

    fn draw<DB: DrawingBackend>(&self, area: &DrawingArea<DB, Shift>, detail: u32) -> DrawResult {
        let k = detail.cast_signed();
        let (width, _) = self.size();
        let (head, mut body) = area.split_vertically(self.head() * detail);
        let line = |content: &str, size: i32, y: i32| {
            let at = (k * width.cast_signed() / 2, k * y);
            let content = fitted(content, size, width - 20);
            head.draw(&Text::new(content, at, centred(size * k)))
                .map_err(text)
        };
        line(&self.title, TITLE, HEAD.cast_signed() / 2 + 4)?;
        if let Some(note) = &self.note {
            line(note, LABEL, (HEAD + NOTE / 4).cast_signed())?;
        }
        for row in &self.rows {
            let (place, rest) = body.split_vertically(row_height(row) * detail);
            for (panel, place) in row.iter().zip(place.split_evenly((1, row.len()))) {
                panel.draw(&place, k)?;
            }
            body = rest;
        }
        Ok(())
    }
}

impl LineFigure {
    fn head(&self) -> u32 {
        HEAD + self.note.as_ref().map_or(0, |_| NOTE)
    }
}

fn row_height(row: &[Panel]) -> u32 {
    row.iter().map(Panel::height).max().unwrap_or(0)
}

/// The panel of the series themselves.
fn series_panel(series: &[Series], group: &str) -> Option<Panel> {
    let largest = largest(series.iter().flat_map(|s| &s.values));
    let scale = Scale::fit(series[0].unit, largest);
    let noun = common_noun(series, group);
    let value = |y: f64| y * scale.factor;
    panel(series, scale.label(&noun), value, f64::MIN)
}

/// The panel of energies, on a logarithmic scale to show the decay.
fn decay(series: &[Series]) -> Option<Panel> {
    let peak = largest(series.iter().flat_map(|s| &s.values));
    let db = |y: f64| 10.0 * (y / peak).log10();
    // The initial rise from zero is of no interest: the end of the record sets the floor.
    let deepest = series
        .iter()
        .filter_map(|s| {
            let top = s.values.iter().position(|&y| y >= peak)?;
            s.values[top..]
                .iter()
                .copied()
                .filter(|y| *y > 0.0)
                .map(db)
                .reduce(f64::min)
        })
        .fold(-20.0, f64::min);
    let floor = ((deepest - 2.0) / 10.0).floor() * 10.0;
    let label = "Energy (dB re peak)".to_owned();
    let mut panel = panel(series, label, db, floor.max(ENERGY_FLOOR_DB))?;
    // A conserved energy is drawn as a flat line, without its rounding noise.
    let y = &mut panel.y_range;
    *y = y.start.min(y.end - 1.0)..y.end.max(0.1);
    Some(panel)
}

/// The panel of the spectra; none unless every series has one.
fn spectra(series: &[Series]) -> Option<Panel> {
    if series[0].axis.name != "time" || series[0].axis.unit != "s" {
        return None;
    }
    let spectra: Vec<Spectrum> = series
        .iter()
        .map(|s| Spectrum::of(&s.axis.values, &s.values))
        .collect::<Option<_>>()?;
    let peak = spectra.iter().map(Spectrum::peak).fold(0.0, f64::max);
    if peak <= 0.0 {
        return None;
    }
    let floor = peak * 10f64.powf(SPECTRUM_BAND_DB / 20.0);
    let end = spectra
        .iter()
        .map(|s| s.highest(floor).max(40.0 * s.step))
        .fold(0.0, f64::max);
    let scale = Scale::fit("Hz", end);
    let curve = |(s, spectrum): (&Series, &Spectrum)| {
        let last = ((end / spectrum.step) as usize).min(spectrum.magnitude.len() - 1);
        let point = |(i, m): (usize, &f64)| {
            let db = (20.0 * (m / peak).log10()).max(SPECTRUM_FLOOR_DB);
            (i as f64 * spectrum.step * scale.factor, db)
        };
        let points = spectrum.magnitude[..=last]
            .iter()
            .enumerate()
            .map(point)
            .collect();
        Curve {
            name: s.name.to_owned(),
            points: thin(points),
        }
    };
    Some(Panel {
        x_label: scale.label("frequency"),
        y_label: "Spectrum (dB re peak)".to_owned(),
        x_range: 0.0..end * scale.factor,
        y_range: SPECTRUM_FLOOR_DB..5.0,
        curves: series.iter().zip(&spectra).map(curve).collect(),
    })
}

/// A panel over the series' own axis; values below `floor` are omitted.
fn panel(
    series: &[Series],
    y_label: String,
    value: impl Fn(f64) -> f64,
    floor: f64,
) -> Option<Panel> {
    let axis = series[0].axis;
    let scale = Scale::fit(
        &axis.unit,
        largest(series.iter().flat_map(|s| &s.axis.values)),
    );
    let curve = |s: &Series| {
        let pairs = s.axis.values.iter().zip(&s.values);
        let points = pairs.map(|(x, y)| (x * scale.factor, value(*y)));
        let seen = points.filter(|(x, y)| x.is_finite() && y.is_finite() && *y >= floor);
        Curve {
            name: s.name.to_owned(),
            points: thin(seen.collect()),
        }
    };
    let curves: Vec<Curve> = series.iter().map(curve).collect();
    let all = || curves.iter().flat_map(|c| &c.points);
    let mut x_range = range(all().map(|p| p.0), 0.0)?;
    // A record that starts half a step late is still drawn from zero.
    if x_range.start > 0.0 && x_range.start < 0.05 * x_range.end {
        x_range.start = 0.0;
    }
    let y_range = range(all().map(|p| p.1), 0.06)?;
    Some(Panel {
        x_label: scale.label(&axis.name),
        y_label,
        x_range,
        y_range,
        curves,
    })
}

/// The range of values with a margin; a constant gets room above and below.
fn range(values: impl Iterator<Item = f64>, margin: f64) -> Option<Range<f64>> {
    let (low, high) = values.fold(None, |range: Option<(f64, f64)>, v| {
        Some(range.map_or((v, v), |(a, b)| (a.min(v), b.max(v))))
    })?;
    let room = if high > low {
        (high - low) * margin
    } else if high == 0.0 {
        1.0
    } else {
        0.1 * high.abs()
    };
    Some(low - room..high + room)
}

fn largest<'a>(values: impl Iterator<Item = &'a f64>) -> f64 {
    values
        .map(|v| v.abs())
        .filter(|v| v.is_finite())
        .fold(0.0, f64::max)
}

/// The common name of series with one unit.
fn common_noun(series: &[Series], group: &str) -> String {
    let of_group = words(group.rsplit('/').next().unwrap_or(group));
    match series {
        [only] => return words(only.name),
        [a, b] if [a.name, b.name] == ["real", "imag"] => return of_group,
        _ => {}
    }
    let all = |start: &str| series.iter().all(|s| s.name.starts_with(start));
    let noun = match series[0].unit {
        "V/m" => "E",
        "A/m" if all("H") => "H",
        "A/m" => "J",
        "W" => "power",
        "W/m^2" => "power density",
        "V" => "voltage",
        "A" => "current",
        "ohm" => "impedance",
        "m^2" => "area",
        "deg" => "angle",
        "dBsm" => "RCS",
        "dBi" if all("peak_directivity") => "directivity",
        "dBi" => "gain, directivity",
        unit if is_level(unit) => "level",
        _ => return of_group,
    };
    noun.to_owned()
}

/// Keeps the minimum and maximum of equal intervals, so no peak is lost.
fn thin(points: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    if points.len() <= MOST_POINTS {
        return points;
    }
    let stretch = points.len().div_ceil(MOST_POINTS / 2);
    let mut thinned = Vec::with_capacity(MOST_POINTS);
    for part in points.chunks(stretch) {
        let by_value = |a: &&(f64, f64), b: &&(f64, f64)| a.1.total_cmp(&b.1);
        if let (Some(low), Some(high)) =
            (part.iter().min_by(by_value), part.iter().max_by(by_value))
        {
            let (first, second) = if low.0 <= high.0 {
                (low, high)
            } else {
                (high, low)
            };
            thinned.extend([*first, *second]);
        }
    }
    thinned
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinning_keeps_a_single_spike() {
        let points = (0..100_000).map(|i| (f64::from(i), if i == 54_321 { 7.0 } else { 0.0 }));
        let thinned = thin(points.collect());
        assert!(thinned.len() <= MOST_POINTS);
        assert!(thinned.contains(&(54_321.0, 7.0)));
        assert!(thinned.windows(2).all(|w| w[0].0 <= w[1].0));
    }
}
