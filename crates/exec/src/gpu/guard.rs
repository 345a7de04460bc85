//! Converts driver panics to errors.

use super::device::GpuDevice;
use crate::DeviceError;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// CubeCL panics if a driver refuses.
pub(super) fn guarded<T>(gpu: &GpuDevice, start: impl FnOnce() -> T) -> Result<T, DeviceError> {
    catch_unwind(AssertUnwindSafe(start)).map_err(|panic| gpu.failed(message(&*panic)))
}

fn message(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("its driver failed without a message")
}
