//! What the cases must know of the machine they run on.

use crate::{Effort, Selection};
use poynting::{Device, DeviceTraits, Error, Precision};

/// How large scenes are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Size {
    /// For a GPU that a driver plays on the processor: so few cells and steps that the whole takes minutes there.
    Coarse,
    /// Every feature once.
    Quick,
    /// Everything.
    Full,
}

/// A device, and what can be asked of it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Machine {
    pub device: Device,
    pub threads: Option<usize>,
    pub size: Size,
    /// What it computes in, the finest first.
    pub precisions: &'static [Precision],
}

impl Machine {
    /// The machine of a selection.
    pub fn of(selection: &Selection) -> Result<Self, Error> {
        let DeviceTraits {
            is_software,
            has_f64,
        } = selection.device.traits()?;
        Ok(Self {
            device: selection.device,
            threads: selection.threads,
            size: match selection.effort {
                Effort::Quick if is_software => Size::Coarse,
                Effort::Quick => Size::Quick,
                Effort::Full => Size::Full,
            },
            precisions: if has_f64 {
                &[Precision::F64, Precision::F32]
            } else {
                &[Precision::F32]
            },
        })
    }

    /// Whether there is a processor to compare it with.
    pub fn is_gpu(&self) -> bool {
        self.device != Device::Cpu
    }
}
