//! What takes long to compile, compiled once for each precision and not in every crate that makes a transform.

use super::Sign;
use super::number::Number;
use super::stencil::{Gather, Spread};
use poynting_exec::SimdLevel;
use rustfft::{Fft, FftDirection, FftPlanner};
use std::sync::Arc;

/// `f32` or `f64`.
pub trait Scalar: Number {
    /// An FFT of this length.
    #[doc(hidden)]
    fn fft(len: usize, sign: Sign) -> Arc<dyn Fft<Self>>;
    /// Adds points to nodes.
    #[doc(hidden)]
    fn spread(work: Spread<'_, Self>);
    /// Sums nodes for points.
    #[doc(hidden)]
    fn gather(work: Gather<'_, Self>);
}

macro_rules! scalar {
    ($t:ident) => {
        impl Scalar for $t {
            #[inline(never)]
            fn fft(len: usize, sign: Sign) -> Arc<dyn Fft<Self>> {
                let direction = match sign {
                    Sign::Plus => FftDirection::Inverse,
                    Sign::Minus => FftDirection::Forward,
                };
                FftPlanner::new().plan_fft(len, direction)
            }
            #[inline(never)]
            fn spread(work: Spread<'_, Self>) {
                SimdLevel::detect().run(work);
            }
            #[inline(never)]
            fn gather(work: Gather<'_, Self>) {
                SimdLevel::detect().run(work);
            }
        }
    };
}

scalar!(f32);
scalar!(f64);
