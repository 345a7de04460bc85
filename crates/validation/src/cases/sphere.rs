//! Spheres in a plane wave, compared with the Mie series.
//!
//! The bistatic cross section of a metal sphere follows from its far field, efficiencies from the power P that
//! leaves or enters a box around the sphere, Q = P/(E0^2/(2 eta) pi a^2). The wave travels along +z with E along x; the E
//! plane is phi = 0. Tables are in `reference/README.md`; between their points the series itself is used
//! (`poynting_physics::mie`, which is tested against them).

use crate::ValidationError;
use crate::bench::{Bench, Comparison, quantity};
use crate::picture::Picture;
use crate::reference::Table;
use poynting::{Precision, Quantity, Results};
use poynting_physics::constants::{C0, ETA0};
use poynting_physics::mie::Sphere;
use poynting_physics::{Complex, PhasorArithmetic};
use std::f64::consts::{PI, TAU};

const BISTATIC: &str = include_str!("../../scenes/pec-sphere-bistatic.toml");
const MONOSTATIC: &str = include_str!("../../scenes/pec-sphere-monostatic.toml");
const DIELECTRIC: &str = include_str!("../../scenes/dielectric-sphere.toml");
const LOSSY: &str = include_str!("../../scenes/lossy-sphere.toml");
const PLANES: &str = include_str!("../../reference/mie_pec_bistatic.csv");
const EFFICIENCIES: &str = include_str!("../../reference/mie_dielectric_efficiencies.csv");
/// Radius of all of them.
const RADIUS: f64 = 30e-3;
/// Conductivity in the scene of the lossy sphere, and half of it.
const SIGMA: &str = "0.0707844994131455 S/m";
const SIGMA_HALF: &str = "0.03539224970657275 S/m";
/// Index of the lossy sphere at the requested size.
const LOSSY_INDEX: Complex = Complex { re: 2.0, im: -0.1 };
/// Precision of these cases.
pub(super) const PRECISION: Precision = Precision::F32;

/// A scene with cells of this many millimetres instead of one.
fn with_cells(scene: &str, cell: &str) -> String {
    scene.replace("spacing = \"1 mm\"", &format!("spacing = \"{cell} mm\""))
}

/// Mean difference from the table in dB, both planes.
pub(crate) fn bistatic(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let quarter = with_cells(BISTATIC, "2") + "[symmetry]\nx = \"electric\"\ny = \"magnetic\"\n";
    let full = BISTATIC.to_owned();
    let scene = bench.sized([quarter, full.clone(), full]);
    let table = Table::read(PLANES);
    let [e_plane, h_plane] = [table.column("E_ka3")?, table.column("H_ka3")?];
    let planes = [(0, "e-plane", &e_plane), (1, "h-plane", &h_plane)];
    let conformal = levels(&bench.simulate(&scene, PRECISION)?)?;
    for (plane, name, exact) in planes {
        bench.row(&decibels(name, mean_off(&conformal[plane], exact), 0.25));
    }
    // Additionally the same grid without conformal surfaces: reported, not required.
    if bench.sized([false, true, true]) {
        let scene = scene + "[fdtd]\nsurfaces = \"staircase\"\n";
        let stairs = levels(&bench.simulate(&scene, PRECISION)?)?;
        for (plane, name, exact) in planes {
            let error = mean_off(&stairs[plane], exact);
            bench.row(&decibels(
                &format!("{name}-staircase"),
                error,
                f64::INFINITY,
            ));
        }
    }
    let theta = table.column("theta_deg")?;
    let [e, h] = conformal;
    bench.picture(&Picture {
        title: "Metal sphere, ka = 3, cross section over pi a^2",
        axis: ("theta", "deg", &theta),
        unit: "dB",
        curves: &[
            ("E plane", e),
            ("reference: E plane, Mie", e_plane),
            ("H plane", h),
            ("reference: H plane, Mie", h_plane),
        ],
    })
}

fn decibels(of: &str, error: f64, tolerance: f64) -> Comparison<'_> {
    Comparison {
        of,
        precision: PRECISION,
        error,
        unit: "dB",
        tolerance,
    }
}

/// Cross section over pi a^2 in dB: the values of theta for each phi.
fn levels(results: &Results) -> Result<[Vec<f64>; 2], ValidationError> {
    let rcs = quantity(results, "far/far/rcs")?;
    let level = |area: &f64| 10.0 * (area / (PI * RADIUS * RADIUS)).log10();
    Ok([0, 1].map(|phi| rcs.data.iter().skip(phi).step_by(2).map(level).collect()))
}

fn mean_off(found: &[f64], exact: &[f64]) -> f64 {
    let off = found.iter().zip(exact).map(|(f, e)| (f - e).abs());
    off.sum::<f64>() / exact.len() as f64
}

/// Mean difference over ka = 0.5 to 6, from one pulse.
pub(crate) fn monostatic(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let cell = bench.sized(["2", "1", "1"]);
    let results = bench.simulate(&with_cells(MONOSTATIC, cell), PRECISION)?;
    let rcs = quantity(&results, "far/far/rcs")?;
    let sizes = sizes(rcs);
    let exact: Vec<f64> = sizes
        .iter()
        .map(|ka| 10.0 * Sphere::conducting(*ka).monostatic().log10())
        .collect();
    let found: Vec<f64> = rcs
        .data
        .iter()
        .map(|a| 10.0 * (a / (PI * RADIUS * RADIUS)).log10())
        .collect();
    bench.row(&decibels("", mean_off(&found, &exact), 0.3));
    bench.picture(&Picture {
        title: "Metal sphere, monostatic cross section over pi a^2",
        axis: ("ka", "", &sizes),
        unit: "dB",
        curves: &[("computed", found), ("reference: Mie", exact)],
    })
}

/// k a at the frequencies of a quantity.
fn sizes(quantity: &Quantity) -> Vec<f64> {
    let frequencies = quantity.axis("frequency").unwrap_or_default();
    frequencies.iter().map(|f| TAU * f / C0 * RADIUS).collect()
}

/// Power through a box, or lost in one, over the power incident on the sphere's cross section, at each size.
struct Efficiency {
    sizes: Vec<f64>,
    values: Vec<f64>,
}

impl Efficiency {
    fn new(results: &Results, name: &str) -> Result<Self, ValidationError> {
        let power = quantity(results, name)?;
        let shadow = PI * RADIUS * RADIUS / (2.0 * ETA0);
        Ok(Self {
            sizes: sizes(power),
            values: power.data.iter().map(|p| (p / shadow).abs()).collect(),
        })
    }

    /// The value at a size among those of the scene.
    fn at(&self, x: f64) -> Result<f64, ValidationError> {
        let place = self.sizes.iter().position(|size| (size - x).abs() < 1e-6);
        let missing = || ValidationError::Missing(format!("efficiency at x = {x}"));
        Ok(self.values[place.ok_or_else(missing)?])
    }
}

/// An efficiency of the sphere of index m at the size x.
fn in_table(m: &str, x: f64, column: &str) -> Result<f64, ValidationError> {
    let rows = EFFICIENCIES
        .lines()
        .filter(|line| line.starts_with("m,") || line.starts_with(&format!("{m},")));
    let table = Table::read(&rows.collect::<Vec<_>>().join("\n"));
    let (sizes, values) = (table.column("x")?, table.column(column)?);
    let missing = || ValidationError::Missing(format!("{column} at x = {x}"));
    let place = sizes
        .iter()
        .position(|size| (size - x).abs() < 1e-9)
        .ok_or_else(missing)?;
    Ok(values[place])
}

pub(crate) fn dielectric(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let cell = bench.sized(["2", "1", "1"]);
    let results = bench.simulate(&with_cells(DIELECTRIC, cell), PRECISION)?;
    let found = Efficiency::new(&results, "flux/scattered")?;
    let exact = in_table("1.5", 2.0, "Qsca")?;
    bench.row(&percent("scattered", found.at(2.0)? / exact, 1.0));
    let series = |x: &f64| Sphere::penetrable(*x, Complex::from(1.5)).efficiencies();
    let exact = found.sizes.iter().map(|x| series(x).scattering);
    bench.picture(&Picture {
        title: "Dielectric sphere, scattering efficiency",
        axis: ("ka", "", &found.sizes),
        unit: "",
        curves: &[
            ("computed", found.values),
            ("reference: Mie", exact.collect()),
        ],
    })
}

/// At x = 2 the sphere is close to a resonance, which needs small cells; a software device gets x = 1, where
/// the frequency and with it the conductivity for the same index are half as large.
pub(crate) fn lossy(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let full = LOSSY.to_owned();
    let small = with_cells(LOSSY, "2").replace(SIGMA, SIGMA_HALF);
    let (scene, x) = bench.sized([(small, 1.0), (full.clone(), 2.0), (full, 2.0)]);
    let results = bench.simulate(&scene, PRECISION)?;
    let exact = in_table("2-0.1j", x, "Qabs")?;
    let by_flux = Efficiency::new(&results, "flux/absorbed")?;
    bench.row(&percent("by-flux", by_flux.at(x)? / exact, 2.0));
    let by_volume = Efficiency::new(&results, "absorption/lost")?;
    bench.row(&percent("by-volume", by_volume.at(x)? / exact, 2.0));
    // For a conductor the imaginary part of m^2 falls with frequency.
    let series = |size: &f64| {
        let square = LOSSY_INDEX * LOSSY_INDEX;
        let index = Complex::new(square.re, square.im * x / size).root();
        Sphere::penetrable(*size, index).efficiencies().absorption
    };
    let exact = by_flux.sizes.iter().map(series).collect();
    bench.picture(&Picture {
        title: "Lossy sphere, absorption efficiency",
        axis: ("ka", "", &by_flux.sizes),
        unit: "",
        curves: &[
            ("by flux", by_flux.values),
            ("by volume", by_volume.values),
            ("reference: Mie", exact),
        ],
    })
}

/// Deviation of a ratio from one.
pub(super) fn percent(of: &str, ratio: f64, tolerance: f64) -> Comparison<'_> {
    Comparison {
        of,
        precision: PRECISION,
        error: 100.0 * (ratio - 1.0).abs(),
        unit: "%",
        tolerance,
    }
}
