//! The innermost formulas.
//!
//! Everything that a field value goes through in the time loop is one of the functions here: pure, without
//! loops or indices. The CPU loops call them as they stand; with the feature `gpu` the kernels are made from
//! the same text.

// The macro makes a module of each formula and cannot document it.
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

/// What a stretched coordinate remembers of a difference: `decay * psi + gain * (a - a')`.
#[cfg_attr(feature = "gpu", cube)]
#[inline(always)]
pub fn convolve<T: Real>(psi: T, decay: T, gain: T, a: T, a_aside: T) -> T {
    decay * psi + gain * (a - a_aside)
}

/// A part of the curl that comes late adds `gain * part` to the field.
#[cfg_attr(feature = "gpu", cube)]
#[inline(always)]
pub fn couple<T: Real>(field: T, gain: T, part: T) -> T {
    field + gain * part
}

/// The current that a memory adds to.
#[cfg_attr(feature = "gpu", cube)]
#[inline(always)]
pub fn recall<T: Real>(current: T, memory: T) -> T {
    current + memory
}

/// A memory that turns and fades, its real part: `re (k S + p field)`.
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

/// A field one step earlier, where the curl that drove it is known: the inverse of [`advance()`]. A medium so lossy that a
/// step turns the field around has no step back worth the name; there the field stands for itself.
#[cfg_attr(feature = "gpu", cube)]
#[inline(always)]
pub fn step_back<T: Real>(keep: T, gain: T, field: T, curl: T) -> T {
    let mut before = field;
    if keep > T::of(0.1) {
        before = (field - gain * curl) / keep;
    }
    before
}

/// What stores energy at a node, eps or mu, from its coefficients: `dt (1 + keep)/(2 gain)`; none where the field is fixed.
#[cfg_attr(feature = "gpu", cube)]
#[inline(always)]
pub fn storage<T: Real>(keep: T, gain: T, dt: T) -> T {
    let mut storage = T::of(0.0);
    if gain != T::of(0.0) {
        storage = dt * (T::of(1.0) + keep) / (T::of(2.0) * gain);
    }
    storage
}

/// A length from its reciprocal; there is none beyond a wall.
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
