//! Points of a transform in the order of the grid.

use super::NufftError;
use super::grid::Grid;
use super::number::Number;
use super::parallel::values_of;

/// Where a point lies.
#[derive(Debug, Clone, Copy, Default)]
pub struct Place<T> {
    /// The first node that it covers.
    pub(super) node: u32,
    /// The point, from 0.
    pub(super) point: u32,
    /// Its place between two nodes, from -1 to 1, along the last of three axes.
    pub(super) between: [T; 3],
}

/// Points in slabs of the first axis, and in boxes that fit into the first-level cache within a slab.
#[derive(Debug, Clone)]
pub(super) struct Places<T> {
    sorted: Vec<Place<T>>,
    /// First places of all slabs, and the number of points.
    slabs: Vec<usize>,
    /// Nodes of a slab along the first axis, not fewer than a point covers.
    pub(super) height: usize,
}

impl<T: Number> Places<T> {
    /// Sorts points whose coordinates are given in periods of the grid.
    pub(super) fn new<const D: usize>(
        count: usize,
        grid: &Grid<D>,
        periods: impl Fn(usize) -> [f64; D] + Sync,
    ) -> Result<Self, NufftError> {
        if u32::try_from(count).is_err() {
            return Err(NufftError::TooLarge {
                nodes: count as f64,
            });
        }
        let wrong = (0..count).find(|point| {
            // Beyond this nothing is left of the phase.
            periods(*point)
                .iter()
                .any(|value| value.is_nan() || value.abs() >= 1e12)
        });
        if let Some(point) = wrong {
            return Err(NufftError::Coordinate { point });
        }
        let boxes = Boxes::new(grid);
        let keys = values_of(count, 0, &|point| {
            boxes.of(place::<T, D>(grid, periods(point)).0) as u32
        });
        let mut firsts = vec![0u32; boxes.count() + 1];
        for key in &keys {
            firsts[*key as usize + 1] += 1;
        }
        for n in 1..firsts.len() {
            firsts[n] += firsts[n - 1];
        }
        let per_slab = boxes.per_slab();
        let slabs = (0..=boxes.counts[0])
            .map(|slab| firsts[slab * per_slab] as usize)
            .collect();
        let mut order = vec![0u32; count];
        for (point, key) in keys.into_iter().enumerate() {
            let next = &mut firsts[key as usize];
            order[*next as usize] = point as u32;
            *next += 1;
        }
        let strides = grid.strides();
        let sorted = values_of(count, Place::default(), &|n| {
            let point = order[n];
            let (start, between) = place(grid, periods(point as usize));
            let node = (0..D)
                .map(|axis| start[axis] * strides[axis])
                .sum::<usize>() as u32;
            Place {
                node,
                point,
                between,
            }
        });
        Ok(Self {
            sorted,
            slabs,
            height: boxes.height,
        })
    }

    /// Number of points.
    pub(super) fn len(&self) -> usize {
        self.sorted.len()
    }

    /// All points.
    pub(super) fn all(&self) -> &[Place<T>] {
        &self.sorted
    }

    /// Points of a slab; none beyond the last.
    pub(super) fn slab(&self, slab: usize) -> &[Place<T>] {
        match self.slabs.get(slab..slab + 2) {
            Some(&[from, to]) => &self.sorted[from..to],
            _ => &[],
        }
    }
}

/// The first node that a point covers, margins counted, and its place between two nodes.
fn place<T: Number, const D: usize>(grid: &Grid<D>, periods: [f64; D]) -> ([usize; D], [T; 3]) {
    let (mut start, mut between) = ([0; D], [T::default(); 3]);
    for (axis, value) in periods.into_iter().enumerate() {
        let nodes = grid.nodes[axis] as f64;
        // A tiny negative coordinate may round to a whole period.
        let x = ((value - floor(value)) * nodes).min(nodes);
        let left = x - 0.5 * grid.width as f64;
        let first = -floor(-left);
        start[axis] = (first + grid.margin as f64) as usize;
        between[3 - D + axis] = T::of(2.0 * (first - left) - 1.0);
    }
    (start, between)
}

/// The whole number below; `f64::floor` is a call on processors that need not have it.
#[inline(always)]
fn floor(value: f64) -> f64 {
    let whole = value as i64 as f64;
    if whole > value { whole - 1.0 } else { whole }
}

/// Boxes of nodes, numbered with the last axis fastest. Those of a slab follow each other.
struct Boxes<const D: usize> {
    /// Nodes of a slab along the first axis.
    height: usize,
    /// Nodes of a box along each axis.
    sizes: [usize; D],
    /// Boxes along each axis; slabs along the first.
    counts: [usize; D],
    /// Boxes of a slab along the first axis.
    layers: usize,
}

impl<const D: usize> Boxes<D> {
    fn new(grid: &Grid<D>) -> Self {
        let starts = grid.nodes.map(|n| n + 1);
        // A line has few slabs and many boxes in each; a slab of a plane or a space is one box high.
        let (height, layer) = match D {
            1 => ((starts[0] / 64).next_multiple_of(256).max(256), 32),
            2 => (32, 32),
            _ => (16, 16),
        };
        let sizes = std::array::from_fn(|axis| match axis {
            0 => layer,
            _ if axis + 1 == D => 16,
            _ => 8,
        });
        let counts = std::array::from_fn(|axis| match axis {
            0 => starts[0].div_ceil(height),
            _ => starts[axis].div_ceil(sizes[axis]),
        });
        Self {
            height,
            sizes,
            counts,
            layers: height / layer,
        }
    }

    fn per_slab(&self) -> usize {
        self.layers * self.counts[1..].iter().product::<usize>()
    }

    fn count(&self) -> usize {
        self.counts[0] * self.per_slab()
    }

    #[inline(always)]
    fn of(&self, start: [usize; D]) -> usize {
        let mut key = 0;
        for (axis, start) in start.into_iter().enumerate() {
            let layers = if axis == 0 { 1 } else { self.counts[axis] };
            key = key * layers + start / self.sizes[axis];
        }
        key
    }
}
