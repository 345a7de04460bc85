//! The fastest mapping on this device and grid: measured for about a second, then cached.
//!
//! The measurement is the Yee update itself on the fields of the run, which are still zero and stay so.

use crate::engine::GpuEngine;
use crate::operator::{BlockHalfStep, DeviceOperator};
use crate::yee::YeeOnDevice;
use cubecl::prelude::Runtime;
use poynting_exec::gpu::tuning::{Tuning, fastest, key};
use poynting_exec::{GpuDevice, Real};
use poynting_fdtd_core::block::Block;
use poynting_fdtd_core::mapping::Mapping;
use poynting_grid::HalfStep;
use std::time::{Duration, Instant};

/// Time limit for measuring.
const BUDGET: Duration = Duration::from_secs(1);
/// A run must last this many times longer for the measurement to be worthwhile.
const WORTH: f64 = 20.0;
/// Minimum duration of a single measurement.
const SHORTEST: Duration = Duration::from_millis(5);

impl<R: Runtime, T: Real> GpuEngine<'_, R, T> {
    /// Uses the mapping known to be fastest here, or measures if `steps` steps will take long enough.
    pub fn tune(&mut self, steps: u64, gpu: &GpuDevice, tuning: &Tuning) {
        let [x, y, z] = self.layout.cells;
        let model = format!(
            "fdtd {} bytes, {}, {x}x{y}x{z} cells, {} models",
            T::BYTES,
            self.coefficients.materials.name(),
            self.models.len()
        );
        let key = key(gpu, &model);
        // Alignment is part of the layout, which already exists.
        let align = self.fields.mapping.align;
        let most = self.fields.queue.limits.block_threads;
        let mut candidates: Vec<Mapping> = Mapping::candidates()
            .into_iter()
            .filter(|mapping| mapping.align == align)
            .map(|mapping| mapping.within(most))
            .collect();
        candidates.dedup();
        // The cache is a file that anyone may have written: a block that is too large for the device would leave all fields zero.
        let known = tuning.get(&key).and_then(|text| text.parse().ok());
        if let Some(mapping) = known.filter(|mapping| candidates.contains(mapping)) {
            self.fields.mapping = mapping;
            return;
        }
        let default = self.fields.mapping;
        let Some(time) = self.time_of_step(default) else {
            return;
        };
        if time * (steps as f64) < WORTH * BUDGET.as_secs_f64() {
            return;
        }
        let found = fastest(&candidates, BUDGET, &mut |mapping| {
            self.time_of_step(*mapping)
        });
        self.fields.mapping = found.map_or(default, |(mapping, _)| mapping);
        if let Some((mapping, _)) = found {
            tuning.put(&key, &mapping.to_string());
        }
    }

    /// Seconds per step; `None` if the device fails.
    fn time_of_step(&mut self, mapping: Mapping) -> Option<f64> {
        self.fields.mapping = mapping;
        // The first launch compiles the kernel.
        self.step_yee(1)?;
        let mut steps = 1;
        loop {
            let time = self.step_yee(steps)?;
            if time > SHORTEST {
                return Some(time.as_secs_f64() / steps as f64);
            }
            steps *= 4;
        }
    }

    fn step_yee(&self, steps: usize) -> Option<Duration> {
        let yee = YeeOnDevice {
            coefficients: &self.coefficients,
        };
        let start = Instant::now();
        let block = Block {
            first_step: 0,
            steps,
        };
        for step in 0..steps {
            for half in [HalfStep::E, HalfStep::H] {
                yee.launch(&self.fields, BlockHalfStep { half, step, block });
            }
        }
        self.fields.queue.wait().ok()?;
        Some(start.elapsed())
    }
}
