//! Type 3: irregular points and irregular targets.
//!
//! Coordinates are taken from the middle of their ranges, |x| <= X and |s| <= S, and points are scaled to fill a grid of n >= 4 S X / pi + w + 1 nodes.
//! The points are spread over it; what the nodes radiate towards the targets is a transform of type 2, divided by the transform of the kernel
//! (J.-Y. Lee, L. Greengard, J. Comput. Phys. 206, 1, 2005; Barnett, Magland, af Klinteberg 2019, section 3.3).

use super::grid::Grid;
use super::kernel::{FINER, Kernel};
use super::modes::Nufft;
use super::parallel::{each_value, values_of};
use super::places::Places;
use super::scalar::Scalar;
use super::spread::spread;
use super::{NufftError, Sign, expect};
use num_complex::Complex;
use std::f64::consts::PI;

/// Sums from irregular points to irregular targets.
pub struct IrregularNufft<T, const D: usize> {
    grid: Grid<D>,
    kernel: Kernel<T>,
    places: Places<T>,
    values: Vec<Complex<T>>,
    inner: Nufft<T, D>,
    /// Phases of the points for the middle of the targets.
    before: Vec<Complex<T>>,
    /// Phases of the targets for the middle of the points, over the transform of the kernel.
    after: Vec<Complex<T>>,
    strengths: Vec<Complex<T>>,
}

/// The middle of a range of coordinates and half its width.
#[derive(Debug, Clone, Copy)]
struct Extent {
    middle: f64,
    half: f64,
}

impl<T: Scalar, const D: usize> IrregularNufft<T, D> {
    /// Prepares sums over these points for these targets; the product of their coordinates is a phase in radians.
    pub fn new(
        points: &[[f64; D]],
        targets: &[[f64; D]],
        tolerance: f64,
        sign: Sign,
    ) -> Result<Self, NufftError> {
        const { assert!(D >= 1 && D <= 3, "one, two or three dimensions") };
        let kernel = Kernel::<T>::new(tolerance)?;
        let (of_points, of_targets) = (extents(points)?, extents(targets)?);
        let least = std::array::from_fn(|axis| {
            2.0 * FINER / PI * of_points[axis].half * of_targets[axis].half
                + (kernel.width + 1) as f64
        });
        let grid = Grid::new(least, kernel.width)?;
        // Half the range of the points in nodes: no kernel reaches around the end of the grid.
        let reach = grid.nodes.map(|n| 0.5 * (n - kernel.width) as f64);
        let places = Places::new(points.len(), &grid, |n| {
            std::array::from_fn(|axis| {
                let Extent { middle, half } = of_points[axis];
                let inside = if half > 0.0 {
                    (points[n][axis] - middle) / half
                } else {
                    0.0
                };
                0.5 + inside * reach[axis] / grid.nodes[axis] as f64
            })
        })?;
        // Radians per node.
        let frequencies = values_of(targets.len(), [0.0; D], &|n| {
            std::array::from_fn(|axis| {
                (targets[n][axis] - of_targets[axis].middle) * of_points[axis].half / reach[axis]
            })
        });
        let inner = Nufft::new(&frequencies, grid.nodes, tolerance, sign)?;
        let turn = |phase: f64| match sign {
            Sign::Plus => Complex::cis(phase),
            Sign::Minus => Complex::cis(-phase),
        };
        let narrow = |z: Complex<f64>| Complex::new(T::of(z.re), T::of(z.im));
        let before = values_of(points.len(), Complex::default(), &|n| {
            let phase = (0..D).map(|axis| points[n][axis] * of_targets[axis].middle);
            narrow(turn(phase.sum()))
        });
        let after = values_of(targets.len(), Complex::default(), &|n| {
            let phase = (0..D)
                .map(|axis| (targets[n][axis] - of_targets[axis].middle) * of_points[axis].middle);
            let transform: f64 = (frequencies[n].iter().map(|f| kernel.transform(*f))).product();
            narrow(turn(phase.sum()) / transform)
        });
        Ok(Self {
            values: grid.zeros()?,
            grid,
            kernel,
            places,
            inner,
            before,
            after,
            strengths: vec![Complex::default(); points.len()],
        })
    }

    /// sum_j strengths_j e^{+-i s_t.x_j} for all targets s_t.
    pub fn to_targets(
        &mut self,
        strengths: &[Complex<T>],
        out: &mut [Complex<T>],
    ) -> Result<(), NufftError> {
        expect("strengths", strengths.len(), self.places.len())?;
        let before = &self.before;
        each_value(&mut self.strengths, &|n, turned| {
            *turned = strengths[n] * before[n];
        });
        let (grid, places) = (&self.grid, &self.places);
        spread(
            (grid, &self.kernel),
            places,
            &self.strengths,
            &mut self.values,
        );
        let values = &self.values;
        let strides = grid.strides();
        let row = |row: usize| {
            let (mut rest, mut at) = (row, grid.margin);
            for axis in (0..D - 1).rev() {
                at += (grid.margin + rest % grid.nodes[axis]) * strides[axis];
                rest /= grid.nodes[axis];
            }
            &values[at..at + grid.nodes[D - 1]]
        };
        self.inner.rows_to_points(row, out)?;
        each_value(out, &|n, out| *out = *out * self.after[n]);
        Ok(())
    }
}

/// The ranges of coordinates, from zero to zero if there are none.
fn extents<const D: usize>(points: &[[f64; D]]) -> Result<[Extent; D], NufftError> {
    let mut bounds = [[0.0; 2]; D];
    if let Some(first) = points.first() {
        bounds = first.map(|x| [x, x]);
    }
    for (point, coordinates) in points.iter().enumerate() {
        for (bound, &value) in bounds.iter_mut().zip(coordinates) {
            if !value.is_finite() {
                return Err(NufftError::Coordinate { point });
            }
            let [low, high] = bound;
            *low = low.min(value);
            *high = high.max(value);
        }
    }
    Ok(bounds.map(|[low, high]| Extent {
        middle: 0.5 * (low + high),
        half: 0.5 * (high - low),
    }))
}
