//! Shapes in the cell, and the Fourier coefficients of the regions that they cover.
//!
//! ```text
//! c(q) = 1/(Lx Ly) int int_shape e^{j q.r} dA,   q = 2 pi (m/Lx, n/Ly)
//! ellipse:  pi a b/(Lx Ly) e^{j q.c} 2 J_1(k)/k,   k^2 = (a q.u)^2 + (b q.v)^2,   half axes a along u and b along v
//! polygon:  1/(j q^2 Lx Ly) sum over the sides t from p:   (q_x t_y - q_y t_x) e^{j q.(p + t/2)} sin(q.t/2)/(q.t/2)
//! ```
//!
//! The second follows from q.grad e^{j q.r} = j q^2 e^{j q.r} and the divergence theorem (S.-W. Lee, R. Mittra, IEEE Trans. Antennas Propagat. 31,
//! 99, 1983). Tested against each other and against sums over pixels.

use std::f64::consts::{PI, TAU};

use poynting_linalg::c64;
use poynting_physics::hankel::hankel;

use crate::error::{RcwaError, positive};

/// A point in the plane of a layer, in metres.
pub type Point = [f64; 2];

/// A region of a layer.
#[derive(Debug, Clone, PartialEq)]
pub struct Shape {
    pub(crate) outline: Outline,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Outline {
    Rectangle {
        low: Point,
        high: Point,
    },
    Ellipse {
        center: Point,
        axes: [f64; 2],
        /// Cosine and sine of the angle from +x to the first axis.
        turn: [f64; 2],
    },
    /// Anticlockwise.
    Polygon(Vec<Point>),
}

/// A short part of an outline.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Piece {
    pub at: Point,
    /// Outwards, of length one.
    pub normal: Point,
    pub length: f64,
}

impl Shape {
    /// A rectangle along the axes, with its centre and its sizes in metres.
    pub fn rectangle([x, y]: Point, [width, height]: [f64; 2]) -> Result<Self, RcwaError> {
        let half = [
            0.5 * positive("the width of a rectangle", width)?,
            0.5 * positive("the height of a rectangle", height)?,
        ];
        Ok(Self {
            outline: Outline::Rectangle {
                low: [x - half[0], y - half[1]],
                high: [x + half[0], y + half[1]],
            },
        })
    }

    /// A circle with its centre and its radius in metres.
    pub fn circle(center: Point, radius: f64) -> Result<Self, RcwaError> {
        Self::ellipse(center, [radius; 2], 0.0)
    }

    /// An ellipse with its centre, its half axes in metres, and the angle from +x to the first of them in radians.
    pub fn ellipse(center: Point, axes: [f64; 2], turn: f64) -> Result<Self, RcwaError> {
        for axis in axes {
            positive("the half axis of an ellipse", axis)?;
        }
        let (sin, cos) = turn.sin_cos();
        Ok(Self {
            outline: Outline::Ellipse {
                center,
                axes,
                turn: [cos, sin],
            },
        })
    }

    /// A polygon with its corners in metres, in either direction; its sides must not cross.
    pub fn polygon(mut corners: Vec<Point>) -> Result<Self, RcwaError> {
        if corners.len() < 3 {
            return Err(RcwaError::Filling {
                name: "corners",
                found: corners.len(),
                demand: "a polygon needs three",
            });
        }
        let area = area(&corners);
        positive("the area of a polygon", area.abs())?;
        if area < 0.0 {
            corners.reverse();
        }
        Ok(Self {
            outline: Outline::Polygon(corners),
        })
    }

    /// The lowest and the highest coordinates.
    pub(crate) fn bounds(&self) -> [Point; 2] {
        match &self.outline {
            Outline::Rectangle { low, high } => [*low, *high],
            Outline::Ellipse { center, axes, turn } => {
                let [a, b] = *axes;
                let reach = [
                    (a * turn[0]).hypot(b * turn[1]),
                    (a * turn[1]).hypot(b * turn[0]),
                ];
                [0, 1].map(|end| {
                    let sign = if end == 0 { -1.0 } else { 1.0 };
                    [center[0] + sign * reach[0], center[1] + sign * reach[1]]
                })
            }
            Outline::Polygon(corners) => {
                let bound = |pick: fn(f64, f64) -> f64| {
                    [0, 1].map(|axis| {
                        (corners.iter().map(|corner| corner[axis]))
                            .reduce(pick)
                            .unwrap_or_default()
                    })
                };
                [bound(f64::min), bound(f64::max)]
            }
        }
    }

    /// Whether it covers a point.
    pub fn covers(&self, [x, y]: Point) -> bool {
        match &self.outline {
            Outline::Rectangle { low, high } => {
                low[0] <= x && x <= high[0] && low[1] <= y && y <= high[1]
            }
            Outline::Ellipse { center, axes, turn } => {
                let [dx, dy] = [x - center[0], y - center[1]];
                let along = (dx * turn[0] + dy * turn[1]) / axes[0];
                let across = (dy * turn[0] - dx * turn[1]) / axes[1];
                along * along + across * across <= 1.0
            }
            Outline::Polygon(corners) => {
                let crossed = sides(corners).filter(|&([px, py], [tx, ty])| {
                    (py <= y) != (py + ty <= y) && x < px + tx * (y - py) / ty
                });
                crossed.count() % 2 == 1
            }
        }
    }

    /// int int e^{j q.r} dA over the shape, in square metres.
    pub(crate) fn transform(&self, q: Point) -> c64 {
        match &self.outline {
            Outline::Rectangle { .. } => transform_of(&self.corners(), q),
            Outline::Polygon(corners) => transform_of(corners, q),
            Outline::Ellipse { center, axes, turn } => {
                let along = axes[0] * (q[0] * turn[0] + q[1] * turn[1]);
                let across = axes[1] * (q[1] * turn[0] - q[0] * turn[1]);
                let k = along.hypot(across);
                let ratio = if k == 0.0 {
                    1.0
                } else {
                    2.0 * hankel(k)[1].re / k
                };
                c64::cis(q[0] * center[0] + q[1] * center[1]) * (PI * axes[0] * axes[1] * ratio)
            }
        }
    }

    fn corners(&self) -> Vec<Point> {
        match &self.outline {
            Outline::Rectangle { low, high } => {
                vec![*low, [high[0], low[1]], *high, [low[0], high[1]]]
            }
            Outline::Polygon(corners) => corners.clone(),
            Outline::Ellipse { .. } => Vec::new(),
        }
    }

    /// Its outline in about this many pieces.
    pub(crate) fn pieces(&self, count: usize) -> Vec<Piece> {
        if let Outline::Ellipse { center, axes, turn } = &self.outline {
            let piece = |number: usize| {
                let (sin, cos) = (TAU * (number as f64 + 0.5) / count as f64).sin_cos();
                let [a, b] = *axes;
                let rotated =
                    |[x, y]: Point| [x * turn[0] - y * turn[1], x * turn[1] + y * turn[0]];
                let [x, y] = rotated([a * cos, b * sin]);
                // The tangent has the length of the outline per radian of its parameter.
                let speed = (a * sin).hypot(b * cos);
                Piece {
                    at: [center[0] + x, center[1] + y],
                    normal: rotated([b * cos / speed, a * sin / speed]),
                    length: speed * TAU / count as f64,
                }
            };
            return (0..count).map(piece).collect();
        }
        let corners = self.corners();
        let total: f64 = sides(&corners).map(|(_, [x, y])| x.hypot(y)).sum();
        let mut pieces = Vec::new();
        for (start, [x, y]) in sides(&corners) {
            let length = x.hypot(y);
            let parts = (length / total * count as f64).ceil().max(1.0);
            for part in 0..parts as usize {
                let s = (part as f64 + 0.5) / parts;
                pieces.push(Piece {
                    at: [start[0] + s * x, start[1] + s * y],
                    normal: [y / length, -x / length],
                    length: length / parts,
                });
            }
        }
        pieces
    }
}

/// The corners, each with the side that begins there.
fn sides(corners: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    let next = corners.iter().cycle().skip(1);
    (corners.iter().zip(next)).map(|(&p, &q)| (p, [q[0] - p[0], q[1] - p[1]]))
}

fn area(corners: &[Point]) -> f64 {
    let twice: f64 = sides(corners).map(|(p, t)| p[0] * t[1] - p[1] * t[0]).sum();
    0.5 * twice
}

fn transform_of(corners: &[Point], q: Point) -> c64 {
    let square = q[0] * q[0] + q[1] * q[1];
    if square == 0.0 {
        return c64::new(area(corners), 0.0);
    }
    let one = |(p, t): (Point, Point)| {
        let half = 0.5 * (q[0] * t[0] + q[1] * t[1]);
        let ratio = if half == 0.0 { 1.0 } else { half.sin() / half };
        c64::cis(q[0] * p[0] + q[1] * p[1] + half) * ((q[0] * t[1] - q[1] * t[0]) * ratio)
    };
    let sum: c64 = sides(corners).map(one).sum();
    // Divided by j q^2.
    c64::new(sum.im, -sum.re) * (1.0 / square)
}
