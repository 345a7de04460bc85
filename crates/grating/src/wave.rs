//! The plane wave of a scene in its stack.
//!
//! ```text
//! E(r) = E0 e^{-j (kx (x - x0) + ky (y - y0) + kz (z - z0))},   kx^2 + ky^2 + kz^2 = eps k0^2
//! ```
//!
//! (x0, y0, z0) is the corner of its box that it meets first, or the origin of the scene if it has no box. Between Bloch boundaries (kx, ky) is the same at
//! all frequencies, and so are the transverse components of E0, as FDTD has them (`poynting-fdtd-core`, plane waves along an axis); with fixed = "angle" the
//! direction is the same, and (kx, ky) grows with the frequency.

use std::f64::consts::TAU;

use poynting_physics::constants::{C0, ETA0};
use poynting_rcwa::{Field, Illumination, Incidence, Side, c64};
use poynting_scene::{Fixed, Scene, Source, SourceKind};

use crate::error::GratingError;
use crate::frame::Frame;

/// The wave of a scene, in the axes of the stack.
#[derive(Debug, Clone)]
pub(crate) struct Wave {
    /// Where it comes from.
    pub side: Side,
    direction: [f64; 3],
    electric: [f64; 3],
    /// Its amplitude in V/m.
    pub amplitude: f64,
    reference: [f64; 3],
    /// Transverse wave number in rad/m, if it is the same at all frequencies.
    fixed: Option<[f64; 2]>,
    /// Where there is the wave besides what is scattered: everywhere if it has no box.
    within: [f64; 2],
}

/// The wave at a frequency.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WaveAt {
    pub incidence: Incidence,
    /// Its amplitudes, real at x = y = 0 on the face that it meets first.
    pub illumination: Illumination,
    /// What these amplitudes are to be multiplied by.
    pub factor: c64,
    /// Wave number, towards increasing z if it comes from below.
    k: [f64; 3],
    /// E and H at the origin of the stack.
    origin: Field,
}

impl Wave {
    /// The wave of a source.
    pub fn new(scene: &Scene, source: &Source, frame: &Frame) -> Self {
        let (mut region, mut direction, mut electric) = (None, [0.0; 3], [0.0; 3]);
        if let SourceKind::PlaneWave {
            region: r,
            direction: d,
            electric: e,
        } = source.kind
        {
            (region, direction, electric) = (r, d, e);
        }
        let reference = match region {
            Some([low, high]) => {
                let corner = |a: usize| if direction[a] < 0.0 { high[a] } else { low[a] };
                frame.point([0, 1, 2].map(corner))
            }
            None => frame.point([0.0; 3]),
        };
        let within = region.map(|corners| corners.map(|corner| frame.point(corner)[2]));
        let direction = frame.vector(direction);
        let [kx, ky, _] = frame.vector(scene.boundary.bloch);
        Self {
            side: if direction[2] > 0.0 {
                Side::Front
            } else {
                Side::Back
            },
            direction,
            electric: frame.vector(electric),
            amplitude: source.waveform.amplitude,
            reference,
            fixed: (scene.rcwa.fixed == Fixed::WaveVector).then_some([kx, ky]),
            within: within.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]),
        }
    }

    /// Whether it is a part of the field at this z.
    pub fn is_at(&self, z: f64, slack: f64) -> bool {
        self.within[0] - slack <= z && z <= self.within[1] + slack
    }

    /// Its transverse wave number in rad/m in a medium of this index.
    pub fn transverse(&self, hertz: f64, index: f64) -> [f64; 2] {
        let k = TAU * hertz / C0 * index;
        let [x, y, _] = self.direction;
        self.fixed.unwrap_or([k * x, k * y])
    }

    /// The wave at a frequency in a half space of this permittivity; `faces` are those of the stack.
    pub fn at(
        &self,
        hertz: f64,
        permittivity: f64,
        faces: [f64; 2],
    ) -> Result<WaveAt, GratingError> {
        let index = permittivity.sqrt();
        let k0 = TAU * hertz / C0;
        let [kx, ky] = self.transverse(hertz, index);
        let (across, k) = (kx.hypot(ky), k0 * index);
        if across >= k {
            return Err(GratingError::Evanescent {
                hertz,
                least: across / index * C0 / TAU,
            });
        }
        let sign = if self.side == Side::Front { 1.0 } else { -1.0 };
        let up = ((k - across) * (k + across)).sqrt();
        let phi = ky.atan2(kx);
        let [px, py] = if across > 0.0 {
            [kx / across, ky / across]
        } else {
            [1.0, 0.0]
        };
        let [ex, ey, _] = self.electric;
        let s = ey * px - ex * py;
        let p = (ex * px + ey * py) * k / up;
        let face = if self.side == Side::Front {
            faces[0]
        } else {
            faces[1]
        };
        let k = [kx, ky, sign * up];
        let [x0, y0, z0] = self.reference;
        let to_face = k[0] * -x0 + k[1] * -y0 + k[2] * (face - z0);
        // E is normal to k.
        let e = [ex, ey, -(ex * kx + ey * ky) / k[2]];
        let h = [
            k[1] * e[2] - k[2] * e[1],
            k[2] * e[0] - k[0] * e[2],
            k[0] * e[1] - k[1] * e[0],
        ];
        let to_origin = c64::cis(k[0] * x0 + k[1] * y0 + k[2] * z0) * self.amplitude;
        Ok(WaveAt {
            incidence: Incidence {
                wavelength: C0 / hertz,
                side: self.side,
                theta: (across / (k0 * index)).asin(),
                phi,
            },
            illumination: Illumination {
                side: self.side,
                s: s.into(),
                p: p.into(),
            },
            factor: c64::cis(-to_face) * self.amplitude,
            k,
            origin: Field {
                e: e.map(|e| to_origin * e),
                h: h.map(|h| to_origin * (h / (k0 * ETA0))),
            },
        })
    }
}

impl WaveAt {
    /// E and H at a point.
    pub fn field(&self, [x, y, z]: [f64; 3]) -> Field {
        let phase = c64::cis(-(self.k[0] * x + self.k[1] * y + self.k[2] * z));
        Field {
            e: self.origin.e.map(|e| e * phase),
            h: self.origin.h.map(|h| h * phase),
        }
    }
}
