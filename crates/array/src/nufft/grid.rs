//! The fine grid: its nodes, and margins for points near its ends.

use super::NufftError;
use super::kernel::padded;

/// A periodic grid. Along each axis, `margin` extra nodes lie before node 0 and the rest of the padded width behind the last, so that no point has to be
/// spread around the end; [`super::spread`] adds the margins to the nodes that they repeat. The last axis is contiguous.
#[derive(Debug, Clone)]
pub(super) struct Grid<const D: usize> {
    /// Nodes per axis.
    pub(super) nodes: [usize; D],
    /// Nodes per axis with margins.
    pub(super) pitch: [usize; D],
    /// Nodes before the first.
    pub(super) margin: usize,
    /// Nodes that a point covers.
    pub(super) width: usize,
}

impl<const D: usize> Grid<D> {
    /// A grid of at least so many nodes.
    pub(super) fn new(least: [f64; D], width: usize) -> Result<Self, NufftError> {
        let smallest = 2 * width;
        let pitch = |n: f64| n.max(smallest as f64) + padded(width) as f64;
        let total: f64 = least.into_iter().map(pitch).product();
        // Nodes are counted in 32 bits, and a fast size is at most a quarter larger.
        if total.is_nan() || total >= 0.5 * f64::from(u32::MAX) {
            return Err(NufftError::TooLarge { nodes: total });
        }
        let nodes = least.map(|n| fast_size((n.ceil() as usize).max(smallest)));
        Ok(Self {
            nodes,
            pitch: nodes.map(|n| n + padded(width)),
            margin: width / 2,
            width,
        })
    }

    /// All nodes, margins included.
    pub(super) fn len(&self) -> usize {
        self.pitch.iter().product()
    }

    /// Distance of neighbours along each axis.
    pub(super) fn strides(&self) -> [usize; D] {
        std::array::from_fn(|axis| self.pitch[axis + 1..].iter().product())
    }

    /// Values of all nodes, zero.
    pub(super) fn zeros<V: Clone + Default>(&self) -> Result<Vec<V>, NufftError> {
        let mut values = Vec::new();
        let nodes = self.len();
        let refused = |_| NufftError::TooLarge {
            nodes: nodes as f64,
        };
        values.try_reserve_exact(nodes).map_err(refused)?;
        values.resize(nodes, V::default());
        Ok(values)
    }
}

/// The next even number without prime factors above 5, which FFTs are fast for.
fn fast_size(least: usize) -> usize {
    let smooth = |mut n: usize| {
        for factor in [2, 3, 5] {
            while n.is_multiple_of(factor) {
                n /= factor;
            }
        }
        n == 1
    };
    let mut size = least.next_multiple_of(2);
    while !smooth(size) {
        size += 2;
    }
    size
}
