//! The time loop: blocks of steps, and between them observations, energy and the reasons to stop.

use crate::coefficients::Storage;
use crate::energy::EnergyOf;
use crate::fault::{Symptom, Witness};
use crate::record::Channel;
use crate::setup::Setup;
use crate::sink::Sink;
use crate::traversal::{self, BLOCK, Block, TileShape, Traversal};
use crate::wiring::ENERGY;
use crate::yee::{Fields, PeriodicSeam, Yee};
use crate::{FdtdError, Half, Operator, Plan, Real};
use poynting_exec::{Arena, Handle, Pool, SimdLevel};
use poynting_scene::{Component, Precision, Scene, TraversalChoice};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Blocks between two looks at the energy, and looks that even a short run has.
const LOOK_EVERY: u64 = 16;
const FEWEST_LOOKS: u64 = 8;
/// Steps whose samples are kept before they go to the sink.
const FLUSH_EVERY: u64 = 256;
/// Growth of the energy after the sources' end that no rounding explains.
const GROWTH_LIMIT: f64 = 4.0;

/// How a run is made.
#[derive(Debug, Clone, Copy)]
pub struct Config {
    /// In which order cells are updated.
    pub traversal: TraversalChoice,
    /// Rows of a tile; what suits the cache when not given.
    pub tile: Option<TileShape>,
    /// How coefficients are stored.
    pub storage: Storage,
    /// Instructions to use.
    pub simd: SimdLevel,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            traversal: TraversalChoice::Auto,
            tile: None,
            storage: Storage::Auto,
            simd: SimdLevel::detect(),
        }
    }
}

/// Where a run stands.
#[derive(Debug, Clone, Copy)]
pub struct Progress {
    /// Steps done.
    pub step: u64,
    /// Steps at the latest.
    pub max_steps: u64,
    /// Energy over its peak in dB, as of the last look.
    pub energy_db: f64,
    /// Time spent in steps.
    pub stepping: Duration,
}

/// Why a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoppedBy {
    /// `stop.steps` was reached, or the limit of a run that has none.
    Steps,
    /// `stop.time` was reached.
    Time,
    /// The energy has decayed.
    EnergyDecay,
    /// The observer asked for it.
    Interrupt,
}

impl StoppedBy {
    /// `steps`, `time`, `energy_decay` or `interrupt`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Steps => "steps",
            Self::Time => "time",
            Self::EnergyDecay => "energy_decay",
            Self::Interrupt => "interrupt",
        }
    }
}

/// What a run was.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// Steps done.
    pub steps: u64,
    /// Time spent in steps, without setup and checks.
    pub stepping: Duration,
    /// Bytes of all solver buffers.
    pub bytes: u64,
    /// Last energy and its peak, in joules.
    pub energy: [f64; 2],
    /// Why it ended.
    pub stopped_by: StoppedBy,
    /// The order that was used.
    pub traversal: Traversal,
    /// How coefficients were stored.
    pub coefficients: &'static str,
}

impl Outcome {
    /// How far the energy has fallen below its peak, in dB.
    pub fn decay_db(&self) -> f64 {
        let [last, peak] = self.energy;
        10.0 * (peak / last).log10()
    }
}

/// Runs a scene in the precision of its plan.
pub fn run(
    scene: &Scene,
    plan: &Plan,
    config: Config,
    pool: &Pool,
    sink: &mut dyn Sink,
    observe: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Outcome, FdtdError> {
    match plan.precision {
        Precision::F32 => Run::<f32>::new(scene, plan, config, pool).finish(sink, observe),
        Precision::F64 => Run::<f64>::new(scene, plan, config, pool).finish(sink, observe),
    }
}

struct Run<'a, T: Real> {
    scene: &'a Scene,
    plan: &'a Plan,
    pool: &'a Pool,
    simd: SimdLevel,
    traversal: Traversal,
    setup: Setup<T>,
    arena: Arena,
    fields: [Handle<T>; 6],
    step: u64,
    stepping: Duration,
    energy: f64,
    peak: f64,
    /// Largest sum of squares so far.
    largest: f64,
    /// The same at the first look after the last source had ended; none before that look.
    settled: Option<f64>,
    /// Combined samples since the last flush, by stream.
    pending: Vec<Vec<f64>>,
    flushed: u64,
}

impl<'a, T: Real> Run<'a, T> {
    fn new(scene: &'a Scene, plan: &'a Plan, config: Config, pool: &'a Pool) -> Self {
        let setup = pool.install(|| Setup::new(scene, plan, config.storage));
        let mut arena = Arena::new();
        let fields = Component::ALL.map(|c| arena.alloc(c.name(), setup.layout.len()));
        let tile = || {
            config
                .tile
                .unwrap_or_else(|| TileShape::for_layout::<T>(&setup.layout))
        };
        let traversal = match config.traversal {
            TraversalChoice::Auto => Traversal::fastest::<T>(&setup.layout),
            TraversalChoice::Sweep => Traversal::Sweep,
            TraversalChoice::Tiles => Traversal::Tiles(tile()),
        };
        let pending = vec![Vec::new(); plan.wiring.streams.len()];
        Self {
            scene,
            plan,
            pool,
            simd: config.simd,
            traversal,
            setup,
            arena,
            fields,
            step: 0,
            stepping: Duration::ZERO,
            energy: 0.0,
            peak: 0.0,
            largest: 0.0,
            settled: None,
            pending,
            flushed: 0,
        }
    }

    fn finish(
        mut self,
        sink: &mut dyn Sink,
        observe: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
    ) -> Result<Outcome, FdtdError> {
        self.plan
            .wiring
            .streams
            .iter()
            .try_for_each(|stream| sink.declare(stream))?;
        let blocks = self.plan.max_steps / (FEWEST_LOOKS * BLOCK as u64);
        let look_every = blocks.clamp(1, LOOK_EVERY) * BLOCK as u64;
        let stopped_by = loop {
            let steps = (self.plan.max_steps - self.step).min(BLOCK as u64) as usize;
            self.advance(steps);
            self.collect(steps, sink)?;
            let at_end = self.step == self.plan.max_steps;
            let due = at_end || self.step.is_multiple_of(look_every);
            if due {
                self.look_at_energy(sink)?;
            }
            let interrupted = observe(&self.progress()).is_break();
            if at_end {
                break self.plan.last_step_by;
            }
            if due && self.has_decayed() {
                break StoppedBy::EnergyDecay;
            }
            if interrupted {
                if !due {
                    self.look_at_energy(sink)?;
                }
                break StoppedBy::Interrupt;
            }
        };
        self.flush(sink)?;
        Ok(Outcome {
            steps: self.step,
            stepping: self.stepping,
            bytes: self.bytes(),
            energy: [self.energy, self.peak],
            stopped_by,
            traversal: self.traversal,
            coefficients: self.setup.coefficients.kind(),
        })
    }

    fn bytes(&self) -> u64 {
        self.arena.bytes()
            + self.setup.coefficients.bytes()
            + self.setup.samples.bytes()
            + self.setup.snapshots.bytes()
    }

    /// One block of steps.
    fn advance(&mut self, steps: usize) {
        let Setup {
            layout,
            spacings,
            coefficients,
            drive,
            samples,
            snapshots,
            ..
        } = &mut self.setup;
        drive.prepare(self.step, self.plan.dt);
        samples.prepare(self.step);
        snapshots.prepare(self.step);
        let fields = Fields::new(layout, &mut self.arena, self.fields);
        let yee = Yee::new(fields, spacings, coefficients, self.simd);
        let (drive, seam) = (drive.on(fields), PeriodicSeam { fields });
        let (samples, snapshots) = (samples.on(fields), snapshots.on(fields));
        let operators: [&dyn Operator; 5] = [&yee, &drive, &seam, &samples, &snapshots];
        let start = Instant::now();
        let block = Block {
            first_step: self.step,
            steps,
        };
        traversal::advance(self.traversal, layout, &operators, block, self.pool);
        self.stepping += start.elapsed();
        self.step += steps as u64;
    }

    /// Takes what the block recorded.
    fn collect(&mut self, steps: usize, sink: &mut dyn Sink) -> Result<(), FdtdError> {
        let pending = &mut self.pending;
        self.setup.samples.finish(steps, |channel, values| {
            pending[channel.stream].extend_from_slice(values);
        });
        let dt = self.plan.dt;
        self.setup
            .snapshots
            .finish(steps, |capture, step, values| {
                let half = Half::of(capture.component);
                sink.append(capture.stream, &[time_of(half, step, dt)], values)
            })?;
        if self.step - self.flushed >= FLUSH_EVERY {
            self.flush(sink)?;
        }
        Ok(())
    }

    /// Hands pending samples to the sink.
    fn flush(&mut self, sink: &mut dyn Sink) -> Result<(), FdtdError> {
        let times = |half: Half| -> Vec<f64> {
            (self.flushed..self.step)
                .map(|step| time_of(half, step, self.plan.dt))
                .collect()
        };
        let times = [times(Half::E), times(Half::H)];
        for Channel { stream, half, .. } in self.setup.samples.channels() {
            sink.append(*stream, &times[*half as usize], &self.pending[*stream])?;
            self.pending[*stream].clear();
        }
        self.flushed = self.step;
        Ok(())
    }

    fn look_at_energy(&mut self, sink: &mut dyn Sink) -> Result<(), FdtdError> {
        let Setup {
            layout,
            spacings,
            coefficients,
            ..
        } = &self.setup;
        let fields = Fields::new(layout, &mut self.arena, self.fields);
        let of = EnergyOf {
            fields,
            spacings,
            coefficients,
            dt: self.plan.dt,
            simd: self.simd,
        };
        let energy = self.pool.install(|| of.total());
        self.energy = energy.conserved;
        self.peak = self.peak.max(energy.conserved);
        let symptom = match self.settled {
            _ if !energy.squares.is_finite() => Some(Symptom::NotFinite),
            Some(settled) if settled > 0.0 && energy.squares > GROWTH_LIMIT * settled => {
                Some(Symptom::Growth {
                    factor: energy.squares / settled,
                })
            }
            _ => None,
        };
        self.largest = self.largest.max(energy.squares);
        if self.settled.is_none() && self.sources_ended() {
            self.settled = Some(self.largest);
        }
        if let Some(symptom) = symptom {
            let witness = Witness {
                grid: &self.plan.meshed.grid,
                solids: &self.plan.solids,
                materials: &self.scene.materials,
                courant: self.scene.fdtd.courant,
            };
            let fields = Fields::new(&self.setup.layout, &mut self.arena, self.fields);
            let fault = witness.diagnose(fields, symptom, self.step, self.plan.dt);
            self.flush(sink)?;
            return Err(FdtdError::Diverged(Box::new(fault)));
        }
        sink.append(ENERGY, &[self.step as f64 * self.plan.dt], &[self.energy])?;
        Ok(())
    }

    fn sources_ended(&self) -> bool {
        self.setup
            .drive
            .end()
            .is_some_and(|end| self.step as f64 * self.plan.dt > end)
    }

    fn has_decayed(&self) -> bool {
        let Some(decay_db) = self.scene.stop.energy_decay_db else {
            return false;
        };
        self.sources_ended() && self.energy <= self.peak * 10f64.powf(-decay_db / 10.0)
    }

    fn progress(&self) -> Progress {
        let ratio = if self.peak > 0.0 {
            self.energy / self.peak
        } else {
            0.0
        };
        Progress {
            step: self.step,
            max_steps: self.plan.max_steps,
            energy_db: 10.0 * ratio.log10(),
            stepping: self.stepping,
        }
    }
}

/// The time at which the field stands after a half step.
fn time_of(half: Half, step: u64, dt: f64) -> f64 {
    match half {
        Half::E => (step + 1) as f64 * dt,
        Half::H => (step as f64 + 1.5) * dt,
    }
}
