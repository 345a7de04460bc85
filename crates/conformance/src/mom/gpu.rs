//! A GPU: as a user would run it, and with buffers so small that panels are narrow.

use poynting_exec::conformance::Verdict;
use poynting_exec::{Device, DeviceError, gpu_device};
use poynting_mom::{Dense, Filled, Operator, assemble_on};
use poynting_mom_gpu::{GpuFiller, entries_bytes};

use super::compressed::absent_on_gpu;
use super::matrix::{Panels, ROWS, Row, Way, judged, text_of};

/// Runs every check on a GPU.
pub fn run_on_gpu(device: Device, take: &mut dyn FnMut(Verdict)) -> Result<(), DeviceError> {
    let gpu = gpu_device(device)?;
    run_on::<f32>(device, take);
    absent_on_gpu::<f32>(take);
    if gpu.has_f64 {
        run_on::<f64>(device, take);
        absent_on_gpu::<f64>(take);
    }
    Ok(())
}

fn run_on<T: Filled>(device: Device, take: &mut dyn FnMut(Verdict)) {
    for row in ROWS {
        let feature = row.feature();
        let tolerance = feature.within.tolerance::<T>();
        let found = |operator: &Operator<'_>, row: &Row| {
            let matrix = matrix::<T>(device, operator, row)?;
            Ok(vec![matrix])
        };
        take(Verdict::of::<T>(feature, "gpu", || {
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
