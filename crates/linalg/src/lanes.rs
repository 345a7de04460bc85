//! Vectors of real numbers, as wide as the registers of the processor.

use std::ops::SubAssign;

use pulp::Simd;
use pulp::bytemuck::{Pod, cast_slice};

/// `f32` or `f64`, with the vectors of each instruction set.
pub trait Lanes: Pod + SubAssign {
    /// As many numbers as fit into a register.
    #[doc(hidden)]
    type Vector<S: Simd>: Pod;
    /// The same number in all lanes.
    #[doc(hidden)]
    fn splat<S: Simd>(simd: S, x: Self) -> Self::Vector<S>;
    /// a b + c, rounded once where the processor can.
    #[doc(hidden)]
    fn mul_add<S: Simd>(
        simd: S,
        a: Self::Vector<S>,
        b: Self::Vector<S>,
        c: Self::Vector<S>,
    ) -> Self::Vector<S>;
    /// -a
    #[doc(hidden)]
    fn minus<S: Simd>(simd: S, a: Self::Vector<S>) -> Self::Vector<S>;
    /// Whole vectors of a slice.
    #[doc(hidden)]
    fn vectors<S: Simd>(slice: &[Self]) -> &[Self::Vector<S>];

    /// The number of lanes.
    #[doc(hidden)]
    fn count<S: Simd>() -> usize {
        size_of::<Self::Vector<S>>() / size_of::<Self>()
    }

    /// The lanes of some vectors, one after the other.
    #[doc(hidden)]
    fn numbers<S: Simd>(vectors: &[Self::Vector<S>]) -> &[Self] {
        cast_slice(vectors)
    }
}

macro_rules! lanes {
    ($real:ty, $vector:ident, $splat:ident, $mul_add:ident, $neg:ident, $as_simd:ident) => {
        impl Lanes for $real {
            type Vector<S: Simd> = S::$vector;

            #[inline(always)]
            fn splat<S: Simd>(simd: S, x: Self) -> S::$vector {
                simd.$splat(x)
            }

            #[inline(always)]
            fn mul_add<S: Simd>(
                simd: S,
                a: S::$vector,
                b: S::$vector,
                c: S::$vector,
            ) -> S::$vector {
                simd.$mul_add(a, b, c)
            }

            #[inline(always)]
            fn minus<S: Simd>(simd: S, a: S::$vector) -> S::$vector {
                simd.$neg(a)
            }

            #[inline(always)]
            fn vectors<S: Simd>(slice: &[Self]) -> &[S::$vector] {
                S::$as_simd(slice).0
            }
        }
    };
}

lanes!(f32, f32s, splat_f32s, mul_add_f32s, neg_f32s, as_simd_f32s);
lanes!(f64, f64s, splat_f64s, mul_add_f64s, neg_f64s, as_simd_f64s);
