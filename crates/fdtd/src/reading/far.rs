//! Far fields from what was recorded on a box.

use super::{Norm, Sums};
use crate::Real;
use crate::far_field::{Direction, Far, Huygens, gain};
use crate::points::Spot;
use crate::sink::{Sink, SinkError};
use poynting_analytic::Complex;
use poynting_analytic::constants::ETA0;
use std::f64::consts::TAU;

/// The far field of a box.
#[derive(Debug)]
pub struct FarReading {
    /// The equivalent currents.
    pub huygens: Huygens,
    /// Transforms that hold what they are made from.
    pub transforms: Vec<usize>,
    /// The directions, phi fastest.
    pub directions: Vec<Direction>,
    /// Real and imaginary part along theta, then along phi.
    pub field: [usize; 4],
    /// What is derived from it.
    pub derived: Derived,
    /// What fields are divided by.
    pub norm: Norm,
}

/// What is derived from a far field, with the streams it goes to.
#[derive(Debug)]
pub enum Derived {
    /// Of something that radiates.
    Pattern {
        /// In dB over an isotropic radiator.
        directivity: usize,
        /// Long over short axis of the ellipse, in dB.
        axial_ratio: usize,
        /// In watts.
        power: usize,
    },
    /// Of something that a plane wave of this amplitude meets.
    CrossSection {
        /// In V/m.
        incident: f64,
        /// In square metres.
        area: usize,
        /// In dB over a square metre.
        level: usize,
    },
}

impl FarReading {
    pub(super) fn deliver<T: Real>(
        &self,
        sums: Sums<'_, T>,
        sink: &mut dyn Sink,
    ) -> Result<(), SinkError> {
        let Some(first) = self.transforms.first() else {
            return Ok(());
        };
        for (n, frequency) in sums.frequencies(*first).iter().enumerate() {
            let norm = self.norm.at(*frequency, sums.time, sums.dt);
            let value = |spot: Spot| self.value(sums, n, spot) / norm;
            let currents = self.huygens.currents(TAU * frequency, value);
            let far = currents.pattern(&self.directions);
            let parts: [fn(&Far) -> f64; 4] =
                [|f| f.theta.re, |f| f.theta.im, |f| f.phi.re, |f| f.phi.im];
            for (stream, part) in self.field.iter().zip(parts) {
                sink.append(
                    *stream,
                    &[*frequency],
                    &far.iter().map(part).collect::<Vec<_>>(),
                )?;
            }
            let mut put =
                |stream: usize, values: Vec<f64>| sink.append(stream, &[*frequency], &values);
            match self.derived {
                Derived::Pattern {
                    directivity,
                    axial_ratio,
                    power,
                } => {
                    let radiated = currents.radiated_power();
                    let of = |f: &Far| decibels(gain(f.intensity(ETA0), radiated));
                    put(directivity, far.iter().map(of).collect())?;
                    // Linear polarisation has no finite ratio; 100 dB is as good as that.
                    let ratio = |f: &Far| (2.0 * decibels(f.axial_ratio())).min(100.0);
                    put(axial_ratio, far.iter().map(ratio).collect())?;
                    put(power, vec![radiated])?;
                }
                Derived::CrossSection {
                    incident,
                    area,
                    level,
                } => {
                    let areas: Vec<f64> = far.iter().map(|f| f.cross_section(incident)).collect();
                    put(level, areas.iter().map(|a| decibels(*a)).collect())?;
                    put(area, areas)?;
                }
            }
        }
        Ok(())
    }

    fn value<T: Real>(&self, sums: Sums<'_, T>, frequency: usize, spot: Spot) -> Complex {
        let holds = |t: &&usize| {
            let of = &sums.spectra.transforms()[**t].of;
            of.component == spot.component && (0..3).all(|a| of.nodes[a].contains(&spot.node[a]))
        };
        let Some(transform) = self.transforms.iter().find(holds) else {
            return Complex::default();
        };
        let place = sums.spectra.transforms()[*transform].of.place(spot.node);
        let [re, im] = sums.at(*transform, frequency);
        Complex::new(re[place].f64(), im[place].f64())
    }
}

/// 10 log10, not below what double precision can tell from nothing.
fn decibels(ratio: f64) -> f64 {
    10.0 * ratio.max(1e-30).log10()
}
