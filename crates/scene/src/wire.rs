//! Thin wires.

use crate::field::Point;

/// A chain of straight segments of round metal wire, each along an axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Wire {
    /// Its name.
    pub name: String,
    /// In metres.
    pub radius: f64,
    /// Where it starts, bends and ends: two points or more, neighbours differ along one axis.
    pub points: Vec<Point>,
}
