//! Uniform layers, compared with the ABCD matrices of transmission lines.

use poynting_rcwa::{Cell, Illumination, Incidence, Layer, Orders, Side, Stack, c64, solve};

use crate::common::{at, index};

/// Reflected and transmitted tangential E over the incident one, for E across the plane of incidence and in it.
///
/// A layer is a line of length d with the admittance Y = kz/k0 (s) or eps k0/kz (p):
///
/// ```text
/// | e1 |   |    cos(kz d)     j sin(kz d)/Y | | e2 |
/// | u1 | = | j Y sin(kz d)      cos(kz d)   | | u2 |
/// ```
///
/// (D. M. Pozar, Microwave Engineering, 4th ed., section 4.4), with a load of the admittance of the half space behind.
fn closed_form(
    [front, back]: [c64; 2],
    layers: &[(f64, c64)],
    wave: Incidence,
    in_plane: bool,
) -> [c64; 2] {
    let transverse = front.re.sqrt() * wave.theta.sin();
    let normal = |eps: c64| {
        let root = (eps - transverse * transverse).sqrt();
        if root.im > 0.0 { -root } else { root }
    };
    let admittance = |eps: c64| {
        if in_plane {
            eps / normal(eps)
        } else {
            normal(eps)
        }
    };
    let j = c64::new(0.0, 1.0);
    let (mut e, mut u) = (c64::new(1.0, 0.0), admittance(back));
    for &(thickness, eps) in layers.iter().rev() {
        let phase = normal(eps) * (std::f64::consts::TAU / wave.wavelength * thickness);
        let (cos, sin, y) = (phase.cos(), phase.sin(), admittance(eps));
        (e, u) = (cos * e + j * sin * u / y, j * y * sin * e + cos * u);
    }
    let y = admittance(front);
    let incident = (e + u / y) * 0.5;
    [(e - u / y) * 0.5 / incident, incident.inv()]
}

/// Two half spaces, and thicknesses with permittivities.
type Described = ([c64; 2], Vec<(f64, c64)>);

fn stacks() -> Vec<Described> {
    let (air, glass, silver) = (index(1.0, 0.0), index(1.52, 0.0), index(0.056, 4.28));
    let quarter = [(68e-9, index(2.3, 0.0)), (107e-9, index(1.46, 0.0))];
    vec![
        ([air, glass], vec![]),
        ([air, air], vec![(0.4e-6, c64::new(4.0, 0.0))]),
        ([air, glass], vec![(0.3e-6, c64::new(4.0, -0.7))]),
        ([air, glass], quarter.repeat(6)),
        (
            [glass, air],
            vec![
                (2e-9, index(3.1, 3.3)),
                (48e-9, silver),
                (10e-9, index(2.1, 0.0)),
            ],
        ),
        (
            [air, silver],
            vec![
                (0.1e-6, glass),
                (0.03e-6, silver),
                (0.2e-6, c64::new(-2.0, 0.0)),
            ],
        ),
        (
            [air, glass],
            vec![(40e-6, c64::new(2.25, 0.0)), (1e-6, c64::new(3.0, -0.01))],
        ),
    ]
}

/// Amplitudes with their phases, one order or several, in the plane y = 0 and out of it.
#[test]
fn multilayers_agree_with_lines() {
    let mut worst: f64 = 0.0;
    for (half_spaces, layers) in stacks() {
        let described = (layers.iter())
            .map(|&(thickness, eps)| Layer::uniform(thickness, eps))
            .collect();
        let cell = Cell::crossed([0.7e-6, 0.4e-6]).unwrap();
        let stack = Stack::new(cell, half_spaces, described).unwrap();
        for theta in [0.0, 17.0, 35.0, 70.0, 88.0] {
            for (phi, orders) in [
                (0.0, Orders::lines(0)),
                (0.0, Orders::lines(2)),
                (33.0, Orders::crossed(1, 1)),
            ] {
                let wave = at(633e-9, theta, phi);
                let solution = solve(&stack, wave, orders).unwrap();
                for (in_plane, wave_in) in [
                    (false, Illumination::s(Side::Front)),
                    (true, Illumination::p(Side::Front)),
                ] {
                    let [r, t] = closed_form(half_spaces, &layers, wave, in_plane);
                    let found = solution.response(&wave_in).unwrap();
                    let (reflected, transmitted) = (
                        found.reflected([0, 0]).unwrap(),
                        found.transmitted([0, 0]).unwrap(),
                    );
                    // E_p is the whole field, of which cos(theta) is tangential.
                    let cosine = |order: [c64; 3], eps: c64| order[2] / eps.sqrt();
                    let (found_r, found_t) = if in_plane {
                        let [front, back] = half_spaces;
                        let ratio = cosine(transmitted.direction, back)
                            / cosine(reflected.direction, front);
                        (reflected.p, transmitted.p * ratio)
                    } else {
                        (reflected.s, transmitted.s)
                    };
                    let error = (found_r - r).norm().max((found_t - t).norm());
                    worst = worst.max(error);
                    assert!(
                        error < 1e-12,
                        "{layers:?} {theta} {phi} {in_plane}: {error:e}"
                    );
                    assert!(found.imbalance().abs() < 1e-12);
                }
            }
        }
    }
    println!("largest error {worst:.1e}");
}

/// A layer of the medium behind it is nothing but a phase, and the fields inside are those of a plane wave.
#[test]
fn fields_in_a_uniform_stack_are_plane_waves() {
    let glass = index(1.5, 0.0);
    let cell = Cell::crossed([0.7e-6, 0.4e-6]).unwrap();
    let layers = vec![Layer::uniform(0.3e-6, glass), Layer::uniform(0.2e-6, glass)];
    let stack = Stack::new(cell, [glass, glass], layers).unwrap();
    let incidence = at(0.5e-6, 40.0, 25.0);
    let solution = solve(&stack, incidence, Orders::crossed(1, 1)).unwrap();
    let points = [
        [0.1e-6, 0.05e-6, -0.2e-6],
        [0.1e-6, 0.05e-6, 0.0],
        [0.3e-6, -0.4e-6, 0.1e-6],
        [0.0, 0.2e-6, 0.45e-6],
        [0.2e-6, 0.3e-6, 0.9e-6],
    ];
    let ([st, ct], [sp, cp]) = (
        [incidence.theta.sin(), incidence.theta.cos()],
        [incidence.phi.sin(), incidence.phi.cos()],
    );
    let k = std::f64::consts::TAU * 1.5 / 0.5e-6;
    let direction = [st * cp, st * sp, ct];
    for (wave, e) in [
        (Illumination::s(Side::Front), [-sp, cp, 0.0]),
        (Illumination::p(Side::Front), [ct * cp, ct * sp, -st]),
    ] {
        let fields = solution.fields(&wave, &points).unwrap();
        for (field, at) in fields.iter().zip(&points) {
            let along: f64 = direction.iter().zip(at).map(|(d, x)| d * x).sum();
            let phase = c64::cis(-k * along);
            // H = n d x E/Z0.
            for axis in 0..3 {
                let [next, last] = [(axis + 1) % 3, (axis + 2) % 3];
                let h = direction[next] * e[last] - direction[last] * e[next];
                let eta = poynting_physics::constants::ETA0;
                assert!((field.e[axis] - phase * e[axis]).norm() < 1e-12);
                assert!((field.h[axis] * eta - phase * (1.5 * h)).norm() < 1e-12);
            }
        }
    }
}
