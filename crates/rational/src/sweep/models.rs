//! Models of the same samples that are compared.
//!
//! The model of all samples is compared with the one that lacks the last sample, and with one of another order. The former shows what a sample changed.
//! The latter has an order more if the model fits its samples, and shows what the accuracy of the fit leaves open; if the samples determine no model
//! that fits, it has an order less. Where both agree with the model, the samples determine it.

use super::{Settings, View};
use crate::group::{deviation, floors};
use crate::{Model, RationalError, Samples, fit, fit_of_order};

#[derive(Debug, Clone)]
pub(super) struct Models {
    /// Of all samples.
    pub(super) full: Model,
    candidates: Vec<f64>,
    /// How much the models differ at each candidate.
    differences: Vec<f64>,
}

impl Models {
    pub(super) fn new<V: View>(
        samples: &Samples,
        settings: &Settings,
        view: &V,
    ) -> Result<Self, RationalError> {
        let (groups, accuracy) = (&settings.groups, settings.accuracy);
        let full = fit(samples, groups, accuracy)?;
        let mut others = Vec::new();
        if samples.len() > 1 {
            others.push(fit(&samples.first(samples.len() - 1), groups, accuracy)?);
        }
        let order = if full.error() <= accuracy {
            Some(full.order() + 1)
        } else {
            full.order().checked_sub(1)
        };
        if let Some(order) = order {
            others.push(fit_of_order(samples, groups, accuracy, order)?);
        }
        let floors = floors(view.groups(), &judged(samples, view)?)?;
        let difference = |&frequency: &f64| {
            let exact = view.judged(frequency, &full.values(frequency));
            let of = |other: &Model| {
                let found = view.judged(frequency, &other.values(frequency));
                deviation(&found, &exact, &floors)
            };
            others.iter().map(of).fold(0.0, f64::max)
        };
        let candidates = settings.candidates.clone();
        Ok(Self {
            differences: candidates.iter().map(difference).collect(),
            candidates,
            full,
        })
    }

    pub(super) fn differences(&self) -> &[f64] {
        &self.differences
    }

    /// The largest difference at a candidate.
    pub(super) fn largest(&self) -> f64 {
        self.differences.iter().copied().fold(0.0, f64::max)
    }

    /// The candidate without a sample where the models differ most. Where a difference is as large as the functions, models are equally useless, and
    /// the distance from the next sample decides.
    pub(super) fn next(&self, samples: &Samples) -> Option<f64> {
        let distance = |f: f64| {
            let distances = samples.frequencies().iter().map(|other| (other - f).abs());
            distances.fold(f64::INFINITY, f64::min)
        };
        let mut best: Option<(f64, f64)> = None;
        for (&frequency, &difference) in self.candidates.iter().zip(&self.differences) {
            let distance = distance(frequency);
            let score = difference.min(1.0) * distance;
            if distance > 0.0 && best.is_none_or(|(_, least)| score > least) {
                best = Some((frequency, score));
            }
        }
        best.map(|(frequency, _)| frequency)
    }
}

/// The judged functions of all samples.
pub(super) fn judged<V: View>(samples: &Samples, view: &V) -> Result<Samples, RationalError> {
    let mut judged = Samples::new();
    for (number, &frequency) in samples.frequencies().iter().enumerate() {
        judged.push(frequency, view.judged(frequency, samples.values(number)))?;
    }
    Ok(judged)
}
