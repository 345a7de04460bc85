//! The devices this machine can compute on.

use poynting::cpu_device;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Every device as a dictionary, the processor first.
#[pyfunction]
pub fn devices(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let cpu = py.detach(cpu_device);
    let listed = PyDict::new(py);
    listed.set_item("device", "cpu")?;
    listed.set_item("name", cpu.name)?;
    listed.set_item("memory_bytes", cpu.memory)?;
    listed.set_item("available_bytes", cpu.available)?;
    listed.set_item("f64", true)?;
    listed.set_item("cores", cpu.cores)?;
    listed.set_item("simd", cpu.simd)?;
    let mut devices = vec![listed];
    gpus(py, &mut devices)?;
    Ok(devices)
}

#[cfg(feature = "gpu")]
fn gpus<'py>(py: Python<'py>, devices: &mut Vec<Bound<'py, PyDict>>) -> PyResult<()> {
    for gpu in py.detach(poynting::gpu_devices) {
        let listed = PyDict::new(py);
        listed.set_item("device", gpu.device.to_string())?;
        listed.set_item("name", &gpu.name)?;
        listed.set_item("memory_bytes", gpu.memory)?;
        listed.set_item("available_bytes", gpu.budget().bytes)?;
        listed.set_item("f64", gpu.has_f64)?;
        listed.set_item("driver", &gpu.driver)?;
        listed.set_item("kind", gpu.kind.name())?;
        devices.push(listed);
    }
    Ok(())
}

/// A build without GPU support finds none.
#[cfg(not(feature = "gpu"))]
#[allow(clippy::unnecessary_wraps)]
fn gpus(_: Python<'_>, _: &mut Vec<Bound<'_, PyDict>>) -> PyResult<()> {
    Ok(())
}
