//! Properties of the machine that the cases need.

use crate::{Effort, Selection};
use poynting::{Device, DeviceTraits, Error, Precision};

/// Size of the scenes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Size {
    /// For a GPU emulated on the CPU by its driver: so few cells and steps that everything takes minutes there.
    Coarse,
    /// Every feature once.
    Quick,
    /// Everything.
    Full,
}

/// A device and its capabilities.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Machine {
    pub device: Device,
    pub threads: Option<usize>,
    pub size: Size,
    /// Its precisions, the finest first.
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

    /// Whether there is a CPU to compare it with.
    pub fn is_gpu(&self) -> bool {
        self.device != Device::Cpu
    }
}
