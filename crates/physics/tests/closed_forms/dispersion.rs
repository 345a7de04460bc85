//! The discrete dispersion relation compared with its limits and with the scheme itself.

use crate::common::assert_close;
use poynting_physics::cavity::{BoxCavity, single_component_frequency};
use poynting_physics::constants::{C0, EPS0, MU0};
use poynting_physics::dispersion::{AxialWave, YeeCavity, courant_limit};
use poynting_physics::{DiagonalMedium, IsotropicMedium};
use std::f64::consts::{PI, TAU};

const SIZE: [f64; 3] = [25e-3, 12.5e-3, 60e-3];

fn grid(cells: [usize; 3], courant: f64) -> YeeCavity {
    let grid = YeeCavity {
        size: SIZE,
        cells,
        dt: 0.0,
    };
    YeeCavity {
        dt: courant * courant_limit(grid.cell(), C0),
        ..grid
    }
}

#[test]
fn cubic_cells_have_the_textbook_courant_limit() {
    assert_close(
        courant_limit([1e-3; 3], C0),
        1e-3 / (C0 * 3.0_f64.sqrt()),
        1e-15,
    );
    assert_close(
        courant_limit([2e-3, f64::INFINITY, f64::INFINITY], C0),
        2e-3 / C0,
        1e-15,
    );
}

#[test]
fn tends_to_the_exact_frequency_with_second_order() {
    let exact = BoxCavity {
        size: SIZE,
        medium: IsotropicMedium::VACUUM,
    }
    .frequency([1, 2, 3]);
    let error = |refinement: usize| {
        let grid = grid([10, 8, 30].map(|n| n * refinement), 0.8);
        grid.frequency(IsotropicMedium::VACUUM, [1, 2, 3]).unwrap() / exact - 1.0
    };
    let errors = [1, 2, 4].map(error);
    assert!(errors[0] < 0.0, "the grid is too slow");
    for pair in errors.windows(2) {
        let order = (pair[0] / pair[1]).log2();
        assert!((order - 2.0).abs() < 0.02, "order {order}");
    }
}

#[test]
fn a_mode_of_a_box_is_made_of_plane_waves() {
    let grid = grid([10, 8, 30], 0.9);
    let k = [0, 1, 2].map(|a| PI * f64::from([1, 2, 3][a]) / SIZE[a]);
    assert_close(
        grid.wave_frequency(IsotropicMedium::VACUUM, k).unwrap(),
        grid.frequency(IsotropicMedium::VACUUM, [1, 2, 3]).unwrap(),
        1e-14,
    );
}

#[test]
fn the_fastest_grid_mode_is_stable_up_to_the_courant_limit() {
    let shortest = [10, 8, 30];
    let at = |courant| grid([10, 8, 30], courant).frequency(IsotropicMedium::VACUUM, shortest);
    let stable = grid([10, 8, 30], 1.0 - 1e-12);
    assert_close(at(1.0 - 1e-12).unwrap(), 0.5 / stable.dt, 1e-5);
    assert_eq!(at(1.0 + 1e-9), None);
}

#[test]
fn isotropic_and_single_component_forms_agree() {
    let grid = grid([10, 8, 30], 0.7);
    let medium = IsotropicMedium {
        eps_r: 2.0,
        mu_r: 3.0,
    };
    for indices in [[2, 0, 3], [0, 1, 4], [1, 1, 0]] {
        assert_close(
            grid.single_component_frequency(&medium.into(), indices)
                .unwrap(),
            grid.frequency(medium, indices).unwrap(),
            1e-14,
        );
    }
}

#[test]
fn leapfrog_in_an_anisotropic_box_oscillates_at_the_predicted_frequency() {
    let medium = DiagonalMedium {
        eps_r: [1.0, 2.0, 1.0],
        mu_r: [1.5, 1.0, 3.0],
    };
    let (m, p) = (2, 3);
    let grid = grid([9, 4, 14], 0.9);
    let frequency = grid.single_component_frequency(&medium, [m, 0, p]).unwrap();
    let exact = single_component_frequency(SIZE, &medium, [m, 0, p]).unwrap();
    assert!(
        (frequency / exact - 1.0).abs() > 1e-3,
        "too fine a grid to tell the two apart"
    );

    // E_y of the mode, started from rest: then E(n) = E(0) cos(n w dt) for all n.
    let [nx, _, nz] = grid.cells;
    let [dx, _, dz] = grid.cell();
    let shape = |i: usize, k: usize| {
        (PI * f64::from(m) * i as f64 / nx as f64).sin()
            * (PI * f64::from(p) * k as f64 / nz as f64).sin()
    };
    let (eps, mu_x, mu_z) = (2.0 * EPS0, 1.5 * MU0, 3.0 * MU0);
    let mut e: Vec<Vec<f64>> = (0..=nx)
        .map(|i| (0..=nz).map(|k| shape(i, k)).collect())
        .collect();
    let mut hx = vec![vec![0.0; nz]; nx + 1];
    let mut hz = vec![vec![0.0; nz + 1]; nx];
    for n in 1..=500 {
        let step = if n == 1 { 0.5 * grid.dt } else { grid.dt };
        for i in 0..=nx {
            for k in 0..nz {
                hx[i][k] += step / mu_x * (e[i][k + 1] - e[i][k]) / dz;
            }
        }
        for i in 0..nx {
            for k in 0..=nz {
                hz[i][k] -= step / mu_z * (e[i + 1][k] - e[i][k]) / dx;
            }
        }
        for i in 1..nx {
            for k in 1..nz {
                e[i][k] += grid.dt / eps
                    * ((hx[i][k] - hx[i][k - 1]) / dz - (hz[i][k] - hz[i - 1][k]) / dx);
            }
        }
        let want = shape(2, 2) * (f64::from(n) * TAU * frequency * grid.dt).cos();
        assert!(
            (e[2][2] - want).abs() < 1e-10,
            "step {n}: {} for {want}",
            e[2][2]
        );
    }
}

#[test]
fn axial_waves_are_slow_except_at_the_magic_step() {
    let cell = 1e-3;
    let magic = AxialWave {
        cell,
        dt: cell / C0,
        speed: C0,
    };
    assert_close(magic.phase_velocity(20e9).unwrap(), C0, 1e-14);

    // v/c = 1 - (pi^2/6)(1 - S^2)/N^2 + O(N^-4) with N cells per wavelength, S = c dt/d.
    let half = AxialWave {
        dt: 0.5 * cell / C0,
        ..magic
    };
    let cells_per_wavelength = 100.0;
    let velocity = half
        .phase_velocity(C0 / (cell * cells_per_wavelength))
        .unwrap();
    let leading = PI * PI / 6.0 * 0.75 / (cells_per_wavelength * cells_per_wavelength);
    assert_close(1.0 - velocity / C0, leading, 2e-3);

    // Beyond asin(S)/(pi dt) no wave propagates on the grid.
    let cutoff = 0.5_f64.asin() / (PI * half.dt);
    assert!(half.phase_velocity(0.999 * cutoff).is_some());
    assert_eq!(half.phase_velocity(1.001 * cutoff), None);
}
