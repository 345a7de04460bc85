//! The format of thin wires: every key, once.

use crate::decode::record;
use crate::lists::List;
use crate::measures::{Position, PositiveLength};
use crate::values::Name;

record! {
    /// A round metal wire that is thinner than the cells of the grid: straight pieces, each along an axis. Wires that share a point of
    /// the grid are joined, and a wire that ends at metal is joined to it; a port without width in a gap between two wires
    /// drives them. For FDTD only.
    WireRecord as "a wire" {
        /// A name for messages.
        name: Name,
        /// Its radius, less than half of the cells beside it.
        radius: PositiveLength,
        /// Where it begins, bends and ends.
        points: List<Position>,
    }
}
