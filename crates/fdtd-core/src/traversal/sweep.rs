//! The plain sweep: E everywhere, then H everywhere, one plane of x at a time.

use crate::block::Block;
use crate::operator::{Operators, apply_all};
use poynting_exec::{FlushToZero, Pool};
use poynting_grid::{HalfStep, Layout, Region};
use rayon::prelude::*;

/// Advances the fields by a block of steps.
///
/// # Safety
/// As [`super::advance`].
pub(super) unsafe fn sweep(layout: &Layout, operators: &Operators<'_>, block: Block, pool: &Pool) {
    let active = layout.active();
    let plane = |half: HalfStep, step: u64, i: usize| {
        let region = Region {
            x: i..i + 1,
            ..active.clone()
        };
        // SAFETY: by the contract of `Operator` a half step writes only its own field, at nodes of the region, and all planes are
        // distinct; nothing else is at work, as the caller promises.
        unsafe { apply_all(operators, half, &region, step) };
    };
    let steps = block.first_step..block.first_step + block.steps as u64;
    let halves = steps.flat_map(|step| [(HalfStep::E, step), (HalfStep::H, step)]);
    if pool.threads() == 1 {
        // On the thread of the caller: handing over to another one costs as much as many planes.
        let _denormals = FlushToZero::on();
        halves.for_each(|(half, step)| active.x.clone().for_each(|i| plane(half, step, i)));
    } else {
        pool.install(|| {
            halves.for_each(|(half, step)| {
                let planes = active.x.clone().into_par_iter();
                planes.for_each(|i| {
                    let _denormals = FlushToZero::on();
                    plane(half, step, i);
                });
            });
        });
    }
}
