//! Surface waves against separate computations and closed forms.

use poynting_layered::{Boundary, Complex, Medium, Polarization, Stack};
use std::f64::consts::PI;

use crate::common::{AIR, assert_close, dielectric, real, slabs};

const POLES: &str = include_str!("../data/layered_gf_poles.json");

fn indices(stack: &Stack, polarization: Polarization) -> Vec<Complex> {
    let waves = stack.surface_waves().unwrap();
    let of = waves
        .iter()
        .filter(|wave| wave.polarization == polarization);
    of.map(|wave| wave.k_rho / stack.wave_number()).collect()
}

/// The numbers of a list in the file of poles.
fn listed(case: &str, list: &str) -> Vec<f64> {
    let rest = &POLES[POLES.find(case).unwrap()..];
    let rest = &rest[rest.find(list).unwrap() + list.len()..];
    let inside = &rest[rest.find('[').unwrap() + 1..rest.find(']').unwrap()];
    let numbers = inside
        .split('"')
        .filter_map(|text| text.trim().parse().ok());
    numbers.collect()
}

/// 16 digits are listed.
#[test]
fn poles_are_those_of_the_list() {
    let cases = ["er2p2_h0p794mm_10GHz", "er12p6_h1mm_30GHz"];
    for (case, (stack, ..)) in cases.iter().zip(slabs()) {
        for (list, polarization) in [
            ("TM_poles_over_k0", Polarization::Tm),
            ("TE_poles_over_k0", Polarization::Te),
        ] {
            let (found, expected) = (indices(&stack, polarization), listed(case, list));
            assert_eq!(found.len(), expected.len(), "{case} {polarization:?}");
            for (found, expected) in found.iter().zip(expected) {
                assert_close(*found, real(expected), 1e-12, case);
            }
        }
    }
}

/// k^2 = eps k0^2 - (n pi/d)^2; n from 0 for TM, from 1 for TE.
#[test]
fn plates_guide_their_modes() {
    let (eps, d) = (2.5, 20e-3);
    let layers = [dielectric(real(eps), d)];
    let conductor = Boundary::Conductor;
    let stack = Stack::new(18e9, conductor, &layers, conductor).unwrap();
    let k0 = stack.wave_number();
    for (polarization, first) in [(Polarization::Tm, 0), (Polarization::Te, 1)] {
        let square = |n: i32| eps - (f64::from(n) * PI / (k0 * d)).powi(2);
        let expected: Vec<f64> = (first..50).map(square).take_while(|n| *n > 0.0).collect();
        let found = indices(&stack, polarization);
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(&expected) {
            assert_close(*found, real(expected.sqrt()), 1e-11, "a plate mode");
        }
    }
}

/// kappa tan(kappa d/2) = alpha and -kappa cot(kappa d/2) = alpha, one root in each quarter turn of kappa d/2 below the radius of the circle: eleven TE
/// modes, by bisection.
#[test]
fn a_thick_slab_guides_every_te_mode() {
    let (eps, d) = (6.0, 60e-3);
    let stack = Stack::new(12e9, AIR, &[dielectric(real(eps), d)], AIR).unwrap();
    let half = 0.5 * stack.wave_number() * d;
    let radius = half * (eps - 1.0_f64).sqrt();
    let mut expected = Vec::new();
    for quarter in 0..=(radius / (0.5 * PI)) as usize {
        let low = 0.5 * PI * quarter as f64;
        let side = |x: f64| {
            let slope = if quarter % 2 == 0 {
                x * x.tan()
            } else {
                -x / x.tan()
            };
            slope - (radius * radius - x * x).max(0.0).sqrt()
        };
        let (mut a, mut b) = (low + 1e-12, (low + 0.5 * PI - 1e-12).min(radius));
        for _ in 0..200 {
            let middle = 0.5 * (a + b);
            if side(middle) < 0.0 {
                a = middle;
            } else {
                b = middle;
            }
        }
        expected.push((eps - (a / half).powi(2)).sqrt());
    }
    let found = indices(&stack, Polarization::Te);
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(&expected) {
        assert_close(*found, real(*expected), 1e-10, "a slab mode");
    }
}

/// One interface: k = k0 sqrt(eps/(1 + eps)), of a metal (a plasmon) and of wet soil (Zenneck's wave). TE has none.
#[test]
fn an_interface_guides_one_wave() {
    for eps in [Complex::new(-10.0, -0.5), Complex::new(6.0, -20.0)] {
        let below = Boundary::HalfSpace(Medium::dielectric(eps));
        let stack = Stack::new(1e9, below, &[], AIR).unwrap();
        let found = indices(&stack, Polarization::Tm);
        assert_eq!(found.len(), 1, "{eps}: {found:?}");
        let expected = (eps / (eps + 1.0)).sqrt();
        assert_close(found[0], expected, 1e-11, "a wave of one interface");
        assert!(indices(&stack, Polarization::Te).is_empty());
    }
}

/// Far away the kernels are those of the guided waves; the space wave that is left out decays with another power of the distance. The differences are
/// those that the source of the tables states, 2e-4 (Xx) and 1.3e-3 (Phi).
#[test]
fn far_away_surface_waves_are_left() {
    use poynting_layered::Kernel;
    let [_, (stack, height, table)] = slabs();
    let top = stack.above(height).unwrap();
    let row = crate::common::rows(table).pop().unwrap();
    let terms = stack.surface_wave_terms(top, top).unwrap();
    for (kernel, column, tolerance) in [(Kernel::Xx, 2, 2.5e-4), (Kernel::Phi, 4, 1.4e-3)] {
        let sum: Complex = terms.iter().map(|t| t.values(row[1])[kernel.index()]).sum();
        let expected = Complex::new(row[column], row[column + 1]);
        assert_close(sum, expected, tolerance, &format!("{kernel:?}"));
    }
}
