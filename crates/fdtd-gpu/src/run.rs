//! A stack of models on a device, from opening the device to the end of the run.

use crate::engine::GpuEngine;
use crate::memory::{Footprint, GpuError, check, device_bytes, require};
use crate::part::GpuPart;
use cubecl::prelude::Runtime;
use poynting_exec::gpu::queue::Queue;
use poynting_exec::gpu::tuning::Tuning;
use poynting_exec::{Budget, Device, GpuDevice, OnDevice, Real, on_device};
use poynting_fdtd_core::coefficients::Materials;
use poynting_fdtd_core::engine::Engine;
use poynting_fdtd_core::mapping::Mapping;
use poynting_fdtd_core::ranks::PartEngine;
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

impl Options<'_> {
    /// The mapping to begin with and the memory on an open device.
    fn on(&self, gpu: &GpuDevice) -> (Mapping, Budget) {
        let mapping = self.mapping.unwrap_or_default();
        let budget = self.budget.unwrap_or_else(|| gpu.budget());
        (mapping.within(gpu.limits.block_threads), budget)
    }
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

/// Parts of one model that run together, each on a device.
pub trait Parts<T: Real> {
    /// The device of a part; none for the CPU.
    fn device(&self, part: usize) -> Option<Device>;

    /// The options for a device.
    fn options(&self, device: Device) -> Options<'_>;

    /// Number of parts.
    fn count(&self) -> usize;

    /// Steps of the run.
    fn steps(&self) -> u64;

    /// Sets a part up.
    fn set_up(&self, part: usize) -> Setup<T>;

    /// Runs them; the engines are those of the parts on devices, in order.
    fn run(&mut self, engines: Vec<Box<dyn PartEngine<T> + '_>>);
}

/// A precision in which models run on devices. The engines are compiled in this crate, whoever calls.
pub trait OnGpu: Real {
    /// Opens the device and runs a stack there.
    fn run_stack(stack: &mut dyn Stack<Self>, options: Options<'_>) -> Result<(), GpuError>;

    /// Opens the devices of parts and runs them there.
    fn run_parts(parts: &mut dyn Parts<Self>) -> Result<(), GpuError>;
}

impl OnGpu for f32 {
    fn run_stack(stack: &mut dyn Stack<Self>, options: Options<'_>) -> Result<(), GpuError> {
        on_device(options.device, Work { stack, options })?
    }

    fn run_parts(parts: &mut dyn Parts<Self>) -> Result<(), GpuError> {
        open_next(parts, 0, Vec::new())
    }
}

impl OnGpu for f64 {
    fn run_stack(stack: &mut dyn Stack<Self>, options: Options<'_>) -> Result<(), GpuError> {
        on_device(options.device, Work { stack, options })?
    }

    fn run_parts(parts: &mut dyn Parts<Self>) -> Result<(), GpuError> {
        open_next(parts, 0, Vec::new())
    }
}

/// Opens the device of the next part, with those of earlier parts open, and runs all when there is none left.
fn open_next<T: Real>(
    parts: &mut dyn Parts<T>,
    part: usize,
    engines: Vec<Box<dyn PartEngine<T> + '_>>,
) -> Result<(), GpuError> {
    if part == parts.count() {
        parts.run(engines);
        return Ok(());
    }
    let Some(device) = parts.device(part) else {
        return open_next(parts, part + 1, engines);
    };
    let opened = PartOnDevice {
        parts,
        part,
        engines,
    };
    on_device(device, opened)?
}

/// A part whose device has been opened.
struct PartOnDevice<'a, T> {
    parts: &'a mut dyn Parts<T>,
    part: usize,
    engines: Vec<Box<dyn PartEngine<T> + 'a>>,
}

impl<T: Real> OnDevice for PartOnDevice<'_, T> {
    type Output = Result<(), GpuError>;

    fn run<R: Runtime>(self, queue: Queue<R>, gpu: &GpuDevice) -> Self::Output {
        let Self {
            parts,
            part,
            engines,
        } = self;
        require::<T>(gpu)?;
        let (setup, options) = (parts.set_up(part), parts.options(gpu.device));
        let (mapping, budget) = options.on(gpu);
        let materials = setup.coefficients.kind();
        check::<T>(&[Footprint::of(&setup)], materials, gpu, budget)?;
        let mut one = GpuPart::<R, T>::new(&queue, mapping, setup, precision_of_sums(gpu));
        if options.mapping.is_none() {
            one.engine.tune(parts.steps(), gpu, options.tuning);
        }
        let mut engines: Vec<Box<dyn PartEngine<T> + '_>> = engines;
        engines.push(Box::new(one));
        open_next(parts, part + 1, engines)
    }
}

/// Energies are summed in double precision if available.
fn precision_of_sums(gpu: &GpuDevice) -> Precision {
    if gpu.has_f64 {
        Precision::F64
    } else {
        Precision::F32
    }
}

/// A stack and the device options it runs with.
struct Work<'a, T> {
    stack: &'a mut dyn Stack<T>,
    options: Options<'a>,
}

impl<T: Real> OnDevice for Work<'_, T> {
    type Output = Result<(), GpuError>;

    fn run<R: Runtime>(self, queue: Queue<R>, gpu: &GpuDevice) -> Self::Output {
        let Self { stack, options } = self;
        require::<T>(gpu)?;
        let (mapping, budget) = options.on(gpu);
        budget.check_on(gpu, device_bytes::<T>(&stack.footprints(), gpu, None))?;
        let setups = stack.set_up();
        let materials = Materials::of_stack(setups.iter().map(|s| s.coefficients.kind()));
        check::<T>(&stack.footprints(), materials, gpu, budget)?;
        let sums = precision_of_sums(gpu);
        let mut engine = GpuEngine::<R, T>::new(&queue, mapping, setups, sums);
        if options.mapping.is_none() {
            engine.tune(stack.steps(), gpu, options.tuning);
        }
        stack.run(&mut engine);
        Ok(())
    }
}
