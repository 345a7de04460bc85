//! A GPU: as a user would run it, and with buffers so small that panels are narrow.

use poynting_exec::conformance::Verdict;
use poynting_exec::{Device, DeviceError, Real, gpu_device};
use poynting_linalg::{Complex, Lu, Mat, Par, SharedElimination, Split, Strips};
use poynting_mom::{Dense, Filled, MomError, Operator, Precision, assemble_on};
use poynting_mom_gpu::{GpuEliminator, GpuFiller, entries_bytes};

use super::compressed::absent_on_gpu;
use super::factors;
use super::matrix::{Panels, ROWS, Row, Way, judged, text_of};

/// Runs every check on a GPU.
pub fn run_on_gpu(device: Device, take: &mut dyn FnMut(Verdict)) -> Result<(), DeviceError> {
    let gpu = gpu_device(device)?;
    run_on::<f32>("gpu", &|operator, row| matrix(device, operator, row), take);
    factors::run_on::<f32>("gpu", &|matrix| factors(device, matrix), take);
    absent_on_gpu::<f32>("gpu", take);
    if gpu.has_f64 {
        run_on::<f64>("gpu", &|operator, row| matrix(device, operator, row), take);
        factors::run_on::<f64>("gpu", &|matrix| factors(device, matrix), take);
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

/// The next strip is on the processor, and the others are on the device.
fn factors<T: Precision>(device: Device, matrix: &Mat<Complex<T>>) -> Result<Lu<T>, String> {
    let eliminator = GpuEliminator {
        split: SPLIT,
        ..GpuEliminator::new(device)
    };
    let mut found = None;
    T::shared(&eliminator, matrix.nrows(), &mut |strips| {
        found = Some(shared(matrix.clone(), strips)?);
        Ok(())
    })
    .map_err(text_of)?;
    found.ok_or_else(|| "nothing was factored".to_owned())
}

/// How the columns are shared.
pub const SPLIT: Split = Split::Here(1);

/// Factors a matrix together with a device.
pub fn shared<T: Precision>(
    matrix: Mat<Complex<T>>,
    strips: &mut dyn Strips<T, Error = MomError>,
) -> Result<Lu<T>, MomError> {
    let mut elimination = SharedElimination::new(matrix, strips, SPLIT);
    while !elimination.is_complete() {
        elimination.advance(Par::Seq)?;
    }
    Ok(elimination.finish())
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
