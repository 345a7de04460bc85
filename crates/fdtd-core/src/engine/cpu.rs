//! The CPU engine: fields in the arena, operators in the order of a traversal.

use crate::block::{BLOCK, Block};
use crate::cpml::Layers;
use crate::dispersion::DispersionOperator;
use crate::drive::DriveOperator;
use crate::energy::{Energy, EnergyOf, EnergySums};
use crate::engine::config::Config;
use crate::engine::profile::{Clock, OperatorTime, Timed};
use crate::engine::{Engine, Take};
use crate::fields::Fields;
use crate::incident::{IncidentOperator, Surface};
use crate::operator::{Operator, Operators};
use crate::periodic::PeriodicBoundary;
use crate::ranks::{BUFFERS, Runs};
use crate::record::{Record, SamplesOperator, SnapshotsOperator};
use crate::setup::{Instruments, Setup};
use crate::spectra::SpectraOperator;
use crate::state::{State, StateBuffers};
use crate::sums::Sums;
use crate::traversal::{TileShape, Traversal};
use crate::yee::Yee;
use crate::{incident, traversal};
use poynting_exec::{Arena, DeviceError, FlushToZero, Pool, Real, SharedSlice, SimdLevel};
use poynting_grid::{HalfStep, Region};
use poynting_scene::TraversalChoice;
use std::time::{Duration, Instant};

/// One model on the CPU.
#[derive(Debug)]
pub struct CpuEngine<'a, T: Real> {
    setup: Setup<T>,
    updated: Region,
    pool: &'a Pool,
    simd: SimdLevel,
    traversal: Traversal,
    arena: Arena,
    buffers: StateBuffers<T>,
    record: Record<T>,
    /// Whether the record has not yet been handed over.
    fresh: bool,
    stepping: Duration,
    clock: Option<Clock>,
    /// Values that ranks exchange.
    selections: Vec<Runs>,
}

impl<'a, T: Real> CpuEngine<'a, T> {
    /// Allocates the fields of a model.
    pub fn new(setup: Setup<T>, config: Config, pool: &'a Pool) -> Self {
        let layout = &setup.layout;
        let mut arena = Arena::new();
        let buffers = StateBuffers::new(&mut arena, &setup);
        let tile = || {
            config
                .tile
                .unwrap_or_else(|| TileShape::for_layout::<T>(layout, pool.threads()))
        };
        let has_seams = layout.seams.iter().any(Option::is_some);
        let traversal = match config.traversal {
            // What lies on one side of a seam is needed on the other before a tile would be there.
            _ if has_seams => Traversal::Sweep,
            TraversalChoice::Auto => Traversal::fastest::<T>(layout, pool.threads()),
            TraversalChoice::Sweep => Traversal::Sweep,
            TraversalChoice::Tiles => Traversal::Tiles(tile()),
        };
        let Instruments {
            samples, captures, ..
        } = &setup.instruments;
        let record = Record::new(samples, captures, BLOCK);
        Self {
            pool,
            simd: config.simd,
            traversal,
            arena,
            buffers,
            record,
            fresh: false,
            stepping: Duration::ZERO,
            clock: config.profile.then(|| Clock::new(&OPERATOR_NAMES)),
            selections: Vec::new(),
            updated: setup.updated(),
            setup,
        }
    }

    /// The model.
    pub fn setup(&self) -> &Setup<T> {
        &self.setup
    }

    /// Chosen values of its state, and the buffers that they are in.
    pub fn selections(&mut self) -> (&mut Vec<Runs>, [SharedSlice<'_, T>; BUFFERS]) {
        let state = self.buffers.share(&self.setup.layout, &mut self.arena);
        let [f0, f1, f2, f3, f4, f5] = state.fields.components;
        let ([p0, p1], [m0, m1]) = (state.psi, state.memory);
        let all = [f0, f1, f2, f3, f4, f5, p0, p1, m0, m1];
        (&mut self.selections, all)
    }

    /// Replaces the sums of all transforms.
    pub fn set_sums(&mut self, sums: &[Vec<T>]) {
        let [e, h] = self.buffers.share(&self.setup.layout, &mut self.arena).sums;
        // SAFETY: the buffers are borrowed mutably.
        let mut buffers = unsafe { [e, h].map(|all| all.get_mut(0, all.len())) };
        self.setup.instruments.spectra.join(sums, &mut buffers);
    }

    /// Fills the ghosts at the ends of periodic axes from the fields.
    pub fn fill_ghosts(&mut self) {
        let fields = self
            .buffers
            .share(&self.setup.layout, &mut self.arena)
            .fields;
        let periodic = PeriodicBoundary {
            fields,
            phases: self.setup.phases,
        };
        let all = self.setup.layout.active();
        let _denormals = FlushToZero::on();
        for half in [HalfStep::E, HalfStep::H] {
            // SAFETY: the fields are borrowed mutably.
            unsafe { periodic.apply(half, &all, 0) };
        }
    }

    /// The energy of some nodes.
    pub fn energy_of(&mut self, nodes: &Region) -> EnergySums {
        let of = EnergyOf {
            fields: self
                .buffers
                .share(&self.setup.layout, &mut self.arena)
                .fields,
            spacings: &self.setup.spacings,
            coefficients: &self.setup.coefficients,
            nodes,
            dt: self.setup.instruments.drive.dt,
            simd: self.simd,
        };
        of.total(self.pool)
    }
}

/// The names of [`BlockOperators::all`].
const OPERATOR_NAMES: [&str; 8] = [
    "yee",
    "plane waves",
    "sources",
    "dispersion",
    "periodic",
    "samples",
    "snapshots",
    "spectra",
];

/// Operator inputs prepared at the start of a block.
#[derive(Debug)]
pub struct BlockValues<T> {
    /// Source values.
    pub signals: Vec<T>,
    /// Fourier factors.
    pub factors: Vec<T>,
    /// Plane-wave tables.
    pub tables: Vec<Vec<T>>,
}

impl<T: Real> BlockValues<T> {
    /// The inputs for the instruments of a model in a block.
    pub fn new(instruments: &mut Instruments, block: Block) -> Self {
        let tables = incident::tables(&mut instruments.incident, block);
        let drive = &instruments.drive;
        Self {
            tables,
            signals: drive.values(block),
            factors: instruments.spectra.factors(block, drive.dt),
        }
    }
}

/// The operators of one block of steps.
#[derive(Debug)]
pub struct BlockOperators<'a, T: Real> {
    /// Maxwell's equations, with their PMLs.
    pub yee: Yee<'a, T>,
    /// Plane waves.
    pub incident: IncidentOperator<'a, T>,
    /// Sources.
    pub drive: DriveOperator<'a, T>,
    /// Dispersive media.
    pub dispersion: DispersionOperator<'a, T>,
    /// Ghosts at the ends of periodic axes.
    pub periodic: PeriodicBoundary<'a, T>,
    /// Samples taken every step.
    pub samples: SamplesOperator<'a, T>,
    /// Snapshots taken at intervals.
    pub snapshots: SnapshotsOperator<'a, T>,
    /// Fourier transforms.
    pub spectra: SpectraOperator<'a, T>,
}

impl<'a, T: Real> BlockOperators<'a, T> {
    /// The operators of a model and its updated nodes for the block of `record`, with these source values.
    pub fn new(
        (setup, updated): (&'a Setup<T>, &'a Region),
        State {
            fields,
            psi,
            memory,
            sums,
        }: State<'a, T>,
        values: &'a BlockValues<T>,
        record: &'a mut Record<T>,
        simd: SimdLevel,
    ) -> Self {
        let Instruments {
            drive,
            samples,
            captures,
            spectra,
            losses: _,
            incident: _,
        } = &setup.instruments;
        let block = record.block;
        let boxes = record.snapshots.iter_mut();
        Self {
            yee: Yee::new(
                fields,
                updated,
                &setup.spacings,
                &setup.coefficients,
                Layers::new(&setup.cpml, psi),
                simd,
            ),
            incident: IncidentOperator {
                surfaces: &setup.surfaces,
                tables: &values.tables,
                block,
                fields,
                simd,
            },
            drive: DriveOperator {
                drive,
                values: &values.signals,
                block,
                fields,
            },
            dispersion: DispersionOperator {
                dispersion: &setup.dispersion,
                memory,
                fields,
                simd,
            },
            periodic: PeriodicBoundary {
                fields,
                phases: setup.phases,
            },
            samples: SamplesOperator {
                samples,
                buffer: SharedSlice::new(&mut record.samples),
                block,
                fields,
            },
            snapshots: SnapshotsOperator {
                captures,
                buffers: boxes.map(|b| SharedSlice::new(b)).collect(),
                block,
                fields,
            },
            spectra: SpectraOperator {
                spectra,
                sums,
                factors: &values.factors,
                block,
                fields,
                simd,
            },
        }
    }

    /// All operators, in the order in which they act on a box.
    pub fn all(&self) -> [&dyn Operator; 8] {
        [
            &self.yee,
            &self.incident,
            &self.drive,
            &self.dispersion,
            &self.periodic,
            &self.samples,
            &self.snapshots,
            &self.spectra,
        ]
    }
}

impl<T: Real> Engine<T> for CpuEngine<'_, T> {
    fn block(&self) -> usize {
        BLOCK
    }

    fn instruments(&self, _: usize) -> &Instruments {
        &self.setup.instruments
    }

    fn advance(&mut self, block: Block) -> Result<(), DeviceError> {
        self.record.block = block;
        let values = BlockValues::new(&mut self.setup.instruments, block);
        let setup = &self.setup;
        let state = self.buffers.share(&setup.layout, &mut self.arena);
        let model = (setup, &self.updated);
        let operators = BlockOperators::new(model, state, &values, &mut self.record, self.simd);
        let all = operators.all();
        let needed: Vec<&dyn Operator> = all.into_iter().filter(|o| o.is_needed()).collect();
        let timed = self.clock.as_ref().map(|clock| Timed {
            operators: &all,
            clock,
        });
        let timed = timed.as_ref().map(|timed| [timed as &dyn Operator]);
        let operators: &Operators<'_> = timed.as_ref().map_or(&needed, |timed| timed);
        let start = Instant::now();
        // SAFETY: the fields and buffers are those of this engine, which is borrowed mutably until the block is done.
        unsafe {
            traversal::advance(self.traversal, &setup.layout, operators, block, self.pool);
        }
        self.stepping += start.elapsed();
        self.fresh = true;
        Ok(())
    }

    fn collect(&mut self, _: usize, take: &mut Take<'_, T>) -> Result<(), DeviceError> {
        if std::mem::take(&mut self.fresh) {
            take(0, &self.record, &self.setup.instruments);
        }
        Ok(())
    }

    fn energies(&mut self) -> Result<Vec<Energy>, DeviceError> {
        let nodes = self.setup.layout.part();
        Ok(vec![self.energy_of(&nodes).energy()])
    }

    fn sums(&mut self, _: usize) -> Result<(Sums<'_, T>, &Instruments), DeviceError> {
        let sums = self.buffers.sums.map(|handle| self.arena.slice(handle));
        let instruments = &self.setup.instruments;
        Ok((Sums::in_rows(&instruments.spectra, sums), instruments))
    }

    fn inspect(
        &mut self,
        _: usize,
        look: &mut dyn FnMut(Fields<'_, T>),
    ) -> Result<(), DeviceError> {
        let state = self.buffers.share(&self.setup.layout, &mut self.arena);
        look(state.fields);
        Ok(())
    }

    fn skip(&mut self, block: Block) {
        BlockValues::<T>::new(&mut self.setup.instruments, block);
    }

    fn bytes(&self) -> u64 {
        let surfaces = self.setup.surfaces.iter().map(Surface::bytes);
        self.arena.bytes()
            + self.setup.coefficients.bytes()
            + self.setup.dispersion.bytes()
            + surfaces.sum::<u64>()
            + self.record.bytes()
    }

    fn stepping(&self) -> Duration {
        self.stepping
    }

    fn operator_times(&self) -> Vec<OperatorTime> {
        self.clock.as_ref().map_or_else(Vec::new, Clock::times)
    }

    fn order(&self) -> String {
        self.traversal.name().to_owned()
    }

    fn coefficients(&self) -> &'static str {
        self.setup.coefficients.kind().name()
    }
}
