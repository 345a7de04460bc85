//! The recipe of a dispersive medium against its susceptibility.

use poynting_fdtd_core::recipe::Recipe;
use poynting_physics::constants::EPS0;
use poynting_physics::{Complex, PhasorArithmetic};
use poynting_scene::Term;

const DT: f64 = 2e-12;

/// J^{n+1/2} for E^n = z^n, over z^n.
fn current(recipe: &Recipe, z: Complex) -> Complex {
    let one = Complex::new(1.0, 0.0);
    let of = |k: Complex, p: Complex| p.over(z - k);
    let pairs = recipe.pairs.iter().map(|m| {
        let (k, p) = (
            Complex::new(m.decay[0], m.decay[1]),
            Complex::new(m.feed[0], m.feed[1]),
        );
        (of(k, p) + of(k.conj(), p.conj())) * 0.5
    });
    let reals = recipe.reals.iter();
    let reals = reals.map(|m| of(Complex::new(m.decay, 0.0), Complex::new(m.feed, 0.0)));
    let direct = (z - one) * (recipe.storage / DT) + (z + one) * (recipe.loss / 2.0);
    pairs
        .chain(reals)
        .fold(direct + one * recipe.rest, |sum, part| sum + part)
}

fn terms() -> Vec<Vec<Term>> {
    let drude = |collision| Term::Drude {
        plasma: 3e11,
        collision,
    };
    vec![
        vec![Term::debye(76.0, 8.3e-12)],
        // Much faster than a step.
        vec![Term::debye(3.0, 1e-14)],
        vec![drude(4e10)],
        vec![drude(0.0)],
        Term::lorentz(2.5, 2e11, 1e10).unwrap(),
        Term::lorentz(2.5, 2e11, 0.0).unwrap(),
        Term::lorentz(2.5, 2e11, 9e11).unwrap(),
        vec![Term::Pair {
            pole: [-2e10, 3e11],
            residue: [1e10, -4e11],
        }],
        vec![drude(1e10), Term::debye(2.0, 5e-12)],
    ]
}

#[test]
fn the_response_is_that_of_the_medium_at_the_warped_frequency() {
    for terms in terms() {
        let recipe = Recipe::new(&terms, EPS0, DT);
        for omega in [1e9, 5e10, 2e11, 4e11, 1.3e12] {
            let z = Complex::cis(omega * DT);
            let warped = 2.0 / DT * (omega * DT / 2.0).tan();
            let chi = terms.iter().fold(Complex::new(0.0, 0.0), |sum, term| {
                let [re, im] = term.susceptibility(warped);
                sum + Complex::new(re, im)
            });
            let mean = (z + Complex::new(1.0, 0.0)) * 0.5;
            let expected = mean * chi * Complex::new(0.0, EPS0 * warped);
            let error = (current(&recipe, z) - expected).norm();
            // Storage and rest cancel for slowly varying fields.
            let scale = expected.norm().max(recipe.rest.abs());
            assert!(error < 1e-13 * scale, "{terms:?} at {omega:e}: {error:e}");
        }
    }
}

#[test]
fn memories_fade_and_those_of_lossless_media_stay() {
    for terms in terms() {
        let recipe = Recipe::new(&terms, EPS0, DT);
        let pairs = recipe.pairs.iter().map(|m| m.decay[0].hypot(m.decay[1]));
        let reals = recipe.reals.iter().map(|m| m.decay.abs());
        let largest = pairs.chain(reals).fold(0.0, f64::max);
        let lossless = terms.iter().all(Term::is_lossless);
        assert!(largest <= 1.0 + f64::EPSILON, "{terms:?}: {largest}");
        assert_eq!(largest > 1.0 - 1e-12, lossless, "{terms:?}");
    }
}

#[test]
fn a_negative_storage_becomes_a_loss_with_the_same_current() {
    let terms = [Term::Real {
        pole: -1e11,
        residue: -2e10,
    }];
    let recipe = Recipe::new(&terms, EPS0, DT);
    assert!(recipe.storage == 0.0 && recipe.loss < 0.0);
    let omega: f64 = 1e11;
    let z = Complex::cis(omega * DT);
    let warped = 2.0 / DT * (omega * DT / 2.0).tan();
    let [re, im] = terms[0].susceptibility(warped);
    let mean = (z + Complex::new(1.0, 0.0)) * 0.5;
    let expected = mean * Complex::new(re, im) * Complex::new(0.0, EPS0 * warped);
    assert!((current(&recipe, z) - expected).norm() < 1e-13 * expected.norm());
}
