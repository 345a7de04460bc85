//! What a solver recorded.

use crate::RationalError;

/// Real signals with a common time step, from the time 0 on.
#[derive(Debug, Clone, PartialEq)]
pub struct Signals {
    pub(super) step: f64,
    values: Vec<Vec<f64>>,
    /// Whether each one helps to find the poles.
    pub(super) finders: Vec<bool>,
}

impl Signals {
    /// Signals with samples every `step` seconds; those beyond the length of the shortest are not used.
    pub fn new(step: f64, mut values: Vec<Vec<f64>>) -> Result<Self, RationalError> {
        if !(step.is_finite() && step > 0.0) {
            let (name, rule) = ("step", "positive");
            return Err(RationalError::Setting {
                name,
                value: step,
                rule,
            });
        }
        if values.iter().flatten().any(|x| !x.is_finite()) {
            return Err(RationalError::NotFinite { frequency: 0.0 });
        }
        let length = values.iter().map(Vec::len).min().unwrap_or(0);
        for signal in &mut values {
            signal.truncate(length);
        }
        let finders = vec![true; values.len()];
        Ok(Self {
            step,
            values,
            finders,
        })
    }

    /// The same signals, of which only some find the poles; the others only have amplitudes. That is faster where many signals are alike.
    #[must_use]
    pub fn found_by(mut self, finders: &[usize]) -> Self {
        for (signal, finds) in self.finders.iter_mut().enumerate() {
            *finds = finders.contains(&signal);
        }
        self
    }

    /// The samples of each signal.
    pub fn values(&self) -> &[Vec<f64>] {
        &self.values
    }

    /// The number of samples of each signal.
    pub fn len(&self) -> usize {
        self.values.first().map_or(0, Vec::len)
    }

    /// Whether there is no sample.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
