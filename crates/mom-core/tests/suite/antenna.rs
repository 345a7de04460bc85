//! A strip dipole compared with a wire whose radius is a quarter of its width: `data/README.md`.

use crate::meshes;
use crate::tables::columns;
use poynting_exec::Budget;
use poynting_mom_core::{
    Complex, Dense, Equation, Factored, Gap, Mat, Operator, RwgSpace, Symmetry, edges_in_plane,
};
use poynting_physics::constants::C0;
use std::f64::consts::TAU;

/// Input impedance of a strip of 1 m x 4 mm, driven at its centre.
fn strip(space: &RwgSpace, gap: &Gap, frequency: f64) -> Complex<f64> {
    let operator = Operator::new(space, TAU * frequency / C0, Equation::Electric, 1e-4).unwrap();
    let dense = Dense::new(&operator, Symmetry::Used, Budget::of_this_machine()).unwrap();
    let side = gap.side(&operator);
    let sides = Mat::from_fn(side.len(), 1, |row, _| side[row]);
    let solutions = Factored::new(dense).solve(&sides).unwrap();
    gap.impedance(solutions.currents.col_as_slice(0))
}

/// The zero of X between two frequencies, and R there.
fn resonance(at: [f64; 2], z: [Complex<f64>; 2]) -> [f64; 2] {
    let part = -z[0].im / (z[1].im - z[0].im);
    [
        at[0] + part * (at[1] - at[0]),
        z[0].re + part * (z[1].re - z[0].re),
    ]
}

#[test]
fn a_strip_radiates_like_a_wire_of_a_quarter_of_its_width() {
    let space = RwgSpace::new(&meshes::weld(meshes::plate(1.0, 0.004, 50, 1))).unwrap();
    let along = [1.0, 0.0, 0.0];
    let edges = edges_in_plane(&space, [0.5, 0.0, 0.0], along);
    assert_eq!(edges.len(), 1);
    let gap = Gap::new(&space, &edges, along).unwrap();
    let table = columns(
        include_str!("../data/nec_dipole_1m_r1mm.csv"),
        ["f_MHz", "R_n101", "X_n101"],
    );
    // The wire code uses c = 2.998e8 m/s.
    let rows: Vec<[f64; 3]> = table
        .into_iter()
        .map(|[f, r, x]| [f * 1e6 * C0 / 2.998e8, r, x])
        .collect();
    let pair = rows
        .windows(2)
        .find(|w| w[0][2] < 0.0 && w[1][2] >= 0.0)
        .expect("a resonance");
    let at = [pair[0][0], pair[1][0]];
    let wire = resonance(at, [0, 1].map(|n| Complex::new(pair[n][1], pair[n][2])));
    let ours = resonance(at, at.map(|f| strip(&space, &gap, f)));
    println!(
        "strip {:.2} MHz {:.2} ohm, wire {:.2} MHz {:.2} ohm",
        ours[0] * 1e-6,
        ours[1],
        wire[0] * 1e-6,
        wire[1]
    );
    assert!((ours[0] / wire[0] - 1.0).abs() < 0.02);
    assert!((ours[1] / wire[1] - 1.0).abs() < 0.05);
}
