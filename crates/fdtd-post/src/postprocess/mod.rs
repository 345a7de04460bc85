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
use poynting_fdtd_core::spectra::{Spectra, Transform};
use poynting_fdtd_core::sums::Sums;
use poynting_grid::Arrangement;
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
pub struct RunSums<'a, T> {
    /// The transforms.
    pub spectra: &'a Spectra,
    /// Their sums.
    pub sums: &'a Sums<'a, T>,
    /// Where the nodes of the scene are in memory.
    pub arrangement: &'a Arrangement,
    /// Losses of the nodes.
    pub losses: &'a [LossMap],
    /// Simulated time in seconds.
    pub time: f64,
    /// Time step in seconds.
    pub dt: f64,
}

/// The sums of a transform at one frequency, node by node.
#[derive(Debug)]
pub struct Phasors<T>(Vec<T>);

impl<T: Real> Phasors<T> {
    /// Real and imaginary parts.
    pub fn parts(&self) -> [&[T]; 2] {
        let (re, im) = self.0.split_at(self.0.len() / 2);
        [re, im]
    }

    /// The value of a node.
    pub fn value(&self, place: usize) -> Complex {
        let [re, im] = self.parts();
        Complex::new(re[place].f64(), im[place].f64())
    }
}

impl<'a, T: Real> RunSums<'a, T> {
    /// A transform at one of its frequencies.
    pub fn at(&self, transform: usize, frequency: usize) -> Phasors<T> {
        let scene = (self.spectra, self.arrangement);
        Phasors(self.sums.in_scene(scene, transform, frequency))
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
        sums: RunSums<'_, T>,
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

impl Output {
    /// Bytes that [`Output::deliver`] takes at most.
    pub fn bytes<T: Real>(&self, spectra: &Spectra) -> u64 {
        let sums = |transform: &usize| sums_bytes::<T>(spectra, *transform);
        match self {
            Self::Field(field) => {
                let points = spectra.transforms()[field.transform].of.points();
                sums(&field.transform) + (points * size_of::<f64>()) as u64
            }
            Self::Flux(flux) => {
                let pairs = flux.faces.iter().flat_map(|face| &face.pairs);
                let of_pair = |pair: &FluxPair| {
                    sums(&pair.electric) + pair.magnetic.iter().map(sums).sum::<u64>()
                };
                pairs.map(of_pair).max().unwrap_or(0)
            }
            Self::Absorption(absorption) => {
                let parts = absorption.parts.iter();
                parts.map(|part| sums(&part.transform)).max().unwrap_or(0)
            }
            Self::FarField(far) => far.transforms.iter().map(sums).sum::<u64>() + far.bytes(),
        }
    }
}

impl Output {
    /// Number of values of its result.
    pub fn results(&self, spectra: &Spectra) -> u64 {
        let transform = |n: usize| &spectra.transforms()[n];
        let values = match self {
            Self::Field(field) => {
                let Transform {
                    of, frequencies, ..
                } = transform(field.transform);
                2 * of.points() * frequencies.len()
            }
            Self::Flux(flux) => flux.frequencies.len(),
            Self::Absorption(absorption) => absorption.frequencies.len(),
            Self::FarField(far) => {
                let first = far.transforms.first();
                let frequencies = first.map_or(0, |first| transform(*first).frequencies.len());
                far.directions.len() * frequencies * QUANTITIES
            }
        };
        values as u64
    }
}

/// Quantities over direction of a far field, at most: two complex components, directivity, axial ratio and two gains.
const QUANTITIES: usize = 8;

/// Bytes of a transform at one frequency, as it is read: in memory order, with those of the imaginary part of the fields, then in the order of the scene.
fn sums_bytes<T: Real>(spectra: &Spectra, transform: usize) -> u64 {
    let of = &spectra.transforms()[transform].of;
    2 * 2 * T::BYTES * of.values() as u64
}

impl FieldOutput {
    fn deliver<T: Real>(&self, sums: RunSums<'_, T>, sink: &mut dyn Sink) -> Result<(), SinkError> {
        // Not here if they stay on their ranks.
        if !sums.sums.has(self.transform) {
            return Ok(());
        }
        let frequencies = sums.frequencies(self.transform);
        for (n, frequency) in frequencies.iter().enumerate() {
            let norm = self.norm.at(*frequency, sums.time, sums.dt);
            let of = &sums.spectra.transforms()[self.transform].of;
            let phasors = sums.at(self.transform, n);
            let [re, im] = phasors.parts();
            let parts: [fn(Complex) -> f64; 2] = [|v| v.re, |v| v.im];
            for (stream, part) in self.streams.into_iter().zip(parts) {
                let values = of.combined(re, Some(im), |v| part(v.over(norm)));
                sink.append(stream, &[*frequency], &values)?;
            }
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
