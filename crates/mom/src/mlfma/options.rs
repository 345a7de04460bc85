//! What a user sets, and the leaves that suit a mesh.

use std::f64::consts::TAU;

use super::octree::Octree;
use poynting_mom_core::space::RwgSpace;

/// Columns of few and of many that go through the tree together: exponentials of leaves serve all of them, but each takes memory.
const TOGETHER: [usize; 2] = [2, 8];

/// What a user sets.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// Decimal digits that a product keeps.
    pub digits: f64,
    /// Edge of a leaf in metres; chosen by [`leaf_side`] where it is not given.
    pub leaf: Option<f64>,
    /// Bytes of a slice of the near field, which then lies on disk; held in memory where it is not given.
    pub slice: Option<u64>,
    /// Columns that go through the tree together; see [`together`].
    pub together: usize,
}

/// How many columns of `all` best go through the tree together.
pub fn together(all: usize) -> usize {
    let [few, many] = TOGETHER;
    if all < many { few } else { many }
}

impl Options {
    /// For few columns, with leaves that suit the mesh, in memory.
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

/// The smallest leaf for waves of this number: the smaller boxes are, the more slowly the series converges between them, until its terms grow instead.
pub fn smallest_leaf(k: f64, digits: f64) -> f64 {
    let wavelengths = match digits {
        d if d <= 2.0 => 0.25,
        d if d <= 3.0 => 0.3,
        _ => 0.4,
    };
    wavelengths * TAU / k
}

/// Boxes that the near field reaches to either side. With one, supports are up to d = sqrt(3)/2 X from the centres of boxes that are X apart, where more terms
/// hardly add digits beyond the fourth; with two, sqrt(3)/3.
pub fn buffer(digits: f64) -> i32 {
    if digits > 4.0 { 2 } else { 1 }
}

/// The leaf that suits a mesh: a few edges wide, since functions stick out of their boxes by about one, and never too small for the expansion.
pub fn leaf_side(k: f64, edge: f64, digits: f64) -> f64 {
    (3.2 * edge).max(smallest_leaf(k, digits))
}
