//! A moment matrix with its unknowns ordered by spatial cells, and its near field.

use poynting_exec::Budget;
use poynting_geometry::Surface;
use poynting_linalg::{Accum, MatMut, MatRef, Par, matmul, norm};
use poynting_mom::krylov::Product;
use poynting_mom::{
    BlockSparse, Complex, Dense, Equation, Factored, Layout, Mat, MomError, Operator, PlaneWave,
    Polarization, Precision, RwgSpace, Symmetry,
};
use std::collections::BTreeMap;

/// A matrix, right-hand sides and their solutions by LU.
pub struct Clustered<T: Precision> {
    pub matrix: Mat<Complex<T>>,
    pub sides: Mat<Complex<T>>,
    pub solutions: Mat<Complex<T>>,
    pub condition: f64,
    starts: Vec<usize>,
    cells: Vec<[i32; 3]>,
}

impl<T: Precision> Product<T> for Clustered<T> {
    fn size(&self) -> usize {
        self.matrix.nrows()
    }

    fn multiply(
        &self,
        x: MatRef<'_, Complex<T>>,
        y: MatMut<'_, Complex<T>>,
    ) -> Result<(), MomError> {
        let one = Complex::new(T::of(1.0), T::of(0.0));
        matmul(y, Accum::Replace, self.matrix.as_ref(), x, one, Par::Seq);
        Ok(())
    }
}

/// Waves from `count` angles in the x-z plane.
pub fn sweep(count: usize) -> Vec<PlaneWave> {
    (0..count)
        .map(|n| {
            let theta = std::f64::consts::PI * n as f64 / (count.max(2) - 1) as f64;
            PlaneWave::arriving(theta, 0.0, Polarization::Theta)
        })
        .collect()
}

impl<T: Precision> Clustered<T> {
    /// The matrix of a surface, with cells of side `cell`.
    pub fn new(
        surface: &Surface,
        k: f64,
        equation: Equation,
        cell: f64,
        waves: &[PlaneWave],
    ) -> Self {
        let space = RwgSpace::new(surface).unwrap();
        let operator = Operator::new(&space, k, equation, 1e-4).unwrap();
        let budget = Budget::of_this_machine();
        let dense = Dense::<T>::new(&operator, Symmetry::Used, budget).unwrap();
        let mut members: BTreeMap<[i32; 3], Vec<usize>> = BTreeMap::new();
        for (n, function) in space.functions().iter().enumerate() {
            let [a, b] = function.edge.map(|v| surface.vertices[v as usize]);
            let at = std::array::from_fn(|i| (0.5 * (a[i] + b[i]) / cell).floor() as i32);
            members.entry(at).or_default().push(n);
        }
        let order: Vec<usize> = members.values().flatten().copied().collect();
        let mut starts = vec![0];
        for cell in members.values() {
            starts.push(starts[starts.len() - 1] + cell.len());
        }
        let size = order.len();
        let sides: Vec<Vec<Complex<f64>>> = waves.iter().map(|w| w.side(&operator)).collect();
        let narrow = |v: Complex<f64>| Complex::new(T::of(v.re), T::of(v.im));
        let matrix = Mat::from_fn(size, size, |r, c| dense.at(order[r], order[c]));
        let given = Mat::from_fn(size, waves.len(), |row, n| narrow(sides[n][row]));
        let factored = Factored::new(dense);
        let solved = factored.solve(&given).unwrap().currents;
        Self {
            matrix,
            sides: Mat::from_fn(size, waves.len(), |row, n| given[(order[row], n)]),
            solutions: Mat::from_fn(size, waves.len(), |row, n| solved[(order[row], n)]),
            condition: factored.condition(),
            starts,
            cells: members.into_keys().collect(),
        }
    }

    /// Blocks between cells that are at most `reach` cells apart along every axis.
    pub fn near(&self, reach: i32) -> BlockSparse<T> {
        let close = |a: [i32; 3], b: [i32; 3]| (0..3).all(|i| (a[i] - b[i]).abs() <= reach);
        let row = |&a: &[i32; 3]| {
            let columns = (0..self.cells.len()).filter(|&b| close(a, self.cells[b]));
            columns.map(|b| b as u32).collect()
        };
        let pattern: Vec<Vec<u32>> = self.cells.iter().map(row).collect();
        let mut near = BlockSparse::new(Layout::new(self.starts.clone(), &pattern));
        for mut row in near.rows_mut() {
            let first = row.unknowns().start;
            for (column, mut block) in row.blocks() {
                let (rows, columns) = (block.nrows(), block.ncols());
                let at = self.starts[column];
                block.copy_from(self.matrix.as_ref().submatrix(first, at, rows, columns));
            }
        }
        near
    }

    /// |x - x_n|/|x_n| of column `n` of some solutions.
    pub fn off(&self, solutions: &Mat<Complex<T>>, n: usize) -> f64 {
        let difference = solutions.as_ref().subcols(n, 1) - self.solutions.as_ref().subcols(n, 1);
        norm(difference.as_ref()).f64() / norm(self.solutions.col(n).as_mat()).f64()
    }
}

/// Blocks along a diagonal, large enough that the sums are distributed over threads.
pub fn band(clusters: usize, width: usize) -> BlockSparse<f32> {
    let starts = (0..=clusters).map(|n| n * width).collect();
    let row = |n: usize| {
        (n.saturating_sub(2)..clusters.min(n + 3))
            .map(|c| c as u32)
            .collect()
    };
    let pattern: Vec<Vec<u32>> = (0..clusters).map(row).collect();
    let mut band = BlockSparse::new(Layout::new(starts, &pattern));
    for mut row in band.rows_mut() {
        let first = row.unknowns().start;
        for (column, mut block) in row.blocks() {
            for n in 0..width {
                for m in 0..width {
                    let [i, j] = [first + m, column * width + n];
                    let phase = ((i * 7 + j * 13) % 101) as f32;
                    let on = if i == j { 20.0 } else { 0.0 };
                    block[(m, n)] = Complex::new(on + phase.cos(), phase.sin());
                }
            }
        }
    }
    band
}
