//! Adaptive sweeps: what they solve, that they continue, and that their networks generate no power.

use std::time::Duration;

use crate::recorded::{continued, dipole, whole};
use poynting_mom::internals::run::passive::passive;
use poynting_mom::{Complex, Ended, Mat, Network};

type C = Complex<f64>;

/// A strip dipole from a third of a wavelength to one and a half.
fn swept() -> String {
    dipole(
        "edge = \"70 mm\"\nfrequencies = { from = \"100 MHz\", to = \"450 MHz\", count = 36, method = \"adaptive\" }",
    )
}

#[test]
fn few_frequencies_are_solved_and_all_have_results_in_order() {
    let (found, outcome) = whole(&swept());
    let (exact, full) = whole(&swept().replace("adaptive", "direct"));
    let sweep = outcome.sweep.unwrap();
    println!("{sweep:?}");
    assert!(full.sweep.is_none());
    assert_eq!((outcome.frequencies, full.frequencies), (36, 36));
    assert!(sweep.solved <= 14, "{}", sweep.solved);
    assert_eq!(sweep.solved + sweep.interpolated, 36);
    assert_eq!(sweep.end_name(), "converged");
    let (at, deviations) = found.stream("solution/deviation");
    assert!(at.windows(2).all(|pair| pair[0] < pair[1]));
    assert_eq!(at.len(), 36);
    assert!(deviations.iter().all(|&d| (0.0..0.0115).contains(&d)));
    for name in ["port/feed/impedance/real", "network/s/imag"] {
        let ((_, found), (_, exact)) = (found.stream(name), exact.stream(name));
        let largest = exact.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        for ((f, e), deviation) in found.iter().zip(&exact).zip(&deviations) {
            // What is solved has the bits of a direct run.
            let allowed = if *deviation == 0.0 {
                0.0
            } else {
                0.01 * largest
            };
            assert!((f - e).abs() <= allowed, "{name}: {f} {e} {deviation}");
        }
    }
}

/// Frequencies of lists are solved whatever the sweep does, and are samples of it.
#[test]
fn other_frequencies_are_solved() {
    let far = "[[monitors]]\nname = \"far\"\ntype = \"far-field\"\nfrequencies = [\"50 MHz\", \"213 MHz\", \"300 MHz\"]\ntheta = \"90 deg\"\n";
    let text = format!("{}{far}", swept());
    let (found, outcome) = whole(&text);
    let (exact, full) = whole(&text.replace("adaptive", "direct"));
    assert_eq!(outcome.frequencies, full.frequencies);
    let name = "far/far/Etheta/real";
    assert_eq!(found.stream(name), exact.stream(name));
    let (at, deviations) = found.stream("solution/deviation");
    for hertz in [50e6, 213e6, 300e6] {
        let n = at
            .iter()
            .position(|f| f.to_bits() == f64::to_bits(hertz))
            .unwrap();
        assert_eq!(deviations[n], 0.0, "{hertz}");
    }
}

/// A run that is stopped has results of what it has solved, and continues with the same bits from there.
#[test]
fn a_sweep_continues_from_its_samples() {
    let (exact, outcome) = whole(&swept());
    let solved = outcome.sweep.unwrap().solved;
    let found = continued(&swept(), Duration::ZERO, 6);
    let (part, stopped) = found.part;
    assert_eq!((stopped.frequencies, stopped.ended), (6, Ended::Interrupt));
    assert!(stopped.sweep.is_none());
    assert_eq!(part.stream("solution/deviation").1, [0.0; 6]);
    let (rest, outcome) = found.rest;
    assert_eq!(outcome.sweep.unwrap().solved, solved);
    assert!(found.first.unwrap() > 0, "it began again");
    assert_eq!(rest, exact);
}

/// S of a network of two ports with these singular values.
fn network(values: [f64; 2]) -> Network {
    let (s, c) = 0.4_f64.sin_cos();
    let turn = Mat::from_fn(2, 2, |i, j| match (i, j) {
        (0, 1) | (1, 0) => C::new(0.0, s),
        _ => C::new(c, 0.0),
    });
    let scaled = Mat::from_fn(2, 2, |i, j| turn[(i, j)] * values[j]);
    Network::from_scattering(&scaled, &[50.0, 75.0]).unwrap()
}

fn gain(network: &Network) -> f64 {
    let s = network.scattering(&[50.0, 75.0]).unwrap();
    let rows: Vec<C> = (0..4).map(|n| s[(n / 2, n % 2)]).collect();
    poynting_rational::gain(2, &rows).unwrap()
}

#[test]
fn a_small_excess_of_power_is_corrected_and_a_large_one_is_not() {
    let references = [50.0, 75.0];
    for (values, expected, is_corrected) in [
        ([0.9, 0.5], 0.9, false),
        ([1.005, 0.5], 1.0, true),
        ([1.1, 0.5], 1.1, false),
    ] {
        let before = network(values);
        assert!((gain(&before) - values[0]).abs() < 1e-12);
        let checked = passive(before, &references, 0.01).unwrap();
        assert_eq!(checked.is_corrected, is_corrected, "{values:?}");
        assert!(
            (gain(&checked.network) - expected).abs() < 1e-12,
            "{values:?}"
        );
        assert!((checked.excess - (values[0] - 1.0).max(0.0)).abs() < 1e-12);
    }
}
