//! The near field of currents: laws that hold for any current, and the effect of conductors on fields.

use crate::meshes;
use poynting_exec::Budget;
use poynting_mom_core::{
    Complex, Dense, Dipole, Equation, Excitation, Factored, Field, NearField, Operator, Phasor,
    PlaneWave, Polarization, Radiator, RwgSpace, Symmetry, column, density, sides,
};
use poynting_physics::constants::ETA0;

type Point = [f64; 3];

fn size(v: Phasor) -> f64 {
    v.iter().map(Complex::norm_sqr).sum::<f64>().sqrt()
}

fn minus(a: Phasor, b: Phasor) -> Phasor {
    std::array::from_fn(|i| a[i] - b[i])
}

/// Arbitrary unstructured currents.
pub fn any_currents(count: usize) -> Vec<Complex<f64>> {
    let angle = |n: usize, step: f64| (1.0 + n as f64 * step).sin();
    (0..count)
        .map(|n| Complex::new(angle(n, 1.7), angle(n, 2.3)))
        .collect()
}

/// Currents due to an excitation.
fn driven(space: &RwgSpace, k: f64, equation: Equation, by: &Excitation) -> Vec<Complex<f64>> {
    let operator = Operator::new(space, k, equation, 1e-4).unwrap();
    let dense = Dense::<f64>::new(&operator, Symmetry::Used, Budget::of_this_machine()).unwrap();
    let sides = sides(&operator, std::slice::from_ref(by)).unwrap();
    column(&Factored::new(dense).solve(&sides).unwrap().currents, 0)
}

/// Across the surface n x H jumps by J and n . E by the charge over the permittivity, for any current: (j eta/k) div J.
#[test]
fn fields_jump_by_current_and_charge() {
    let space = RwgSpace::new(&meshes::sphere(3)).unwrap();
    let (k, currents) = (2.0, any_currents(space.len()));
    let near = NearField::new(&space, k, &currents);
    let triangle = &space.triangles()[17];
    let [a, b, c] = triangle.corners;
    let foot: Point = std::array::from_fn(|i| 0.5 * a[i] + 0.2 * b[i] + 0.3 * c[i]);
    let j = density(&space, 17, foot, &currents);
    let shares = space.shares(17).iter();
    let charge: Complex<f64> = shares
        .map(|s| currents[s.function] * (s.weight / triangle.area))
        .sum();
    let n = triangle.normal;
    for height in [1e-3, 1e-4, 1e-5] {
        let [above, below] = [height, -height].map(|h| {
            near.at(std::array::from_fn(|i| {
                foot[i] + h * triangle.radius * n[i]
            }))
        });
        let h = minus(above.h, below.h);
        let turned: Phasor = std::array::from_fn(|i| {
            let (l, m) = ((i + 1) % 3, (i + 2) % 3);
            h[m] * n[l] - h[l] * n[m]
        });
        let e: Complex<f64> = (0..3).map(|i| (above.e[i] - below.e[i]) * n[i]).sum();
        let expected = Complex::new(0.0, ETA0 / k) * charge;
        let off = [
            size(minus(turned, j)) / size(j),
            (e - expected).norm() / expected.norm(),
        ];
        println!("height {height:e} of the radius: off by {off:.7?}");
        // The fields themselves change with height; the quadrature adds its 1e-5.
        assert!(off[0] < 10.0 * height + 3e-5 && off[1] < 10.0 * height + 3e-5);
    }
    // On the surface itself: the side of the normal.
    let (on, above) = (
        near.at(foot),
        near.at(std::array::from_fn(|i| {
            foot[i] + 1e-4 * triangle.radius * n[i]
        })),
    );
    assert!(size(minus(on.h, above.h)) < 1e-9 * size(above.h));
}

/// curl E = -j k eta H and curl H = (j k/eta) E, by central differences.
#[test]
fn fields_fulfil_maxwells_equations() {
    let space = RwgSpace::new(&meshes::sphere(2)).unwrap();
    let (k, step) = (2.0, 1e-3);
    let near = NearField::new(&space, k, &any_currents(space.len()));
    for at in [[1.3, 0.2, -0.4], [0.2, 0.3, 0.1], [0.0, 0.0, 1.15]] {
        let moved = |axis: usize, by: f64| {
            let mut p: Point = at;
            p[axis] += by;
            near.at(p)
        };
        let slopes: [Field; 3] = [0, 1, 2].map(|axis| {
            let over = Complex::new(0.5 / step, 0.0);
            moved(axis, step) * over + moved(axis, -step) * (-over)
        });
        let curl = |part: fn(&Field) -> Phasor| -> Phasor {
            std::array::from_fn(|i| {
                let (l, m) = ((i + 1) % 3, (i + 2) % 3);
                part(&slopes[l])[m] - part(&slopes[m])[l]
            })
        };
        let field = near.at(at);
        let faraday = minus(
            curl(|f| f.e),
            field.h.map(|x| x * Complex::new(0.0, -k * ETA0)),
        );
        let ampere = minus(
            curl(|f| f.h),
            field.e.map(|x| x * Complex::new(0.0, k / ETA0)),
        );
        let off = [
            size(faraday) / (k * ETA0 * size(field.h)),
            size(ampere) / (k / ETA0 * size(field.e)),
        ];
        println!("{at:?}: {off:.7?}");
        assert!(off.iter().all(|&x| x < 1e-3), "{at:?}: {off:?}");
    }
}

/// At a thousand radii E is F e^{-jkr}/r, and H its plane wave, to order 1/r and 1/(kr).
#[test]
fn far_away_it_is_the_far_field() {
    let space = RwgSpace::new(&meshes::sphere(2)).unwrap();
    let (k, r, currents) = (2.0, 1e4, any_currents(space.len()));
    let (near, far) = (
        NearField::new(&space, k, &currents),
        Radiator::new(&space, k, &currents),
    );
    for [theta, phi] in [[0.3, 0.4], [1.6, 2.8], [2.9, 5.0]] {
        let ((st, ct), (sp, cp)) = (f64::sin_cos(theta), f64::sin_cos(phi));
        let field = near.at([r * st * cp, r * st * sp, r * ct]);
        let units = [[ct * cp, ct * sp, -st], [-sp, cp, 0.0]];
        let along = |u: Point, v: Phasor| v[0] * u[0] + v[1] * u[1] + v[2] * u[2];
        let wave = Complex::cis(k * r) * r;
        let f = far.far_field(theta, phi);
        let scale = f.theta.norm().hypot(f.phi.norm());
        let off = [
            along(units[0], field.e) * wave - f.theta,
            along(units[1], field.e) * wave - f.phi,
            along(units[1], field.h) * wave * ETA0 - f.theta,
            along(units[0], field.h) * wave * ETA0 + f.phi,
        ];
        assert!(
            off.iter().all(|x| x.norm() < 1e-3 * scale),
            "{off:?} of {scale}"
        );
        // Another centre shifts the phase.
        let c = [0.3, -0.2, 0.5];
        let turn = Complex::cis(-k * (st * cp * c[0] + st * sp * c[1] + ct * c[2]));
        let moved = far.clone().about(c).far_field(theta, phi);
        assert!((moved.theta - f.theta * turn).norm() < 1e-10 * scale);
    }
}

/// Largest total field inside a conducting sphere over the incident field there.
fn leak(n: usize, equation: Equation, by: &Excitation) -> [f64; 2] {
    let (k, space) = (2.0, RwgSpace::new(&meshes::sphere(n)).unwrap());
    let near = NearField::new(&space, k, &driven(&space, k, equation, by));
    let inside = [
        [0.0, 0.0, 0.0],
        [0.3, -0.2, 0.4],
        [-0.5, 0.1, 0.0],
        [0.1, 0.5, -0.3],
    ];
    let mut worst = [0.0_f64; 2];
    for at in inside {
        let (incident, scattered) = (by.field(k, at), near.at(at));
        let total = incident + scattered;
        worst[0] = worst[0].max(size(total.e) / size(incident.e));
        worst[1] = worst[1].max(size(total.h) / size(incident.h));
    }
    worst
}

/// The field inside a closed conductor is zero: plane waves and dipoles outside are cancelled, the better the finer the mesh.
#[test]
fn nothing_is_left_inside_a_conductor() {
    let wave = PlaneWave::arriving(1.0, 0.5, Polarization::Theta);
    let dipole = Dipole {
        at: [0.4, -0.5, 1.5],
        moment: [0.3, 1.0, -0.5],
    };
    for by in [Excitation::PlaneWave(wave), Excitation::Dipole(dipole)] {
        for equation in [Equation::Electric, Equation::Combined { alpha: 0.5 }] {
            let (coarse, fine) = (leak(2, equation, &by), leak(4, equation, &by));
            println!("{equation:?}: {coarse:.4?} {fine:.4?} {by:?}");
            for i in 0..2 {
                // Half the edge length: about a quarter of the error; and small.
                assert!(
                    fine[i] < 0.5 * coarse[i] && fine[i] < 0.05,
                    "{coarse:?} {fine:?}"
                );
            }
        }
    }
}

/// A wave built from vectors equals the one built from angles, and its field satisfies div = 0 and H = d x E/eta.
#[test]
fn waves_from_vectors_and_from_angles_are_one() {
    let (theta, phi) = (0.7_f64, 2.1_f64);
    let ((st, ct), (sp, cp)) = (theta.sin_cos(), phi.sin_cos());
    let direction = [-st * cp, -st * sp, -ct];
    let (a, b) = (
        PlaneWave::new(direction, [ct * cp, ct * sp, -st]),
        PlaneWave::arriving(theta, phi, Polarization::Theta),
    );
    let field = a.field(3.0, [0.2, -0.4, 0.9]);
    assert!(size(minus(field.e, b.field(3.0, [0.2, -0.4, 0.9]).e)) < 1e-15);
    let phase = -3.0 * (direction[0] * 0.2 - direction[1] * 0.4 + direction[2] * 0.9);
    // H of a theta-polarised wave that travels along -r is -phi/eta.
    let h = Complex::cis(phase) / ETA0;
    let expected = [h * sp, h * -cp, h * 0.0];
    assert!(size(minus(field.h, expected)) < 1e-15);
}
