//! Far fields from recordings on a box.

use crate::far_field::{Currents, Direction, Huygens};
use crate::postprocess::gain::{At, Gains};
use crate::postprocess::norm::Norm;
use crate::postprocess::{Phasors, RunSums};
use poynting_exec::Real;
use poynting_grid::Spot;
use poynting_observe::{Sink, SinkError};
use poynting_physics::constants::ETA0;
use poynting_physics::pattern::{Directions, Measure};
use poynting_physics::radiation::{FarField, axial_ratio_level, decibels, gain};
use poynting_physics::{Complex, PhasorArithmetic};
use std::f64::consts::TAU;

/// The far field of a box.
#[derive(Debug)]
pub struct FarFieldOutput {
    /// The equivalent currents.
    pub huygens: Huygens,
    /// Transforms of the recorded fields.
    pub transforms: Vec<usize>,
    /// The directions, phi fastest.
    pub directions: Vec<Direction>,
    /// Real and imaginary part along theta, then along phi.
    pub field: [usize; 4],
    /// The derived quantities.
    pub derived: Derived,
    /// Normalisation of the fields.
    pub norm: Norm,
}

/// Quantities derived from a far field, with their output streams.
#[derive(Debug)]
pub enum Derived {
    /// Of a radiator.
    Pattern(Pattern),
    /// Of a scatterer illuminated by a plane wave of this amplitude.
    CrossSection {
        /// In V/m.
        incident: f64,
        /// In square metres.
        area: usize,
        /// In dB relative to one square metre.
        level: usize,
    },
}

/// Radiation characteristics, with their output streams.
#[derive(Debug)]
pub struct Pattern {
    /// In dB relative to an isotropic radiator.
    pub directivity: usize,
    /// Major over minor axis of the polarisation ellipse, in dB.
    pub axial_ratio: usize,
    /// In watts.
    pub power: usize,
    /// Its maximum.
    pub peak: usize,
    /// The directions, for quantities read from the pattern.
    pub angles: Directions,
    /// Those quantities.
    pub measures: Vec<(Measure, usize)>,
    /// Present if lumped ports are the only sources.
    pub gains: Option<Gains>,
    /// The power leaving the box in watts, for the gains of antennas on lines, whose waves are known later.
    pub leaving: Option<usize>,
}

/// A far field at one frequency.
struct Found<'a> {
    at: At,
    currents: Currents<'a>,
    /// By direction.
    far: Vec<FarField>,
}

/// Bytes of a direction while its quantities are derived: the far field, and numbers that follow from it.
const DIRECTION: usize = size_of::<FarField>() + 5 * size_of::<f64>();

impl FarFieldOutput {
    /// Bytes of the currents at a frequency and of what follows from them, besides the recorded fields.
    pub(super) fn bytes(&self) -> u64 {
        self.huygens.currents_bytes() + (self.directions.len() * DIRECTION) as u64
    }

    pub(super) fn deliver<T: Real>(
        &self,
        sums: RunSums<'_, T>,
        sink: &mut dyn Sink,
    ) -> Result<(), SinkError> {
        let Some(first) = self.transforms.first() else {
            return Ok(());
        };
        for (number, &frequency) in sums.frequencies(*first).iter().enumerate() {
            let norm = self.norm.at(frequency, sums.time, sums.dt);
            let recorded = self.transforms.iter().map(|t| (*t, sums.at(*t, number)));
            let recorded: Vec<_> = recorded.collect();
            let value = |spot: Spot| value(sums, &recorded, spot).over(norm);
            let currents = self.huygens.currents(TAU * frequency, value);
            drop(recorded);
            let far = currents.pattern(&self.directions);
            let parts: [fn(&FarField) -> f64; 4] =
                [|f| f.theta.re, |f| f.theta.im, |f| f.phi.re, |f| f.phi.im];
            for (stream, part) in self.field.iter().zip(parts) {
                let values: Vec<f64> = far.iter().map(part).collect();
                sink.append(*stream, &[frequency], &values)?;
            }
            let at = At {
                number,
                frequency,
                norm,
            };
            let found = Found { at, currents, far };
            match &self.derived {
                Derived::Pattern(pattern) => pattern.deliver(sums, &found, sink)?,
                Derived::CrossSection {
                    incident,
                    area,
                    level,
                } => {
                    let areas = found.far.iter().map(|f| f.cross_section(*incident));
                    let areas: Vec<f64> = areas.collect();
                    sink.append(*level, &[frequency], &levels(&areas, 1.0))?;
                    sink.append(*area, &[frequency], &areas)?;
                }
            }
        }
        Ok(())
    }
}

/// The phasor of a spot.
fn value<T: Real>(sums: RunSums<'_, T>, recorded: &[(usize, Phasors<T>)], spot: Spot) -> Complex {
    let of = |transform: usize| &sums.spectra.transforms()[transform].of;
    let holds = |(transform, _): &&(usize, Phasors<T>)| {
        let of = of(*transform);
        of.component == spot.component && (0..3).all(|a| of.nodes[a].contains(&spot.node[a]))
    };
    let found = recorded.iter().find(holds);
    found.map_or(Complex::default(), |(transform, phasors)| {
        phasors.value(of(*transform).place(spot.node))
    })
}

impl Pattern {
    fn deliver<T: Real>(
        &self,
        sums: RunSums<'_, T>,
        Found { at, currents, far }: &Found<'_>,
        sink: &mut dyn Sink,
    ) -> Result<(), SinkError> {
        let mut put = |stream: usize, values: &[f64]| sink.append(stream, &[at.frequency], values);
        let radiated = currents.radiated_power();
        let over_isotropic = far.iter().map(|f| gain(f.intensity(ETA0), radiated));
        let over_isotropic: Vec<f64> = over_isotropic.collect();
        let directivity = levels(&over_isotropic, 1.0);
        put(self.directivity, &directivity)?;
        let peak = self.angles.peak(&directivity);
        put(self.peak, &directivity[peak..=peak])?;
        for (measure, stream) in &self.measures {
            put(*stream, &[self.angles.measure(*measure, &directivity)])?;
        }
        let ratio = |f: &FarField| axial_ratio_level(f.axial_ratio());
        put(self.axial_ratio, &far.iter().map(ratio).collect::<Vec<_>>())?;
        put(self.power, &[radiated])?;
        if let Some(stream) = self.leaving {
            put(stream, &[currents.flux()])?;
        }
        if let Some(gains) = &self.gains {
            let [accepted, available] = gains.powers(sums, *at);
            let leaving = currents.flux();
            let over = [leaving / accepted, leaving / available];
            let streams = [
                [gains.gain, gains.peak_gain, gains.efficiency],
                [gains.realised, gains.peak_realised, gains.total_efficiency],
            ];
            for ([gain, largest, efficiency], over) in streams.into_iter().zip(over) {
                let all = levels(&over_isotropic, over);
                put(gain, &all)?;
                put(largest, &all[peak..=peak])?;
                put(efficiency, &[over])?;
            }
            put(gains.accepted, &[accepted])?;
        }
        Ok(())
    }
}

/// Ratios times a factor, in dB.
fn levels(ratios: &[f64], factor: f64) -> Vec<f64> {
    ratios.iter().map(|r| decibels(r * factor)).collect()
}
