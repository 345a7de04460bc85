//! The processor: fields in the arena, operators in the order of a traversal.

use super::{Engine, Take};
use crate::drive::DriveOn;
use crate::energy::{Energy, EnergyOf};
use crate::record::{Record, SamplesOn, SnapshotsOn};
use crate::setup::{Instruments, Setup};
use crate::traversal::{self, BLOCK, Block, TileShape, Traversal};
use crate::yee::{Fields, PeriodicSeam, Yee};
use crate::{Config, Operator, Real};
use poynting_exec::{Arena, DeviceError, Handle, Pool, SharedSlice, SimdLevel};
use poynting_scene::{Component, TraversalChoice};
use std::time::{Duration, Instant};

/// One model on the processor.
#[derive(Debug)]
pub struct CpuEngine<'a, T: Real> {
    setup: Setup<T>,
    pool: &'a Pool,
    simd: SimdLevel,
    traversal: Traversal,
    arena: Arena,
    fields: [Handle<T>; 6],
    record: Record<T>,
    /// Whether the record has not been handed over yet.
    fresh: bool,
    stepping: Duration,
}

impl<'a, T: Real> CpuEngine<'a, T> {
    /// Allocates the fields of a model.
    pub fn new(setup: Setup<T>, config: Config, pool: &'a Pool) -> Self {
        let layout = &setup.layout;
        let mut arena = Arena::new();
        let fields = Component::ALL.map(|c| arena.alloc(c.name(), layout.len()));
        let tile = || {
            config
                .tile
                .unwrap_or_else(|| TileShape::for_layout::<T>(layout))
        };
        let traversal = match config.traversal {
            TraversalChoice::Auto => Traversal::fastest::<T>(layout),
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
            fields,
            record,
            fresh: false,
            stepping: Duration::ZERO,
            setup,
        }
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
        let Setup {
            layout,
            spacings,
            coefficients,
            instruments:
                Instruments {
                    drive,
                    samples,
                    captures,
                },
        } = &self.setup;
        let fields = Fields::new(layout, &mut self.arena, self.fields);
        let values = drive.values(block);
        self.record.block = block;
        let yee = Yee::new(fields, spacings, coefficients, self.simd);
        let drive = DriveOn {
            drive,
            values: &values,
            block,
            fields,
        };
        let seam = PeriodicSeam { fields };
        let samples = SamplesOn {
            samples,
            buffer: SharedSlice::new(&mut self.record.samples),
            block,
            fields,
        };
        let boxes = self.record.snapshots.iter_mut();
        let snapshots = SnapshotsOn {
            captures,
            buffers: boxes.map(|b| SharedSlice::new(b)).collect(),
            block,
            fields,
        };
        let operators: [&dyn Operator; 5] = [&yee, &drive, &seam, &samples, &snapshots];
        let start = Instant::now();
        traversal::advance(self.traversal, layout, &operators, block, self.pool);
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
        let of = EnergyOf {
            fields: Fields::new(&self.setup.layout, &mut self.arena, self.fields),
            spacings: &self.setup.spacings,
            coefficients: &self.setup.coefficients,
            dt: self.setup.instruments.drive.dt,
            simd: self.simd,
        };
        Ok(vec![self.pool.install(|| of.total())])
    }

    fn inspect(
        &mut self,
        _: usize,
        look: &mut dyn FnMut(Fields<'_, T>),
    ) -> Result<(), DeviceError> {
        look(Fields::new(
            &self.setup.layout,
            &mut self.arena,
            self.fields,
        ));
        Ok(())
    }

    fn bytes(&self) -> u64 {
        self.arena.bytes() + self.setup.coefficients.bytes() + self.record.bytes()
    }

    fn stepping(&self) -> Duration {
        self.stepping
    }

    fn order(&self) -> String {
        self.traversal.name().to_owned()
    }

    fn coefficients(&self) -> &'static str {
        self.setup.coefficients.kind()
    }
}
