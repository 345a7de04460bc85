//! Numbers of the two precisions.

use num_complex::Complex;
use rustfft::FftNum;

/// What `f32` and `f64` have in common.
pub trait Number: FftNum + Default {
    /// Its name.
    const NAME: &'static str;
    /// The smallest tolerance of a transform: some hundred units of rounding.
    const FINEST: f64;
    /// The nearest number of this precision.
    fn of(value: f64) -> Self;
    /// The same number in double precision.
    fn double(self) -> f64;
}

macro_rules! number {
    ($t:ident, $finest:expr) => {
        impl Number for $t {
            const NAME: &'static str = stringify!($t);
            const FINEST: f64 = $finest;
            #[inline(always)]
            fn of(value: f64) -> Self {
                value as $t
            }
            #[inline(always)]
            fn double(self) -> f64 {
                self.into()
            }
        }
    };
}

number!(f32, 1e-6);
number!(f64, 1e-13);

/// Real and imaginary parts as one slice, which vectorises.
#[inline(always)]
pub(super) fn parts<T: Number>(values: &[Complex<T>]) -> &[T] {
    // SAFETY: `Complex` is `repr(C)` with two fields of type `T`.
    unsafe { std::slice::from_raw_parts(values.as_ptr().cast(), 2 * values.len()) }
}

/// The same for writing.
#[inline(always)]
pub(super) fn parts_mut<T: Number>(values: &mut [Complex<T>]) -> &mut [T] {
    // SAFETY: as above.
    unsafe { std::slice::from_raw_parts_mut(values.as_mut_ptr().cast(), 2 * values.len()) }
}
