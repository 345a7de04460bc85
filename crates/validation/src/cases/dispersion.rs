//! Resonance and decay of a metal box filled with a dispersive medium: fields e^{st} with
//!
//! ```text
//! s^2 eps(s) mu(s)/c0^2 = -k^2
//! Debye    eps_inf + delta/(1 + s tau)
//! Drude    eps_inf + wp^2/(s (s + g))
//! Lorentz  eps_inf + delta w0^2/(w0^2 + 2 d s + s^2)
//! ```
//!
//! (C. F. Bohren and D. R. Huffman, Absorption and Scattering of Light by Small Particles, chapter 9), for the mode
//! TE101, k^2 = (pi/a)^2 + (pi/d)^2. Both frequency and decay are compared, as the distance between complex s.
//! The grid has an error of (k d)^2/24 in k, 0.1 % on the cells used. In the Yee scheme with the trapezoidal rule the same
//! equation holds exactly with 2 sinh(s dt/2)/dt for the first s, (2/dt) tanh(s dt/2) in eps and mu, and sin(k d/2)/(d/2)
//! for k; the remaining error there is that of evaluating the record.

use super::ringing::{Rung, SIZE, exact, percent, steps_for};
use crate::ValidationError;
use crate::bench::Bench;
use crate::model::{Grid, Model};
use poynting::Precision;
use poynting_physics::Complex;
use poynting_physics::constants::C0;
use std::f64::consts::{PI, TAU};

const ONE: Complex = Complex::new(1.0, 0.0);

/// A filling: its name, its table in a scene, and eps mu at a complex frequency.
struct Filling {
    name: &'static str,
    material: &'static str,
    index_squared: fn(Complex) -> Complex,
    /// Approximate frequency of the mode in hertz.
    near: f64,
}

const FILLINGS: [Filling; 4] = [
    Filling {
        name: "debye",
        material: "eps_inf = 2\ndebye = [{ delta = 1, tau = \"2 ps\" }]",
        index_squared: |s| Complex::from(2.0) + (ONE + s * 2e-12).inv(),
        near: 3.75e9,
    },
    Filling {
        name: "drude",
        material: "eps_inf = 2\ndrude = [{ plasma = \"3 GHz\", collision = \"0.4 GHz\" }]",
        index_squared: |s| {
            let plasma = TAU * 3e9;
            let below = s * (s + Complex::from(TAU * 0.4e9));
            Complex::from(2.0) + below.inv() * (plasma * plasma)
        },
        near: 5.06e9,
    },
    Filling {
        name: "lorentz",
        material: "eps_inf = 2\nlorentz = [{ delta = 1, frequency = \"12 GHz\", damping = \"0.3 GHz\" }]",
        index_squared: |s| Complex::from(2.0) + resonance(s, 12e9, 0.3e9),
        near: 3.7e9,
    },
    Filling {
        name: "magnetic-lorentz",
        material: "eps_r = 2\nmu_inf = 1.5\n\
                   magnetic = { lorentz = [{ delta = 0.5, frequency = \"10 GHz\", damping = \"0.4 GHz\" }] }",
        index_squared: |s| (Complex::from(1.5) + resonance(s, 10e9, 0.4e9) * 0.5) * 2.0,
        near: 3.2e9,
    },
];

/// w0^2/(w0^2 + 2 d s + s^2), frequencies in hertz.
fn resonance(s: Complex, frequency: f64, damping: f64) -> Complex {
    let square = (TAU * frequency).powi(2);
    let below = Complex::from(square) + s * (2.0 * TAU * damping) + s * s;
    below.inv() * square
}

pub(crate) fn cavity(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    for &precision in bench.precisions() {
        for filling in &FILLINGS {
            compare(bench, filling, precision)?;
        }
    }
    Ok(())
}

fn compare(
    bench: &mut Bench<'_>,
    filling: &Filling,
    precision: Precision,
) -> Result<(), ValidationError> {
    let [a, b, d] = SIZE;
    let fine = [20, 10, 48];
    let cells = bench.sized([[6, 4, 12], fine, fine]);
    let time = bench.sized([7e-9, 15e-9, 15e-9]);
    // A current in the middle does not excite every second mode, so the nearest is far.
    let model = Model::new([0.0; 3], SIZE, &Grid::Cells(cells))
        .filled(filling.material)
        .current("Ey", [a / 2.0, b / 2.0, d / 2.0], 12e9)
        .probe("p", [0.4 * a, b / 2.0, 0.4 * d], r#""Ey""#)
        .steps(steps_for(time, SIZE, cells));
    let rung = Rung::new(bench, &model, precision)?;
    let closed = filling.root(|s| s, |s| s, wavenumber_squared(|_, k| k))?;
    let yee = rung.yee(SIZE);
    let dt = yee.dt;
    let scheme = filling.root(
        |s| sinh(s * (dt / 2.0)) * (2.0 / dt),
        |s| tanh(s * (dt / 2.0)) * (2.0 / dt),
        wavenumber_squared(|axis, k| {
            let half = k * yee.cell()[axis] / 2.0;
            k * half.sin() / half
        }),
    )?;
    let found = rung.mode("Ey", scheme.im / TAU)?;
    let found = Complex::new(-found.rate, TAU * found.frequency);
    let distance = |from: Complex| (found - from).norm() / from.norm();
    if cells == fine {
        bench.row(&percent(filling.name, precision, distance(closed), 0.2));
    }
    let name = format!("{}-scheme", filling.name);
    bench.row(&exact(&name, precision, distance(scheme)));
    Ok(())
}

/// k^2 of TE101, each part as represented on the grid.
fn wavenumber_squared(seen: impl Fn(usize, f64) -> f64) -> f64 {
    [0, 2]
        .map(|axis| seen(axis, PI / SIZE[axis]).powi(2))
        .iter()
        .sum()
}

impl Filling {
    /// The root of (slope(s) n(inside(s)))^2 = -(c0 k)^2 near the mode, by the secant method.
    fn root(
        &self,
        slope: impl Fn(Complex) -> Complex,
        inside: impl Fn(Complex) -> Complex,
        k_squared: f64,
    ) -> Result<Complex, ValidationError> {
        let residual = |s: Complex| {
            let s_slope = slope(s);
            s_slope * s_slope * (self.index_squared)(inside(s)) + Complex::from(C0 * C0 * k_squared)
        };
        let omega = TAU * self.near;
        let mut last = Complex::new(0.0, omega);
        let mut here = Complex::new(-1e-3 * omega, 1.001 * omega);
        for _ in 0..50 {
            let (before, now) = (residual(last), residual(here));
            let step = now * (here - last) * (now - before).inv();
            if step.norm() <= 1e-13 * omega || !step.norm().is_finite() {
                break;
            }
            (last, here) = (here, here - step);
        }
        // Another root, or none, cannot serve as reference.
        if (here.im / omega - 1.0).abs() < 0.1 {
            Ok(here)
        } else {
            Err(ValidationError::NoOscillation(self.near))
        }
    }
}

fn sinh(x: Complex) -> Complex {
    (x.exp() - (-x).exp()) * 0.5
}

fn tanh(x: Complex) -> Complex {
    let square = (x * 2.0).exp();
    (square - ONE) * (square + ONE).inv()
}
