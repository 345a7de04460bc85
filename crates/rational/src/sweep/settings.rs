//! What a sweep is to do.

use crate::{Complex, Group, RationalError, Tolerance};

/// The task of a sweep.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// The frequencies in Hz at which results are wanted, ascending. Only these are solved.
    pub candidates: Vec<f64>,
    /// The functions of a sample.
    pub groups: Vec<Group>,
    /// How much a result may deviate.
    pub tolerance: Tolerance,
    /// The accuracy of the samples relative to the scale of each function. Models do not fit more than that.
    pub accuracy: f64,
    /// The largest number of solves.
    pub budget: usize,
}

impl Settings {
    pub(super) fn check(&self) -> Result<(), RationalError> {
        let setting = |name, value, rule| Err(RationalError::Setting { name, value, rule });
        if self.candidates.is_empty() {
            return setting("candidates", 0.0, "at least one frequency");
        }
        if let Some(&frequency) = self.candidates.iter().find(|f| !f.is_finite()) {
            return Err(RationalError::NotFinite { frequency });
        }
        for pair in self.candidates.windows(2) {
            if pair[0] >= pair[1] {
                return setting("candidates", pair[1], "in ascending order");
            }
        }
        if !(self.accuracy > 0.0 && self.accuracy < 1.0) {
            return setting("accuracy", self.accuracy, "between 0 and 1");
        }
        if self.budget == 0 {
            return setting("budget", 0.0, "at least one solve");
        }
        Ok(())
    }
}

/// What a sweep judges, if it is not what it fits.
///
/// S and Z of a network do not share poles, so they do not belong into one set. A set of admittances, currents and far fields does, and S follows from
/// the admittances: the sweep fits the set and judges S.
pub trait View {
    /// The judged functions of fitted values.
    fn judged(&self, frequency: f64, fitted: &[Complex]) -> Vec<Complex>;

    /// Their groups.
    fn groups(&self) -> &[Group];
}

/// What is fitted is judged.
#[derive(Debug, Clone, PartialEq)]
pub struct Direct(pub(super) Vec<Group>);

impl View for Direct {
    fn judged(&self, _: f64, fitted: &[Complex]) -> Vec<Complex> {
        fitted.to_vec()
    }

    fn groups(&self) -> &[Group] {
        &self.0
    }
}
