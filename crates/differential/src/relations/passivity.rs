//! Nothing is changed. The power dissipated by media must not be negative at any frequency, except by rounding. The largest singular value of S
//! of a network must be at most one, as far as its run has decayed: no medium produces energy (D. M. Pozar, Microwave Engineering, sec. 4.3).

use super::reciprocity::{residual, scattering};
use super::tolerance::ROUNDING;
use crate::case::{Case, Verdict};
use crate::outcome::Outcome;

pub(super) fn check(case: &Case<'_>) -> Verdict {
    let Outcome::Done(results) = case.base() else {
        return Verdict::Skipped("refused");
    };
    let lost = results
        .quantities
        .iter()
        .filter(|q| q.declaration.name.starts_with("absorption/"));
    let lost: Vec<f64> = lost.flat_map(|q| q.data.iter().copied()).collect();
    let largest = lost.iter().fold(0.0, |m: f64, v| m.max(v.abs()));
    if let Some(gain) = lost.iter().find(|v| **v < -ROUNDING * largest) {
        return Verdict::Disagrees(format!("media generate {:.2e} W", -gain));
    }
    let (Some(s), Some(left)) = (scattering(results), residual(results)) else {
        return if lost.is_empty() {
            Verdict::Skipped("no absorption and no network that has decayed")
        } else {
            Verdict::Agrees(0.0)
        };
    };
    let most = s.iter().map(norm).fold(0.0, f64::max);
    let allowed = 1.0 + ROUNDING + 10.0 * left;
    if most <= allowed {
        Verdict::Agrees((most - 1.0).max(0.0))
    } else {
        Verdict::Disagrees(format!("the norm of S is {most}, {allowed} allowed"))
    }
}

/// Largest singular value of a matrix with two rows: s^2 = (F + sqrt(F^2 - 4 |det|^2))/2 with F the sum of all |S_mn|^2.
fn norm([a, b, c, d]: &[[f64; 2]; 4]) -> f64 {
    let sum: f64 = [a, b, c, d].iter().map(|v| v[0] * v[0] + v[1] * v[1]).sum();
    let times = |x: &[f64; 2], y: &[f64; 2]| [x[0] * y[0] - x[1] * y[1], x[0] * y[1] + x[1] * y[0]];
    let (ad, bc) = (times(a, d), times(b, c));
    let det = [ad[0] - bc[0], ad[1] - bc[1]];
    let squared = det[0] * det[0] + det[1] * det[1];
    (0.5 * (sum + (sum * sum - 4.0 * squared).max(0.0).sqrt())).sqrt()
}
