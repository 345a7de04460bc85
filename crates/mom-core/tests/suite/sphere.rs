//! A conducting sphere of radius 1 m compared with the Mie series: `data/README.md`.

use crate::meshes;
use crate::tables::columns;
use poynting_exec::Budget;
use poynting_mom_core::{
    Complex, Dense, Equation, Factored, Mat, Operator, PlaneWave, Polarization, Radiator, RwgSpace,
    Symmetry, currents_at_centroids,
};
use poynting_physics::constants::ETA0;
use poynting_physics::mie::Sphere;
use std::f64::consts::PI;

const COMBINED: Equation = Equation::Combined { alpha: 0.5 };

fn factored(
    space: &RwgSpace,
    k: f64,
    equation: Equation,
    tolerance: f64,
) -> (Operator<'_>, Factored<f64>) {
    let operator = Operator::new(space, k, equation, tolerance).unwrap();
    let dense = Dense::new(&operator, Symmetry::Used, Budget::of_this_machine()).unwrap();
    (operator, Factored::new(dense))
}

/// Currents of the wave x e^{-jkz}, up to sign.
fn currents(space: &RwgSpace, k: f64, equation: Equation) -> Vec<Complex<f64>> {
    let (operator, factored) = factored(space, k, equation, 1e-4);
    let side = PlaneWave::arriving(PI, 0.0, Polarization::Theta).side(&operator);
    let sides = Mat::from_fn(side.len(), 1, |row, _| side[row]);
    let solutions = factored.solve(&sides).unwrap();
    assert!(solutions.residuals[0] < 1e-11, "{:?}", solutions.residuals);
    solutions.currents.col_as_slice(0).to_vec()
}

/// Rms difference in dB over both planes of the bistatic cross-section, from `expected(theta in degrees)` in dB over pi m^2.
fn rcs_off(n: usize, k: f64, equation: Equation, expected: impl Fn(usize) -> [f64; 2]) -> f64 {
    let space = RwgSpace::new(&meshes::sphere(n)).unwrap();
    let radiator = Radiator::new(&space, k, &currents(&space, k, equation));
    let mut sum = 0.0;
    for theta in 0..=180 {
        for (phi, expected) in [0.0, PI / 2.0].into_iter().zip(expected(theta)) {
            let field = radiator.far_field((theta as f64).to_radians(), phi);
            sum += (10.0 * (field.cross_section() / PI).log10() - expected).powi(2);
        }
    }
    (sum / 362.0).sqrt()
}

/// The same for ka = 3, compared with the table.
fn rcs_error(n: usize, equation: Equation) -> f64 {
    let names = ["E_ka3", "H_ka3"];
    let table = columns(include_str!("../data/mie_pec_bistatic.csv"), names);
    assert_eq!(table.len(), 181);
    rcs_off(n, 3.0, equation, |theta| table[theta])
}

/// 750 unknowns. With 3000, edges of half the length, the requirement is 0.05 dB; an order of 1.8 (below) allows 2^1.8 times that here.
#[test]
fn bistatic_cross_section() {
    for equation in [Equation::Electric, COMBINED] {
        let error = rcs_error(5, equation);
        println!("{equation:?}: {error:.4} dB");
        assert!(error < 0.05 * 2.0_f64.powf(1.8), "{equation:?}: {error} dB");
    }
}

/// The order of convergence over three meshes, between the coarsest and the finest.
fn order(meshes: [usize; 3], equation: Equation) -> f64 {
    let errors = meshes.map(|n| rcs_error(n, equation));
    println!("{equation:?} {meshes:?}: {errors:.4?} dB");
    assert!(errors[0] > errors[1] && errors[1] > errors[2]);
    (errors[0] / errors[2]).ln() / (meshes[2] as f64 / meshes[0] as f64).ln()
}

#[test]
fn the_error_falls_with_the_square_of_the_edge_length() {
    for equation in [Equation::Electric, COMBINED] {
        let order = order([2, 3, 5], equation);
        assert!(order > 1.8, "{equation:?}: {order}");
    }
}

/// 3000 unknowns: the figures of the issue, half a minute in an optimised build.
#[test]
#[ignore = "3000 unknowns; run with --release"]
fn bistatic_cross_section_with_3000_unknowns() {
    for equation in [Equation::Electric, COMBINED] {
        let order = order([5, 7, 10], equation);
        let error = rcs_error(10, equation);
        println!("{equation:?}: {error:.4} dB, order {order:.2}");
        assert!(error < 0.05 && order > 1.8);
        let off = current_error(10, equation);
        println!("{equation:?}: current off by {off:.4}");
        assert!(off < 0.03);
    }
}

/// Relative L2 error of |J| at all centroids.
fn current_error(n: usize, equation: Equation) -> f64 {
    let space = RwgSpace::new(&meshes::sphere(n)).unwrap();
    let found = currents_at_centroids(&space, &currents(&space, 3.0, equation));
    let names = ["ka", "theta_deg", "absJt_Eplane", "absJp_Hplane"];
    let mut table = columns(include_str!("../data/mie_pec_surface_current.csv"), names);
    table.retain(|row| row[0] == 3.0);
    let (mut difference, mut all) = (0.0, 0.0);
    for (triangle, j) in space.triangles().iter().zip(found) {
        let [x, y, z] = triangle.centroid;
        let theta = z.atan2(x.hypot(y)).mul_add(-1.0, PI / 2.0).to_degrees();
        let (row, part) = (theta.floor().min(179.0), theta - theta.floor().min(179.0));
        let between = |column: usize| {
            let at = |r: f64| table[r as usize][column];
            at(row) + part * (at(row + 1.0) - at(row))
        };
        let phi = y.atan2(x);
        let expected = (phi.cos() * between(2)).hypot(phi.sin() * between(3)) / ETA0;
        let size = j.iter().map(Complex::norm_sqr).sum::<f64>().sqrt();
        difference += triangle.area * (size - expected).powi(2);
        all += triangle.area * expected * expected;
    }
    (difference / all).sqrt()
}

/// 750 unknowns. A current that is linear on triangles has an error at centroids proportional to their size on irregular triangles and to
/// its square on regular ones; the requirement is 3 % with 3000 unknowns, so at most 6 % here.
#[test]
fn surface_current() {
    for equation in [Equation::Electric, COMBINED] {
        let error = current_error(5, equation);
        println!("{equation:?}: {error:.4}");
        assert!(error < 0.06, "{equation:?}: {error}");
    }
}

/// The cavity inside the sphere resonates at ka = 2.7437 (TM, n = 1): the EFIE has a non-radiating current there.
#[test]
fn only_the_combined_equation_passes_the_interior_resonance() {
    let space = RwgSpace::new(&meshes::sphere(4)).unwrap();
    let conditions = |equation, points: &[usize]| {
        let at = |k: f64| factored(&space, k, equation, 1e-4).1.condition();
        let scan: Vec<f64> = points.iter().map(|&n| at(2.70 + 0.01 * n as f64)).collect();
        println!("{equation:?}: {scan:.0?}");
        scan
    };
    let electric = conditions(Equation::Electric, &std::array::from_fn::<_, 11, _>(|n| n));
    let largest = |values: &[f64]| values.iter().copied().fold(0.0, f64::max);
    let peak = electric
        .iter()
        .position(|&c| c == largest(&electric))
        .unwrap();
    // 480 unknowns shift the resonance by less than 1 %.
    assert!((2..=7).contains(&peak), "{peak}");
    assert!(electric[peak] > 4.0 * electric[0] && electric[peak] > 4.0 * electric[10]);
    let combined = conditions(COMBINED, &[0, peak - 1, peak, peak + 1]);
    assert!(largest(&combined) < 1.2 * combined[0]);
}

/// At the resonance the non-radiating current corrupts the MFIE; the CFIE is unaffected.
#[test]
#[ignore = "3000 unknowns; run with --release"]
fn cross_section_at_the_interior_resonance() {
    let mie = Sphere::conducting(2.7437);
    let expected = |theta: usize| {
        let theta = (theta as f64).to_radians();
        [0.0, PI / 2.0].map(|phi| 10.0 * mie.bistatic(theta, phi).log10())
    };
    let off = |equation| rcs_off(10, 2.7437, equation, expected);
    let (magnetic, combined) = (off(Equation::Magnetic), off(COMBINED));
    println!("MFIE {magnetic:.3} dB, CFIE {combined:.3} dB");
    assert!(magnetic > 0.5 && combined < 0.1);
}
