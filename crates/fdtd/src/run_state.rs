//! The state of one model during its run. Between blocks of steps its observations go to its sink, its energy is
//! monitored, and it ends when its scene says so.

use crate::binding::ENERGY;
use crate::checkpoint::Checkpoint;
use crate::divided::{declare, divided};
use crate::energy_hold::held;
use crate::error::FdtdError;
use crate::job::Job;
use crate::outcome::{Outcome, StoppedBy};
use poynting_checkpoint::Journal;
use poynting_exec::{Real, bytes_of};
use poynting_fdtd_core::block::BLOCK;
use poynting_fdtd_core::energy::Energy;
use poynting_fdtd_core::engine::Engine;
use poynting_fdtd_core::fault::{FaultContext, Symptom};
use poynting_fdtd_core::journal::{of_energy, of_record};
use poynting_fdtd_core::record::{Channel, Destination, Record, combine_snapshots};
use poynting_fdtd_core::setup::Instruments;
use poynting_fdtd_post::far_field::TimeFarField;
use poynting_fdtd_post::port_spectra::PortSpectrumSums;
use poynting_fdtd_post::postprocess::{RunSums, deliver_parts};
use poynting_grid::{Arrangement, HalfStep};
use poynting_physics::constants::C0;
use poynting_scene::{MaterialId, Scene, Wall};
use std::f64::consts::TAU;

/// Blocks between two energy checks, and the minimum number of checks even in a short run.
const CHECK_EVERY: u64 = 16;
const MIN_CHECKS: u64 = 8;
/// Steps whose samples are buffered before they go to the sink.
const FLUSH_EVERY: u64 = 256;
/// Growth of the energy after the sources' end that rounding cannot explain.
const GROWTH_LIMIT: f64 = 4.0;
/// Further checks needed to judge whether the energy of a model with dispersive media grows: their charges store some of it and
/// return it.
const DISPERSIVE_PATIENCE: u32 = 8;

/// Minimum decay of the energy for extrapolation, in dB.
const MIN_DECAY_DB: f64 = 1.0;

/// One model during its run.
pub struct RunState<'a> {
    job: Job<'a>,
    model: usize,
    /// Steps whose record has arrived.
    step: u64,
    check_every: u64,
    /// When the last source ends, if all of them do.
    sources_end: Option<f64>,
    /// Steps at the last check.
    checked: u64,
    energy: f64,
    peak: f64,
    /// Largest sum of squares so far.
    largest: f64,
    /// The same at the first check after the last source ended; `None` before that check.
    settled: Option<f64>,
    /// Checks to wait for before growth is judged.
    patience: u32,
    /// Checks since the last source ended.
    quiet_checks: u32,
    /// Steps for which the energy must stay low, and the step since when it has been.
    held: u64,
    low_since: Option<u64>,
    /// Step of the energy peak.
    peak_step: u64,
    /// Combined samples since the last flush, by stream.
    pending: Vec<Vec<f64>>,
    flushed: u64,
    /// Time-domain far fields so far.
    far_pulses: Vec<TimeFarField<'a>>,
    /// Port spectra so far.
    port_spectra: PortSpectrumSums<'a>,
    /// The arrangement of the scene's nodes in memory.
    arrangement: Arrangement,
    end: Option<Result<StoppedBy, FdtdError>>,
    /// Receives what the run receives.
    pub journal: Option<Journal>,
    /// Receive what the ranks of this process have captured.
    pub part_journals: Vec<Journal>,
    /// Steps done before it was continued.
    pub resumed: u64,
}

impl<'a> RunState<'a> {
    /// The state of a model before its first step.
    pub fn new<T: Real>(job: Job<'a>, model: usize, engine: &dyn Engine<T>) -> Self {
        let (plan, instruments) = (job.plan, engine.instruments(model));
        let blocks = plan.max_steps / (MIN_CHECKS * BLOCK as u64);
        let mut run = Self {
            model,
            step: 0,
            check_every: blocks.clamp(1, CHECK_EVERY) * BLOCK as u64,
            sources_end: instruments.sources_end(),
            checked: 0,
            energy: 0.0,
            peak: 0.0,
            largest: 0.0,
            settled: None,
            patience: if plan.dispersive.recipes.is_empty() {
                0
            } else {
                DISPERSIVE_PATIENCE
            },
            quiet_checks: 0,
            held: held(job.scene, plan.dt),
            low_since: None,
            peak_step: 0,
            pending: vec![Vec::new(); plan.binding.streams.len()],
            flushed: 0,
            far_pulses: plan
                .binding
                .far_pulses
                .iter()
                .map(|p| p.begin(plan.dt))
                .collect(),
            port_spectra: PortSpectrumSums::new(
                &plan.binding.port_spectra,
                plan.dt,
                instruments.sources_end(),
            ),
            arrangement: plan.arrangement::<f64>(),
            end: None,
            journal: None,
            part_journals: Vec::new(),
            resumed: 0,
            job,
        };
        let divided = engine.monitors().map(|monitors| divided(plan, monitors));
        if let Err(e) = declare(plan, run.job.sink, &divided.unwrap_or_default()) {
            run.end = Some(Err(e.into()));
        }
        run
    }

    /// Whether it is still running.
    pub fn is_running(&self) -> bool {
        self.end.is_none()
    }

    /// Maximum number of steps.
    pub fn max_steps(&self) -> u64 {
        self.job.plan.max_steps
    }

    /// Steps between checks: every block while a low energy must be confirmed.
    fn interval(&self) -> u64 {
        match self.low_since {
            Some(_) => BLOCK as u64,
            None => self.check_every,
        }
    }

    /// The next step after `step` at which its energy is checked.
    pub fn next_check(&self, step: u64) -> u64 {
        ((step / self.interval() + 1) * self.interval()).min(self.max_steps())
    }

    /// Whether an energy check is due after `step` steps.
    pub fn is_due(&self, step: u64) -> bool {
        self.is_running() && (step == self.max_steps() || step.is_multiple_of(self.interval()))
    }

    /// Estimated remaining steps: to the end set by the scene, or until the energy has decayed at the rate since its peak. `None` while
    /// there is no basis for an estimate.
    pub fn steps_left(&self) -> Option<u64> {
        let Job { plan, scene, .. } = &self.job;
        let to_the_end = plan
            .is_bounded(scene)
            .then(|| plan.max_steps.saturating_sub(self.step));
        let decayed = -self.energy_db();
        let decay = scene.stop.energy_decay_db;
        let decaying = decay.filter(|_| decayed.is_finite() && decayed > MIN_DECAY_DB);
        let decaying = decaying.map(|decay| {
            let steps = (self.checked - self.peak_step) as f64;
            (steps * (decay / decayed - 1.0).max(0.0)) as u64
        });
        [to_the_end, decaying].into_iter().flatten().min()
    }

    /// Energy relative to its peak in dB, as of the last check.
    pub fn energy_db(&self) -> f64 {
        let ratio = if self.peak > 0.0 {
            self.energy / self.peak
        } else {
            0.0
        };
        10.0 * ratio.log10()
    }

    /// Whether the energy of its last step is known.
    pub fn is_checked(&self) -> bool {
        self.checked == self.step
    }

    /// What keeps its state meanwhile.
    pub fn take_checkpoint(&mut self) -> Option<Checkpoint> {
        self.job.checkpoint.take()
    }

    /// Ends the run.
    pub fn stop(&mut self, end: Result<StoppedBy, FdtdError>) {
        self.end.get_or_insert(end);
    }

    /// Takes the record of a block.
    pub fn take<T: Real>(&mut self, record: &Record<T>, instruments: &Instruments) {
        if self.is_running()
            && let Err(e) = self.keep(record, instruments)
        {
            self.stop(Err(e));
        }
    }

    fn keep<T: Real>(
        &mut self,
        record: &Record<T>,
        instruments: &Instruments,
    ) -> Result<(), FdtdError> {
        if let Some(journal) = &mut self.journal {
            journal.append(&of_record(record))?;
        }
        let captures = &self.job.plan.binding.captures;
        for (journal, own) in self.part_journals.iter_mut().zip(&record.own) {
            let mut due = own.due(captures, record.block);
            due.try_for_each(|values| journal.append(bytes_of(values)))?;
        }
        let (pending, spectra) = (&mut self.pending, &mut self.port_spectra);
        spectra.begin(record.block);
        instruments
            .samples
            .combine(record, |channel, values| match channel.to {
                Destination::Stream(stream) => pending[stream].extend_from_slice(values),
                Destination::PortSpectrum(sum) => spectra.add(sum, channel.half, values),
            });
        let Job { plan, sink, .. } = &mut self.job;
        let captures = &plan.binding.captures;
        let boxes = record.restored(&self.arrangement, captures);
        let boxes = boxes.as_ref().unwrap_or(record);
        combine_snapshots(captures, boxes, |stream, half, step, values| {
            sink.append(stream, &[half.time_of(step, plan.dt)], values)
        })?;
        if let Some(parts) = sink.parts() {
            record.divided.iter().try_for_each(|recording| {
                let time = recording.half.time_of(recording.step, plan.dt);
                parts.append(recording.stream, time, &recording.parts)
            })?;
        }
        for (output, far) in plan.binding.far_pulses.iter().zip(&mut self.far_pulses) {
            output.collect(far, &instruments.samples, record);
        }
        self.step = record.block.first_step + record.block.steps as u64;
        if self.step - self.flushed >= FLUSH_EVERY {
            self.flush(instruments)?;
        }
        Ok(())
    }

    /// Hands pending samples to the sink.
    fn flush(&mut self, instruments: &Instruments) -> Result<(), FdtdError> {
        let times = |half: HalfStep| -> Vec<f64> {
            (self.flushed..self.step)
                .map(|step| half.time_of(step, self.job.plan.dt))
                .collect()
        };
        let times = [times(HalfStep::E), times(HalfStep::H)];
        for Channel { to, half, .. } in instruments.samples.channels() {
            let Destination::Stream(stream) = *to else {
                continue;
            };
            let values = &mut self.pending[stream];
            let times = &times[*half as usize];
            self.job.sink.append(stream, times, values)?;
            values.clear();
        }
        self.flushed = self.step;
        Ok(())
    }

    /// Judges the energy after all steps so far, and ends the run if there is a reason.
    pub fn check_energy<T: Real>(&mut self, energy: Energy, engine: &mut dyn Engine<T>) {
        if !self.is_running() {
            return;
        }
        let noted = match &mut self.journal {
            Some(journal) => journal.append(&of_energy(energy)),
            None => Ok(()),
        };
        if let Err(e) = noted
            .map_err(FdtdError::from)
            .and_then(|()| self.judge(energy, engine))
        {
            self.stop(Err(e));
        } else if self.step == self.max_steps() {
            self.stop(Ok(self.job.plan.last_step_by));
        } else if self.has_decayed() {
            self.stop(Ok(StoppedBy::EnergyDecay));
        } else if self.has_rung_down(engine) {
            self.stop(Ok(StoppedBy::RingDown));
        }
    }

    /// Whether the ports have nothing more to record that is not known. Where a model is divided, only the process that receives records can say.
    fn has_rung_down<T: Real>(&mut self, engine: &mut dyn Engine<T>) -> bool {
        if self.job.plan.binding.port_spectra.ring_down.is_none() || !self.sources_ended() {
            return false;
        }
        let is_known = self.job.sink.is_read() && self.port_spectra.are_known();
        engine.agrees(is_known)
    }

    fn judge<T: Real>(
        &mut self,
        energy: Energy,
        engine: &mut dyn Engine<T>,
    ) -> Result<(), FdtdError> {
        self.checked = self.step;
        self.energy = energy.conserved;
        if energy.conserved >= self.peak {
            (self.peak, self.peak_step) = (energy.conserved, self.step);
        }
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
        if self.sources_ended() {
            self.quiet_checks += 1;
            if self.settled.is_none() && self.quiet_checks > self.patience {
                self.settled = Some(self.largest);
            }
        }
        self.low_since = self.is_low().then(|| self.low_since.unwrap_or(self.step));
        if let Some(symptom) = symptom {
            return self.diagnose(symptom, engine);
        }
        let time = self.step as f64 * self.job.plan.dt;
        Ok(self.job.sink.append(ENERGY, &[time], &[self.energy])?)
    }

    /// Ends the run with a diagnosis: what is wrong and where.
    fn diagnose<T: Real>(
        &mut self,
        symptom: Symptom,
        engine: &mut dyn Engine<T>,
    ) -> Result<(), FdtdError> {
        let Job { plan, scene, .. } = &self.job;
        let material_at = |at| {
            let mut solids = plan.solids.iter().rev();
            let solid = solids.find(|(solid, _)| solid.contains(at));
            let id = solid.map_or(MaterialId::VACUUM, |(_, id)| *id);
            scene.materials[id.0 as usize].name.clone()
        };
        let context = FaultContext {
            grid: &plan.meshed.grid,
            material_at: &material_at,
            courant: scene.fdtd.courant,
            arrangement: &self.arrangement,
            light_line: light_line(scene),
        };
        let mut fault = None;
        engine.inspect(self.model, &mut |fields| {
            fault = Some(context.diagnose(fields, symptom, self.step, plan.dt));
        })?;
        fault.map_or(Ok(()), |fault| Err(FdtdError::Diverged(Box::new(fault))))
    }

    fn sources_ended(&self) -> bool {
        self.sources_end
            .is_some_and(|end| self.step as f64 * self.job.plan.dt > end)
    }

    fn has_decayed(&self) -> bool {
        self.low_since
            .is_some_and(|since| self.step - since >= self.held)
    }

    fn is_low(&self) -> bool {
        let Some(decay_db) = self.job.scene.stop.energy_decay_db else {
            return false;
        };
        self.sources_ended() && self.energy <= self.peak * 10f64.powf(-decay_db / 10.0)
    }

    /// Hands over the results of frequency-domain monitors.
    fn deliver_spectra<T: Real>(&mut self, engine: &mut dyn Engine<T>) -> Result<(), FdtdError> {
        let Job { plan, sink, .. } = &mut self.job;
        for (output, far) in plan
            .binding
            .far_pulses
            .iter()
            .zip(self.far_pulses.drain(..))
        {
            output.deliver(far, *sink)?;
        }
        self.port_spectra
            .deliver(self.step as f64 * plan.dt, *sink)?;
        if plan.binding.outputs.is_empty() {
            return Ok(());
        }
        let spectra = &plan.binding.spectra;
        let (sums, instruments) = engine.sums(self.model)?;
        let sums = RunSums {
            spectra,
            sums: &sums,
            arrangement: &self.arrangement,
            losses: &instruments.losses,
            time: self.step as f64 * plan.dt,
            dt: plan.dt,
        };
        for output in &plan.binding.outputs {
            output.deliver(sums, *sink)?;
        }
        let Some(parts) = sink.parts() else {
            return Ok(());
        };
        let mut delivered = Ok(());
        let time = self.step as f64 * plan.dt;
        engine.divided_spectra(&mut |transform, frequency, values| {
            if delivered.is_ok() {
                let at = (
                    transform,
                    spectra.transforms()[transform].frequencies[frequency],
                );
                delivered =
                    deliver_parts(&plan.binding.outputs, at, (time, plan.dt), values, parts);
            }
        })?;
        delivered.map_err(FdtdError::from)
    }

    /// The outcome.
    pub fn finish<T: Real>(
        mut self,
        engine: &mut dyn Engine<T>,
        stack: usize,
    ) -> Result<Outcome, FdtdError> {
        let end = self.end.take().unwrap_or(Ok(StoppedBy::Interrupt));
        // Received data are kept however the run ended; but a sink that failed is not called again.
        if !matches!(end, Err(FdtdError::Sink(_))) {
            self.flush(engine.instruments(self.model))?;
        }
        let stopped_by = end?;
        if self.job.sink.is_read() {
            self.deliver_spectra(engine)?;
        }
        Ok(Outcome {
            steps: self.step,
            stepping: engine.stepping(),
            bytes: engine.bytes() / stack as u64,
            energy: [self.energy, self.peak],
            stopped_by,
            order: engine.order(),
            resumed: self.resumed,
            sent: engine.sent(),
            coefficients: engine.coefficients(),
            operators: engine.operator_times(),
        })
    }
}

/// The frequency c |k| / 2 pi below which waves are bound between Bloch boundaries, in a model with a PML.
fn light_line(scene: &Scene) -> Option<f64> {
    let [x, y, z] = scene.boundary.bloch;
    let absorbs = scene.boundary.walls.as_flattened().contains(&Wall::Pml);
    let k = x.hypot(y).hypot(z);
    (absorbs && k > 0.0).then_some(C0 / TAU * k)
}
