//! The method of moments: cases of the solver in frequency, against series, published tables and finer meshes.

mod antenna;
mod austin;
mod both;
mod capacitance;
mod compressed;
mod ogive;
mod plate;
mod reciprocity;
mod resonance;
mod sphere;

use super::Case;
use crate::bench::{Bench, Comparison, quantity};
use crate::cases::with;
use crate::{Listed, ValidationError};
use poynting::{Results, Solver};
use poynting_physics::mie::Sphere;
use std::f64::consts::PI;

const fn case(
    name: &'static str,
    about: &'static str,
    run: fn(&mut Bench<'_>) -> Result<(), ValidationError>,
) -> Case {
    Case {
        listed: Listed {
            name,
            solver: Solver::Mom,
            about,
        },
        run,
    }
}

/// Those of the method of moments, in the order in which they run.
pub(crate) const CASES: &[Case] = &[
    case(
        "mom-sphere",
        "cross section and current of a metal sphere, ka = 3, EFIE and CFIE, over three meshes against the Mie series",
        sphere::sphere,
    ),
    case(
        "mom-resonance",
        "a metal sphere about its first interior resonance: what EFIE and MFIE do there, and CFIE does not",
        resonance::interior,
    ),
    case(
        "mom-compressed",
        "cross section of a metal sphere, ka = 10, by MLFMA and by an H-matrix against the Mie series and each other",
        compressed::sphere,
    ),
    case(
        "mom-austin-sphere",
        "bistatic cross section of a metal sphere at 10 and 320 MHz against the Austin suite",
        austin::sphere,
    ),
    case(
        "mom-austin-plate",
        "monostatic cross section of two metal plates near grazing against the Austin suite",
        austin::plates,
    ),
    case(
        "mom-austin-almond",
        "monostatic cross section of the metal almond at 7 GHz against the Austin suite and two measurements",
        austin::almond,
    ),
    case(
        "mom-ogive",
        "monostatic cross section of a metal ogive against a mesh of half the edge length",
        ogive::ogive,
    ),
    case(
        "mom-strip-dipole",
        "resonance and conductance of a strip dipole against a wire by NEC",
        antenna::dipole,
    ),
    case(
        "mom-strip-loop",
        "resonance and conductance of a square loop of strip against a wire by NEC",
        antenna::square_loop,
    ),
    case(
        "mom-capacitance",
        "capacitance of a square and a cube from the scalar potential at zero frequency",
        capacitance::capacitance,
    ),
    case(
        "mom-plate-current",
        "current on a square plate of one wavelength, 176 unknowns, against a finer mesh",
        plate::current,
    ),
    case(
        "mom-and-fdtd",
        "cross section of a metal sphere by both solvers from one scene",
        both::sphere,
    ),
    case(
        "mom-reciprocity",
        "cross-polar cross sections of a cone-sphere with sender and receiver exchanged",
        reciprocity::cone_sphere,
    ),
];

/// A scene solved by another equation.
fn by(scene: &str, equation: &str) -> String {
    with(scene, "equation", &format!("\"{equation}\""))
}

/// A scene with edges of another length, in metres.
fn with_edge(scene: &str, edge: f64) -> String {
    with(scene, "edge", &format!("\"{edge} m\""))
}

/// The levels of a metal sphere of radius 1 m by the Mie series, dB over 1 m^2: theta from 0 to 180 degrees, in the plane of E and across it.
fn mie_levels(ka: f64) -> Vec<f64> {
    let mie = Sphere::conducting(ka);
    (0..=180)
        .flat_map(|degree: i32| {
            let theta = f64::from(degree).to_radians();
            [0.0, PI / 2.0].map(|phi| 10.0 * (PI * mie.bistatic(theta, phi)).log10())
        })
        .collect()
}

/// A row in the finest precision.
fn row(bench: &mut Bench<'_>, of: &str, error: f64, (unit, tolerance): (&str, f64)) {
    let precision = bench.finest();
    bench.row(&Comparison {
        of,
        precision,
        error,
        unit,
        tolerance,
    });
}

/// Cross sections of a quantity in dB over 1 m^2.
fn levels(results: &Results, name: &str) -> Result<Vec<f64>, ValidationError> {
    let areas = &quantity(results, name)?.data;
    Ok(areas.iter().map(|area| 10.0 * area.log10()).collect())
}

/// Mean of the absolute differences.
fn mean_off(found: &[f64], exact: &[f64]) -> f64 {
    let off = found.iter().zip(exact).map(|(f, e)| (f - e).abs());
    off.sum::<f64>() / exact.len() as f64
}

/// Root of the mean square of the differences.
fn rms_off(found: &[f64], exact: &[f64]) -> f64 {
    let squares = found.iter().zip(exact).map(|(f, e)| (f - e).powi(2));
    (squares.sum::<f64>() / exact.len() as f64).sqrt()
}

/// Centroids of the triangles of a run that records currents, and |J| there.
struct Currents {
    centroids: Vec<[f64; 3]>,
    /// Real and imaginary parts along x, y, z.
    parts: [Vec<[f64; 3]>; 2],
}

impl Currents {
    fn new(results: &Results, monitor: &str) -> Result<Self, ValidationError> {
        let triples = |name: &str| -> Result<Vec<[f64; 3]>, ValidationError> {
            let (triples, _) = quantity(results, name)?.data.as_chunks();
            Ok(triples.to_vec())
        };
        let vertices = triples("surface/vertices")?;
        let centroid = |corners: [f64; 3]| {
            std::array::from_fn(|a| {
                corners
                    .iter()
                    .map(|&v| vertices[v as usize][a])
                    .sum::<f64>()
                    / 3.0
            })
        };
        let [re, im] = ["real", "imag"].map(|part| triples(&format!("current/{monitor}/{part}")));
        Ok(Self {
            centroids: triples("surface/triangles")?
                .into_iter()
                .map(centroid)
                .collect(),
            parts: [re?, im?],
        })
    }

    /// |J| on a triangle.
    fn size(&self, triangle: usize) -> f64 {
        let parts = self.parts.iter().flat_map(|part| part[triangle]);
        parts.map(|j| j * j).sum::<f64>().sqrt()
    }
}
