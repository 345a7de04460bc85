//! The energy conserved by the leapfrog scheme.
//!
//! ```text
//! W = 1/2 sum eps E^n . E^n dV + 1/2 sum mu H^{n-1/2} . H^{n+1/2} dV
//! ```
//!
//! with dual volumes for E and primal-dual ones for H. In a lossless closed grid W is constant up to rounding,
//! not merely on average: Ampere's law gives the change of the first sum as the work of curl H, Faraday's law
//! that of the second as the work of curl E, and the two curls are adjoint on the graded grid with these
//! volumes. H^{n-1/2} is obtained by one step back from E^n. The sum does not depend on the order of the nodes or on how they are
//! divided among threads and ranks.
//!
//! Above the stability limit W is still conserved while the fields grow without bound, because the product of
//! two H of opposite sign is negative. Growth is therefore monitored on the sum of squares, which uses
//! H^{n+1/2} twice.

use crate::coefficients::Coefficients;
use crate::fields::{Fields, Spacings};
use crate::formula::{curl, length, step_back, storage, stored};
use crate::tuple::Tuple;
use poynting_exec::{ExactSum, Kernel, Pool, Processes, Real, SimdLevel};
use poynting_grid::{HalfStep, Region};
use rayon::prelude::*;
use std::ops::Range;

/// Inputs of the energy sum.
#[derive(Debug, Clone, Copy)]
pub struct EnergyOf<'a, T: Real> {
    /// The fields, all at one time step.
    pub fields: Fields<'a, T>,
    /// The grid's reciprocal lengths.
    pub spacings: &'a Spacings<T>,
    /// The coefficients, from which eps and mu are recovered.
    pub coefficients: &'a Coefficients<T>,
    /// The nodes, in the real part.
    pub nodes: &'a Region,
    /// Time step.
    pub dt: f64,
    /// Instructions to use.
    pub simd: SimdLevel,
}

/// The energy of some nodes, to be added to that of others.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct EnergySums {
    /// Twice the conserved energy.
    conserved: ExactSum,
    /// Twice the sum of squares.
    squares: ExactSum,
}

impl EnergySums {
    /// Adds an energy that is known only as a sum.
    pub fn add(&mut self, energy: Energy) {
        self.conserved.add(2.0 * energy.conserved);
        self.squares.add(2.0 * energy.squares);
    }

    /// Adds the energy of other nodes.
    pub fn merge(&mut self, other: &Self) {
        self.conserved.merge(&other.conserved);
        self.squares.merge(&other.squares);
    }

    /// The energy of the nodes of all processes.
    #[must_use]
    pub fn added(&self, processes: Processes) -> Self {
        let mut limbs = [self.conserved.limbs(), self.squares.limbs()];
        processes.0.add(limbs.as_flattened_mut());
        let [conserved, squares] = limbs.each_ref().map(ExactSum::from_limbs);
        Self { conserved, squares }
    }

    /// The energy.
    pub fn energy(&self) -> Energy {
        Energy {
            conserved: 0.5 * self.conserved.value(),
            squares: 0.5 * self.squares.value(),
        }
    }
}

/// Energy of a grid in joules.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Energy {
    /// W, conserved by the scheme.
    pub conserved: f64,
    /// The sum of squares, which is never negative.
    pub squares: f64,
}

impl<T: Real> EnergyOf<'_, T> {
    /// The energy of all nodes.
    pub fn total(&self, pool: &Pool) -> EnergySums {
        let planes = self.nodes.x.clone();
        let lengths = Lengths::new(self.spacings);
        let plane = |i| {
            self.simd.run(PlaneEnergy {
                of: self,
                lengths: &lengths,
                i,
            })
        };
        let both = |mut a: EnergySums, b: EnergySums| {
            a.merge(&b);
            a
        };
        let none = EnergySums::default;
        match pool.threads() {
            1 => planes.map(plane).fold(none(), both),
            _ => pool.install(|| planes.into_par_iter().map(plane).reduce(none, both)),
        }
    }
}

/// Primal and dual lengths, zero where undefined.
struct Lengths {
    primal: [Vec<f64>; 3],
    dual: [Vec<f64>; 3],
}

impl Lengths {
    fn new<T: Real>(spacings: &Spacings<T>) -> Self {
        let invert = |v: &Vec<T>| -> Vec<f64> { v.iter().map(|r| length(r.f64())).collect() };
        Self {
            primal: std::array::from_fn(|a| invert(&spacings.primal[a])),
            dual: std::array::from_fn(|a| invert(&spacings.dual[a])),
        }
    }
}

struct PlaneEnergy<'a, 'b, T: Real> {
    of: &'a EnergyOf<'b, T>,
    lengths: &'a Lengths,
    i: usize,
}

impl<T: Real> Kernel for PlaneEnergy<'_, '_, T> {
    type Output = EnergySums;

    #[inline(always)]
    fn run(self) -> EnergySums {
        let layout = self.of.fields.layout;
        let active = layout.active();
        // Products first, so that they are vectorised.
        let mut products = [vec![0.0; active.z.len()], vec![0.0; active.z.len()]];
        let mut sums = EnergySums::default();
        let coefficients = self.of.coefficients.view();
        for j in self.of.nodes.y.clone() {
            let place = self.of.fields.layout.row(self.i, j);
            let [conserved, squares] = &mut products;
            let mut k = 0;
            while k < active.z.len() {
                let (n, tuple) = coefficients.run(place + k, active.z.len() - k);
                let weights = Weights::new(&tuple, self.of.dt);
                let out = [&mut conserved[k..k + n], &mut squares[k..k + n]];
                self.stretch(j, k..k + n, &weights, out);
                k += n;
            }
            for part in layout.parts() {
                let nodes = self.of.nodes.z.start + part..self.of.nodes.z.end + part;
                for (c, s) in conserved[nodes.clone()].iter().zip(&squares[nodes]) {
                    sums.conserved.add(*c);
                    sums.squares.add(*s);
                }
            }
        }
        sums
    }
}

/// Storage (eps, mu) and the coefficients of the step back for H.
struct Weights {
    storage: [f64; 6],
    keep: [f64; 3],
    gain: [f64; 3],
}

impl Weights {
    #[inline(always)]
    fn new<T: Real>(tuple: &Tuple<T>, dt: f64) -> Self {
        Self {
            storage: std::array::from_fn(|c| storage(tuple.keep[c].f64(), tuple.gain[c].f64(), dt)),
            keep: std::array::from_fn(|c| tuple.keep[3 + c].f64()),
            gain: std::array::from_fn(|c| tuple.gain[3 + c].f64()),
        }
    }
}

impl<T: Real> PlaneEnergy<'_, '_, T> {
    /// The products of some nodes of row j that share their coefficients.
    #[inline(always)]
    fn stretch(&self, j: usize, z: Range<usize>, w: &Weights, out: [&mut [f64]; 2]) {
        let Fields { layout, components } = self.of.fields;
        let n = z.len();
        let here = layout.row(self.i, j) + z.start;
        // SAFETY: nothing writes the fields while the energy is summed.
        let read = |c: usize, at: usize| unsafe { components[c].get(at, n) };
        let aside = |axis: usize, index: usize| layout.neighbour(HalfStep::H, axis, index);
        // Outside the grid the coefficient is zero, so any row will do.
        let ahead_x = aside(0, self.i).map_or(here, |i| layout.row(i, j) + z.start);
        let ahead_y = aside(1, j).map_or(here, |j| layout.row(self.i, j) + z.start);
        let over = &self.of.spacings.primal;
        let Lengths { primal, dual } = self.lengths;
        let nodes = Nodes {
            e: [0, 1, 2].map(|c| read(c, here)),
            h: [3, 4, 5].map(|c| read(c, here)),
            ahead_x: [1, 2].map(|c| read(c, ahead_x)),
            ahead_y: [0, 2].map(|c| read(c, ahead_y)),
            ahead_z: [0, 1].map(|c| read(c, here + 1)),
            over: (over[0][self.i], over[1][j], &over[2][z.clone()]),
            primal: (primal[0][self.i], primal[1][j], &primal[2][z.clone()]),
            dual: (dual[0][self.i], dual[1][j], &dual[2][z]),
        };
        let [conserved, squares] = out;
        let mut k = 0;
        while k + LANES <= n {
            let products = nodes.products::<LANES>(k, w);
            conserved[k..k + LANES].copy_from_slice(&products[0]);
            squares[k..k + LANES].copy_from_slice(&products[1]);
            k += LANES;
        }
        while k < n {
            let [[c], [s]] = nodes.products::<1>(k, w);
            (conserved[k], squares[k]) = (c, s);
            k += 1;
        }
    }
}

/// Nodes whose products are taken together, in arrays of their own, so that they are vectorised.
const LANES: usize = 8;

/// Consecutive nodes of a row, and what lies ahead of them.
struct Nodes<'a, T> {
    e: [&'a [T]; 3],
    h: [&'a [T]; 3],
    /// Ey and Ez.
    ahead_x: [&'a [T]; 2],
    /// Ex and Ez.
    ahead_y: [&'a [T]; 2],
    /// Ex and Ey.
    ahead_z: [&'a [T]; 2],
    /// Reciprocal primal lengths.
    over: (T, T, &'a [T]),
    primal: (f64, f64, &'a [f64]),
    dual: (f64, f64, &'a [f64]),
}

impl<T: Real> Nodes<'_, T> {
    /// The conserved energy and the sum of squares of each of the N nodes from the k-th on, twice.
    #[inline(always)]
    fn products<const N: usize>(&self, k: usize, w: &Weights) -> [[f64; N]; 2] {
        // Written out: what `map` calls is not always inlined.
        let ([ex, ey, ez], [hx, hy, hz]) = (self.e, self.h);
        let [ex, ey, ez]: [&[T; N]; 3] = [part(ex, k), part(ey, k), part(ez, k)];
        let [hx, hy, hz]: [&[T; N]; 3] = [part(hx, k), part(hy, k), part(hz, k)];
        let [ey_x, ez_x]: [&[T; N]; 2] = [part(self.ahead_x[0], k), part(self.ahead_x[1], k)];
        let [ex_y, ez_y]: [&[T; N]; 2] = [part(self.ahead_y[0], k), part(self.ahead_y[1], k)];
        let [ex_z, ey_z]: [&[T; N]; 2] = [part(self.ahead_z[0], k), part(self.ahead_z[1], k)];
        let (over_x, over_y, over_z) = (self.over.0, self.over.1, part::<T, N>(self.over.2, k));
        let [pz, dz]: [&[f64; N]; 2] = [part(self.primal.2, k), part(self.dual.2, k)];
        let [px, py, dx, dy] = [self.primal.0, self.primal.1, self.dual.0, self.dual.1];
        let mut products = [[0.0; N]; 2];
        for n in 0..N {
            let curls = [
                curl(ez[n], ez_y[n], over_y, ey[n], ey_z[n], over_z[n]),
                curl(ex[n], ex_z[n], over_z[n], ez[n], ez_x[n], over_x),
                curl(ey[n], ey_x[n], over_x, ex[n], ex_y[n], over_y),
            ];
            let of_e = [px * dy * dz[n], dx * py * dz[n], dx * dy * pz[n]];
            let of_h = [dx * py * pz[n], px * dy * pz[n], px * py * dz[n]];
            let (e, h) = ([ex[n], ey[n], ez[n]], [hx[n], hy[n], hz[n]]);
            for c in 0..3 {
                let (e, h) = (e[c].f64(), h[c].f64());
                let before = step_back(w.keep[c], w.gain[c], h, curls[c].f64());
                let electric = stored(w.storage[c], of_e[c], e, e);
                products[0][n] += electric + stored(w.storage[3 + c], of_h[c], h, before);
                products[1][n] += electric + stored(w.storage[3 + c], of_h[c], h, h);
            }
        }
        products
    }
}

/// N values of a row from the k-th on.
#[inline(always)]
fn part<T, const N: usize>(row: &[T], k: usize) -> &[T; N] {
    match row[k..].first_chunk() {
        Some(part) => part,
        None => unreachable!("the row ends before node {}", k + N),
    }
}
