//! Adaptive sweeps.

use crate::functions::{J, Noise, dipole, line, mode, reflection, sweep};
use poynting_rational::{
    Complex, Direct, End, Group, Proposal, RationalError, Settings, Sweep, Tolerance, View,
};

/// 401 frequencies over three octaves, to 0.1 dB and 1 degree.
fn settings(groups: Vec<Group>) -> Settings {
    Settings {
        candidates: sweep(1.0, 8.0, 401),
        groups,
        tolerance: Tolerance::new(0.1, 1.0).unwrap(),
        accuracy: 1e-6,
        budget: 60,
    }
}

fn solved<V: View>(mut sweep: Sweep<V>, of: impl Fn(f64) -> Vec<Complex>) -> (Sweep<V>, End) {
    loop {
        match sweep.proposal() {
            Proposal::Solve(f) => sweep.add(f, of(f)).unwrap(),
            Proposal::Done(end) => return (sweep, end),
        }
    }
}

/// The largest errors in dB and degrees where the exact function is above -40 dB.
fn errors<V: View>(
    sweep: &Sweep<V>,
    judged: impl Fn(f64, &[Complex]) -> Vec<Complex>,
    of: impl Fn(f64) -> Vec<Complex>,
    reference: f64,
) -> [f64; 2] {
    let (mut decibels, mut degrees) = (0.0_f64, 0.0_f64);
    let answers = sweep.answers();
    assert_eq!(answers.len(), 401);
    for answer in answers {
        let found = judged(answer.frequency, &answer.values);
        let exact = judged(answer.frequency, &of(answer.frequency));
        for (found, exact) in found.into_iter().zip(exact) {
            if exact.norm() < 0.01 * reference {
                continue;
            }
            let ratio = found / exact;
            decibels = decibels.max((20.0 * ratio.norm().log10()).abs());
            degrees = degrees.max(ratio.arg().to_degrees().abs());
        }
    }
    [decibels, degrees]
}

/// At most 25 solves, errors within the tolerance, and an estimate that says so.
fn good(name: &str, group: Group, reference: f64, of: impl Fn(f64) -> Vec<Complex>) {
    let sweep = Sweep::new(settings(vec![group])).unwrap();
    let (sweep, end) = solved(sweep, &of);
    let (solves, order) = (sweep.samples().len(), sweep.model().unwrap().order());
    let [decibels, degrees] = errors(&sweep, |_, values| values.to_vec(), &of, reference);
    println!("{name}: {solves} solves, order {order}, {decibels:.1e} dB, {degrees:.1e} degrees");
    assert_eq!(end, End::Converged, "{name}");
    assert!(solves <= 25, "{name}: {solves}");
    assert!(
        decibels < 0.1 && degrees < 1.0,
        "{name}: {decibels} dB, {degrees} degrees"
    );
    let tolerance = Tolerance::new(0.1, 1.0).unwrap().deviation();
    assert!(sweep.estimate().unwrap() <= tolerance);
}

#[test]
fn a_dipole_over_three_octaves() {
    let reflected = |f| vec![reflection(dipole(f))];
    good("dipole, S", Group::scattering(1), 1.0, reflected);
    let largest = sweep(1.0, 8.0, 401).into_iter().map(|f| dipole(f).norm());
    let largest = largest.fold(0.0, f64::max);
    good("dipole, Z", Group::largest(1), largest, |f| vec![dipole(f)]);
}

#[test]
fn a_lossy_line_over_three_octaves() {
    good("line, S", Group::scattering(1), 1.0, |f| {
        vec![reflection(line(f))]
    });
}

/// Seven modes with a Q of 60 to 240, coupled to two ports and seven field points with different strengths.
fn cavity(f: f64) -> Vec<Complex> {
    let function = |k: u32| -> Complex {
        let k = f64::from(k);
        let modes = (0..7).map(|n| {
            let n = f64::from(n);
            let natural = 1.3 * (1.0 + 0.7 * n + 0.3 * n * n).sqrt();
            mode(f, natural, 60.0 + 30.0 * n, 0.01 * (k * n + 1.0 + n).cos())
        });
        modes.sum::<Complex>() + 0.1 * Complex::cis(-(0.5 + 0.05 * k) * f)
    };
    (0..9).map(function).collect()
}

#[test]
fn a_cavity_with_two_ports_and_field_points() {
    good("cavity", Group::scattering(9), 1.0, cavity);
}

/// A resonance with a third of the width of the spacing of the frequencies, on the slope of a wide one.
#[test]
fn a_narrow_resonance_is_found() {
    let narrow = |f: f64| vec![mode(f, 2.3, 3.0, 0.4) + mode(f, 5.123, 800.0, 0.005)];
    good("narrow", Group::scattering(1), 1.0, narrow);
}

/// Random resonances over four octaves with a Q of 3 to 180, a delay, and inductance and capacitance in series; one, four or twelve functions.
fn random(seed: u64) {
    let mut random = Noise::new(seed);
    let functions = [1, 4, 12][seed as usize % 3];
    let modes: Vec<(f64, f64, Vec<f64>)> = (0..2 + seed % 7)
        .map(|_| {
            let natural = 0.6 * 16.0_f64.powf(random.uniform());
            let q = 3.0 * 60.0_f64.powf(random.uniform());
            let strength = |_| 1.0 + 60.0 * random.uniform();
            (natural, q, (0..functions).map(strength).collect())
        })
        .collect();
    let delay = random.uniform();
    let impedances = |f: f64| -> Vec<Complex> {
        let impedance = |k: usize| {
            let modes = modes
                .iter()
                .map(|(natural, q, strength)| mode(f, *natural, *q, strength[k]));
            let series = J * (20.0 * f - 60.0 / f) * (1.0 + 0.1 * k as f64);
            modes.sum::<Complex>() + series + 30.0 + Complex::cis(-delay * f) * 5.0
        };
        (0..functions).map(impedance).collect()
    };
    let name = format!("random {seed}");
    if functions == 1 {
        let reflected = |f| vec![reflection(impedances(f)[0])];
        good(&name, Group::scattering(1), 1.0, reflected);
    } else {
        let all = sweep(1.0, 8.0, 401).into_iter().flat_map(impedances);
        let largest = all.map(Complex::norm).fold(0.0, f64::max);
        good(&name, Group::largest(functions), largest, impedances);
    }
}

#[test]
fn random_resonances_over_three_octaves() {
    (1..=11).for_each(random);
}

/// Known to fail: a weak resonance with a Q of 176 lies between samples at 1.02 and 1.46, and the poles of a single function absorb what it does there.
/// No rule for samples finds every such resonance. Several functions leave less room for that.
#[test]
#[ignore = "known limitation: a weak, narrow resonance in a gap is missed with a single function"]
fn a_weak_resonance_in_a_gap_is_found() {
    random(12);
}

/// S of a line from its admittance.
struct Reflected([Group; 1]);

impl View for Reflected {
    fn judged(&self, _: f64, fitted: &[Complex]) -> Vec<Complex> {
        vec![reflection(fitted[0].inv())]
    }

    fn groups(&self) -> &[Group] {
        &self.0
    }
}

/// The admittance shares its poles with the currents, and S follows from it.
#[test]
fn what_follows_from_the_fitted_functions_is_judged() {
    let fitted = |f: f64| {
        let y = line(f).inv();
        let current = |k: u32| y * Complex::cis(-f64::from(k) * 0.2 * f) * (1.0 + f64::from(k));
        let mut all = vec![y];
        all.extend((1..6).map(current));
        all
    };
    let view = Reflected([Group::scattering(1)]);
    let settings = settings(vec![Group::largest(1), Group::largest(5)]);
    let (sweep, end) = solved(Sweep::with_view(settings, view).unwrap(), fitted);
    assert_eq!(end, End::Converged);
    assert!(sweep.samples().len() <= 25, "{}", sweep.samples().len());
    let judged = |_, values: &[Complex]| vec![reflection(values[0].inv())];
    let [decibels, degrees] = errors(&sweep, judged, fitted, 1.0);
    assert!(
        decibels < 0.1 && degrees < 1.0,
        "{decibels} dB, {degrees} degrees"
    );
}

/// Samples of a limited accuracy: the sweep ends, and the results are as accurate as they are.
#[test]
fn noise_does_not_keep_a_sweep_from_ending() {
    for seed in 1..=5 {
        let of = |f: f64| vec![mode(f, 2.0, 5.0, 0.3) + mode(f, 5.0, 12.0, 0.4) + 0.1];
        let mut noise = Noise::new(seed);
        let mut settings = settings(vec![Group::scattering(1)]);
        settings.accuracy = 4e-4;
        let mut sweep = Sweep::new(settings).unwrap();
        let end = loop {
            match sweep.proposal() {
                Proposal::Solve(f) => {
                    sweep
                        .add(f, vec![of(f)[0] + noise.complex() * 1e-4])
                        .unwrap();
                }
                Proposal::Done(end) => break end,
            }
        };
        assert_eq!(end, End::Converged, "seed {seed}");
        assert!(sweep.samples().len() <= 25, "{}", sweep.samples().len());
        let [decibels, degrees] = errors(&sweep, |_, values| values.to_vec(), of, 1.0);
        assert!(
            decibels < 0.1 && degrees < 1.0,
            "{decibels} dB, {degrees} degrees"
        );
    }
}

/// What a sweep proposes follows from its samples in their order.
#[test]
fn a_sweep_continues_from_its_samples() {
    let of = |f: f64| vec![reflection(dipole(f))];
    let new = || Sweep::new(settings(vec![Group::scattering(1)])).unwrap();
    let (whole, _) = solved(new(), of);
    let frequencies = whole.samples().frequencies();
    for count in 0..frequencies.len() {
        let mut resumed = new();
        resumed
            .resume(frequencies[..count].iter().map(|&f| (f, of(f))))
            .unwrap();
        assert_eq!(resumed.proposal(), Proposal::Solve(frequencies[count]));
    }
    let (resumed, end) = {
        let mut resumed = new();
        resumed
            .resume(frequencies[..9].iter().map(|&f| (f, of(f))))
            .unwrap();
        solved(resumed, of)
    };
    assert_eq!(end, End::Converged);
    assert_eq!(resumed.predictions(), whole.predictions());
    assert_eq!(resumed.answers(), whole.answers());
}

#[test]
fn solved_frequencies_are_answered_exactly() {
    let of = |f: f64| vec![reflection(line(f))];
    let (sweep, _) = solved(
        Sweep::new(settings(vec![Group::scattering(1)])).unwrap(),
        of,
    );
    for answer in sweep.answers() {
        if sweep.samples().at(answer.frequency).is_some() {
            assert_eq!(answer.values, of(answer.frequency));
            assert_eq!(answer.deviation, 0.0);
        }
    }
    // The ends of the band come first: nothing is extrapolated.
    assert_eq!(sweep.samples().frequencies()[..2], [8.0, 1.0]);
}

#[test]
fn a_sweep_ends_when_nothing_is_left_to_learn() {
    let constant = |_| vec![Complex::new(0.5, 0.5)];
    let (sweep, end) = solved(
        Sweep::new(settings(vec![Group::scattering(1)])).unwrap(),
        constant,
    );
    // Five samples, and two that they predict.
    assert_eq!((sweep.samples().len(), end), (7, End::Converged));
    let few = Settings {
        candidates: vec![1.0, 2.0, 3.0],
        ..settings(vec![Group::scattering(1)])
    };
    let (sweep, end) = solved(Sweep::new(few).unwrap(), |f| vec![reflection(dipole(f))]);
    assert_eq!((sweep.samples().len(), end), (3, End::Complete));
    let spent = Settings {
        budget: 8,
        ..settings(vec![Group::scattering(1)])
    };
    let (sweep, end) = solved(Sweep::new(spent).unwrap(), |f| vec![reflection(dipole(f))]);
    assert_eq!((sweep.samples().len(), end), (8, End::Budget));
    assert!(sweep.estimate().unwrap() > 0.1);
}

#[test]
fn wrong_settings_are_refused() {
    let refused = |change: &dyn Fn(&mut Settings)| {
        let mut settings = settings(vec![Group::scattering(1)]);
        change(&mut settings);
        match Sweep::<Direct>::new(settings) {
            Err(RationalError::Setting { name, .. }) => name,
            _ => "accepted",
        }
    };
    assert_eq!(refused(&|_| ()), "accepted");
    assert_eq!(refused(&|s| s.candidates.clear()), "candidates");
    assert_eq!(refused(&|s| s.candidates.reverse()), "candidates");
    assert_eq!(refused(&|s| s.accuracy = 0.0), "accuracy");
    assert_eq!(refused(&|s| s.budget = 0), "budget");
    assert!(Tolerance::new(0.1, -1.0).is_err());
}
