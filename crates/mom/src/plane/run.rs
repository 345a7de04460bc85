//! From a plan to observations: at each frequency and polarisation the matrix, its factors, all waves, and the results.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use poynting_exec::Pool;
use poynting_mom2d::{Current, Filled, Polarization, System};
use poynting_observe::Sink;
use poynting_physics::constants::C0;
use poynting_scene::Scene;

use super::drive::{Drive, polarizations};
use super::outputs::{Quality, of_sources};
use super::plan::{Plan, unsolvable};
use super::streams::{Output, Streams};
use crate::run::{Ended, Figures, Observer, Outcome, Progress, Stage, Values, watched};
use poynting_mom_core::error::MomError;

/// A scene to solve, and where the observations go.
pub struct Job<'a> {
    /// The scene.
    pub scene: &'a Scene,
    /// Its plan.
    pub plan: &'a Plan,
    /// Receives the observations.
    pub sink: &'a mut dyn Sink,
}

/// Solves a scene at all its frequencies.
pub fn run(job: Job<'_>, pool: &Pool, observe: &mut Observer<'_>) -> Result<Outcome, MomError> {
    let Job { scene, plan, sink } = job;
    let streams = Streams::declare(scene, plan, sink)?;
    let mut outcome = Outcome {
        frequencies: 0,
        figures: Figures::default(),
        times: [Duration::ZERO; 3],
        sweep: None,
        warnings: Vec::new(),
        ended: Ended::Complete,
    };
    for &hertz in &plan.frequencies {
        let frequency = outcome.frequencies;
        let mut stands = |&stage: &Stage| {
            observe(&Progress {
                frequency,
                frequencies: plan.frequencies.len(),
                is_adaptive: false,
                hertz,
                stage,
                iteration: None,
            })
        };
        let solved = watched(pool, &mut stands, |watch| {
            let mut solving = Solving {
                scene,
                plan,
                streams: &streams,
                hertz,
                times: [Duration::ZERO; 3],
                quality: Quality::default(),
            };
            let values = solving.solve(watch)?;
            Ok::<_, MomError>(values.map(|values| (values, solving.quality, solving.times)))
        })?;
        let Some((values, quality, times)) = solved else {
            outcome.ended = Ended::Interrupt;
            break;
        };
        for (stream, values) in &values {
            sink.append(*stream, &[hertz], values)?;
        }
        outcome.frequencies += 1;
        outcome.figures.residual = outcome.figures.residual.max(quality.residual);
        for (total, time) in outcome.times.iter_mut().zip(times) {
            *total += time;
        }
    }
    Ok(outcome)
}

type Watch<'a> = dyn FnMut(Stage) -> ControlFlow<()> + Send + 'a;

/// One frequency.
struct Solving<'a> {
    scene: &'a Scene,
    plan: &'a Plan,
    streams: &'a Streams,
    hertz: f64,
    /// Of assembly, factorisation and solution.
    times: [Duration; 3],
    quality: Quality,
}

impl Solving<'_> {
    /// The values of all streams; none if the observer stopped the run.
    fn solve(&mut self, watch: &mut Watch<'_>) -> Result<Option<Vec<Values>>, MomError> {
        let mesh = self.plan.mesh.at(C0 / self.hertz);
        let mut values = Vec::new();
        for polarization in polarizations(self.scene, self.hertz) {
            if watch(Stage::Assembly).is_break() {
                return Ok(None);
            }
            let start = Instant::now();
            let filled = Filled::new(&mesh, polarization, self.plan.equation)
                .map_err(|e| unsolvable(&self.plan.names, &e))?;
            self.times[0] += start.elapsed();
            if watch(Stage::Factorisation).is_break() {
                return Ok(None);
            }
            let start = Instant::now();
            let system = filled.factored();
            self.times[1] += start.elapsed();
            if watch(Stage::Solution).is_break() {
                return Ok(None);
            }
            let start = Instant::now();
            let Some(found) = self.evaluate(&system, polarization, watch) else {
                return Ok(None);
            };
            values.extend(found);
            self.times[2] += start.elapsed();
        }
        let figures = [self.quality.residual, self.quality.power_error];
        let figures = self.streams.quality.iter().zip(figures);
        values.extend(figures.map(|(stream, value)| (*stream, vec![value])));
        Ok(Some(values))
    }

    /// The values of a polarisation; none if the observer stopped the run.
    fn evaluate(
        &mut self,
        system: &System<'_>,
        polarization: Polarization,
        watch: &mut Watch<'_>,
    ) -> Option<Vec<Values>> {
        let drive = Drive::new(self.scene, polarization);
        let number = usize::from(polarization == Polarization::Te);
        let wanted = |(at, _): &&(Vec<f64>, Output)| at.contains(&self.hertz);
        let outputs: Vec<_> = self.streams.outputs.iter().filter(wanted).collect();
        let records_sources = |(_, o): &&(Vec<f64>, Output)| !matches!(o, Output::Widths(_));
        let currents: Vec<Current<'_>> = if outputs.iter().any(records_sources) {
            of_sources(system, &drive, &mut self.quality)
        } else {
            Vec::new()
        };
        let sources = (&drive, &currents[..]);
        let mut values = Vec::new();
        for (_, output) in outputs {
            let mut go_on = || watch(Stage::Solution);
            values.extend(match output {
                Output::Widths(widths) => {
                    widths.evaluate(system, number, &mut self.quality, &mut go_on)?
                }
                Output::Field(field) if !drive.is_empty() => field.evaluate(sources, polarization),
                Output::Current(current) if !drive.is_empty() => current.evaluate(sources, number),
                Output::Field(_) | Output::Current(_) => Vec::new(),
            });
        }
        Some(values)
    }
}
