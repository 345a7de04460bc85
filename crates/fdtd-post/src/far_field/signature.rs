//! The far field in the time domain, accumulated during a run.
//!
//! With c tau = c t - r the retarded time at the centre and U the sum of current moments, each evaluated at tau +
//! r.r'/c,
//!
//! ```text
//! r E_theta(tau) = -1/(4 pi c) d/dt (U_M,phi   + eta U_J,theta)
//! r E_phi(tau)   =  1/(4 pi c) d/dt (U_M,theta - eta U_J,phi)
//! ```
//!
//! (R. J. Luebbers et al., IEEE Trans. Antennas Propag. 39, 429, 1991; A. Taflove, S. Hagness, Computational Electrodynamics,
//! 3rd ed., sec. 8.6.) A value falls between two steps of tau and is distributed over the four around it by cubic
//! interpolation; the derivative is the sixth-order central difference, taken once at the end. Both are accurate to about
//! 1e-5 at 20 cells per wavelength; the linear rule of the paper would leave 4e-3.
//!
//! Tested against the closed form of a pulsed dipole, and against the frequency-domain transform of the same data.

use crate::far_field::huygens::{Current, Huygens, Sheet};
use crate::far_field::sphere::Direction;
use poynting_fdtd_core::block::BLOCK;
use poynting_grid::HalfStep;
use rayon::prelude::*;
use std::f64::consts::PI;

/// Steps of retarded time kept before the earliest and after the latest arrival, as needed by interpolation and derivative.
const MARGIN: usize = 8;

/// The far field in one direction over retarded time.
#[derive(Debug, Clone, PartialEq)]
pub struct Signature {
    /// Direction of observation.
    pub direction: Direction,
    /// Retarded time of the first value in seconds.
    pub start: f64,
    /// Time between values in seconds.
    pub dt: f64,
    /// r E_theta in volts.
    pub theta: Vec<f64>,
    /// r E_phi in volts.
    pub phi: Vec<f64>,
}

/// Collects the far field of a run.
#[derive(Debug)]
pub struct TimeFarField<'a> {
    huygens: &'a Huygens,
    dt: f64,
    /// Steps of retarded time before that of step 0.
    lead: usize,
    /// Element weights of the half steps, in the order of their spots.
    weights: [Vec<f64>; 2],
    rays: Vec<Ray>,
}

impl<'a> TimeFarField<'a> {
    /// An empty accumulator for runs of this time step.
    pub fn new(huygens: &'a Huygens, directions: &[Direction], dt: f64) -> Self {
        let weights = [HalfStep::E, HalfStep::H].map(|half| {
            let elements = huygens.elements().filter(|e| e.current.half() == half);
            elements.map(|e| e.weight).collect()
        });
        let per_metre = 1.0 / (huygens.medium.speed() * dt);
        let lead = (huygens.reach() * per_metre).ceil() as usize + MARGIN;
        let ray = |d: &Direction| Ray::new(huygens, *d, per_metre, lead);
        Self {
            huygens,
            dt,
            lead,
            weights,
            rays: directions.iter().map(ray).collect(),
        }
    }

    /// Bytes after this many steps of `dt`: the sums of each direction with the two components that follow from them, and per element its weight and the
    /// value of a block of steps, twice in double precision.
    pub fn bytes(huygens: &Huygens, directions: usize, (steps, dt): (u64, f64)) -> u64 {
        let lead = (huygens.reach() / (huygens.medium.speed() * dt)).ceil() as u64 + MARGIN as u64;
        let of_direction = (6 + 2) * (steps + 2 * lead);
        let of_element = 1 + 2 * BLOCK as u64;
        let values =
            directions as u64 * of_direction + huygens.elements().count() as u64 * of_element;
        values * size_of::<f64>() as u64
    }

    /// Takes the fields of the steps starting at `first_step`: as many values for each spot as there are steps, spot by
    /// spot in the order of [`Huygens::spots`]. Blocks of many steps are faster than single ones.
    pub fn accumulate(&mut self, half: HalfStep, first_step: u64, values: &[f64]) {
        let weights = &self.weights[half as usize];
        let steps = values.len() / weights.len();
        let mut moments = values.to_vec();
        for (moment, weight) in moments.chunks_exact_mut(steps).zip(weights) {
            for v in moment {
                *v *= weight;
            }
        }
        let first = first_step as usize;
        let end = first + steps + 2 * self.lead;
        self.rays.par_iter_mut().for_each(|ray| {
            ray.extend_to(end);
            ray.collect(half, first, &moments, steps);
        });
    }

    /// The signatures, in the order of the directions.
    pub fn finish(self) -> Vec<Signature> {
        let start = -(self.lead as f64) * self.dt;
        let Self {
            huygens, dt, rays, ..
        } = self;
        let impedance = huygens.medium.impedance();
        let factor = -1.0 / (4.0 * PI * huygens.medium.speed());
        let signature = |ray: Ray| {
            let [theta, phi] = ray.transverse(impedance);
            let volts = |u: Vec<f64>| -> Vec<f64> {
                derivative(&u, dt).map(|slope| factor * slope).collect()
            };
            Signature {
                direction: ray.direction,
                start,
                dt,
                theta: volts(theta),
                phi: volts(phi),
            }
        };
        rays.into_iter().map(signature).collect()
    }
}

/// One direction.
#[derive(Debug)]
struct Ray {
    direction: Direction,
    delays: Vec<Delays>,
    /// Sums of moments over retarded time: J along x, y, z, then M.
    sums: [Vec<f64>; 6],
}

/// Arrival times of the values of a sheet or its image, in steps.
#[derive(Debug)]
struct Delays {
    half: HalfStep,
    /// Index of the sum.
    sum: usize,
    /// Index of the first value among those of the half step.
    first: usize,
    sign: f64,
    /// Across rows, along a row, and common, counted from the first stored step.
    rows: Vec<f64>,
    row: Vec<f64>,
    all: f64,
}

impl Ray {
    fn new(huygens: &Huygens, direction: Direction, per_metre: f64, lead: usize) -> Self {
        let mut first = [0, 0];
        let scale = direction.unit().map(|cosine| -cosine * per_metre);
        // Behind a ground nothing arrives.
        let visible = !huygens.hides(direction.unit());
        let sheets = huygens.sheets.iter().filter(|_| visible);
        let delays = sheets.flat_map(|sheet| {
            let start = &mut first[sheet.current.half() as usize];
            let mut all = delays(huygens, sheet, scale);
            for image in &mut all {
                image.first = *start;
                image.all += lead as f64;
            }
            *start += sheet.len();
            all
        });
        Self {
            direction,
            delays: delays.collect(),
            sums: Default::default(),
        }
    }

    fn extend_to(&mut self, len: usize) {
        for sum in &mut self.sums {
            sum.resize(len.max(sum.len()), 0.0);
        }
    }

    fn collect(&mut self, half: HalfStep, first_step: usize, moments: &[f64], steps: usize) {
        for delays in self.delays.iter().filter(|d| d.half == half) {
            let sum = &mut self.sums[delays.sum];
            let mut moments = moments[delays.first * steps..].chunks_exact(steps);
            for row in &delays.rows {
                for (along, moment) in delays.row.iter().zip(&mut moments) {
                    let arrival = delays.all + row + along;
                    let whole = arrival as usize;
                    let weights = cubic(arrival - whole as f64).map(|w| delays.sign * w);
                    let from = first_step + whole - 1;
                    deposit(&mut sum[from..from + steps + 3], moment, weights);
                }
            }
        }
    }

    /// The sources of E_theta and -E_phi: U_M,phi + eta U_J,theta and eta U_J,phi - U_M,theta.
    fn transverse(&self, impedance: f64) -> [Vec<f64>; 2] {
        let (theta, phi) = (self.direction.theta_unit(), self.direction.phi_unit());
        let along = |i: usize, j: [f64; 3], m: [f64; 3]| -> f64 {
            let term = |a: usize| impedance * self.sums[a][i] * j[a] + self.sums[3 + a][i] * m[a];
            (0..3).map(term).sum()
        };
        let n = 0..self.sums[0].len();
        [
            n.clone().map(|i| along(i, theta, phi)).collect(),
            n.map(|i| along(i, phi, theta.map(|x| -x))).collect(),
        ]
    }
}

/// Arrival times of a sheet and its images, step 0 being that of the centre; `scale` is the delay per metre along each
/// axis.
fn delays(huygens: &Huygens, sheet: &Sheet, scale: [f64; 3]) -> Vec<Delays> {
    let [rows, row, across] = sheet.axes().map(|axis| {
        let mut images = huygens.images(sheet, axis);
        for (_, at) in &mut images {
            for x in at {
                *x *= scale[axis];
            }
        }
        images
    });
    // E of step n is the field at (n + 1) dt, H that at (n + 3/2) dt.
    let (time, sum) = match sheet.current {
        Current::Electric => (1.5, sheet.axis),
        Current::Magnetic => (1.0, 3 + sheet.axis),
    };
    let half = sheet.current.half();
    let mut all = Vec::new();
    for (s0, rows) in &rows {
        for (s1, row) in &row {
            for (s2, across) in &across {
                all.push(Delays {
                    half,
                    sum,
                    first: 0,
                    sign: s0 * s1 * s2,
                    rows: rows.clone(),
                    row: row.clone(),
                    all: across[0] + time,
                });
            }
        }
    }
    all
}

/// Lagrange weights of the steps -1, 0, 1, 2 for a value at a in 0..1.
fn cubic(a: f64) -> [f64; 4] {
    let (p, m, q) = (a + 1.0, a - 1.0, a - 2.0);
    [
        -a * m * q / 6.0,
        p * m * q / 2.0,
        -p * a * q / 2.0,
        p * a * m / 6.0,
    ]
}

/// Adds every value to the four steps around its arrival.
fn deposit(sum: &mut [f64], values: &[f64], weights: [f64; 4]) {
    for (shift, weight) in weights.into_iter().enumerate() {
        let to = sum[shift..].iter_mut();
        to.zip(values).for_each(|(s, v)| *s += weight * v);
    }
}

/// The derivative by sixth-order central differences; the sums vanish outside the range.
fn derivative(u: &[f64], dt: f64) -> impl Iterator<Item = f64> {
    let at = |i: usize, shift: isize| {
        let place = i.checked_add_signed(shift);
        place.and_then(|p| u.get(p)).copied().unwrap_or(0.0)
    };
    (0..u.len()).map(move |i| {
        let pair = |shift| at(i, shift) - at(i, -shift);
        (45.0 * pair(1) - 9.0 * pair(2) + pair(3)) / (60.0 * dt)
    })
}
