//! The integrands of the integral equations, without loops or mesh indices.
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
//! so the inner integral of the MFIE is grad G alone. Both integrands therefore have the same form: an inner
//! part of three complex numbers, summed over r', and an outer one of nine, summed over r.
//!
//! Tested against adaptive quadrature, and through the solver against the Mie series. The arithmetic is in [`text`], which also generates
//! the GPU kernels; here it is wrapped in the arrays of the CPU loops.

pub mod text;

use poynting_exec::Real;
use text::{Inner, Moments, Square, Triple};

/// Real and imaginary part.
pub type Pair<T> = [T; 2];
/// Nine complex numbers, by corner of the test and of the trial triangle.
pub type Block<T> = [[Pair<T>; 3]; 3];

/// a + sign b.
#[inline(always)]
pub fn plus(mut a: Block<f64>, b: &Block<f64>, sign: f64) -> Block<f64> {
    let values = a.iter_mut().flatten().flatten();
    for (x, y) in values.zip(b.iter().flatten().flatten()) {
        *x += sign * y;
    }
    a
}

#[inline(always)]
fn triple<T: Real>([x, y, z]: [T; 3]) -> Triple<T> {
    Triple { x, y, z }
}

#[inline(always)]
fn pairs<T: Real>(inner: Inner<T>) -> [Pair<T>; 3] {
    let Inner { re, im } = inner;
    [[re.x, im.x], [re.y, im.y], [re.z, im.z]]
}

/// a . b.
#[inline(always)]
pub fn product<T: Real>(a: [T; 3], b: [T; 3]) -> T {
    text::product(triple(a), triple(b))
}

/// mu_d G for the three corners of the trial triangle; mu carries the weight.
#[inline(always)]
pub fn electric_inner<T: Real>(k: T, separation: [T; 3], mu: [T; 3]) -> [Pair<T>; 3] {
    pairs(text::electric_inner(k, triple(separation), triple(mu)))
}

/// The three components of grad G, weighted.
#[inline(always)]
pub fn magnetic_inner<T: Real>(k: T, separation: [T; 3], weight: T) -> [Pair<T>; 3] {
    pairs(text::magnetic_inner(k, triple(separation), weight))
}

/// Moments of one part of K at r, relative to the first corner of the test triangle: K, r n.K, and r.K with r^2 n.K.
#[inline(always)]
pub fn magnetic_moments<T: Real>(r: [T; 3], normal: [T; 3], k: [T; 3]) -> [[T; 3]; 3] {
    let m = text::magnetic_moments(triple(r), triple(normal), triple(k));
    [
        [m.k.x, m.k.y, m.k.z],
        [m.normal.x, m.normal.y, m.normal.z],
        [m.along, m.square, T::of(0.0)],
    ]
}

/// The sum of (r - p) . n x (K x (r - q)) from the moments; p and q are relative to the first corner of the test triangle.
#[inline(always)]
pub fn magnetic_entry<T: Real>(moments: [[T; 3]; 3], p: [T; 3], q: [T; 3], normal: [T; 3]) -> T {
    let [k, across, [along, square, _]] = moments;
    let moments = Moments {
        k: triple(k),
        normal: triple(across),
        along,
        square,
    };
    text::magnetic_entry(moments, triple(p), triple(q), triple(normal))
}

/// <(r - p_a).(r' - q_b) G> from the averages M: `edges[a][b]` is the product of the edge opposite corner a, traversed in the
/// order of the corners, with that opposite b.
#[inline(always)]
pub fn contract<T: Real>(m: [[T; 3]; 3], edges: [[T; 3]; 3], a: usize, b: usize) -> T {
    text::contract(square(m, a, b), square(edges, a, b))
}

#[inline(always)]
fn square<T: Real>(of: [[T; 3]; 3], a: usize, b: usize) -> Square<T> {
    let (a1, a2, b1, b2) = ((a + 1) % 3, (a + 2) % 3, (b + 1) % 3, (b + 2) % 3);
    Square {
        next_next: of[a1][b1],
        next_last: of[a1][b2],
        last_next: of[a2][b1],
        last_last: of[a2][b2],
    }
}
