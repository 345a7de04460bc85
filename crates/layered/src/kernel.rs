//! Mixed potentials of formulation C, in the spectral domain.
//!
//! ```text
//! E = -j w mu0 <G; J> + 1/(j w eps0) grad <K_phi, div' J>                       all currents: the compact form, G with the entries
//!                                                                              xx = yy, zx = cos(phi) Zx, zy = sin(phi) Zx, xz, yz, zz
//! E = -j w mu0 <G; J> + 1/(j w eps0) grad (<K_phi, div' J> + <C_phi, J_z>)      the traditional form: Xx, Zx, VectorZz instead of Zz, no xz, yz
//!
//! Xx       = S0{V_i^h}/(j w mu0)                      Phi      = S0{j w eps0 (V_i^e - V_i^h)/k_rho^2}
//! Zx       = S1{mu (I_i^e - I_i^h)/k_rho}             Xz       = S1{mu' (V_v^e - V_v^h)/k_rho}
//! Zz       = S0{(mu/eps' + mu'/eps) I_v^e + (k0^2 mu mu'/k_rho^2)(I_v^h - I_v^e)}/(j w eps0)
//! VectorZz = S0{(mu/eps') I_v^e}/(j w eps0)           CPhi     = S0{(k0^2 mu'/k_rho^2)(V_v^h - V_v^e)}
//!
//! Sn{f} = 1/(2 pi) int_0^inf f(k_rho) J_n(k_rho rho) k_rho dk_rho,    eps, mu relative, primed in the section of the source
//! ```
//!
//! (K. A. Michalski, D. Zheng, IEEE Trans. Antennas Propag. 38, 335, 1990; K. A. Michalski, J. R. Mosig, IEEE Trans. Antennas Propag. 45, 508, 1997.)
//! phi is the azimuth of the field point seen from the source. In free space Xx = Zz = VectorZz = Phi = e^{-jkR}/(4 pi R), and the others vanish.
//!
//! Tested: the field of these potentials is that of Maxwell's equations for every direction of source and field, in any two sections.

use poynting_physics::{Complex, PhasorArithmetic};

use crate::line::Lines;
use crate::stack::{Height, Stack};

/// A potential of formulation C.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kernel {
    /// G_xx = G_yy of the vector potential, over mu0.
    Xx,
    /// G_zx = cos(phi) Zx, G_zy = sin(phi) Zx.
    Zx,
    /// G_xz = cos(phi) Xz, G_yz = sin(phi) Xz, in the compact form.
    Xz,
    /// G_zz in the compact form.
    Zz,
    /// The scalar potential of a point charge, times eps0.
    Phi,
    /// G_zz in the traditional form.
    VectorZz,
    /// The correction of the scalar potential for vertical currents in the traditional form.
    CPhi,
}

/// How many kernels there are.
pub const KERNELS: usize = 7;

impl Kernel {
    /// All of them, in the order of [`Values`].
    pub const ALL: [Self; KERNELS] = [
        Self::Xx,
        Self::Zx,
        Self::Xz,
        Self::Zz,
        Self::Phi,
        Self::VectorZz,
        Self::CPhi,
    ];

    /// What horizontal currents at one height need.
    pub const HORIZONTAL: [Self; 2] = [Self::Xx, Self::Phi];

    /// The order of the Bessel function.
    pub fn order(self) -> usize {
        usize::from(matches!(self, Self::Zx | Self::Xz))
    }

    /// Its place in [`Values`].
    pub fn index(self) -> usize {
        self as usize
    }
}

/// One number per kernel.
pub type Values = [Complex; KERNELS];

/// The kernels at one pair of heights, at any transverse wave number.
#[derive(Debug)]
pub(crate) struct Spectrum<'a> {
    stack: &'a Stack,
    lines: Lines<'a>,
    source: Height,
    field: Height,
}

impl<'a> Spectrum<'a> {
    pub fn new(stack: &'a Stack, source: Height, field: Height) -> Self {
        Self {
            stack,
            lines: Lines::new(stack),
            source,
            field,
        }
    }

    /// The functions in braces at the head of this file, and kz in the section of the source; k_rho is not zero.
    pub fn at(&mut self, k_rho: Complex) -> (Values, Complex) {
        self.lines.set(k_rho);
        let [e, h] = self.lines.responses(self.source, self.field);
        let k0 = self.stack.wave_number();
        let from = self.stack.sections()[self.source.section];
        let to = self.stack.sections()[self.field.section];
        let inverse = k_rho.inv();
        let square = inverse * inverse;
        let over_jk0 = Complex::new(0.0, -1.0 / k0);
        let ratios = to.mu.over(from.eps) + from.mu.over(to.eps);
        let zz = ratios * e.i_v + to.mu * from.mu * (h.i_v - e.i_v) * square * (k0 * k0);
        let values = [
            h.v_i * over_jk0,
            to.mu * (e.i_i - h.i_i) * inverse,
            from.mu * (e.v_v - h.v_v) * inverse,
            zz * over_jk0,
            Complex::new(0.0, k0) * (e.v_i - h.v_i) * square,
            to.mu.over(from.eps) * e.i_v * over_jk0,
            from.mu * (h.v_v - e.v_v) * square * (k0 * k0),
        ];
        (values, self.lines.kz(self.source.section))
    }
}
