//! Shapes painted one after the other on a background.
//!
//! ```text
//! eps(q) = eps_0 delta_q0 + sum_i (eps_i - eps_under_i) c_i(q)
//! ```
//!
//! with the coefficients c_i of the regions (`shape`). A shape lies within one region of what was painted before it, which it replaces there: so
//! a ring is a disc with a smaller disc of the background on it. This is checked at points of a raster and along the outline.

use std::f64::consts::TAU;

use poynting_linalg::{Mat, c64};

use crate::cell::{Cell, Orders};
use crate::error::RcwaError;
use crate::raster::Raster;
use crate::shape::{Outline, Piece, Point, Shape};

/// A background with shapes on it, repeated with the cell.
#[derive(Debug, Clone, PartialEq)]
pub struct Pattern {
    pub(crate) background: c64,
    pub(crate) painted: Vec<(Shape, c64)>,
}

impl Pattern {
    /// A background of this relative permittivity.
    pub const fn new(background: c64) -> Self {
        Self {
            background,
            painted: Vec::new(),
        }
    }

    /// Adds a shape of this relative permittivity; where it lies it replaces what is there.
    #[must_use]
    pub fn with(mut self, shape: Shape, permittivity: c64) -> Self {
        self.painted.push((shape, permittivity));
        self
    }
}

/// A pattern in its cell.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Placed {
    pattern: Pattern,
    periods: [f64; 2],
    /// What was under each shape.
    under: Vec<c64>,
}

/// Points of the check along an outline, and along each side of the cell.
const CHECKED: usize = 64;
/// How far from an outline its two sides are looked up, over the period.
const BESIDE: f64 = 1e-7;

impl Placed {
    pub fn new(pattern: Pattern, cell: Cell, layer: usize) -> Result<Self, RcwaError> {
        let Some(y) = cell.y() else {
            return Err(RcwaError::NoSecondPeriod { layer });
        };
        let mut placed = Self {
            under: Vec::new(),
            periods: [cell.x(), y],
            pattern,
        };
        for shape in 0..placed.pattern.painted.len() {
            placed.under.push(placed.region_under(shape)?);
        }
        Ok(placed)
    }

    /// The permittivity of the region on which a shape was painted.
    fn region_under(&self, number: usize) -> Result<c64, RcwaError> {
        let shape = &self.pattern.painted[number].0;
        let [low, high] = shape.bounds();
        for axis in [0, 1] {
            let size = high[axis] - low[axis];
            if size > self.periods[axis] * (1.0 + 1e-12) {
                return Err(RcwaError::Value {
                    name: "the size of a shape",
                    value: size,
                    demand: "it must not exceed the period",
                });
            }
        }
        let beside = BESIDE * self.periods[0].min(self.periods[1]);
        let inwards = (shape.pieces(CHECKED).into_iter()).map(|piece| piece.moved(-beside));
        let inside = (0..CHECKED * CHECKED).map(|place| {
            let share = |part: usize| (part as f64 + 0.5) / CHECKED as f64;
            let [u, v] = [share(place % CHECKED), share(place / CHECKED)];
            [
                low[0] + u * (high[0] - low[0]),
                low[1] + v * (high[1] - low[1]),
            ]
        });
        let mut under = None;
        for at in inwards.chain(inside.filter(|&at| shape.covers(at))) {
            let region = self.region(at, number);
            if *under.get_or_insert(region) != region {
                return Err(RcwaError::Overlap { shape: number, at });
            }
        }
        Ok(self.permittivity_of(under.flatten()))
    }

    /// The last of the first `count` shapes that covers a point or one of its images.
    fn region(&self, at: Point, count: usize) -> Option<usize> {
        let covers = |&number: &usize| {
            let shape = &self.pattern.painted[number].0;
            let [low, high] = shape.bounds();
            shape.covers([0, 1].map(|axis| {
                let center = 0.5 * (low[axis] + high[axis]);
                let period = self.periods[axis];
                at[axis] - period * ((at[axis] - center) / period).round()
            }))
        };
        (0..count).rev().find(covers)
    }

    fn permittivity_of(&self, region: Option<usize>) -> c64 {
        region.map_or(self.pattern.background, |number| {
            self.pattern.painted[number].1
        })
    }

    /// The permittivity at a point.
    pub fn permittivity(&self, at: Point) -> c64 {
        self.permittivity_of(self.region(at, self.pattern.painted.len()))
    }

    /// The periods in metres.
    pub fn periods(&self) -> [f64; 2] {
        self.periods
    }

    /// The pieces of all outlines across which the permittivity jumps.
    pub fn edges(&self, count: usize) -> Vec<Piece> {
        let beside = BESIDE * self.periods[0].min(self.periods[1]);
        let pieces = (self.pattern.painted.iter()).flat_map(|(shape, _)| shape.pieces(count));
        pieces
            .filter(|piece| {
                let sides = [-beside, beside].map(|by| self.permittivity(piece.moved(by)));
                sides[0] != sides[1]
            })
            .collect()
    }

    /// The matrix of the coefficients of a function of the permittivity.
    pub fn toeplitz(&self, orders: Orders, of: impl Fn(c64) -> c64) -> Mat<c64> {
        let area = self.periods[0] * self.periods[1];
        let one = |[m, n]: [i32; 2]| {
            let q = [
                TAU * f64::from(m) / self.periods[0],
                TAU * f64::from(n) / self.periods[1],
            ];
            let mut sum = c64::default();
            if [m, n] == [0, 0] {
                sum += of(self.pattern.background);
            }
            for ((shape, value), &under) in self.pattern.painted.iter().zip(&self.under) {
                sum += (of(*value) - of(under)) * (shape.transform(q) * (1.0 / area));
            }
            sum
        };
        toeplitz(orders, one)
    }

    /// The pattern as a raster, if all shapes are rectangles.
    pub fn raster(&self) -> Option<Raster> {
        let mut edges = [vec![0.0, 1.0], vec![0.0, 1.0]];
        for (shape, _) in &self.pattern.painted {
            let Outline::Rectangle { low, high } = shape.outline else {
                return None;
            };
            for axis in [0, 1] {
                for end in [low[axis], high[axis]] {
                    edges[axis].push((end / self.periods[axis]).rem_euclid(1.0));
                }
            }
        }
        let [x, y] = edges.map(sorted);
        let middle =
            |edges: &[f64], at: usize, period: f64| 0.5 * (edges[at] + edges[at + 1]) * period;
        let mut values = Vec::new();
        for row in 0..y.len() - 1 {
            for column in 0..x.len() - 1 {
                let [px, py] = self.periods;
                values.push(self.permittivity([middle(&x, column, px), middle(&y, row, py)]));
            }
        }
        Some(Raster { x, y, values })
    }
}

impl Piece {
    /// A point beside it, outwards if `by` is positive.
    fn moved(&self, by: f64) -> Point {
        [
            self.at[0] + by * self.normal[0],
            self.at[1] + by * self.normal[1],
        ]
    }
}

/// Edges in order, without those that are equal but for rounding.
fn sorted(mut edges: Vec<f64>) -> Vec<f64> {
    edges.sort_by(f64::total_cmp);
    let mut kept: Vec<f64> = Vec::new();
    for edge in edges {
        if kept.last().is_none_or(|&last| edge - last > 1e-12) {
            kept.push(edge);
        }
    }
    // The end of the cell, and not an edge that rounding puts just before it.
    if let Some(last) = kept.last_mut() {
        *last = 1.0;
    }
    kept
}

/// The matrix c(m - m', n - n').
pub(crate) fn toeplitz(orders: Orders, coefficient: impl Fn([i32; 2]) -> c64) -> Mat<c64> {
    let reach = Orders::crossed(2 * orders.x, 2 * orders.y);
    let all: Vec<c64> = (0..reach.count())
        .map(|place| coefficient(reach.at(place)))
        .collect();
    let columns = orders.columns();
    Mat::from_fn(orders.count(), orders.count(), |at, from| {
        let m = 2 * orders.x + at % columns - from % columns;
        let n = 2 * orders.y + at / columns - from / columns;
        all[n * reach.columns() + m]
    })
}
