//! The format of thin wires: every key, once.

use crate::decode::record;
use crate::lists::List;
use crate::measures::{Position, PositiveLength};
use crate::values::Name;

record! {
    /// A round metal wire that is thinner than the grid cells: straight segments, each along an axis. Wires that
    /// share a grid point are connected, and a wire that ends at metal is connected to it; a port of zero width in a
    /// gap between two wires drives them. For FDTD only.
    WireRecord as "a wire" {
        /// Name used in messages.
        name: Name,
        /// Its radius, less than half of the adjacent cells.
        radius: PositiveLength,
        /// Points where it starts, bends and ends.
        points: List<Position>,
    }
}
