//! A constant loss tangent as a sum of Debye terms.
//!
//! No causal medium has a loss tangent without a permittivity that falls with frequency. A tangent that is constant over a band,
//!
//! ```text
//! eps(w) = eps_inf + sum d/(1 + j w tau),   -Im eps = tan Re eps,   d >= 0
//! ```
//!
//! results from relaxation times spread evenly on a logarithmic scale (A. R. Djordjevic, R. M. Biljic, V. D. Likar-Smiljanic and
//! T. K. Sarkar, IEEE Trans. Electromagn. Compat. 43, 662 (2001)). The weights d are fitted from a thirtieth to ten times the frequency
//! at which the tangent is given, with relaxation times up to a decade beyond; Re eps is then scaled to be exact there.
//!
//! Tested: the tangent over the band within 1 %, Re eps at the frequency, a slab.

use super::fit::{decades, nonnegative};
use super::term::Term;
use std::f64::consts::TAU;

/// Band limits, relative to the frequency at which the tangent is given.
const BAND: [f64; 2] = [1.0 / 30.0, 10.0];
/// Relaxation times extend beyond the band by this factor.
const BEYOND: f64 = 10.0;
/// Relaxation times per decade.
const DENSITY: f64 = 1.5;
/// Fit frequencies per decade.
const POINTS: f64 = 20.0;

/// eps at infinite frequency and the terms of a medium with this real part and loss tangent at a frequency in Hz.
pub fn laminate(eps_r: f64, tangent: f64, frequency: f64) -> (f64, Vec<Term>) {
    let band = BAND.map(|part| part * frequency);
    let frequencies = decades(band, POINTS);
    let times = decades(
        [1.0 / (TAU * BEYOND * band[1]), BEYOND / (TAU * band[0])],
        DENSITY,
    );
    let relaxation = |f: f64, tau: f64| {
        let x = TAU * f * tau;
        [1.0 / (1.0 + x * x), x / (1.0 + x * x)]
    };
    // -Im eps/tan - Re eps = 0, for eps_inf = 1.
    let columns: Vec<Vec<f64>> = times
        .iter()
        .map(|tau| {
            let of = |f: &f64| {
                let [re, loss] = relaxation(*f, *tau);
                loss / tangent - re
            };
            frequencies.iter().map(of).collect()
        })
        .collect();
    let weights = nonnegative(&columns, &vec![1.0; frequencies.len()]);
    let parts = times.iter().zip(&weights).filter(|(_, d)| **d > 0.0);
    let real: f64 = parts
        .clone()
        .map(|(tau, d)| d * relaxation(frequency, *tau)[0])
        .sum();
    let scale = eps_r / (1.0 + real);
    let terms = parts.map(|(tau, d)| Term::debye(scale * d, *tau));
    (scale, terms.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::media::Medium;

    #[test]
    fn the_tangent_is_constant_over_the_band() {
        for (eps_r, tangent, at) in [(4.4, 0.02, 1e9), (2.2, 0.0009, 1e10), (3.0, 0.1, 2.4e9)] {
            let (eps_inf, electric) = laminate(eps_r, tangent, at);
            let medium = Medium {
                eps_r: [eps_inf; 3],
                electric,
                ..Medium::VACUUM
            };
            for f in decades([at / 30.0, 10.0 * at], 50.0) {
                let [re, im] = medium.permittivity(f)[0];
                let error = -im / re / tangent - 1.0;
                assert!(error.abs() < 0.01, "{tangent} at {f:e}: {error}");
            }
            let [re, _] = medium.permittivity(at)[0];
            assert!((re / eps_r - 1.0).abs() < 1e-12);
            // Kramers-Kronig: Re eps falls by 2/pi tan ln 10 per decade.
            let [low, high] = [at / 3.0, 3.0 * at].map(|f| medium.permittivity(f)[0][0]);
            let fall = 2.0 / std::f64::consts::PI * tangent * 9.0_f64.ln();
            assert!(((low - high) / eps_r / fall - 1.0).abs() < 0.03 + tangent);
        }
    }
}
