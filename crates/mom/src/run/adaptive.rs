//! An adaptive sweep over the frequencies of a plan: samples, the frequency that is solved next, and the solutions between them.
//!
//! `poynting_rational` decides which frequency is solved next and when the sweep has converged. Frequencies that are requested in another way than by
//! an adaptive range are solved once it has, and join its samples: if they were not predicted, the sweep goes on.

use std::f64::consts::TAU;

use poynting_physics::constants::C0;
use poynting_rational::{Answer, End, Proposal, Settings, Sweep, Tolerance};
use poynting_scene::Scene;

use super::drive::Drive;
use super::figures::Figures;
use super::job::Swept;
use super::keeper::Finished;
use super::observed::Observed;
use super::passive::{failed, passive};
use super::sample::interpolated;
use super::solved::{Columns, Currents, Solved};
use crate::plan::{Method, Plan, SweepPlan};
use poynting_mom_core::error::MomError;

/// Results are accurate down to this amplitude, -40 dB, unless the solutions are not.
const FLOOR: f64 = 0.01;
/// The accuracy of dense solutions as functions of frequency, relative to the tolerance of the integrals. Rules of quadrature change with frequency,
/// and results jump where they do: measured on a dipole, a loop and a cavity, S by 1e-5, 3e-6 and 5e-5 with integrals to 1e-3.
const DENSE: f64 = 0.1;

/// Solutions that are closer than this share of the band to a sample would only add their errors, divided by the distance.
const CLOSE: f64 = 1e-4;

/// The samples of a sweep and what follows from them.
pub struct Adaptive<'a> {
    scene: &'a Scene,
    plan: &'a Plan,
    planned: &'a SweepPlan,
    observed: &'a Observed<'a>,
    sweep: Sweep<&'a Observed<'a>>,
    /// Currents in the order of the sweep.
    samples: Vec<Currents>,
    /// What has been solved.
    finished: Vec<Finished>,
    tolerance: f64,
    corrected: usize,
    /// The largest excess of a network that was not corrected, and its frequency.
    active: Option<(f64, f64)>,
}

/// The observations of a sweep.
pub fn observed<'a>(
    scene: &'a Scene,
    plan: &'a Plan,
    planned: &SweepPlan,
) -> Result<Observed<'a>, MomError> {
    let tolerance = tolerance(planned)?.deviation();
    Ok(Observed::new(
        scene,
        plan,
        FLOOR.max(accuracy(plan) / tolerance),
    ))
}

fn tolerance(planned: &SweepPlan) -> Result<Tolerance, MomError> {
    // The angle of the same relative error is smaller than this.
    let degrees = 10.0 * planned.decibels;
    Tolerance::new(planned.decibels, degrees).map_err(|e| failed(&e))
}

/// The accuracy of solutions as functions of frequency.
fn accuracy(plan: &Plan) -> f64 {
    match plan.method {
        Method::Dense => DENSE * plan.tolerance,
        Method::HMatrix | Method::Mlfma => plan.accuracy(),
    }
}

impl<'a> Adaptive<'a> {
    /// A sweep without samples.
    pub fn new(
        (scene, plan): (&'a Scene, &'a Plan),
        planned: &'a SweepPlan,
        observed: &'a Observed<'a>,
    ) -> Result<Self, MomError> {
        let tolerance = tolerance(planned)?;
        let settings = Settings {
            candidates: planned.candidates.clone(),
            groups: observed.fitted_groups(),
            tolerance,
            accuracy: accuracy(plan),
            budget: planned.budget,
        };
        Ok(Self {
            scene,
            plan,
            planned,
            observed,
            sweep: Sweep::with_view(settings, observed).map_err(|e| failed(&e))?,
            samples: Vec::new(),
            finished: Vec::new(),
            tolerance: tolerance.deviation(),
            corrected: 0,
            active: None,
        })
    }

    /// The frequency to solve next; none if all others can be interpolated.
    pub fn next(&self) -> Option<f64> {
        match self.sweep.proposal() {
            Proposal::Solve(hertz) => Some(hertz),
            Proposal::Done(_) => {
                let unsolved = |f: &f64| self.at(*f).is_none();
                self.planned.direct.iter().copied().find(unsolved)
            }
        }
    }

    /// Frequencies solved.
    pub fn solved(&self) -> usize {
        self.finished.len()
    }

    /// What was solved at a frequency.
    pub fn at(&self, hertz: f64) -> Option<&Finished> {
        self.finished.iter().find(|f| f.hertz == hertz)
    }

    /// Whether what a checkpoint holds can be a solution of this sweep.
    pub fn fits(&self, finished: &Finished) -> bool {
        let unknowns = self.plan.space.len();
        let columns = if self.planned.covers(finished.hertz) {
            self.planned.columns
        } else {
            0
        };
        let currents = &finished.currents;
        currents.len() == columns && currents.iter().all(|c| c.len() == unknowns)
    }

    /// Receives a solution.
    pub fn add(&mut self, mut finished: Finished) -> Result<(), MomError> {
        let hertz = finished.hertz;
        let currents = std::mem::take(&mut finished.currents);
        if self.is_sample(hertz) {
            let fitted = self.observed.fitted(hertz, &currents);
            self.sweep.add(hertz, fitted).map_err(|e| failed(&e))?;
            self.samples.push(currents);
        }
        self.finished.push(finished);
        Ok(())
    }

    /// Whether a solution joins the samples: if the sweep has proposed it, or if it is in the band and not next to another one.
    fn is_sample(&self, hertz: f64) -> bool {
        let samples = self.sweep.samples().frequencies();
        let distance = |f: &f64| (f - hertz).abs();
        let nearest = samples.iter().map(distance).fold(f64::INFINITY, f64::min);
        let is_proposed = self.sweep.proposal() == Proposal::Solve(hertz);
        is_proposed || self.planned.covers(hertz) && nearest > CLOSE * self.planned.band()
    }

    /// The solutions of all right-hand sides as the samples predict them; zero for those that are not interpolated.
    pub fn guess(&self, hertz: f64) -> Option<Columns<'_>> {
        predicted(&self.drive(hertz), &self.sweep, &self.samples)
    }

    fn drive(&self, hertz: f64) -> Drive<'a> {
        Drive {
            scene: self.scene,
            plan: self.plan,
            hertz,
            k: TAU * hertz / C0,
        }
    }

    /// The solution at a candidate that has not been solved.
    pub fn solution(&mut self, answer: &Answer) -> Result<Option<Solved<'_>>, MomError> {
        let hertz = answer.frequency;
        let drive = self.drive(hertz);
        let Some(columns) = predicted(&drive, &self.sweep, &self.samples) else {
            return Ok(None);
        };
        let references: Vec<f64> = self.plan.ports.iter().map(|p| p.reference).collect();
        let checked = passive(drive.network(&columns), &references, self.tolerance)?;
        self.corrected += usize::from(checked.is_corrected);
        let largest = self.active.map_or(0.0, |(excess, _)| excess);
        if !checked.is_corrected && checked.excess > largest.max(self.tolerance) {
            self.active = Some((checked.excess, hertz));
        }
        let figures = Figures {
            deviation: answer.deviation,
            ..self.nearest(hertz)
        };
        let solved = drive.solved(columns, checked.network, figures)?;
        Ok(Some(solved))
    }

    /// The figures of the nearest solution.
    fn nearest(&self, hertz: f64) -> Figures {
        let distance = |f: &&Finished| (f.hertz - hertz).abs();
        let all = self.finished.iter();
        let nearest = all.min_by(|a, b| distance(a).total_cmp(&distance(b)));
        nearest.map_or_else(Figures::default, |f| f.figures)
    }

    /// The candidates with their estimated errors.
    pub fn answers(&self) -> Vec<Answer> {
        self.sweep.answers()
    }

    /// What has been done.
    pub fn outcome(&self) -> Swept {
        let all = self.plan.frequencies.len();
        let end = match self.sweep.proposal() {
            Proposal::Done(end) => end,
            // Not after the last solve.
            Proposal::Solve(_) => End::Budget,
        };
        Swept {
            solved: self.solved(),
            interpolated: all - self.solved(),
            deviation: match end {
                End::Complete => 0.0,
                End::Converged | End::Budget => self.sweep.estimate().unwrap_or(1.0),
            },
            end,
            corrected: self.corrected,
        }
    }

    /// What the user should know of the interpolation.
    pub fn warnings(&self) -> Vec<String> {
        let outcome = self.outcome();
        let mut all = Vec::new();
        if outcome.end == End::Budget {
            let error = (outcome.decibels()).map_or_else(
                || "as large as the results".to_owned(),
                |db| format!("{db:.2} dB"),
            );
            all.push(format!(
                "the adaptive sweep ended after {} solves with an estimated error of {error}, more than the tolerance of {} dB: narrow the \
                 band, allow a larger `tolerance`, or remove method = \"adaptive\"",
                outcome.solved, self.planned.decibels
            ));
        }
        if let Some((excess, hertz)) = self.active {
            all.push(format!(
                "at {hertz:.6e} Hz the interpolated network generates power: the largest singular value of S is {:.4}. Allow a smaller \
                 `tolerance`, or remove method = \"adaptive\"",
                1.0 + excess
            ));
        }
        all
    }
}

/// The solutions of all right-hand sides between samples.
fn predicted<'a>(
    drive: &Drive<'_>,
    sweep: &Sweep<&Observed<'_>>,
    samples: &'a [Currents],
) -> Option<Columns<'a>> {
    let model = sweep.model()?;
    let coefficients = model.coefficients(drive.hertz).into_iter();
    let samples = model.support().iter().map(|&n| &samples[n]);
    Some(interpolated(drive, coefficients.zip(samples).collect()))
}
