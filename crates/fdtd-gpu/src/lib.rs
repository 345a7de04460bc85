//! FDTD on GPUs: fields, coefficients and monitors stay on the device, kernels follow one another half step by half step.
//!
//! Each kernel has the name of its loop in `poynting-fdtd-core`, and calls the same formulas.

#![cfg(feature = "gpu")]

mod coefficients;
mod cpml;
mod dispersion;
mod drive;
mod energy;
mod engine;
mod fields;
mod halo;
mod incident;
pub mod memory;
mod operator;
mod part;
mod record;
pub mod run;
mod slab;
mod spectra;
mod tune;
mod yee;

pub use coefficients::{DeviceCoefficients, SlabCoefficients};
pub use cpml::{CpmlMemory, CpmlOnDevice};
pub use dispersion::DispersionOnDevice;
pub use drive::DriveOnDevice;
pub use energy::{EnergyOnDevice, energy_on_device};
pub use engine::GpuEngine;
pub use fields::{DeviceFields, SlabFields};
pub use halo::Halo;
pub use incident::IncidentOnDevice;
pub use operator::{BlockHalfStep, DeviceOperator};
pub use part::GpuPart;
pub use record::{MonitorsOnDevice, PendingRecord, SamplesOnDevice, SnapshotsOnDevice};
pub use slab::{Shape, Slab};
pub use spectra::SpectraOnDevice;
pub use yee::YeeOnDevice;
