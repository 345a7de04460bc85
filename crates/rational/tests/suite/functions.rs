//! Functions with known poles, and reproducible noise.

use poynting_rational::{Complex, Samples};
use std::f64::consts::TAU;

pub const J: Complex = Complex::new(0.0, 1.0);

/// A pole with the time dependence exp(j w t).
pub fn pole(natural: f64, q: f64) -> Complex {
    let damping = 1.0 / (2.0 * q);
    Complex::new((1.0 - damping * damping).sqrt(), damping) * natural
}

/// A pair of poles: f residue / ((f - p)(f + p*)), real in time.
pub fn mode(f: f64, natural: f64, q: f64, residue: f64) -> Complex {
    let p = pole(natural, q);
    J * f * residue / ((f - p) * (f + p.conj()))
}

/// Equally spaced.
pub fn sweep(from: f64, to: f64, count: usize) -> Vec<f64> {
    let step = (to - from) / (count - 1) as f64;
    (0..count).map(|k| from + step * k as f64).collect()
}

pub fn sampled(frequencies: &[f64], of: impl Fn(f64) -> Vec<Complex>) -> Samples {
    let mut samples = Samples::new();
    for &f in frequencies {
        samples.push(f, of(f)).unwrap();
    }
    samples
}

/// Normally distributed numbers.
pub struct Noise(u64);

impl Noise {
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn uniform(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
    }

    pub fn normal(&mut self) -> f64 {
        (-2.0 * self.uniform().ln()).sqrt() * (TAU * self.uniform()).cos()
    }

    pub fn complex(&mut self) -> Complex {
        Complex::new(self.normal(), self.normal()) * 0.5_f64.sqrt()
    }
}

/// S of an impedance at 50 ohms.
pub fn reflection(z: Complex) -> Complex {
    (z - 50.0) / (z + 50.0)
}

/// Like the impedance of a strip dipole whose half-wave resonance is at 1: a capacitance, an inductance, an anti-resonance at each even multiple with a Q
/// that falls with frequency, far beyond the band, and a term with a delay that is not rational.
pub fn dipole(f: f64) -> Complex {
    let reactance = J * (34.0 * f - 210.0 / f);
    let modes = (1..=12).map(|n| {
        let n = f64::from(n);
        mode(f, 1.85 * n, 4.0 + 6.0 / n, 260.0 / n.sqrt())
    });
    let delayed = Complex::cis(-1.3 * f) * 6.0 * f.sqrt();
    reactance + modes.sum::<Complex>() + 20.0 + delayed
}

/// The impedance of an open line whose losses grow with frequency: infinitely many poles. Resonant at 1, 3, 5, ...
pub fn line(f: f64) -> Complex {
    let angle = Complex::new(0.25 * TAU * f, -0.12 * f.powf(0.4));
    -J * 300.0 * angle.cos() / angle.sin()
}
