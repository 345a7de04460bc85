//! What a stack reflects, transmits and absorbs of a plane wave.
//!
//! ```text
//! E_s = s.e,   E_p = (n/gamma) p.e,   efficiency = (Re gamma |s.e|^2 + Re(eps/gamma) |p.e|^2)/(the same of the wave)
//! ```
//!
//! for e = (Ex, Ey) of an order, p the unit vector along its transverse wave number, s = z x p, n^2 = eps and gamma = kz/k0 in its half space
//! (M. G. Moharam, E. B. Grann, D. A. Pommet, T. K. Gaylord, J. Opt. Soc. Am. A 12, 1068, 1995, equations 25 and 26). E_p is the magnitude of E of a
//! p-polarised wave, with the sign of its component along the transverse wave number: along the normal, s and p are reflected with the same sign.
//! Phases are those at z = 0 before the stack and at its end behind it, at x = y = 0.

use poynting_linalg::c64;
use poynting_physics::PhasorArithmetic;

use crate::algebra::applied;
use crate::cell::Side;
use crate::error::RcwaError;
use crate::field::Amplitudes;
use crate::harmonics::Sector;
use crate::modes::admittances;
use crate::solution::{Part, Solution};

/// The amplitudes of a plane wave in V/m, with the phase at x = y = 0 on the first face of the stack that it meets.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Illumination {
    /// The half space from which it comes.
    pub side: Side,
    /// E across the plane of incidence (TE).
    pub s: c64,
    /// E in the plane of incidence (TM).
    pub p: c64,
}

impl Illumination {
    /// 1 V/m across the plane of incidence.
    pub const fn s(side: Side) -> Self {
        Self {
            side,
            s: c64::new(1.0, 0.0),
            p: c64::new(0.0, 0.0),
        }
    }

    /// 1 V/m in the plane of incidence.
    pub const fn p(side: Side) -> Self {
        Self {
            side,
            s: c64::new(0.0, 0.0),
            p: c64::new(1.0, 0.0),
        }
    }
}

/// A diffracted order in one of the half spaces.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Order {
    /// Its numbers along x and y.
    pub index: [i32; 2],
    /// Its wave number along x and y, and away from the stack, over that of the vacuum.
    pub direction: [c64; 3],
    /// E across its plane of propagation, in V/m.
    pub s: c64,
    /// E in its plane of propagation, in V/m.
    pub p: c64,
    /// Its power with E across its plane of propagation, over that of the wave.
    pub efficiency_s: f64,
    /// Its power with E in its plane of propagation, over that of the wave.
    pub efficiency_p: f64,
}

impl Order {
    /// Its power over that of the wave.
    pub fn efficiency(&self) -> f64 {
        self.efficiency_s + self.efficiency_p
    }
}

/// Where the power of a wave goes.
#[derive(Debug, Clone, PartialEq)]
pub struct Response {
    /// Orders in the half space of the wave.
    pub reflected: Vec<Order>,
    /// Orders in the other half space, with their power at the last face of the stack.
    pub transmitted: Vec<Order>,
    /// The part of the power that each layer absorbs.
    pub absorbed: Vec<f64>,
}

impl Response {
    /// The power that is reflected into all orders, over that of the wave.
    pub fn reflectance(&self) -> f64 {
        self.reflected.iter().map(Order::efficiency).sum()
    }

    /// The power that enters the other half space, over that of the wave.
    pub fn transmittance(&self) -> f64 {
        self.transmitted.iter().map(Order::efficiency).sum()
    }

    /// What is missing when all powers are added: rounding.
    pub fn imbalance(&self) -> f64 {
        let absorbed: f64 = self.absorbed.iter().sum();
        1.0 - self.reflectance() - self.transmittance() - absorbed
    }

    /// The reflected order with these numbers.
    pub fn reflected(&self, index: [i32; 2]) -> Option<&Order> {
        self.reflected.iter().find(|order| order.index == index)
    }

    /// The transmitted order with these numbers.
    pub fn transmitted(&self, index: [i32; 2]) -> Option<&Order> {
        self.transmitted.iter().find(|order| order.index == index)
    }
}

impl Solution {
    /// The relative permittivity of a half space.
    pub(crate) fn half_space(&self, side: Side) -> c64 {
        match side {
            Side::Front => self.stack.front,
            Side::Back => self.stack.back,
        }
    }

    /// (Ex, Ey) of a wave.
    pub(crate) fn transverse(&self, wave: &Illumination) -> Result<[c64; 2], RcwaError> {
        let zero = self.harmonics.zero();
        let permittivity = self.half_space(wave.side);
        let normal = self.harmonics.normal(zero, permittivity);
        if permittivity.im != 0.0 || permittivity.re <= 0.0 || normal.im != 0.0 {
            return Err(RcwaError::Incidence {
                re: permittivity.re,
                im: permittivity.im,
            });
        }
        let [px, py] = self.harmonics.along(zero);
        let p = wave.p * normal.over(permittivity.root());
        Ok([p * px - wave.s * py, p * py + wave.s * px])
    }

    /// What becomes of a plane wave.
    ///
    /// A wave from the other side than that of the incidence for which the stack was solved has the same transverse wave number.
    pub fn response(&self, wave: &Illumination) -> Result<Response, RcwaError> {
        let e = self.transverse(wave)?;
        let zero = self.harmonics.zero();
        let power = self.powers(wave.side, zero, e).iter().sum::<f64>();
        let count = self.harmonics.count();
        let mut sides = [Side::Front, Side::Back].map(|_| vec![[c64::default(); 2]; count]);
        let mut fluxes = vec![0.0; self.stack.layers() + 1];
        for part in &self.parts {
            let states = part.states(wave.side, e, count);
            let incoming = part.spread(e, zero, count);
            let [s_front, s_back] = match wave.side {
                Side::Front => [&part.total.s11, &part.total.s21],
                Side::Back => [&part.total.s12, &part.total.s22],
            };
            for (found, matrix) in sides.iter_mut().zip([s_front, s_back]) {
                let vector = applied(matrix.as_ref(), &incoming);
                for (place, pair) in found.iter_mut().enumerate() {
                    let own = part.pair(&vector, place, count);
                    *pair = [pair[0] + own[0], pair[1] + own[1]];
                }
            }
            part.add_fluxes(&states, &mut fluxes);
        }
        // Powers along +z; those of a wave from behind are counted from its side.
        let absorbed = (fluxes.windows(2).map(|ends| (ends[0] - ends[1]) / power)).collect();
        let [front, back] = sides;
        let orders = |side: Side, found: &[[c64; 2]]| -> Vec<Order> {
            (found.iter().enumerate())
                .map(|(place, &e)| self.order(side, place, e, power))
                .collect()
        };
        let [front, back] = [orders(Side::Front, &front), orders(Side::Back, &back)];
        let (reflected, transmitted) = match wave.side {
            Side::Front => (front, back),
            Side::Back => (back, front),
        };
        Ok(Response {
            reflected,
            transmitted,
            absorbed,
        })
    }

    /// Components of an order across and along its transverse wave number.
    pub(crate) fn components(&self, place: usize, e: [c64; 2]) -> [c64; 2] {
        let [px, py] = self.harmonics.along(place);
        [e[1] * px - e[0] * py, e[0] * px + e[1] * py]
    }

    /// Powers of an order with E across and along its transverse wave number, in units of 1/(2 Z0).
    fn powers(&self, side: Side, place: usize, e: [c64; 2]) -> [f64; 2] {
        let permittivity = self.half_space(side);
        let normal = self.harmonics.normal(place, permittivity);
        let [s, p] = self.components(place, e);
        let [ys, yp] = admittances(normal, permittivity);
        [ys.re * s.norm_sqr(), yp.re * p.norm_sqr()]
    }

    fn order(&self, side: Side, place: usize, e: [c64; 2], power: f64) -> Order {
        let permittivity = self.half_space(side);
        let normal = self.harmonics.normal(place, permittivity);
        let [s, p] = self.components(place, e);
        let [efficiency_s, efficiency_p] = self.powers(side, place, e).map(|own| own / power);
        let (kx, ky) = (self.harmonics.kx[place], self.harmonics.ky[place]);
        Order {
            index: self.harmonics.orders.at(place),
            direction: [kx.into(), ky.into(), normal],
            s,
            p: p * permittivity.root().over(normal),
            efficiency_s,
            efficiency_p,
        }
    }
}

impl Part {
    /// A vector of this sector with one order.
    pub fn spread(&self, e: [c64; 2], place: usize, count: usize) -> Vec<c64> {
        let size = self.total.s11.nrows();
        let mut vector = vec![c64::default(); size];
        if self.sector != Sector::Y {
            vector[place] = e[0];
        }
        if self.sector != Sector::X {
            vector[size - count + place] = e[1];
        }
        vector
    }

    /// (x, y) components of an order in a vector of this sector.
    pub fn pair(&self, vector: &[c64], place: usize, count: usize) -> [c64; 2] {
        let zero = c64::default();
        match self.sector {
            Sector::X => [vector[place], zero],
            Sector::Y => [zero, vector[place]],
            Sector::Both => [vector[place], vector[count + place]],
        }
    }

    /// Adds the power along +z at every plane between media, in units of 1/(2 Z0).
    fn add_fluxes(&self, states: &[Amplitudes], fluxes: &mut [f64]) {
        for (plane, flux) in fluxes.iter_mut().enumerate() {
            // At the front face of what is behind the plane.
            let region = plane + 1;
            let state = &states[region];
            let (e, u) = state.at(self.modes_of(region), [0.0, state.depth]);
            *flux += (e.iter().zip(&u))
                .map(|(e, u)| (e * u.conj()).re)
                .sum::<f64>();
        }
    }
}
