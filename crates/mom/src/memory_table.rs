//! The arrays of an iterative solution with the MLFMA, by bytes in memory and on disk.
//!
//! These are the counts of the plan; `.ci/memory` compares the memory of whole runs with them.

use poynting_exec::Real;
use poynting_scene::Precision as Chosen;

use crate::krylov;
use crate::mlfma;
use crate::mlfma::Inventory;
use poynting_mom_core::operator::Operator;
use poynting_mom_core::precision::Precision;

/// Arrays of the same purpose.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MemoryPart {
    /// What they hold.
    pub name: &'static str,
    /// Edge of the boxes of their level in metres, if they belong to one.
    pub box_edge: Option<f64>,
    /// Bytes in memory.
    pub ram: u64,
    /// Bytes on disk.
    pub disk: u64,
}

/// All arrays at the peak of a solution with a block-diagonal preconditioner.
#[derive(Debug, Clone, PartialEq)]
pub struct MemoryTable {
    /// RWG functions.
    pub unknowns: usize,
    /// Leaves of the tree.
    pub leaves: usize,
    /// The arrays.
    pub parts: Vec<MemoryPart>,
}

impl MemoryTable {
    /// For products with this many digits and this many right-hand sides. If the bytes of a `slice` are given, the near field is on disk.
    pub fn new(
        operator: &Operator<'_>,
        digits: u8,
        precision: Chosen,
        sides: usize,
        slice: Option<u64>,
    ) -> Self {
        let options = mlfma::Options {
            slice,
            together: mlfma::together(sides),
            ..mlfma::Options::new(f64::from(digits))
        };
        match precision {
            Chosen::F32 => table::<f32>(operator, &options, sides),
            Chosen::F64 => table::<f64>(operator, &options, sides),
        }
    }

    /// Bytes in memory and on disk.
    pub fn total(&self) -> [u64; 2] {
        let sum = |of: fn(&MemoryPart) -> u64| self.parts.iter().map(of).sum();
        [sum(|part| part.ram), sum(|part| part.disk)]
    }
}

fn table<T: Precision>(
    operator: &Operator<'_>,
    options: &mlfma::Options,
    sides: usize,
) -> MemoryTable {
    let space = operator.space();
    let Inventory {
        near,
        diagonal,
        leaves,
        others,
    } = mlfma::inventory::<T>(space, operator.wave_number(), options);
    let in_memory = |name, bytes| MemoryPart {
        name,
        box_edge: None,
        ram: bytes,
        disk: 0,
    };
    let mut parts = match options.slice {
        None => vec![in_memory("near field", near)],
        Some(slice) => vec![
            MemoryPart {
                disk: near,
                ..in_memory("near field", 2 * slice.min(near))
            },
            in_memory("near field within leaves", diagonal),
        ],
    };
    parts.extend(others.into_iter().map(|array| MemoryPart {
        box_edge: array.box_edge,
        ..in_memory(array.name, array.bytes)
    }));
    let vectors = (2 * space.len() * sides) as u64 * 2 * <T as Real>::BYTES;
    let iteration = krylov::Options::default().bytes::<T>(space.len(), sides);
    parts.extend([
        in_memory("preconditioner", diagonal),
        in_memory("Krylov basis and work vectors", iteration),
        in_memory("right-hand sides and solutions", vectors),
        in_memory("basis functions", space.bytes()),
        in_memory("mesh", space.surface().bytes()),
    ]);
    MemoryTable {
        unknowns: space.len(),
        leaves,
        parts,
    }
}
