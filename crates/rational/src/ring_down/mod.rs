//! Damped modes of signals that ring down, and what the signals would still do after their end.
//!
//! After its sources have ended, every signal of a linear system is a sum of the same modes,
//!
//!   x(t) = Re sum_k A_k exp(s_k t),   s_k = 2 pi f_k (-1/(2 Q_k) + j sqrt(1 - 1/(4 Q_k^2))),
//!
//! with an amplitude A_k per signal. The signals are filtered to the band of interest and decimated ([`band`]), the matrix pencil finds the poles s_k
//! of all signals together ([`pencil`]), and least squares their amplitudes. From the modes follow resonant frequencies and quality factors, and in
//! closed form the part of a Fourier integral that lies after the end of the record ([`tail`]).
//!
//! The error is measured: the modes of the first four fifths of the record predict the last fifth. The number of modes is the smallest one that
//! predicts it about as well as any. The error of a pole is how much the last fifth moved it, or three times what the remaining differences make of it
//! as noise ([`spread`]), whichever is larger.

mod band;
mod mode;
pub(crate) mod pencil;
mod signals;
mod spread;
mod tail;
mod trial;

pub use mode::Mode;
pub use signals::Signals;

use crate::{Complex, RationalError};
use band::Filtered;
use trial::Trial;

/// Part of the record from which the rest is predicted.
const FITTED: f64 = 0.8;
/// The least number of samples after decimation.
const NEEDED: usize = 16;

/// The modes of signals that ring down.
#[derive(Debug, Clone, PartialEq)]
pub struct RingDown {
    step: f64,
    modes: Vec<Mode>,
    /// Of the first part of the record.
    earlier: Vec<Mode>,
    /// Of each signal.
    errors: Vec<f64>,
}

impl RingDown {
    /// Finds the modes with frequencies in a band, in Hz. The sources must have ended before the time 0 of the signals.
    pub fn of(signals: &Signals, from: f64, to: f64) -> Result<Self, RationalError> {
        let value = from;
        if !(from >= 0.0 && to > from && to.is_finite()) {
            let (name, rule) = ("from", "not negative and less than the end of the band");
            return Err(RationalError::Setting { name, value, rule });
        }
        let filtered = Filtered::of(signals, from, to);
        let samples = filtered.len();
        if samples < NEEDED {
            let needed = NEEDED;
            return Err(RationalError::ShortSignal { samples, needed });
        }
        let fitted = (FITTED * samples as f64) as usize;
        let trial = Trial::best(&filtered, fitted)?;
        let earlier = filtered.modes(&trial.rates, &trial.amplitudes, [from, to]);
        let space = pencil::Space::of(&filtered.signals, samples, &trial.scales)?;
        let rates = space.rates(trial.order)?;
        let all: Vec<&Vec<Complex>> = filtered.signals.iter().collect();
        let amplitudes = pencil::Powers::new(&rates, samples).amplitudes(&all, samples);
        let spreads = spread::of(&filtered.signals, &rates, &amplitudes);
        let mut modes = filtered.modes(&rates, &amplitudes, [from, to]);
        for mode in &mut modes {
            mode.judge(&earlier, filtered.spread(mode, &rates, &spreads));
        }
        let step = signals.step;
        Ok(Self {
            step,
            modes,
            earlier,
            errors: trial.errors,
        })
    }

    /// The modes, by ascending frequency.
    pub fn modes(&self) -> &[Mode] {
        &self.modes
    }

    /// How far the modes of the first four fifths of the record are from the last fifth of a signal, relative to that in the band.
    pub fn error(&self, signal: usize) -> f64 {
        self.errors[signal]
    }
}
