//! Evaluation of frequency-domain monitors at the end of a run.

mod absorption;
mod far_field;
mod far_pulse;
mod flux;
mod gain;
mod norm;

pub use absorption::{AbsorptionOutput, LossyPart};
pub use far_field::{Derived, FarFieldOutput, Pattern};
pub use far_pulse::FarPulseOutput;
pub use flux::{FluxFace, FluxOutput, FluxPair};
pub use gain::{Gains, PortPower};
pub use norm::{Norm, Strength, driven};
use poynting_exec::Real;
use poynting_fdtd_core::loss::LossMap;
use poynting_fdtd_core::spectra::Spectra;
use poynting_observe::{Parts, Sink, SinkError};
use poynting_physics::{Complex, PhasorArithmetic};

/// A frequency-domain monitor.
#[derive(Debug)]
pub enum Output {
    /// Fields.
    Field(FieldOutput),
    /// Power.
    Flux(FluxOutput),
    /// Power turned into heat.
    Absorption(AbsorptionOutput),
    /// Far fields.
    FarField(Box<FarFieldOutput>),
}

/// One component, real and imaginary part.
#[derive(Debug)]
pub struct FieldOutput {
    /// Its transform.
    pub transform: usize,
    /// Streams of both parts.
    pub streams: [usize; 2],
    /// Its normalisation.
    pub norm: Norm,
}

/// The sums of a run with their definitions.
#[derive(Debug, Clone, Copy)]
pub struct Sums<'a, T> {
    /// The transforms.
    pub spectra: &'a Spectra,
    /// The sums of each transform.
    pub values: &'a [Vec<T>],
    /// Losses of the nodes.
    pub losses: &'a [LossMap],
    /// Simulated time in seconds.
    pub time: f64,
    /// Time step in seconds.
    pub dt: f64,
}

impl<'a, T: Real> Sums<'a, T> {
    /// Real and imaginary parts of a transform at one of its frequencies, node by node.
    pub fn at(&self, transform: usize, frequency: usize) -> [&'a [T]; 2] {
        let n = self.spectra.transforms()[transform].of.values();
        let all = &self.values[transform][2 * frequency * n..][..2 * n];
        [&all[..n], &all[n..]]
    }

    /// The frequencies of a transform.
    pub fn frequencies(&self, transform: usize) -> &'a [f64] {
        &self.spectra.transforms()[transform].frequencies
    }
}

impl Output {
    /// Hands over the result of the monitor.
    pub fn deliver<T: Real>(
        &self,
        sums: Sums<'_, T>,
        sink: &mut dyn Sink,
    ) -> Result<(), SinkError> {
        match self {
            Self::Field(field) => field.deliver(sums, sink),
            Self::Flux(flux) => flux.deliver(sums, sink),
            Self::Absorption(absorption) => absorption.deliver(sums, sink),
            Self::FarField(far) => far.deliver(sums, sink),
        }
    }
}

impl FieldOutput {
    fn deliver<T: Real>(&self, sums: Sums<'_, T>, sink: &mut dyn Sink) -> Result<(), SinkError> {
        // Empty if they stay on their ranks.
        if sums.values[self.transform].is_empty() {
            return Ok(());
        }
        let frequencies = sums.frequencies(self.transform);
        for (n, frequency) in frequencies.iter().enumerate() {
            let norm = self.norm.at(*frequency, sums.time, sums.dt);
            let of = &sums.spectra.transforms()[self.transform].of;
            let [re, im] = sums.at(self.transform, n);
            let values = of.combine(re, Some(im));
            let values: Vec<Complex> = values.into_iter().map(|v| v.over(norm)).collect();
            let re: Vec<f64> = values.iter().map(|v| v.re).collect();
            let im: Vec<f64> = values.iter().map(|v| v.im).collect();
            sink.append(self.streams[0], &[*frequency], &re)?;
            sink.append(self.streams[1], &[*frequency], &im)?;
        }
        Ok(())
    }
}

/// Hands over what the ranks of this process have of the field that a transform gives at a frequency, after `time` of a run with steps of `dt`.
pub fn deliver_parts(
    outputs: &[Output],
    (transform, frequency): (usize, f64),
    (time, dt): (f64, f64),
    values: &[(usize, Vec<Complex>)],
    sink: &mut dyn Parts,
) -> Result<(), SinkError> {
    let mut outputs = outputs.iter();
    let field = outputs.find_map(|output| match output {
        Output::Field(field) if field.transform == transform => Some(field),
        _ => None,
    });
    let Some(field) = field else { return Ok(()) };
    let norm = field.norm.at(frequency, time, dt);
    let parts: [fn(Complex) -> f64; 2] = [|v| v.re, |v| v.im];
    for (stream, part) in field.streams.into_iter().zip(parts) {
        let of_rank = |(rank, values): &(usize, Vec<Complex>)| {
            (*rank, values.iter().map(|v| part(v.over(norm))).collect())
        };
        let values: Vec<(usize, Vec<f64>)> = values.iter().map(of_rank).collect();
        sink.append(stream, frequency, &values)?;
    }
    Ok(())
}
