//! Polar plots of patterns in the coordinate planes: one panel per plane, one curve per frequency.

use super::picture::{DrawResult, Figure, text};
use super::style::{GRID, INK, LABEL, SMALL, TITLE, centred, fitted, plain, series_colour};
use crate::ResultsError;
use crate::pattern::{Pattern, SAME, patterns};
use crate::source::Source;
use crate::units::Scale;
use plotters::coord::Shift;
use plotters::prelude::*;

/// Side length of a panel.
const PANEL: u32 = 460;
const HEAD: u32 = 48;
/// Space for the legend.
const FOOT: u32 = 34;
/// Level range from the rim to the centre.
const DEPTH_DB: f64 = 40.0;
const CIRCLE_DB: f64 = 10.0;
const MOST_CURVES: usize = 6;

/// The coordinate planes in which the angles of a pattern cover the full circle.
pub(super) struct PolarFigure {
    title: String,
    /// The level of the rim.
    rim: f64,
    names: Vec<String>,
    panels: Vec<Plane>,
}

/// A curve: the angle counter-clockwise from the right in degrees, and the level.
type Curve = Vec<(f64, f64)>;

struct Plane {
    /// The plane, and which axes point right and up.
    label: &'static str,
    axes: [&'static str; 2],
    curves: Vec<Curve>,
}

/// The figures of all patterns, with their names.
pub(super) fn figures(source: &dyn Source) -> Result<Vec<(String, PolarFigure)>, ResultsError> {
    let mut figures = Vec::new();
    for pattern in patterns(source) {
        let mut panels = vec![
            Plane::new("xz plane", ["x", "z"]),
            Plane::new("yz plane", ["y", "z"]),
            Plane::new("xy plane", ["x", "y"]),
        ];
        let mut names = Vec::new();
        let mut top = f64::NEG_INFINITY;
        for (number, frequency) in pattern.frequencies.iter().enumerate().take(MOST_CURVES) {
            let levels = pattern.read(source, number)?;
            let finite = levels.iter().copied().filter(|level| level.is_finite());
            top = finite.fold(top, f64::max);
            let cuts = [
                upright(&pattern, &levels, 0.0),
                upright(&pattern, &levels, 90.0),
                level(&pattern, &levels),
            ];
            for (panel, cut) in panels.iter_mut().zip(cuts) {
                panel.curves.extend(cut);
            }
            names.push(Scale::fit("Hz", *frequency).show(*frequency));
        }
        panels.retain(|panel| !panel.curves.is_empty());
        if panels.is_empty() || !top.is_finite() {
            continue;
        }
        let name = format!("{}_polar", pattern.name);
        let figure = PolarFigure {
            title: match source.title() {
                "" => pattern.name.to_owned(),
                title => format!("{title} \u{2013} {}", pattern.name),
            },
            rim: 5.0 * (top / 5.0).ceil(),
            names,
            panels,
        };
        figures.push((name, figure));
    }
    Ok(figures)
}

impl Pattern<'_> {
    /// The index of an angle phi, modulo whole turns.
    fn place_of_phi(&self, degrees: f64) -> Option<usize> {
        self.phi.iter().position(|phi| {
            let off = (phi - degrees).rem_euclid(360.0);
            !(SAME..=360.0 - SAME).contains(&off)
        })
    }

    /// The index of an angle theta.
    fn place_of_theta(&self, degrees: f64) -> Option<usize> {
        self.theta.iter().position(|t| (t - degrees).abs() < SAME)
    }
}

/// The plane through z at phi and phi + 180 degrees, if theta goes from pole to pole; z points up.
fn upright(pattern: &Pattern<'_>, levels: &[f64], phi: f64) -> Option<Curve> {
    let [right, left] = [phi, phi + 180.0].map(|phi| pattern.place_of_phi(phi));
    let (right, left) = (right?, left?);
    pattern.place_of_theta(0.0)?;
    pattern.place_of_theta(180.0)?;
    let at = |t: usize, p: usize| levels[t * pattern.phi.len() + p];
    let theta = || pattern.theta.iter().enumerate();
    let down = theta().map(|(n, theta)| (90.0 - theta, at(n, right)));
    let up = theta().rev().map(|(n, theta)| (90.0 + theta, at(n, left)));
    Some(down.chain(up).collect())
}

/// The plane normal to z, if phi covers the full circle; x points right.
fn level(pattern: &Pattern<'_>, levels: &[f64]) -> Option<Curve> {
    let row = pattern.place_of_theta(90.0)?;
    if !pattern.goes_round() {
        return None;
    }
    let columns = pattern.phi.len();
    let places = (0..columns).chain([0]);
    let point = |p: usize| (pattern.phi[p], levels[row * columns + p]);
    Some(places.map(point).collect())
}

impl Plane {
    fn new(label: &'static str, axes: [&'static str; 2]) -> Self {
        Self {
            label,
            axes,
            curves: Vec::new(),
        }
    }

    fn draw<DB: DrawingBackend>(
        &self,
        area: &DrawingArea<DB, Shift>,
        rim: f64,
        k: i32,
    ) -> DrawResult {
        let side = PANEL.cast_signed();
        let centre = (k * side / 2, k * (side / 2 + 10));
        let radius = f64::from(k * (side / 2 - 58));
        let at = |degrees: f64, part: f64| {
            let (sin, cos) = degrees.to_radians().sin_cos();
            let away = |x: f64| (radius * part * x).round() as i32;
            (centre.0 + away(cos), centre.1 - away(sin))
        };
        let thin = GRID.stroke_width(k.cast_unsigned());
        let put = |words: String, place: (i32, i32), size: i32| {
            area.draw(&Text::new(words, place, centred(size * k)))
                .map_err(text)
        };
        for spoke in 0..12 {
            let degrees = 30.0 * f64::from(spoke);
            area.draw(&PathElement::new([centre, at(degrees, 1.0)], thin))
                .map_err(text)?;
        }
        for circle in 1..=4 {
            let part = CIRCLE_DB * f64::from(circle) / DEPTH_DB;
            let size = (radius * part).round() as i32;
            area.draw(&Circle::new(centre, size, thin)).map_err(text)?;
            let label = format!("{:.0}", rim - DEPTH_DB * (1.0 - part));
            put(label, at(75.0, part), SMALL - 2)?;
        }
        let [right, above] = self.axes;
        put(right.to_owned(), at(0.0, 1.1), LABEL)?;
        put(above.to_owned(), at(90.0, 1.08), LABEL)?;
        let top = (k * side / 2, k * 12);
        put(format!("{} (dBi)", self.label), top, SMALL)?;
        for (i, curve) in self.curves.iter().enumerate() {
            let part = |level: f64| (1.0 - (rim - level) / DEPTH_DB).clamp(0.0, 1.0);
            let points = curve.iter().filter(|(_, level)| level.is_finite());
            let points: Vec<_> = points
                .map(|&(angle, level)| at(angle, part(level)))
                .collect();
            let stroke = series_colour(i, self.curves.len()).stroke_width(2 * k.cast_unsigned());
            area.draw(&PathElement::new(points, stroke)).map_err(text)?;
        }
        Ok(())
    }
}

impl Figure for PolarFigure {
    const SVG_DETAIL: u32 = 4;

    fn size(&self) -> (u32, u32) {
        (PANEL * self.panels.len() as u32, HEAD + PANEL + FOOT)
    }

    fn draw<DB: DrawingBackend>(&self, area: &DrawingArea<DB, Shift>, detail: u32) -> DrawResult {
        let k = detail.cast_signed();
        let (width, _) = self.size();
        let (head, body) = area.split_vertically(HEAD * detail);
        let title = fitted(&self.title, TITLE, width - 20);
        let middle = (
            k * width.cast_signed() / 2,
            k * (HEAD.cast_signed() / 2 + 4),
        );
        head.draw(&Text::new(title, middle, centred(TITLE * k)))
            .map_err(text)?;
        let (body, foot) = body.split_vertically(PANEL * detail);
        let places = body.split_evenly((1, self.panels.len()));
        for (panel, place) in self.panels.iter().zip(places) {
            panel.draw(&place, self.rim, k)?;
        }
        let each = width / self.names.len().max(1) as u32;
        for (i, name) in self.names.iter().enumerate() {
            let (x, y) = (k * (each * i as u32 + 20).cast_signed(), k * 12);
            let stroke = series_colour(i, self.names.len()).stroke_width(2 * detail);
            foot.draw(&PathElement::new([(x, y), (x + 22 * k, y)], stroke))
                .map_err(text)?;
            let beside = (x + 30 * k, y - SMALL * k / 2);
            foot.draw(&Text::new(
                name.clone(),
                beside,
                plain(SMALL * k).color(&INK),
            ))
            .map_err(text)?;
        }
        Ok(())
    }
}
