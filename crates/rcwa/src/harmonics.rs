//! Transverse wave numbers of the orders of one wave, over the wave number of the vacuum.
//!
//! ```text
//! kx_m/k0 = n sin(theta) cos(phi) + m lambda/Lx,   ky_n/k0 = n sin(theta) sin(phi) + n lambda/Ly
//! ```
//!
//! n is the index of the half space of incidence. In a classical mount (lines along y, phi = 0 or pi) nothing depends on y, and Maxwell's equations
//! fall into two sets that are solved separately: E along y (TE) and H along y (TM).

use std::f64::consts::{FRAC_PI_2, TAU};

use poynting_linalg::c64;

use crate::cell::{Cell, Orders, Side};
use crate::error::{RcwaError, positive};

/// A plane wave that illuminates the stack.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Incidence {
    /// The wavelength in vacuum, in metres.
    pub wavelength: f64,
    /// The half space from which it comes.
    pub side: Side,
    /// The angle in that half space between the direction of propagation and the z axis, in radians: less than pi/2.
    pub theta: f64,
    /// The angle of the transverse wave number from +x, in radians.
    pub phi: f64,
}

impl Incidence {
    /// A wave from the front along the normal.
    pub const fn normal(wavelength: f64) -> Self {
        Self::oblique(wavelength, 0.0, 0.0)
    }

    /// A wave from the front at angles in radians.
    pub const fn oblique(wavelength: f64, theta: f64, phi: f64) -> Self {
        Self {
            wavelength,
            side: Side::Front,
            theta,
            phi,
        }
    }

    fn checked(&self) -> Result<(), RcwaError> {
        positive("the wavelength", self.wavelength)?;
        if !self.theta.is_finite() || self.theta.abs() >= FRAC_PI_2 {
            return Err(RcwaError::Value {
                name: "theta",
                value: self.theta,
                demand: "its magnitude must be less than pi/2",
            });
        }
        if self.phi.is_finite() {
            return Ok(());
        }
        Err(RcwaError::Value {
            name: "phi",
            value: self.phi,
            demand: "it must be finite",
        })
    }
}

/// The transverse components of the field that a set of equations holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sector {
    /// Ex and Hy: TM of a classical mount.
    X,
    /// Ey and Hx: TE of a classical mount.
    Y,
    /// All four.
    Both,
}

/// The orders with their wave numbers.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Harmonics {
    pub cell: Cell,
    pub orders: Orders,
    /// 2 pi over the wavelength in vacuum.
    pub k0: f64,
    pub kx: Vec<f64>,
    pub ky: Vec<f64>,
    /// The azimuth of the wave, which defines polarisations of orders along the normal.
    pub phi: f64,
}

/// A transverse wave number below this is rounding.
const NOTHING: f64 = 1e-14;

impl Harmonics {
    /// The orders of a wave from a half space of this permittivity.
    pub fn new(
        cell: Cell,
        orders: Orders,
        incidence: &Incidence,
        permittivity: c64,
    ) -> Result<Self, RcwaError> {
        incidence.checked()?;
        if permittivity.im != 0.0 || permittivity.re <= 0.0 {
            return Err(RcwaError::Incidence {
                re: permittivity.re,
                im: permittivity.im,
            });
        }
        let orders = if cell.y().is_some() {
            orders
        } else {
            Orders::lines(orders.x)
        };
        let transverse = permittivity.re.sqrt() * incidence.theta.sin();
        let (sin, cos) = incidence.phi.sin_cos();
        let steps = [
            incidence.wavelength / cell.x(),
            cell.y().map_or(0.0, |y| incidence.wavelength / y),
        ];
        let number = |start: f64, order: i32, step: f64| {
            let k = start + f64::from(order) * step;
            if k.abs() < NOTHING { 0.0 } else { k }
        };
        let places = 0..orders.count();
        Ok(Self {
            cell,
            orders,
            k0: TAU / incidence.wavelength,
            kx: (places.clone())
                .map(|place| number(transverse * cos, orders.at(place)[0], steps[0]))
                .collect(),
            ky: places
                .map(|place| number(transverse * sin, orders.at(place)[1], steps[1]))
                .collect(),
            phi: incidence.phi,
        })
    }

    /// The number of orders.
    pub fn count(&self) -> usize {
        self.kx.len()
    }

    /// The place of order zero.
    pub fn zero(&self) -> usize {
        self.count() / 2
    }

    /// Whether nothing varies along y.
    pub fn is_classical(&self) -> bool {
        self.orders.y == 0 && self.ky.iter().all(|&ky| ky == 0.0)
    }

    /// The unit vector along the transverse wave number of an order; along that of the wave where it is zero.
    pub fn along(&self, place: usize) -> [f64; 2] {
        let (kx, ky) = (self.kx[place], self.ky[place]);
        let length = kx.hypot(ky);
        if length > 0.0 {
            [kx / length, ky / length]
        } else {
            let (sin, cos) = self.phi.sin_cos();
            [cos, sin]
        }
    }

    /// The normal wave number of an order in a uniform medium, over that of the vacuum.
    pub fn normal(&self, place: usize, permittivity: c64) -> c64 {
        let (kx, ky) = (self.kx[place], self.ky[place]);
        decaying_root(permittivity - kx * kx - ky * ky)
    }
}

/// An order with a smaller normal wave number grazes, and this replaces it: the square is known to 1e-16 only.
const GRAZING: f64 = 1e-8;

/// The root with which e^{-j gamma z} decays or travels along +z.
pub(crate) fn decaying_root(square: c64) -> c64 {
    use poynting_physics::PhasorArithmetic;
    let root = square.root();
    if root.norm() < GRAZING {
        return c64::new(GRAZING, 0.0);
    }
    // Rounding gives a wave without loss a part of either sign, which must not reverse its direction.
    if root.im > 1e-9 * root.norm() {
        -root
    } else {
        root
    }
}
