//! The format of a waveform: every key, once.

use crate::decode::{choice, record};
use crate::lists::List;
use crate::measures::{Delay, Frequency, PositiveTime};
use crate::quantity::{Amplitude, Quantity, kind};
use crate::values::At;

record! {
    /// A waveform.
    WaveformRecord as "a waveform" {
        /// Peak value, in the unit of the driven quantity.
        amplitude: Amplitude,
    } with pulse: PulseRecord
}

choice! {
    /// The shape of a waveform.
    PulseRecord as "a pulse" by "type" {
        /// A Gaussian pulse: spectrum from zero to the bandwidth.
        "gaussian" => Gaussian(GaussianRecord),
        /// A Gaussian pulse times a sine: spectrum around the carrier.
        "modulated-gaussian" => Modulated(ModulatedRecord),
        /// The derivative of a Gaussian pulse: its mean is zero, so that no static charge remains.
        "differentiated-gaussian" => Differentiated(GaussianRecord),
        /// A sine that rises smoothly and does not end.
        "sine" => Sine(SineRecord),
        /// Equally spaced values from time zero, interpolated linearly.
        "samples" => Samples(SamplesRecord),
        /// The same amplitude at every requested frequency; for the method of moments only.
        "phasor" => Phasor(()),
    }
}

record! {
    /// Width and delay.
    GaussianRecord as "a gaussian" {
        /// Frequency at which the spectrum is 20 dB below its peak; this or `tau`.
        bandwidth: Option<Frequency>,
        /// Half width at 1/e; this or `bandwidth`.
        tau: Option<PositiveTime>,
        /// Time of the centre; 4.5 tau if absent.
        delay: Option<Delay>,
    }
}

record! {
    /// Width, delay and carrier.
    ModulatedRecord as "a modulated gaussian" {
        /// Carrier frequency.
        frequency: Frequency,
        /// Distance from the carrier at which the spectrum is 20 dB below its peak; this or `tau`.
        bandwidth: Option<Frequency>,
        /// Half width at 1/e; this or `bandwidth`.
        tau: Option<PositiveTime>,
        /// Time of the centre; 4.5 tau if absent.
        delay: Option<Delay>,
        /// Phase of the carrier at the centre.
        phase: Quantity<kind::Angle> = "0 deg",
    }
}

record! {
    /// Frequency and ramp.
    SineRecord as "a sine" {
        /// Frequency.
        frequency: Frequency,
        /// Rise time; three periods if absent.
        ramp: Option<Delay>,
        /// Phase.
        phase: Quantity<kind::Angle> = "0 deg",
    }
}

record! {
    /// Samples.
    SamplesRecord as "a samples" {
        /// Time between two values.
        interval: PositiveTime,
        /// The values, times the amplitude.
        values: At<List<f64>>,
    }
}
