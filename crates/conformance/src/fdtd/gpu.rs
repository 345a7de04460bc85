//! A GPU: kernels in every mapping, fields whole or divided into slabs.

use crate::fdtd::backend::{Backend, Op, OperatorCase, OperatorOutcome, Order, Pieces, Request};
use crate::fdtd::check::{Part, precision, text_of};
use crate::fdtd::cpu::observer;
use crate::fdtd::models::Model;
use crate::fdtd::recording::{Recording, Run};
use crate::fdtd::shared::{run_over, run_shared};
use crate::fdtd::suite::{run_on, some_runs_on};
use cubecl::prelude::Runtime;
use poynting_exec::conformance::Verdict;
use poynting_exec::gpu::queue::Queue;
use poynting_exec::gpu::tuning::Tuning;
use poynting_exec::{
    Arena, Device, DeviceError, GpuDevice, OnDevice, Pool, Processes, Real, on_device,
};
use poynting_fdtd::{
    FdtdError, GpuConfig, Job, Observer, Outcome, Plan, run_models, run_stack, setup,
};
use poynting_fdtd_core::block::Block;
use poynting_fdtd_core::coefficients::Storage;
use poynting_fdtd_core::energy::Energy;
use poynting_fdtd_core::engine::Config;
use poynting_fdtd_core::mapping::{Mapping, March};
use poynting_fdtd_core::record::Record;
use poynting_fdtd_core::setup::{Instruments, Setup};
use poynting_fdtd_gpu::{
    BlockHalfStep, CpmlMemory, CpmlOnDevice, DeviceCoefficients, DeviceFields, DeviceOperator,
    DispersionOnDevice, DriveOnDevice, GpuEngine, Halo, IncidentOnDevice, MonitorsOnDevice,
    SamplesOnDevice, Slab, SnapshotsOnDevice, SpectraOnDevice, YeeOnDevice, energy_on_device,
};
use poynting_grid::{HalfStep, Layout};
use poynting_scene::{Component, Precision, Scene};
use std::iter::once;
use std::slice::from_ref;

/// Runs every check on a GPU.
pub fn run_on_gpu(device: Device, take: &mut dyn FnMut(Verdict)) -> Result<(), DeviceError> {
    let entry = Entry::Program;
    on_device(device, Suite { entry, take })
}

/// Runs some of the scenes over four processes, of which this is one.
pub fn some_over_gpus(
    device: Device,
    processes: Processes,
    take: &mut dyn FnMut(Verdict),
) -> Result<(), DeviceError> {
    let entry = Entry::Processes(processes);
    on_device(device, Suite { entry, take })
}

/// Runs every check on a queue, in both precisions.
pub fn run_on_queue<R: Runtime>(
    name: &'static str,
    queue: Queue<R>,
    take: &mut dyn FnMut(Verdict),
) {
    let gpu = Gpu {
        name,
        queue,
        entry: Entry::Engine,
    };
    gpu.check::<f32>(take);
    gpu.check::<f64>(take);
}

/// The checks to run on a device that has been opened.
struct Suite<'a> {
    entry: Entry,
    take: &'a mut dyn FnMut(Verdict),
}

impl OnDevice for Suite<'_> {
    type Output = ();

    fn run<R: Runtime>(self, queue: Queue<R>, gpu: &GpuDevice) {
        let has_f64 = gpu.has_f64;
        let gpu = Gpu {
            name: "gpu",
            queue,
            entry: self.entry,
        };
        gpu.check::<f32>(self.take);
        if has_f64 {
            gpu.check::<f64>(self.take);
        }
    }
}

/// A GPU.
struct Gpu<R: Runtime> {
    name: &'static str,
    queue: Queue<R>,
    entry: Entry,
}

/// How a run on a device starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Entry {
    /// As for a user, who names the device.
    Program,
    /// With an engine on the queue: the device has no name.
    Engine,
    /// On one device of each process.
    Processes(Processes),
}

/// The layout of a grid on a GPU.
#[derive(Debug, Clone, Copy)]
pub struct OnGrid {
    mapping: Mapping,
    /// Maximum number of planes per slab; all if not given.
    planes: Option<usize>,
}

impl OnGrid {
    fn new(march: March, block: [u32; 2], align: usize) -> Self {
        let mapping = Mapping {
            march,
            block,
            align,
        };
        Self {
            mapping,
            planes: None,
        }
    }

    fn cut(self, planes: usize) -> Self {
        Self {
            planes: Some(planes),
            ..self
        }
    }
}

impl<R: Runtime> Backend for Gpu<R> {
    type Way = OnGrid;

    const EXACT: bool = false;

    fn name(&self) -> &'static str {
        self.name
    }

    fn ways(&self) -> Vec<OnGrid> {
        vec![
            OnGrid::new(March::Cell, [64, 4], 32),
            OnGrid::new(March::Parts(3), [8, 8], 1),
            OnGrid::new(March::Column, [32, 2], 16),
            OnGrid::new(March::Cell, [5, 3], 3),
            OnGrid::new(March::Parts(8), [64, 4], 32),
            OnGrid::new(March::Column, [128, 1], 1),
        ]
    }

    fn ways_in_slabs(&self) -> Vec<OnGrid> {
        vec![
            OnGrid::new(March::Cell, [32, 4], 32).cut(1),
            OnGrid::new(March::Parts(2), [16, 2], 8).cut(3),
            OnGrid::new(March::Column, [64, 1], 1).cut(2),
        ]
    }

    fn orders(&self) -> &'static [Order] {
        match self.entry {
            Entry::Program => &[Order::Shared],
            Entry::Engine | Entry::Processes(_) => &[],
        }
    }

    fn lacks(&self, part: Part, precision: Precision) -> Option<&'static str> {
        match part {
            Part::SingleSums if precision == Precision::F64 => {
                Some("a device that holds double-precision fields also sums in double precision")
            }
            Part::Traversal => Some(
                "sweeps and tiles are traversals of the CPU; a GPU computes a half step of the whole grid at once",
            ),
            Part::SingleSums | Part::Slabs | Part::Stack | Part::Mapping => None,
        }
    }

    fn apply<T: Real>(
        &self,
        case: &OperatorCase<'_, T>,
        way: &OnGrid,
    ) -> Result<OperatorOutcome<T>, String> {
        let setup = &case.model.setup;
        let Setup {
            layout,
            instruments,
            ..
        } = setup;
        let Instruments {
            drive,
            samples,
            captures,
            spectra,
            incident,
            losses: _,
        } = instruments;
        let block = case.block;
        let queue = self.queue_for::<T>(layout, way);
        let fields = filled(&queue, way.mapping, case.model);
        let slabs: Vec<&Slab> = fields.slabs.iter().map(|f| &f.slab).collect();
        let coefficients = DeviceCoefficients::new(&queue, slabs.iter().copied(), from_ref(setup));
        let mut sources = DriveOnDevice::new(&queue, &slabs, &[drive]);
        sources.begin(&queue, once(drive), block);
        let waves = (incident.as_slice(), setup.surfaces.as_slice());
        let mut waves = IncidentOnDevice::new(&queue, &slabs, &[waves]);
        waves.begin(&queue, once(incident.clone().as_mut_slice()), block);
        let yee = YeeOnDevice {
            coefficients: &coefficients,
        };
        let layers = CpmlMemory::new(&queue, &slabs, &[&setup.cpml]);
        let cpml = CpmlOnDevice {
            memory: &layers,
            coefficients: &coefficients,
        };
        let dispersion = DispersionOnDevice::new(&queue, &slabs, &[&setup.dispersion]);
        let halo = Halo::new(&queue, layout, &slabs, &[setup.phases]);
        let monitors = MonitorsOnDevice {
            samples: SamplesOnDevice::new(&queue, &slabs, &[samples], block.steps),
            snapshots: SnapshotsOnDevice::new(&queue, &[captures], block.steps),
        };
        let mut sums = SpectraOnDevice::new(&queue, &[spectra]);
        sums.begin(&queue, once((spectra, drive.dt)), block);
        let operator = |op: &Op| -> &dyn DeviceOperator<R, T> {
            match op {
                Op::Yee => &yee,
                Op::Cpml => &cpml,
                Op::Incident => &waves,
                Op::Drive => &sources,
                Op::Dispersion => &dispersion,
                Op::Ghosts => &halo,
                Op::Samples => &monitors.samples,
                Op::Snapshots => &monitors.snapshots,
                Op::Spectra => &sums,
            }
        };
        for step in 0..block.steps {
            for half in [HalfStep::E, HalfStep::H] {
                let at = BlockHalfStep { half, step, block };
                let operators = case.operators.iter().map(operator);
                operators.for_each(|operator| operator.launch(&fields, at));
            }
        }
        Ok(OperatorOutcome {
            record: collected(&queue, &monitors, case)?,
            fields: read_back(&fields, layout)?,
            sums: sums.sums(&queue, 0).map_err(text_of)?,
        })
    }

    fn energy<T: Real, A: Real>(&self, model: &Model<T>, way: &OnGrid) -> Result<Energy, String> {
        let setup = &model.setup;
        let queue = self.queue_for::<T>(&setup.layout, way);
        let fields = filled(&queue, way.mapping, model);
        let slabs = fields.slabs.iter().map(|f| &f.slab);
        let coefficients = DeviceCoefficients::new(&queue, slabs, from_ref(setup));
        let sums = energy_on_device(&fields, &setup.spacings, precision::<A>());
        let dt = setup.instruments.drive.dt;
        let energies = sums
            .of(&fields, &coefficients, &setup.layout.active(), &[dt])
            .map_err(text_of)?;
        Ok(energies[0])
    }

    fn run(&self, request: &Request<'_>) -> Result<Vec<Run>, String> {
        let plan = |scene: &Scene| Plan::new(scene, request.precision).map_err(text_of);
        let plans: Vec<Plan> = request.scenes.iter().map(plan).collect::<Result<_, _>>()?;
        let mut recordings: Vec<Recording> = plans.iter().map(|_| Recording::default()).collect();
        let jobs = request.scenes.iter().zip(&plans).zip(&mut recordings);
        let jobs = jobs.map(|((scene, plan), sink)| Job {
            scene,
            plan,
            sink,
            checkpoint: None,
        });
        let jobs: Vec<Job<'_>> = jobs.collect();
        let observe = &mut observer(request.interrupt_at);
        let ends = match request.order {
            _ if let Entry::Processes(all) = self.entry => {
                run_over(all, self.queue.device, jobs, observe)?
            }
            Order::Usual => self.run_whole(jobs, Mapping::default(), Storage::Auto, observe)?,
            Order::Direct => self.run_whole(jobs, Mapping::default(), Storage::Direct, observe)?,
            Order::Mapping(mapping) => self.run_whole(jobs, mapping, Storage::Auto, observe)?,
            Order::Pieces(pieces) => match request.precision {
                Precision::F32 => self.run_in_pieces::<f32>(jobs, pieces, observe),
                Precision::F64 => self.run_in_pieces::<f64>(jobs, pieces, observe),
            },
            Order::Shared => run_shared(self.queue.device, jobs, observe)?,
            Order::Sweep { .. } | Order::Tiles { .. } | Order::Ranks { .. } => {
                return Err("a GPU has no traversals".to_owned());
            }
        };
        let runs = ends.into_iter().zip(recordings);
        Ok(runs
            .map(|(end, recording)| Run { recording, end })
            .collect())
    }
}

type Ends = Vec<Result<Outcome, FdtdError>>;

impl<R: Runtime> Gpu<R> {
    /// Runs every check in one precision; over several processes, some of the scenes.
    fn check<T: Real>(&self, take: &mut dyn FnMut(Verdict)) {
        match self.entry {
            Entry::Program | Entry::Engine => run_on::<_, T>(self, take),
            Entry::Processes(_) => some_runs_on::<_, T>(self, take),
        }
    }

    /// The device, with buffers so small that the requested slabs result.
    fn queue_for<T: Real>(&self, layout: &Layout, way: &OnGrid) -> Queue<R> {
        let mut queue = self.queue.clone();
        if let Some(planes) = way.planes {
            let whole = Slab::cut(layout, 1, &way.mapping, T::BYTES, queue.limits);
            let plane = whole[0].strides[1] as u64;
            let elements = 2 * way.mapping.align as u64 + (planes as u64 + 2) * plane;
            queue.limits.buffer_bytes = 6 * elements * T::BYTES;
        }
        queue
    }

    /// Runs as a user would.
    fn run_whole(
        &self,
        jobs: Vec<Job<'_>>,
        mapping: Mapping,
        storage: Storage,
        observe: &mut Observer<'_>,
    ) -> Result<Ends, String> {
        if self.entry == Entry::Engine {
            let (queue, sums) = (&self.queue, Precision::F64);
            return Ok(match jobs[0].plan.precision {
                Precision::F32 => {
                    run_engine::<R, f32>(queue, mapping, storage, sums, jobs, observe)
                }
                Precision::F64 => {
                    run_engine::<R, f64>(queue, mapping, storage, sums, jobs, observe)
                }
            });
        }
        let pool = Pool::new(Some(2)).map_err(text_of)?;
        let gpu = GpuConfig {
            device: self.queue.device,
            mapping: Some(mapping),
            tuning: &Tuning::default(),
            budget: None,
            pool: &pool,
        };
        let config = Config {
            storage,
            ..Config::default()
        };
        run_stack(jobs, config, gpu, observe).map_err(text_of)
    }

    /// Runs as on a device with small buffers.
    fn run_in_pieces<T: Real>(
        &self,
        jobs: Vec<Job<'_>>,
        pieces: Pieces,
        observe: &mut Observer<'_>,
    ) -> Ends {
        let layout = jobs[0].plan.layout::<T>();
        let (planes, models) = match pieces {
            Pieces::Planes(planes) => (planes, 1),
            Pieces::Models(models) => (layout.active().x.len(), models as u64),
        };
        let way = OnGrid::new(March::Parts(4), [32, 2], 16).cut(planes);
        let mut queue = self.queue_for::<T>(&layout, &way);
        queue.limits.buffer_bytes *= models;
        let sums = precision::<T>();
        run_engine::<R, T>(&queue, way.mapping, Storage::Auto, sums, jobs, observe)
    }
}

/// Runs on an engine of our own.
fn run_engine<R: Runtime, T: Real>(
    queue: &Queue<R>,
    mapping: Mapping,
    storage: Storage,
    sums: Precision,
    jobs: Vec<Job<'_>>,
    observe: &mut Observer<'_>,
) -> Ends {
    let set_up = |job: &Job<'_>| setup::<T>(job.scene, job.plan, storage);
    let setups = jobs.iter().map(set_up).collect();
    let mut engine = GpuEngine::<R, T>::new(queue, mapping, setups, sums);
    run_models(&mut engine, jobs, observe)
}

/// The fields of a model, with their ghosts.
fn filled<'q, R: Runtime, T: Real>(
    queue: &'q Queue<R>,
    mapping: Mapping,
    model: &Model<T>,
) -> DeviceFields<'q, R, T> {
    let layout = &model.setup.layout;
    let mut fields = DeviceFields::new(queue, mapping, layout, 1);
    for part in &mut fields.slabs {
        for half in [HalfStep::E, HalfStep::H] {
            let mut values = vec![T::default(); part.slab.field()];
            for c in 0..3 {
                let from = &model.fields[half.first_component() + c];
                let n = part.slab.nodes[2];
                for (place, row) in part.slab.rows(0, c, layout) {
                    values[place..place + n].copy_from_slice(&from[row..row + n]);
                }
            }
            part.halves[half as usize] = queue.upload(&values);
        }
    }
    let slabs: Vec<&Slab> = fields.slabs.iter().map(|f| &f.slab).collect();
    let halo = Halo::new(queue, layout, &slabs, &[model.setup.phases]);
    for half in [HalfStep::E, HalfStep::H] {
        let at = BlockHalfStep {
            half,
            step: 0,
            block: Block {
                first_step: 0,
                steps: 1,
            },
        };
        halo.launch(&fields, at);
    }
    fields
}

/// The monitor records of a case.
fn collected<R: Runtime, T: Real>(
    queue: &Queue<R>,
    monitors: &MonitorsOnDevice<T>,
    case: &OperatorCase<'_, T>,
) -> Result<Record<T>, String> {
    let arrived = monitors.ask(queue, case.block).arrive();
    let mut collected = None;
    monitors.deliver(
        arrived.map_err(text_of)?,
        from_ref(&case.model.setup.instruments),
        &mut |_, record, _| {
            collected = Some(Record {
                block: record.block,
                samples: record.samples.clone(),
                snapshots: record.snapshots.clone(),
                own: Vec::new(),
                divided: Vec::new(),
            });
        },
    );
    collected.ok_or_else(|| "the device recorded nothing".to_owned())
}

fn read_back<R: Runtime, T: Real>(
    fields: &DeviceFields<'_, R, T>,
    layout: &Layout,
) -> Result<[Vec<T>; 6], String> {
    let mut arena = Arena::new();
    let handles = Component::ALL.map(|c| arena.alloc(c.name(), layout.len()));
    fields
        .download(0, layout, &mut arena, handles)
        .map_err(text_of)?;
    Ok(handles.map(|handle| arena.slice(handle).to_vec()))
}
