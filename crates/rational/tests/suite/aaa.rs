//! Set-valued AAA.

use crate::functions::{J, Noise, mode, pole, sampled, sweep};
use poynting_rational::{Complex, Group, Pole, RationalError, Samples, fit, fit_of_order};

/// Frequencies in GHz, so that nothing depends on their scale being one.
const GHZ: f64 = 1e9;

const MODES: [(f64, f64); 4] = [(1.2, 8.0), (2.1, 40.0), (2.2, 15.0), (3.7, 900.0)];

/// Three functions with the same poles, one of them nine orders of magnitude smaller and with another zero.
fn three(f: f64) -> Vec<Complex> {
    let f = f / GHZ;
    let all = |factors: [f64; 4]| -> Complex {
        let modes = MODES.iter().zip(factors);
        modes
            .map(|(&(natural, q), factor)| mode(f, natural, q, factor))
            .sum()
    };
    vec![
        all([1.0, 0.5, -0.3, 0.01]) + 0.4,
        all([0.2, -1.0, 0.8, 0.02]) + J * 0.1 * f,
        (all([1.0, 1.0, 1.0, 0.03]) - 0.2) * 1e-9,
    ]
}

fn groups() -> Vec<Group> {
    vec![Group::scattering(2), Group::largest(1)]
}

fn nearest(poles: &[Pole], wanted: Complex) -> &Pole {
    let distance = |pole: &&Pole| (pole.frequency - wanted).norm();
    let nearest = poles
        .iter()
        .min_by(|a, b| distance(a).total_cmp(&distance(b)));
    nearest.unwrap()
}

#[test]
fn a_rational_function_is_recovered_with_its_poles_and_residues() {
    let samples = sampled(&sweep(GHZ, 4.0 * GHZ, 24), three);
    let model = fit(&samples, &groups(), 1e-13).unwrap();
    for f in sweep(GHZ, 4.0 * GHZ, 401) {
        let scales = [1.0, 1.0, 1e-9];
        for ((found, exact), scale) in model.values(f).iter().zip(three(f)).zip(scales) {
            assert!(
                (found - exact).norm() < 1e-10 * scale,
                "{f} {found} {exact}"
            );
        }
    }
    let poles = model.poles().unwrap();
    for (k, (natural, q)) in MODES.into_iter().enumerate() {
        let p = pole(natural, q);
        let found = nearest(&poles, p * GHZ);
        assert!((found.frequency / GHZ - p).norm() < 1e-10, "{found:?} {p}");
        assert!((found.natural_frequency() / GHZ / natural - 1.0).abs() < 1e-10);
        assert!((found.q() / q - 1.0).abs() < 1e-7);
        // Of j f r/((f - p)(f + p*)): j p r/(p + p*).
        let residue = J * p * [1.0, 0.5, -0.3, 0.01][k] / (2.0 * p.re);
        assert!((found.residues[0] / GHZ - residue).norm() < 1e-8);
    }
}

/// The admittance of R, L and C in series has one pair of poles: w0 = 1/sqrt(L C), Q = w0 L/R.
#[test]
fn a_series_circuit_has_its_resonance() {
    let (r, l, c) = (2.0, 10e-9, 1e-12);
    let admittance = |f: f64| {
        let w = std::f64::consts::TAU * f;
        vec![(r + J * (w * l - 1.0 / (w * c))).inv()]
    };
    let samples = sampled(&sweep(0.4 * GHZ, 3.2 * GHZ, 7), admittance);
    let model = fit(&samples, &[Group::largest(1)], 1e-12).unwrap();
    assert_eq!(model.order(), 2);
    let w0 = 1.0 / f64::sqrt(l * c);
    let poles = model.poles().unwrap();
    let found = poles.last().unwrap();
    let natural = w0 / std::f64::consts::TAU;
    assert!((found.natural_frequency() / natural - 1.0).abs() < 1e-10);
    assert!((found.q() / (w0 * l / r) - 1.0).abs() < 1e-9);
    // With s = j 2 pi f the residue of s/L / ((s - s1)(s - s1*)) is s1/L / (s1 - s1*), and that of a function of f is divided by 2 pi j.
    let s1 = J * std::f64::consts::TAU * found.frequency;
    let residue = s1 / l / (s1 - s1.conj()) / (J * std::f64::consts::TAU);
    assert!((found.residues[0] / residue - 1.0).norm() < 1e-9);
}

/// Noise puts no pole into the band that the functions do not have.
#[test]
fn noise_makes_no_poles() {
    for seed in 1..=20 {
        let mut noise = Noise::new(seed);
        let mut samples = Samples::new();
        for f in sweep(1.0, 8.0, 24) {
            let exact = [mode(f, 2.0, 10.0, 0.2), mode(f, 5.0, 20.0, 0.2)];
            let values = vec![exact[0] + exact[1], exact[0] - exact[1]];
            let noisy = values.into_iter().map(|z| z + noise.complex() * 1e-4);
            samples.push(f, noisy.collect()).unwrap();
        }
        // The accuracy is that of the worst of some dozens of samples.
        let model = fit(&samples, &[Group::scattering(2)], 4e-4).unwrap();
        let poles = model.poles().unwrap();
        let near =
            |pole: &&Pole| (0.5..9.0).contains(&pole.frequency.re) && pole.frequency.im.abs() < 2.0;
        let found: Vec<&Pole> = poles.iter().filter(near).collect();
        assert_eq!(found.len(), 2, "seed {seed}: {found:?}");
        for (pole, (natural, q)) in found.iter().zip([(2.0, 10.0), (5.0, 20.0)]) {
            assert!(
                (pole.natural_frequency() / natural - 1.0).abs() < 2e-3,
                "{pole:?}"
            );
            assert!((pole.q() / q - 1.0).abs() < 0.05, "{pole:?}");
        }
    }
}

/// Without a tolerance that says what is noise, the lowest order that fits nearly as well as any is used, and doublets do not spoil the values.
#[test]
fn noise_below_which_is_fitted_does_not_spoil_the_values() {
    for seed in 1..=20 {
        let mut noise = Noise::new(seed);
        let mut samples = Samples::new();
        let exact = |f: f64| vec![mode(f, 2.0, 10.0, 0.2) + mode(f, 5.0, 20.0, 0.2)];
        for f in sweep(1.0, 8.0, 24) {
            samples
                .push(f, vec![exact(f)[0] + noise.complex() * 1e-4])
                .unwrap();
        }
        let model = fit(&samples, &[Group::scattering(1)], 1e-9).unwrap();
        for f in sweep(1.0, 8.0, 401) {
            let off = (model.values(f)[0] - exact(f)[0]).norm();
            assert!(off < 0.02, "seed {seed} at {f}: {off}");
        }
    }
}

/// A small function with a pole of its own is fitted to the same relative accuracy as a large one.
#[test]
fn a_small_function_is_not_lost() {
    let of = |f: f64| vec![mode(f, 2.1, 10.0, 1.0), mode(f, 3.3, 30.0, 1e-9)];
    let samples = sampled(&sweep(1.0, 4.0, 16), of);
    let groups = [Group::largest(1), Group::largest(1)];
    let model = fit(&samples, &groups, 1e-6).unwrap();
    for f in sweep(1.0, 4.0, 101) {
        let off = model.values(f)[1] - of(f)[1];
        assert!(off.norm() < 1e-14, "{f}: {off}");
    }
    // In one group it is far below the floor, and its pole is not looked for.
    let model = fit(&samples, &[Group::largest(2)], 1e-6).unwrap();
    assert_eq!(model.order(), 2);
}

/// An order that is too high for the functions makes doublets, which are removed.
#[test]
fn an_order_too_high_makes_no_doublets() {
    let of = |f: f64| vec![mode(f, 2.1, 10.0, 1.0), mode(f, 3.3, 30.0, 0.3)];
    let samples = sampled(&sweep(1.0, 4.0, 24), of);
    let model = fit_of_order(&samples, &[Group::largest(2)], 1e-9, 9).unwrap();
    let poles = model.poles().unwrap();
    let near = poles
        .iter()
        .filter(|pole| (0.5..4.5).contains(&pole.frequency.re));
    let near: Vec<&Pole> = near.filter(|pole| pole.frequency.im.abs() < 1.0).collect();
    assert_eq!(near.len(), 2, "{near:?}");
    for f in sweep(1.0, 4.0, 101) {
        for (found, exact) in model.values(f).iter().zip(of(f)) {
            assert!((found - exact).norm() < 1e-8, "{f} {found} {exact}");
        }
    }
}

/// A thousand functions are fitted like the few that they combine.
#[test]
fn many_functions_share_their_poles() {
    let many = |f: f64| -> Vec<Complex> {
        let few = three(f);
        let combined = |k: u32| {
            let x = f64::from(k);
            few[0] * x.sin() + few[1] * (1.7 * x).cos()
        };
        (0..1000).map(combined).collect()
    };
    // Two functions: with 13 samples they have 9 weights, one more than the poles need, and 8 equations.
    let samples = sampled(&sweep(GHZ, 4.0 * GHZ, 15), many);
    let model = fit(&samples, &[Group::largest(1000)], 1e-12).unwrap();
    for f in sweep(GHZ, 4.0 * GHZ, 101) {
        for (found, exact) in model.values(f).iter().zip(many(f)) {
            assert!((found - exact).norm() < 1e-7, "{f} {found} {exact}");
        }
    }
}

#[test]
fn few_samples_make_a_model() {
    let constant = sampled(&[1.0, 2.0, 3.0, 4.0], |_| vec![J, Complex::default()]);
    let model = fit(&constant, &[Group::largest(2)], 1e-9).unwrap();
    assert_eq!(model.order(), 0);
    assert_eq!(model.values(2.5), [J, Complex::default()]);
    assert!(model.poles().unwrap().is_empty());
    let zero = sampled(&[1.0, 2.0, 3.0], |_| vec![Complex::default()]);
    let model = fit(&zero, &[Group::largest(1)], 1e-9).unwrap();
    assert_eq!(model.values(2.5), [Complex::default()]);
    let single = sampled(&[2.0], |_| vec![J]);
    let model = fit(&single, &[Group::largest(1)], 1e-9).unwrap();
    assert_eq!(model.values(7.0), [J]);
    for count in 2..=6 {
        let samples = sampled(&sweep(1.0, 2.0, count), |f| vec![1.0 / (f - J)]);
        let model = fit(&samples, &[Group::largest(1)], 1e-12).unwrap();
        let exact = |f: f64| 1.0 / (f - J);
        let worst = sweep(1.0, 2.0, 33)
            .into_iter()
            .map(|f| (model.values(f)[0] - exact(f)).norm());
        let worst = worst.fold(0.0, f64::max);
        // One pole has two weights, which three samples determine and four confirm.
        assert!(
            worst < if count < 4 { 1.0 } else { 1e-12 },
            "{count}: {worst}"
        );
    }
}

#[test]
fn a_model_takes_the_values_of_its_support_points() {
    let samples = sampled(&sweep(GHZ, 4.0 * GHZ, 12), three);
    let model = fit_of_order(&samples, &groups(), 1e-13, 5).unwrap();
    assert_eq!(model.order(), 5);
    for &sample in model.support() {
        let f = samples.frequencies()[sample];
        assert_eq!(model.values(f), samples.values(sample));
        let sum: Complex = model.coefficients(1.001 * f).iter().sum();
        assert!((sum - 1.0).norm() < 1e-12);
    }
}

#[test]
fn wrong_samples_are_refused() {
    let mut samples = Samples::new();
    let none = fit(&samples, &[], 1e-9);
    assert_eq!(none, Err(RationalError::NoSamples));
    samples.push(1.0, vec![J]).unwrap();
    let frequency = 1.0;
    let again = samples.push(frequency, vec![J]);
    assert_eq!(again, Err(RationalError::Repeated { frequency }));
    let frequency = 2.0;
    let infinite = samples.push(frequency, vec![J / 0.0]);
    assert_eq!(infinite, Err(RationalError::NotFinite { frequency }));
    let two = samples.push(frequency, vec![J, J]);
    assert!(matches!(
        two,
        Err(RationalError::Count {
            found: 2,
            expected: 1,
            ..
        })
    ));
    let groups = fit(&samples, &[Group::largest(2)], 1e-9);
    assert!(matches!(
        groups,
        Err(RationalError::Groups {
            groups: 2,
            functions: 1
        })
    ));
}
