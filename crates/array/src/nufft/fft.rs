//! FFTs along the axes of a grid, only of the lines that the modes need.

use super::Sign;
use super::grid::Grid;
use super::parallel::each;
use super::scalar::Scalar;
use num_complex::Complex;
use poynting_exec::SharedSlice;
use rustfft::Fft;
use std::iter::once;
use std::ops::Range;
use std::sync::Arc;

/// Lines that are transformed together, so that whole cache lines are read and written.
const TOGETHER: usize = 8;
/// Groups of them that use the same buffers.
const GROUPS: usize = 16;

/// Transforms of all axes.
pub(super) struct GridFft<T, const D: usize> {
    axes: [Arc<dyn Fft<T>>; D],
    modes: [usize; D],
}

impl<T: Scalar, const D: usize> GridFft<T, D> {
    pub(super) fn new(grid: &Grid<D>, modes: [usize; D], sign: Sign) -> Self {
        Self {
            axes: grid.nodes.map(|n| T::fft(n, sign)),
            modes,
        }
    }

    /// From nodes to modes: the contiguous axis first.
    pub(super) fn to_modes(&self, grid: &Grid<D>, values: &mut [Complex<T>]) {
        for axis in (0..D).rev() {
            self.along(axis, grid, values);
        }
    }

    /// From modes to nodes: the contiguous axis last.
    pub(super) fn to_nodes(&self, grid: &Grid<D>, values: &mut [Complex<T>]) {
        for axis in 0..D {
            self.along(axis, grid, values);
        }
    }

    /// Transforms along an axis, with all nodes of the axes before it and the modes of those behind it.
    fn along(&self, axis: usize, grid: &Grid<D>, values: &mut [Complex<T>]) {
        let strides = grid.strides();
        let (fft, nodes, stride) = (&self.axes[axis], grid.nodes[axis], strides[axis]);
        let mut groups = vec![(grid.margin * stride, 1)];
        for other in (0..D).filter(|other| *other != axis) {
            let last = other + 1 == D;
            let runs = if other < axis {
                once(grid.margin..grid.margin + grid.nodes[other]).collect()
            } else {
                mode_runs(grid, self.modes, other).to_vec()
            };
            groups = extend(&groups, &runs, strides[other], last);
        }
        let values = SharedSlice::new(values);
        let lanes = if axis + 1 == D { 0 } else { TOGETHER };
        each(groups.len().div_ceil(GROUPS), &|part| {
            let mut scratch = vec![Complex::default(); fft.get_inplace_scratch_len()];
            let mut lines = vec![Complex::default(); lanes * nodes];
            for &(first, count) in groups.iter().skip(part * GROUPS).take(GROUPS) {
                if stride == 1 {
                    // SAFETY: the lines of the groups are disjoint.
                    let line = unsafe { values.get_mut(first, nodes) };
                    fft.process_with_scratch(line, &mut scratch);
                    continue;
                }
                let lines = &mut lines[..count * nodes];
                for node in 0..nodes {
                    // SAFETY: as above.
                    let row = unsafe { values.get(first + node * stride, count) };
                    for (lane, value) in row.iter().enumerate() {
                        lines[lane * nodes + node] = *value;
                    }
                }
                fft.process_with_scratch(lines, &mut scratch);
                for node in 0..nodes {
                    // SAFETY: as above.
                    let row = unsafe { values.get_mut(first + node * stride, count) };
                    for (lane, value) in row.iter_mut().enumerate() {
                        *value = lines[lane * nodes + node];
                    }
                }
            }
        });
    }
}

/// Starts of lines: every group at every position of another axis, single ones or, along the contiguous axis, several neighbours together.
fn extend(
    groups: &[(usize, usize)],
    runs: &[Range<usize>],
    stride: usize,
    contiguous: bool,
) -> Vec<(usize, usize)> {
    let step = if contiguous { TOGETHER } else { 1 };
    let starts = |run: &Range<usize>| {
        let end = run.end;
        (run.clone().step_by(step)).map(move |at| (at * stride, step.min(end - at)))
    };
    let positions: Vec<_> = runs.iter().flat_map(starts).collect();
    (groups.iter())
        .flat_map(|(first, _)| (positions.iter()).map(move |(at, count)| (first + at, *count)))
        .collect()
}

/// Where the modes of an axis stand among its nodes: from zero on, and the negative ones at the end.
pub(super) fn mode_runs<const D: usize>(
    grid: &Grid<D>,
    modes: [usize; D],
    axis: usize,
) -> [Range<usize>; 2] {
    let (from, nodes) = (grid.margin, grid.nodes[axis]);
    let negative = modes[axis] / 2;
    [
        from..from + modes[axis] - negative,
        from + nodes - negative..from + nodes,
    ]
}
