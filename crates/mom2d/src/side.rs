//! A side of an outline, or a piece of one: a straight line or an arc of a circle.
//!
//! Where a point r has the foot t0 on the line or circle, t the length along it,
//!
//! ```text
//! line:  R^2 = (t - t0)^2 + d^2                                     d the distance from the line
//! arc:   R^2 = (p - a)^2 + 4 a p sin^2((t - t0)/2a)
//!            = (p/a) ((t - t0)^2 + d^2) (1 + O((t - t0)^2/a^2)),    d^2 = (p - a)^2 a/p,  p the distance from the centre
//! ```
//!
//! so that one closed form serves both (`singular`).

use std::f64::consts::{PI, TAU};

/// x and y in m.
pub type Point = [f64; 2];

/// A straight line or an arc.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Side {
    /// A straight line.
    Line {
        /// Where it begins.
        from: Point,
        /// Where it ends.
        to: Point,
    },
    /// An arc of a circle.
    Arc {
        /// Its centre.
        centre: Point,
        /// Its radius in m.
        radius: f64,
        /// The angle at which it begins, in radians from +x.
        from: f64,
        /// The angle through which it turns, positive anticlockwise.
        sweep: f64,
    },
}

/// Where a point is, as seen from a side.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Foot {
    /// Length along the side to the foot, which may lie beyond its ends.
    pub along: f64,
    /// d^2 of the formulas above.
    pub distance2: f64,
    /// p/a, or 1.
    pub stretch: f64,
}

impl Side {
    /// The point at a fraction of the length.
    pub fn point(&self, fraction: f64) -> Point {
        match *self {
            Self::Line { from, to } => {
                std::array::from_fn(|i| from[i] + fraction * (to[i] - from[i]))
            }
            Self::Arc {
                centre,
                radius,
                from,
                sweep,
            } => {
                let (sin, cos) = (from + fraction * sweep).sin_cos();
                [centre[0] + radius * cos, centre[1] + radius * sin]
            }
        }
    }

    /// The unit tangent at a fraction of the length.
    pub fn tangent(&self, fraction: f64) -> Point {
        match *self {
            Self::Line { from, to } => {
                let along = sub(to, from);
                let length = norm(along);
                along.map(|x| x / length)
            }
            Self::Arc { from, sweep, .. } => {
                let (sin, cos) = (from + fraction * sweep).sin_cos();
                [-sin, cos].map(|x| x * sweep.signum())
            }
        }
    }

    /// The length in m.
    pub fn length(&self) -> f64 {
        match *self {
            Self::Line { from, to } => norm(sub(to, from)),
            Self::Arc { radius, sweep, .. } => radius * sweep.abs(),
        }
    }

    /// The same side from its end to its beginning.
    #[must_use]
    pub fn reversed(&self) -> Self {
        self.piece(1.0, 0.0)
    }

    /// The piece between two fractions of the length.
    #[must_use]
    pub fn piece(&self, first: f64, last: f64) -> Self {
        match *self {
            Self::Line { .. } => Self::Line {
                from: self.point(first),
                to: self.point(last),
            },
            Self::Arc {
                centre,
                radius,
                from,
                sweep,
            } => Self::Arc {
                centre,
                radius,
                from: from + first * sweep,
                sweep: (last - first) * sweep,
            },
        }
    }

    /// Twice the area between the side and the origin, positive anticlockwise.
    pub(crate) fn swept(&self) -> f64 {
        let (start, end) = (self.point(0.0), self.point(1.0));
        match *self {
            Self::Line { .. } => cross(start, end),
            Self::Arc {
                centre,
                radius,
                sweep,
                ..
            } => radius * radius * sweep + cross(centre, sub(end, start)),
        }
    }

    /// The largest angle through which a piece turns.
    pub(crate) fn turn(&self) -> f64 {
        match *self {
            Self::Line { .. } => 0.0,
            Self::Arc { sweep, .. } => sweep.abs(),
        }
    }

    /// Where a point is, as seen from this side.
    pub(crate) fn foot(&self, at: Point) -> Foot {
        match *self {
            Self::Line { from, .. } => {
                let (offset, tangent) = (sub(at, from), self.tangent(0.0));
                let distance = cross(tangent, offset);
                Foot {
                    along: dot(tangent, offset),
                    distance2: distance * distance,
                    stretch: 1.0,
                }
            }
            Self::Arc {
                centre,
                radius,
                from,
                sweep,
            } => {
                let [x, y] = sub(at, centre);
                let from_centre = x.hypot(y);
                // The turn of the circle that is nearest to the middle of the arc.
                let middle = from + 0.5 * sweep;
                let angle = (y.atan2(x) - middle + PI).rem_euclid(TAU) - PI;
                let stretch = from_centre / radius;
                let distance = from_centre - radius;
                Foot {
                    along: radius * (0.5 * sweep.abs() + angle * sweep.signum()),
                    distance2: distance * distance / stretch,
                    stretch,
                }
            }
        }
    }
}

pub(crate) fn sub(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1]]
}

pub(crate) fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

pub(crate) fn cross(a: Point, b: Point) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

pub(crate) fn norm(a: Point) -> f64 {
    a[0].hypot(a[1])
}
