//! Denormal numbers cost up to a hundred cycles each and carry no information in a field that has
//! decayed by 380 dB; the guard makes the CPU treat them as zero while kernels run.
//!
//! The compiler assumes the default mode and may move arithmetic across a change of it, so Rust's intrinsics for
//! MXCSR must not be used. The register is written in inline assembly that may touch memory, and the guard
//! encloses whole operators: their operands come from memory and go back to it in between, so
//! none of their arithmetic can leave the guarded span.

/// While this lives, denormal results and operands are zero on the calling thread.
#[derive(Debug)]
pub struct FlushToZero {
    before: u64,
}

impl FlushToZero {
    /// Enables flush-to-zero; dropping the guard restores the previous mode.
    #[inline]
    #[must_use = "the mode ends when the guard is dropped"]
    pub fn on() -> Self {
        let before = control();
        set_control(before | FLUSH);
        Self { before }
    }
}

impl Drop for FlushToZero {
    #[inline]
    fn drop(&mut self) {
        set_control(self.before);
    }
}

#[cfg(target_arch = "x86_64")]
const FLUSH: u64 = (1 << 15) | (1 << 6); // flush to zero, denormals are zero
#[cfg(target_arch = "aarch64")]
const FLUSH: u64 = 1 << 24;
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const FLUSH: u64 = 0;

#[cfg(target_arch = "x86_64")]
#[inline]
fn control() -> u64 {
    let mut value = 0u32;
    // SAFETY: stores the control register in a local variable.
    unsafe { core::arch::asm!("stmxcsr [{}]", in(reg) &raw mut value, options(nostack)) };
    u64::from(value)
}

#[cfg(target_arch = "x86_64")]
#[inline]
fn set_control(value: u64) {
    let value = value as u32;
    // SAFETY: only the denormal bits differ from what `control` read.
    unsafe { core::arch::asm!("ldmxcsr [{}]", in(reg) &raw const value, options(nostack)) };
}

#[cfg(target_arch = "aarch64")]
#[inline]
fn control() -> u64 {
    let value: u64;
    // SAFETY: reads the control register.
    unsafe { core::arch::asm!("mrs {}, fpcr", out(reg) value, options(nomem, nostack)) };
    value
}

#[cfg(target_arch = "aarch64")]
#[inline]
fn set_control(value: u64) {
    // SAFETY: only the denormal bit differs from what `control` read.
    unsafe { core::arch::asm!("msr fpcr, {}", in(reg) value, options(nostack)) };
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn control() -> u64 {
    0
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn set_control(_: u64) {}

#[cfg(all(test, any(target_arch = "x86_64", target_arch = "aarch64")))]
mod tests {
    use super::*;
    use std::hint::black_box;

    #[test]
    #[cfg_attr(miri, ignore = "sets a register")]
    fn denormals_are_zero_inside_and_kept_outside() {
        let tiny = || black_box(f32::MIN_POSITIVE) * black_box(0.25);
        assert!(tiny() > 0.0);
        {
            let _guard = FlushToZero::on();
            assert!(tiny().to_bits() == 0);
        }
        assert!(tiny() > 0.0);
    }
}
