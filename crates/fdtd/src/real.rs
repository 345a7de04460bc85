//! The float of the fields, and the innermost formulas over it.
//!
//! Everything that a field value goes through in the time loop is one of the functions here: pure, without
//! loops or indices, so that every device computes from the same text.

use poynting_exec::Element;
use std::fmt::Debug;
use std::ops::{Add, Mul, Sub};

/// `f32` or `f64`.
pub trait Real:
    Element
    + Default
    + Debug
    + PartialEq
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
{
    /// Bytes of one value.
    const BYTES: u64 = size_of::<Self>() as u64;
    /// The nearest value.
    fn of(value: f64) -> Self;
    /// The same value in double precision.
    fn f64(self) -> f64;
}

impl Real for f32 {
    #[inline(always)]
    fn of(value: f64) -> Self {
        value as Self
    }
    #[inline(always)]
    fn f64(self) -> f64 {
        f64::from(self)
    }
}

impl Real for f64 {
    #[inline(always)]
    fn of(value: f64) -> Self {
        value
    }
    #[inline(always)]
    fn f64(self) -> f64 {
        self
    }
}

/// One component of a discrete curl: `(a - a')/da - (b - b')/db`, with reciprocal spacings.
#[inline(always)]
pub fn curl<T: Real>(a: [T; 2], over_da: T, b: [T; 2], over_db: T) -> T {
    (a[0] - a[1]) * over_da - (b[0] - b[1]) * over_db
}

/// One step of a field with loss: `keep * field + gain * curl`.
#[inline(always)]
pub fn advance<T: Real>(keep: T, gain: T, field: T, curl: T) -> T {
    keep * field + gain * curl
}

/// An impressed current takes `gain * density` from the field.
#[inline(always)]
pub fn impress<T: Real>(field: T, drop: T) -> T {
    field - drop
}
