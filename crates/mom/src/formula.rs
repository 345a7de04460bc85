//! The integrands of the field equations, without loops and indices into a mesh.
//!
//! With R = r - r', R = |R| and time dependence e^{+jwt} the Green function and its gradient are
//!
//! ```text
//! G = e^{-jkR}/(4 pi R)        grad G = -(1 + jkR) e^{-jkR}/(4 pi R^3) R
//! ```
//!
//! (the factor 1/(4 pi) is left to the caller). On a pair of triangles with barycentric coordinates lambda (at r) and mu (at
//! r') all entries follow from few averages over the pair:
//!
//! ```text
//! electric:  M_cd = <lambda_c mu_d G>,  <(r - p_a).(r' - q_b) G> = sum_cd M_cd (p_c - p_a).(q_d - q_b),  <G> = sum_cd M_cd
//! magnetic:  <(r - p_a) . n x (grad G x (r' - q_b))>,  where grad G x (r' - q_b) = grad G x (r - q_b) because R x R = 0
//! ```
//!
//! so that the inner integral of the magnetic field equation is grad G alone. Both integrands therefore have the same form: an inner
//! part of three complex numbers, summed over r', and an outer one of nine, summed over r.
//!
//! Tested against adaptive quadrature, and through the solver against the Mie series.

use poynting_exec::{Real, cos, sin};

/// Real and imaginary part.
pub type Pair<T> = [T; 2];
/// Nine complex numbers, by corner of the test and of the trial triangle.
pub type Block<T> = [[Pair<T>; 3]; 3];

/// e^{-jkR}/R.
#[inline(always)]
pub fn green<T: Real>(k: T, r: T) -> Pair<T> {
    let over = T::of(1.0) / r;
    [
        cos::<T>(k * r) * over,
        (T::of(0.0) - sin::<T>(k * r)) * over,
    ]
}

/// The factor g in grad (e^{-jkR}/R) = g R.
#[inline(always)]
pub fn gradient<T: Real>(k: T, r: T) -> Pair<T> {
    let over = T::of(1.0) / r;
    let cube = T::of(0.0) - over * over * over;
    let (kr, c, s) = (k * r, cos::<T>(k * r), sin::<T>(k * r));
    // (1 + jkR)(cos - j sin)
    [cube * (c + kr * s), cube * (kr * c - s)]
}

/// a . b.
#[inline(always)]
pub fn product<T: Real>(a: [T; 3], b: [T; 3]) -> T {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// mu_d G for the three corners of the trial triangle; mu carries the weight.
#[inline(always)]
pub fn electric_inner<T: Real>(k: T, separation: [T; 3], mu: [T; 3]) -> [Pair<T>; 3] {
    let g = green::<T>(k, T::root(product::<T>(separation, separation)));
    [
        [mu[0] * g[0], mu[0] * g[1]],
        [mu[1] * g[0], mu[1] * g[1]],
        [mu[2] * g[0], mu[2] * g[1]],
    ]
}

/// The three components of grad G, weighted.
#[inline(always)]
pub fn magnetic_inner<T: Real>(k: T, separation: [T; 3], weight: T) -> [Pair<T>; 3] {
    let g = gradient::<T>(k, T::root(product::<T>(separation, separation)));
    let g = [g[0] * weight, g[1] * weight];
    [
        [separation[0] * g[0], separation[0] * g[1]],
        [separation[1] * g[0], separation[1] * g[1]],
        [separation[2] * g[0], separation[2] * g[1]],
    ]
}

/// (r - p) . [K (n . (r - q)) - (r - q)(n . K)], which is (r - p) . n x (K x (r - q)), for one part of a complex K.
#[inline(always)]
pub fn magnetic_outer<T: Real>(from_p: [T; 3], from_q: [T; 3], normal: [T; 3], k: [T; 3]) -> T {
    product::<T>(from_p, k) * product::<T>(normal, from_q)
        - product::<T>(from_p, from_q) * product::<T>(normal, k)
}

/// <(r - p_a).(r' - q_b) G> from the averages M: `edges[a][b]` is the product of the edge opposite to corner a, run through in the
/// order of the corners, with that opposite to b.
#[inline(always)]
pub fn contract<T: Real>(m: [[T; 3]; 3], edges: [[T; 3]; 3], a: usize, b: usize) -> T {
    let (a1, a2, b1, b2) = ((a + 1) % 3, (a + 2) % 3, (b + 1) % 3, (b + 2) % 3);
    m[a1][b1] * edges[a2][b2] - m[a1][b2] * edges[a2][b1] - m[a2][b1] * edges[a1][b2]
        + m[a2][b2] * edges[a1][b1]
}
