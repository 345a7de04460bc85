//! Hertzian dipoles: reciprocity, power, and forbidden positions.

use crate::meshes;
use crate::near_field::any_currents;
use poynting_exec::Budget;
use poynting_mom_core::{
    Complex, Dense, Dipole, Equation, Excitation, Factored, MomError, NearField, Operator,
    PlaneWave, Polarization, Radiator, RwgSpace, Symmetry, column, sides,
};
use poynting_physics::constants::ETA0;
use std::f64::consts::PI;

type Point = [f64; 3];

fn space() -> RwgSpace {
    RwgSpace::new(&meshes::sphere(3)).unwrap()
}

/// A dipole over a point of triangle 11, at a height in radii of the triangle.
fn over(space: &RwgSpace, height: f64, moment: Point) -> Dipole {
    let t = &space.triangles()[11];
    let foot = |i: usize| 0.5 * t.corners[0][i] + 0.2 * t.corners[1][i] + 0.3 * t.corners[2][i];
    Dipole {
        at: std::array::from_fn(|i| foot(i) + height * t.radius * t.normal[i]),
        moment,
    }
}

/// m . E of currents at the dipole is the reaction <J, E_dipole> (Lorentz): one side is summed by the near field, the other is a right-hand
/// side; this holds for any current, at any height.
#[test]
fn the_side_of_a_dipole_is_the_field_at_the_dipole() {
    let space = space();
    let k = 2.0;
    let currents = any_currents(space.len());
    let near = NearField::new(&space, k, &currents);
    let operator = Operator::new(&space, k, Equation::Electric, 1e-4).unwrap();
    for height in [5.0, 1.0, 0.1, 1e-2, 1e-3] {
        let dipole = over(&space, height, [0.4, -0.3, 0.8]);
        let field = near.at(dipole.at).e;
        let seen: Complex<f64> = (0..3).map(|i| field[i] * dipole.moment[i]).sum();
        let side = dipole.side(&operator).unwrap();
        let reaction: Complex<f64> = currents.iter().zip(&side).map(|(i, b)| i * b).sum();
        let off = (seen - reaction).norm() / reaction.norm();
        println!("height {height}: off by {off:.1e}");
        assert!(off < 2e-5, "height {height}: {off:e}");
    }
}

/// The coupling from dipole 1 to dipole 2 via a conductor equals that from 2 to 1.
#[test]
fn scattering_between_dipoles_is_reciprocal() {
    let space = space();
    let k = 2.0;
    let dipoles = [
        Dipole {
            at: [0.0, 0.3, 1.4],
            moment: [1.0, 0.2, 0.0],
        },
        Dipole {
            at: [1.1, -0.9, -0.2],
            moment: [0.3, 0.4, -1.0],
        },
    ];
    let exchange = |equation: Equation| {
        let operator = Operator::new(&space, k, equation, 1e-6).unwrap();
        let dense = Dense::<f64>::new(&operator, Symmetry::Used, Budget::of_this_machine());
        let sides = sides(&operator, &dipoles.map(Excitation::Dipole)).unwrap();
        let solved = Factored::new(dense.unwrap()).solve(&sides).unwrap();
        [[0, 1], [1, 0]].map(|[from, to]| {
            let near = NearField::new(&space, k, &column(&solved.currents, from));
            let e = near.at(dipoles[to].at).e;
            (0..3)
                .map(|i| e[i] * dipoles[to].moment[i])
                .sum::<Complex<f64>>()
        })
    };
    let [there, back] = exchange(Equation::Electric);
    let off = (there - back).norm() / there.norm();
    // The matrix of the CFIE is not symmetric: it is reciprocal to within the mesh error.
    let [other, other_back] = exchange(Equation::Combined { alpha: 0.5 });
    let combined = [other - other_back, other - there].map(|x| x.norm() / there.norm());
    println!("EFIE {off:.1e}, CFIE {combined:.7?}");
    assert!(off < 1e-5, "{off:e}");
    assert!(combined[0] < 0.02 && combined[1] < 0.05, "{combined:?}");
}

/// eta k^2 |I l|^2/(12 pi), and a far field of j k eta I l sin(theta)/(4 pi).
#[test]
fn a_dipole_alone_radiates_its_closed_form() {
    let space = space();
    let k = 3.0;
    let dipole = Dipole {
        at: [0.0, 0.0, 2.0],
        moment: [0.0, 0.0, 0.7],
    };
    let none = vec![Complex::new(0.0, 0.0); space.len()];
    let radiator = Radiator::new(&space, k, &none).with_dipole(&dipole);
    let power = ETA0 * (k * 0.7_f64).powi(2) / (12.0 * PI);
    assert!((radiator.radiated_power() / power - 1.0).abs() < 1e-10);
    let expected = Complex::new(0.0, k * ETA0 * 0.7 / (4.0 * PI)) * 0.5_f64.sqrt();
    let f = radiator.about([0.0, 0.0, 2.0]).far_field(PI / 4.0, 1.0);
    assert!((f.theta - expected).norm() < 1e-12 * expected.norm() && f.phi.norm() < 1e-12);
}

#[test]
fn a_dipole_on_the_surface_is_refused() {
    let space = space();
    let operator = Operator::new(&space, 2.0, Equation::Electric, 1e-3).unwrap();
    let refused = over(&space, 0.0, [1.0, 0.0, 0.0]).side(&operator);
    assert!(matches!(
        refused,
        Err(MomError::DipoleOnSurface { triangle: 11, .. })
    ));
}

/// Columns are in the order of the excitations, and in single precision on request.
#[test]
fn sides_are_columns() {
    let space = space();
    let operator = Operator::new(&space, 2.0, Equation::Combined { alpha: 0.3 }, 1e-3).unwrap();
    let wave = |n: usize| PlaneWave::arriving(n as f64, 0.3, Polarization::Phi);
    let mut all: Vec<Excitation> = (0..5).map(|n| Excitation::PlaneWave(wave(n))).collect();
    all.push(Excitation::Dipole(over(&space, 1.0, [1.0, 0.0, 0.0])));
    let (double, single) = (sides::<f64>(&operator, &all), sides::<f32>(&operator, &all));
    let (double, single) = (double.unwrap(), single.unwrap());
    assert_eq!((double.nrows(), double.ncols()), (space.len(), 6));
    for (n, excitation) in all.iter().enumerate() {
        assert_eq!(column(&double, n), excitation.side(&operator).unwrap());
        let rounded = column(&single, n);
        let far = column(&double, n)
            .iter()
            .zip(rounded)
            .any(|(a, b)| (a - b).norm() > 1e-6 * a.norm());
        assert!(!far);
    }
}
