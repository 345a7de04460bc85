//! The format of a waveform: every key, once.

use crate::decode::{choice, record};
use crate::lists::List;
use crate::measures::{Delay, Frequency, PositiveTime};
use crate::quantity::{Amplitude, Quantity, kind};
use crate::values::At;

record! {
    /// A course in time.
    WaveformRecord as "a waveform" {
        /// Peak value, in the unit of what it drives.
        amplitude: Amplitude,
    } with pulse: PulseRecord
}

choice! {
    /// The shape of a waveform.
    PulseRecord as "a pulse" by "type" {
        /// A bell: spectrum from zero to the bandwidth.
        "gaussian" => Gaussian(GaussianRecord),
        /// A bell times a sine: spectrum around the carrier.
        "modulated-gaussian" => Modulated(ModulatedRecord),
        /// The derivative of a bell: no mean, so no charge is left behind.
        "differentiated-gaussian" => Differentiated(GaussianRecord),
        /// A sine that rises smoothly and goes on for ever.
        "sine" => Sine(SineRecord),
        /// Equally spaced values from time zero, joined by straight lines.
        "samples" => Samples(SamplesRecord),
        /// The same amplitude at every frequency asked for; for the method of moments only.
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
        /// Carrier.
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
        /// Time in which it rises; three periods if absent.
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
