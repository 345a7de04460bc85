//! Adaptive frequency sweep: which frequencies to solve so that a rational model gives all others.
//!
//! A sweep is a state machine without any solver. It proposes a frequency, receives the sample, and proposes the next one:
//!
//! 1. A few candidates across the band, its ends among them, are solved first.
//! 2. Models are fitted to all samples in more than one way ([`models`]). The next sample is where they differ most, because there at least one is wrong.
//! 3. Before a sample is added, the model predicts it. The sweep ends after two successive samples were predicted within the tolerance, if the models
//!    agree within the tolerance at all candidates, and if the model fits all samples to a tenth of what the tolerance allows at the floor.
//!
//! The first sample that is predicted could be a coincidence of two wrong models; the second one lies elsewhere, because models agree where a sample
//! is. Models of too low an order can be wrong together in a gap with resonances; they do not fit their samples well.
//!
//! The state follows from the samples in their order alone, so that a checkpoint needs nothing else.
//!
//! The estimate is not a bound: a weak resonance that is much narrower than the gap between two samples can be missed if the poles of the model absorb
//! what it does at them. Several functions, such as currents, leave less room for that than one, and need no further solve.
//!
//! Adaptive sampling by the difference of two rational models: T. Dhaene, J. Ureel, N. Fache, D. De Zutter, "Adaptive frequency sampling algorithm for
//! fast and accurate S-parameter modeling of general planar structures", IEEE MTT-S Int. Microwave Symp. (1995) 1427-1430; R. Lehmensiek, P. Meyer,
//! "Creating accurate multivariate rational interpolation models of microwave circuits by using efficient adaptive sampling to minimize the number of
//! computational electromagnetic analyses", IEEE Trans. Microwave Theory Tech. 49 (2001) 1419-1430.

mod models;
mod settings;

pub use settings::{Direct, Settings, View};

use crate::group::{deviation, floors};
use crate::{Complex, Model, RationalError, Samples};
use models::Models;

/// Samples before models are compared.
const FIRST: usize = 5;
/// Successive samples that must be predicted.
const PREDICTED: usize = 2;

/// The largest error of the model at the samples, relative to the tolerance at the floor.
const FITTED: f64 = 0.1;

/// What a sweep wants.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Proposal {
    /// The sample at this frequency in Hz.
    Solve(f64),
    /// Nothing more.
    Done(End),
}

/// Why a sweep ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Two successive samples were predicted within the tolerance.
    Converged,
    /// The budget of solves is spent.
    Budget,
    /// Every candidate is solved.
    Complete,
}

/// The value of all functions at a candidate.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// In Hz.
    pub frequency: f64,
    /// As they were fitted.
    pub values: Vec<Complex>,
    /// The estimated deviation; zero at a sample.
    pub deviation: f64,
}

/// An adaptive sweep.
#[derive(Debug, Clone)]
pub struct Sweep<V = Direct> {
    settings: Settings,
    view: V,
    samples: Samples,
    /// The deviation of each sample from its prediction; none for the first ones.
    predictions: Vec<Option<f64>>,
    models: Option<Models>,
}

impl Sweep {
    /// A sweep without samples that judges what it fits.
    pub fn new(settings: Settings) -> Result<Self, RationalError> {
        let view = Direct(settings.groups.clone());
        Self::with_view(settings, view)
    }
}

impl<V: View> Sweep<V> {
    /// A sweep without samples that judges what follows from the fitted functions.
    pub fn with_view(settings: Settings, view: V) -> Result<Self, RationalError> {
        settings.check()?;
        Ok(Self {
            settings,
            view,
            samples: Samples::new(),
            predictions: Vec::new(),
            models: None,
        })
    }

    /// Receives samples of an earlier run in their order.
    pub fn resume(
        &mut self,
        samples: impl IntoIterator<Item = (f64, Vec<Complex>)>,
    ) -> Result<(), RationalError> {
        for (frequency, values) in samples {
            self.add(frequency, values)?;
        }
        Ok(())
    }

    /// Receives a sample.
    pub fn add(&mut self, frequency: f64, values: Vec<Complex>) -> Result<(), RationalError> {
        let predicted = self
            .models
            .as_ref()
            .map(|models| models.full.values(frequency));
        let mut samples = self.samples.clone();
        samples.push(frequency, values)?;
        let models = if samples.len() >= FIRST.min(self.settings.candidates.len()) {
            Some(Models::new(&samples, &self.settings, &self.view)?)
        } else {
            None
        };
        let prediction = match predicted {
            Some(predicted) => {
                let floors = self.floors(&samples)?;
                let exact = samples.values(samples.len() - 1);
                let found = self.view.judged(frequency, &predicted);
                Some(deviation(
                    &found,
                    &self.view.judged(frequency, exact),
                    &floors,
                ))
            }
            None => None,
        };
        (self.samples, self.models) = (samples, models);
        self.predictions.push(prediction);
        Ok(())
    }

    fn floors(&self, samples: &Samples) -> Result<Vec<f64>, RationalError> {
        floors(self.view.groups(), &models::judged(samples, &self.view)?)
    }

    /// What to solve next.
    pub fn proposal(&self) -> Proposal {
        let unsolved = |f: &&f64| self.samples.at(**f).is_none();
        if !self.settings.candidates.iter().any(|f| unsolved(&f)) {
            return Proposal::Done(End::Complete);
        }
        if self.has_converged() {
            return Proposal::Done(End::Converged);
        }
        if self.samples.len() >= self.settings.budget {
            return Proposal::Done(End::Budget);
        }
        let first = self.first();
        if let Some(&frequency) = first.iter().find(unsolved) {
            return Proposal::Solve(frequency);
        }
        let worst = self
            .models
            .as_ref()
            .and_then(|models| models.next(&self.samples));
        let any = || {
            self.settings
                .candidates
                .iter()
                .copied()
                .find(|f| unsolved(&f))
        };
        worst
            .or_else(any)
            .map_or(Proposal::Done(End::Complete), Proposal::Solve)
    }

    /// The candidates nearest to equally spaced frequencies, ends first.
    fn first(&self) -> Vec<f64> {
        let candidates = &self.settings.candidates;
        let (Some(&from), Some(&to)) = (candidates.first(), candidates.last()) else {
            return Vec::new();
        };
        let count = FIRST.min(candidates.len());
        let mut order: Vec<usize> = (0..count).collect();
        order.rotate_right(1);
        let mut first: Vec<f64> = Vec::with_capacity(count);
        for k in order {
            let wanted = from + (to - from) * k as f64 / (count.max(2) - 1) as f64;
            let distance = |f: &f64| (f - wanted).abs();
            let free = candidates.iter().filter(|f| !first.contains(f));
            let nearest = free.min_by(|a, b| distance(a).total_cmp(&distance(b)));
            first.extend(nearest);
        }
        first
    }

    fn has_converged(&self) -> bool {
        let tolerance = self.settings.tolerance.deviation();
        let within = |prediction: &Option<f64>| prediction.is_some_and(|d| d <= tolerance);
        let last = self.predictions.iter().rev().take(PREDICTED);
        let floors = self.settings.groups.iter().map(|group| group.floor);
        let fitted = FITTED * tolerance * floors.fold(1.0, f64::min);
        let fits = self.settings.accuracy.max(fitted);
        let agree = |models: &Models| models.largest() <= tolerance && models.full.error() <= fits;
        self.predictions.len() >= PREDICTED
            && last.clone().all(within)
            && self.models.as_ref().is_some_and(agree)
    }

    /// The samples so far.
    pub const fn samples(&self) -> &Samples {
        &self.samples
    }

    /// The deviation of each sample from its prediction; none for the first ones, which nothing predicts.
    pub fn predictions(&self) -> &[Option<f64>] {
        &self.predictions
    }

    /// The model of all samples.
    pub fn model(&self) -> Option<&Model> {
        self.models.as_ref().map(|models| &models.full)
    }

    /// The estimated deviation of the results: the largest difference of the models at a candidate, and the last predictions.
    pub fn estimate(&self) -> Option<f64> {
        let last = self.predictions.iter().rev().take(PREDICTED).flatten();
        let predicted = last.copied().fold(0.0, f64::max);
        let models = self.models.as_ref()?;
        Some(models.largest().max(predicted))
    }

    /// The functions at every candidate: samples where there are any, and the model elsewhere.
    pub fn answers(&self) -> Vec<Answer> {
        let Some(models) = &self.models else {
            return Vec::new();
        };
        let candidates = self.settings.candidates.iter().zip(models.differences());
        let answer = |(&frequency, &deviation): (&f64, &f64)| {
            let sample = self.samples.at(frequency);
            Answer {
                frequency,
                deviation: if sample.is_some() { 0.0 } else { deviation },
                values: sample.map_or_else(|| models.full.values(frequency), <[Complex]>::to_vec),
            }
        };
        candidates.map(answer).collect()
    }
}
