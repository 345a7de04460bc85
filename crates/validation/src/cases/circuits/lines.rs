//! Straight lines and guides between two ports, whose phase constant and impedance are known in closed form:
//!
//! ```text
//! TE10 of a guide      beta = sqrt(k^2 - (pi/a)^2), Z = eta0 k/beta           (table `wr90_te10.csv`)
//! coaxial line         beta = k,  Z = eta0 ln(b/a)/(2 pi)
//! coplanar line, no substrate   beta = k,  Z = (eta0/4) K(sqrt(1 - q^2))/K(q),  q = w/(w + 2 g)
//! ```
//!
//! (D. M. Pozar, Microwave Engineering, 4th ed., sections 3.3 and 3.5; C. P. Wen, IEEE Trans. Microw. Theory Tech. 17, 1087, 1969). A straight line
//! is matched and lossless.

use super::scattering::{Scattering, interpolated, row};
use crate::ValidationError;
use crate::bench::{Bench, quantity};
use crate::model::with;
use crate::picture::Picture;
use crate::reference::Table;
use poynting::{Precision, Results};
use poynting_physics::constants::{C0, ETA0};
use std::f64::consts::{PI, TAU};

const GUIDE: &str = include_str!("../../../scenes/waveguide-port.toml");
const GUIDE_TABLE: &str = include_str!("../../../reference/wr90_te10.csv");
const COAXIAL: &str = include_str!("../../../scenes/coaxial-port.toml");
const COPLANAR: &str = include_str!("../../../scenes/coplanar-port.toml");
/// -35 dB.
const MATCH: f64 = 0.0178;

/// WR-90 from 8 to 12.4 GHz.
pub(crate) fn guide(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let cell = bench.sized(["1.27 mm", "1.016 mm", "0.762 mm"]);
    let results = bench.simulate(
        &with(GUIDE, "spacing", &format!("\"{cell}\"")),
        Precision::F32,
    )?;
    let table = Table::read(GUIDE_TABLE);
    let (at, exact) = (table.column("f_Hz")?, table.column("beta_rad_per_m")?);
    let beta = quantity(&results, "port/in/beta")?;
    let frequencies = beta.axis("frequency").unwrap_or_default().to_vec();
    let exact: Vec<f64> = frequencies
        .iter()
        .map(|f| interpolated(&at, &exact, *f))
        .collect();
    row(
        bench,
        "phase-constant",
        100.0 * off(&beta.data, &exact),
        ("%", 0.2),
    );
    straight(bench, &results, MATCH)?;
    bench.picture(&Picture {
        title: "Phase constant of a WR-90 guide",
        axis: ("frequency", "Hz", &frequencies),
        unit: "rad/m",
        curves: &[
            ("computed", beta.data.clone()),
            ("reference: closed form", exact),
        ],
    })
}

/// Radii of 1 and 2.3 mm.
pub(crate) fn coaxial(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let cell = bench.sized(["0.26 mm", "0.26 mm", "0.13 mm"]);
    let scene = with(COAXIAL, "spacing", &format!("\"{cell}\""));
    let impedance = ETA0 * 2.3_f64.ln() / TAU;
    // The share of the cross-section in cells cut by the circles falls with the cell size.
    let tolerances = bench.sized([[1.0, 2.0], [1.0, 2.0], [0.5, 1.0]]);
    transmission(bench, &scene, impedance, tolerances)
}

/// A strip of 2 mm with gaps of 1 mm.
pub(crate) fn coplanar(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let cell = bench.sized(["0.5 mm", "0.5 mm", "0.2 mm"]);
    let scene = with(COPLANAR, "max_cell", &format!("\"{cell}\""));
    let modulus: f64 = 0.5;
    let impedance = ETA0 / 4.0 * elliptic((1.0 - modulus * modulus).sqrt()) / elliptic(modulus);
    // The effective edges of strips and grounds are displaced by a fraction of a cell.
    let tolerances = bench.sized([[0.5, 4.0], [0.5, 4.0], [0.5, 2.0]]);
    transmission(bench, &scene, impedance, tolerances)
}

/// A line with wave velocity c and this impedance.
fn transmission(
    bench: &mut Bench<'_>,
    scene: &str,
    impedance: f64,
    [of_phase, of_impedance]: [f64; 2],
) -> Result<(), ValidationError> {
    let results = bench.simulate(scene, Precision::F32)?;
    // At the output port, where only the transmitted wave remains.
    let beta = quantity(&results, "port/out/beta")?;
    let frequencies = beta.axis("frequency").unwrap_or_default().to_vec();
    let exact: Vec<f64> = frequencies.iter().map(|f| TAU * f / C0).collect();
    row(
        bench,
        "phase-constant",
        100.0 * off(&beta.data, &exact),
        ("%", of_phase),
    );
    let z = &quantity(&results, "port/out/line_impedance")?.data;
    let exact = vec![impedance; z.len()];
    row(
        bench,
        "impedance",
        100.0 * off(z, &exact),
        ("%", of_impedance),
    );
    straight(bench, &results, MATCH)?;
    bench.picture(&Picture {
        title: "Impedance of a line",
        axis: ("frequency", "Hz", &frequencies),
        unit: "ohm",
        curves: &[("computed", z.clone()), ("reference: closed form", exact)],
    })
}

/// Reflection and power loss of a straight line.
fn straight(
    bench: &mut Bench<'_>,
    results: &Results,
    tolerance: f64,
) -> Result<(), ValidationError> {
    let s = Scattering::of(results)?;
    let [reflected, passed] = [s.magnitude(1, 1), s.magnitude(2, 1)];
    let largest = reflected.iter().copied().fold(0.0, f64::max);
    row(bench, "match", largest, ("of incident", tolerance));
    let lost = reflected
        .iter()
        .zip(&passed)
        .map(|(r, t)| (1.0 - r * r - t * t).abs());
    row(
        bench,
        "power-balance",
        100.0 * lost.fold(0.0, f64::max),
        ("%", 0.5),
    );
    Ok(())
}

/// The largest relative difference.
fn off(found: &[f64], exact: &[f64]) -> f64 {
    let each = found.iter().zip(exact).map(|(f, e)| (f / e - 1.0).abs());
    each.fold(0.0, f64::max)
}

/// The complete elliptic integral of the first kind, by the arithmetic-geometric mean.
fn elliptic(modulus: f64) -> f64 {
    let (mut a, mut b) = (1.0, (1.0 - modulus * modulus).sqrt());
    for _ in 0..8 {
        (a, b) = (f64::midpoint(a, b), (a * b).sqrt());
    }
    PI / (2.0 * a)
}
