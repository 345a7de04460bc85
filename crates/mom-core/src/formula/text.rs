//! The formulas of `crate::formula`, shared by the CPU and the GPU kernels: pure, without loops or indices. Kernels cannot take arrays as arguments,
//! so three numbers are a [`Triple`].

// The macro generates a module per formula and cannot document it.
#![cfg_attr(feature = "gpu", allow(missing_docs))]

#[cfg(feature = "gpu")]
use cubecl::prelude::*;
use poynting_exec::{Real, cos, sin};

/// A vector, or a number for each corner of a triangle.
#[cfg_attr(feature = "gpu", derive(CubeType))]
#[derive(Debug, Clone, Copy)]
pub struct Triple<T: Real> {
    pub x: T,
    pub y: T,
    pub z: T,
}

/// A complex number.
#[cfg_attr(feature = "gpu", derive(CubeType))]
#[derive(Debug, Clone, Copy)]
pub struct Value<T: Real> {
    pub re: T,
    pub im: T,
}

/// Three complex numbers.
#[cfg_attr(feature = "gpu", derive(CubeType))]
#[derive(Debug, Clone, Copy)]
pub struct Inner<T: Real> {
    pub re: Triple<T>,
    pub im: Triple<T>,
}

/// Values of the corners that follow corner a of the test triangle, next and last, with those that follow corner b of the trial triangle.
#[cfg_attr(feature = "gpu", derive(CubeType))]
#[derive(Debug, Clone, Copy)]
pub struct Square<T: Real> {
    pub next_next: T,
    pub next_last: T,
    pub last_next: T,
    pub last_last: T,
}

/// e^{-jkR}/R.
#[cfg_attr(feature = "gpu", cube)]
#[inline(always)]
pub fn green<T: Real>(k: T, r: T) -> Value<T> {
    let over = T::of(1.0) / r;
    Value::<T> {
        re: cos::<T>(k * r) * over,
        im: (T::of(0.0) - sin::<T>(k * r)) * over,
    }
}

/// The factor g in grad (e^{-jkR}/R) = g R.
#[cfg_attr(feature = "gpu", cube)]
#[inline(always)]
pub fn gradient<T: Real>(k: T, r: T) -> Value<T> {
    let over = T::of(1.0) / r;
    let cube = T::of(0.0) - over * over * over;
    let kr = k * r;
    let c = cos::<T>(kr);
    let s = sin::<T>(kr);
    // (1 + jkR)(cos - j sin)
    Value::<T> {
        re: cube * (c + kr * s),
        im: cube * (kr * c - s),
    }
}

/// a . b.
#[cfg_attr(feature = "gpu", cube)]
#[inline(always)]
pub fn product<T: Real>(a: Triple<T>, b: Triple<T>) -> T {
    a.x * b.x + a.y * b.y + a.z * b.z
}

/// a - b.
#[cfg(feature = "gpu")]
#[cube]
#[inline(always)]
pub fn difference<T: Real>(a: Triple<T>, b: Triple<T>) -> Triple<T> {
    Triple::<T> {
        x: a.x - b.x,
        y: a.y - b.y,
        z: a.z - b.z,
    }
}

/// a s.
#[cfg_attr(feature = "gpu", cube)]
#[inline(always)]
pub fn scaled<T: Real>(a: Triple<T>, s: T) -> Triple<T> {
    Triple::<T> {
        x: a.x * s,
        y: a.y * s,
        z: a.z * s,
    }
}

/// mu_d G for the three corners of the trial triangle; mu carries the weight.
#[cfg_attr(feature = "gpu", cube)]
#[inline(always)]
pub fn electric_inner<T: Real>(k: T, separation: Triple<T>, mu: Triple<T>) -> Inner<T> {
    let g = green::<T>(k, T::root(product::<T>(separation, separation)));
    Inner::<T> {
        re: scaled::<T>(mu, g.re),
        im: scaled::<T>(mu, g.im),
    }
}

/// The three components of grad G, weighted.
#[cfg_attr(feature = "gpu", cube)]
#[inline(always)]
pub fn magnetic_inner<T: Real>(k: T, separation: Triple<T>, weight: T) -> Inner<T> {
    let g = gradient::<T>(k, T::root(product::<T>(separation, separation)));
    Inner::<T> {
        re: scaled::<T>(separation, g.re * weight),
        im: scaled::<T>(separation, g.im * weight),
    }
}

/// Moments of one part of K over the test triangle, with r seen from its first corner.
#[cfg_attr(feature = "gpu", derive(CubeType))]
#[derive(Debug, Clone, Copy)]
pub struct Moments<T: Real> {
    /// K.
    pub k: Triple<T>,
    /// r n.K.
    pub normal: Triple<T>,
    /// r.K.
    pub along: T,
    /// r^2 n.K.
    pub square: T,
}

/// What K at one r contributes.
#[cfg_attr(feature = "gpu", cube)]
#[inline(always)]
pub fn magnetic_moments<T: Real>(r: Triple<T>, normal: Triple<T>, k: Triple<T>) -> Moments<T> {
    let across = product::<T>(normal, k);
    Moments::<T> {
        k,
        normal: scaled::<T>(r, across),
        along: product::<T>(r, k),
        square: product::<T>(r, r) * across,
    }
}

/// The sum of (r - p) . [K (n . (r - q)) - (r - q)(n . K)], which is (r - p) . n x (K x (r - q)), from the moments; p and q seen from the first
/// corner of the test triangle too. n.(r - q) is the same all over it.
#[cfg_attr(feature = "gpu", cube)]
#[inline(always)]
pub fn magnetic_entry<T: Real>(
    moments: Moments<T>,
    p: Triple<T>,
    q: Triple<T>,
    normal: Triple<T>,
) -> T {
    let height = T::of(0.0) - product::<T>(normal, q);
    let tangential = moments.along - product::<T>(p, moments.k);
    let crossed =
        moments.square - product::<T>(p, moments.normal) - product::<T>(q, moments.normal)
            + product::<T>(p, q) * product::<T>(normal, moments.k);
    tangential * height - crossed
}

/// <(r - p_a).(r' - q_b) G> from the averages M: an edge is the product of the edge opposite to a corner, run through in the order of
/// the corners, with that opposite to one of the other triangle.
#[cfg_attr(feature = "gpu", cube)]
#[inline(always)]
pub fn contract<T: Real>(m: Square<T>, edges: Square<T>) -> T {
    m.next_next * edges.last_last - m.next_last * edges.last_next - m.last_next * edges.next_last
        + m.last_last * edges.next_next
}

/// One part of an entry of the electric field equation, before it is multiplied by j: vector potential less scalar potential, each with its
/// factor.
#[cfg_attr(feature = "gpu", cube)]
#[inline(always)]
pub fn electric_entry<T: Real>(vector: T, contracted: T, scalar: T, total: T) -> T {
    vector * contracted - scalar * total
}
