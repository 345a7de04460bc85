//! The magnitude of surface currents, seen from two opposite sides.
//!
//! Orthographic and isometric: from (1, -1, 1) and from (-1, 1, -1), so that together the views show every face of a convex body. The
//! nearest triangle under a pixel determines its colour.

use super::bar::{ColourBar, RIGHT, RIM};
use super::heat::colour_limit;
use super::picture::{DrawResult, Figure, text};
use super::style::{INK, LABEL, SMALL, TITLE, centred, fitted, sequential};
use crate::ResultsError;
use crate::source::Source;
use crate::surface::{Density, Mesh, currents, mesh};
use crate::units::Scale;
use plotters::coord::Shift;
use plotters::element::BitMapElement;
use plotters::prelude::*;
use std::ops::Range;
use std::rc::Rc;

/// A view is drawn as large as fits in this area, and never smaller than [`SMALLEST`].
const LARGEST: (f64, f64) = (440.0, 480.0);
const SMALLEST: f64 = 150.0;
const HEAD: u32 = 74;
/// Space below the views for the axis arrows.
const FOOT: u32 = 90;
/// At most this many frequencies per monitor are drawn.
const MOST_FREQUENCIES: usize = 8;

/// Level range from the largest current to the end of the colour scale.
const DEPTH_DB: f64 = 40.0;

/// Unit vectors to the right, up and towards the viewer.
type View = [[f64; 3]; 3];

fn views() -> [View; 2] {
    let (a, b, c) = (
        0.5_f64.sqrt(),
        6.0_f64.sqrt().recip(),
        3.0_f64.sqrt().recip(),
    );
    [
        [[a, a, 0.0], [-b, b, 2.0 * b], [c, -c, c]],
        [[-a, -a, 0.0], [-b, b, 2.0 * b], [-c, c, -c]],
    ]
}

/// The current of one monitor at one frequency.
pub(super) struct SurfaceFigure {
    title: String,
    subtitle: String,
    mesh: Rc<Mesh>,
    /// By triangle, in the unit of the bar.
    values: Vec<f64>,
    bar_label: String,
    /// The values at the ends of the colour scale.
    range: Range<f64>,
    /// Of one view, in pixels.
    view: (u32, u32),
}

/// The figures of all surface currents, with their names.
pub(super) fn figures(source: &dyn Source) -> Result<Vec<(String, SurfaceFigure)>, ResultsError> {
    let Some(mesh) = mesh(source)?.map(Rc::new) else {
        return Ok(Vec::new());
    };
    let mut figures = Vec::new();
    for current in currents(source, mesh.triangles.len()) {
        let count = current.frequencies.len().min(MOST_FREQUENCIES);
        for number in 0..count {
            let density = current.read(source, number)?;
            let values = density.iter().map(Density::magnitude).collect();
            let frequency = current.frequencies[number];
            let name = match source.title() {
                "" => current.name.clone(),
                title => format!("{title} \u{2013} {}", current.name),
            };
            let linear = SurfaceFigure::new(name, frequency, mesh.clone(), values);
            let levels = linear.in_decibels();
            let title = current.title(number);
            figures.push((format!("{title} dB"), levels));
            figures.push((title, linear));
        }
    }
    Ok(figures)
}

impl SurfaceFigure {
    fn new(title: String, frequency: f64, mesh: Rc<Mesh>, mut values: Vec<f64>) -> Self {
        let limit = colour_limit(&values);
        let scale = Scale::fit("A/m", limit);
        let most = values.iter().copied().fold(0.0, f64::max);
        let frequency = Scale::fit("Hz", frequency).show(frequency);
        for x in &mut values {
            *x *= scale.factor;
        }
        let [low, high] = extent(&mesh, &views()[0]);
        Self {
            title,
            subtitle: format!("frequency = {frequency},  maximum {}", scale.show(most)),
            values,
            bar_label: scale.label("|J|"),
            // Without any current everything gets the colour of zero.
            range: 0.0..if limit > 0.0 {
                limit * scale.factor
            } else {
                1.0
            },
            view: fit(high[0] - low[0], high[1] - low[1]),
            mesh,
        }
    }

    /// The same relative to its largest value, on a logarithmic scale: edges carry far more current than the areas between them.
    fn in_decibels(&self) -> Self {
        let largest = self.values.iter().copied().fold(0.0, f64::max);
        let level = |value: &f64| {
            let level = 20.0 * (value / largest).log10();
            if largest > 0.0 {
                level.max(-DEPTH_DB)
            } else {
                -DEPTH_DB
            }
        };
        Self {
            title: self.title.clone(),
            subtitle: self.subtitle.clone(),
            mesh: self.mesh.clone(),
            values: self.values.iter().map(level).collect(),
            bar_label: "|J| (dB re maximum)".to_owned(),
            range: -DEPTH_DB..0.0,
            view: self.view,
        }
    }

    /// One view in pixels, rows from the top.
    fn raster(&self, view: &View, (width, height): (u32, u32)) -> Vec<u8> {
        let [low, high] = extent(&self.mesh, view);
        let size = [f64::from(width), f64::from(height)];
        let scale = (size[0] / (high[0] - low[0])).min(size[1] / (high[1] - low[1]));
        let scale = if scale.is_finite() { scale } else { 1.0 };
        let middle: [f64; 2] = std::array::from_fn(|i| f64::midpoint(low[i], high[i]));
        let place = |v: usize| {
            let [x, y, depth] = seen(view, self.mesh.vertices[v]);
            [
                0.5 * size[0] + (x - middle[0]) * scale,
                0.5 * size[1] - (y - middle[1]) * scale,
                depth,
            ]
        };
        let mut canvas = Canvas {
            width: width as usize,
            height: height as usize,
            pixels: vec![255; (width * height * 3) as usize],
            depths: vec![f64::NEG_INFINITY; (width * height) as usize],
        };
        for (triangle, value) in self.mesh.triangles.iter().zip(&self.values) {
            let part = (value - self.range.start) / (self.range.end - self.range.start);
            canvas.fill(triangle.map(place), sequential(part));
        }
        canvas.pixels
    }

    fn draw_view<DB: DrawingBackend>(
        &self,
        view: &View,
        area: &DrawingArea<DB, Shift>,
        k: u32,
    ) -> DrawResult {
        let size = (self.view.0 * k, self.view.1 * k);
        let image = BitMapElement::with_owned_buffer(
            ((RIM * k).cast_signed(), 0),
            size,
            self.raster(view, size),
        );
        if let Some(image) = image {
            area.draw(&image).map_err(text)?;
        }
        let (k, length) = (k.cast_signed(), 30.0);
        let from = (
            k * (RIM.cast_signed() + 50),
            k * (self.view.1 + FOOT / 2).cast_signed(),
        );
        for (axis, name) in ["x", "y", "z"].into_iter().enumerate() {
            let tip = |length: f64| {
                let [right, up] = [view[0][axis], view[1][axis]].map(|x| (x * length) as i32 * k);
                (from.0 + right, from.1 - up)
            };
            let arrow = PathElement::new([from, tip(length)], INK.stroke_width(2 * k as u32));
            area.draw(&arrow).map_err(text)?;
            area.draw(&Text::new(name, tip(length + 12.0), centred(SMALL * k)))
                .map_err(text)?;
        }
        Ok(())
    }
}

impl Figure for SurfaceFigure {
    const SVG_DETAIL: u32 = 1;

    fn size(&self) -> (u32, u32) {
        let width = 2 * (self.view.0 + 2 * RIM) + RIGHT;
        (width, HEAD + self.view.1 + FOOT)
    }

    fn draw<DB: DrawingBackend>(&self, area: &DrawingArea<DB, Shift>, detail: u32) -> DrawResult {
        let k = detail.cast_signed();
        let (width, _) = self.size();
        let line = |content: &str, size: i32, y: i32| {
            let at = (k * width.cast_signed() / 2, k * y);
            let content = fitted(content, size, width - 20);
            area.draw(&Text::new(content, at, centred(size * k)))
                .map_err(text)
        };
        line(&self.title, TITLE, 24)?;
        line(&self.subtitle, LABEL, 50)?;
        let (_, body) = area.split_vertically(HEAD * detail);
        let room = (self.view.0 + 2 * RIM) * detail;
        let (front, rest) = body.split_horizontally(room);
        let (back, bar) = rest.split_horizontally(room);
        let [from_front, from_back] = views();
        self.draw_view(&from_front, &front, detail)?;
        self.draw_view(&from_back, &back, detail)?;
        let scale = ColourBar {
            label: &self.bar_label,
            range: self.range.clone(),
            colour: sequential,
            height: self.view.1,
            below: FOOT,
        };
        scale.draw(&bar, detail)
    }
}

/// The pixels of an image and their depths.
struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
    depths: Vec<f64>,
}

impl Canvas {
    /// Fills the pixels whose centre lies in a triangle and that show nothing nearer. Vertices are in pixels and depth.
    fn fill(&mut self, [a, b, c]: [[f64; 3]; 3], RGBColor(red, green, blue): RGBColor) {
        let area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
        // Seen edge-on.
        if area == 0.0 || !area.is_finite() {
            return;
        }
        let rows = |i: usize, most: usize| {
            let low = a[i].min(b[i]).min(c[i]).floor().max(0.0) as usize;
            let high = a[i].max(b[i]).max(c[i]).ceil().max(0.0) as usize;
            low..high.min(most)
        };
        for y in rows(1, self.height) {
            for x in rows(0, self.width) {
                let at = [x as f64 + 0.5, y as f64 + 0.5];
                let part = |p: [f64; 3], q: [f64; 3]| {
                    ((q[0] - p[0]) * (at[1] - p[1]) - (at[0] - p[0]) * (q[1] - p[1])) / area
                };
                let (of_c, of_a) = (part(a, b), part(b, c));
                let of_b = 1.0 - of_a - of_c;
                if of_a.min(of_b).min(of_c) < 0.0 {
                    continue;
                }
                let depth = of_a * a[2] + of_b * b[2] + of_c * c[2];
                let n = y * self.width + x;
                if depth > self.depths[n] {
                    self.depths[n] = depth;
                    self.pixels[3 * n..3 * n + 3].copy_from_slice(&[red, green, blue]);
                }
            }
        }
    }
}

/// A point in view coordinates.
fn seen(view: &View, at: [f64; 3]) -> [f64; 3] {
    view.map(|u| u[0] * at[0] + u[1] * at[1] + u[2] * at[2])
}

/// The smallest and largest coordinates to the right and up.
fn extent(mesh: &Mesh, view: &View) -> [[f64; 2]; 2] {
    let mut ends = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
    for &v in mesh.triangles.iter().flatten() {
        let at = seen(view, mesh.vertices[v]);
        for i in 0..2 {
            ends[0][i] = ends[0][i].min(at[i]);
            ends[1][i] = ends[1][i].max(at[i]);
        }
    }
    ends
}

/// Size in pixels of a view with these lengths.
fn fit(width: f64, height: f64) -> (u32, u32) {
    let scale = (LARGEST.0 / width).min(LARGEST.1 / height);
    let pixels = |length: f64| (length * scale).max(SMALLEST).round() as u32;
    (pixels(width), pixels(height))
}
