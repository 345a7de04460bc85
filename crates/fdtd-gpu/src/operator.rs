//! An operator on a device: the counterpart of [`poynting_fdtd_core::operator::Operator`].
//!
//! Both use the same formula. On the CPU an operator is a loop over any box of nodes; here it is a kernel over its own
//! index set (the nodes of a slab, a list of spots, a plane), because a device runs whole half steps one after
//! another. Its state is a set of buffers that stay on the device.

use crate::fields::DeviceFields;
use cubecl::prelude::Runtime;
use poynting_exec::Real;
use poynting_fdtd_core::block::Block;
use poynting_grid::HalfStep;

/// A half of the `step`-th step of a block.
#[derive(Debug, Clone, Copy)]
pub struct BlockHalfStep {
    /// Which half.
    pub half: HalfStep,
    /// Which step of the block.
    pub step: usize,
    /// The block.
    pub block: Block,
}

/// A local update on a device.
pub trait DeviceOperator<R: Runtime, T: Real> {
    /// Launches one half step.
    fn launch(&self, fields: &DeviceFields<'_, R, T>, at: BlockHalfStep);
}
