//! A GPU: as a user would run it, and with buffers so small that panels are narrow.

use poynting_exec::conformance::Verdict;
use poynting_exec::{Device, DeviceError, Real, gpu_device};
use poynting_mom::{Dense, Filled, Operator, assemble_on};
use poynting_mom_gpu::{GpuFiller, entries_bytes};

use super::compressed::absent_on_gpu;
use super::matrix::{Panels, ROWS, Row, Way, judged, text_of};

/// Runs every check on a GPU.
pub fn run_on_gpu(device: Device, take: &mut dyn FnMut(Verdict)) -> Result<(), DeviceError> {
    let gpu = gpu_device(device)?;
    run_on::<f32>("gpu", &|operator, row| matrix(device, operator, row), take);
    absent_on_gpu::<f32>("gpu", take);
    if gpu.has_f64 {
        run_on::<f64>("gpu", &|operator, row| matrix(device, operator, row), take);
        absent_on_gpu::<f64>("gpu", take);
    }
    Ok(())
}

/// The matrix of an operator on a device, as specified by a row.
type OnDevice<'a, T> = dyn Fn(&Operator<'_>, &Row) -> Result<Dense<T>, String> + 'a;

/// Runs every check on a device.
pub fn run_on<T: Real>(
    backend: &'static str,
    matrix: &OnDevice<'_, T>,
    take: &mut dyn FnMut(Verdict),
) {
    for row in ROWS {
        let feature = row.feature();
        let tolerance = feature.within.tolerance::<T>();
        let found = |operator: &Operator<'_>, row: &Row| Ok(vec![matrix(operator, row)?]);
        take(Verdict::of::<T>(feature, backend, || {
            judged(row.judge(tolerance, Way::ByRules, &found))
        }));
    }
}

fn matrix<T: Filled>(
    device: Device,
    operator: &Operator<'_>,
    row: &Row,
) -> Result<Dense<T>, String> {
    let mut filler = GpuFiller::new(device);
    if row.panels == Panels::Narrow {
        let triangles = operator.space().triangles().len();
        filler.buffer_bytes = Some(entries_bytes::<T>(triangles, 2));
    }
    let mut dense = Dense::zeros(operator.space().len());
    assemble_on(&filler, operator, row.symmetry, &mut dense).map_err(text_of)?;
    Ok(dense)
}
