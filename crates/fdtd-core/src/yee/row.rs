//! One row of the Yee update, in chunks of constant length.

use crate::coefficients::CHUNK;
use crate::formula::{advance, curl};
use poynting_exec::Real;
use std::ops::Range;

/// One row of three components, with their drivers.
#[derive(Debug)]
pub struct Row<'a, T> {
    pub(super) target: [&'a mut [T]; 3],
    pub(super) drivers: Drivers<'a, T>,
}

/// The drivers of a segment of a row: three components and their neighbours along each axis.
#[derive(Debug, Clone, Copy)]
pub(super) struct Drivers<'a, T> {
    pub here: [&'a [T]; 3],
    pub aside_x: [&'a [T]; 2],
    pub aside_y: [&'a [T]; 2],
    pub aside_z: [&'a [T]; 2],
    pub over_x: T,
    pub over_y: T,
    pub over_z: &'a [T],
}

/// The coefficients of a segment of a row.
pub trait RowCoefficients<T> {
    /// `keep` of component `c` at the N nodes starting at `first`.
    fn keep<const N: usize>(&self, c: usize, first: usize) -> [T; N];
    /// `gain` of component `c` at the N nodes starting at `first`.
    fn gain<const N: usize>(&self, c: usize, first: usize) -> [T; N];
}

impl<T: Real> Row<'_, T> {
    /// Number of nodes.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.drivers.over_z.len()
    }

    /// Updates the segment `at`, whose coefficients are counted from its start.
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

    /// All loads come before the stores and N is a constant, so that it compiles to straight vector code
    /// without remainders or overlap checks.
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

/// N values starting at the k-th.
#[inline(always)]
pub fn load<T: Real, const N: usize>(row: &[T], k: usize) -> [T; N] {
    let mut values = [T::default(); N];
    values.copy_from_slice(&row[k..k + N]);
    values
}
