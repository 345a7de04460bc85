//! Metal of finite conductivity and resistive sheets: lines with sheets across them, the power balance, stability.

use crate::common::{Recording, record, scene};
use poynting_fdtd::{Config, FdtdError, Plan};
use poynting_physics::slab::{Polarisation, Slab};
use poynting_physics::{Complex, PhasorArithmetic};
use poynting_scene::{Conductor, Precision};
use std::f64::consts::TAU;

const ETA0: f64 = 376.730_313_667;

/// A parallel-plate line that continues into PMLs, driven by a current.
const LINE: &str = "[domain]\nfrom = ['0 mm', '0 mm', '0 mm']\nto = ['4 mm', '2 mm', '40 mm']\n[grid]\nspacing = '1 mm'\n\
    [fdtd]\nprecision = 'f64'\n[stop]\ntime = '4 ns'\n\
    [[ports]]\nname = 'source'\nfrom = ['0 mm', '0 mm', '5 mm']\nto = ['4 mm', '2 mm', '5 mm']\ndirection = '+y'\nresistance = '1 Mohm'\n\
    waveform = { type = 'differentiated-gaussian', amplitude = '1 MV', bandwidth = '20 GHz' }\n\
    [[monitors]]\nname = 'behind'\ntype = 'probe'\nat = ['2 mm', '0.5 mm', '30 mm']\ncomponents = ['Ey']\n";
const MAGNETIC: &str = "[boundary]\nx = 'pmc'\nz = 'pml'\n";
const PERIODIC: &str = "[boundary]\nx = 'periodic'\nz = 'pml'\n";

fn run(text: &str) -> Recording {
    record(&scene(text), Config::default(), 1).unwrap().0
}

fn sheet(material: &str, [from, to]: [&str; 2]) -> String {
    format!(
        "[materials.sheet]\n{material}\n[[structures]]\nmaterial = 'sheet'\nshape = 'box'\nfrom = [{from}]\nto = [{to}]\n"
    )
}

const ACROSS: [&str; 2] = ["'0 mm', '0 mm', '20 mm'", "'4 mm', '2 mm', '20 mm'"];

/// S21 of the structures in the line, at a frequency.
fn passed(line: &str, structures: &str, frequency: f64) -> Complex {
    let spectrum = |text: &str| {
        let found = run(text);
        let (times, values) = found.get("probe/behind/Ey");
        let turned = times.iter().zip(values);
        turned.fold(Complex::default(), |sum, (t, v)| {
            sum + Complex::cis(-TAU * frequency * t) * *v
        })
    };
    spectrum(&format!("{line}{structures}")).over(spectrum(line))
}

/// A sheet across the line is a shunt admittance 1/R per square in parallel with 1/eta0: S21 = 2/(2 + eta0/R), S11 = S21 - 1.
#[test]
fn a_resistive_sheet_is_an_admittance_across_a_line() {
    for (walls, resistance) in [(MAGNETIC, 100.0), (PERIODIC, 30.0)] {
        let line = format!("{LINE}{walls}");
        let sheet = sheet(&format!("sheet_resistance = '{resistance} ohm'"), ACROSS);
        let exact = 2.0 / (2.0 + ETA0 / resistance);
        for f in [1e9, 5e9] {
            let off = (passed(&line, &sheet, f) - Complex::from(exact)).norm();
            assert!(off < 2e-3, "{resistance} at {f}: {off}");
        }
    }
}

/// A thin metal film, across which S21 is small: 2/(eta0 Y).
#[test]
fn a_film_of_metal_has_the_impedance_of_its_thickness() {
    let line = format!("{LINE}{MAGNETIC}");
    let metal = Conductor {
        sigma: 1e5,
        mu_r: 1.0,
        roughness: 0.0,
        thickness: None,
    };
    for (keys, thickness) in [
        ("thickness = '20 um'", Some(20e-6)),
        ("thickness = '2 um'", Some(2e-6)),
    ] {
        let film = sheet(&format!("conductor = '1e5 S/m'\n{keys}"), ACROSS);
        for f in [2e9, 8e9] {
            let [re, im] = metal.sheet_impedance(f, thickness);
            let y = Complex::new(re, im).inv() * ETA0;
            let exact = (y + Complex::from(2.0)).inv() * 2.0;
            let found = passed(&line, &film, f);
            let off = (found.over(exact) - Complex::from(1.0)).norm();
            assert!(off < 0.015, "{keys} at {f}: {off}");
        }
    }
}

/// Metal thinner than the grid is a sheet of its own thickness.
#[test]
fn metal_thinner_than_the_grid_is_a_film() {
    let line = format!("{LINE}{MAGNETIC}");
    let film = sheet("conductor = '1e5 S/m'\nthickness = '20 um'", ACROSS);
    let drawn = sheet(
        "conductor = '1e5 S/m'",
        ["'0 mm', '0 mm', '20 mm'", "'4 mm', '2 mm', '20.02 mm'"],
    );
    let [a, b] = [film, drawn].map(|text| passed(&line, &text, 5e9));
    assert!((a.over(b) - Complex::from(1.0)).norm() < 1e-9);
}

/// Sheets that do not fill the line conduct in proportion to their width: between magnetic walls at low frequency G = w/(h R).
/// Borders lie on lines of edges, which see half of the sheet.
#[test]
fn a_sheet_conducts_by_its_width() {
    let line = format!("{LINE}{MAGNETIC}");
    let f = 0.3e9;
    for (from, to, width) in [(1, 3, 2.0), (0, 3, 3.0), (1, 4, 3.0)] {
        let [low, high] = [from, to].map(|x| format!("'{x} mm'"));
        let (from, to) = (
            format!("{low}, '0 mm', '20 mm'"),
            format!("{high}, '2 mm', '20 mm'"),
        );
        let sheet = sheet("sheet_resistance = '100 ohm'", [&from, &to]);
        let exact = 2.0 / (2.0 + ETA0 / 100.0 * width / 4.0);
        let found = passed(&line, &sheet, f);
        // The remainder is the inductance of the current path to the sheet.
        assert!(
            (found.re - exact).abs() < 3e-3,
            "{width}: {found:?} {exact}"
        );
    }
}

/// A plate across the line absorbs 4 Re Z/eta0 of the power of a wave, for metals so good that Z is small.
#[test]
fn a_plate_takes_up_what_its_surface_loses() {
    let plate = "[[structures]]\nmaterial = 'metal'\nshape = 'box'\nfrom = ['0 mm', '0 mm', '30 mm']\nto = ['4 mm', '2 mm', '40 mm']\n\
        [[monitors]]\nname = 'lost'\ntype = 'absorption'\nfrequencies = ['2 GHz', '8 GHz']\nevery_steps = 1\n";
    let empty = "[[monitors]]\nname = 'in'\ntype = 'flux'\nfrom = ['0 mm', '0 mm', '20 mm']\nto = ['4 mm', '2 mm', '20 mm']\nfrequencies = ['2 GHz', '8 GHz']\nevery_steps = 1\n";
    let line = format!("{LINE}{MAGNETIC}");
    let came = run(&format!("{line}{empty}")).get("flux/in").1.to_vec();
    for (keys, roughness) in [("", 0.0), ("roughness = '1.5 um'\n", 1.5e-6)] {
        let metal = Conductor {
            sigma: 1e6,
            mu_r: 1.0,
            roughness,
            thickness: None,
        };
        let found = run(&format!(
            "{line}[materials.metal]\nconductor = '1e6 S/m'\n{keys}{plate}"
        ));
        let lost = found.get("absorption/lost").1;
        for (n, f) in [2e9, 8e9].into_iter().enumerate() {
            let part = 4.0 * metal.surface_impedance(f)[0] / ETA0;
            let off = lost[n] / came[n] / part - 1.0;
            assert!(off.abs() < 0.02, "{keys}{f}: {off}");
        }
    }
}

/// A carved block, a strip, films and a resistive sheet of poor metal in a box.
const CLUTTER: &str = "[materials.metal]\nconductor = '2e5 S/m'\nroughness = '2 um'\n[materials.film]\nconductor = '1e6 S/m'\nthickness = '3 um'\n\
    [materials.paper]\nsheet_resistance = '200 ohm'\n[materials.board]\neps_r = 3\nloss_tangent = 0.01\nloss_tangent_at = '10 GHz'\n\
    [[structures]]\nmaterial = 'board'\nshape = 'box'\nfrom = ['3 mm', '3 mm', '3 mm']\nto = ['9 mm', '9 mm', '5 mm']\n\
    [[structures]]\nmaterial = 'metal'\nshape = 'box'\nfrom = ['4 mm', '4 mm', '4 mm']\nto = ['8 mm', '8 mm', '7 mm']\n\
    [[structures]]\nmaterial = 'vacuum'\nshape = 'box'\nfrom = ['5 mm', '5 mm', '5 mm']\nto = ['6 mm', '8 mm', '7 mm']\n\
    [[structures]]\nmaterial = 'film'\nshape = 'box'\nfrom = ['5 mm', '4 mm', '8 mm']\nto = ['8 mm', '8 mm', '8 mm']\n\
    [[structures]]\nmaterial = 'paper'\nshape = 'box'\nfrom = ['7 mm', '5 mm', '6 mm']\nto = ['7 mm', '9 mm', '9 mm']\n";

/// A laminate slab in the line against the transfer matrix, at the frequency of its loss tangent and far from it.
#[test]
fn a_laminate_has_its_loss_tangent() {
    let line = format!("{LINE}{MAGNETIC}")
        .replace("spacing = '1 mm'", "spacing = ['1 mm', '1 mm', '0.25 mm']");
    let slab = sheet(
        "eps_r = 3\nloss_tangent = 0.1\nloss_tangent_at = '5 GHz'",
        ["'0 mm', '0 mm', '15 mm'", "'4 mm', '2 mm', '25 mm'"],
    );
    for f in [0.5e9_f64, 5e9, 9e9] {
        // Re eps falls by 2/pi tan per factor e of frequency.
        let real = 3.0 * (1.0 - 2.0 / std::f64::consts::PI * 0.1 * (f / 5e9).ln());
        let exact = Slab::dielectric(Complex::new(real, -0.1 * real), 10e-3);
        let t = exact.response(TAU * f, 0.0, Polarisation::Te).t;
        let found = passed(&line, &slab, f) * Complex::cis(-TAU * f / 299_792_458.0 * 10e-3);
        assert!((found - t).norm() < 0.01, "{f}: {found:?} {t:?}");
    }
}

#[test]
fn metals_lose_what_flows_into_them() {
    let monitors = ["flux", "absorption"].map(|kind| {
        format!(
            "[[monitors]]\nname = '{kind}'\ntype = '{kind}'\nfrom = ['2 mm', '2 mm', '2 mm']\nto = ['10 mm', '10 mm', '10 mm']\n\
             frequencies = ['36 GHz', '42 GHz']\nevery_steps = 1\n"
        )
    });
    let text = format!(
        "[domain]\nfrom = ['0 mm', '0 mm', '0 mm']\nto = ['12 mm', '12 mm', '12 mm']\n[grid]\nspacing = '1 mm'\n\
         [boundary]\nall = 'pml'\npml = {{ layers = 6 }}\n[stop]\nsteps = 4000\n[fdtd]\nprecision = 'f64'\n\
         [[sources]]\nname = 'kick'\ntype = 'dipole'\nat = ['11.2 mm', '4.9 mm', '7.1 mm']\ndirection = [1, 2, 3]\n\
         waveform = {{ type = 'modulated-gaussian', amplitude = '1e-3 A m', frequency = '40 GHz', tau = '50 ps', delay = '350 ps' }}\n\
         {}{CLUTTER}",
        monitors.concat(),
    );
    let found = run(&text);
    let (flux, lost) = (
        found.get("flux/flux").1,
        found.get("absorption/absorption").1,
    );
    for (f, p) in flux.iter().zip(lost) {
        assert!(*p > 0.0 && (f / p + 1.0).abs() < 1e-7, "{f} {p}");
    }
}

/// Blocks with corners and edges of all kinds, next to walls and on graded cells, at 0.99 of the stability limit:
/// nothing grows.
#[test]
fn metals_are_stable() {
    let graded = "[grid]\nmax_frequency = '40 GHz'\n[grid.lines]\n\
        x = ['0 mm', '1 mm', '2.5 mm', '3 mm', '4 mm', '5.5 mm', '7 mm', '8 mm', '9 mm', '10 mm', '11 mm', '12 mm']\n\
        y = ['0 mm', '2 mm', '3 mm', '3.5 mm', '5 mm', '6 mm', '7.5 mm', '8 mm', '9 mm', '11 mm', '12 mm']\n\
        z = ['0 mm', '1.5 mm', '3 mm', '3.4 mm', '5 mm', '7 mm', '9 mm', '10.5 mm', '12 mm']\n";
    let equal = "[grid]\nspacing = '1 mm'\nmax_frequency = '40 GHz'\n";
    let beside = "[[structures]]\nmaterial = 'metal'\nshape = 'box'\nfrom = ['0 mm', '0 mm', '0 mm']\nto = ['3 mm', '12 mm', '3 mm']\n\
        [materials.copper]\nlibrary = 'copper'\n[[structures]]\nmaterial = 'copper'\nshape = 'box'\nfrom = ['9 mm', '2 mm', '5 mm']\nto = ['12 mm', '5 mm', '12 mm']\n\
        [[structures]]\nmaterial = 'copper'\nshape = 'sphere'\ncenter = ['8 mm', '9 mm', '9 mm']\nradius = '2.2 mm'\n";
    for (grid, walls, precision) in [
        (equal, "all = 'pec'", "f32"),
        (equal, "all = 'pmc'", "f64"),
        (graded, "x = 'pmc'\ny = 'periodic'\nz = 'pec'", "f64"),
        (equal, "all = 'pml'\npml = { layers = 4 }", "f32"),
    ] {
        let text = format!(
            "[domain]\nfrom = ['0 mm', '0 mm', '0 mm']\nto = ['12 mm', '12 mm', '12 mm']\n{grid}\
             [boundary]\n{walls}\n[fdtd]\nprecision = '{precision}'\ncourant = 0.99\n[stop]\nsteps = 8000\n\
             [[sources]]\nname = 'kick'\ntype = 'dipole'\nat = ['10.7 mm', '7.9 mm', '3.1 mm']\ndirection = [1, 2, 3]\n\
             waveform = {{ type = 'differentiated-gaussian', amplitude = '1e-3 A m', bandwidth = '40 GHz' }}\n{CLUTTER}{beside}"
        );
        let found = run(&text);
        let energy = found.get("energy").1;
        let early = energy[..energy.len() / 10]
            .iter()
            .fold(0.0_f64, |m, e| m.max(*e));
        let last = *energy.last().unwrap();
        assert!(last < early, "{walls}: {last:e} {early:e}");
    }
}

/// Symmetry planes through sheets and blocks.
#[test]
fn half_of_the_metal_is_half() {
    let metal = "[materials.metal]\nconductor = '1e5 S/m'\n[materials.paper]\nsheet_resistance = '100 ohm'\n\
        [[structures]]\nmaterial = 'metal'\nshape = 'box'\nfrom = ['1 mm', '0 mm', '15 mm']\nto = ['3 mm', '2 mm', '17 mm']\n\
        [[structures]]\nmaterial = 'paper'\nshape = 'box'\nfrom = ['1 mm', '0 mm', '20 mm']\nto = ['3 mm', '2 mm', '20 mm']\n";
    let whole = format!("{LINE}{MAGNETIC}{metal}");
    let half = format!("{whole}[symmetry]\nx = 'magnetic'\n");
    let [a, b] = [whole, half].map(|text| run(&text).get("probe/behind/Ey").1.to_vec());
    let peak = a.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
    let off = a
        .iter()
        .zip(&b)
        .map(|(a, b)| (a - b).abs())
        .fold(0.0, f64::max);
    assert!(peak > 0.0 && off < 1e-10 * peak, "{off} {peak}");
}

#[test]
fn metal_without_a_frequency_is_refused_and_round_metal_is_told() {
    let text = "[domain]\nfrom = ['0 mm', '0 mm', '0 mm']\nto = ['8 mm', '8 mm', '8 mm']\n[grid]\nspacing = '1 mm'\n[stop]\nsteps = 9\n\
        [materials.copper]\nlibrary = 'copper'\n[[structures]]\nname = 'ball'\nmaterial = 'copper'\nshape = 'sphere'\n\
        center = ['4 mm', '4 mm', '4 mm']\nradius = '2 mm'\n\
        [[sources]]\nname = 's'\ntype = 'soft-point'\ncomponent = 'Ex'\nat = ['1 mm', '1 mm', '1 mm']\n";
    let samples = "waveform = { type = 'samples', amplitude = '1 A/m^2', interval = '1 ps', values = [0, 1, 0] }\n";
    let plan = |waveform: &str| Plan::new(&scene(&format!("{text}{waveform}")), Precision::F32);
    assert!(matches!(plan(samples), Err(FdtdError::Conductor { .. })));
    let pulse = "waveform = { type = 'gaussian', amplitude = '1 A/m^2', bandwidth = '10 GHz' }\n";
    let warnings = plan(pulse).unwrap().warnings;
    assert!(
        warnings
            .iter()
            .any(|w| w.contains("`ball`") && w.contains("whole cells"))
    );
}
