//! Residues of the kernels at surface waves, and the fields that follow.
//!
//! ```text
//! K(rho) contains -j/2 k_p Res H_n(k_p rho),    n the order of the kernel, H_n of the second kind
//! Res = 1/N sum (k - k_p) K~(k) over N points of a circle around k_p
//! ```
//!
//! The trapezoidal rule on a circle converges geometrically with N; its radius is less than half of the distance to any other singularity.

use poynting_physics::Complex;
use std::f64::consts::TAU;

use crate::LayeredError;
use crate::bessel::hankel;
use crate::kernel::{Kernel, Spectrum, Values};
use crate::mode::SurfaceWave;
use crate::stack::{Height, Stack};

const POINTS: usize = 48;
/// The radius over the distance to the next singularity.
const RADIUS: f64 = 0.4;

/// A surface wave in the kernels of a pair of heights.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SurfaceWaveTerm {
    /// The wave.
    pub wave: SurfaceWave,
    /// Residues of the spectral kernels over k_rho.
    pub residues: Values,
}

impl SurfaceWaveTerm {
    /// Its part of the kernels at a lateral distance, which dominates far away from the source if the wave is hardly damped.
    pub fn values(&self, rho: f64) -> Values {
        let k = self.wave.k_rho;
        let h = hankel(k * rho);
        let front = Complex::new(0.5 * k.im, -0.5 * k.re);
        Kernel::ALL.map(|kernel| front * self.residues[kernel.index()] * h[kernel.order()])
    }
}

impl Stack {
    /// The surface waves with their residues at a pair of heights.
    pub fn surface_wave_terms(
        &self,
        source: Height,
        field: Height,
    ) -> Result<Vec<SurfaceWaveTerm>, LayeredError> {
        self.verify(source)?;
        self.verify(field)?;
        let waves = self.surface_waves()?;
        let mut spectrum = Spectrum::new(self, source, field);
        let terms = (0..waves.len()).map(|i| SurfaceWaveTerm {
            wave: waves[i],
            residues: self.residues(&waves, i, &mut |k| spectrum.at(k).0),
        });
        Ok(terms.collect())
    }

    /// Residues of functions of k_rho at one of the surface waves.
    pub(crate) fn residues<const N: usize>(
        &self,
        waves: &[SurfaceWave],
        which: usize,
        f: &mut impl FnMut(Complex) -> [Complex; N],
    ) -> [Complex; N] {
        let pole = waves[which].k_rho;
        let k0 = self.wave_number();
        let ends = self
            .sections()
            .iter()
            .filter(|s| s.thickness().is_infinite());
        let branches = ends.map(|section| section.squared_index().sqrt() * k0);
        let others = waves.iter().map(|wave| wave.k_rho);
        // A wave may be found for both polarisations at one wave number: those kernels that have one of them have one pole.
        let distances = branches.chain(others).map(|k| (k - pole).norm());
        let apart = distances.filter(|distance| *distance > 1e-9 * k0);
        let radius = RADIUS * apart.fold(pole.norm(), f64::min);
        let mut sum = [Complex::default(); N];
        for point in 0..POINTS {
            let offset = Complex::from_polar(radius, TAU * (point as f64 + 0.5) / POINTS as f64);
            for (sum, value) in sum.iter_mut().zip(f(pole + offset)) {
                *sum += value * offset;
            }
        }
        sum.map(|sum| sum / POINTS as f64)
    }
}
