//! Fields at points.
//!
//! ```text
//! e = W (e^{-j gamma z} f + e^{-j gamma (d - z)} b),   u = V (e^{-j gamma z} f - e^{-j gamma (d - z)} b),   z from the front face, b at the back face
//! Ez = -[[eps]]^-1 (Kx u_x + Ky u_y),   Z0 Hz = Kx Ey - Ky Ex,   F(x, y) = sum F_mn e^{-j (kx_m x + ky_n y)}
//! ```
//!
//! Both exponentials are at most one. Near edges across which a component jumps, its Fourier sum overshoots as every truncated one does; the components
//! along the edge do not.

use poynting_linalg::{Mat, c64};
use poynting_physics::constants::ETA0;

use crate::algebra::{applied, inverse};
use crate::cell::Side;
use crate::error::RcwaError;
use crate::layer::{Medium, Placement, Rules};
use crate::modes::Modes;
use crate::products::Products;
use crate::response::Illumination;
use crate::solution::{Part, Solution, forward};

/// A field at a point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Field {
    /// E in V/m.
    pub e: [c64; 3],
    /// H in A/m.
    pub h: [c64; 3],
}

/// Amplitudes of the modes of a region.
#[derive(Debug)]
pub(crate) struct Amplitudes {
    /// Along +z, at the front face.
    pub f: Vec<c64>,
    /// Along -z, at the back face.
    pub b: Vec<c64>,
    /// Thickness times k0, zero for half spaces.
    pub depth: f64,
}

impl Amplitudes {
    /// e and u at distances from the front and the back face, times k0.
    pub fn at(&self, modes: &Modes, [front, back]: [f64; 2]) -> (Vec<c64>, Vec<c64>) {
        let moved = |amplitudes: &[c64], by: f64| -> Vec<c64> {
            (amplitudes.iter().zip(&modes.gamma))
                .map(|(&a, &gamma)| {
                    if a == c64::default() {
                        a
                    } else {
                        a * forward(gamma, by)
                    }
                })
                .collect()
        };
        let (f, b) = (moved(&self.f, front), moved(&self.b, back));
        let sum: Vec<c64> = f.iter().zip(&b).map(|(f, b)| f + b).collect();
        let difference: Vec<c64> = f.iter().zip(&b).map(|(f, b)| f - b).collect();
        (
            applied(modes.electric().as_ref(), &sum),
            applied(modes.magnetic().as_ref(), &difference),
        )
    }
}

impl Part {
    /// The modes of a region: 0 is the half space before the stack, the layers follow.
    pub fn modes_of(&self, region: usize) -> &Modes {
        let half_spaces = self.modes.len() - 2;
        if region == 0 {
            &self.modes[half_spaces]
        } else {
            let layer = self.places.get(region - 1);
            &self.modes[layer.copied().unwrap_or(half_spaces + 1)]
        }
    }

    /// The amplitudes in all regions that a wave with this e excites.
    pub fn states(&self, side: Side, e: [c64; 2], count: usize) -> Vec<Amplitudes> {
        let wave = self.spread(e, count / 2, count);
        let nothing = vec![c64::default(); wave.len()];
        let (into_front, into_back) = match side {
            Side::Front => (wave, nothing),
            Side::Back => (nothing, wave),
        };
        let two = |a: &Mat<c64>, x: &[c64], b: &Mat<c64>, y: &[c64]| -> Vec<c64> {
            let (left, right) = (applied(a.as_ref(), x), applied(b.as_ref(), y));
            left.iter().zip(&right).map(|(l, r)| l + r).collect()
        };
        let total = &self.total;
        let mut states = vec![Amplitudes {
            b: two(&total.s11, &into_front, &total.s12, &into_back),
            f: into_front.clone(),
            depth: 0.0,
        }];
        let mut arriving = into_front.clone();
        for inner in &self.inner {
            let between = &inner.between;
            let f = two(
                &between.from_front,
                &arriving,
                &between.from_back,
                &into_back,
            );
            arriving = f.iter().zip(&inner.factors).map(|(f, x)| f * x).collect();
            states.push(Amplitudes {
                b: two(&inner.s11, &arriving, &inner.s12, &into_back),
                f,
                depth: inner.depth,
            });
        }
        states.push(Amplitudes {
            f: two(&total.s21, &into_front, &total.s22, &into_back),
            b: into_back,
            depth: 0.0,
        });
        states
    }
}

/// The transverse field of an order in a plane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Harmonic {
    /// Its numbers along x and y.
    pub index: [i32; 2],
    /// Ex and Ey in V/m, at x = y = 0.
    pub e: [c64; 2],
    /// Hx and Hy in A/m, at x = y = 0.
    pub h: [c64; 2],
}

impl Harmonic {
    /// The power that it carries along +z, in W/m^2; that of a field is the sum over its orders.
    pub fn power(&self) -> f64 {
        0.5 * (self.e[0] * self.h[1].conj() - self.e[1] * self.h[0].conj()).re
    }
}

/// The Fourier coefficients of a field in a plane.
struct Spectrum {
    e: [Vec<c64>; 3],
    h: [Vec<c64>; 3],
}

impl Solution {
    /// The field of a wave at points (x, y, z) in metres, anywhere.
    ///
    /// A point on a face belongs to the region before it.
    pub fn fields(
        &self,
        wave: &Illumination,
        points: &[[f64; 3]],
    ) -> Result<Vec<Field>, RcwaError> {
        let e = self.transverse(wave)?;
        let count = self.harmonics.count();
        let states: Vec<Vec<Amplitudes>> = (self.parts.iter())
            .map(|part| part.states(wave.side, e, count))
            .collect();
        let mut known: Vec<Option<Mat<c64>>> = vec![None; self.stack.layers() + 2];
        let mut last: Option<(f64, Spectrum)> = None;
        let mut fields = Vec::new();
        for &[x, y, z] in points {
            let spectrum = match last.take() {
                Some((plane, spectrum)) if plane == z => spectrum,
                _ => {
                    let (region, distances) = self.region(z);
                    let reciprocal = known[region].get_or_insert_with(|| self.reciprocal(region));
                    self.spectrum(&states, region, distances, reciprocal)
                }
            };
            fields.push(self.summed(&spectrum, [x, y]));
            last = Some((z, spectrum));
        }
        Ok(fields)
    }

    /// The transverse field of a wave in planes normal to z, order by order.
    pub fn harmonics(
        &self,
        wave: &Illumination,
        planes: &[f64],
    ) -> Result<Vec<Vec<Harmonic>>, RcwaError> {
        let e = self.transverse(wave)?;
        let count = self.harmonics.count();
        let states: Vec<Vec<Amplitudes>> = (self.parts.iter())
            .map(|part| part.states(wave.side, e, count))
            .collect();
        let in_plane = |&z: &f64| {
            let (region, distances) = self.region(z);
            let [e, u] = self.tangential(&states, region, distances);
            let one = |place: usize| Harmonic {
                index: self.harmonics.orders.at(place),
                e: [e[0][place], e[1][place]],
                h: [-u[1][place], u[0][place]].map(|h| h * (1.0 / ETA0)),
            };
            (0..count).map(one).collect()
        };
        Ok(planes.iter().map(in_plane).collect())
    }

    /// The region of a plane, and its distances from the faces of the region in units of 1/k0.
    fn region(&self, z: f64) -> (usize, [f64; 2]) {
        let k0 = self.harmonics.k0;
        if z <= 0.0 {
            // The wave is referred to z = 0: it gains phase backwards, and what is reflected goes on.
            return (0, [k0 * z, -k0 * z]);
        }
        let mut front = 0.0;
        for (layer, (thickness, _)) in self.stack.layers.iter().enumerate() {
            if z <= front + thickness {
                return (layer + 1, [k0 * (z - front), k0 * (front + thickness - z)]);
            }
            front += thickness;
        }
        let behind = k0 * (z - front);
        (self.stack.layers() + 1, [behind, -behind])
    }

    /// [[eps]]^-1 of a region.
    fn reciprocal(&self, region: usize) -> Mat<c64> {
        let uniform = |value: c64| Medium {
            content: Placement::Uniform(value),
            rules: Rules::Automatic,
        };
        let medium = if region == 0 {
            uniform(self.stack.front)
        } else {
            let layer = self.stack.layers.get(region - 1);
            layer.map_or_else(|| uniform(self.stack.back), |(_, medium)| medium.clone())
        };
        inverse(Products::new(&self.harmonics, &medium).direct)
    }

    /// (Ex, Ey) and u of all orders.
    fn tangential(
        &self,
        states: &[Vec<Amplitudes>],
        region: usize,
        distances: [f64; 2],
    ) -> [[Vec<c64>; 2]; 2] {
        let count = self.harmonics.count();
        let mut found = [0; 2].map(|_| [0; 2].map(|_| vec![c64::default(); count]));
        for (part, states) in self.parts.iter().zip(states) {
            let (e, u) = states[region].at(part.modes_of(region), distances);
            for (sums, own) in found.iter_mut().zip([e, u]) {
                let [xs, ys] = sums;
                for (place, (x, y)) in xs.iter_mut().zip(ys).enumerate() {
                    let pair = part.pair(&own, place, count);
                    *x += pair[0];
                    *y += pair[1];
                }
            }
        }
        found
    }

    fn spectrum(
        &self,
        states: &[Vec<Amplitudes>],
        region: usize,
        distances: [f64; 2],
        reciprocal: &Mat<c64>,
    ) -> Spectrum {
        let count = self.harmonics.count();
        let [[ex, ey], u] = self.tangential(states, region, distances);
        let mut e = [ex, ey, Vec::new()];
        let (kx, ky) = (&self.harmonics.kx, &self.harmonics.ky);
        let dz: Vec<c64> = (0..count)
            .map(|place| -(u[0][place] * kx[place] + u[1][place] * ky[place]))
            .collect();
        e[2] = applied(reciprocal.as_ref(), &dz);
        let hz = (0..count)
            .map(|place| e[1][place] * kx[place] - e[0][place] * ky[place])
            .collect();
        let [ux, uy] = u;
        let hx = uy.iter().map(|u| -u).collect();
        Spectrum { e, h: [hx, ux, hz] }
    }

    fn summed(&self, spectrum: &Spectrum, [x, y]: [f64; 2]) -> Field {
        let k0 = self.harmonics.k0;
        let phases: Vec<c64> = (self.harmonics.kx.iter().zip(&self.harmonics.ky))
            .map(|(kx, ky)| c64::cis(-k0 * (kx * x + ky * y)))
            .collect();
        let sum = |values: &Vec<c64>| -> c64 {
            values
                .iter()
                .zip(&phases)
                .map(|(value, phase)| value * phase)
                .sum()
        };
        Field {
            e: spectrum.e.each_ref().map(sum),
            h: spectrum
                .h
                .each_ref()
                .map(|values| sum(values) * (1.0 / ETA0)),
        }
    }
}
