//! Waveforms of everything that drives the model.

use super::ports::Ports;
use crate::model::Source;
use crate::values::At;
use crate::waveform::{Pulse, Waveform};

/// Everything that supplies energy to the model.
pub(super) struct Drive<'a> {
    pub waveforms: Vec<At<&'a Waveform>>,
}

impl<'a> Drive<'a> {
    pub fn new(sources: &'a [At<Source>], ports: &'a Ports) -> Self {
        let sources = sources.iter().map(|s| At {
            span: s.span,
            value: &s.value.waveform,
        });
        Self {
            waveforms: sources.chain(ports.waveforms()).collect(),
        }
    }

    pub fn max_frequency(&self) -> Option<f64> {
        self.waveforms
            .iter()
            .filter_map(|w| w.value.shape.max_frequency())
            .reduce(f64::max)
    }

    /// Whether something is driven, and all of it in the time domain.
    pub fn is_in_time(&self) -> bool {
        let phasor = |w: &At<&Waveform>| matches!(w.value.shape, Pulse::Phasor);
        !self.waveforms.is_empty() && !self.waveforms.iter().any(phasor)
    }
}
