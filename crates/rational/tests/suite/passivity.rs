//! Passivity of networks.

use crate::functions::{J, Noise, reflection};
use poynting_linalg::{Mat, singular_values};
use poynting_rational::{Complex, RationalError, enforce, gain, passivity};

/// S of a resistive divider of two ports: 100 ohms in series.
fn series() -> Vec<Complex> {
    vec![0.5, 0.5, 0.5, 0.5]
        .into_iter()
        .map(Complex::from)
        .collect()
}

#[test]
fn a_passive_network_keeps_its_bits() {
    let lossless = vec![J * 0.6, Complex::from(0.8), Complex::from(0.8), J * 0.6];
    let mut list = vec![series(), lossless];
    let before = list.clone();
    let found = passivity(2, &list).unwrap();
    assert!(found.holds() && (found.gain - 1.0).abs() < 1e-14);
    let done = enforce(2, &mut list).unwrap();
    assert_eq!((done.corrected, done.largest), (0, 0.0));
    assert_eq!(list, before);
}

/// The reflection at a negative resistance is the inverse of that at a positive one, and becomes one with the same phase.
#[test]
fn a_gain_becomes_one() {
    let z = Complex::new(-20.0, 35.0);
    let active = reflection(z);
    let mut list = vec![
        vec![reflection(J * 10.0)],
        vec![active],
        vec![reflection(-z.conj())],
    ];
    let found = passivity(1, &list).unwrap();
    assert_eq!((found.violations, found.worst), (1, 1));
    assert!((found.gain - active.norm()).abs() < 1e-13);
    let done = enforce(1, &mut list).unwrap();
    assert_eq!((done.corrected, done.worst), (1, 1));
    assert!((done.largest - (active.norm() - 1.0)).abs() < 1e-13);
    assert!((list[1][0] - active / active.norm()).norm() < 1e-13);
    assert!(passivity(1, &list).unwrap().holds());
}

/// U s V^H with a known s: only the singular values above one change, and the change is the smallest possible, max(s) - 1.
#[test]
fn the_correction_is_the_smallest() {
    let mut noise = Noise::new(5);
    for _ in 0..50 {
        let mut list: Vec<Vec<Complex>> = vec![(0..9).map(|_| noise.complex() * 0.5).collect()];
        let before = list[0].clone();
        let spectrum = |entries: &[Complex]| {
            let matrix = Mat::from_fn(3, 3, |i, j| entries[3 * i + j]);
            singular_values(matrix.as_ref()).unwrap()
        };
        let gains = spectrum(&before);
        let done = enforce(3, &mut list).unwrap();
        for (after, before) in spectrum(&list[0]).iter().zip(&gains) {
            assert!((after - before.min(1.0)).abs() < 1e-12);
        }
        let change: Vec<Complex> = list[0].iter().zip(&before).map(|(a, b)| a - b).collect();
        let excess = (gains[0] - 1.0).max(0.0);
        assert!((gain(3, &change).unwrap() - excess).abs() < 1e-12);
        assert!((done.largest - excess).abs() < 1e-12);
        assert!(gain(3, &list[0]).unwrap() < 1.0 + 1e-12);
    }
}

#[test]
fn a_matrix_that_is_not_square_is_refused() {
    let wrong = gain(2, &[J; 3]);
    assert_eq!(wrong, Err(RationalError::Shape { found: 3, ports: 2 }));
}
