//! A queue that no device name leads to, such as that of executed text.

use cubecl::prelude::Runtime;
use poynting_exec::Real;
use poynting_exec::conformance::Verdict;
use poynting_exec::gpu::queue::Queue;
use poynting_linalg::{Complex, Lu, Mat};
use poynting_mom::{Dense, Operator, Pairs, Precision, assemble_with};
use poynting_mom_gpu::assembly::fill_queued;
use poynting_mom_gpu::elimination::StripsOnDevice;
use poynting_mom_gpu::entries_bytes;

use super::compressed::absent_on_gpu;
use super::factors;
use super::gpu::{run_on, shared};
use super::matrix::{Panels, Row, text_of};

/// Runs every check on a queue, in both precisions.
pub fn run_on_queue<R: Runtime>(
    name: &'static str,
    queue: &Queue<R>,
    take: &mut dyn FnMut(Verdict),
) {
    run_on::<f32>(name, &|operator, row| matrix(queue, operator, row), take);
    factors::run_on::<f32>(name, &|matrix| factors(queue, matrix), take);
    absent_on_gpu::<f32>(name, take);
    run_on::<f64>(name, &|operator, row| matrix(queue, operator, row), take);
    factors::run_on::<f64>(name, &|matrix| factors(queue, matrix), take);
    absent_on_gpu::<f64>(name, take);
}

fn factors<R: Runtime, T: Precision>(
    queue: &Queue<R>,
    matrix: &Mat<Complex<T>>,
) -> Result<Lu<T>, String> {
    let mut strips = StripsOnDevice::new(queue, matrix.nrows(), u64::MAX);
    shared(matrix.clone(), &mut strips).map_err(text_of)
}

fn matrix<R: Runtime, T: Real>(
    queue: &Queue<R>,
    operator: &Operator<'_>,
    row: &Row,
) -> Result<Dense<T>, String> {
    let mut queue = queue.clone();
    if row.panels == Panels::Narrow {
        let triangles = operator.space().triangles().len();
        queue.limits.buffer_bytes = entries_bytes::<T>(triangles, 2);
    }
    let mut dense = Dense::zeros(operator.space().len());
    let pairs = Pairs::new(operator, row.symmetry);
    fill_queued(&queue, &pairs, &mut |fill| {
        assemble_with(&pairs, fill, &mut dense)
    })
    .map_err(text_of)?;
    Ok(dense)
}
