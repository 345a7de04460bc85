//! Frequency-domain monitors: the theorems that relate them to time-domain fields and to one another.

use crate::common::{Recording, record, scene};
use poynting_fdtd::Config;
use std::f64::consts::{PI, TAU};

const C0: f64 = 299_792_458.0;
const ETA0: f64 = 376.730_313_667;

/// A dipole of 1 mA m at the origin of an open box, in double precision.
fn open_box(monitors: &str) -> Recording {
    let text = format!(
        "[domain]\nfrom = ['-14 mm', '-14 mm', '-14 mm']\nto = ['14 mm', '14 mm', '14 mm']\n[grid]\nspacing = '1 mm'\n\
         [boundary]\nall = 'pml'\n[[sources]]\nname = 'd'\ntype = 'dipole'\nat = ['0 mm', '0 mm', '0.5 mm']\ndirection = '+z'\n\
         waveform = {{ type = 'differentiated-gaussian', amplitude = '1e-3 A m', bandwidth = '15 GHz' }}\n\
         [stop]\nenergy_decay = '70 dB'\n[fdtd]\nprecision = 'f64'\n{monitors}"
    );
    let (recording, ..) = record(&scene(&text), Config::default(), 1).unwrap();
    recording
}

fn flux(name: &str, from: [i32; 3], to: [i32; 3]) -> String {
    let [from, to] = [from, to].map(|p| p.map(|x| format!("'{x} mm'")).join(", "));
    format!(
        "[[monitors]]\nname = '{name}'\ntype = 'flux'\nfrom = [{from}]\nto = [{to}]\n\
         frequencies = {{ from = '5 GHz', to = '15 GHz', count = 3 }}\n"
    )
}

/// The power of a moment p is eta k^2 p^2/(12 pi); on the lattice it is the same for every box around the source and
/// zero for one next to it, to rounding: that is the discrete Poynting theorem.
#[test]
fn every_box_around_a_source_has_its_power_and_others_have_none() {
    let monitors = [
        flux("large", [-10, -10, -10], [10, 10, 10]),
        flux("small", [-3, -5, -4], [6, 4, 7]),
        flux("beside", [3, -8, -6], [9, 9, 6]),
        flux("left", [-4, -10, -10], [-4, 10, 10]),
        flux("right", [4, -10, -10], [4, 10, 10]),
    ];
    let found = open_box(&monitors.concat());
    let power = |name: &str| found.get(&format!("flux/{name}")).1.to_vec();
    let [large, small, beside] = ["large", "small", "beside"].map(power);
    let frequencies = found.get("flux/large").0;
    for n in 0..3 {
        let k = TAU * frequencies[n] / C0;
        let exact = ETA0 * k * k * 1e-6 / (12.0 * PI);
        // The cells are a twentieth of the wavelength at 15 GHz.
        assert!(
            (large[n] / exact - 1.0).abs() < 0.02,
            "{} {exact}",
            large[n]
        );
        // The energy left when the run ends is 70 dB below the peak.
        assert!(
            (small[n] / large[n] - 1.0).abs() < 1e-6,
            "{} {}",
            small[n],
            large[n]
        );
        assert!(beside[n].abs() < 1e-6 * large[n], "{}", beside[n]);
    }
    // By symmetry the power to the left equals the power to the right.
    for (l, r) in power("left").iter().zip(power("right")) {
        assert!((l + r).abs() < 1e-9 * r && r > 0.0, "{l} {r}");
    }
}

/// A dipole over a PEC ground: a box that stands on the ground has all of its power, like one around the source would, and none flows into the ground.
/// The same half space as one half of a model with a symmetry plane.
#[test]
fn no_power_flows_through_a_ground_or_a_symmetry_plane() {
    let monitors = [
        flux("standing", [-6, -6, 0], [6, 6, 9]),
        flux("higher", [-8, -8, 0], [8, 8, 12]),
        flux("ground", [-6, -6, 0], [6, 6, 0]),
    ]
    .concat();
    let model = |domain: &str, below: &str| {
        let source = |name: &str, z: f64| {
            format!(
                "[[sources]]\nname = '{name}'\ntype = 'dipole'\nat = ['0 mm', '0 mm', '{z} mm']\ndirection = '+z'\n\
                 waveform = {{ type = 'differentiated-gaussian', amplitude = '1e-3 A m', bandwidth = '15 GHz' }}\n"
            )
        };
        let mut sources = source("d", 4.5);
        if below.contains("symmetry") {
            sources += &source("image", -4.5);
        }
        let text = format!(
            "[domain]\nfrom = ['-14 mm', '-14 mm', {domain}]\nto = ['14 mm', '14 mm', '14 mm']\n[grid]\nspacing = '1 mm'\n\
             {below}\n{sources}[stop]\nenergy_decay = '90 dB'\n[fdtd]\nprecision = 'f64'\n{monitors}"
        );
        record(&scene(&text), Config::default(), 1).unwrap().0
    };
    let ground = model("'0 mm'", "[boundary]\nall = 'pml'\nz_min = 'pec'");
    let image = model(
        "'-14 mm'",
        "[boundary]\nall = 'pml'\n[symmetry]\nz = 'electric'",
    );
    for found in [ground, image] {
        let power = |name: &str| found.get(&format!("flux/{name}")).1.to_vec();
        let [standing, higher] = ["standing", "higher"].map(power);
        for (a, b) in standing.iter().zip(&higher) {
            assert!(*a > 0.0 && (a / b - 1.0).abs() < 1e-6, "{a} {b}");
        }
        assert_eq!(power("ground"), [0.0; 3]);
    }
}

/// Parseval: the integral of x(t)^2 is that of |X(f)|^2 over all f. With x recorded every step the sum over the frequencies of the
/// discrete transform is exact, whatever the signal.
#[test]
fn the_squares_of_a_signal_are_those_of_its_spectrum() {
    let steps = 96;
    let text = |frequencies: &str| {
        format!(
            "[domain]\nfrom = ['0 mm', '0 mm', '0 mm']\nto = ['8 mm', '8 mm', '8 mm']\n[grid]\nspacing = '1 mm'\n\
             [[sources]]\nname = 'd'\ntype = 'soft-point'\ncomponent = 'Ez'\nat = ['4 mm', '4 mm', '4.5 mm']\n\
             waveform = {{ type = 'gaussian', amplitude = '1 A/m^2', tau = '9 ps' }}\n\
             [[monitors]]\nname = 'p'\ntype = 'probe'\nat = ['3 mm', '5 mm', '4.5 mm']\ncomponents = ['Ez', 'Hx']\n\
             [[monitors]]\nname = 'f'\ntype = 'field'\nfrom = ['3 mm', '5 mm', '4.5 mm']\nto = ['3 mm', '5 mm', '4.5 mm']\n\
             components = ['Ez', 'Hx']\nevery_steps = 1\nnormalise = 'none'\nfrequencies = [{frequencies}]\n\
             [stop]\nsteps = {steps}\n[fdtd]\nprecision = 'f64'\n"
        )
    };
    let (first, _, plan) = record(&scene(&text("'1 GHz'")), Config::default(), 1).unwrap();
    // Half of the frequencies of the transform: the others are the complex conjugates.
    let step = 1.0 / (steps as f64 * plan.dt);
    let list: Vec<String> = (1..steps / 2)
        .map(|n| format!("'{} Hz'", n as f64 * step))
        .collect();
    let (second, ..) = record(&scene(&text(&list.join(", "))), Config::default(), 1).unwrap();
    for component in ["Ez", "Hx"] {
        let (times, values) = first.get(&format!("probe/p/{component}"));
        let in_time: f64 = values.iter().map(|v| v * v * plan.dt).sum();
        let [re, im] =
            ["real", "imag"].map(|part| second.get(&format!("field/f/{component}/{part}")).1);
        let pairs: f64 = re
            .iter()
            .zip(im)
            .map(|(re, im)| 2.0 * (re * re + im * im))
            .sum();
        // The mean and the highest frequency occur once.
        let mean: f64 = values.iter().sum::<f64>() * plan.dt;
        let alternating = |(n, v): (usize, &f64)| if n % 2 == 0 { *v } else { -*v };
        let highest: f64 = values.iter().enumerate().map(alternating).sum::<f64>() * plan.dt;
        let in_frequency = (pairs + mean * mean + highest * highest) * step;
        assert_eq!(times.len(), steps);
        assert!(
            (in_frequency / in_time - 1.0).abs() < 1e-12,
            "{component}: {in_frequency} {in_time}"
        );
    }
}

/// Sampling every few steps changes nothing if the fields contain no higher frequencies, and neither do the phases of a
/// long run.
#[test]
fn a_stride_in_time_changes_nothing() {
    let monitor = |name: &str, every: &str| {
        format!(
            "[[monitors]]\nname = '{name}'\ntype = 'field'\nfrom = ['5 mm', '4 mm', '3 mm']\nto = ['5 mm', '4 mm', '3 mm']\n\
             components = ['Ez', 'Hy']\nfrequencies = ['8 GHz', '15 GHz']\n{every}\n"
        )
    };
    let found = open_box(&[monitor("all", "every_steps = 1"), monitor("some", "")].concat());
    for component in ["Ez", "Hy"] {
        let of = |name: &str, part: &str| {
            found
                .get(&format!("field/{name}/{component}/{part}"))
                .1
                .to_vec()
        };
        for n in 0..2 {
            let [all, some] = ["all", "some"].map(|m| [of(m, "real")[n], of(m, "imag")[n]]);
            let size = all[0].hypot(all[1]);
            let off = (all[0] - some[0]).hypot(all[1] - some[1]);
            assert!(off < 1e-6 * size, "{component} {all:?} {some:?}");
        }
    }
}

/// The pattern of a Hertzian dipole is sin^2 theta, its directivity 3/2, and its far field jk eta p/(4 pi) sin theta.
#[test]
fn a_dipole_has_its_far_field() {
    let found = open_box(
        "[[monitors]]\nname = 'far'\ntype = 'far-field'\nfrom = ['-9 mm', '-9 mm', '-9 mm']\nto = ['9 mm', '9 mm', '9 mm']\n\
         center = ['0 mm', '0 mm', '0.5 mm']\nfrequencies = '10 GHz'\ntheta = ['0 deg', '30 deg', '90 deg', '150 deg']\nphi = ['0 deg', '50 deg']\n",
    );
    let directivity = found.get("far/far/directivity").1;
    let [re, im] = ["real", "imag"].map(|part| found.get(&format!("far/far/Etheta/{part}")).1);
    let k = TAU * 10e9 / C0;
    for (n, theta) in [0.0, 30.0, 90.0, 150.0_f64].into_iter().enumerate() {
        let sin = theta.to_radians().sin();
        for phi in 0..2 {
            let place = 2 * n + phi;
            let expected = -k * ETA0 * 1e-3 / (4.0 * PI) * sin;
            let off = re[place].hypot(im[place] + expected) / (k * ETA0 * 1e-3 / (4.0 * PI));
            assert!(
                off < 0.005,
                "{theta}: {} {} {expected}",
                re[place],
                im[place]
            );
            if sin > 0.1 {
                let exact = 10.0 * (1.5 * sin * sin).log10();
                assert!(
                    (directivity[place] - exact).abs() < 0.02,
                    "{} {exact}",
                    directivity[place]
                );
            }
        }
    }
}

/// The time-domain and frequency-domain far fields are Fourier transforms of each other.
#[test]
fn the_far_pulse_has_the_spectrum_of_the_far_field() {
    let rest = "from = ['-9 mm', '-9 mm', '-9 mm']\nto = ['9 mm', '9 mm', '9 mm']\ntheta = ['30 deg', '100 deg']\nphi = '50 deg'\n";
    let found = open_box(&format!(
        "[[monitors]]\nname = 'f'\ntype = 'far-field'\nfrequencies = ['6 GHz', '12 GHz']\nnormalise = 'none'\n{rest}\
         [[monitors]]\nname = 't'\ntype = 'far-pulse'\n{rest}"
    ));
    let (times, values) = found.get("pulse/t/Etheta");
    let dt = times[1] - times[0];
    let (frequencies, re) = found.get("far/f/Etheta/real");
    let im = found.get("far/f/Etheta/imag").1;
    for (n, frequency) in frequencies.iter().enumerate() {
        for direction in 0..2 {
            let (mut sum_re, mut sum_im) = (0.0, 0.0);
            for (time, value) in times.iter().zip(values[direction..].iter().step_by(2)) {
                let (sin, cos) = (TAU * frequency * time).sin_cos();
                sum_re += value * cos * dt;
                sum_im -= value * sin * dt;
            }
            let (re, im) = (re[2 * n + direction], im[2 * n + direction]);
            let off = (sum_re - re).hypot(sum_im - im) / re.hypot(im);
            // In frequency the waves are those of the grid, in time those of free space: the box is a third of a wavelength
            // wide, along which they differ by a hundredth of a radian.
            assert!(off < 0.01, "{frequency} {direction}: {off}");
        }
    }
}
