//! Heat maps of snapshots: one plane, colours symmetric about zero, lengths true to scale.

use super::bar::{ColourBar, RIGHT, RIM};
use super::picture::{DrawResult, Figure, text};
use super::style::{INK, LABEL, SMALL, TITLE, centred, diverging, fitted, plain};
use crate::source::Source;
use crate::units::{Scale, tick};
use crate::{Axis, Declaration, ResultsError};
use plotters::coord::Shift;
use plotters::element::BitMapElement;
use plotters::prelude::*;
use std::ops::Range;

/// The plane is drawn as large as fits here.
const LARGEST: (f64, f64) = (900.0, 640.0);
/// A plane is not drawn thinner than this, even where lengths are then not true to scale.
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
    plane: (u32, u32),
}

struct MapAxis {
    label: String,
    /// Boundaries of the cells in the scaled unit, one more than cells.
    edges: Vec<f64>,
}

/// The heat maps of quantity `index`: its last slice, and the one with the largest amplitude
/// where that is another. A quantity that is not on a plane or in a box has none.
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
        let values = plane.cut(&source.read(index, k..k + 1)?);
        let power = values.iter().filter(|v| v.is_finite()).map(|v| v * v).sum();
        if k + 1 == count {
            last.clone_from(&values);
        }
        if power > strongest.0 {
            strongest = (power, k, values);
        }
    }
    let mut figures = vec![(
        "last",
        HeatFigure::new(source, declaration, &plane, (count - 1, last)),
    )];
    if strongest.1 + 1 != count {
        let slice = (strongest.1, strongest.2);
        figures.push(("peak", HeatFigure::new(source, declaration, &plane, slice)));
    }
    Ok(figures)
}

fn amplitude(values: &[f64]) -> f64 {
    values
        .iter()
        .map(|v| v.abs())
        .filter(|v| v.is_finite())
        .fold(0.0, f64::max)
}

/// Where the colours end: at the largest value, unless a few points near a source dwarf all others.
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

/// Which plane of a box is drawn.
struct Plane {
    shape: [usize; 3],
    /// The axis across the plane, and the index there.
    normal: usize,
    at: usize,
}

impl Plane {
    /// For quantities with a first axis and three of space, at least two of them with extent.
    fn of(declaration: &Declaration) -> Option<Self> {
        let &[_, nx, ny, nz] = declaration.shape().as_slice() else {
            return None;
        };
        let shape = [nx, ny, nz];
        let normal = (0..3).rev().find(|&i| shape[i] == 1).unwrap_or(2);
        let drawn = (0..3).filter(|&i| i != normal && shape[i] > 1).count();
        (drawn == 2).then_some(Self {
            shape,
            normal,
            at: shape[normal] / 2,
        })
    }

    /// The two axes in the plane.
    fn axes(&self) -> (usize, usize) {
        [(1, 2), (0, 2), (0, 1)][self.normal]
    }

    /// The values on the plane, the first of its axes slow.
    fn cut(&self, slice: &[f64]) -> Vec<f64> {
        let (u, v) = self.axes();
        let stride = [self.shape[1] * self.shape[2], self.shape[2], 1];
        let offset = self.at * stride[self.normal];
        let value = |i, j| slice[offset + i * stride[u] + j * stride[v]];
        (0..self.shape[u])
            .flat_map(|i| (0..self.shape[v]).map(move |j| value(i, j)))
            .collect()
    }
}

impl HeatFigure {
    fn new(
        source: &dyn Source,
        declaration: &Declaration,
        plane: &Plane,
        (index, mut values): (usize, Vec<f64>),
    ) -> Self {
        let axes = &declaration.axes;
        let (u, v) = plane.axes();
        let (u, v, normal) = (&axes[u + 1], &axes[v + 1], &axes[plane.normal + 1]);
        let extent = |a: &Axis| a.values.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        let length = Scale::fit(&u.unit, extent(u).max(extent(v)));
        let limit = colour_limit(&values);
        let scale = Scale::fit(&declaration.unit, limit);
        let beyond = match amplitude(&values) {
            largest if largest > limit => format!(",  largest {}", scale.show(largest)),
            _ => String::new(),
        };
        for x in &mut values {
            *x *= scale.factor;
        }
        let largest = limit * scale.factor;

        let (u, v) = (MapAxis::new(u, &length), MapAxis::new(v, &length));
        let at = |a: &Axis, i: usize| {
            let value = a.values[i];
            let largest = a.values.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
            format!("{} = {}", a.name, Scale::fit(&a.unit, largest).show(value))
        };
        let title = match source.title() {
            "" => declaration.name.clone(),
            title => format!("{title} \u{2013} {}", declaration.name),
        };
        Self {
            title,
            subtitle: format!("{},  {}{beyond}", at(&axes[0], index), at(normal, plane.at)),
            plane: fit(u.length(), v.length()),
            u,
            v,
            values,
            bar_label: scale.label(declaration.parent_and_leaf().1),
            // A field that is zero everywhere is drawn white.
            largest: if largest > 0.0 { largest } else { 1.0 },
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
                let RGBColor(r, g, b) = diverging(self.values[i * nv + j] / self.largest);
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
        chart
            .configure_mesh()
            .disable_mesh()
            .x_desc(&self.u.label)
            .y_desc(&self.v.label)
            .x_labels((self.plane.0 / 90).clamp(2, 9) as usize)
            .y_labels((self.plane.1 / 60).clamp(2, 9) as usize)
            .x_label_formatter(&|x| tick(*x))
            .y_label_formatter(&|y| tick(*y))
            .label_style(plain(SMALL * k.cast_signed()))
            .axis_desc_style(plain(LABEL * k.cast_signed()))
            .axis_style(INK.stroke_width(k))
            .set_all_tick_mark_size(5 * k)
            .draw()
            .map_err(text)
    }

    fn bar(&self) -> ColourBar<'_> {
        ColourBar {
            label: &self.bar_label,
            range: -self.largest..self.largest,
            colour: |part| diverging(2.0 * part - 1.0),
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

impl MapAxis {
    /// Cells end halfway between their values; the outermost are symmetric about theirs.
    fn new(axis: &Axis, scale: &Scale) -> Self {
        let x: Vec<f64> = axis.values.iter().map(|x| x * scale.factor).collect();
        let n = x.len();
        let mut edges = vec![x[0] - (x[1] - x[0]) / 2.0];
        edges.extend(x.windows(2).map(|w| f64::midpoint(w[0], w[1])));
        edges.push(x[n - 1] + (x[n - 1] - x[n - 2]) / 2.0);
        Self {
            label: scale.label(&axis.name),
            edges,
        }
    }

    fn range(&self) -> Range<f64> {
        self.edges[0]..self.edges[self.edges.len() - 1]
    }

    fn length(&self) -> f64 {
        self.range().end - self.range().start
    }

    /// The cell under each of `pixels` equal parts of the axis.
    fn cells(&self, pixels: u32) -> Vec<usize> {
        let cell = |p: u32| {
            let x = self.edges[0] + self.length() * (p as f64 + 0.5) / pixels as f64;
            self.edges
                .partition_point(|e| *e <= x)
                .clamp(1, self.edges.len() - 1)
                - 1
        };
        (0..pixels).map(cell).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_of_a_graded_axis_end_at_midpoints() {
        let axis = Axis::new("x", "m", vec![0.0, 1.0, 4.0]);
        let map = MapAxis::new(
            &axis,
            &Scale {
                factor: 1.0,
                unit: "m".to_owned(),
            },
        );
        assert_eq!(map.edges, [-0.5, 0.5, 2.5, 5.5]);
        assert_eq!(map.cells(6), [0, 1, 1, 2, 2, 2]);
    }

    #[test]
    fn a_box_is_cut_in_its_middle_normal_to_z() {
        let plane = Plane {
            shape: [2, 2, 3],
            normal: 2,
            at: 1,
        };
        let values: Vec<f64> = (0..12).map(f64::from).collect();
        assert_eq!(plane.cut(&values), [1.0, 4.0, 7.0, 10.0]);
        let plane = Plane {
            shape: [2, 1, 3],
            normal: 1,
            at: 0,
        };
        assert_eq!(plane.cut(&values[..6]), [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
    }
}
