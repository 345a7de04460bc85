//! Values of many functions at few frequencies.

use crate::{Complex, RationalError};

/// Samples of a set of functions, in the order in which they were added.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Samples {
    frequencies: Vec<f64>,
    values: Vec<Vec<Complex>>,
}

impl Samples {
    /// None yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the values of all functions at a frequency in Hz.
    pub fn push(&mut self, frequency: f64, values: Vec<Complex>) -> Result<(), RationalError> {
        let finite = |z: &Complex| z.re.is_finite() && z.im.is_finite();
        if !frequency.is_finite() || !values.iter().all(finite) {
            return Err(RationalError::NotFinite { frequency });
        }
        if self.frequencies.contains(&frequency) {
            return Err(RationalError::Repeated { frequency });
        }
        let expected = self.values.first().map_or(values.len(), Vec::len);
        if values.len() != expected {
            let found = values.len();
            return Err(RationalError::Count {
                frequency,
                found,
                expected,
            });
        }
        self.frequencies.push(frequency);
        self.values.push(values);
        Ok(())
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.frequencies.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.frequencies.is_empty()
    }

    /// The number of functions.
    pub fn functions(&self) -> usize {
        self.values.first().map_or(0, Vec::len)
    }

    /// In Hz, in the order in which they were added.
    pub fn frequencies(&self) -> &[f64] {
        &self.frequencies
    }

    /// The values of one sample.
    pub fn values(&self, sample: usize) -> &[Complex] {
        &self.values[sample]
    }

    /// The sample at a frequency.
    pub fn at(&self, frequency: f64) -> Option<&[Complex]> {
        let at = self.frequencies.iter().position(|&f| f == frequency)?;
        Some(&self.values[at])
    }

    /// The first samples alone.
    #[must_use]
    pub fn first(&self, count: usize) -> Self {
        let count = count.min(self.len());
        Self {
            frequencies: self.frequencies[..count].to_vec(),
            values: self.values[..count].to_vec(),
        }
    }
}
