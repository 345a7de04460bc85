//! Thin-wire antennas compared with NEC-2 (`reference/README.md`), and a wire with its equivalent strip.
//!
//! The gap of a wire is as wide as the NEC segment that carries the source. The susceptance of a gap depends on its width,
//! the conductance does not; so the latter is compared.

use super::sweep::Sweep;
use crate::ValidationError;
use crate::bench::{Bench, Comparison, phasors, quantity};
use crate::picture::Picture;
use crate::reference::Table;
use poynting::{Results, RunOptions, Solver};

const DIPOLE: &str = include_str!("../../scenes/wire-dipole.toml");
const LOOP: &str = include_str!("../../scenes/wire-loop.toml");
const YAGI: &str = include_str!("../../scenes/wire-yagi.toml");
const STRIP: &str = include_str!("../../scenes/mom-strip-dipole.toml");
/// The far field of the strip, at the frequency of that of the wire.
const FAR: &str = "[[monitors]]\nname = \"far\"\ntype = \"far-field\"\nfrequencies = \"149.896229 MHz\"\n\
    theta = { from = \"0 deg\", to = \"180 deg\", count = 181 }\nphi = { from = \"0 deg\", to = \"330 deg\", count = 12 }\n";
const DIPOLE_TABLE: &str = include_str!("../../reference/nec_dipole_1m_r1mm.csv");
const LOOP_TABLE: &str = include_str!("../../reference/nec_square_loop_0p1m.csv");
const YAGI_TABLE: &str = include_str!("../../reference/nec_yagi3_pattern.csv");

fn row(bench: &mut Bench<'_>, of: &str, error: f64, (unit, tolerance): (&str, f64)) {
    let precision = bench.finest();
    bench.row(&Comparison {
        of,
        precision,
        error,
        unit,
        tolerance,
    });
}

/// A wire of 1 m and 1 mm radius, 51 segments.
pub(crate) fn dipole(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let exact = Sweep::in_table(DIPOLE_TABLE, 51)?;
    let results = bench.simulate(DIPOLE, bench.finest())?;
    let shift = hold(bench, &results, &exact, (1e8, [1.5, 4.0]))?;
    // At a NEC frequency f, the grid is evaluated at f times the ratio of the resonances.
    let aligned: Vec<f64> = exact.frequencies.iter().map(|f| shift * f).collect();
    let found = Sweep::of_port(&results, "feed", &aligned)?.conductances();
    let exact_g = exact.conductances();
    let peak = exact_g.iter().copied().fold(0.0, f64::max);
    let off = found
        .iter()
        .zip(&exact_g)
        .map(|(g, e)| (g - e).abs() / peak);
    let off = 100.0 * off.fold(0.0, f64::max);
    row(bench, "conductance", off, ("% of peak", 4.0));
    // Half a wavelength with a sinusoidal current (C. A. Balanis, Antenna Theory, 3rd ed., section 4.6). The current on a wire of finite radius is
    // not quite sinusoidal: by the method of moments the strip has 2.18 dBi and 77.4 degrees (`both_solvers`).
    let off = (level(&results, "peak_directivity")? - 2.151).abs();
    row(bench, "directivity", off, ("dB", 0.05));
    let off = (level(&results, "beamwidth_theta")? - 78.08).abs();
    row(bench, "beamwidth", off, ("deg", 1.0));
    draw(bench, &exact.frequencies, found, exact_g)
}

/// A measure of the far field at its first frequency.
fn level(results: &Results, name: &str) -> Result<f64, ValidationError> {
    Ok(quantity(results, &format!("far/far/{name}"))?.data[0])
}

/// A square of 0.1 m along each side and 1 mm radius, 11 segments per side: bends.
pub(crate) fn square_loop(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let mut exact = Sweep::in_table(LOOP_TABLE, 11)?;
    exact.keep_above_200_megahertz();
    let results = bench.simulate(LOOP, bench.finest())?;
    let found = Sweep::of_port(&results, "feed", &exact.frequencies)?;
    // Below 800 MHz the reactance passes from plus to minus infinity.
    let shift = found.resonance(7e8)? / exact.resonance(7e8)?;
    row(bench, "resonance", 100.0 * (shift - 1.0).abs(), ("%", 1.5));
    let aligned: Vec<f64> = exact.frequencies.iter().map(|f| shift * f).collect();
    let found = Sweep::of_port(&results, "feed", &aligned)?.conductances();
    let exact_g = exact.conductances();
    let off = found.iter().zip(&exact_g).map(|(g, e)| (g / e - 1.0).abs());
    let off = 100.0 * off.fold(0.0, f64::max);
    row(bench, "conductance", off, ("%", 4.0));
    draw(bench, &exact.frequencies, found, exact_g)
}

/// Compares resonance and peak conductance, with tolerances in per cent; returns the ratio of the resonances.
fn hold(
    bench: &mut Bench<'_>,
    results: &Results,
    exact: &Sweep,
    (start, [shifted, off]): (f64, [f64; 2]),
) -> Result<f64, ValidationError> {
    let found = Sweep::of_port(results, "feed", &exact.frequencies)?;
    let [resonance, of_exact] = [found.resonance(start)?, exact.resonance(start)?];
    let shift = resonance / of_exact;
    row(
        bench,
        "resonance",
        100.0 * (shift - 1.0).abs(),
        ("%", shifted),
    );
    let peak = found.peak(resonance) / exact.peak(of_exact) - 1.0;
    row(bench, "peak-conductance", 100.0 * peak.abs(), ("%", off));
    Ok(shift)
}

fn draw(
    bench: &Bench<'_>,
    frequencies: &[f64],
    found: Vec<f64>,
    exact: Vec<f64>,
) -> Result<(), ValidationError> {
    bench.picture(&Picture {
        title: "Conductance of a thin wire",
        axis: ("frequency", "Hz", frequencies),
        unit: "S",
        curves: &[("FDTD", found), ("reference: NEC-2", exact)],
    })
}

/// Gain towards the director and residual gain towards the reflector.
pub(crate) fn yagi(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let cell = bench.sized(["16 mm", "16 mm", "10 mm"]);
    let scene = YAGI.replace("max_cell = \"10 mm\"", &format!("max_cell = \"{cell}\""));
    let results = bench.simulate(&scene, bench.finest())?;
    let gain = quantity(&results, "far/far/gain")?;
    let table = Table::read(YAGI_TABLE);
    let [at, theta, phi, level] =
        ["f_MHz", "theta_deg", "phi_deg", "gain_dBi"].map(|name| table.column(name));
    let (at, theta, phi, level) = (at?, theta?, phi?, level?);
    let exact = |megahertz: f64, degrees: f64| {
        let is_it = |n: &usize| at[*n] == megahertz && theta[*n] == 90.0 && phi[*n] == degrees;
        let found = (0..at.len()).find(is_it);
        found.map_or(f64::NAN, |n| level[n])
    };
    let mut worst: [f64; 2] = [0.0; 2];
    let mut curves = Vec::new();
    for (number, megahertz) in [290.0, 300.0, 310.0].into_iter().enumerate() {
        // Theta and phi are in steps of 5 degrees from 0.
        let found = |degrees: usize| gain.data[(37 * number + 18) * 72 + degrees / 5];
        let ahead = found(0) - exact(megahertz, 0.0);
        let ratio = found(0) - found(180) - exact(megahertz, 0.0) + exact(megahertz, 180.0);
        worst = [worst[0].max(ahead.abs()), worst[1].max(ratio.abs())];
        let degrees = (0..=180).step_by(5);
        if number == 1 {
            curves.push(("FDTD", degrees.clone().map(found).collect()));
            let exact = degrees.map(|d| exact(megahertz, d as f64)).collect();
            curves.push(("reference: NEC-2", exact));
        }
    }
    row(bench, "gain", worst[0], ("dB", 0.3));
    row(bench, "front-to-back", worst[1], ("dB", 1.5));
    let angles: Vec<f64> = (0..=36).map(|n| f64::from(5 * n)).collect();
    bench.picture(&Picture {
        title: "Gain of a Yagi antenna at 300 MHz, H plane",
        axis: ("phi", "deg", &angles),
        unit: "dB",
        curves: &curves,
    })
}

/// The wire and the strip, whose width is four times the radius.
pub(crate) fn both_solvers(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let all = "frequencies = { from = \"50 MHz\", to = \"500 MHz\", count = 46 }";
    let near = "frequencies = { from = \"138 MHz\", to = \"154 MHz\", count = 9 }";
    let strip = format!("{}{FAR}", STRIP.replace(all, near));
    let options = RunOptions {
        solver: Some(Solver::Mom),
        ..bench.options(bench.finest())
    };
    let currents = bench.simulate_with(&strip, &options)?;
    let fields = bench.simulate(DIPOLE, bench.finest())?;
    // This includes the frequency of the far field.
    let near = quantity(&currents, "port/feed/impedance/real")?.axis("frequency");
    let near = near.unwrap_or_default().to_vec();
    let strip = Sweep {
        frequencies: near.clone(),
        impedances: phasors(&currents, "port/feed/impedance")?,
    };
    let wire = Sweep::of_port(&fields, "feed", &near)?;
    let off = wire.resonance(1.3e8)? / strip.resonance(1.3e8)? - 1.0;
    row(bench, "resonance", 100.0 * off.abs(), ("%", 1.5));
    for (name, of, allowed) in [
        ("peak_directivity", "directivity", ("dB", 0.03)),
        ("beamwidth_theta", "beamwidth", ("deg", 0.5)),
    ] {
        let off = level(&fields, name)? - level(&currents, name)?;
        row(bench, of, off.abs(), allowed);
    }
    let reactances = |sweep: &Sweep| sweep.impedances.iter().map(|z| z.im).collect();
    bench.picture(&Picture {
        title: "Reactance of a wire (FDTD) and of a strip (MoM)",
        axis: ("frequency", "Hz", &near),
        unit: "ohm",
        curves: &[("FDTD", reactances(&wire)), ("MoM", reactances(&strip))],
    })
}
