//! A metal sphere of ka = 3 in a plane wave, compared with the Mie series: cross section and current in both planes.
//!
//! The wave x e^{-jkz} comes from theta = 180 degrees. On the sphere J_theta = H0 cos(phi) Jt(theta) and J_phi = H0 sin(phi) Jp(theta)
//! (`reference/README.md`). Currents are known at centroids; those within half an edge of the plane of a cut are used, and
//! the tables are interpolated between their degrees at the angles of each.
//!
//! Flat triangles and linear currents leave an error that falls with the square of the edge length h; with errors e1 and e2
//! on edges h1 and h2 the order is ln(e1/e2)/ln(h1/h2). The tolerance applies to 3000 unknowns; for coarser meshes, which
//! run where time is short, it is scaled by the required order.

use super::currents::Currents;
use super::levels::{by, levels, rms_off, row, with_edge};
use crate::ValidationError;
use crate::bench::Bench;
use crate::picture::Picture;
use crate::reference::Table;
use poynting::Results;
use poynting_physics::constants::ETA0;
use std::f64::consts::PI;

const SCENE: &str = include_str!("../../../scenes/mom-sphere.toml");
const PLANES: &str = include_str!("../../../reference/mie_pec_bistatic.csv");
const CURRENTS: &str = include_str!("../../../reference/mie_pec_surface_current.csv");
/// Edge for 3000 unknowns.
const EDGE: f64 = 0.1205;
/// Required order of convergence.
const ORDER: f64 = 1.8;

/// Levels in dB over pi a^2 by theta, in the E and in the H plane.
type Planes = [Vec<f64>; 2];

pub(crate) fn sphere(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let table = Table::read(PLANES);
    let exact = [table.column("E_ka3")?, table.column("H_ka3")?];
    // 120, 270 and 750 unknowns; or 270, 480 and 1080; or 750, 1470 and 3000.
    let edges = bench.sized([
        [0.603, 0.402, 0.241],
        [0.402, 0.302, 0.201],
        [0.241, 0.1725, EDGE],
    ]);
    for equation in ["efie", "cfie"] {
        let mut errors = Vec::new();
        for edge in edges {
            let scene = with_edge(&by(SCENE, equation), edge);
            let results = bench.simulate(&scene, bench.finest())?;
            let found = planes(&results)?;
            let off = [0, 1].map(|p| rms_off(&found[p], &exact[p]));
            errors.push((off[0].hypot(off[1]), unknowns(&results)));
            if edge == edges[2] {
                cross_section(bench, equation, off, edge);
                current(bench, equation, &results, edge)?;
                draw(bench, equation, found, &exact)?;
            }
        }
        // Edges scale as the square root of the unknowns.
        let order = |pair: &[(f64, f64)]| {
            let [(coarse, few), (fine, many)] = [pair[0], pair[1]];
            2.0 * f64::ln(coarse / fine) / f64::ln(many / few)
        };
        let order = errors.windows(2).map(order).fold(f64::INFINITY, f64::min);
        let of = format!("{equation}-order");
        row(bench, &of, 2.0 - order, ("below order 2", 2.0 - ORDER));
    }
    Ok(())
}

fn unknowns(results: &Results) -> f64 {
    let mom = results.summary.mom.as_ref();
    mom.map_or(f64::NAN, |mom| mom.unknowns as f64)
}

fn planes(results: &Results) -> Result<Planes, ValidationError> {
    let levels = levels(results, "far/far/rcs")?;
    let over_disc = |level: &f64| level - 10.0 * PI.log10();
    Ok([0, 1].map(|phi| levels.iter().skip(phi).step_by(2).map(over_disc).collect()))
}

fn cross_section(bench: &mut Bench<'_>, equation: &str, off: [f64; 2], edge: f64) {
    let tolerance = 0.05 * (edge / EDGE).powf(ORDER);
    for (plane, error) in ["e-plane", "h-plane"].into_iter().zip(off) {
        row(
            bench,
            &format!("{equation}-{plane}"),
            error,
            ("dB rms", tolerance),
        );
    }
}

/// A current that is linear on triangles has an error at centroids of irregular ones proportional to their size.
fn current(
    bench: &mut Bench<'_>,
    equation: &str,
    results: &Results,
    edge: f64,
) -> Result<(), ValidationError> {
    let currents = Currents::new(results, "all")?;
    let table = Table::read(CURRENTS);
    let [along_theta, along_phi] = [table.column("absJt_Eplane")?, table.column("absJp_Hplane")?];
    // The normal of each cut.
    for (cut, normal) in [("e-cut", 1), ("h-cut", 0)] {
        let (mut difference, mut all) = (0.0, 0.0);
        for (triangle, place) in currents.centroids.iter().enumerate() {
            if place[normal].abs() > 0.5 * edge {
                continue;
            }
            let [x, y, z] = *place;
            let theta = x.hypot(y).atan2(z).to_degrees();
            let (sin, cos) = y.atan2(x).sin_cos();
            let [t, p] = [&along_theta, &along_phi].map(|column| at_degrees(column, theta));
            let exact = (cos * t).hypot(sin * p) / ETA0;
            difference += (currents.size(triangle) - exact).powi(2);
            all += exact * exact;
        }
        let error = 100.0 * f64::sqrt(difference / all);
        let tolerance = 3.0 * edge / EDGE;
        row(
            bench,
            &format!("{equation}-{cut}"),
            error,
            ("% of |J|", tolerance),
        );
    }
    Ok(())
}

/// Interpolates a column of whole degrees at an angle.
fn at_degrees(column: &[f64], angle: f64) -> f64 {
    let below = (angle.floor() as usize).min(column.len() - 2);
    let part = angle - below as f64;
    column[below] + part * (column[below + 1] - column[below])
}

fn draw(
    bench: &Bench<'_>,
    equation: &str,
    [e, h]: Planes,
    [e_plane, h_plane]: &Planes,
) -> Result<(), ValidationError> {
    let theta: Vec<f64> = (0..e.len()).map(|n| n as f64).collect();
    bench.picture_of(
        equation,
        &Picture {
            title: "Metal sphere, ka = 3, cross section over pi a^2",
            axis: ("theta", "deg", &theta),
            unit: "dB",
            curves: &[
                ("E plane", e),
                ("reference: E plane, Mie", e_plane.clone()),
                ("H plane", h),
                ("reference: H plane, Mie", h_plane.clone()),
            ],
        },
    )
}
