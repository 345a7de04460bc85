//! Thin wires.

use crate::field::Point;

/// A chain of straight pieces of round metal wire, each along an axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Wire {
    /// Its name.
    pub name: String,
    /// In metres.
    pub radius: f64,
    /// Where it begins, bends and ends: two points or more, neighbours differ along one axis.
    pub points: Vec<Point>,
}
