//! The processor: an operator applied box by box, each of whole rows, must give the same result as when applied to the whole grid, and every
//! traversal the same as the plain sweep.

use crate::fdtd::backend::{Backend, Op, OperatorCase, OperatorOutcome, Order, Request};
use crate::fdtd::check::{Part, text_of};
use crate::fdtd::models::Model;
use crate::fdtd::recording::{Recording, Run};
use poynting_exec::Random;
use poynting_exec::{Arena, FlushToZero, Pool, Processes, RankChoice, Real, SimdLevel};
use poynting_fdtd::{Job, Plan, Progress, run};
use poynting_fdtd_core::block::{BLOCK, Block};
use poynting_fdtd_core::coefficients::Storage;
use poynting_fdtd_core::energy::{Energy, EnergyOf};
use poynting_fdtd_core::engine::{BlockOperators, BlockValues, Config};
use poynting_fdtd_core::operator::{Operator, Operators, apply_all};
use poynting_fdtd_core::periodic::PeriodicBoundary;
use poynting_fdtd_core::record::Record;
use poynting_fdtd_core::setup::Setup;
use poynting_fdtd_core::state::{State, StateBuffers};
use poynting_fdtd_core::traversal::TileShape;
use poynting_grid::{HalfStep, Layout, Region};
use poynting_scene::{Precision, Scene, TraversalChoice};
use std::ops::ControlFlow;

/// The processor: one process, or several that share every run.
#[derive(Debug, Clone, Copy, Default)]
pub struct Cpu {
    /// The processes, if there are several.
    pub processes: Option<Processes>,
}

/// The grid divided into random boxes of whole rows, visited in a random order.
#[derive(Debug, Clone)]
pub struct Boxes {
    /// Maximum number of boxes.
    pub count: usize,
    /// Seed of the cuts.
    pub seed: u64,
}

impl Boxes {
    /// All of it at once: the reference.
    pub const WHOLE: Self = Self { count: 1, seed: 0 };

    fn of(&self, layout: &Layout) -> Vec<Region> {
        let mut random = Random::new(self.seed);
        let Region { x, y, z } = layout.active();
        let mut boxes = vec![[x, y]];
        for _ in 1..self.count {
            let n = random.whole(0..boxes.len());
            let axis = random.whole(0..2);
            let range = boxes[n][axis].clone();
            if range.len() > 1 {
                let cut = random.whole(range.start + 1..range.end);
                let mut rest = boxes[n].clone();
                boxes[n][axis].end = cut;
                rest[axis].start = cut;
                boxes.push(rest);
            }
        }
        random.shuffle(&mut boxes);
        let region = |[x, y]: [std::ops::Range<usize>; 2]| Region { x, y, z: z.clone() };
        boxes.into_iter().map(region).collect()
    }

    fn apply(&self, layout: &Layout, operators: &Operators<'_>, block: Block) {
        for step in block.first_step..block.first_step + block.steps as u64 {
            for half in [HalfStep::E, HalfStep::H] {
                for region in self.of(layout) {
                    let _denormals = FlushToZero::on();
                    // SAFETY: one thread; a half step reads only what it does not write.
                    unsafe { apply_all(operators, half, &region, step) };
                }
            }
        }
    }
}

/// Cuts across each axis and across all of them. Thin halos: the scenes are small, and what is not exchanged should be missed.
const RANKS: [Order; 4] = [
    ranks([2, 1, 1], 2),
    ranks([1, 3, 1], 1),
    ranks([1, 1, 4], 2),
    ranks([2, 2, 2], 3),
];

/// The same for four processes.
const FOUR_PROCESSES: [Order; 4] = [
    ranks([4, 1, 1], 1),
    ranks([1, 4, 1], 2),
    ranks([1, 2, 2], 3),
    ranks([2, 1, 2], 2),
];

const fn ranks(parts: [usize; 3], halo: usize) -> Order {
    Order::Ranks { parts, halo }
}

impl Backend for Cpu {
    type Way = Boxes;

    const EXACT: bool = true;

    fn name(&self) -> &'static str {
        "cpu"
    }

    fn ways(&self) -> Vec<Boxes> {
        let counts = [2, 5, 12, 30, 30, 30, 60, 100, 100];
        let seeds = (1..).zip(counts);
        seeds.map(|(seed, count)| Boxes { count, seed }).collect()
    }

    fn ways_in_slabs(&self) -> Vec<Boxes> {
        Vec::new()
    }

    fn orders(&self) -> &'static [Order] {
        match self.processes {
            Some(_) => &FOUR_PROCESSES,
            None => &RANKS,
        }
    }

    fn lacks(&self, part: Part, _: Precision) -> Option<&'static str> {
        match part {
            Part::Slabs => Some("the CPU holds a model in one piece"),
            Part::SingleSums => Some("the CPU sums energies in double precision"),
            Part::Stack => Some(
                "on the CPU a stack is a set of separate runs, one thread each (crates/poynting/tests/suite/stack.rs)",
            ),
            Part::Mapping => Some(
                "a mapping assigns the threads of a GPU to cells; the CPU has sweeps and tiles instead",
            ),
            Part::Traversal => None,
        }
    }

    fn apply<T: Real>(
        &self,
        case: &OperatorCase<'_, T>,
        way: &Boxes,
    ) -> Result<OperatorOutcome<T>, String> {
        let setup = &case.model.setup;
        let Setup {
            layout,
            instruments,
            ..
        } = setup;
        let block = case.block;
        let (mut arena, buffers) = filled(case.model);
        let mut record = Record::new(&instruments.samples, &instruments.captures, block.steps);
        record.block = block;
        let state = buffers.share(layout, &mut arena);
        let values = BlockValues::new(&mut instruments.clone(), block);
        let simd = SimdLevel::detect();
        let updated = setup.updated();
        let mut all = BlockOperators::new((setup, &updated), state, &values, &mut record, simd);
        if !case.operators.contains(&Op::Cpml) {
            all.yee = all.yee.without_layers();
        }
        let operator = |op: &Op| -> &dyn Operator {
            match op {
                // The update of a row includes its PML terms.
                Op::Yee | Op::Cpml => &all.yee,
                Op::Incident => &all.incident,
                Op::Drive => &all.drive,
                Op::Dispersion => &all.dispersion,
                Op::Ghosts => &all.periodic,
                Op::Samples => &all.samples,
                Op::Snapshots => &all.snapshots,
                Op::Spectra => &all.spectra,
            }
        };
        let listed = case.operators.iter().filter(|op| **op != Op::Cpml);
        let operators: Vec<&dyn Operator> = listed.map(operator).collect();
        way.apply(layout, &operators, block);
        let fields = buffers.fields.map(|h| arena.slice(h).to_vec());
        let sums = buffers.sums.map(|h| arena.slice(h));
        let sums = instruments.spectra.split(sums);
        Ok(OperatorOutcome {
            fields,
            record,
            sums,
        })
    }

    fn energy<T: Real, A: Real>(&self, model: &Model<T>, way: &Boxes) -> Result<Energy, String> {
        let (mut arena, buffers) = filled(model);
        let of = EnergyOf {
            fields: buffers.share(&model.setup.layout, &mut arena).fields,
            spacings: &model.setup.spacings,
            coefficients: &model.setup.coefficients,
            nodes: &model.setup.layout.part(),
            dt: model.setup.instruments.drive.dt,
            simd: SimdLevel::detect(),
        };
        let pool = Pool::new(Some(way.count.min(3))).map_err(text_of)?;
        Ok(of.total(&pool).energy())
    }

    fn run(&self, request: &Request<'_>) -> Result<Vec<Run>, String> {
        let scenes = request.scenes.iter();
        scenes
            .map(|scene| run_one(scene, request, self.processes))
            .collect()
    }
}

/// The fields of a model, including ghost values of periodic axes.
fn filled<T: Real>(model: &Model<T>) -> (Arena, StateBuffers<T>) {
    let layout = &model.setup.layout;
    let mut arena = Arena::new();
    let buffers = StateBuffers::new(&mut arena, &model.setup);
    for (handle, values) in buffers.fields.iter().zip(&model.fields) {
        arena.slice_mut(*handle).copy_from_slice(values);
    }
    let State { fields, .. } = buffers.share(layout, &mut arena);
    for half in [HalfStep::E, HalfStep::H] {
        let phases = model.setup.phases;
        // SAFETY: these fields are not shared.
        unsafe { PeriodicBoundary { fields, phases }.apply(half, &layout.active(), 0) };
    }
    (arena, buffers)
}

fn run_one(
    scene: &Scene,
    request: &Request<'_>,
    processes: Option<Processes>,
) -> Result<Run, String> {
    let plan = Plan::new(scene, request.precision).map_err(text_of)?;
    let (traversal, rows, threads) = match request.order {
        Order::Usual | Order::Direct | Order::Ranks { .. } => (TraversalChoice::Tiles, Some(3), 2),
        Order::Sweep { threads } => (TraversalChoice::Sweep, None, threads),
        Order::Tiles { rows, threads } => (TraversalChoice::Tiles, Some(rows), threads),
        Order::Mapping(_) | Order::Pieces(_) | Order::Shared => {
            return Err(
                "the CPU has no mappings and no slabs, and needs a device to share with".to_owned(),
            );
        }
    };
    let (ranks, halo, processes) = match request.order {
        Order::Ranks { parts, halo } => (RankChoice::Parts(parts), halo, processes),
        _ => (RankChoice::default(), BLOCK, None),
    };
    let config = Config {
        traversal,
        ranks,
        halo,
        processes,
        tile: rows.map(|rows| TileShape { rows, steps: BLOCK }),
        storage: match request.order {
            Order::Direct => Storage::Direct,
            _ => Storage::Auto,
        },
        // Fields stay on their ranks in one precision, and are gathered in the other.
        gathered_bytes: match plan.precision {
            Precision::F32 => 0,
            Precision::F64 => u64::MAX,
        },
        ..Config::default()
    };
    let pool = Pool::new(Some(threads)).map_err(text_of)?;
    let mut recording = Recording::over(processes);
    let job = Job {
        scene,
        plan: &plan,
        sink: &mut recording,
        checkpoint: None,
    };
    let end = run(job, config, &pool, &mut observer(request.interrupt_at));
    Ok(Run { recording, end })
}

/// Stops at the first opportunity after this many steps.
pub fn observer(interrupt_at: Option<u64>) -> impl FnMut(&Progress) -> ControlFlow<()> {
    move |progress| match interrupt_at {
        Some(step) if progress.step >= step => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    }
}
