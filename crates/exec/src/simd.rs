//! SIMD by run-time dispatch: one portable binary that uses the instruction sets of the CPU.
//!
//! A [`Kernel`] is ordinary Rust that the compiler vectorises; [`SimdLevel::run`] compiles it once per
//! instruction set and calls the selected version. No level fuses multiply and add (Rust never contracts
//! floating-point expressions on its own), so element-wise kernels give the same bits on every level.

/// Work that is compiled once per instruction set. `run` must be `#[inline(always)]`, and so must the functions it
/// calls in its loops: code that is not inlined keeps the baseline instruction set.
pub trait Kernel {
    /// What it returns.
    type Output;
    /// Does the work.
    fn run(self) -> Self::Output;
}

struct Vectorized<K>(K);

impl<K: Kernel> pulp::NullaryFnOnce for Vectorized<K> {
    type Output = K::Output;
    #[inline(always)]
    fn call(self) -> K::Output {
        self.0.run()
    }
}

/// An instruction set that this CPU is known to support.
#[derive(Debug, Clone, Copy)]
pub struct SimdLevel(Level);

#[derive(Debug, Clone, Copy)]
enum Level {
    Baseline,
    #[cfg(target_arch = "x86_64")]
    V3(pulp::x86::V3),
    #[cfg(target_arch = "x86_64")]
    V4(pulp::x86::V4),
}

impl SimdLevel {
    /// The widest level of this CPU.
    pub fn detect() -> Self {
        // `available` always contains the baseline.
        Self::available().pop().unwrap_or(Self(Level::Baseline))
    }

    /// All levels of this CPU, narrowest first.
    pub fn available() -> Vec<Self> {
        let mut levels = vec![Self(Level::Baseline)];
        #[cfg(target_arch = "x86_64")]
        {
            levels.extend(pulp::x86::V3::try_new().map(|v| Self(Level::V3(v))));
            levels.extend(pulp::x86::V4::try_new().map(|v| Self(Level::V4(v))));
        }
        levels
    }

    /// A name for listings.
    pub fn name(self) -> &'static str {
        match self.0 {
            Level::Baseline if cfg!(target_arch = "x86_64") => "SSE2",
            Level::Baseline if cfg!(target_arch = "aarch64") => "NEON",
            Level::Baseline => "baseline",
            #[cfg(target_arch = "x86_64")]
            Level::V3(_) => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Level::V4(_) => "AVX-512",
        }
    }

    /// Runs the version of `kernel` compiled for this level.
    #[inline]
    pub fn run<K: Kernel>(self, kernel: K) -> K::Output {
        match self.0 {
            Level::Baseline => kernel.run(),
            #[cfg(target_arch = "x86_64")]
            Level::V3(v) => pulp::Simd::vectorize(v, Vectorized(kernel)),
            #[cfg(target_arch = "x86_64")]
            Level::V4(v) => pulp::Simd::vectorize(v, Vectorized(kernel)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Axpy<'a>(f32, &'a [f32], &'a mut [f32]);

    impl Kernel for Axpy<'_> {
        type Output = ();
        #[inline(always)]
        fn run(self) {
            for (y, x) in self.2.iter_mut().zip(self.1) {
                *y += self.0 * *x;
            }
        }
    }

    #[test]
    fn every_level_gives_the_same_bits() {
        let x: Vec<f32> = (0..1000).map(|i| (i as f32 * 0.37).sin()).collect();
        let before: Vec<f32> = (0..1000).map(|i| (i as f32 * 0.11).cos()).collect();
        let run = |level: SimdLevel| {
            let mut y = before.clone();
            level.run(Axpy(0.123_456_7, &x, &mut y));
            y
        };
        let levels = SimdLevel::available();
        let expected = run(levels[0]);
        for level in levels {
            assert!(run(level) == expected, "{} differs", level.name());
        }
    }
}
