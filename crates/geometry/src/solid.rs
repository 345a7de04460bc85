//! The compiled form of a shape.

use std::path::Path;

use poynting_scene::{Point, Shape};

use crate::aabb::Aabb;
use crate::error::GeometryError;
use crate::mesher::surface_of;
use crate::polyhedron::Polyhedron;
use crate::primitive::{Ball, Cone, box_contains, box_distance};
use crate::spans::Spans;
use crate::surface::{Surface, require_inside};

/// A region of space that supports geometric queries.
///
/// Sets are half-open: a box contains its lower faces and not its upper ones, so boxes that share a
/// face share no point, and every solid contains the lower end of each of its [`Solid::spans`] and not
/// the upper one. A box without thickness (a sheet or a wire) contains no point at all;
/// [`Solid::degeneracy`] identifies it. Nor does a triangle surface that is a sheet. Overlapping bodies within one triangle surface count by parity:
/// the inside of two of them is outside.
#[derive(Debug, Clone)]
pub struct Solid {
    kind: Kind,
    bounds: Aabb,
}

#[derive(Debug, Clone)]
pub(crate) enum Kind {
    Box,
    Ball(Ball),
    Cone(Cone),
    Polyhedron(Box<Polyhedron>),
    Sheet(Box<Polyhedron>),
    Union(Vec<Solid>),
    Difference(Vec<Solid>),
    Intersection(Vec<Solid>),
}

/// Which extents of a box are zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Degeneracy {
    /// Not a box, or a box with volume.
    None,
    /// A sheet normal to `axis`.
    Sheet {
        /// Its normal.
        axis: usize,
    },
    /// A wire along `axis`.
    Wire {
        /// Its direction.
        axis: usize,
    },
    /// A point.
    Point,
}

impl Solid {
    /// Compiles a shape; file names are relative to `base_dir`.
    pub fn new(shape: &Shape, base_dir: &Path) -> Result<Self, GeometryError> {
        let kind = match shape {
            Shape::Box { from, to } => {
                let bounds = Aabb {
                    min: *from,
                    max: *to,
                };
                return Ok(Self {
                    kind: Kind::Box,
                    bounds,
                });
            }
            Shape::Sphere { center, radius } => Kind::Ball(Ball {
                center: *center,
                radius: *radius,
            }),
            Shape::Cylinder { from, to, radius } => {
                Kind::Cone(cone("cylinder", [*from, *to], [*radius, *radius])?)
            }
            Shape::Cone {
                from,
                to,
                radius_from,
                radius_to,
            } => Kind::Cone(cone("cone", [*from, *to], [*radius_from, *radius_to])?),
            Shape::Polyhedron { file, unit, offset } => {
                Kind::Polyhedron(Box::new(load(&base_dir.join(file), *unit, *offset)?))
            }
            Shape::Sheet { file, unit, offset } => {
                let surface = Surface::read(&base_dir.join(file), *unit, *offset)?;
                Kind::Sheet(Box::new(Polyhedron::new(&surface)))
            }
            Shape::Almond { length, .. } | Shape::Ogive { length, .. } => facets(shape, *length)?,
            Shape::ConeSphere {
                radius, half_angle, ..
            } => facets(shape, radius * (1.0 + 1.0 / half_angle.sin()))?,
            Shape::Union(parts) => Kind::Union(compile(parts, base_dir)?),
            Shape::Difference(parts) => Kind::Difference(compile(parts, base_dir)?),
            Shape::Intersection(parts) => Kind::Intersection(compile(parts, base_dir)?),
        };
        let bounds = bounds(&kind);
        Ok(Self { kind, bounds })
    }

    /// Whether the point is inside.
    pub fn contains(&self, p: Point) -> bool {
        match &self.kind {
            Kind::Box => box_contains(&self.bounds, p),
            Kind::Ball(ball) => ball.contains(p),
            Kind::Cone(cone) => cone.contains(p),
            Kind::Polyhedron(poly) => poly.contains(p),
            Kind::Sheet(_) => false,
            Kind::Union(parts) => parts.iter().any(|s| s.contains(p)),
            Kind::Intersection(parts) => parts.iter().all(|s| s.contains(p)),
            Kind::Difference(parts) => match parts.split_first() {
                Some((first, rest)) => first.contains(p) && !rest.iter().any(|s| s.contains(p)),
                None => false,
            },
        }
    }

    /// The smallest axis-aligned box known to contain the solid (for differences and intersections it may
    /// be larger than necessary).
    pub fn bounds(&self) -> Aabb {
        self.bounds
    }

    /// Signed distance from the surface, negative inside. Exact for primitives and polyhedra; for
    /// boolean shapes the usual minimum or maximum over the parts, whose magnitude is a lower bound.
    pub fn distance(&self, p: Point) -> f64 {
        let all = |parts: &[Self], f: fn(f64, f64) -> f64, start: f64| {
            parts.iter().map(|s| s.distance(p)).fold(start, f)
        };
        match &self.kind {
            Kind::Box => box_distance(&self.bounds, p),
            Kind::Ball(ball) => ball.distance(p),
            Kind::Cone(cone) => cone.distance(p),
            Kind::Polyhedron(poly) => poly.distance(p),
            Kind::Sheet(sheet) => sheet.distance(p).abs(),
            Kind::Union(parts) => all(parts, f64::min, f64::INFINITY),
            Kind::Intersection(parts) => all(parts, f64::max, f64::NEG_INFINITY),
            Kind::Difference(parts) => match parts.split_first() {
                Some((first, rest)) => first.distance(p).max(-all(rest, f64::min, f64::INFINITY)),
                None => f64::INFINITY,
            },
        }
    }

    /// Whether the point lies deeper inside than this. Far from the solid this is quick, unlike the distance.
    pub fn holds(&self, p: Point, depth: f64) -> bool {
        self.bounds.contains(p) && self.distance(p) < -depth
    }

    /// Replaces `out` by the intervals of z inside the solid along the line (x, y, z).
    pub fn spans(&self, x: f64, y: f64, out: &mut Spans) {
        self.spans_along(2, [x, y, 0.0], out);
    }

    /// Replaces `out` by the intervals inside the solid along the line through `at` parallel to `axis`; the coordinate of
    /// `at` along that axis does not matter. Along x and y the ends of an interval may or may not belong to the solid.
    pub fn spans_along(&self, axis: usize, at: Point, out: &mut Spans) {
        out.clear();
        let b = &self.bounds;
        let across = [(axis + 1) % 3, (axis + 2) % 3];
        if across.iter().any(|&a| at[a] < b.min[a] || at[a] > b.max[a]) {
            return;
        }
        match &self.kind {
            Kind::Box if across.iter().all(|&a| at[a] < b.max[a]) => {
                out.push(b.min[axis], b.max[axis]);
            }
            Kind::Box | Kind::Sheet(_) => {}
            Kind::Ball(ball) => ball.spans(axis, at, out),
            Kind::Cone(cone) => cone.spans(axis, at, out),
            Kind::Polyhedron(poly) => poly.spans(axis, at, out),
            Kind::Union(parts) => fold(parts, (axis, at), out, Spans::union),
            Kind::Difference(parts) => fold(parts, (axis, at), out, Spans::difference),
            Kind::Intersection(parts) => fold(parts, (axis, at), out, Spans::intersection),
        }
    }

    /// The box itself, if the solid is a plain box.
    pub fn as_box(&self) -> Option<Aabb> {
        matches!(self.kind, Kind::Box).then_some(self.bounds)
    }

    /// The plain boxes that make up the solid, if it is one or a union of nothing else.
    pub fn boxes(&self) -> Option<Vec<&Self>> {
        match &self.kind {
            Kind::Box => Some(vec![self]),
            Kind::Union(parts) => {
                let boxes: Option<Vec<_>> = parts.iter().map(Self::boxes).collect();
                boxes.map(|all| all.concat())
            }
            _ => None,
        }
    }

    /// Whether the solid is a sheet, a wire or a point.
    pub fn degeneracy(&self) -> Degeneracy {
        let Some(b) = self.as_box() else {
            return Degeneracy::None;
        };
        let flat = [0, 1, 2].map(|a| b.max[a] <= b.min[a]);
        match flat.iter().filter(|f| **f).count() {
            1 => Degeneracy::Sheet {
                axis: flat.iter().position(|f| *f).unwrap_or(0),
            },
            2 => Degeneracy::Wire {
                axis: flat.iter().position(|f| !*f).unwrap_or(0),
            },
            3 => Degeneracy::Point,
            _ => Degeneracy::None,
        }
    }

    pub(crate) fn kind(&self) -> &Kind {
        &self.kind
    }
}

fn compile(parts: &[Shape], base_dir: &Path) -> Result<Vec<Solid>, GeometryError> {
    parts.iter().map(|s| Solid::new(s, base_dir)).collect()
}

fn cone(
    shape: &'static str,
    [from, to]: [Point; 2],
    radii: [f64; 2],
) -> Result<Cone, GeometryError> {
    Cone::new(from, to, radii[0], radii[1]).ok_or(GeometryError::NoLength { shape, from, to })
}

/// Edges per length of a faceted body. Its volume is that of the body, and the facets are nowhere farther than a fifth of an
/// edge from its surface (at tips, which begin with four facets), a thousandth of the length: a fraction of a cell of any useful grid.
const FACETS: f64 = 200.0;

fn facets(shape: &Shape, length: f64) -> Result<Kind, GeometryError> {
    let surface = surface_of(shape, Path::new(""), length / FACETS)?;
    Ok(Kind::Polyhedron(Box::new(Polyhedron::new(&surface))))
}

/// Orientation does not affect parity.
fn load(file: &Path, unit: f64, offset: Point) -> Result<Polyhedron, GeometryError> {
    let surface = Surface::read(file, unit, offset)?;
    require_inside(&surface, file)?;
    Ok(Polyhedron::new(&surface))
}

fn bounds(kind: &Kind) -> Aabb {
    let all = |parts: &[Solid], f: fn(&Aabb, &Aabb) -> Aabb| {
        parts
            .iter()
            .map(Solid::bounds)
            .reduce(|a, b| f(&a, &b))
            .unwrap_or(Aabb::EMPTY)
    };
    match kind {
        Kind::Box => Aabb::EMPTY,
        Kind::Ball(ball) => ball.bounds(),
        Kind::Cone(cone) => cone.bounds(),
        Kind::Polyhedron(poly) | Kind::Sheet(poly) => poly.bounds(),
        Kind::Union(parts) => all(parts, Aabb::union),
        Kind::Difference(parts) => all(parts, |first, _| *first),
        Kind::Intersection(parts) => all(parts, Aabb::intersection),
    }
}

fn fold(
    parts: &[Solid],
    (axis, at): (usize, Point),
    out: &mut Spans,
    op: fn(&Spans, &Spans) -> Spans,
) {
    let Some((first, rest)) = parts.split_first() else {
        return;
    };
    first.spans_along(axis, at, out);
    let mut part = Spans::new();
    for solid in rest {
        solid.spans_along(axis, at, &mut part);
        *out = op(out, &part);
    }
}
