//! The Yee update on a graded grid.
//!
//! K. S. Yee, IEEE Trans. Antennas Propag. 14, 302 (1966); unified coefficients after A. Taflove and S. Hagness,
//! Computational Electrodynamics, ch. 3. With s = sigma dt/(2 eps), s* = sigma_m dt/(2 mu):
//!
//! ```text
//! E^{n+1}   = (1 - s)/(1 + s)   E^n       + (dt/eps)/(1 + s)  curl H^{n+1/2}
//! H^{n+3/2} = (1 - s*)/(1 + s*) H^{n+1/2} - (dt/mu)/(1 + s*)  curl E^{n+1}
//! ```
//!
//! Both halves are one kernel: component c along axes (c, a, b) in cyclic order takes
//! `(d_b - d_b')/l_a - (d_a - d_a')/l_b`, where d' is the neighbour behind for E (on dual lengths) and the
//! neighbour ahead for H (on primal lengths), which gives curl H and -curl E.

mod row;
mod walk;

use crate::coefficients::{CoefficientView, Coefficients};
use crate::fields::{Fields, Spacings};
use crate::operator::Operator;
use poynting_exec::{Kernel, Real, SimdLevel};
use poynting_grid::{HalfStep, Region};
pub use row::load;
use row::{Drivers, Row};

/// The Yee operator of a run.
#[derive(Debug)]
pub struct Yee<'a, T: Real> {
    fields: Fields<'a, T>,
    spacings: &'a Spacings<T>,
    coefficients: CoefficientView<'a, T>,
    outside: Vec<T>,
    simd: SimdLevel,
}

impl<'a, T: Real> Yee<'a, T> {
    /// The update of `fields`.
    pub fn new(
        fields: Fields<'a, T>,
        spacings: &'a Spacings<T>,
        coefficients: &'a Coefficients<T>,
        simd: SimdLevel,
    ) -> Self {
        let outside = vec![T::default(); fields.layout.active().z.end];
        Self {
            fields,
            spacings,
            coefficients: coefficients.view(),
            outside,
            simd,
        }
    }
}

// SAFETY: it writes the components of one half at nodes of the region and reads those of the other half one node away.
unsafe impl<T: Real> Operator for Yee<'_, T> {
    fn reach(&self) -> usize {
        1
    }

    unsafe fn apply(&self, half: HalfStep, region: &Region, _step: u64) {
        self.simd.run(UpdateBox {
            yee: self,
            half,
            region,
        });
    }
}

struct UpdateBox<'a, 'b, T: Real> {
    yee: &'a Yee<'b, T>,
    half: HalfStep,
    region: &'a Region,
}

impl<T: Real> Kernel for UpdateBox<'_, '_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for i in self.region.x.clone() {
            for j in self.region.y.clone() {
                // SAFETY: the caller of `apply` orders boxes so that rows written here are not touched elsewhere.
                let mut row = unsafe { self.row(i, j) };
                let place = self.yee.fields.layout.row(i, j) + self.region.z.start;
                walk::update(self.yee.coefficients, self.half, place, &mut row);
            }
        }
    }
}

impl<T: Real> UpdateBox<'_, '_, T> {
    /// The slices needed by row (i, j).
    ///
    /// # Safety
    /// The row lies in the region of `apply`. While the slices live no other thread touches the target components of the row or writes the
    /// drivers next to it, and only one such set of slices exists for a row at a time.
    #[inline(always)]
    unsafe fn row(&self, i: usize, j: usize) -> Row<'_, T> {
        let Yee {
            fields,
            spacings,
            outside,
            ..
        } = self.yee;
        let layout = fields.layout;
        let (z, n) = (self.region.z.start, self.region.z.len());
        let over = spacings.of(self.half);
        let (target, driver) = (
            self.half.first_component(),
            self.half.other().first_component(),
        );
        let here = layout.row(i, j) + z;
        let behind = match self.half {
            HalfStep::E => here - 1,
            HalfStep::H => here + 1,
        };
        let aside_x = layout
            .neighbour(self.half, 0, i)
            .map(|i| layout.row(i, j) + z);
        let aside_y = layout
            .neighbour(self.half, 1, j)
            .map(|j| layout.row(i, j) + z);
        // SAFETY: passed on to the caller.
        unsafe {
            let read = |c: usize, at: usize| fields.components[driver + c].get(at, n);
            let beside = |c: usize, at: Option<usize>| at.map_or(&outside[..n], |at| read(c, at));
            Row {
                target: std::array::from_fn(|c| fields.components[target + c].get_mut(here, n)),
                drivers: Drivers {
                    here: std::array::from_fn(|c| read(c, here)),
                    aside_x: [beside(1, aside_x), beside(2, aside_x)],
                    aside_y: [beside(0, aside_y), beside(2, aside_y)],
                    aside_z: [read(0, behind), read(1, behind)],
                    over_x: over[0][i],
                    over_y: over[1][j],
                    over_z: &over[2][z..z + n],
                },
            }
        }
    }
}
