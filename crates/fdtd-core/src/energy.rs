//! The energy conserved by the leapfrog scheme.
//!
//! ```text
//! W = 1/2 sum eps E^n . E^n dV + 1/2 sum mu H^{n-1/2} . H^{n+1/2} dV
//! ```
//!
//! with dual volumes for E and primal-dual ones for H. In a lossless closed grid W is constant up to rounding,
//! not merely on average: Ampere's law gives the change of the first sum as the work of curl H, Faraday's law
//! that of the second as the work of curl E, and the two curls are adjoint on the graded grid with these
//! volumes. H^{n-1/2} is obtained by one step back from E^n. Sums run in a fixed order.
//!
//! Above the stability limit W is still conserved while the fields grow without bound, because the product of
//! two H of opposite sign is negative. Growth is therefore monitored on the sum of squares, which uses
//! H^{n+1/2} twice.

use crate::coefficients::Coefficients;
use crate::fields::{Fields, Spacings};
use crate::formula::{curl, length, step_back, storage, stored};
use crate::tuple::Tuple;
use poynting_exec::{Kernel, Pool, Real, SimdLevel};
use poynting_grid::HalfStep;
use rayon::prelude::*;

/// Inputs of the energy sum.
#[derive(Debug, Clone, Copy)]
pub struct EnergyOf<'a, T: Real> {
    /// The fields, all at one time step.
    pub fields: Fields<'a, T>,
    /// The grid's reciprocal lengths.
    pub spacings: &'a Spacings<T>,
    /// The coefficients, from which eps and mu are recovered.
    pub coefficients: &'a Coefficients<T>,
    /// Time step.
    pub dt: f64,
    /// Instructions to use.
    pub simd: SimdLevel,
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
    /// The energy of all fields.
    pub fn total(&self, pool: &Pool) -> Energy {
        let planes = self.fields.layout.active().x;
        let lengths = Lengths::new(self.spacings);
        let plane = |i| {
            self.simd.run(PlaneEnergy {
                of: self,
                lengths: &lengths,
                i,
            })
        };
        let planes: Vec<Energy> = match pool.threads() {
            1 => planes.map(plane).collect(),
            _ => pool.install(|| planes.into_par_iter().map(plane).collect()),
        };
        Energy {
            conserved: 0.5 * planes.iter().map(|e| e.conserved).sum::<f64>(),
            squares: 0.5 * planes.iter().map(|e| e.squares).sum::<f64>(),
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
    type Output = Energy;

    #[inline(always)]
    fn run(self) -> Energy {
        let active = self.of.fields.layout.active();
        // Products first, so that they are vectorised; then their sum in an order that depends on nothing else.
        let mut products = [vec![0.0; active.z.len()], vec![0.0; active.z.len()]];
        let mut sum = Energy::default();
        let coefficients = self.of.coefficients.view();
        for j in active.y {
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
            sum.conserved += conserved.iter().sum::<f64>();
            sum.squares += squares.iter().sum::<f64>();
        }
        sum
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
    #[inline(always)]
    fn stretch(&self, j: usize, z: std::ops::Range<usize>, w: &Weights, out: [&mut [f64]; 2]) {
        let Fields { layout, components } = self.of.fields;
        let n = z.len();
        let here = layout.row(self.i, j) + z.start;
        // SAFETY: nothing writes the fields while the energy is summed.
        let read = |c: usize, at: usize| unsafe { components[c].get(at, n) };
        let aside = |axis: usize, index: usize| layout.neighbour(HalfStep::H, axis, index);
        // Outside the grid the coefficient is zero, so any row will do.
        let ahead_x = aside(0, self.i).map_or(here, |i| layout.row(i, j) + z.start);
        let ahead_y = aside(1, j).map_or(here, |j| layout.row(self.i, j) + z.start);
        let [ex, ey, ez] = [0, 1, 2].map(|c| read(c, here));
        let [hx, hy, hz] = [3, 4, 5].map(|c| read(c, here));
        let (ey_x, ez_x, ex_y, ez_y) = (
            read(1, ahead_x),
            read(2, ahead_x),
            read(0, ahead_y),
            read(2, ahead_y),
        );
        let (ex_z, ey_z) = (read(0, here + 1), read(1, here + 1));
        let over = &self.of.spacings.primal;
        let (over_x, over_y, over_z) = (over[0][self.i], over[1][j], &over[2][z.clone()]);
        let Lengths { primal, dual } = self.lengths;
        let (px, dx, py, dy) = (primal[0][self.i], dual[0][self.i], primal[1][j], dual[1][j]);
        let (pz, dz) = (&primal[2][z.clone()], &dual[2][z]);
        let [conserved, squares] = out.map(|row| &mut row[..n]);
        for k in 0..n {
            let back =
                |c: usize, h: T, curl: T| step_back(w.keep[c], w.gain[c], h.f64(), curl.f64());
            let along_x = curl(ez[k], ez_y[k], over_y, ey[k], ey_z[k], over_z[k]);
            let along_y = curl(ex[k], ex_z[k], over_z[k], ez[k], ez_x[k], over_x);
            let along_z = curl(ey[k], ey_x[k], over_x, ex[k], ex_y[k], over_y);
            let before = [
                back(0, hx[k], along_x),
                back(1, hy[k], along_y),
                back(2, hz[k], along_z),
            ];
            let (e, h) = ([ex[k], ey[k], ez[k]], [hx[k], hy[k], hz[k]]);
            let of_e = [px * dy * dz[k], dx * py * dz[k], dx * dy * pz[k]];
            let of_h = [dx * py * pz[k], px * dy * pz[k], px * py * dz[k]];
            let (mut w_conserved, mut w_squares) = (0.0, 0.0);
            for c in 0..3 {
                let electric = stored(w.storage[c], of_e[c], e[c].f64(), e[c].f64());
                w_conserved += electric + stored(w.storage[3 + c], of_h[c], h[c].f64(), before[c]);
                w_squares += electric + stored(w.storage[3 + c], of_h[c], h[c].f64(), h[c].f64());
            }
            conserved[k] = w_conserved;
            squares[k] = w_squares;
        }
    }
}
