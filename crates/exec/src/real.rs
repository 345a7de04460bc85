//! The float of a solver, `f32` or `f64`, and arithmetic that is the same source code on the host and on a device.
//!
//! A formula is a small function over [`Real`] under `#[cfg_attr(feature = "gpu", cubecl::cube)]`: ordinary Rust in every build, and
//! in a build with GPUs also the source of the kernels. CubeCL's own float trait panics on the host for
//! roots and sines, takes constants only as `f32`, and a Vulkan device has no sine in double precision and
//! a coarse one in single. So constants and roots come from [`Real`], sine and cosine from [`sin`] and [`cos`].

// The macro generates a module per formula and cannot document it.
#![cfg_attr(feature = "gpu", allow(missing_docs))]

use crate::Element;
use std::f64::consts::FRAC_2_PI;
use std::fmt::Debug;

#[cfg(feature = "gpu")]
use cubecl::prelude::*;
#[cfg(feature = "gpu")]
use cubecl::{self as cubecl, ir::ManagedVariable};

/// Arithmetic on the host.
#[cfg(not(feature = "gpu"))]
pub trait Arithmetic:
    Sized
    + std::ops::Add<Output = Self>
    + std::ops::Sub<Output = Self>
    + std::ops::Mul<Output = Self>
    + std::ops::Div<Output = Self>
    + std::ops::AddAssign
    + PartialOrd
{
}
/// Arithmetic on the host and on devices.
#[cfg(feature = "gpu")]
pub trait Arithmetic: Float + CubeElement {}

impl Arithmetic for f32 {}
impl Arithmetic for f64 {}

/// `f32` or `f64`.
pub trait Real: Element + Arithmetic + Default + Debug {
    /// Bytes of one value.
    const BYTES: u64 = size_of::<Self>() as u64;
    /// The distance from 1 to the next larger value.
    const ULP: f64;
    /// The nearest value.
    fn of(value: f64) -> Self;
    /// The same value in double precision; on the host only.
    fn f64(self) -> f64;
    /// The square root.
    fn root(x: Self) -> Self;
    /// The largest integer that is not above `x`.
    fn whole(x: Self) -> Self;

    /// [`Real::of`] in a kernel.
    #[cfg(feature = "gpu")]
    #[doc(hidden)]
    fn __expand_of(scope: &mut Scope, value: f64) -> NativeExpand<Self> {
        let constant = Self::as_type(scope).constant(value.into());
        ManagedVariable::Plain(constant).into()
    }
    /// [`Real::root`] in a kernel.
    #[cfg(feature = "gpu")]
    #[doc(hidden)]
    fn __expand_root(scope: &mut Scope, x: NativeExpand<Self>) -> NativeExpand<Self> {
        x.__expand_sqrt_method(scope)
    }
    /// [`Real::whole`] in a kernel.
    #[cfg(feature = "gpu")]
    #[doc(hidden)]
    fn __expand_whole(scope: &mut Scope, x: NativeExpand<Self>) -> NativeExpand<Self> {
        x.__expand_floor_method(scope)
    }
}

macro_rules! real {
    ($float:ident) => {
        impl Real for $float {
            const ULP: f64 = $float::EPSILON as f64;
            #[inline(always)]
            fn of(value: f64) -> Self {
                value as Self
            }
            #[inline(always)]
            fn f64(self) -> f64 {
                self as f64
            }
            #[inline(always)]
            fn root(x: Self) -> Self {
                $float::sqrt(x)
            }
            #[inline(always)]
            fn whole(x: Self) -> Self {
                $float::floor(x)
            }
        }
    };
}
real!(f32);
real!(f64);

/// Sine of `x` radians.
#[cfg_attr(feature = "gpu", cube)]
#[inline(always)]
pub fn sin<T: Real>(x: T) -> T {
    quarter_turns::<T>(x, T::of(0.0))
}

/// Cosine of `x` radians.
#[cfg_attr(feature = "gpu", cube)]
#[inline(always)]
pub fn cos<T: Real>(x: T) -> T {
    quarter_turns::<T>(x, T::of(1.0))
}

/// The sine of `x` plus `ahead` quarter turns.
///
/// W. J. Cody and W. Waite, Software Manual for the Elementary Functions (1980), ch. 8: x = n pi/2 + r with
/// |r| <= pi/4. Here pi/2 is a sum of parts of twelve bits each, so their products with n are exact in either
/// precision while |x| is below about 6000 (single) or 10^12 (double). The quarter turn then selects the
/// sine or the cosine of r and their sign, without branches: threads of a device do not diverge.
#[cfg_attr(feature = "gpu", cube)]
#[inline(always)]
fn quarter_turns<T: Real>(x: T, ahead: T) -> T {
    let n = T::whole(x * T::of(FRAC_2_PI) + T::of(0.5));
    let r = x - n * T::of(1.5703125);
    let r = r - n * T::of(0.000_483_751_296_997_070_3);
    let r = r - n * T::of(7.549_533_620_476_723e-8);
    let r = r - n * T::of(2.563_282_919_254_561_4e-12);
    let r = r - n * T::of(6.123_031_769_111_886e-17);
    let r = r - n * T::of(2.021_629_417_079_599_6e-21);
    let turn = n + ahead;
    let odd = turn - T::of(2.0) * T::whole(turn * T::of(0.5));
    let behind = T::whole(turn * T::of(0.5)) - T::of(2.0) * T::whole(turn * T::of(0.25));
    let value = small_sin::<T>(r) * (T::of(1.0) - odd) + small_cos::<T>(r) * odd;
    value * (T::of(1.0) - T::of(2.0) * behind)
}

/// Taylor series for |r| <= pi/4; the next term is below the rounding error of double precision.
#[cfg_attr(feature = "gpu", cube)]
#[inline(always)]
fn small_sin<T: Real>(r: T) -> T {
    let s = r * r;
    let tail = T::of(1.0 / 6_227_020_800.0)
        - s * (T::of(1.0 / 1_307_674_368_000.0) - s * T::of(1.0 / 355_687_428_096_000.0));
    let tail = T::of(1.0 / 362_880.0) - s * (T::of(1.0 / 39_916_800.0) - s * tail);
    let tail = T::of(1.0 / 6.0) - s * (T::of(1.0 / 120.0) - s * (T::of(1.0 / 5040.0) - s * tail));
    r - r * s * tail
}

/// As [`small_sin`].
#[cfg_attr(feature = "gpu", cube)]
#[inline(always)]
fn small_cos<T: Real>(r: T) -> T {
    let s = r * r;
    let tail = T::of(1.0 / 479_001_600.0)
        - s * (T::of(1.0 / 87_178_291_200.0) - s * T::of(1.0 / 20_922_789_888_000.0));
    let tail = T::of(1.0 / 40_320.0) - s * (T::of(1.0 / 3_628_800.0) - s * tail);
    let tail = T::of(0.5) - s * (T::of(1.0 / 24.0) - s * (T::of(1.0 / 720.0) - s * tail));
    T::of(1.0) - s * tail
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Angles of both signs, near the turning points and far out.
    fn angles() -> impl Iterator<Item = f64> {
        let fine = (-4000..4000).map(|n| f64::from(n) * 0.01);
        let turns = (-12..12).flat_map(|n| {
            let at = f64::from(n) * std::f64::consts::FRAC_PI_4;
            [at - 1e-7, at, at + 1e-7]
        });
        fine.chain(turns).chain([1000.5, -5999.25])
    }

    fn worst<T: Real>() -> f64 {
        let off = |x: f64| {
            let x = T::of(x);
            let (s, c) = x.f64().sin_cos();
            (sin(x).f64() - s).abs().max((cos(x).f64() - c).abs())
        };
        angles().map(off).fold(0.0, f64::max)
    }

    #[test]
    fn sine_and_cosine_are_as_good_as_the_precision() {
        assert!(worst::<f64>() < 4e-16, "{:e}", worst::<f64>());
        assert!(worst::<f32>() < 2e-7, "{:e}", worst::<f32>());
    }
}

/// The same source on the host and on a device.
#[cfg(all(test, feature = "gpu"))]
mod device_tests {
    use super::*;
    use cubecl::wgpu::WgpuRuntime;

    #[cube(launch)]
    fn roots_and_waves<T: Real>(x: &Array<T>, out: &mut Array<T>) {
        let n = ABSOLUTE_POS;
        if n < x.len() {
            let v = x[n];
            out[3 * n] = T::root(v * v + T::of(0.1));
            out[3 * n + 1] = sin::<T>(v);
            out[3 * n + 2] = cos::<T>(v);
        }
    }

    fn largest_difference<T: Real>() -> f64 {
        let client = WgpuRuntime::client(&cubecl::wgpu::WgpuDevice::DefaultDevice);
        let x: Vec<T> = (-500..500).map(|n| T::of(f64::from(n) * 0.037)).collect();
        let (from, to) = (
            client.create_from_slice(T::as_bytes(&x)),
            client.empty(3 * x.len() * size_of::<T>()),
        );
        roots_and_waves::launch::<T, WgpuRuntime>(
            &client,
            CubeCount::Static(x.len().div_ceil(64) as u32, 1, 1),
            CubeDim::new_1d(64),
            // SAFETY: created from this many numbers.
            unsafe { ArrayArg::from_raw_parts(from, x.len()) },
            // SAFETY: allocated for this many numbers.
            unsafe { ArrayArg::from_raw_parts(to.clone(), 3 * x.len()) },
        );
        let bytes = client.read_one(to).expect("the device works");
        let found = T::from_bytes(&bytes);
        let expected = x
            .iter()
            .flat_map(|&v| [T::root(v * v + T::of(0.1)), sin(v), cos(v)]);
        let off = expected.zip(found).map(|(a, b)| (a.f64() - b.f64()).abs());
        off.fold(0.0, f64::max)
    }

    #[test]
    fn roots_and_waves_agree_with_the_host() {
        assert!(largest_difference::<f32>() < 2e-6);
        assert!(largest_difference::<f64>() < 4e-15);
    }
}
