//! Transmission-line Green functions: the fields of unit sources at one transverse wave number.
//!
//! ```text
//! dV/dz = -j kz Z I + v,   dI/dz = -j kz V/Z + i,     kz = sqrt(k^2 - k_rho^2), Im kz <= 0
//! TM (e):  Z = kz/(w eps),   TE (h):  Z = w mu/kz
//! V_i, I_i: voltage and current of a unit current source i,   V_v, I_v: of a unit voltage source v
//! ```
//!
//! A source in section n launches waves V = Z_n/2 (current) or +-1/2 (voltage) upwards and downwards. [`Arrivals`] are the waves at the field point, by
//! the direction s = +-1 in which they left the source and the direction d = +-1 in which they pass the field point, relative to what was launched:
//!
//! ```text
//! V_i = Z_n/2 sum W_sd,   I_i = Z_n/(2 Z_m) sum d W_sd,   V_v = 1/2 sum s W_sd,   I_v = 1/(2 Z_m) sum s d W_sd
//! ```
//!
//! Reflection coefficients are found by recursion from the ends of the stack, waves in other sections by the transmission of the travelling wave;
//! all exponentials decay (K. A. Michalski, J. R. Mosig, IEEE Trans. Antennas Propag. 45, 508, 1997, section IV). Impedances are in units of the vacuum's.
//!
//! Tested against the solution of the boundary-value problem as one linear system, and by reciprocity.

use poynting_physics::{Complex, PhasorArithmetic};

use crate::stack::{Height, Stack};

/// The two polarisations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Polarization {
    /// H is transverse to z: surface waves TM0, TM1, ...
    Tm,
    /// E is transverse to z.
    Te,
}

/// Directions along z.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    Up,
    Down,
}

impl Direction {
    pub const BOTH: [Self; 2] = [Self::Up, Self::Down];

    pub fn sign(self) -> f64 {
        match self {
            Self::Up => 1.0,
            Self::Down => -1.0,
        }
    }
}

/// Waves at the field point, by direction of departure and direction of arrival, up and down.
pub(crate) type Arrivals = [[Complex; 2]; 2];

/// Voltages and currents at a field point, in units with the wave impedance of the vacuum.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct LineResponse {
    /// Voltage of a current source.
    pub v_i: Complex,
    /// Current of a current source.
    pub i_i: Complex,
    /// Voltage of a voltage source.
    pub v_v: Complex,
    /// Current of a voltage source.
    pub i_v: Complex,
}

/// Z as a fraction, so that neither an impedance nor an admittance needs to be finite.
#[derive(Debug, Clone, Copy, Default)]
struct Impedance {
    above: Complex,
    below: Complex,
}

/// One polarisation.
#[derive(Debug, Default)]
struct Line {
    impedance: Vec<Impedance>,
    /// Reflection coefficients of the voltage at the upper and lower end of each section.
    reflection: [Vec<Complex>; 2],
}

/// All sections at one transverse wave number, and the room for the next one.
#[derive(Debug)]
pub(crate) struct Lines<'a> {
    stack: &'a Stack,
    kz: Vec<Complex>,
    /// e^{-j kz d}, zero for half spaces.
    decay: Vec<Complex>,
    both: [Line; 2],
}

/// The longitudinal wave number of a wave that decays or carries power away from its source.
pub(crate) fn longitudinal(k_squared: Complex, k_rho: Complex) -> Complex {
    let root = (k_squared - k_rho * k_rho).root();
    if root.im > 0.0 { -root } else { root }
}

/// e^{-j kz l}.
pub(crate) fn wave(kz: Complex, length: f64) -> Complex {
    Complex::new(kz.im * length, -kz.re * length).exp()
}

/// (Z2 - Z1)/(Z2 + Z1), and 1 plus that.
fn step(from: Impedance, to: Impedance) -> (Complex, Complex) {
    let (a, b) = (to.above * from.below, from.above * to.below);
    let sum = (a + b).inv();
    ((a - b) * sum, a * sum * 2.0)
}

impl<'a> Lines<'a> {
    pub fn new(stack: &'a Stack) -> Self {
        let count = stack.sections().len();
        let zeros = || vec![Complex::default(); count];
        let line = || Line {
            impedance: vec![Impedance::default(); count],
            reflection: [zeros(), zeros()],
        };
        Self {
            stack,
            kz: zeros(),
            decay: zeros(),
            both: [line(), line()],
        }
    }

    /// Moves to another transverse wave number in 1/m, with Im k_rho >= 0 on an integration path.
    pub fn set(&mut self, k_rho: Complex) {
        let k0 = self.stack.wave_number();
        for (i, section) in self.stack.sections().iter().enumerate() {
            let kz = longitudinal(section.squared_index() * (k0 * k0), k_rho);
            self.kz[i] = kz;
            let d = section.thickness();
            self.decay[i] = if d.is_finite() {
                wave(kz, d)
            } else {
                Complex::default()
            };
            self.both[0].impedance[i] = Impedance {
                above: kz,
                below: section.eps * k0,
            };
            self.both[1].impedance[i] = Impedance {
                above: section.mu * k0,
                below: kz,
            };
        }
        for line in &mut self.both {
            line.reflect(&self.decay, self.stack);
        }
    }

    pub fn kz(&self, section: usize) -> Complex {
        self.kz[section]
    }

    /// Voltages and currents at `field` of unit sources at `source`, TM and TE.
    pub fn responses(&self, source: Height, field: Height) -> [LineResponse; 2] {
        let arrivals = if source.section == field.section {
            self.within(source, field)
        } else {
            [0, 1].map(|p| self.across(p, source, field))
        };
        [0, 1].map(|p| self.response(p, [source.section, field.section], &arrivals[p]))
    }

    fn response(&self, p: usize, [n, m]: [usize; 2], w: &Arrivals) -> LineResponse {
        let (from, to) = (self.both[p].impedance[n], self.both[p].impedance[m]);
        let half_source = (from.above * 0.5).over(from.below);
        let half_field = (to.below * 0.5).over(to.above);
        let [[uu, ud], [du, dd]] = *w;
        LineResponse {
            v_i: half_source * (uu + ud + du + dd),
            i_i: half_source * half_field * 2.0 * (uu - ud + du - dd),
            v_v: (uu + ud - du - dd) * 0.5,
            i_v: half_field * (uu - ud - du + dd),
        }
    }

    fn within(&self, source: Height, field: Height) -> [Arrivals; 2] {
        let n = source.section;
        let section = &self.stack.sections()[n];
        let kz = self.kz[n];
        // Half spaces reflect nothing, and their length is not a number to compute with.
        let travelled = |length: f64| {
            if length.is_finite() {
                wave(kz, length)
            } else {
                Complex::default()
            }
        };
        let (z, from) = (field.z, source.z);
        let (d, shift) = (section.thickness(), z - from);
        let side = usize::from(shift < 0.0);
        let direct = wave(kz, shift.abs());
        let around = [2.0 * d + shift, 2.0 * d - shift].map(travelled);
        let turned = [
            2.0 * section.top - z - from,
            z + from - 2.0 * section.bottom,
        ]
        .map(travelled);
        [0, 1].map(|p| {
            let [up, down] = [0, 1].map(|end| self.both[p].reflection[end][n]);
            let round = up * down * self.decay[n] * self.decay[n];
            let echo = (Complex::from(1.0) - round).inv();
            let twice = up * down * echo;
            let mut w = [
                [twice * around[0], up * echo * turned[0]],
                [down * echo * turned[1], twice * around[1]],
            ];
            w[side][side] += direct;
            w
        })
    }

    fn across(&self, p: usize, source: Height, field: Height) -> Arrivals {
        let (n, m) = (source.section, field.section);
        let sections = self.stack.sections();
        let upwards = m > n;
        let [ahead, behind] = if upwards { [0, 1] } else { [1, 0] };
        let reflection = &self.both[p].reflection;
        let (top, bottom) = (sections[n].top, sections[n].bottom);
        let (exit, rest) = if upwards {
            (top - source.z, source.z - bottom)
        } else {
            (source.z - bottom, top - source.z)
        };
        let echo = Complex::from(1.0)
            - reflection[0][n] * reflection[1][n] * self.decay[n] * self.decay[n];
        let mut passing = wave(self.kz[n], exit).over(echo);
        let mut turned = Complex::default();
        if rest.is_finite() {
            turned = (reflection[behind][n] * wave(self.kz[n], rest) * self.decay[n]).over(echo);
        }
        let mut i = n;
        while i != m {
            let next = if upwards { i + 1 } else { i - 1 };
            let impedance = &self.both[p].impedance;
            let (r, through) = step(impedance[i], impedance[next]);
            let beyond = reflection[ahead][next] * self.decay[next] * self.decay[next];
            let mut factor = through.over(Complex::from(1.0) + r * beyond);
            if next != m {
                factor *= self.decay[next];
            }
            passing *= factor;
            turned *= factor;
            i = next;
        }
        let (entered, left) = if upwards {
            (field.z - sections[m].bottom, sections[m].top - field.z)
        } else {
            (sections[m].top - field.z, field.z - sections[m].bottom)
        };
        let onward = wave(self.kz[m], entered);
        let mut back = Complex::default();
        if left.is_finite() {
            back = reflection[ahead][m] * self.decay[m] * wave(self.kz[m], left);
        }
        let mut w = Arrivals::default();
        w[ahead][ahead] = passing * onward;
        w[ahead][behind] = passing * back;
        w[behind][ahead] = turned * onward;
        w[behind][behind] = turned * back;
        w
    }
}

impl Line {
    /// Reflection coefficients of all sections, from the ends of the stack.
    fn reflect(&mut self, decay: &[Complex], stack: &Stack) {
        let sections = stack.sections();
        let last = sections.len() - 1;
        let end = |open: bool| Complex::from(if open { 0.0 } else { -1.0 });
        self.reflection[0][last] = end(sections[last].top.is_infinite());
        self.reflection[1][0] = end(sections[0].bottom.is_infinite());
        for i in (0..last).rev() {
            self.reflection[0][i] = self.behind(0, i, i + 1, decay);
        }
        for i in 1..=last {
            self.reflection[1][i] = self.behind(1, i, i - 1, decay);
        }
    }

    fn behind(&self, end: usize, here: usize, next: usize, decay: &[Complex]) -> Complex {
        let (r, _) = step(self.impedance[here], self.impedance[next]);
        let beyond = self.reflection[end][next] * decay[next] * decay[next];
        (r + beyond).over(Complex::from(1.0) + r * beyond)
    }
}
