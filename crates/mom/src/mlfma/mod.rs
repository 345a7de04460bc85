//! The multilevel fast multipole algorithm: a matrix product in a time that grows little faster than the number of
//! unknowns, without storing the matrix.
//!
//! ```text
//! <f_m, .. f_n> = (k^2 eta/(16 pi^2)) int R_m(s) . T(s) F_n(s) ds
//! F_n = (1 - s s) . int f_n e^{+jk s.(r' - c')},    R_m = int [alpha f_m + (1 - alpha) s x (f_m x n)] e^{-jk s.(r - c)}
//! ```
//!
//! for functions in separated boxes (`octree`), with the translation T between their centres (`translation`). Functions are converted to
//! plane waves of their leaf and tested against them (`leaf`), waves go up, across and down (`passes`) between the directions of each level
//! (`directions`); the near field is integrated (`near`). (J. Song, C.-C. Lu, W. C. Chew, IEEE Trans. Antennas Propag. 45, 1488, 1997;
//! O. Ergul, L. Gurel, The Multilevel Fast Multipole Algorithm for Solving Large-Scale Computational Electromagnetics Problems, 2014.)
//!
//! Boxes much smaller than a wavelength have no such expansion: Hankel functions of high order and small argument cancel to below the rounding error.
//! Leaves are therefore never smaller than [`smallest_leaf`]; where a mesh is so fine that they hold too much, the near field grows instead. Tested
//! against dense rows.

mod accuracy;
pub(crate) mod directions;
mod forecast;
pub(crate) mod interpolation;
mod inventory;
pub(crate) mod leaf;
mod near_matrix;
pub(crate) mod octree;
pub(crate) mod options;
mod passes;
pub(crate) mod phases;
pub(crate) mod translation;

use std::f64::consts::PI;
use std::io::{self, Read, Write};
use std::sync::{Mutex, PoisonError};

use poynting_exec::SimdLevel;
use poynting_linalg::{Complex, Mat, MatMut, MatRef};
use poynting_physics::constants::ETA0;
use rayon::prelude::*;

use crate::memory::MatrixMemory;
use crate::order;
use crate::state::State;
pub use accuracy::{probe_vector, sampled_error};
use directions::Directions;
pub use forecast::forecast;
pub use inventory::{Array, Inventory};
use leaf::Leaves;
pub use near_matrix::NearMatrix;
use octree::Octree;
pub use options::{Options, leaf_side, smallest_leaf, together};
use passes::Waves;
use poynting_mom_core::error::MomError;
use poynting_mom_core::operator::Operator;
use poynting_mom_core::phase::wave_rule_to;
use poynting_mom_core::precision::Precision;
use poynting_mom_core::product::Product;
use poynting_mom_core::space::RwgSpace;

/// Memory for products: besides the near field, the translations and the waves of the columns that pass through the tree together.
pub fn memory<T: Precision>(space: &RwgSpace, k: f64, options: &Options) -> MatrixMemory {
    let inventory = inventory::<T>(space, k, options);
    MatrixMemory {
        near: inventory.near,
        diagonal: inventory.diagonal,
        rest: inventory.rest(),
    }
}

/// The same, array by array.
pub fn inventory<T: Precision>(space: &RwgSpace, k: f64, options: &Options) -> Inventory {
    Inventory::of::<T>(&options.tree(space, k), k, options)
}

/// An integral equation as its near field and its plane waves.
#[derive(Debug)]
pub struct Mlfma<'a, T> {
    operator: &'a Operator<'a>,
    digits: f64,
    together: usize,
    tree: Octree,
    near: NearMatrix<T>,
    levels: Vec<Waves<T>>,
    leaves: Leaves<'a, T>,
    simd: SimdLevel,
    work: Mutex<Workspace<T>>,
}

/// Wave buffers, kept for the next product.
#[derive(Debug, Default)]
struct Workspace<T> {
    /// Waves of the boxes on each level: outgoing on the way up, incoming on the way down.
    waves: Vec<Vec<T>>,
    /// Part of the waves of a level in the directions that translations need.
    wide: Vec<T>,
}

impl<'a, T: Precision> Mlfma<'a, T> {
    /// Builds the tree and integrates the near field.
    pub fn new(operator: &'a Operator<'a>, options: Options) -> Result<Self, MomError> {
        Self::with_near(operator, options, |tree| {
            NearMatrix::new(tree, &operator.rounded::<T>(), options.slice)
        })
    }

    /// The same with the near field as `State::save` has written it.
    pub fn read(
        operator: &'a Operator<'a>,
        options: Options,
        from: &mut dyn Read,
    ) -> Result<Self, MomError> {
        Self::with_near(operator, options, |tree| {
            NearMatrix::read(tree, options.slice, from)
        })
    }

    fn with_near(
        operator: &'a Operator<'a>,
        options: Options,
        near: impl FnOnce(&Octree) -> Result<NearMatrix<T>, MomError>,
    ) -> Result<Self, MomError> {
        let tree = options.tree(operator.space(), operator.wave_number());
        let near = near(&tree)?;
        let (levels, leaves) = waves(operator, &tree, options.digits);
        Ok(Self {
            operator,
            digits: options.digits,
            together: options.together.max(1),
            near,
            levels,
            leaves,
            tree,
            simd: SimdLevel::detect(),
            work: Mutex::default(),
        })
    }

    /// Increases the accuracy of the waves; the near field stays.
    pub fn sharpen(&mut self, digits: f64) {
        self.digits += digits;
        (self.levels, self.leaves) = waves(self.operator, &self.tree, self.digits);
    }

    /// The near field, in the order of [`Mlfma::order`].
    pub fn near_matrix(&self) -> &NearMatrix<T> {
        &self.near
    }

    /// Functions in the order of the leaves.
    pub fn order(&self) -> &[u32] {
        &self.tree.order
    }

    /// Levels from coarse to fine: box edge in metres, number of boxes, number of directions.
    pub fn levels(&self) -> impl Iterator<Item = (f64, usize, usize)> + '_ {
        let levels = self.tree.levels.iter().zip(&self.levels);
        levels.map(|(level, waves)| (level.side, level.len(), waves.wide.len()))
    }

    /// Bytes kept between products: near field, interpolations, translations and shifts of the levels, and the waves of the last product.
    pub fn bytes(&self) -> u64 {
        let levels = self.levels.iter().map(Waves::bytes).sum::<u64>();
        let work = self.work.lock().unwrap_or_else(PoisonError::into_inner);
        let waves = work.waves.iter().map(Vec::len).sum::<usize>() + work.wide.len();
        self.near.bytes() + levels + waves as u64 * T::BYTES
    }

    /// y += A x in the order of the leaves, without the near field.
    fn add_far(&self, x: &[&[Complex<T>]], y: &mut [&mut [Complex<T>]]) {
        let (levels, columns) = (self.levels.len(), x.len());
        let numbers = |l: usize| self.tree.levels[l].len() * self.levels[l].stride(columns);
        // Taken, not locked: the pool may start another product on this thread meanwhile.
        let mut work =
            std::mem::take(&mut *self.work.lock().unwrap_or_else(PoisonError::into_inner));
        let Workspace { waves, wide } = &mut work;
        waves.resize_with(levels, Vec::new);
        for l in (0..levels).rev() {
            let (coarse, fine) = waves.split_at_mut(l + 1);
            coarse[l].resize(numbers(l), T::of(0.0));
            match fine.first() {
                None => self.radiate(x, &mut coarse[l]),
                Some(from) => {
                    passes::rise(columns, self.pair(l), from, &mut coarse[l], self.simd);
                }
            }
        }
        for l in 0..levels {
            let (above, here) = waves.split_at_mut(l);
            let level = (&self.tree.levels[l], &self.levels[l]);
            passes::cross(columns, level, &mut here[0], wide, self.simd);
            if let Some(from) = above.last() {
                passes::fall(columns, self.pair(l - 1), from, &mut here[0], self.simd);
            }
        }
        self.receive(&waves[levels - 1], y);
        *self.work.lock().unwrap_or_else(PoisonError::into_inner) = work;
    }

    fn pair(&self, l: usize) -> [(&octree::Level, &Waves<T>); 2] {
        [l, l + 1].map(|l| (&self.tree.levels[l], &self.levels[l]))
    }

    fn radiate(&self, x: &[&[Complex<T>]], out: &mut [T]) {
        let (tree, last) = (&self.tree, self.levels.len() - 1);
        let stride = self.levels[last].stride(x.len());
        (out.par_chunks_mut(stride).enumerate()).for_each_init(
            leaf::Workspace::default,
            |work, (number, out)| {
                let places = tree.starts[number]..tree.starts[number + 1];
                let values: Vec<&[Complex<T>]> = x.iter().map(|x| &x[places.clone()]).collect();
                let centre = tree.levels[last].centre(number);
                self.leaves
                    .radiate(tree.functions(number), centre, &values, out, work);
            },
        );
    }

    fn receive(&self, waves: &[T], y: &mut [&mut [Complex<T>]]) {
        let (tree, last) = (&self.tree, self.levels.len() - 1);
        let stride = self.levels[last].stride(y.len());
        // The part of every column that each leaf may write to.
        let mut parts: Vec<Vec<&mut [Complex<T>]>> = Vec::new();
        parts.resize_with(tree.leaves(), Vec::new);
        for column in y.iter_mut() {
            let mut rest: &mut [Complex<T>] = column;
            for (leaf, parts) in parts.iter_mut().enumerate() {
                let (part, after) = rest.split_at_mut(tree.starts[leaf + 1] - tree.starts[leaf]);
                parts.push(part);
                rest = after;
            }
        }
        (parts.par_iter_mut().enumerate()).for_each_init(
            leaf::Workspace::default,
            |work, (number, parts)| {
                let centre = tree.levels[last].centre(number);
                let waves = &waves[number * stride..][..stride];
                self.leaves
                    .receive(tree.functions(number), centre, waves, parts, work);
            },
        );
    }
}

impl<T: Precision> State for Mlfma<'_, T> {
    fn bytes(&self) -> u64 {
        self.near.all_bytes()
    }

    fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        self.near.save(to)
    }
}

/// Operators of the levels and leaves on waves.
fn waves<'a, T: Precision>(
    operator: &'a Operator<'a>,
    tree: &Octree,
    digits: f64,
) -> (Vec<Waves<T>>, Leaves<'a, T>) {
    let levels = Waves::of_tree(tree, operator.wave_number(), digits);
    let narrow = levels[levels.len() - 1].narrow.clone();
    (levels, leaves(operator, narrow, digits))
}

/// Leaves with these directions.
fn leaves<'a, T: Precision>(
    operator: &'a Operator<'a>,
    directions: Directions,
    digits: f64,
) -> Leaves<'a, T> {
    let (space, k) = (operator.space(), operator.wave_number());
    let [electric, magnetic] = operator.equation().factors();
    let scale = k * k / (16.0 * PI * PI);
    let rule = wave_rule_to(space, k, 10.0_f64.powf(-digits - 0.5));
    let shares = [scale * ETA0 * electric, scale * magnetic];
    Leaves::new(space, k, shares, rule, directions)
}

impl<T: Precision> Product<T> for Mlfma<'_, T> {
    fn size(&self) -> usize {
        self.tree.order.len()
    }

    fn multiply(
        &self,
        x: MatRef<'_, Complex<T>>,
        y: MatMut<'_, Complex<T>>,
    ) -> Result<(), MomError> {
        let x = order::sorted(&self.tree.order, x);
        let mut sums = Mat::zeros(x.nrows(), x.ncols());
        self.near.multiply(x.as_ref(), sums.as_mut())?;
        let mut rest = sums.as_mut();
        for first in (0..x.ncols()).step_by(self.together) {
            let count = self.together.min(x.ncols() - first);
            let from: Vec<&[Complex<T>]> = (first..first + count)
                .map(|column| x.col_as_slice(column))
                .collect();
            let (here, after) = rest.split_at_col_mut(count);
            rest = after;
            self.add_far(&from, &mut columns_of(here));
        }
        order::restore(&self.tree.order, sums.as_ref(), y);
        Ok(())
    }
}

/// The columns of a panel that is contiguous in memory.
fn columns_of<T>(mut panel: MatMut<'_, T>) -> Vec<&mut [T]> {
    let mut columns = Vec::with_capacity(panel.ncols());
    while panel.ncols() > 0 {
        let (column, after) = panel.split_at_col_mut(1);
        let column = column.col_mut(0).try_as_col_major_mut();
        columns.extend(column.map(poynting_linalg::ColMut::as_slice_mut));
        panel = after;
    }
    columns
}
