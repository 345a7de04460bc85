//! Types 1 and 2: irregular points and regular modes.

use super::fft::{GridFft, mode_runs};
use super::grid::Grid;
use super::kernel::{FINER, Kernel};
use super::parallel::each_part;
use super::places::Places;
use super::scalar::Scalar;
use super::spread::{gather, spread};
use super::{NufftError, Sign, expect};
use num_complex::Complex;
use std::f64::consts::TAU;

/// Transforms between irregular points and the modes -N/2 .. (N + 1)/2 - 1 of each axis, in ascending order with the last axis fastest.
///
/// Coordinates are in radians; strengths and modes are in the precision `T`, coordinates always in double precision, so that many modes can be
/// computed in single precision. The relative error in the 2-norm is at most the tolerance, as long as rounding allows.
///
/// ```
/// use poynting_array::{Complex64, Nufft, Sign};
/// let mut nufft = Nufft::<f64, 1>::new(&[[0.3], [2.0]], [5], 1e-9, Sign::Plus)?;
/// let mut modes = [Complex64::default(); 5];
/// nufft.to_modes(&[Complex64::new(1.0, 0.0), Complex64::new(0.0, 2.0)], &mut modes)?;
/// let exact = Complex64::cis(0.6) + Complex64::new(0.0, 2.0) * Complex64::cis(4.0);
/// assert!((modes[4] - exact).norm() < 1e-8);
/// # Ok::<(), poynting_array::NufftError>(())
/// ```
pub struct Nufft<T, const D: usize> {
    grid: Grid<D>,
    kernel: Kernel<T>,
    places: Places<T>,
    modes: [usize; D],
    fft: GridFft<T, D>,
    values: Vec<Complex<T>>,
    /// One over the transform of the kernel, for the modes of each axis.
    corrections: [Vec<T>; D],
}

impl<T: Scalar, const D: usize> Nufft<T, D> {
    /// Prepares transforms of these points.
    pub fn new(
        points: &[[f64; D]],
        modes: [usize; D],
        tolerance: f64,
        sign: Sign,
    ) -> Result<Self, NufftError> {
        const { assert!(D >= 1 && D <= 3, "one, two or three dimensions") };
        let kernel = Kernel::new(tolerance)?;
        let grid = Grid::new(modes.map(|n| FINER * n as f64), kernel.width)?;
        let places = Places::new(points.len(), &grid, |n| points[n].map(|x| x / TAU))?;
        let corrections = std::array::from_fn(|axis| {
            let step = TAU / grid.nodes[axis] as f64;
            let correction = |n: usize| {
                let mode = n as f64 - (modes[axis] / 2) as f64;
                T::of(1.0 / kernel.transform(step * mode))
            };
            (0..modes[axis]).map(correction).collect()
        });
        Ok(Self {
            fft: GridFft::new(&grid, modes, sign),
            values: grid.zeros()?,
            grid,
            kernel,
            places,
            modes,
            corrections,
        })
    }

    /// Type 1: sum_j strengths_j e^{+-i k.x_j} for all modes k.
    pub fn to_modes(
        &mut self,
        strengths: &[Complex<T>],
        out: &mut [Complex<T>],
    ) -> Result<(), NufftError> {
        expect("strengths", strengths.len(), self.places.len())?;
        expect("modes", out.len(), self.modes.iter().product())?;
        let (grid, kernel) = (&self.grid, &self.kernel);
        spread((grid, kernel), &self.places, strengths, &mut self.values);
        self.fft.to_modes(grid, &mut self.values);
        let last = self.modes[D - 1];
        if last == 0 {
            return Ok(());
        }
        let corrections = &self.corrections[D - 1];
        each_part(out, last, &|row, out| {
            let (at, factor) = self.row(row);
            let [positive, below] = mode_runs(grid, self.modes, D - 1)
                .map(|run| &self.values[at + run.start..at + run.end]);
            for ((out, value), correction) in out
                .iter_mut()
                .zip(below.iter().chain(positive))
                .zip(corrections)
            {
                *out = value.scale(factor * *correction);
            }
        });
        Ok(())
    }

    /// Type 2: sum_k modes_k e^{+-i k.x_j} for all points x_j.
    pub fn to_points(
        &mut self,
        modes: &[Complex<T>],
        out: &mut [Complex<T>],
    ) -> Result<(), NufftError> {
        expect("modes", modes.len(), self.modes.iter().product())?;
        let last = self.modes[D - 1];
        self.rows_to_points(|row| &modes[row * last..(row + 1) * last], out)
    }

    /// Type 2 of modes that are given in rows along the last axis.
    pub(super) fn rows_to_points<'a>(
        &mut self,
        modes: impl Fn(usize) -> &'a [Complex<T>],
        out: &mut [Complex<T>],
    ) -> Result<(), NufftError> {
        expect("points", out.len(), self.places.len())?;
        each_part(&mut self.values, 1 << 16, &|_, part| {
            part.fill(Complex::default());
        });
        let rows = self.modes[..D - 1].iter().product();
        let [positive, below] = mode_runs(&self.grid, self.modes, D - 1);
        for row in 0..rows {
            let (at, factor) = self.row(row);
            let corrected = (modes(row).iter().zip(&self.corrections[D - 1]))
                .map(|(mode, correction)| mode.scale(factor * *correction));
            for (node, mode) in (below.clone().chain(positive.clone())).zip(corrected) {
                self.values[at + node] = mode;
            }
        }
        self.fft.to_nodes(&self.grid, &mut self.values);
        let (grid, kernel) = (&self.grid, &self.kernel);
        gather((grid, kernel), &self.places, &mut self.values, out);
        Ok(())
    }

    /// The node before the first one of a row of modes, and the correction of the row.
    fn row(&self, row: usize) -> (usize, T) {
        let strides = self.grid.strides();
        let (mut rest, mut at, mut factor) = (row, 0, T::one());
        for axis in (0..D - 1).rev() {
            let (modes, nodes) = (self.modes[axis], self.grid.nodes[axis]);
            let n = rest % modes;
            rest /= modes;
            factor = factor * self.corrections[axis][n];
            let node = (n + nodes - modes / 2) % nodes;
            at += (self.grid.margin + node) * strides[axis];
        }
        (at, factor)
    }
}
