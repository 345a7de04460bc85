//! Ghost values at the ends of an axis whose faces are joined.
//!
//! Between Bloch boundaries a period L apart, fields are complex and repeat up to a phase (time dependence e^{+jwt}):
//!
//! ```text
//! E(L) = E(0) e^{-jkL}        H(-d/2) = H(L - d/2) e^{+jkL}
//! ```
//!
//! so that one cell represents an infinite lattice in which every cell lags its neighbour by kL: in particular a plane wave whose
//! wave vector along the faces is k (P. Harms, R. Mittra and W. Ko, IEEE Trans. Antennas Propag. 42, 1317 (1994); A. Taflove and S.
//! C. Hagness, Computational Electrodynamics, 3rd ed., sec. 13.2 and 13.3). After a half step the ghosts receive the new values at
//! the other end, multiplied by the phase. With real fields x and y need no ghosts, because rows there read the other end directly.
//!
//! Tested against the dispersion relation of the scheme for k that do not fit the cell, against periodic runs of one cell (kL = 0,
//! 2 pi) and of two (kL = pi) in `crates/fdtd/tests/suite/bloch.rs`.

use crate::fields::Fields;
use crate::formula::{turned_im, turned_re};
use crate::operator::Operator;
use poynting_exec::Real;
use poynting_grid::{HalfStep, Region};

/// Real and imaginary part of e^{-jkL} per axis.
pub type Phases<T> = [[T; 2]; 3];

/// The real and the imaginary part of the phase applied to the ghosts of a half step.
pub fn ghost_phase<T: Real>(half: HalfStep, [re, im]: [T; 2]) -> [T; 2] {
    match half {
        HalfStep::E => [re, im],
        HalfStep::H => [re, T::default() - im],
    }
}

/// Fills the ghosts of joined faces, after everything else has acted on a box.
#[derive(Debug)]
pub struct PeriodicBoundary<'a, T> {
    /// The fields.
    pub fields: Fields<'a, T>,
    /// The phases of complex fields.
    pub phases: Phases<T>,
}

// SAFETY: it writes ghosts of rows of the region, from values of the same rows.
unsafe impl<T: Real> Operator for PeriodicBoundary<'_, T> {
    fn reach(&self) -> usize {
        0
    }

    fn is_needed(&self) -> bool {
        let layout = self.fields.layout;
        layout.periodic[2] || layout.imaginary.is_some()
    }

    unsafe fn apply(&self, half: HalfStep, region: &Region, _step: u64) {
        let layout = self.fields.layout;
        // SAFETY: passed on to the caller.
        unsafe {
            match layout.imaginary {
                None if layout.periodic[2] => self.copy_along_z(half, region),
                None => {}
                Some(part) => {
                    (0..3).for_each(|axis| self.turn_along(axis, part, half, region));
                }
            }
        }
    }
}

impl<T: Real> PeriodicBoundary<'_, T> {
    /// Copies the ghosts of a periodic z axis inside each row.
    ///
    /// # Safety
    /// As [`Operator::apply`] for this half and region.
    unsafe fn copy_along_z(&self, half: HalfStep, region: &Region) {
        let layout = self.fields.layout;
        let n = layout.cells[2];
        // E of node 0 is also that of node n; H of cell n - 1 is also that of cell -1.
        let (components, from) = match half {
            HalfStep::E => ([0, 1], 0),
            HalfStep::H => ([3, 4], n - 1),
        };
        if !region.z.contains(&from) {
            return;
        }
        for i in region.x.clone() {
            for j in region.y.clone() {
                let row = layout.row(i, j);
                let to = if half == HalfStep::E {
                    row + n
                } else {
                    row - 1
                };
                for c in components {
                    // SAFETY: both elements belong to this row, which the caller of `apply` passed to us.
                    unsafe {
                        let value = self.fields.components[c].get(row + from, 1)[0];
                        self.fields.components[c].get_mut(to, 1)[0] = value;
                    }
                }
            }
        }
    }

    /// Writes the values at one end of an axis, if its ends are joined, with phase into the ghosts of the other end.
    ///
    /// Always whole rows, whichever part of them the box has: both parts of a node are needed, and the update sets ghosts in
    /// the padding to zero. Once all boxes of a row have been visited, its ghosts are correct; nothing reads them earlier.
    ///
    /// # Safety
    /// As [`Operator::apply`] for this half and region: no other thread touches the rows of the region or their ghosts.
    unsafe fn turn_along(&self, axis: usize, part: usize, half: HalfStep, region: &Region) {
        let layout = self.fields.layout;
        let n = layout.cells[axis];
        // The node at the end, and the ghost.
        let [from, to] = match (layout.seams[axis], half) {
            (Some(seam), HalfStep::E) => [seam + 1, seam],
            (Some(seam), HalfStep::H) => [seam - 1, seam],
            (None, _) if !layout.periodic[axis] => return,
            (None, HalfStep::E) => [0, n],
            (None, HalfStep::H) => [n - 1, n],
        };
        let phase = ghost_phase(half, self.phases[axis]);
        let [p, q] = [(axis + 1) % 3, (axis + 2) % 3].map(|c| half.first_component() + c);
        // A box that does not contain the end does not affect the ghosts beyond it.
        let within = |range: &std::ops::Range<usize>, own: usize| {
            if own != axis {
                range.clone()
            } else if range.contains(&from) {
                from..from + 1
            } else {
                0..0
            }
        };
        let nodes = layout.part().z.end;
        for i in within(&region.x, 0) {
            for j in within(&region.y, 1) {
                let row = layout.row(i, j);
                let ends = match (axis, half) {
                    (0, _) => [row, layout.row(to, j)],
                    (1, _) => [row, layout.row(i, to)],
                    // Within a row the node before the first one is the element before it.
                    (_, HalfStep::H) if layout.periodic[2] => [row + from, row - 1],
                    _ => [row + from, row + to],
                };
                for c in [p, q] {
                    // SAFETY: the rows belong to the box of the caller of `apply`, and their ghosts to them alone.
                    unsafe {
                        // Every row has one such node: a length known to the compiler needs no loop.
                        if axis == 2 {
                            self.turn_row(c, ends, [part, 1], phase);
                        } else {
                            self.turn_row(c, ends, [part, nodes], phase);
                        }
                    }
                }
            }
        }
    }

    /// Applies the phase to `len` nodes of a component, whose imaginary parts lie `part` later.
    ///
    /// # Safety
    /// Both segments and their imaginary parts lie in the buffer, do not overlap, and are touched by no other thread.
    #[inline(always)]
    unsafe fn turn_row(
        &self,
        component: usize,
        [from, to]: [usize; 2],
        [part, len]: [usize; 2],
        [cos, sin]: [T; 2],
    ) {
        let field = self.fields.components[component];
        // SAFETY: passed on to the caller; the four segments do not overlap.
        unsafe {
            let (re, im) = (field.get(from, len), field.get(from + part, len));
            let to_re = field.get_mut(to, len);
            let to_im = field.get_mut(to + part, len);
            for k in 0..len {
                to_re[k] = turned_re(re[k], im[k], cos, sin);
                to_im[k] = turned_im(re[k], im[k], cos, sin);
            }
        }
    }
}
