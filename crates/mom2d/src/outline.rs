//! The outline of a body: sides joined end to end.

use std::f64::consts::TAU;

use crate::error::Mom2dError;
use crate::side::{Point, Side, norm, sub};

/// Ends closer than this part of the outline's length are the same point.
const SAME: f64 = 1e-9;

/// Sides joined end to end: closed around a body, or open along a strip.
#[derive(Debug, Clone, PartialEq)]
pub struct Outline {
    sides: Vec<Side>,
    closed: bool,
}

impl Outline {
    /// Sides in their order; the outline is closed if the last one ends where the first begins.
    ///
    /// A closed outline is passed anticlockwise; it is reversed if it is given the other way round.
    pub fn new(sides: Vec<Side>) -> Result<Self, Mom2dError> {
        let (Some(first), Some(last)) = (sides.first(), sides.last()) else {
            return Err(Mom2dError::TooFew { found: 0, least: 1 });
        };
        let total: f64 = sides.iter().map(Side::length).sum();
        if !total.is_finite() {
            return Err(Mom2dError::Value {
                name: "the length of an outline",
                value: total,
                demand: "coordinates must be finite",
            });
        }
        let same = |a: Point, b: Point| norm(sub(a, b)) <= SAME * total;
        for (number, side) in sides.iter().enumerate() {
            if side.length() <= SAME * total {
                let at = side.point(0.0);
                return Err(Mom2dError::NoLength { side: number, at });
            }
        }
        for (number, pair) in (1..).zip(sides.windows(2)) {
            let [end, at] = [pair[0].point(1.0), pair[1].point(0.0)];
            if !same(end, at) {
                return Err(Mom2dError::Apart {
                    side: number,
                    at,
                    end,
                });
            }
        }
        let closed = same(first.point(0.0), last.point(1.0));
        let mut outline = Self { sides, closed };
        if closed {
            let area = outline.signed_area();
            if area.abs() <= SAME * total * total {
                return Err(Mom2dError::NoArea);
            }
            if area < 0.0 {
                outline = outline.reversed();
            }
        }
        Ok(outline)
    }

    /// A closed polygon; the last corner is joined to the first.
    pub fn polygon(corners: &[Point]) -> Result<Self, Mom2dError> {
        let (found, least) = (corners.len(), 3);
        if found < least {
            return Err(Mom2dError::TooFew { found, least });
        }
        let next = corners.iter().cycle().skip(1);
        Self::new(corners.iter().zip(next).map(line).collect())
    }

    /// An open strip along some points.
    pub fn strip(points: &[Point]) -> Result<Self, Mom2dError> {
        let (found, least) = (points.len(), 2);
        if found < least {
            return Err(Mom2dError::TooFew { found, least });
        }
        let next = points.iter().skip(1);
        Self::new(points.iter().zip(next).map(line).collect())
    }

    /// A circle.
    pub fn circle(centre: Point, radius: f64) -> Result<Self, Mom2dError> {
        if !(radius > 0.0 && radius.is_finite()) {
            return Err(Mom2dError::Value {
                name: "the radius",
                value: radius,
                demand: "it must be positive",
            });
        }
        Self::new(vec![Side::Arc {
            centre,
            radius,
            from: 0.0,
            sweep: TAU,
        }])
    }

    /// Whether it encloses a body.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// The sides in their order, anticlockwise around a body.
    pub fn sides(&self) -> &[Side] {
        &self.sides
    }

    /// Length in m.
    pub fn length(&self) -> f64 {
        self.sides.iter().map(Side::length).sum()
    }

    /// The enclosed area in m^2, positive anticlockwise.
    fn signed_area(&self) -> f64 {
        0.5 * self.sides.iter().map(Side::swept).sum::<f64>()
    }

    fn reversed(&self) -> Self {
        Self {
            sides: self.sides.iter().rev().map(Side::reversed).collect(),
            closed: self.closed,
        }
    }
}

fn line((&from, &to): (&Point, &Point)) -> Side {
    Side::Line { from, to }
}
