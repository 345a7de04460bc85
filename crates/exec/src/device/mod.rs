//! The compute devices of this machine: the CPU and GPUs, by the names a user writes.

mod choice;
mod cpu;
mod error;
mod name;
mod several;

pub use choice::DeviceChoice;
pub use cpu::{CpuDevice, cpu_device, cpu_name, l2_bytes};
pub use error::DeviceError;
pub use name::{Device, DeviceTraits};
pub use several::Devices;

#[cfg(test)]
mod tests;
