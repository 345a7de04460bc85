//! Bodies and their solutions.

use poynting_linalg::Complex;
use poynting_mom2d::{Current, Equation, Mesh, Outline, PlaneWave, Polarization, Sampling, System};

pub const BOTH: [Polarization; 2] = [Polarization::Tm, Polarization::Te];
pub const CFIE: Equation = Equation::Combined(0.5);

/// Outlines divided by default, for k = 1/m.
pub fn mesh(outlines: &[Outline]) -> Mesh {
    sampled(outlines, Sampling::default())
}

/// Outlines divided, for k = 1/m.
pub fn sampled(outlines: &[Outline], sampling: Sampling) -> Mesh {
    Mesh::new(outlines, std::f64::consts::TAU, sampling).unwrap()
}

/// The current that a wave from `phi` excites.
pub fn solve(mesh: &Mesh, polarization: Polarization, equation: Equation, phi: f64) -> Current<'_> {
    let system = System::new(mesh, polarization, equation).unwrap();
    let [current] = system
        .solve(&[PlaneWave::arriving(phi)])
        .try_into()
        .unwrap();
    current
}

/// The largest difference of two lists over the largest of the second.
pub fn off(found: &[Complex<f64>], expected: &[Complex<f64>]) -> f64 {
    assert_eq!(found.len(), expected.len());
    let largest = expected.iter().map(|z| z.norm()).fold(0.0, f64::max);
    let differences = found.iter().zip(expected).map(|(a, b)| (a - b).norm());
    differences.fold(0.0, f64::max) / largest
}

/// Every so many degrees all around, in radians.
pub fn around(step: usize) -> Vec<f64> {
    let degrees = (0..360).step_by(step);
    degrees.map(|n| f64::from(n as u32).to_radians()).collect()
}
