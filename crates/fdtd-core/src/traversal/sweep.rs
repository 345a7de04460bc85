//! The plain sweep: E everywhere, then H everywhere, one plane of x at a time.

use crate::block::Block;
use crate::operator::{Operators, apply_all};
use poynting_exec::Pool;
use poynting_grid::{HalfStep, Layout, Region};
use rayon::prelude::*;

/// Advances the fields by a block of steps.
///
/// # Safety
/// As [`super::advance`].
pub(super) unsafe fn sweep(layout: &Layout, operators: &Operators<'_>, block: Block, pool: &Pool) {
    let active = layout.active();
    let half_step = |half: HalfStep, step: u64| {
        let plane = |i: usize| {
            let region = Region {
                x: i..i + 1,
                ..active.clone()
            };
            // SAFETY: by the contract of `Operator` a half step writes only its own field, at nodes of the region, and all planes are
            // distinct; nothing else is at work, as the caller promises.
            unsafe { apply_all(operators, half, &region, step) };
        };
        if pool.threads() == 1 {
            active.x.clone().for_each(plane);
        } else {
            active.x.clone().into_par_iter().for_each(plane);
        }
    };
    pool.install(|| {
        for step in block.first_step..block.first_step + block.steps as u64 {
            half_step(HalfStep::E, step);
            half_step(HalfStep::H, step);
        }
    });
}
