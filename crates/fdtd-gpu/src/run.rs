//! A stack of models on a device, from opening the device to the end of the run.

use crate::engine::GpuEngine;
use crate::memory::{Footprint, GpuError, check, device_bytes, require};
use cubecl::prelude::{ComputeClient, Runtime};
use poynting_exec::gpu::queue::Queue;
use poynting_exec::gpu::tuning::Tuning;
use poynting_exec::{Budget, Device, GpuDevice, OnDevice, Real, on_device};
use poynting_fdtd_core::coefficients::Materials;
use poynting_fdtd_core::engine::Engine;
use poynting_fdtd_core::mapping::Mapping;
use poynting_fdtd_core::setup::Setup;
use poynting_scene::Precision;

/// Device options.
#[derive(Debug, Clone, Copy)]
pub struct Options<'a> {
    /// The device.
    pub device: Device,
    /// The mapping of threads to cells; the fastest measured one if not given.
    pub mapping: Option<Mapping>,
    /// Where the fastest mappings are cached.
    pub tuning: &'a Tuning,
    /// Memory that may be used there; all free memory if not given.
    pub budget: Option<Budget>,
}

/// Models of one grid size that run together.
pub trait Stack<T: Real> {
    /// Their sizes, from their plans.
    fn footprints(&self) -> Vec<Footprint<'_>>;

    /// Steps of the longest run.
    fn steps(&self) -> u64;

    /// Sets the models up, once they are known to fit.
    fn set_up(&self) -> Vec<Setup<T>>;

    /// Runs them on the engine that holds them.
    fn run(&mut self, engine: &mut dyn Engine<T>);
}

/// A precision in which stacks run on a device. The engines are compiled in this crate, whoever calls.
pub trait OnGpu: Real {
    /// Opens the device and runs a stack there.
    fn run_stack(stack: &mut dyn Stack<Self>, options: Options<'_>) -> Result<(), GpuError>;
}

impl OnGpu for f32 {
    fn run_stack(stack: &mut dyn Stack<Self>, options: Options<'_>) -> Result<(), GpuError> {
        on_device(options.device, Work { stack, options })?
    }
}

impl OnGpu for f64 {
    fn run_stack(stack: &mut dyn Stack<Self>, options: Options<'_>) -> Result<(), GpuError> {
        on_device(options.device, Work { stack, options })?
    }
}

/// A stack and the device options it runs with.
struct Work<'a, T> {
    stack: &'a mut dyn Stack<T>,
    options: Options<'a>,
}

impl<T: Real> OnDevice for Work<'_, T> {
    type Output = Result<(), GpuError>;

    fn run<R: Runtime>(self, client: ComputeClient<R>, gpu: &GpuDevice) -> Self::Output {
        let Self { stack, options } = self;
        let queue = Queue {
            client,
            device: gpu.device,
            limits: gpu.limits,
        };
        require::<T>(gpu)?;
        let mapping = options.mapping.unwrap_or_default();
        let mapping = mapping.within(gpu.limits.block_threads);
        let budget = options.budget.unwrap_or_else(|| gpu.budget());
        budget.check_on(gpu, device_bytes::<T>(&stack.footprints(), gpu, None))?;
        let setups = stack.set_up();
        let materials = Materials::of_stack(setups.iter().map(|s| s.coefficients.kind()));
        check::<T>(&stack.footprints(), materials, gpu, budget)?;
        // Energies are summed in double precision if available.
        let sums = if gpu.has_f64 {
            Precision::F64
        } else {
            Precision::F32
        };
        let mut engine = GpuEngine::<R, T>::new(&queue, mapping, setups, sums);
        if options.mapping.is_none() {
            engine.tune(stack.steps(), gpu, options.tuning);
        }
        stack.run(&mut engine);
        Ok(())
    }
}
