//! Resonances of the box compared with the reference table; loss and anisotropy checked against their equations.

use crate::common::{assert_close, number, rows};
use poynting_physics::cavity::{BoxCavity, ModeKind, single_component_frequency};
use poynting_physics::{DiagonalMedium, IsotropicMedium, Loss};
use std::f64::consts::{PI, TAU};

const SIZE: [f64; 3] = [25e-3, 12.5e-3, 60e-3];
const EMPTY: BoxCavity = BoxCavity {
    size: SIZE,
    medium: IsotropicMedium::VACUUM,
};

#[test]
fn first_modes_are_those_of_the_table() {
    let table = rows(include_str!("../data/cavity_25x12p5x60mm.csv"));
    let modes = EMPTY.modes(table.len());
    assert_eq!(modes.len(), 24);
    for (mode, row) in modes.iter().zip(&table) {
        let kind = if row[1] == "TE" {
            ModeKind::Te
        } else {
            ModeKind::Tm
        };
        let indices = [2, 3, 4].map(|column| row[column].parse().unwrap());
        assert_eq!((mode.kind, mode.indices), (kind, indices));
        assert_close(mode.frequency, number(row[5]), 2e-13);
        let same = table.iter().filter(|other| other[5] == row[5]).count();
        assert_eq!(mode.degeneracy, same, "mode {indices:?}");
    }
}

#[test]
fn degeneracy_survives_rounding() {
    // 0.1 is not a binary fraction, so the three frequencies of a cube may differ in the last bit.
    let cube = BoxCavity {
        size: [0.1, 0.2 - 0.1, 0.3 - 0.2],
        medium: IsotropicMedium::VACUUM,
    };
    let modes = cube.modes(5);
    let first: Vec<_> = modes
        .iter()
        .map(|mode| (mode.indices, mode.degeneracy))
        .collect();
    assert_eq!(first[..3], [([0, 1, 1], 3), ([1, 0, 1], 3), ([1, 1, 0], 3)]);
    assert_eq!(first[3..], [([1, 1, 1], 2), ([1, 1, 1], 2)]);
}

#[test]
fn a_filling_scales_all_frequencies_by_its_index() {
    let filled = BoxCavity {
        medium: IsotropicMedium {
            eps_r: 4.0,
            mu_r: 2.25,
        },
        ..EMPTY
    };
    for (a, b) in EMPTY.modes(30).iter().zip(filled.modes(30)) {
        assert_eq!((a.kind, a.indices), (b.kind, b.indices));
        assert_close(b.frequency, a.frequency / 3.0, 1e-14);
    }
}

#[test]
fn single_component_modes_are_isotropic_modes_of_a_stretched_box() {
    // E_y only: scaling x by sqrt(mu_z eps_y) and z by sqrt(mu_x eps_y) turns the medium into a vacuum.
    let medium = DiagonalMedium {
        eps_r: [7.0, 2.5, 9.0],
        mu_r: [1.5, 11.0, 3.0],
    };
    let stretched = [
        SIZE[0] * (3.0_f64 * 2.5).sqrt(),
        SIZE[1],
        SIZE[2] * (1.5_f64 * 2.5).sqrt(),
    ];
    let got = single_component_frequency(SIZE, &medium, [2, 0, 3]).unwrap();
    let want = BoxCavity {
        size: stretched,
        ..EMPTY
    }
    .frequency([2, 0, 3]);
    assert_close(got, want, 1e-14);

    // A cyclic permutation of the axes changes nothing.
    let turn = |v: [f64; 3]| [v[2], v[0], v[1]];
    let turned = DiagonalMedium {
        eps_r: turn(medium.eps_r),
        mu_r: turn(medium.mu_r),
    };
    assert_close(
        single_component_frequency(turn(SIZE), &turned, [3, 2, 0]).unwrap(),
        got,
        1e-14,
    );

    let isotropic = IsotropicMedium {
        eps_r: 2.2,
        mu_r: 1.3,
    };
    for indices in [[1, 0, 1], [0, 2, 1], [3, 1, 0]] {
        assert_close(
            single_component_frequency(SIZE, &isotropic.into(), indices).unwrap(),
            BoxCavity {
                size: SIZE,
                medium: isotropic,
            }
            .frequency(indices),
            1e-14,
        );
    }
    assert_eq!(single_component_frequency(SIZE, &medium, [1, 1, 1]), None);
    assert_eq!(single_component_frequency(SIZE, &medium, [0, 0, 1]), None);
}

#[test]
fn damped_modes_solve_the_quadratic() {
    let medium = IsotropicMedium {
        eps_r: 3.0,
        mu_r: 2.0,
    };
    let cavity = BoxCavity { medium, ..EMPTY };
    let k_squared = (PI / SIZE[0]).powi(2) + (PI / SIZE[2]).powi(2);
    for loss in [
        Loss {
            sigma: 0.3,
            sigma_m: 0.0,
        },
        Loss {
            sigma: 0.0,
            sigma_m: 2e4,
        },
        Loss {
            sigma: 0.5,
            sigma_m: 1e4,
        },
    ] {
        let damped = cavity.damped([1, 0, 1], loss).unwrap();
        // (s eps + sigma)(s mu + sigma_m) + k^2 at s = -alpha + j w, real and imaginary part.
        let (s, w) = (-damped.rate, TAU * damped.frequency);
        let (a, b) = (s * medium.eps() + loss.sigma, w * medium.eps());
        let (c, d) = (s * medium.mu() + loss.sigma_m, w * medium.mu());
        assert!(((a * c - b * d) / k_squared + 1.0).abs() < 1e-12);
        assert!((a * d + b * c).abs() / k_squared < 1e-12);
    }
    let electric = cavity
        .damped(
            [1, 0, 1],
            Loss {
                sigma: 0.3,
                sigma_m: 0.0,
            },
        )
        .unwrap();
    assert_close(electric.rate, 0.3 / (2.0 * medium.eps()), 1e-15);
    assert_eq!(
        cavity.damped(
            [1, 0, 1],
            Loss {
                sigma: 10.0,
                sigma_m: 0.0
            }
        ),
        None
    );
}

/// Pozar, Microwave Engineering, 4th ed., example 6.3: a = 4.755 cm, b = 2.215 cm, filled with polyethylene (2.25); the
/// surface resistance of copper at 5 GHz is 1.84e-2 ohm. For l = 1, d = 2.20 cm, Q = 8403; for l = 2, d = 4.40 cm, Q = 11 898.
#[test]
fn walls_of_copper_give_the_quality_of_the_textbook() {
    for (l, d, quality) in [(1, 0.0220, 8403.0), (2, 0.0440, 11_898.0)] {
        let cavity = BoxCavity {
            size: [0.04755, 0.02215, d],
            medium: IsotropicMedium {
                eps_r: 2.25,
                mu_r: 1.0,
            },
        };
        assert!((cavity.frequency([1, 0, l]) / 5e9 - 1.0).abs() < 2e-3);
        let found = cavity.wall_quality(l, 1.84e-2);
        assert!((found / quality - 1.0).abs() < 4e-3, "{found}");
    }
}

/// The same from the fields: Q = w W/P with W = eps/2 int |E|^2 and P = R/2 int |H_t|^2, for E = y sin(pi x/a) sin(pi z/d).
#[test]
fn the_quality_is_stored_energy_over_loss() {
    use std::f64::consts::PI;
    let [a, b, d] = [0.025, 0.0125, 0.06];
    let cavity = BoxCavity {
        size: [a, b, d],
        medium: IsotropicMedium {
            eps_r: 1.0,
            mu_r: 1.0,
        },
    };
    let w = 2.0 * PI * cavity.frequency([1, 0, 1]);
    let (mu, eps) = (cavity.medium.mu(), cavity.medium.eps());
    let stored = eps / 2.0 * a * b * d / 4.0;
    // |H_x| = pi/(w mu d) sin cos, |H_z| = pi/(w mu a) cos sin.
    let [hx, hz] = [PI / (w * mu * d), PI / (w * mu * a)];
    let ends = 2.0 * hx * hx * a * b / 2.0;
    let sides = 2.0 * hz * hz * d * b / 2.0;
    let plates = 2.0 * (hx * hx + hz * hz) * a * d / 4.0;
    let lost = 0.5 * 0.02 * (ends + sides + plates);
    assert!((cavity.wall_quality(1, 0.02) / (w * stored / lost) - 1.0).abs() < 1e-12);
}
