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

#[cfg(feature = "gpu")]
pub mod gpu;

use crate::coefficients::{CoefficientView, Coefficients};
use crate::formula::{advance, curl};
use crate::{Half, Layout, Operator, Real, Region};
#[cfg(feature = "gpu")]
use poynting_exec::{Arena, Handle};
use poynting_exec::{Kernel, SharedSlice, SimdLevel};
use std::ops::Range;

/// Reciprocal lengths per axis: `dual` between cell centres (for E), `primal` between nodes (for H).
#[derive(Debug, Clone, PartialEq)]
pub struct Spacings<T> {
    /// 1/length between neighbouring cell centres, one per node.
    pub dual: [Vec<T>; 3],
    /// 1/length of the cell after each node, zero after the last.
    pub primal: [Vec<T>; 3],
}

impl<T> Spacings<T> {
    /// Those of the differences in a half step.
    pub fn of(&self, half: Half) -> &[Vec<T>; 3] {
        match half {
            Half::E => &self.dual,
            Half::H => &self.primal,
        }
    }
}

/// The six components of a run, shared among threads.
#[derive(Debug, Clone, Copy)]
pub struct Fields<'a, T> {
    /// Where rows lie.
    pub layout: &'a Layout,
    /// Ex, Ey, Ez, Hx, Hy, Hz.
    pub components: [SharedSlice<'a, T>; 6],
}

#[cfg(feature = "gpu")]
impl<'a, T: Real> Fields<'a, T> {
    /// Shares the buffers of an arena.
    pub fn new(layout: &'a Layout, arena: &'a mut Arena, handles: [Handle<T>; 6]) -> Self {
        Self {
            layout,
            components: arena.share(handles),
        }
    }
}

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

impl<T: Real> Operator for Yee<'_, T> {
    fn reach(&self) -> usize {
        1
    }

    unsafe fn apply(&self, half: Half, region: &Region, _step: u64) {
        self.simd.run(UpdateBox {
            yee: self,
            half,
            region,
        });
    }
}

struct UpdateBox<'a, 'b, T: Real> {
    yee: &'a Yee<'b, T>,
    half: Half,
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
                self.yee.coefficients.update(self.half, place, &mut row);
            }
        }
    }
}

impl<T: Real> UpdateBox<'_, '_, T> {
    /// The slices that row (i, j) needs.
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
            Half::E => here - 1,
            Half::H => here + 1,
        };
        let aside_x = layout
            .neighbour(self.half, 0, i)
            .map(|i| layout.row(i, j) + z);
        let aside_y = layout
            .neighbour(self.half, 1, j)
            .map(|j| layout.row(i, j) + z);
        // SAFETY: handed on to the caller.
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

/// One row of three components, with what drives them.
#[derive(Debug)]
pub struct Row<'a, T> {
    target: [&'a mut [T]; 3],
    drivers: Drivers<'a, T>,
}

/// What drives a stretch of a row: three components here and their neighbours along each axis.
#[derive(Debug, Clone, Copy)]
struct Drivers<'a, T> {
    here: [&'a [T]; 3],
    aside_x: [&'a [T]; 2],
    aside_y: [&'a [T]; 2],
    aside_z: [&'a [T]; 2],
    over_x: T,
    over_y: T,
    over_z: &'a [T],
}

/// The coefficients of a stretch of a row.
pub trait RowCoefficients<T> {
    /// `keep` of component `c` at the N nodes from `first` on.
    fn keep<const N: usize>(&self, c: usize, first: usize) -> [T; N];
    /// `gain` of component `c` at the N nodes from `first` on.
    fn gain<const N: usize>(&self, c: usize, first: usize) -> [T; N];
}

/// Nodes updated together where a stretch is long enough.
pub const CHUNK: usize = 16;

impl<T: Real> Row<'_, T> {
    /// Number of nodes.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.drivers.over_z.len()
    }

    /// Updates the stretch `at`, whose coefficients are counted from its start.
    #[inline(always)]
    pub fn update(&mut self, at: Range<usize>, c: &impl RowCoefficients<T>) {
        let mut stretch = self.cut(at);
        let n = stretch.len();
        let mut k = 0;
        while k + CHUNK <= n {
            stretch.chunk::<CHUNK>(k, c);
            k += CHUNK;
        }
        while k + 4 <= n {
            stretch.chunk::<4>(k, c);
            k += 4;
        }
        while k < n {
            stretch.chunk::<1>(k, c);
            k += 1;
        }
    }

    #[inline(always)]
    fn cut(&mut self, at: Range<usize>) -> Row<'_, T> {
        let Drivers {
            here,
            aside_x,
            aside_y,
            aside_z,
            over_z,
            ..
        } = self.drivers;
        let drivers = Drivers {
            here: here.map(|row| &row[at.clone()]),
            aside_x: aside_x.map(|row| &row[at.clone()]),
            aside_y: aside_y.map(|row| &row[at.clone()]),
            aside_z: aside_z.map(|row| &row[at.clone()]),
            over_z: &over_z[at.clone()],
            ..self.drivers
        };
        let [x, y, z] = &mut self.target;
        Row {
            target: [&mut x[at.clone()], &mut y[at.clone()], &mut z[at]],
            drivers,
        }
    }

    /// All loads come before the stores and N is a constant, so that it
    /// becomes straight vector code without remainders or overlap checks.
    #[inline(always)]
    fn chunk<const N: usize>(&mut self, k: usize, c: &impl RowCoefficients<T>) {
        let Drivers {
            here,
            aside_x,
            aside_y,
            aside_z,
            over_x,
            over_y,
            over_z,
        } = self.drivers;
        let [dx, dy, dz] = here.map(|row| load::<T, N>(row, k));
        let [dy_x, dz_x] = aside_x.map(|row| load::<T, N>(row, k));
        let [dx_y, dz_y] = aside_y.map(|row| load::<T, N>(row, k));
        let [dx_z, dy_z] = aside_z.map(|row| load::<T, N>(row, k));
        let over_z = load::<T, N>(over_z, k);
        let keep: [[T; N]; 3] = std::array::from_fn(|t| c.keep(t, k));
        let gain: [[T; N]; 3] = std::array::from_fn(|t| c.gain(t, k));
        let [mut x, mut y, mut z]: [[T; N]; 3] = std::array::from_fn(|t| load(&*self.target[t], k));
        for n in 0..N {
            let along_x = curl(dz[n], dz_y[n], over_y, dy[n], dy_z[n], over_z[n]);
            x[n] = advance(keep[0][n], gain[0][n], x[n], along_x);
        }
        for n in 0..N {
            let along_y = curl(dx[n], dx_z[n], over_z[n], dz[n], dz_x[n], over_x);
            y[n] = advance(keep[1][n], gain[1][n], y[n], along_y);
        }
        for n in 0..N {
            let along_z = curl(dy[n], dy_x[n], over_x, dx[n], dx_y[n], over_y);
            z[n] = advance(keep[2][n], gain[2][n], z[n], along_z);
        }
        for (target, values) in self.target.iter_mut().zip([x, y, z]) {
            target[k..k + N].copy_from_slice(&values);
        }
    }
}

/// N values from the k-th on.
#[inline(always)]
pub fn load<T: Real, const N: usize>(row: &[T], k: usize) -> [T; N] {
    let mut values = [T::default(); N];
    values.copy_from_slice(&row[k..k + N]);
    values
}
