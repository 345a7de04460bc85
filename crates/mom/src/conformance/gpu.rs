//! A GPU: as a user would, and with buffers so small that panels are narrow.

use cubecl::prelude::{ComputeClient, Runtime};
use poynting_exec::conformance::Verdict;
use poynting_exec::gpu::queue::Queue;
use poynting_exec::{Device, DeviceError, GpuDevice, OnDevice, Real, on_device};

use super::compressed::absent_on_gpu;
use super::{Panels, ROWS, Row, Way, judged, text_of};
use crate::assembly::Pairs;
use crate::assembly::gpu::assemble_queued;
use crate::far::gpu::entries_bytes;
use crate::{Dense, Operator};

/// Runs every check on a GPU.
pub fn run_on_gpu(device: Device, take: &mut dyn FnMut(Verdict)) -> Result<(), DeviceError> {
    on_device(device, Suite { take })
}

struct Suite<'a> {
    take: &'a mut dyn FnMut(Verdict),
}

impl OnDevice for Suite<'_> {
    type Output = ();

    fn run<R: Runtime>(self, client: ComputeClient<R>, gpu: &GpuDevice) {
        let queue = Queue {
            client,
            device: gpu.device,
            limits: gpu.limits,
        };
        run_on::<R, f32>(&queue, self.take);
        absent_on_gpu::<f32>(self.take);
        if gpu.has_f64 {
            run_on::<R, f64>(&queue, self.take);
            absent_on_gpu::<f64>(self.take);
        }
    }
}

fn run_on<R: Runtime, T: Real>(queue: &Queue<R>, take: &mut dyn FnMut(Verdict)) {
    for row in ROWS {
        let feature = row.feature();
        let tolerance = feature.within.tolerance::<T>();
        let found = |operator: &Operator<'_>, row: &Row| {
            let matrix = matrix::<R, T>(queue, operator, row)?;
            Ok(vec![matrix])
        };
        take(Verdict::of::<T>(feature, "gpu", || {
            judged(row.judge(tolerance, Way::ByRules, &found))
        }));
    }
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
    assemble_queued(&queue, &pairs, &mut dense).map_err(text_of)?;
    Ok(dense)
}
