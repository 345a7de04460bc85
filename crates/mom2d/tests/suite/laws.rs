//! Laws that hold for every body: reciprocity, the optical theorem, translation, and what a description must not change.

use std::f64::consts::PI;

use crate::common::{BOTH, CFIE, around, mesh, off, sampled, solve};
use poynting_linalg::Complex;
use poynting_mom2d::{
    Equation, Mesh, Outline, PlaneWave, Point, Polarization, Sampling, Side, System,
};

fn circle(x: f64, y: f64, radius: f64) -> Outline {
    Outline::circle([x, y], radius).unwrap()
}

fn square(half: f64) -> [Point; 4] {
    [[-half, -half], [half, -half], [half, half], [-half, half]]
}

/// Two cylinders, a triangle and a strip, none of them symmetric to another.
fn scene() -> Vec<Outline> {
    vec![
        circle(-3.0, 0.5, 1.3),
        circle(1.0, -2.0, 2.0),
        Outline::polygon(&[[0.0, 1.0], [3.0, 2.0], [0.5, 3.5]]).unwrap(),
        Outline::strip(&[[-4.0, -4.0], [-2.5, -3.0], [-1.5, -4.5]]).unwrap(),
    ]
}

/// The amplitude in each direction, of a wave from each.
fn amplitudes(
    mesh: &Mesh,
    polarization: Polarization,
    equation: Equation,
) -> Vec<Vec<Complex<f64>>> {
    let directions = around(40);
    let system = System::new(mesh, polarization, equation).unwrap();
    let waves: Vec<_> = directions
        .iter()
        .map(|&phi| PlaneWave::arriving(phi))
        .collect();
    let currents = system.solve(&waves);
    currents
        .iter()
        .map(|current| current.amplitudes(&directions))
        .collect()
}

/// The amplitude is the same when transmitter and receiver change places.
#[test]
fn scattering_is_reciprocal() {
    // The EFIE's matrix is symmetric but for its quadrature; that of the CFIE is not, and only its solution is.
    for (outlines, tolerances) in [
        (
            vec![circle(-1.5, 0.4, 1.0), circle(1.6, 0.0, 0.6)],
            [1e-6, 1e-4],
        ),
        (scene(), [1e-5, 1e-3]),
    ] {
        for (equation, tolerance) in [Equation::Electric, CFIE].into_iter().zip(tolerances) {
            for polarization in BOTH {
                let table = amplitudes(&mesh(&outlines), polarization, equation);
                let transposed = |i: usize, j: usize| table[j][i];
                let count = table.len();
                let pairs = (0..count).flat_map(|i| (0..count).map(move |j| (i, j)));
                let (direct, exchanged): (Vec<_>, Vec<_>) =
                    pairs.map(|(i, j)| (table[i][j], transposed(i, j))).unzip();
                let off = off(&exchanged, &direct);
                assert!(off < tolerance, "{polarization:?} {equation:?}: {off:e}");
            }
        }
    }
}

/// What the wave loses is scattered: conductors absorb nothing.
#[test]
fn power_is_conserved() {
    let bodies = [
        scene(),
        vec![Outline::polygon(&square(2.0)).unwrap()],
        vec![Outline::strip(&[[-3.0, 0.0], [3.0, 1.0]]).unwrap()],
    ];
    for outlines in bodies {
        for polarization in BOTH {
            for equation in [Equation::Electric, CFIE] {
                let mesh = mesh(&outlines);
                let current = solve(&mesh, polarization, equation, 0.7);
                let (lost, scattered) = (current.extinction_width(), current.total_width());
                let off = (lost.metres / scattered.metres - 1.0).abs();
                assert!(off < 1e-3, "{polarization:?} {equation:?}: {off:e}");
            }
        }
    }
}

/// A body at r0 has the amplitude e^{jk r0.(p - d)} F.
#[test]
fn a_body_elsewhere_has_another_phase() {
    let (arrival, shift) = (0.4_f64, [2.5, -1.0]);
    let directions = around(20);
    let corners = square(1.0);
    let there = corners.map(|[x, y]| [x + shift[0], y + shift[1]]);
    for polarization in BOTH {
        let of = |corners: &[Point]| {
            let mesh = mesh(&[Outline::polygon(corners).unwrap()]);
            solve(&mesh, polarization, CFIE, arrival).amplitudes(&directions)
        };
        let along = |phi: f64| phi.cos() * shift[0] + phi.sin() * shift[1];
        let phase = |phi: &f64| Complex::cis(along(*phi) + along(arrival));
        let here = of(&corners);
        let expected: Vec<_> = here
            .iter()
            .zip(&directions)
            .map(|(f, phi)| f * phase(phi))
            .collect();
        let off = off(&of(&there), &expected);
        assert!(off < 1e-9, "{polarization:?}: {off:e}");
    }
}

/// Neither the sense of rotation nor the first corner of a polygon matters, nor how a circle is divided into arcs.
#[test]
fn the_description_of_an_outline_does_not_matter() {
    let directions = around(20);
    let corners = square(1.0);
    let mut turned = corners;
    turned.reverse();
    turned.rotate_left(1);
    let half = |from: f64, sweep: f64| Side::Arc {
        centre: [0.2, 0.1],
        radius: 1.0,
        from,
        sweep,
    };
    let pairs = [
        [Outline::polygon(&corners), Outline::polygon(&turned)],
        [
            Outline::circle([0.2, 0.1], 1.0),
            Outline::new(vec![half(0.0, -PI), half(PI, -PI)]),
        ],
    ];
    let strips = [
        Outline::strip(&[[0.0, 0.0], [1.0, 0.0], [2.0, 1.0]]),
        Outline::strip(&[[2.0, 1.0], [1.0, 0.0], [0.0, 0.0]]),
    ];
    for (pair, equation) in pairs.into_iter().zip([CFIE, CFIE]).chain([(strips, CFIE)]) {
        for polarization in BOTH {
            let [first, second] = pair.clone().map(|outline| {
                let mesh = mesh(&[outline.unwrap()]);
                solve(&mesh, polarization, equation, 0.3).amplitudes(&directions)
            });
            let off = off(&second, &first);
            assert!(off < 1e-6, "{polarization:?}: {off:e}");
        }
    }
}

/// Both equations have the same solution away from resonances, corners or not.
#[test]
fn equations_agree() {
    let directions = around(5);
    let outlines = [Outline::polygon(&square(2.0)).unwrap()];
    for polarization in BOTH {
        let mesh = mesh(&outlines);
        let [electric, magnetic, combined] = [Equation::Electric, Equation::Magnetic, CFIE]
            .map(|equation| solve(&mesh, polarization, equation, 0.3).amplitudes(&directions));
        let found = [off(&magnetic, &electric), off(&combined, &electric)];
        assert!(
            found.iter().all(|off| *off < 2e-3),
            "{polarization:?}: {found:?}"
        );
    }
}

/// Total and extinction width agree, and solutions satisfy their equations.
#[test]
fn power_is_balanced() {
    let mesh = sampled(&[circle(1.0, -2.0, 2.0)], Sampling::default());
    for polarization in BOTH {
        let current = solve(&mesh, polarization, CFIE, 0.3);
        assert!(current.residual() < 1e-12, "{:e}", current.residual());
        let error = current.power_error();
        assert!(error < 3e-4, "{polarization:?}: {error:e}");
    }
}

/// A mesh at another wavelength is the one made for it, if that has the same elements; the number of elements is known beforehand.
#[test]
fn meshes_are_counted_and_moved_to_other_wavelengths() {
    let outlines = scene();
    let sampling = Sampling::default();
    let mesh = sampled(&outlines, sampling);
    let count = Mesh::count(&outlines, mesh.wavelength(), sampling);
    assert!((count - mesh.len() as f64).abs() < 0.5);
    let twice = Sampling {
        per_wavelength: 2.0 * sampling.per_wavelength,
        ..sampling
    };
    let longer = 2.0 * mesh.wavelength();
    assert_eq!(
        mesh.at(longer),
        Mesh::new(&outlines, longer, twice).unwrap()
    );
    let stations = mesh.stations();
    let densities = solve(&mesh, Polarization::Tm, CFIE, 0.3).densities();
    assert_eq!(stations.len(), densities.len());
    let same = stations.iter().zip(&densities);
    assert!(
        same.into_iter()
            .all(|(s, d)| (s.outline, s.at) == (d.outline, d.at))
    );
    // Far from the origin the total width takes no more directions than near it.
    let far = [circle(1e9, 0.0, 2.0)];
    let far = sampled(&far, sampling);
    let width = solve(&far, Polarization::Tm, CFIE, 0.3).total_width();
    let near = [circle(0.0, 0.0, 2.0)];
    let near = sampled(&near, sampling);
    let same = solve(&near, Polarization::Tm, CFIE, 0.3).total_width();
    assert!((width.metres / same.metres - 1.0).abs() < 1e-4);
}
