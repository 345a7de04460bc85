//! The innermost formulas.
//!
//! Every operation on a field value in the time loop is one of the functions here: pure, without loops or
//! indices. The CPU loops call them directly; with the feature `gpu` the kernels are generated from the same
//! source.

// The macro turns each formula into a module and cannot document it.
#![cfg_attr(feature = "gpu", allow(missing_docs))]

#[cfg(feature = "gpu")]
use cubecl::prelude::*;
use poynting_exec::Real;

/// One component of a discrete curl: `(a - a')/da - (b - b')/db`, with reciprocal spacings.
#[cfg_attr(feature = "gpu", cube)]
#[inline(always)]
pub fn curl<T: Real>(a: T, a_aside: T, over_da: T, b: T, b_aside: T, over_db: T) -> T {
    (a - a_aside) * over_da - (b - b_aside) * over_db
}

/// One step of a field with loss: `keep * field + gain * curl`.
#[cfg_attr(feature = "gpu", cube)]
#[inline(always)]
pub fn advance<T: Real>(keep: T, gain: T, field: T, curl: T) -> T {
    keep * field + gain * curl
}

/// An impressed current takes `factor * signal` from the field.
#[cfg_attr(feature = "gpu", cube)]
#[inline(always)]
pub fn impress<T: Real>(field: T, factor: T, signal: T) -> T {
    field - factor * signal
}

/// State of a stretched coordinate: `decay * psi + gain * (a - a')`.
#[cfg_attr(feature = "gpu", cube)]
#[inline(always)]
pub fn convolve<T: Real>(psi: T, decay: T, gain: T, a: T, a_aside: T) -> T {
    decay * psi + gain * (a - a_aside)
}

/// A curl term applied separately: adds `gain * part` to the field.
#[cfg_attr(feature = "gpu", cube)]
#[inline(always)]
pub fn couple<T: Real>(field: T, gain: T, part: T) -> T {
    field + gain * part
}

/// Adds a state variable to the current.
#[cfg_attr(feature = "gpu", cube)]
#[inline(always)]
pub fn recall<T: Real>(current: T, memory: T) -> T {
    current + memory
}

/// Complex state variable, real part: `re (k S + p field)`.
#[cfg_attr(feature = "gpu", cube)]
#[inline(always)]
pub fn turn<T: Real>(re: T, im: T, decay_re: T, decay_im: T, feed: T, field: T) -> T {
    decay_re * re - decay_im * im + feed * field
}

/// Its imaginary part.
#[cfg_attr(feature = "gpu", cube)]
#[inline(always)]
pub fn turn_aside<T: Real>(re: T, im: T, decay_re: T, decay_im: T, feed: T, field: T) -> T {
    decay_re * im + decay_im * re + feed * field
}

/// The real part of `(re + j im)(cos + j sin)`.
#[cfg_attr(feature = "gpu", cube)]
#[inline(always)]
pub fn turned_re<T: Real>(re: T, im: T, cos: T, sin: T) -> T {
    re * cos - im * sin
}

/// The imaginary part of it.
#[cfg_attr(feature = "gpu", cube)]
#[inline(always)]
pub fn turned_im<T: Real>(re: T, im: T, cos: T, sin: T) -> T {
    re * sin + im * cos
}

/// A field one step earlier, given the curl that drove it: the inverse of [`advance()`]. If a medium is so lossy that a
/// step reverses the field, no meaningful step back exists, and the field itself is returned.
#[cfg_attr(feature = "gpu", cube)]
#[inline(always)]
pub fn step_back<T: Real>(keep: T, gain: T, field: T, curl: T) -> T {
    let mut before = field;
    if keep > T::of(0.1) {
        before = (field - gain * curl) / keep;
    }
    before
}

/// The storage of a node, eps or mu, from its coefficients: `dt (1 + keep)/(2 gain)`; zero where the field is fixed.
#[cfg_attr(feature = "gpu", cube)]
#[inline(always)]
pub fn storage<T: Real>(keep: T, gain: T, dt: T) -> T {
    let mut storage = T::of(0.0);
    if gain != T::of(0.0) {
        storage = dt * (T::of(1.0) + keep) / (T::of(2.0) * gain);
    }
    storage
}

/// A length from its reciprocal; zero beyond the boundary.
#[cfg_attr(feature = "gpu", cube)]
#[inline(always)]
pub fn length<T: Real>(over: T) -> T {
    let mut length = T::of(0.0);
    if over != T::of(0.0) {
        length = T::of(1.0) / over;
    }
    length
}

/// Twice the energy of a node: `storage * volume * a * b`.
#[cfg_attr(feature = "gpu", cube)]
#[inline(always)]
pub fn stored<T: Real>(storage: T, volume: T, a: T, b: T) -> T {
    storage * volume * a * b
}
