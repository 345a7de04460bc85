//! Graded grids.
//!
//! An empty metal box on a grid whose cells differ by a factor of two, compared with the closed form and with
//! uniform cells. Then the box with a slab 0 < z < h: TE10p has Ey = sin(pi x/a) f(z) with
//! f = sin(k1 z)/k1 in the slab and f ~ sin(k2 (d - z))/k2 outside it, where
//!
//! ```text
//! ki^2 = eps_i mu_i (w/c0)^2 - (pi/a)^2
//! ```
//!
//! Ey and Hx ~ f'/mu are continuous at z = h, so with S = sin(k l)/k, C = cos(k l) and l1 = h, l2 = d - h
//!
//! ```text
//! C1 S2/mu1 + S1 C2/mu2 = 0
//! ```
//!
//! (the transverse resonance of R. F. Harrington, Time-Harmonic Electromagnetic Fields, section 4-6, between two
//! short circuits). S and C are real even where k^2 is negative, and have no poles. The grid of the slab is made by
//! the mesher, which puts a line on its face and smaller cells inside.

use super::ringing::{Rung, SIZE, percent, relative, steps_for};
use crate::ValidationError;
use crate::bench::Bench;
use crate::model::{Grid, Model, swinging};
use poynting_physics::IsotropicMedium;
use poynting_physics::cavity::BoxCavity;
use poynting_physics::constants::C0;
use std::f64::consts::{PI, TAU};

pub(crate) fn graded(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    empty(bench)?;
    let dielectric = IsotropicMedium {
        eps_r: 4.0,
        mu_r: 1.0,
    };
    let magnetic = IsotropicMedium {
        eps_r: 1.5,
        mu_r: 3.0,
    };
    slab(bench, "dielectric-slab", dielectric)?;
    slab(bench, "magnetic-slab", magnetic)
}

fn ringing(grid: &Grid, steps: usize) -> Model {
    let [a, b, d] = SIZE;
    Model::new([0.0; 3], SIZE, grid)
        .current("Ey", [a / 2.0, b / 2.0, 0.22 * d], 10e9)
        .probe("p", [0.4 * a, b / 2.0, 0.3 * d], r#""Ey""#)
        .steps(steps)
}

fn empty(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let mode = [1, 0, 3];
    let cavity = BoxCavity {
        size: SIZE,
        medium: IsotropicMedium::VACUUM,
    };
    let closed = cavity.frequency(mode);
    let fine = [42, 21, 99];
    // The mode does not vary along y.
    let cells = bench.sized([[28, 4, 66], fine, fine]);
    let lines = [0, 1, 2].map(|axis| swinging(SIZE[axis], cells[axis], 1.0 / 3.0));
    let steps = steps_for(bench.sized([5e-9, 8e-9, 8e-9]), SIZE, cells);
    let precision = bench.finest();
    let mut found = |grid: &Grid, steps: usize| {
        let rung = Rung::new(bench, &ringing(grid, steps), precision)?;
        Ok::<f64, ValidationError>(rung.mode("Ey", closed)?.frequency)
    };
    let uniform = found(&Grid::Cells(cells), steps)?;
    // The smallest cell, and with it the time step, is two thirds of the uniform one.
    let graded = found(&Grid::Lines(lines), steps * 3 / 2)?;
    for (name, error) in [
        ("uniform", relative(uniform, closed)),
        ("graded", relative(graded, closed)),
        ("graded-uniform", relative(graded, uniform)),
    ] {
        bench.row(&percent(name, precision, error, 0.1));
    }
    Ok(())
}

fn slab(bench: &mut Bench<'_>, name: &str, medium: IsotropicMedium) -> Result<(), ValidationError> {
    let [a, b, d] = SIZE;
    let height = d / 3.0;
    let expected = first_root(|f| mismatch(f, medium, height));
    let IsotropicMedium { eps_r, mu_r } = medium;
    let steps = bench.sized([2_500, 8_000, 14_000]);
    let precision = bench.finest();
    let cells_per_wavelength = bench.sized([16.0, 30.0, 40.0]);
    let model = ringing(&Grid::Auto(cells_per_wavelength, 8e9), steps).block(
        "slab",
        &format!("eps_r = {eps_r}\nmu_r = {mu_r}"),
        [[0.0; 3], [a, b, height]],
    );
    let found = Rung::new(bench, &model, precision)?.mode("Ey", expected)?;
    let error = relative(found.frequency, expected);
    bench.row(&percent(name, precision, error, 0.2));
    Ok(())
}

/// C1 S2/mu1 + S1 C2/mu2 at a frequency in hertz.
fn mismatch(frequency: f64, slab: IsotropicMedium, height: f64) -> f64 {
    let [a, _, d] = SIZE;
    let squared =
        |m: IsotropicMedium| m.eps_r * m.mu_r * (TAU * frequency / C0).powi(2) - (PI / a).powi(2);
    let (s1, c1) = sine_cosine(squared(slab), height);
    let (s2, c2) = sine_cosine(squared(IsotropicMedium::VACUUM), d - height);
    c1 * s2 / slab.mu_r + s1 * c2
}

/// sin(k l)/k and cos(k l) for a given k^2 of either sign.
fn sine_cosine(squared: f64, l: f64) -> (f64, f64) {
    let k = squared.abs().sqrt();
    if k * l < 1e-9 {
        (l, 1.0)
    } else if squared > 0.0 {
        ((k * l).sin() / k, (k * l).cos())
    } else {
        ((k * l).sinh() / k, (k * l).cosh())
    }
}

/// The lowest frequency at which a function changes sign, by steps of 10 MHz from 1 GHz on and then by bisection.
fn first_root(function: impl Fn(f64) -> f64) -> f64 {
    const STEP: f64 = 1e7;
    let mut low = 1e9;
    while function(low) * function(low + STEP) > 0.0 {
        low += STEP;
    }
    let mut high = low + STEP;
    while high - low > 1.0 {
        let middle = 0.5 * (low + high);
        if function(low) * function(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slab_of_nothing_or_of_everything_is_the_plain_box() {
        let frequency = |medium, height| first_root(|f| mismatch(f, medium, height));
        let plain = |medium| BoxCavity { size: SIZE, medium }.frequency([1, 0, 1]);
        let full = IsotropicMedium {
            eps_r: 2.0,
            mu_r: 1.5,
        };
        assert!(
            relative(
                frequency(IsotropicMedium::VACUUM, 0.01),
                plain(IsotropicMedium::VACUUM)
            ) < 1e-9
        );
        assert!(relative(frequency(full, SIZE[2] * (1.0 - 1e-12)), plain(full)) < 1e-9);
        assert!(relative(frequency(full, 1e-14), plain(IsotropicMedium::VACUUM)) < 1e-9);
    }
}
