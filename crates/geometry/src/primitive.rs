//! Box, ball and cone. A cylinder is a cone of two equal radii.
//!
//! Every primitive is a half-open set, `[lower, upper)` along z; the box is
//! half-open along all axes, so boxes that share a face share no point.

use poynting_scene::Point;

use crate::aabb::Aabb;
use crate::spans::Spans;
use crate::vector::{along, dot, norm, sub, turned};

/// Half-open box `[min, max)` on every axis.
pub fn box_contains(b: &Aabb, p: Point) -> bool {
    (0..3).all(|a| b.min[a] <= p[a] && p[a] < b.max[a])
}

pub fn box_distance(b: &Aabb, p: Point) -> f64 {
    let q: Point = std::array::from_fn(|a| (b.min[a] - p[a]).max(p[a] - b.max[a]));
    let outside = norm(q.map(|d| d.max(0.0)));
    let inside = q[0].max(q[1]).max(q[2]).min(0.0);
    outside + inside
}

#[derive(Debug, Clone, Copy)]
pub struct Ball {
    pub center: Point,
    pub radius: f64,
}

impl Ball {
    pub fn contains(&self, p: Point) -> bool {
        let d = sub(p, self.center);
        dot(d, d) < self.radius * self.radius
    }

    pub fn distance(&self, p: Point) -> f64 {
        norm(sub(p, self.center)) - self.radius
    }

    pub fn bounds(&self) -> Aabb {
        Aabb {
            min: self.center.map(|c| c - self.radius),
            max: self.center.map(|c| c + self.radius),
        }
    }

    pub fn spans(&self, axis: usize, at: Point, out: &mut Spans) {
        let [dx, dy, _] = turned(sub(at, self.center), axis);
        let square = self.radius * self.radius - dx * dx - dy * dy;
        if square > 0.0 {
            let half = square.sqrt();
            out.push(self.center[axis] - half, self.center[axis] + half);
        }
    }
}

/// Points with 0 <= t < length and rho < `radius_from` + slope t, where t is the coordinate along the
/// axis and rho the distance from it.
#[derive(Debug, Clone, Copy)]
pub struct Cone {
    pub from: Point,
    pub to: Point,
    pub radius_from: f64,
    pub radius_to: f64,
    direction: Point,
    length: f64,
    slope: f64,
}

impl Cone {
    /// None when the ends coincide.
    pub fn new(from: Point, to: Point, radius_from: f64, radius_to: f64) -> Option<Self> {
        let d = sub(to, from);
        let length = norm(d);
        (length > 0.0).then(|| Self {
            from,
            to,
            radius_from,
            radius_to,
            direction: d.map(|c| c / length),
            length,
            slope: (radius_to - radius_from) / length,
        })
    }

    /// The axis to which the cone is parallel, if any.
    pub fn axis(&self) -> Option<usize> {
        (0..3).find(|&a| (0..3).all(|b| b == a || (self.from[b] - self.to[b]).abs() <= 0.0))
    }

    /// Coordinate along the axis, and distance from it.
    fn cylindrical(&self, p: Point) -> (f64, f64) {
        let d = sub(p, self.from);
        let t = dot(d, self.direction);
        (t, norm(along(d, -t, self.direction)))
    }

    fn inside(&self, t: f64, rho: f64) -> bool {
        (0.0..self.length).contains(&t) && rho < self.radius_from + self.slope * t
    }

    pub fn contains(&self, p: Point) -> bool {
        let (t, rho) = self.cylindrical(p);
        self.inside(t, rho)
    }

    /// Exact: in the plane (t, rho) the surface is three segments.
    pub fn distance(&self, p: Point) -> f64 {
        let (t, rho) = self.cylindrical(p);
        let corners = [
            [0.0, 0.0],
            [0.0, self.radius_from],
            [self.length, self.radius_to],
            [self.length, 0.0],
        ];
        let nearest = corners
            .windows(2)
            .map(|c| segment_distance([t, rho], c[0], c[1]))
            .fold(f64::INFINITY, f64::min);
        if self.inside(t, rho) {
            -nearest
        } else {
            nearest
        }
    }

    /// Bounds of the two end discs, each of half width r sqrt(1 - u_a^2) along axis a.
    pub fn bounds(&self) -> Aabb {
        let half = |r: f64, a: usize| r * (1.0 - self.direction[a].powi(2)).max(0.0).sqrt();
        let disc = |c: Point, r: f64| Aabb {
            min: std::array::from_fn(|a| c[a] - half(r, a)),
            max: std::array::from_fn(|a| c[a] + half(r, a)),
        };
        disc(self.from, self.radius_from).union(&disc(self.to, self.radius_to))
    }

    /// With axes rotated so that the line runs along z: t = c + u_z w with w = z - from_z, and rho^2 < r(t)^2 is the
    /// quadratic inequality a w^2 + 2 b w + k < 0. Both nappes of the double cone satisfy it; the slab keeps ours.
    pub fn spans(&self, axis: usize, at: Point, out: &mut Spans) {
        let [dx, dy, _] = turned(sub(at, self.from), axis);
        let [ux, uy, uz] = turned(self.direction, axis);
        let (r, s) = (self.radius_from, self.slope);
        let c = ux * dx + uy * dy;
        let m = 1.0 + s * s;
        let quadratic = Quadratic {
            a: 1.0 - uz * uz * m,
            b: -uz * (c * m + r * s),
            k: dx * dx + dy * dy - c * c * m - 2.0 * r * s * c - r * r,
        };
        let slab = if uz == 0.0 {
            if !(0.0..self.length).contains(&c) {
                return;
            }
            [f64::NEG_INFINITY, f64::INFINITY]
        } else {
            let (w0, w1) = (-c / uz, (self.length - c) / uz);
            [w0.min(w1), w0.max(w1)]
        };
        for piece in quadratic.negative().into_iter().flatten() {
            let (lower, upper) = (piece[0].max(slab[0]), piece[1].min(slab[1]));
            out.push(self.from[axis] + lower, self.from[axis] + upper);
        }
    }
}

/// a w^2 + 2 b w + k.
struct Quadratic {
    a: f64,
    b: f64,
    k: f64,
}

impl Quadratic {
    /// Where it is negative: at most two intervals, in ascending order.
    fn negative(&self) -> [Option<[f64; 2]>; 2] {
        const ALL: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];
        let Self { a, b, k } = *self;
        if a == 0.0 && b == 0.0 {
            return [(k < 0.0).then_some(ALL), None];
        }
        if a == 0.0 {
            let root = -k / (2.0 * b);
            let half = if b > 0.0 {
                [ALL[0], root]
            } else {
                [root, ALL[1]]
            };
            return [Some(half), None];
        }
        let discriminant = b * b - a * k;
        if discriminant <= 0.0 {
            return [(a < 0.0).then_some(ALL), None];
        }
        // The root without cancellation first, the other from the product of the roots.
        let q = -(b + discriminant.sqrt().copysign(b));
        let (w0, w1) = (q / a, k / q);
        let (lower, upper) = (w0.min(w1), w0.max(w1));
        if a > 0.0 {
            [Some([lower, upper]), None]
        } else {
            [Some([ALL[0], lower]), Some([upper, ALL[1]])]
        }
    }
}

fn segment_distance(p: [f64; 2], a: [f64; 2], b: [f64; 2]) -> f64 {
    let (d, e) = ([b[0] - a[0], b[1] - a[1]], [p[0] - a[0], p[1] - a[1]]);
    let square = d[0] * d[0] + d[1] * d[1];
    let s = if square > 0.0 {
        ((e[0] * d[0] + e[1] * d[1]) / square).clamp(0.0, 1.0)
    } else {
        0.0
    };
    (e[0] - s * d[0]).hypot(e[1] - s * d[1])
}
