//! The arrays of an MLFMA and their bytes, counted before any of them is allocated.
//!
//! The plan of a run announces their sum; `poynting bench products --memory-table` lists them. Tested against the bytes that a matrix holds after a
//! product; the memory of whole runs is compared with what `check` announces by `.ci/memory`.

use super::directions::Directions;
use super::interpolation::Interpolation;
use super::leaf::PLANES;
use super::octree::{Level, Octree};
use super::options::Options;
use super::passes::{PARTS, Sampling};
use crate::block_sparse::Layout;
use poynting_mom_core::precision::Precision;

/// Arrays of the same purpose.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Array {
    /// What they hold.
    pub name: &'static str,
    /// Edge of the boxes of their level in metres, if they belong to one.
    pub box_edge: Option<f64>,
    /// Bytes of all of them.
    pub bytes: u64,
}

/// All arrays.
#[derive(Debug, Clone)]
pub struct Inventory {
    /// Values of the near field.
    pub near: u64,
    /// Those between functions of the same leaf.
    pub diagonal: u64,
    /// Number of leaves.
    pub leaves: usize,
    /// All others.
    pub others: Vec<Array>,
}

impl Inventory {
    /// Of the matrix that a tree divides.
    pub(super) fn of<T: Precision>(tree: &Octree, k: f64, options: &Options) -> Self {
        let [near, diagonal] = tree.near_entries().map(|entries| entries * 2 * T::BYTES);
        let mut found = Self {
            near,
            diagonal,
            leaves: tree.leaves(),
            others: Vec::new(),
        };
        let blocks = tree.near.iter().map(|row| row.len()).sum();
        found.add(
            "indices of the near field",
            None,
            Layout::bytes_of(tree.leaves(), blocks),
        );
        found.add("tree", None, tree.bytes());
        found.add_levels::<T>(tree, k, options);
        found
    }

    /// The bytes of all arrays except the values of the near field.
    pub fn rest(&self) -> u64 {
        self.others.iter().map(|array| array.bytes).sum()
    }

    fn add(&mut self, name: &'static str, level: Option<&Level>, bytes: u64) {
        self.others.push(Array {
            name,
            box_edge: level.map(|level| level.side),
            bytes,
        });
    }

    fn add_levels<T: Precision>(&mut self, tree: &Octree, k: f64, options: &Options) {
        let mut widest = 0;
        let mut coarser: Option<Sampling> = None;
        for level in &tree.levels {
            let sampling = Sampling::new(level, k, options.digits);
            let [narrow, wide] = [&sampling.narrow, &sampling.wide].map(Directions::len);
            let of = |numbers: usize| numbers as u64 * T::BYTES;
            let waves = options.together * PLANES * narrow * level.len();
            self.add("waves", Some(level), of(waves));
            let factors = 2 * wide * level.used_offsets().len();
            self.add("translations", Some(level), of(factors));
            let mut between = Interpolation::<T>::numbers_of(&sampling.narrow, &sampling.wide);
            if let Some(coarser) = &coarser {
                self.add("shifts", Some(level), of(16 * coarser.narrow.len()));
                between += Interpolation::<T>::numbers_of(&sampling.narrow, &coarser.narrow);
            }
            self.add("interpolations", Some(level), of(between));
            widest = widest.max(of(PARTS * wide * level.len()));
            coarser = Some(sampling);
        }
        self.add("widened waves", None, widest);
    }
}
