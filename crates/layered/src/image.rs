//! Quasi-static images: what remains of the kernels for large k_rho, in closed form at every frequency.
//!
//! Reflection coefficients tend to those of statics, (eps_i - eps_j)/(eps_i + eps_j) for TM and (mu_j - mu_i)/(mu_i + mu_j) for TE, so that a wave that
//! leaves the source in direction s and arrives in direction d after the length l tends to P e^{-j kz l}, with P a product of such coefficients. With
//! kz and k of the section of the source
//!
//! ```text
//! S0{e^{-j kz l}/(2j kz)} = e^{-jkR}/(4 pi R),    S1{e^{-j kz l}/k_rho} = (e^{-jkl} - (l/R) e^{-jkR})/(2 pi rho),    R = sqrt(rho^2 + l^2)
//! ```
//!
//! (Sommerfeld's identity, and its integral over z). In one section there are the direct wave, one reflection at each end and two with a reflection at
//! both; between neighbours the transmitted wave. All 1/R singularities, and the edges 1/rho of Zx and Xz, are in these terms. CPhi has none: what is
//! left of it is logarithmic.

use poynting_physics::{Complex, PhasorArithmetic};
use std::f64::consts::PI;

use crate::kernel::{KERNELS, Kernel, Values};
use crate::line::{Direction, wave};
use crate::stack::{Height, Section, Stack};

/// A source that replaces part of the stack.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Image {
    /// How far the wave has travelled along z, in metres.
    pub length: f64,
    /// Wave number in 1/m.
    pub k: Complex,
    /// What each kernel is multiplied with: of e^{-jkR}/(4 pi R) for those of order 0, of (e^{-jkl} - (l/R) e^{-jkR})/(2 pi rho) for those of order 1.
    pub coefficients: Values,
}

/// A path with its static amplitudes of TM and TE.
struct Path {
    departure: Direction,
    arrival: Direction,
    length: f64,
    amplitudes: [Complex; 2],
}

impl Image {
    /// Its part of the kernels at a lateral distance; infinite at its place.
    pub fn values(&self, rho: f64) -> Values {
        let bases = [self.point(rho), self.edge(rho)];
        Kernel::ALL.map(|kernel| self.coefficients[kernel.index()] * bases[kernel.order()])
    }

    /// Its part of one kernel.
    pub fn value(&self, kernel: Kernel, rho: f64) -> Complex {
        let basis = match kernel.order() {
            0 => self.point(rho),
            _ => self.edge(rho),
        };
        self.coefficients[kernel.index()] * basis
    }

    fn point(&self, rho: f64) -> Complex {
        let r = rho.hypot(self.length);
        wave(self.k, r) / (4.0 * PI * r)
    }

    fn edge(&self, rho: f64) -> Complex {
        if rho == 0.0 {
            return Complex::default();
        }
        let r = rho.hypot(self.length);
        // e^{-jkl} (1 - l/R) + (l/R)(e^{-jkl} - e^{-jkR}), each without cancellation.
        let beyond = rho * rho / (r + self.length);
        let axial = wave(self.k, self.length);
        let turn = Complex::new(self.k.im * beyond, -self.k.re * beyond).exp_m1();
        axial * (beyond / r - turn * (self.length / r)) / (2.0 * PI * rho)
    }

    /// Its part of the spectral kernels, with kz in the section of the source.
    pub(crate) fn spectrum(&self, k_rho: Complex, kz: Complex) -> Values {
        let travelled = wave(kz, self.length);
        let point = travelled.over(Complex::new(-2.0 * kz.im, 2.0 * kz.re));
        let edge = travelled.over(k_rho);
        let mut values = self.coefficients;
        for (value, kernel) in values.iter_mut().zip(Kernel::ALL) {
            *value *= if kernel.order() == 0 { point } else { edge };
        }
        values
    }
}

/// The images of a pair of heights.
pub(crate) fn images(stack: &Stack, source: Height, field: Height) -> Vec<Image> {
    let sections = stack.sections();
    let from = &sections[source.section];
    let to = &sections[field.section];
    let paths = if source.section == field.section {
        within(stack, source, field)
    } else {
        across(stack, source, field).into_iter().collect()
    };
    let k0 = stack.wave_number();
    let image = |path: &Path| Image {
        length: path.length,
        k: from.squared_index().root() * k0,
        coefficients: coefficients(path, from, to),
    };
    // Waves that a half space or an equal medium does not send back.
    let heard =
        |path: &&Path| path.length.is_finite() && path.amplitudes != [Complex::default(); 2];
    paths.iter().filter(heard).map(image).collect()
}

fn coefficients(path: &Path, from: &Section, to: &Section) -> Values {
    let [e, h] = path.amplitudes;
    let (s, d) = (path.departure.sign(), path.arrival.sign());
    let currents = [to.eps.over(from.eps) * e, from.mu.over(to.mu) * h];
    let ratios = to.mu.over(from.eps) + from.mu.over(to.eps);
    [
        from.mu * h,
        to.mu * (currents[0] - currents[1]) * (0.5 * d),
        from.mu * (e - h) * (0.5 * s),
        (ratios * to.eps * e - from.mu * h) * (s * d),
        e.over(from.eps),
        to.mu * currents[0] * (s * d),
        Complex::default(),
    ]
}

/// Static reflection coefficients at the end of a section, TM and TE.
fn reflection(stack: &Stack, section: usize, end: Direction) -> [Complex; 2] {
    let sections = stack.sections();
    let here = &sections[section];
    let next = match end {
        Direction::Up => sections.get(section + 1),
        Direction::Down => section.checked_sub(1).map(|below| &sections[below]),
    };
    match next {
        Some(next) => [
            (here.eps - next.eps).over(here.eps + next.eps),
            (next.mu - here.mu).over(next.mu + here.mu),
        ],
        None if open(here, end) => [Complex::default(); 2],
        None => [Complex::from(-1.0); 2],
    }
}

fn open(section: &Section, end: Direction) -> bool {
    match end {
        Direction::Up => section.top.is_infinite(),
        Direction::Down => section.bottom.is_infinite(),
    }
}

fn within(stack: &Stack, source: Height, field: Height) -> Vec<Path> {
    let section = &stack.sections()[source.section];
    let [up, down] = Direction::BOTH.map(|end| reflection(stack, source.section, end));
    let both = [up[0] * down[0], up[1] * down[1]];
    let (z, from, d) = (field.z, source.z, section.thickness());
    let shift = z - from;
    let side = if shift < 0.0 {
        Direction::Down
    } else {
        Direction::Up
    };
    let path = |departure, arrival, length, amplitudes| Path {
        departure,
        arrival,
        length,
        amplitudes,
    };
    let (u, l) = (Direction::Up, Direction::Down);
    vec![
        path(side, side, shift.abs(), [Complex::from(1.0); 2]),
        path(u, l, 2.0 * section.top - z - from, up),
        path(l, u, z + from - 2.0 * section.bottom, down),
        path(u, u, 2.0 * d + shift, both),
        path(l, l, 2.0 * d - shift, both),
    ]
}

fn across(stack: &Stack, source: Height, field: Height) -> Option<Path> {
    let way = if field.section > source.section {
        Direction::Up
    } else {
        Direction::Down
    };
    if source.section.abs_diff(field.section) > 1 {
        return None;
    }
    let through = reflection(stack, source.section, way).map(|r| Complex::from(1.0) + r);
    Some(Path {
        departure: way,
        arrival: way,
        length: (field.z - source.z).abs(),
        amplitudes: through,
    })
}

/// The sum of images at a lateral distance.
pub(crate) fn sum(images: &[Image], rho: f64) -> Values {
    let mut values = [Complex::default(); KERNELS];
    for image in images {
        for (value, part) in values.iter_mut().zip(image.values(rho)) {
            *value += part;
        }
    }
    values
}
