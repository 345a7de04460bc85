//! From points to nodes and back.
//!
//! A slab of nodes along the first axis is at least as high as a point is wide, so points of every second slab write to separate nodes: first the even
//! slabs are filled, then the odd ones, each by one thread.

use super::grid::Grid;
use super::kernel::Kernel;
use super::parallel::{each, each_part};
use super::places::Places;
use super::scalar::Scalar;
use super::stencil::{Gather, Spread, Stencils};
use num_complex::Complex;
use poynting_exec::SharedSlice;

/// Adds `strengths`, one per point, to all nodes, from zero, and the margins to the nodes that they repeat.
pub(super) fn spread<T: Scalar, const D: usize>(
    (grid, kernel): (&Grid<D>, &Kernel<T>),
    places: &Places<T>,
    strengths: &[Complex<T>],
    values: &mut [Complex<T>],
) {
    let slab_len = places.height * grid.strides()[0];
    for parity in [0, 1] {
        let Some(values) = values.get_mut(parity * slab_len..) else {
            continue;
        };
        each_part(values, 2 * slab_len, &|pair, values| {
            if parity == 0 {
                values.fill(Complex::default());
            }
            let slab = 2 * pair + parity;
            T::spread(Spread {
                stencils: Stencils::new((grid, kernel), places.slab(slab)),
                strengths,
                values,
                first: slab * slab_len,
            });
        });
    }
    fold(grid, values);
}

/// Points that are gathered by one call.
const PART: usize = 4096;

/// The values at the points, in `out`; the margins are filled first.
pub(super) fn gather<T: Scalar, const D: usize>(
    (grid, kernel): (&Grid<D>, &Kernel<T>),
    places: &Places<T>,
    values: &mut [Complex<T>],
    out: &mut [Complex<T>],
) {
    unfold(grid, values);
    let out = SharedSlice::new(out);
    let values = &*values;
    each(places.len().div_ceil(PART), &|part| {
        let from = part * PART;
        let part = &places.all()[from..places.len().min(from + PART)];
        T::gather(Gather {
            stencils: Stencils::new((grid, kernel), part),
            values,
            out,
        });
    });
}

/// Each node of a margin with the node that it repeats, along one axis.
fn repeats<const D: usize>(grid: &Grid<D>, axis: usize) -> impl Iterator<Item = [usize; 2]> {
    let (nodes, margin, pitch) = (grid.nodes[axis], grid.margin, grid.pitch[axis]);
    let before = (0..margin).map(move |n| [n, n + nodes]);
    before.chain((margin + nodes..pitch).map(move |n| [n, n - nodes]))
}

/// Calls `pair` with the first nodes of each pair of contiguous runs that repeat each other along an axis, and their length.
fn each_repeat<const D: usize>(
    grid: &Grid<D>,
    axis: usize,
    mut pair: impl FnMut([usize; 2], usize),
) {
    let stride = grid.strides()[axis];
    let block = stride * grid.pitch[axis];
    for outer in (0..grid.len()).step_by(block) {
        for ends in repeats(grid, axis) {
            pair(ends.map(|n| outer + n * stride), stride);
        }
    }
}

fn fold<T: Scalar, const D: usize>(grid: &Grid<D>, values: &mut [Complex<T>]) {
    for axis in 0..D {
        each_repeat(grid, axis, |[from, to], len| {
            for n in 0..len {
                values[to + n] = values[to + n] + values[from + n];
            }
        });
    }
}

fn unfold<T: Scalar, const D: usize>(grid: &Grid<D>, values: &mut [Complex<T>]) {
    for axis in (0..D).rev() {
        each_repeat(grid, axis, |[to, from], len| {
            values.copy_within(from..from + len, to);
        });
    }
}
