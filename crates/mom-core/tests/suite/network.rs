//! Ports: network algebra in closed form, and laws on coupled strips.

use crate::meshes;
use poynting_exec::Budget;
use poynting_linalg::{Accum, Par, adjoint_matmul};
use poynting_mom_core::{
    Complex, Dense, Equation, Excitation, Factored, Gap, Mat, MomError, Network, Operator,
    Radiator, RwgSpace, Symmetry, axial_ratio_levels, column, edges_in_plane, gain_levels,
    renormalised, sides,
};
use std::f64::consts::{PI, TAU};

type Matrix = Mat<Complex<f64>>;

fn off(a: &Matrix, b: &Matrix) -> f64 {
    (a - b).norm_max()
}

fn matrix<const N: usize>(rows: [[Complex<f64>; N]; N]) -> Matrix {
    Mat::from_fn(N, N, |m, n| rows[m][n])
}

/// S11 = (Z - R)/(Z + R), V = V_s Z/(Z + R).
#[test]
fn one_port() {
    let z = Complex::new(73.0, 42.5);
    let network = Network::from_admittance(matrix([[z.inv()]]));
    let s = network.scattering(&[50.0]).unwrap();
    assert!((s[(0, 0)] - (z - 50.0) / (z + 50.0)).norm() < 1e-14);
    assert!((network.impedance()[(0, 0)] - z).norm() < 1e-12);
    let source = Complex::new(0.0, 3.0);
    let driven = network.driven(&[source], &[50.0]).unwrap();
    assert!((driven.voltages[0] - source * z / (z + 50.0)).norm() < 1e-13);
    assert!((driven.active_impedance(0) - z).norm() < 1e-12);
    // Accepted power is available minus reflected power.
    let accepted = driven.available_power * (1.0 - s[(0, 0)].norm_sqr());
    assert!((driven.available_power - 9.0 / 400.0).abs() < 1e-16);
    assert!((driven.accepted_power() - accepted).abs() < 1e-15);
}

/// A series impedance Z between two ports of resistances R1 and R2: S11 = (Z + R2 - R1)/d, S22 = (Z + R1 - R2)/d,
/// S21 = 2 sqrt(R1 R2)/d with d = Z + R1 + R2.
#[test]
fn two_ports() {
    let (z, r) = (Complex::new(20.0, -35.0), [50.0, 75.0]);
    let y = z.inv();
    let network = Network::from_admittance(matrix([[y, -y], [-y, y]]));
    let exact = |[r1, r2]: [f64; 2]| {
        let d = z + r1 + r2;
        let across = Complex::new(2.0 * f64::sqrt(r1 * r2), 0.0) / d;
        matrix([[(z + r2 - r1) / d, across], [across, (z + r1 - r2) / d]])
    };
    let s = network.scattering(&r).unwrap();
    assert!(off(&s, &exact(r)) < 1e-14);
    let other = renormalised(&s, &r, &[10.0, 300.0]).unwrap();
    assert!(off(&other, &exact([10.0, 300.0])) < 1e-13);
    assert!(network.asymmetry() == 0.0);
    // A short circuit has no admittance matrix, but its S can be renormalised: S = -1 stays -1.
    let short = matrix([[Complex::new(-1.0, 0.0)]]);
    assert!(off(&renormalised(&short, &[50.0], &[75.0]).unwrap(), &short) < 1e-14);
    // |S21|^2 is the power in the resistor of port 2 over the available power of port 1.
    let driven = network
        .driven(&[Complex::new(2.0, 0.0), Complex::new(0.0, 0.0)], &r)
        .unwrap();
    let arrived = driven.voltages[1].norm_sqr() / (2.0 * r[1]);
    assert!((arrived / driven.available_power - s[(1, 0)].norm_sqr()).abs() < 1e-14);
}

#[test]
fn wrong_numbers_of_ports_are_refused() {
    let network = Network::from_admittance(matrix([[Complex::new(0.02, 0.0)]]));
    let two = network.scattering(&[50.0, 50.0]);
    assert!(matches!(
        two,
        Err(MomError::Ports {
            expected: 1,
            found: 2,
            ..
        })
    ));
    assert!(matches!(
        network.scattering(&[0.0]),
        Err(MomError::Number { .. })
    ));
}

/// Two unequal strips of 1 m and 0.8 m, 0.3 m apart, each with a gap in its middle.
fn strips() -> (RwgSpace, Vec<Gap>) {
    let mut triangles = meshes::plate(1.0, 0.02, 24, 1);
    let second = meshes::plate(0.8, 0.02, 20, 1);
    triangles.extend(
        second
            .into_iter()
            .map(|t| t.map(|[x, y, z]| [x + 0.1, y + 0.3, z])),
    );
    let space = RwgSpace::new(&meshes::weld(triangles)).unwrap();
    let along = [1.0, 0.0, 0.0];
    let edges = edges_in_plane(&space, [0.5, 0.0, 0.0], along);
    assert_eq!(edges.len(), 2);
    let gaps = edges
        .iter()
        .map(|e| Gap::new(&space, &[*e], along).unwrap());
    let gaps = gaps.collect();
    (space, gaps)
}

#[test]
fn coupled_strips_are_reciprocal_and_keep_their_power() {
    let (space, gaps) = strips();
    for k in [TAU * 0.35, TAU * 0.48] {
        let operator = Operator::new(&space, k, Equation::Electric, 1e-4).unwrap();
        let dense = Dense::<f64>::new(&operator, Symmetry::Ignored, Budget::of_this_machine());
        let excitations: Vec<_> = gaps.iter().cloned().map(Excitation::Gap).collect();
        let sides = sides(&operator, &excitations).unwrap();
        let solved = Factored::new(dense.unwrap()).solve(&sides).unwrap();
        let network = Network::new(&gaps, &solved.currents).unwrap();
        assert!(network.asymmetry() < 1e-4, "{:e}", network.asymmetry());
        let resistances = [50.0, 75.0];
        let s = network.scattering(&resistances).unwrap();
        // Passivity: 1 - S^H S has no negative eigenvalue.
        let mut kept = Mat::zeros(2, 2);
        let one = Complex::new(1.0, 0.0);
        adjoint_matmul(
            kept.as_mut(),
            Accum::Replace,
            s.as_ref(),
            s.as_ref(),
            one,
            Par::Seq,
        );
        let lost = Mat::<Complex<f64>>::identity(2, 2) - kept;
        let determinant = (lost[(0, 0)] * lost[(1, 1)] - lost[(0, 1)] * lost[(1, 0)]).re;
        assert!(lost[(0, 0)].re > 0.0 && determinant > 0.0);

        let source = [Complex::new(1.0, 0.0), Complex::new(0.0, 0.5)];
        let driven = network.driven(&source, &resistances).unwrap();
        let [a, b] = [0, 1].map(|n| column(&solved.currents, n));
        let currents: Vec<_> = (a.iter().zip(&b))
            .map(|(x, y)| x * driven.voltages[0] + y * driven.voltages[1])
            .collect();
        // The gap's own current is that of the network.
        assert!((gaps[1].current(&currents) - driven.currents[1]).norm() < 1e-12);
        let radiated = Radiator::new(&space, k, &currents).radiated_power();
        let ratio = radiated / driven.accepted_power();
        println!(
            "k {k:.2}: radiated/accepted {ratio:.6}, asymmetry {:.1e}",
            network.asymmetry()
        );
        assert!((ratio - 1.0).abs() < 1e-3, "{ratio}");
        assert!(driven.accepted_power() < driven.available_power);
    }
}

/// A short dipole has a directivity of 3/2 for any current, up to terms of order (kl)^2 (C. A. Balanis, Antenna Theory, 2016,
/// section 4.3), and is linearly polarised.
#[test]
fn a_short_strip_has_the_directivity_of_a_short_dipole() {
    let space = RwgSpace::new(&meshes::weld(meshes::plate(1.0, 0.02, 10, 1))).unwrap();
    let k = 0.05;
    let operator = Operator::new(&space, k, Equation::Electric, 1e-4).unwrap();
    let dense = Dense::<f64>::new(&operator, Symmetry::Used, Budget::of_this_machine()).unwrap();
    let along = [1.0, 0.0, 0.0];
    let edges = edges_in_plane(&space, [0.5, 0.0, 0.0], along);
    let gap = Gap::new(&space, &edges, along).unwrap();
    let sides = sides(&operator, &[Excitation::Gap(gap.clone())]).unwrap();
    let solved = Factored::new(dense).solve(&sides).unwrap();
    let radiator = Radiator::new(&space, k, &column(&solved.currents, 0));
    let power = radiator.radiated_power();
    let far = radiator.far_fields(&[[0.0, 0.0], [PI / 2.0, PI / 4.0]]);
    let levels = gain_levels(&far, power);
    println!("directivity {levels:.5?} dB");
    let exact = 10.0 * 1.5_f64.log10();
    assert!(
        (levels[0] - exact).abs() < k * k
            && (levels[1] - exact + 10.0 * 2.0_f64.log10()).abs() < k * k
    );
    // The other component is due to the transverse current on a strip whose width is a fiftieth of its length.
    assert!(axial_ratio_levels(&far)[1] > 60.0);
    // Without losses gain equals directivity: with 1 V the port accepts the radiated power.
    let network = Network::new(&[gap], &solved.currents).unwrap();
    let accepted = 0.5 * network.admittance()[(0, 0)].re;
    assert!((gain_levels(&far, accepted)[0] - levels[0]).abs() < 1e-4);
}
