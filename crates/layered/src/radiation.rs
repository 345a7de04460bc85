//! Far fields and powers of elementary electric dipoles in a stack.
//!
//! ```text
//! E_u = -V_i^e p_u + k_rho/(w eps') V_v^e p_z,    E_v = -V_i^h p_v,    u along k_rho, v = z x u, for the moment p = I l in A m
//! r e^{jkr} E_theta = sgn(cos theta) jk/(2 pi) E_u,    r e^{jkr} E_phi = jk |cos theta|/(2 pi) E_v,    at k_rho = k sin theta
//!
//! supplied:       1/2 Re [ |p_t|^2/(4 pi) int (V_i^e + V_i^h) k_rho dk_rho + |p_z|^2/(2 pi) int (k_rho/(w eps'))^2 I_v^e k_rho dk_rho ]
//! surface waves:  the same with -pi j k_p Res for each int ... k_rho dk_rho
//! ```
//!
//! The first pair is the spectral field at the point of stationary phase (L. B. Felsen, N. Marcuvitz, Radiation and Scattering of Waves, 1973, section
//! 4.2); E_u and E_v are those on the plane z = 0 of the stack, continued from within the half space, so that phases refer to z = 0 below the dipole.
//! The supplied power comes from the field at the dipole; the part beyond all wave numbers is imaginary without losses. The path passes poles above,
//! which leaves -pi j of the residue besides the principal value.
//!
//! Tested: in free space, over a conductor and on slabs; supplied = radiated + surface waves, three computations of their own.

use poynting_physics::constants::ETA0;
use poynting_physics::{Complex, PhasorArithmetic};
use std::f64::consts::{FRAC_PI_2, PI};

use crate::LayeredError;
use crate::line::{LineResponse, Lines, Polarization, longitudinal, wave};
use crate::mode::SurfaceWave;
use crate::quadrature::adaptive;
use crate::sommerfeld::Path;
use crate::stack::{Height, Section, Stack};

/// Relative error of powers.
const TOLERANCE: f64 = 1e-10;
/// The cosine of the largest angle from the normal: exactly along the layers kz is zero, and fields are limits.
const GRAZING: f64 = 1e-9;

/// An elementary dipole on the z axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dipole {
    /// Current times length along x, y, z, in A m.
    pub moment: [Complex; 3],
    /// Where it is.
    pub height: Height,
}

/// A half space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Above the stack.
    Above,
    /// Below it.
    Below,
}

/// E_theta per p_u, E_theta per p_z, E_phi per p_v.
type Amplitudes = [Complex; 3];

impl Stack {
    /// r e^{jkr} E_theta and E_phi, in V, in a direction. It is zero behind a conductor; a half space that absorbs is refused.
    pub fn far_field(
        &self,
        dipole: &Dipole,
        theta: f64,
        phi: f64,
    ) -> Result<[Complex; 2], LayeredError> {
        let side = if theta.cos() < 0.0 {
            Side::Below
        } else {
            Side::Above
        };
        self.verify(dipole.height)?;
        let Some(section) = self.end(side)? else {
            return Ok([Complex::default(); 2]);
        };
        let mut lines = Lines::new(self);
        let [u, z, v] = self.amplitudes(&mut lines, dipole.height, section, theta);
        let [px, py, pz] = dipole.moment;
        let (sin, cos) = phi.sin_cos();
        Ok([
            u * (px * cos + py * sin) + z * pz,
            v * (py * cos - px * sin),
        ])
    }

    /// Power radiated into a half space, in W.
    pub fn radiated_power(&self, dipole: &Dipole, side: Side) -> Result<f64, LayeredError> {
        self.verify(dipole.height)?;
        let Some(section) = self.end(side)? else {
            return Ok(0.0);
        };
        let half_space = self.sections()[section];
        let eta = ETA0 * half_space.mu.over(half_space.eps).root().re;
        let (tangential, normal) = dipole.squares();
        let mut lines = Lines::new(self);
        let mut f = |t: f64| {
            let theta = match side {
                Side::Above => t,
                Side::Below => PI - t,
            };
            let [u, z, v] = self.amplitudes(&mut lines, dipole.height, section, theta);
            // Squares of the sine and cosine of phi give pi.
            let ring =
                PI * tangential * (u.norm_sqr() + v.norm_sqr()) + 2.0 * PI * normal * z.norm_sqr();
            [Complex::from(ring * t.sin() / (2.0 * eta))]
        };
        let relative = |value: &[Complex; 1]| [TOLERANCE * value[0].norm()];
        let angles: Vec<f64> = (0..=8).map(|i| FRAC_PI_2 * f64::from(i) / 8.0).collect();
        Ok(adaptive(&mut f, &angles, &relative).value[0].re)
    }

    /// Power that each surface wave carries away in all directions, in W.
    pub fn surface_wave_powers(
        &self,
        dipole: &Dipole,
    ) -> Result<Vec<(SurfaceWave, f64)>, LayeredError> {
        self.verify(dipole.height)?;
        self.lossless("the power of surface waves")?;
        let waves = self.surface_waves()?;
        let mut lines = Lines::new(self);
        let mut power = |which: usize| {
            let pole = waves[which].k_rho;
            let mut f = |k| self.impedances(&mut lines, dipole.height, k);
            let [tm, te, vertical] = self.residues(&waves, which, &mut f);
            let horizontal = match waves[which].polarization {
                Polarization::Tm => tm,
                Polarization::Te => te,
            };
            let vertical = match waves[which].polarization {
                Polarization::Tm => vertical,
                Polarization::Te => Complex::default(),
            };
            // Re(-pi j k Res).
            let loop_part = |residue: Complex| PI * (pole * residue).im;
            dipole.power(loop_part(horizontal), loop_part(vertical))
        };
        Ok((0..waves.len()).map(|i| (waves[i], power(i))).collect())
    }

    /// Power that the dipole delivers, from the field where it is, in W.
    pub fn supplied_power(&self, dipole: &Dipole) -> Result<f64, LayeredError> {
        self.verify(dipole.height)?;
        self.lossless("the power of a dipole")?;
        let mut lines = Lines::new(self);
        let path = Path::of(self, 0.0);
        let mut f = |t: f64| {
            let (k, slope) = path.at(t);
            let [tm, te, vertical] = self.impedances(&mut lines, dipole.height, k);
            [(tm + te) * k * slope, vertical * k * slope]
        };
        let (tangential, normal) = dipole.squares();
        let relative = |value: &[Complex; 2]| {
            let bound = |weight: f64, value: Complex| {
                if weight > 0.0 {
                    TOLERANCE * value.re.abs()
                } else {
                    f64::INFINITY
                }
            };
            [bound(tangential, value[0]), bound(normal, value[1])]
        };
        let breakpoints: Vec<f64> = (0..=8).map(|i| PI * f64::from(i) / 8.0).collect();
        let sum = adaptive(&mut f, &breakpoints, &relative).value;
        Ok(dipole.power(sum[0].re, sum[1].re))
    }

    /// V_i^e, V_i^h and (k_rho/(k0 eps'))^2 I_v^e at the dipole, in units with the wave impedance of the vacuum.
    fn impedances(&self, lines: &mut Lines<'_>, height: Height, k: Complex) -> [Complex; 3] {
        lines.set(k);
        let [e, h] = lines.responses(height, height);
        let ratio = k.over(self.sections()[height.section].eps * self.wave_number());
        [e.v_i, h.v_i, ratio * ratio * e.i_v]
    }

    fn lossless(&self, quantity: &'static str) -> Result<(), LayeredError> {
        if self.is_lossless() {
            Ok(())
        } else {
            Err(LayeredError::Lossy { quantity })
        }
    }

    /// The half space at one side, or none behind a conductor.
    fn end(&self, side: Side) -> Result<Option<usize>, LayeredError> {
        let section = match side {
            Side::Above => self.sections().len() - 1,
            Side::Below => 0,
        };
        let part = self.sections()[section];
        let open = match side {
            Side::Above => part.top.is_infinite(),
            Side::Below => part.bottom.is_infinite(),
        };
        if open && part.squared_index().im != 0.0 {
            let quantity = "a far field";
            return Err(LayeredError::Lossy { quantity });
        }
        Ok(open.then_some(section))
    }

    fn amplitudes(
        &self,
        lines: &mut Lines<'_>,
        source: Height,
        section: usize,
        theta: f64,
    ) -> Amplitudes {
        let part: Section = self.sections()[section];
        let cos = theta.cos().abs().max(GRAZING).copysign(theta.cos());
        let k0 = self.wave_number();
        let k = part.squared_index().root().re * k0;
        let k_rho = Complex::from(k * (1.0 - cos * cos).sqrt());
        lines.set(k_rho);
        // A plane beyond the source in the half space.
        let z = if section != source.section {
            if cos > 0.0 { part.bottom } else { part.top }
        } else if cos > 0.0 {
            source.z() + 1.0 / k0
        } else {
            source.z() - 1.0 / k0
        };
        let [e, h]: [LineResponse; 2] = lines.responses(source, Height { section, z });
        // Back to z = 0.
        let kz = longitudinal(Complex::from(k * k), k_rho);
        let back = wave(kz, -z * cos.signum());
        let front = Complex::new(0.0, k * ETA0 / (2.0 * PI)) * back;
        let eps = self.sections()[source.section].eps;
        [
            -e.v_i * front * cos.signum(),
            k_rho.over(eps * k0) * e.v_v * front * cos.signum(),
            -h.v_i * front * cos.abs(),
        ]
    }
}

impl Dipole {
    /// |p_t|^2 and |p_z|^2.
    fn squares(&self) -> (f64, f64) {
        let [x, y, z] = self.moment.map(|p| p.norm_sqr());
        (x + y, z)
    }

    /// From the real parts of the two integrals.
    fn power(&self, horizontal: f64, vertical: f64) -> f64 {
        let (tangential, normal) = self.squares();
        0.5 * ETA0 * (tangential * horizontal / (4.0 * PI) + normal * vertical / (2.0 * PI))
    }
}
