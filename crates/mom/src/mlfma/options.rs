//! User options, and the leaf size for a mesh.

use std::f64::consts::TAU;

use super::octree::Octree;
use poynting_mom_core::space::RwgSpace;

/// Columns that pass through the tree together, if there are few and if there are many: they share the exponentials of the leaves, but each takes
/// memory.
const TOGETHER: [usize; 2] = [2, 8];

/// User options.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// Accuracy of a product in decimal digits.
    pub digits: f64,
    /// Edge of a leaf in metres; chosen by [`leaf_side`] if not given.
    pub leaf: Option<f64>,
    /// Bytes per slice of the near field, which is then stored on disk; in memory if not given.
    pub slice: Option<u64>,
    /// Columns that pass through the tree together; see [`together`].
    pub together: usize,
}

/// The best number of columns out of `all` to pass through the tree together.
pub fn together(all: usize) -> usize {
    let [few, many] = TOGETHER;
    if all < many { few } else { many }
}

impl Options {
    /// For few columns, with leaves chosen for the mesh, in memory.
    pub fn new(digits: f64) -> Self {
        Self {
            digits,
            leaf: None,
            slice: None,
            together: TOGETHER[0],
        }
    }

    /// The tree of a space.
    pub(super) fn tree(&self, space: &RwgSpace, k: f64) -> Octree {
        let edges = space.functions().iter().map(|f| f.halves[0].weight.abs());
        let mean = edges.sum::<f64>() / space.len() as f64;
        let side = (self.leaf).unwrap_or_else(|| leaf_side(k, mean, self.digits));
        Octree::new(space, side, buffer(self.digits))
    }
}

/// The smallest leaf at this wave number: the smaller the boxes, the more slowly the series converges between them, until its terms grow instead.
pub fn smallest_leaf(k: f64, digits: f64) -> f64 {
    let wavelengths = match digits {
        d if d <= 2.0 => 0.25,
        d if d <= 3.0 => 0.3,
        _ => 0.4,
    };
    wavelengths * TAU / k
}

/// Reach of the near field, in boxes to either side. With one, supports are up to d = sqrt(3)/2 X from the centres of boxes that are X apart, where
/// more terms hardly add digits beyond the fourth; with two, sqrt(3)/3.
pub fn buffer(digits: f64) -> i32 {
    if digits > 4.0 { 2 } else { 1 }
}

/// The leaf size for a mesh: a few edges wide, since functions extend beyond their boxes by about one edge, and never too small for the expansion.
pub fn leaf_side(k: f64, edge: f64, digits: f64) -> f64 {
    (3.2 * edge).max(smallest_leaf(k, digits))
}
