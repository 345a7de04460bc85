//! The library against published data: every entry in its band, at many frequencies.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use poynting_scene::library::{LibraryMaterial, find, materials, names, table};

const EPS0: f64 = 8.854_187_812_8e-12;

fn entry(name: &str) -> LibraryMaterial {
    find(name).unwrap_or_else(|| panic!("no {name}"))
}

fn eps(name: &str, frequency: f64) -> [f64; 2] {
    entry(name)
        .medium()
        .expect("a medium")
        .permittivity(frequency)[0]
}

fn relative(found: [f64; 2], expected: [f64; 2]) -> f64 {
    (found[0] - expected[0]).hypot(found[1] - expected[1]) / expected[0].hypot(expected[1])
}

/// Logarithmically spaced frequencies over a band, including its ends.
fn over([from, to]: [f64; 2]) -> impl Iterator<Item = f64> {
    (0..=400).map(move |i| from * (to / from).powf(f64::from(i) / 400.0))
}

/// Lines of a data file after its header, name and numbers.
fn rows(text: &str) -> Vec<(String, Vec<f64>)> {
    let lines = text.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines
        .map(|line| {
            let mut parts = line.split(',');
            let name = parts.next().expect("a name").to_string();
            (name, parts.map(|n| n.parse().expect("a number")).collect())
        })
        .collect()
}

#[test]
fn every_entry_is_passive_in_and_far_beyond_its_band() {
    for entry in materials() {
        let Some(medium) = entry.medium() else {
            continue;
        };
        for f in over([1e3, 1e18]).chain(over(entry.band)) {
            let [eps, mu] = [medium.permittivity(f)[0], medium.permeability(f)[0]];
            assert!(eps[1] < 0.0 && mu[1] <= 0.0, "{} at {f}", entry.name);
        }
        assert!(medium.eps_r[0] >= 1.0, "{}", entry.name);
    }
}

/// Water against an independent fit to other measurements, that of Klein and Swift 1977 in the form of Ulaby and Long,
/// Microwave Radar and Radiometric Remote Sensing (2014).
#[test]
fn water_agrees_with_another_formula() {
    for (name, t) in [("water", 20.0f64), ("water-25c", 25.0)] {
        let e_static = 88.045 - 0.4147 * t + 6.295e-4 * t * t + 1.075e-5 * t.powi(3);
        let two_pi_tau = 1.1109e-10 - 3.824e-12 * t + 6.938e-14 * t * t - 5.096e-16 * t.powi(3);
        for f in [1e8, 1e9, 3e9, 1e10, 2e10] {
            let x = f * two_pi_tau;
            let scale = (e_static - 4.9) / (1.0 + x * x);
            let expected = [4.9 + scale, -scale * x];
            let error = relative(eps(name, f), expected);
            assert!(error < 0.02, "{name} at {f}: {error}");
        }
    }
}

/// The polynomials of Klein and Swift, IEEE Trans. Antennas Propag. 25, 104 (1977), at 20 C and 35 parts per thousand; the
/// conductivity against 4.791 S/m, that of standard sea water (practical salinity scale, 1978).
#[test]
fn sea_water_is_that_of_klein_and_swift() {
    let (t, s) = (20.0f64, 35.0f64);
    let a = 1.0 + 1.613e-5 * s * t - 3.656e-3 * s + 3.210e-5 * s * s - 4.232e-7 * s.powi(3);
    let b = 1.0 + 2.282e-5 * s * t - 7.638e-4 * s - 7.760e-6 * s * s + 1.105e-8 * s.powi(3);
    let e_static = a * (87.134 - 1.949e-1 * t - 1.276e-2 * t * t + 2.491e-4 * t.powi(3));
    let tau = b * (1.768e-11 - 6.086e-13 * t + 1.104e-14 * t * t - 8.111e-17 * t.powi(3));
    let sigma = entry("sea-water").medium().expect("a medium").sigma[0];
    assert!((sigma / 4.791 - 1.0).abs() < 1e-3);
    for f in [1e8, 1.43e9, 1e10] {
        let x = TAU * f * tau;
        let scale = (e_static - 4.9) / (1.0 + x * x);
        let expected = [4.9 + scale, -scale * x - sigma / (TAU * f * EPS0)];
        assert!(relative(eps("sea-water", f), expected) < 1e-5, "{f}");
    }
}

/// A sum of four Cole-Cole terms; the parameters are those of the data file.
fn cole_cole(p: &[f64], frequency: f64) -> [f64; 2] {
    let w = TAU * frequency;
    let mut sum = [p[0], -p[7] / (w * EPS0)];
    for (at, unit) in [(1, 1e-12), (4, 1e-9), (8, 1e-6), (11, 1e-3)] {
        let (delta, tau, order) = (p[at], p[at + 1] * unit, 1.0 - p[at + 2]);
        let size = (w * tau).powf(order);
        let (re, im) = (
            1.0 + size * (FRAC_PI_2 * order).cos(),
            size * (FRAC_PI_2 * order).sin(),
        );
        sum[0] += delta * re / (re * re + im * im);
        sum[1] -= delta * im / (re * re + im * im);
    }
    sum
}

#[test]
fn tissues_are_their_cole_cole_form_within_the_stated_errors() {
    let tissues = rows(include_str!("../data/cole_cole.csv"));
    assert_eq!(tissues.len(), 12);
    for (name, numbers) in tissues {
        let (bounds, parameters) = numbers.split_at(2);
        let tissue = entry(&name);
        let mut worst = [0.0f64; 2];
        for f in over(tissue.band) {
            let (found, published) = (
                tissue.medium().expect("a medium").permittivity(f)[0],
                cole_cole(parameters, f),
            );
            worst[0] = worst[0].max(relative(found, published));
            worst[1] = worst[1].max((found[1] / published[1] - 1.0).abs());
        }
        assert!(
            worst[0] <= bounds[0] && worst[1] <= bounds[1],
            "{name}: {worst:?}"
        );
        for bound in bounds {
            let stated = format!("within {:.1} %", 100.0 * bound);
            assert!(tissue.about.contains(&stated), "{name}: {stated}");
        }
    }
}

/// The parameters themselves, against permittivity and conductivity at 1 MHz as printed in table 3 of "Electrical exposure
/// analysis of galvanic-coupled intra-body communication", BioMed. Eng. OnLine (2018), doi 10.1186/s12938-018-0473-9.
#[test]
fn cole_cole_parameters_give_printed_values() {
    let tissues = rows(include_str!("../data/cole_cole.csv"));
    for (name, permittivity, conductivity) in [
        ("skin-dry", 990.76, 0.0132),
        ("fat", 27.222, 0.0251),
        ("muscle", 1836.4, 0.5027),
        ("bone-cortical", 144.51, 0.0243),
    ] {
        let (_, numbers) = tissues.iter().find(|(tissue, _)| tissue == name).unwrap();
        let [re, im] = cole_cole(&numbers[2..], 1e6);
        let sigma = -im * TAU * 1e6 * EPS0;
        assert!((re / permittivity - 1.0).abs() < 1e-4, "{name}: {re}");
        assert!((sigma - conductivity).abs() < 1e-4, "{name}: {sigma}");
    }
}

/// A constant loss tangent makes the permittivity fall by 2/pi tan eps_r per factor of e (Kramers and Kronig).
#[test]
fn laminates_have_a_constant_loss_tangent_and_the_dispersion_that_goes_with_it() {
    for (name, eps_r, tangent, f0) in [
        ("fr4", 4.4, 0.02, 1e9),
        ("ro4003c", 3.55, 0.0027, 1e10),
        ("ro4350b", 3.66, 0.0037, 1e10),
        ("rt-duroid-5880", 2.20, 0.0009, 1e10),
        ("alumina", 9.9, 0.0001, 1e10),
        ("ptfe", 2.08, 0.0004, 1e10),
    ] {
        let laminate = entry(name);
        let stated = if name == "fr4" { 0.07 } else { 0.05 };
        for f in over(laminate.band) {
            let [re, im] = laminate.medium().expect("a medium").permittivity(f)[0];
            let found = -im / re;
            assert!(
                (found / tangent - 1.0).abs() < stated,
                "{name} at {f}: {found}"
            );
            let causal = eps_r * (1.0 - tangent * 2.0 / PI * (f / f0).ln());
            assert!(
                (re - causal).abs() < 0.05 * eps_r * tangent,
                "{name} at {f}: {re}"
            );
        }
    }
}

/// Name; plasma frequency, f_0, Gamma_0; then each f_j, Gamma_j, w_j; frequencies in eV.
type LorentzDrude = (&'static str, [f64; 3], [[f64; 3]; 5]);

/// As published.
const RAKIC: [LorentzDrude; 2] = [
    (
        "gold-rakic",
        [9.03, 0.760, 0.053],
        [
            [0.024, 0.241, 0.415],
            [0.010, 0.345, 0.830],
            [0.071, 0.870, 2.969],
            [0.601, 2.494, 4.304],
            [4.384, 2.214, 13.32],
        ],
    ),
    (
        "silver-rakic",
        [9.01, 0.845, 0.048],
        [
            [0.065, 3.886, 0.816],
            [0.124, 0.452, 4.481],
            [0.011, 0.065, 8.185],
            [0.840, 0.916, 9.083],
            [5.646, 2.419, 20.29],
        ],
    ),
];

const HERTZ_PER_EV: f64 = 1.602_176_634e-19 / 6.626_070_15e-34;

/// f wp^2/(w0^2 - w^2 + j w g).
fn oscillator(strength: f64, gamma: f64, w0: f64, w: f64) -> [f64; 2] {
    let (re, im) = (w0 * w0 - w * w, w * gamma);
    let scale = strength / (re * re + im * im);
    [scale * re, -scale * im]
}

#[test]
fn metals_of_rakic_are_their_formula() {
    for (name, [wp, f0, g0], oscillators) in RAKIC {
        let metal = entry(name);
        for f in over(metal.band) {
            let w = f / HERTZ_PER_EV;
            let drude = oscillator(f0 * wp * wp, g0, 0.0, w);
            let sum = oscillators
                .iter()
                .fold([1.0 + drude[0], drude[1]], |sum, [fj, gj, wj]| {
                    let [re, im] = oscillator(fj * wp * wp, *gj, *wj, w);
                    [sum[0] + re, sum[1] + im]
                });
            let error = relative(metal.medium().expect("a medium").permittivity(f)[0], sum);
            assert!(error < 1e-7, "{name} at {f}: {error}");
        }
    }
}

#[test]
fn metals_agree_with_johnson_and_christy_as_stated() {
    for (name, numbers) in rows(include_str!("../data/metals.csv")) {
        let [energy, n, k] = numbers[..] else {
            panic!("{name}: {numbers:?}")
        };
        let measured = [n * n - k * k, -2.0 * n * k];
        let f = energy * HERTZ_PER_EV;
        let stated = if name == "gold" { 0.09 } else { 0.04 };
        let error = relative(eps(&name, f), measured);
        assert!(error < stated, "{name} at {energy} eV: {error}");
        // Lorentz-Drude is a compromise over two decades: a fifth too low where interband transitions are weak.
        if energy < 2.3 {
            let found = eps(&format!("{name}-rakic"), f);
            let ratio = found[0] / measured[0];
            assert!(
                (0.75..1.0).contains(&ratio),
                "{name} at {energy} eV: {ratio}"
            );
        }
    }
}

/// Gold by its critical points as published, A W (e^{i phi}/(W - w - i G) + e^{-i phi}/(W + w + i G)) with e^{-iwt}.
#[test]
fn gold_is_the_formula_of_vial_and_laroche() {
    for f in over(entry("gold").band) {
        let w = TAU * f;
        let drude = oscillator(1.3064e16 * 1.3064e16, 1.1274e14, 0.0, w);
        let mut sum = [1.03 + drude[0], drude[1]];
        for (a, phi, resonance, gamma) in [
            (0.86822, -0.60756f64, 4.0812e15, 7.3277e14),
            (1.3700, -0.087341, 6.4269e15, 6.7371e14),
        ] {
            for (sign, re) in [(1.0, resonance - w), (-1.0, resonance + w)] {
                // The quotient of e^{i sign phi} and re - i sign G, then conjugated for e^{+jwt}.
                let (c, s) = (phi.cos(), sign * phi.sin());
                let im = -sign * gamma;
                let square = re * re + im * im;
                sum[0] += a * resonance * (c * re + s * im) / square;
                sum[1] -= a * resonance * (s * re - c * im) / square;
            }
        }
        let error = relative(eps("gold", f), sum);
        assert!(error < 1e-8, "{f}: {error}");
    }
}

#[test]
fn the_page_shows_the_library_as_it_is() {
    let page = include_str!("../data/materials-page.txt");
    assert!(
        page.contains(&table()),
        "docs/materials.md lacks:\n{}",
        table()
    );
    assert_eq!(names().len(), materials().len());
}
