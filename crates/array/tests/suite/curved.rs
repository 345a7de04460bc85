//! Curved arrays: the experiments 9.3 to 9.5 of A. Capozzoli, C. Curcio, G. D'Elia, A. Liseno, P. Vinetti, ACES Journal 25, 355, 2010, as far as they are
//! described. Errors are |F - exact| / |exact| in the 2-norm over a grid of u and v.

use poynting_array::{
    Array, Complex64, Cosines, Expansion, SubArrays, Terms, direction, lobes, positions, taper,
};

fn distance(a: &[Complex64], b: &[Complex64]) -> f64 {
    let difference: f64 = a.iter().zip(b).map(|(a, b)| (a - b).norm_sqr()).sum();
    (difference / b.iter().map(Complex64::norm_sqr).sum::<f64>()).sqrt()
}

fn grid(reach: f64, count: usize) -> ([Cosines; 2], Vec<[f64; 3]>) {
    let u = Cosines::new(-reach, reach, count);
    let all = (0..count * count).map(|n| direction(u.at(n / count), u.at(n % count)).unwrap());
    ([u, u], all.collect())
}

/// More terms converge to the sum, as fast as their remainders: |alpha|^P/P! for powers and 2^(1-P) of that for Chebyshev polynomials.
#[test]
fn terms_converge_to_the_sum() {
    let bowl = positions::Paraboloid {
        diameter: 12.0,
        focus: 9.0,
    };
    let array = Array::uniform(bowl.elements(400, 0.53)).unwrap();
    let (uv, all) = grid(0.5, 31);
    let exact = array.factors(&all);
    // alpha <= 2 pi (1 - sqrt(1/2)) z_max/2 = 0.92 with z_max = 1.
    for (terms, count, bound) in [
        (Terms::Powers, 4, 0.03),
        (Terms::Powers, 14, 1e-9),
        (Terms::Chebyshev, 4, 4e-3),
        (Terms::Chebyshev, 9, 1e-8),
    ] {
        for sub_arrays in [
            SubArrays::Layers(1),
            SubArrays::Layers(5),
            SubArrays::Squares(3),
        ] {
            let expansion = Expansion {
                terms,
                sub_arrays,
                tolerance: 1e-11,
                ..Expansion::new(count)
            };
            let error = distance(&expansion.over_grid(&array, uv).unwrap(), &exact);
            assert!(
                error < bound,
                "{count} {terms:?}, {sub_arrays:?}: {error:e}"
            );
        }
    }
}

/// 9.3: 2048 equal elements over 1000 wavelengths, with the density of a Chebyshev line of 1024 elements and 26 dB. In the paper the pattern over u equals the
/// exact one.
#[test]
fn a_thinned_line_has_the_pattern_of_its_sum() {
    let amplitudes = taper::chebyshev(1024, 26.0).unwrap();
    let line = positions::density_tapered(2048, 1000.0, &amplitudes).unwrap();
    assert!(line[0][0] > -500.0 && line[2047][0] < 500.0);
    let array = Array::uniform(line).unwrap();
    let u = Cosines::new(-1.0, 1.0, 2001);
    let all: Vec<[f64; 3]> = (0..u.count)
        .map(|n| direction(u.at(n), 0.0).unwrap())
        .collect();
    let found = array.over_line(u, 1e-9).unwrap();
    assert!(distance(&found, &array.factors(&all)) < 1e-9);
    assert_eq!(lobes(&found, [1, u.count]).unwrap().peak, 1000);
}

/// 9.5: random failures. Of elements with excitations a, a fraction q is silent: the mean of |F - F_q|^2 over all choices is
/// q^2 |F|^2 + q (1 - q) N/(N - 1) (sum |a|^2 - |F|^2/N). One choice, over 1600 directions, is within 10 % of that.
#[test]
fn failures_change_the_pattern_as_their_statistics_say() {
    let bowl = positions::Paraboloid::for_count(4096, 0.55, 0.8).unwrap();
    let array = Array::uniform(bowl.elements(4096, 0.55)).unwrap();
    let ([u, v], all) = grid(0.4, 40);
    let whole = array.towards(&all, 1e-9).unwrap();
    let _ = (u, v);
    for fraction in [0.01, 0.05, 0.1] {
        let failed = array.clone().with_failures(fraction, 5).unwrap();
        let pattern = failed.towards(&all, 1e-9).unwrap();
        let changed: f64 = pattern
            .iter()
            .zip(&whole)
            .map(|(a, b)| (a - b).norm_sqr())
            .sum();
        let n = 4096.0;
        let exact = |f: &Complex64| {
            let spread = n - f.norm_sqr() / n;
            fraction * fraction * f.norm_sqr()
                + fraction * (1.0 - fraction) * n / (n - 1.0) * spread
        };
        let expected: f64 = whole.iter().map(exact).sum();
        assert!(
            (changed / expected - 1.0).abs() < 0.1,
            "{fraction}: {}",
            changed / expected
        );
    }
}
