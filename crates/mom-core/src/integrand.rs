//! Integrands over a pair of triangles: the EFIE and the MFIE, tested with RWG functions.
//!
//! ```text
//! electric:  j k eta <[f_m . f_n - (1/k^2) div f_m div f_n] G>
//! magnetic:  -<f_m . n x (grad G x f_n)>        (the term <f_m . f_n>/2 of a triangle with itself is added by `crate::operator`)
//! ```
//!
//! Values are for the functions (r - p)/(2 A) of unit edge length on each triangle; lengths and signs come with the
//! functions. An integrand is independent of rule and store: rules call `inner` and `outer` at their points, with the loop over SIMD
//! lanes outside.

use std::f64::consts::PI;

use poynting_exec::Real;
use poynting_physics::constants::ETA0;

use crate::formula::text::electric_entry;
use crate::formula::{
    Block, Pair, contract, electric_inner, magnetic_entry, magnetic_inner, magnetic_moments,
    product,
};
use crate::space::Triangle;

/// SIMD lanes of loops over points or triangles.
pub const LANES: usize = 8;

/// Corners of the two triangles, and the normal of the test triangle.
#[derive(Debug, Clone, Copy)]
pub struct Shapes<T> {
    /// Corners p of the test triangle.
    pub test: [[T; 3]; 3],
    /// Corners q of the trial triangle.
    pub trial: [[T; 3]; 3],
    /// Normal of the test triangle.
    pub normal: [T; 3],
}

impl Shapes<f64> {
    /// Two triangles with their corners in the given order.
    pub fn new(test: &Triangle, trial: &Triangle, order: [[usize; 3]; 2]) -> Self {
        Self {
            test: order[0].map(|i| test.corners[i]),
            trial: order[1].map(|i| trial.corners[i]),
            normal: test.normal,
        }
    }
}

/// An integrand on pairs of triangles.
pub trait Integrand<T: Real>: Copy + Sync {
    /// The part that depends on r', with the weight of r' in `weight` and in `mu`.
    fn inner(self, separation: [T; 3], mu: [T; 3], weight: T) -> [Pair<T>; 3];
    /// What the sum of the inner parts contributes at r.
    fn outer(self, at: [T; 3], lambda: [T; 3], shapes: &Shapes<T>, inner: [Pair<T>; 3])
    -> Block<T>;
    /// Entries from the sum of the outer parts.
    fn finish(self, sums: Block<T>, shapes: &Shapes<T>) -> Block<T>;
    /// An entry below this is zero but for rounding.
    fn negligible(self) -> f64;
}

/// j k eta <[f . f' - (1/k^2) div f div f'] G>, times a factor.
#[derive(Debug, Clone, Copy)]
pub struct Electric<T> {
    /// Wave number.
    pub k: T,
    /// Factor of the vector potential.
    pub vector: T,
    /// Factor of the scalar potential.
    pub scalar: T,
}

impl<T: Real> Electric<T> {
    /// For wave number `k` > 0.
    pub fn new(k: f64, factor: f64) -> Self {
        let common = factor * ETA0 / (4.0 * PI);
        Self {
            k: T::of(k),
            // (r - p)/2 . (r' - q)/2 and div = 1.
            vector: T::of(0.25 * common * k),
            scalar: T::of(common / k),
        }
    }

    /// An entry from `<(r - p).(r' - q) G>` and `<G>`.
    #[inline(always)]
    pub fn entry(self, vector: Pair<T>, total: Pair<T>) -> Pair<T> {
        // Times j.
        let part = |n: usize| electric_entry(self.vector, vector[n], self.scalar, total[n]);
        [T::of(0.0) - part(1), part(0)]
    }

    /// The entries with corner `a` from the averages M.
    #[inline(always)]
    fn row(
        self,
        m: [[[T; 3]; 3]; 2],
        edges: [[T; 3]; 3],
        total: Pair<T>,
        a: usize,
    ) -> [Pair<T>; 3] {
        let mut row = [[T::of(0.0); 2]; 3];
        for b in 0..3 {
            let vector = [contract(m[0], edges, a, b), contract(m[1], edges, a, b)];
            row[b] = self.entry(vector, total);
        }
        row
    }
}

impl<T: Real> Integrand<T> for Electric<T> {
    #[inline(always)]
    fn inner(self, separation: [T; 3], mu: [T; 3], _weight: T) -> [Pair<T>; 3] {
        electric_inner(self.k, separation, mu)
    }

    #[inline(always)]
    fn outer(self, _at: [T; 3], lambda: [T; 3], _: &Shapes<T>, inner: [Pair<T>; 3]) -> Block<T> {
        let mut block = zero();
        for c in 0..3 {
            for d in 0..3 {
                block[c][d] = [lambda[c] * inner[d][0], lambda[c] * inner[d][1]];
            }
        }
        block
    }

    #[inline(always)]
    fn finish(self, sums: Block<T>, shapes: &Shapes<T>) -> Block<T> {
        let edges = edge_products(shapes);
        let (re, im) = (part_of(&sums, 0), part_of(&sums, 1));
        let total = [sum_of(re), sum_of(im)];
        // Written out: the compiler would not vectorise over lanes around larger loops.
        [
            self.row([re, im], edges, total, 0),
            self.row([re, im], edges, total, 1),
            self.row([re, im], edges, total, 2),
        ]
    }

    fn negligible(self) -> f64 {
        0.0
    }
}

/// -<f . n x (grad G x f')>, times a factor.
#[derive(Debug, Clone, Copy)]
pub struct Magnetic<T> {
    /// Wave number.
    pub k: T,
    /// Factor of the whole.
    pub factor: T,
}

impl<T: Real> Magnetic<T> {
    /// For wave number `k`.
    pub fn new(k: f64, factor: f64) -> Self {
        Self {
            k: T::of(k),
            factor: T::of(-factor / (16.0 * PI)),
        }
    }

    /// One part of the entries with corner `a`, from that of the moments.
    #[inline(always)]
    fn row(self, moments: [[T; 3]; 3], shapes: &Shapes<T>, a: usize) -> [T; 3] {
        let p = difference(shapes.test[a], shapes.test[0]);
        let mut row = [T::of(0.0); 3];
        for b in 0..3 {
            let q = difference(shapes.trial[b], shapes.test[0]);
            row[b] = self.factor * magnetic_entry(moments, p, q, shapes.normal);
        }
        row
    }
}

impl<T: Real> Integrand<T> for Magnetic<T> {
    #[inline(always)]
    fn inner(self, separation: [T; 3], _mu: [T; 3], weight: T) -> [Pair<T>; 3] {
        magnetic_inner(self.k, separation, weight)
    }

    #[inline(always)]
    fn outer(
        self,
        at: [T; 3],
        _lambda: [T; 3],
        shapes: &Shapes<T>,
        inner: [Pair<T>; 3],
    ) -> Block<T> {
        let mut block = zero();
        let r = difference(at, shapes.test[0]);
        for part in 0..2 {
            let k = [inner[0][part], inner[1][part], inner[2][part]];
            let moments = magnetic_moments(r, shapes.normal, k);
            for a in 0..3 {
                for b in 0..3 {
                    block[a][b][part] = moments[a][b];
                }
            }
        }
        block
    }

    #[inline(always)]
    fn finish(self, sums: Block<T>, shapes: &Shapes<T>) -> Block<T> {
        let (re, im) = (part_of(&sums, 0), part_of(&sums, 1));
        // Written out: the compiler would not vectorise over lanes around larger loops.
        [
            pairs(self.row(re, shapes, 0), self.row(im, shapes, 0)),
            pairs(self.row(re, shapes, 1), self.row(im, shapes, 1)),
            pairs(self.row(re, shapes, 2), self.row(im, shapes, 2)),
        ]
    }

    fn negligible(self) -> f64 {
        1e-9 * self.factor.f64().abs()
    }
}

/// The EFIE and the MFIE together, at one wave number.
#[derive(Debug, Clone, Copy)]
pub struct Combined<T> {
    /// The part of the EFIE.
    pub electric: Electric<T>,
    /// The part of the MFIE.
    pub magnetic: Magnetic<T>,
}

impl<T: Real> Combined<T> {
    /// For wave number `k` and the factors of the two equations.
    pub fn new(k: f64, [electric, magnetic]: [f64; 2]) -> Self {
        Self {
            electric: Electric::new(k, electric),
            magnetic: Magnetic::new(k, magnetic),
        }
    }
}

/// `<G>` of pulses, the same in every entry of the block: the scalar potential of a uniform charge on each triangle.
#[derive(Debug, Clone, Copy)]
pub struct Scalar {
    /// Wave number; zero gives the static potential.
    pub k: f64,
}

impl Integrand<f64> for Scalar {
    #[inline(always)]
    fn inner(self, separation: [f64; 3], mu: [f64; 3], _weight: f64) -> [Pair<f64>; 3] {
        electric_inner(self.k, separation, mu)
    }

    #[inline(always)]
    fn outer(
        self,
        _at: [f64; 3],
        _lambda: [f64; 3],
        _: &Shapes<f64>,
        inner: [Pair<f64>; 3],
    ) -> Block<f64> {
        let part = |part: usize| inner[0][part] + inner[1][part] + inner[2][part];
        [[[part(0), part(1)]; 3]; 3]
    }

    fn finish(self, sums: Block<f64>, _: &Shapes<f64>) -> Block<f64> {
        sums.map(|row| row.map(|value| value.map(|part| part / (4.0 * PI))))
    }

    fn negligible(self) -> f64 {
        0.0
    }
}

/// Products of the edges opposite the corners.
#[inline(always)]
pub fn edge_products<T: Real>(shapes: &Shapes<T>) -> [[T; 3]; 3] {
    let mut products = [[T::of(0.0); 3]; 3];
    for a in 0..3 {
        let edge = difference(shapes.test[(a + 2) % 3], shapes.test[(a + 1) % 3]);
        for b in 0..3 {
            let other = difference(shapes.trial[(b + 2) % 3], shapes.trial[(b + 1) % 3]);
            products[a][b] = product(edge, other);
        }
    }
    products
}

// Loops and small functions that must be inlined, not `array::map`: the compiler omits its closures from the wide SIMD versions.

/// Zero entries.
#[inline(always)]
pub fn zero<T: Real>() -> Block<T> {
    [[[T::of(0.0); 2]; 3]; 3]
}

/// a - b.
#[inline(always)]
pub fn difference<T: Real>(a: [T; 3], b: [T; 3]) -> [T; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

#[inline(always)]
fn pairs<T: Real>(re: [T; 3], im: [T; 3]) -> [Pair<T>; 3] {
    [[re[0], im[0]], [re[1], im[1]], [re[2], im[2]]]
}

#[inline(always)]
fn sum_of<T: Real>(values: [[T; 3]; 3]) -> T {
    let [a, b, c] = values;
    (a[0] + a[1] + a[2]) + (b[0] + b[1] + b[2]) + (c[0] + c[1] + c[2])
}

/// Real or imaginary parts.
#[inline(always)]
fn part_of<T: Real>(block: &Block<T>, part: usize) -> [[T; 3]; 3] {
    let mut values = [[T::of(0.0); 3]; 3];
    for a in 0..3 {
        for b in 0..3 {
            values[a][b] = block[a][b][part];
        }
    }
    values
}
