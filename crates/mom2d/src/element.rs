//! An element: a piece of a side on which currents are linear.

use crate::rule::Rule;
use crate::side::{Point, Side, norm, sub};

/// A piece of a side.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Element {
    pub side: Side,
    pub length: f64,
    /// The nodes at its beginning and its end.
    pub nodes: [usize; 2],
    /// The outline that it belongs to.
    pub outline: usize,
    /// The side that it is a piece of, counted over all outlines.
    pub parent: usize,
}

/// A point of an element.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Sample {
    pub at: Point,
    pub tangent: Point,
    /// The weight of a quadrature rule, times the length of the element.
    pub weight: f64,
    /// The functions that fall from 1 to 0 and rise from 0 to 1 along the element.
    pub shape: [f64; 2],
}

impl Sample {
    /// The normal, outwards if the outline is anticlockwise.
    pub fn normal(&self) -> Point {
        normal(self.tangent)
    }
}

/// The vector turned clockwise.
pub(crate) fn normal([x, y]: Point) -> Point {
    [y, -x]
}

impl Element {
    /// The point at a fraction of the length.
    pub fn sample(&self, fraction: f64, weight: f64) -> Sample {
        Sample {
            at: self.side.point(fraction),
            tangent: self.side.tangent(fraction),
            weight: weight * self.length,
            shape: [1.0 - fraction, fraction],
        }
    }

    /// The points of a rule.
    pub fn samples(&self, rule: &Rule) -> Vec<Sample> {
        let nodes = rule.nodes().iter();
        nodes.map(|&(t, weight)| self.sample(t, weight)).collect()
    }

    pub fn middle(&self) -> Point {
        self.side.point(0.5)
    }

    /// At most the distance of two elements.
    pub fn gap(&self, other: &Self) -> f64 {
        norm(sub(self.middle(), other.middle())) - 0.5 * (self.length + other.length)
    }

    /// The distance of a point from the element, exact for a line.
    pub fn distance(&self, at: Point) -> f64 {
        let along = self.side.foot(at).along.clamp(0.0, self.length);
        norm(sub(at, self.side.point(along / self.length)))
    }
}
