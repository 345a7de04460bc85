//! Bloch boundaries: one cell with a phase must be equivalent to the infinite lattice that it represents.

use crate::common::{Recording, record, scene};
use poynting_fdtd::{Config, Plan};
use poynting_physics::Complex;
use std::f64::consts::{PI, TAU};

const C0: f64 = 299_792_458.0;

/// A source and probes in a box of 1 mm cells; `cells` long, between these boundaries.
fn model(cells: [usize; 3], rest: &str) -> String {
    let [x, y, z] = cells;
    format!(
        "[domain]\nfrom = ['0 mm', '0 mm', '0 mm']\nto = ['{x} mm', '{y} mm', '{z} mm']\n[grid]\nspacing = '1 mm'\n\
         [fdtd]\nprecision = 'f64'\n{rest}"
    )
}

const KICK: &str = "[[sources]]\nname = 'kick'\ntype = 'dipole'\nat = ['1.3 mm', '2.2 mm', '3.1 mm']\ndirection = [1, 2, 3]\n\
    waveform = { type = 'differentiated-gaussian', amplitude = '1e-6 A m', bandwidth = '60 GHz' }\n";
/// Near the upper ends, where values come from both sides of the periodic boundaries.
const PROBE: &str =
    "[[monitors]]\nname = 'p'\ntype = 'probe'\nat = ['4.8 mm', '3.7 mm', '6.9 mm']\n";
const COMPONENTS: [&str; 6] = ["Ex", "Ey", "Ez", "Hx", "Hy", "Hz"];

fn run(text: &str) -> (Recording, Plan) {
    let (recording, _, plan) = record(&scene(text), Config::default(), 1).unwrap();
    (recording, plan)
}

fn walls(kind: &str, k: [f64; 3]) -> String {
    let [x, y, z] = k;
    format!(
        "[boundary]\nall = '{kind}'\nbloch = {{ k = ['{x} rad/m', '{y} rad/m', '{z} rad/m'] }}\n"
    )
}

fn peak(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |m, v| f64::max(m, v.abs()))
}

/// Frequencies of the lattice waves k + 2 pi m/L from the discrete dispersion relation, lowest first.
fn lattice(k: [f64; 3], cells: [usize; 3], dt: f64) -> Vec<f64> {
    let d = 1e-3;
    let mut found = Vec::new();
    for m in 0..27 {
        let order = [m % 3, m / 3 % 3, m / 9].map(|m| f64::from(m) - 1.0);
        let sum: f64 = (0..3)
            .map(|a| {
                let k = k[a] + TAU * order[a] / (cells[a] as f64 * d);
                ((0.5 * k * d).sin() / d).powi(2)
            })
            .sum();
        found.push((C0 * dt * sum.sqrt()).asin() / (PI * dt));
    }
    found.sort_by(f64::total_cmp);
    found.dedup_by(|a, b| (*a / *b - 1.0).abs() < 1e-9);
    found
}

/// |X(f)| of the complex signal after its source has ended, with a Hann window.
fn line(times: &[f64], values: &[Complex], f: f64) -> f64 {
    let n = values.len() as f64;
    let terms = values.iter().zip(times).enumerate().map(|(i, (v, t))| {
        let window = 0.5 - 0.5 * (TAU * (i as f64 + 0.5) / n).cos();
        *v * window * Complex::cis(-TAU * f * t)
    });
    terms
        .fold(Complex::from(0.0), |sum, term| sum + term)
        .norm()
}

/// A cell rings at the frequencies of the dispersion relation sum sin^2(k_a d/2)/d^2 = sin^2(w dt/2)/(c dt)^2 and, for a wave
/// vector k that does not fit it, nowhere else. A complex field distinguishes +w from -w, and both belong to k.
#[test]
fn an_empty_cell_rings_where_the_dispersion_relation_says() {
    let cells = [6, 5, 8];
    for k in [
        [170.0, 0.0, 0.0],
        [0.0, 230.0, 0.0],
        [0.0, 0.0, -140.0],
        [170.0, -230.0, 140.0],
    ] {
        let text = [&walls("bloch", k), KICK, PROBE, "[stop]\nsteps = 12000\n"]
            .map(str::to_owned)
            .concat();
        let (found, plan) = run(&model(cells, &text));
        // The phase causes neither gain nor loss.
        let energy = &found.get("energy").1[8..];
        let drift = energy
            .iter()
            .fold(0.0, |m, w| f64::max(m, (w / energy[0] - 1.0).abs()));
        assert!(drift < 1e-11, "{k:?}: the energy drifts by {drift:e}");
        for component in ["Ex", "Ey", "Ez"] {
            let name = format!("probe/p/{component}");
            let (times, re) = found.get(&name);
            let (_, im) = found.get(&format!("{name}_imag"));
            let quiet = 400;
            let values: Vec<Complex> = re[quiet..]
                .iter()
                .zip(&im[quiet..])
                .map(|(re, im)| Complex::new(*re, *im))
                .collect();
            let times = &times[quiet..];
            let expected = lattice(k, cells, plan.dt);
            let width = 1.0 / (times[times.len() - 1] - times[0]);
            // The transverse waves of the lowest shells, as far as the pulse excites them.
            let mut rung = 0;
            for f in expected.iter().take(4) {
                let at = line(times, &values, *f);
                let beside = [-4.0, 4.0].map(|n| line(times, &values, f + n * width));
                let is_alone = expected
                    .iter()
                    .all(|g| g == f || (g - f).abs() > 12.0 * width);
                if !is_alone {
                    continue;
                }
                // A line off by 0.02 of the resolution would be asymmetric.
                let sides = [-1.0, 1.0].map(|n| line(times, &values, f + n * width));
                let lean = (sides[1] - sides[0]) / at;
                if at > 100.0 * beside[0].max(beside[1]) {
                    assert!(
                        lean.abs() < 0.01,
                        "{k:?} {component} {f:e}: leans by {lean}"
                    );
                    rung += 1;
                }
            }
            assert!(
                rung >= 1,
                "{k:?} {component}: no line found among {expected:?}"
            );
        }
    }
}

/// With k = 0 the real part is the periodic run, bit for bit, and there is no imaginary part; with k L = 2 pi to rounding.
#[test]
fn no_phase_and_a_whole_turn_are_the_periodic_cell() {
    let cells = [6, 5, 8];
    let rest = [KICK, PROBE, SNAPSHOT, "[stop]\nsteps = 301\n"].concat();
    let (periodic, _) = run(&model(
        cells,
        &format!("[boundary]\nall = 'periodic'\n{rest}"),
    ));
    let turns = cells.map(|n| TAU / (n as f64 * 1e-3));
    for (k, tolerance) in [([0.0; 3], 0.0), (turns, 1e-11)] {
        let (found, _) = run(&model(cells, &(walls("bloch", k) + &rest)));
        for (stream, times, values) in &periodic.streams {
            let (found_times, real) = found.get(&stream.name);
            assert_eq!(times, found_times);
            let scale = peak(values);
            for (a, b) in values.iter().zip(real) {
                assert!(
                    (a - b).abs() <= tolerance * scale,
                    "{}: {a} {b}",
                    stream.name
                );
            }
            if stream.name != "energy" {
                let (_, imaginary) = found.get(&format!("{}_imag", stream.name));
                assert!(peak(imaginary) <= tolerance * scale, "{}", stream.name);
            }
        }
    }
}

const SNAPSHOT: &str = "[[monitors]]\nname = 's'\ntype = 'snapshot'\nfrom = ['0 mm', '0 mm', '0 mm']\nto = ['6 mm', '5 mm', '8 mm']\n\
    every_steps = 50\n";

/// A cell with k L = 2 pi/n is one of n in a periodic run whose sources have the phases e^{-jkLm}: their real parts give the
/// real part of its fields, their imaginary parts the imaginary one. With n = 4 this distinguishes k from -k.
#[test]
fn a_part_of_a_turn_is_a_cell_of_a_periodic_row() {
    let cells = [6, 5, 8];
    for (axis, n) in [(0, 2), (1, 2), (2, 2), (0, 4), (1, 4), (2, 4)] {
        let turn = TAU / f64::from(n);
        let (bloch, _) = run(&model(cells, &lattice_cell(cells, axis, turn)));
        for (part, factor) in [("", f64::cos as fn(f64) -> f64), ("_imag", |a| -a.sin())] {
            let sources = (0..n).map(|m| (f64::from(m), factor(turn * f64::from(m))));
            let sources: Vec<_> = sources.filter(|(_, f)| f.abs() > 1e-9).collect();
            let row = if sources.is_empty() {
                None
            } else {
                let kicks = sources.iter().map(|(m, f)| kick_in(cells, axis, *m, *f));
                let kicks: String = kicks.collect();
                let mut many = cells;
                many[axis] *= n as usize;
                let text = ["[boundary]\nall = 'periodic'\n", &kicks, PROBE, STOP].concat();
                Some(run(&model(many, &text)).0)
            };
            for component in COMPONENTS {
                let name = format!("probe/p/{component}");
                let found = bloch.get(&format!("{name}{part}")).1;
                let scale = peak(bloch.get(&name).1);
                let zeros = vec![0.0; found.len()];
                let expected = row.as_ref().map_or(&zeros[..], |row| row.get(&name).1);
                for (a, b) in expected.iter().zip(found) {
                    assert!(
                        (a - b).abs() < 1e-11 * scale,
                        "{axis} {n} {name}{part}: {a} {b}"
                    );
                }
            }
        }
    }
}

const STOP: &str = "[stop]\nsteps = 301\n";

/// A cell between Bloch boundaries along one axis, periodic along the others.
fn lattice_cell(cells: [usize; 3], axis: usize, turn: f64) -> String {
    let mut k = [0.0; 3];
    k[axis] = turn / (cells[axis] as f64 * 1e-3);
    let [x, y, z] = k;
    let name = ["x", "y", "z"][axis];
    format!(
        "[boundary]\nall = 'periodic'\n{name} = 'bloch'\n\
         bloch = {{ k = ['{x} rad/m', '{y} rad/m', '{z} rad/m'] }}\n{KICK}{PROBE}{STOP}"
    )
}

/// The dipole in the m-th cell of a row, times a factor.
fn kick_in(cells: [usize; 3], axis: usize, m: f64, factor: f64) -> String {
    let mut at = [1.3, 2.2, 3.1];
    at[axis] += m * cells[axis] as f64;
    let at = at.map(|x| format!("'{x} mm'")).join(", ");
    KICK.replace("'kick'", &format!("'kick {m}'"))
        .replace("'1.3 mm', '2.2 mm', '3.1 mm'", &at)
        .replace("'1e-6 A m'", &format!("'{:e} A m'", factor * 1e-6))
}

/// A cell of a planar lattice: X(f) is the transform of both parts, and the power through the cell is the same at every height,
/// since boundaries that only shift the phase lose nothing.
#[test]
fn spectra_are_those_of_the_complex_fields_and_power_stays_in_the_cell() {
    let flux = |name: &str, z: usize| {
        format!(
            "[[monitors]]\nname = '{name}'\ntype = 'flux'\nfrom = ['0 mm', '0 mm', '{z} mm']\nto = ['6 mm', '5 mm', '{z} mm']\n\
             frequencies = ['20 GHz', '23 GHz']\n"
        )
    };
    let steps = 6000;
    let text = [
        "[boundary]\nx = 'bloch'\ny = 'bloch'\nz = 'pml'\nbloch = { k = ['170 rad/m', '-90 rad/m', '0 rad/m'] }\n",
        // Away from 9 GHz, where a wave travels along the PMLs and never into them, so that all of it is gone when the run
        // ends.
        &KICK.replace(
            "'differentiated-gaussian', amplitude = '1e-6 A m', bandwidth = '60 GHz'",
            "'modulated-gaussian', amplitude = '1e-6 A m', frequency = '22 GHz', bandwidth = '3 GHz'",
        ),
        PROBE,
        "[[monitors]]\nname = 'f'\ntype = 'field'\nfrom = ['4.8 mm', '3.7 mm', '6.9 mm']\nto = ['4.8 mm', '3.7 mm', '6.9 mm']\n\
         frequencies = ['20 GHz', '23 GHz']\nevery_steps = 1\nnormalise = 'none'\n",
        &flux("low", 5),
        &flux("high", 7),
        &flux("below", 1),
        &format!("[stop]\nsteps = {steps}\n"),
    ]
    .concat();
    let (found, plan) = run(&model([6, 5, 8], &text));
    for component in COMPONENTS {
        let probe = format!("probe/p/{component}");
        let (times, re) = found.get(&probe);
        let im = found.get(&format!("{probe}_imag")).1;
        let (frequencies, x_re) = found.get(&format!("field/f/{component}/real"));
        let x_im = found.get(&format!("field/f/{component}/imag")).1;
        for (n, f) in frequencies.iter().enumerate() {
            let terms = times.iter().zip(re.iter().zip(im));
            let sum = terms.fold(Complex::from(0.0), |sum, (t, (re, im))| {
                sum + Complex::new(*re, *im) * Complex::cis(-TAU * f * t) * plan.dt
            });
            let error = (sum - Complex::new(x_re[n], x_im[n])).norm();
            assert!(error < 1e-10 * sum.norm(), "{component} {f:e}: {error:e}");
        }
    }
    let power = |name: &str| found.get(&format!("flux/{name}")).1;
    for ((low, high), below) in power("low").iter().zip(power("high")).zip(power("below")) {
        assert!((high / low - 1.0).abs() < 1e-6, "{low:e} {high:e}");
        assert!(*low > 0.0 && *below < 0.0, "{low:e} {below:e}");
    }
}

/// Between Bloch boundaries the incident wave has the Bloch wave vector and solves the equations of the grid, graded along
/// the axis or not: before the box it vanishes, and within it E and H have the amplitudes of a plane wave at the angle.
#[test]
fn a_wave_between_bloch_walls_does_not_leak() {
    let (theta, frequency) = (50.0_f64.to_radians(), 30e9);
    let z =
        ["0", "1", "2", "3.2", "4", "5", "6.1", "7", "8", "9", "10"].map(|z| format!("'{z} mm'"));
    let text = format!(
        "[domain]\nfrom = ['0 mm', '0 mm', '0 mm']\nto = ['3 mm', '2 mm', '10 mm']\n\
         [grid.lines]\nx = ['0 mm', '1 mm', '2 mm', '3 mm']\ny = ['0 mm', '1 mm', '2 mm']\nz = [{}]\n\
         [fdtd]\nprecision = 'f64'\n\
         [boundary]\nx = 'bloch'\ny = 'bloch'\nz = 'pml'\npml = {{ layers = 20 }}\n\
         bloch = {{ frequency = '30 GHz', theta = '50 deg', phi = '20 deg' }}\n\
         [[sources]]\nname = 'wave'\ntype = 'plane-wave'\nfrom = ['0 mm', '0 mm', '3.2 mm']\nto = ['3 mm', '2 mm', '8 mm']\n\
         theta = '50 deg'\nphi = '20 deg'\npsi = '0 deg'\n\
         waveform = {{ type = 'modulated-gaussian', amplitude = '1 V/m', frequency = '30 GHz', bandwidth = '4 GHz' }}\n\
         [[monitors]]\nname = 'before'\ntype = 'probe'\nat = ['1.3 mm', '0.7 mm', '1.5 mm']\n\
         [[monitors]]\nname = 'within'\ntype = 'field'\nfrom = ['1 mm', '0.5 mm', '5.5 mm']\nto = ['1 mm', '0.5 mm', '5.5 mm']\n\
         frequencies = '30 GHz'\n[stop]\ntime = '1.6 ns'\n",
        z.join(", ")
    );
    let (found, _) = run(&text);
    for component in ["Ex", "Ey", "Ez", "Hx", "Hy", "Hz"] {
        for part in ["", "_imag"] {
            let (_, values) = found.get(&format!("probe/before/{component}{part}"));
            let unit = if component.starts_with('E') {
                1.0
            } else {
                1.0 / 376.73
            };
            let leaked = peak(values) / unit;
            assert!(leaked < 1e-12, "{component}{part} leaks {leaked:e}");
        }
    }
    let phasor = |component: &str| {
        let [re, im] =
            ["real", "imag"].map(|p| found.get(&format!("field/within/{component}/{p}")).1[0]);
        re.hypot(im)
    };
    // E along theta: cos theta cos phi, cos theta sin phi, -sin theta; H along phi.
    let (sin_phi, cos_phi) = 20.0_f64.to_radians().sin_cos();
    let expected = [
        ("Ex", theta.cos() * cos_phi),
        ("Ey", theta.cos() * sin_phi),
        ("Ez", theta.sin()),
        ("Hx", sin_phi / 376.730_313_668),
        ("Hy", cos_phi / 376.730_313_668),
    ];
    for (component, expected) in expected {
        let ratio = phasor(component) / expected;
        // With cells of a tenth of a wavelength, dispersion and the mean of two neighbours account for a few percent.
        assert!(
            (ratio - 1.0).abs() < 0.06,
            "{component}: {ratio} at {frequency}"
        );
    }
}
