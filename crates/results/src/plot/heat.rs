//! Heat maps of fields: one plane with the outlines of the bodies, lengths to scale. Colours are symmetric about zero, or rise
//! from zero for magnitudes.

use super::bar::{ColourBar, RIGHT, RIM};
use super::labels::ticks;
use super::lines::title;
use super::map_axis::MapAxis;
use super::picture::{DrawResult, Figure, text};
use super::plane::Plane;
use super::style::{INK, LABEL, SMALL, TITLE, centred, diverging, fitted, plain, sequential};
use crate::outline::{Segment, outlines};
use crate::source::Source;
use crate::units::Scale;
use crate::{Axis, ResultsError};
use plotters::coord::Shift;
use plotters::element::BitMapElement;
use plotters::prelude::*;

/// The plane is drawn as large as fits in this area.
const LARGEST: (f64, f64) = (900.0, 640.0);
/// A plane is never drawn thinner than this, even if it is then not to scale.
const THINNEST: f64 = 100.0;
const NARROWEST_FIGURE: u32 = 620;
const HEAD: u32 = 74;
const LEFT: u32 = RIM + 70;
const BOTTOM: u32 = RIM + 46;

/// One plane at one time.
pub(super) struct HeatFigure {
    title: String,
    subtitle: String,
    u: MapAxis,
    v: MapAxis,
    /// Row-major: u slow, v fast.
    values: Vec<f64>,
    bar_label: String,
    largest: f64,
    look: Look,
    /// Outlines of bodies in the scaled unit.
    outlines: Vec<Segment>,
    plane: (u32, u32),
}

/// What the colours represent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    /// A signed value: blue below zero, red above.
    Signed,
    /// A magnitude.
    Magnitude,
}

/// What is drawn.
pub(super) struct Subject<'a> {
    /// The path of the quantity.
    pub name: &'a str,
    /// Its name on the colour bar.
    pub noun: String,
    pub unit: &'a str,
    /// Time or frequency, then x, y and z.
    pub axes: &'a [Axis],
    pub look: Look,
}

/// The heat maps of quantity `index`: its last slice, and the one with the largest amplitude
/// if that is another. A quantity that is not on a plane or in a box has none.
pub(super) fn figures(
    source: &dyn Source,
    index: usize,
) -> Result<Vec<(&'static str, HeatFigure)>, ResultsError> {
    let declaration = source.declarations()[index];
    let Some(plane) = Plane::of(declaration) else {
        return Ok(Vec::new());
    };
    let count = declaration.axes[0].values.len();
    let mut strongest = (f64::NEG_INFINITY, 0, Vec::new());
    let mut last = Vec::new();
    for k in 0..count {
        let values = plane.read(source, index, k)?;
        let power = values.iter().filter(|v| v.is_finite()).map(|v| v * v).sum();
        if k + 1 == count {
            last.clone_from(&values);
        }
        if power > strongest.0 {
            strongest = (power, k, values);
        }
    }
    let subject = Subject {
        name: &declaration.name,
        noun: noun(&declaration.name),
        unit: &declaration.unit,
        axes: &declaration.axes,
        look: Look::Signed,
    };
    let mut figures = vec![(
        "last",
        HeatFigure::new(source, &subject, &plane, (count - 1, last)),
    )];
    if strongest.1 + 1 != count {
        let slice = (strongest.1, strongest.2);
        figures.push(("peak", HeatFigure::new(source, &subject, &plane, slice)));
    }
    Ok(figures)
}

/// `Ey`, or `Re Ey` and `Im Ey` for a phasor.
fn noun(name: &str) -> String {
    let mut parts = name.rsplit('/');
    let leaf = parts.next().unwrap_or(name);
    match (leaf, parts.next()) {
        ("real", Some(component)) => format!("Re {component}"),
        ("imag", Some(component)) => format!("Im {component}"),
        _ => leaf.to_owned(),
    }
}

fn amplitude(values: &[f64]) -> f64 {
    values
        .iter()
        .map(|v| v.abs())
        .filter(|v| v.is_finite())
        .fold(0.0, f64::max)
}

/// The upper end of the colour scale: the largest value, unless a few points near a source dwarf all others.
pub(super) fn colour_limit(values: &[f64]) -> f64 {
    let mut sizes: Vec<f64> = values
        .iter()
        .map(|v| v.abs())
        .filter(|v| v.is_finite())
        .collect();
    sizes.sort_by(f64::total_cmp);
    let Some(&largest) = sizes.last() else {
        return 0.0;
    };
    let usual = sizes[(sizes.len() - 1) * 99 / 100];
    if usual > 0.0 && largest > 4.0 * usual {
        usual
    } else {
        largest
    }
}

impl HeatFigure {
    /// The values of a plane at one index of the first axis.
    pub fn new(
        source: &dyn Source,
        subject: &Subject,
        plane: &Plane,
        (index, mut values): (usize, Vec<f64>),
    ) -> Self {
        let axes = subject.axes;
        let (u, v) = plane.axes();
        let (u, v, normal) = (&axes[u + 1], &axes[v + 1], &axes[plane.normal + 1]);
        let extent = |a: &Axis| a.values.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        let length = Scale::fit(&u.unit, extent(u).max(extent(v)));
        let limit = colour_limit(&values);
        let scale = Scale::fit(subject.unit, limit);
        let beyond = match amplitude(&values) {
            largest if largest > limit => format!(",  maximum {}", scale.show(largest)),
            _ => String::new(),
        };
        for x in &mut values {
            *x *= scale.factor;
        }
        let largest = limit * scale.factor;
        let cut = source.model().map_or_else(Vec::new, |model| {
            outlines(model, plane.normal, normal.values[plane.at])
        });

        let (u, v) = (MapAxis::new(u, &length), MapAxis::new(v, &length));
        let at = |a: &Axis, i: usize| {
            let scale = Scale::fit(&a.unit, extent(a));
            format!("{} = {}", a.name, scale.show(a.values[i]))
        };
        Self {
            title: title(source, subject.name),
            subtitle: format!("{},  {}{beyond}", at(&axes[0], index), at(normal, plane.at)),
            plane: fit(u.length(), v.length()),
            u,
            v,
            values,
            bar_label: scale.label(&subject.noun),
            // A field that is zero everywhere gets the colour of zero.
            largest: if largest > 0.0 { largest } else { 1.0 },
            look: subject.look,
            outlines: cut
                .into_iter()
                .map(|ends| ends.map(|p| p.map(|x| x * length.factor)))
                .collect(),
        }
    }

    /// The colour of a value given as a fraction of the largest.
    fn colour(&self, part: f64) -> RGBColor {
        match self.look {
            Look::Signed => diverging(part),
            Look::Magnitude => sequential(part),
        }
    }

    /// The plane in pixels, rows from the top.
    fn raster(&self, (width, height): (u32, u32)) -> Vec<u8> {
        let columns = self.u.cells(width);
        let rows = self.v.cells(height);
        let nv = self.v.edges.len() - 1;
        let mut pixels = Vec::with_capacity((width * height * 3) as usize);
        for &j in rows.iter().rev() {
            for &i in &columns {
                let RGBColor(r, g, b) = self.colour(self.values[i * nv + j] / self.largest);
                pixels.extend([r, g, b]);
            }
        }
        pixels
    }

    fn draw_plane<DB: DrawingBackend>(&self, area: &DrawingArea<DB, Shift>, k: u32) -> DrawResult {
        let mut chart = ChartBuilder::on(area)
            .margin_left(RIM * k)
            .margin_bottom(RIM * k)
            .x_label_area_size((BOTTOM - RIM) * k)
            .y_label_area_size((LEFT - RIM) * k)
            .build_cartesian_2d(self.u.range(), self.v.range())
            .map_err(text)?;
        let place = chart.plotting_area().strip_coord_spec();
        let size = place.dim_in_pixel();
        let image = BitMapElement::with_owned_buffer((0, 0), size, self.raster(size));
        if let Some(image) = image {
            place.draw(&image).map_err(text)?;
        }
        // Ink on a halo is visible on every colour.
        for style in [
            WHITE.mix(0.6).stroke_width(3 * k),
            INK.stroke_width(k.max(1)),
        ] {
            let lines = self.outlines.iter();
            let inside = lines.filter_map(|ends| self.within(ends));
            chart
                .draw_series(inside.map(|ends| PathElement::new(ends, style)))
                .map_err(text)?;
        }
        chart
            .configure_mesh()
            .disable_mesh()
            .x_desc(&self.u.label)
            .y_desc(&self.v.label)
            .x_labels((self.plane.0 / 90).clamp(2, 9) as usize)
            .y_labels((self.plane.1 / 60).clamp(2, 9) as usize)
            .x_label_formatter(&ticks(&self.u.range()))
            .y_label_formatter(&ticks(&self.v.range()))
            .label_style(plain(SMALL * k.cast_signed()))
            .axis_desc_style(plain(LABEL * k.cast_signed()))
            .axis_style(INK.stroke_width(k))
            .set_all_tick_mark_size(5 * k)
            .draw()
            .map_err(text)
    }

    /// The part of a segment that lies on the map, if any.
    fn within(&self, [a, b]: &Segment) -> Option<Vec<(f64, f64)>> {
        let (mut from, mut to) = (0.0_f64, 1.0_f64);
        for (axis, range) in [self.u.range(), self.v.range()].into_iter().enumerate() {
            let (start, step) = (a[axis], b[axis] - a[axis]);
            if step == 0.0 {
                if !(range.start..=range.end).contains(&start) {
                    return None;
                }
                continue;
            }
            let mut meets = [range.start, range.end].map(|x| (x - start) / step);
            meets.sort_by(f64::total_cmp);
            (from, to) = (from.max(meets[0]), to.min(meets[1]));
        }
        let at = |t: f64| (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]));
        (from < to).then(|| vec![at(from), at(to)])
    }

    fn bar(&self) -> ColourBar<'_> {
        let (range, colour): (_, fn(f64) -> RGBColor) = match self.look {
            Look::Signed => (-self.largest..self.largest, |part| {
                diverging(2.0 * part - 1.0)
            }),
            Look::Magnitude => (0.0..self.largest, sequential),
        };
        ColourBar {
            label: &self.bar_label,
            range,
            colour,
            height: self.plane.1,
            below: BOTTOM,
        }
    }
}

impl Figure for HeatFigure {
    const SVG_DETAIL: u32 = 1;

    fn size(&self) -> (u32, u32) {
        let width = LEFT + self.plane.0 + RIGHT;
        (width.max(NARROWEST_FIGURE), HEAD + self.plane.1 + BOTTOM)
    }

    fn draw<DB: DrawingBackend>(&self, area: &DrawingArea<DB, Shift>, detail: u32) -> DrawResult {
        let k = detail.cast_signed();
        let (width, _) = self.size();
        let line = |content: &str, size: i32, y: i32| {
            let at = (k * width.cast_signed() / 2, k * y);
            let style = centred(size * k);
            area.draw(&Text::new(fitted(content, size, width - 20), at, style))
                .map_err(text)
        };
        line(&self.title, TITLE, 24)?;
        line(&self.subtitle, LABEL, 50)?;

        let spare = (width - (LEFT + self.plane.0 + RIGHT)) / 2;
        let (_, body) = area.split_vertically(HEAD * detail);
        let (_, body) = body.split_horizontally(spare * detail);
        let (plane, rest) = body.split_horizontally((LEFT + self.plane.0) * detail);
        let (bar, _) = rest.split_horizontally(RIGHT * detail);
        self.draw_plane(&plane, detail)?;
        self.bar().draw(&bar, detail)
    }
}

/// Pixels for a plane of these lengths.
fn fit(u: f64, v: f64) -> (u32, u32) {
    let scale = (LARGEST.0 / u).min(LARGEST.1 / v);
    let pixels = |length: f64| (length * scale).max(THINNEST).round() as u32;
    (pixels(u), pixels(v))
}
