//! Rigorous coupled-wave analysis of unit cells.
//!
//! Slabs are those of `slab`, from the same scenes and against the same transfer matrices, whose tables have 13 digits; at 30 degrees with the direction of the
//! wave fixed, so that one run has all frequencies. Efficiencies of ridges are those that RETICOLO V10 gives with the same orders (J. P. Hugonin, P. Lalanne,
//! arXiv:2101.00901; `crates/rcwa/tests/suite/lamellar.rs` has the provenance of its numbers): dielectric ones, its example `exemple1_1D`, and the metal of
//! L. Li, C. W. Haggans, J. Opt. Soc. Am. A 10, 1184 (1993), as a Drude medium with that permittivity at the wavelength. Orders without loss share the power
//! of the wave. FDTD has the same scenes between the same faces; its error is that of cells of 1/20 to 1/30 of the shortest wavelength in the medium.

use crate::ValidationError;
use crate::bench::{Bench, Comparison, phasors, quantity};
use crate::model::with;
use crate::picture::Picture;
use crate::reference::Table;
use poynting::{Device, Precision, Results, RunOptions, Solver};
use poynting_physics::Complex;
use poynting_physics::constants::{C0, ETA0};
use std::f64::consts::{FRAC_1_SQRT_2, TAU};

const SLABS: [(&str, &str, &str); 5] = [
    (
        "dielectric",
        include_str!("../../scenes/slab-dielectric.toml"),
        include_str!("../../reference/slab_dielectric_er4_10mm.csv"),
    ),
    (
        "conducting",
        include_str!("../../scenes/slab-conducting.toml"),
        include_str!("../../reference/slab_conducting_5Spm_2mm.csv"),
    ),
    (
        "debye",
        include_str!("../../scenes/slab-debye.toml"),
        include_str!("../../reference/slab_debye_3mm.csv"),
    ),
    (
        "drude",
        include_str!("../../scenes/slab-drude.toml"),
        include_str!("../../reference/slab_drude_plasma_15mm.csv"),
    ),
    (
        "lorentz",
        include_str!("../../scenes/slab-lorentz.toml"),
        include_str!("../../reference/slab_lorentz_10mm.csv"),
    ),
];
const RIDGES: &str = include_str!("../../scenes/grating-ridges.toml");
const POSTS: &str = include_str!("../../scenes/grating-posts.toml");
/// Cells of the comparison with FDTD, each with its area in m^2.
const CELLS: [(&str, &str, f64); 3] = [
    (
        "lines",
        include_str!("../../scenes/grating-lines.toml"),
        2.5e-6,
    ),
    (
        "lorentz",
        include_str!("../../scenes/grating-lorentz.toml"),
        2.5e-6,
    ),
    ("posts", POSTS, 1e-4),
];
/// Face of the box of the slabs, and observation planes before and behind.
const FACE: f64 = -2e-3;
const BEFORE: f64 = -3e-3;

/// The processor alone, in double precision.
fn options(bench: &Bench<'_>, solver: Solver) -> RunOptions {
    RunOptions {
        solver: Some(solver),
        device: Device::Cpu.into(),
        precision: None,
        ..bench.options(Precision::F64)
    }
}

fn solved(bench: &Bench<'_>, scene: &str) -> Result<Results, ValidationError> {
    bench.simulate_with(scene, &options(bench, Solver::Rcwa))
}

fn row(bench: &mut Bench<'_>, of: &str, error: f64, tolerance: f64) {
    bench.row(&Comparison {
        of,
        precision: Precision::F64,
        error,
        unit: "",
        tolerance,
    });
}

pub(crate) fn slab(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    for (name, scene, table) in SLABS {
        let table = Table::read(table);
        let listed: Vec<String> = table
            .column("f_Hz")?
            .iter()
            .map(|f| format!("\"{f} Hz\""))
            .collect();
        let scene = with(scene, "frequencies", &format!("[{}]", listed.join(", ")));
        let found = solved(bench, &scene)?;
        let mut worst = 0.0_f64;
        for (what, monitor) in [("r", "reflected"), ("t", "transmitted")] {
            let fields = phasors(&found, &format!("field/{monitor}/Ex"))?;
            let known = table.complex(&format!("{what}_n"))?;
            let behind = plane(&scene, monitor) - thickness(&scene) - FACE;
            let way = if what == "r" {
                -(FACE + BEFORE)
            } else {
                behind
            };
            for ((field, known), f) in fields.iter().zip(&known).zip(table.column("f_Hz")?) {
                let moved = *field * Complex::cis(TAU * f / C0 * way);
                worst = worst.max((moved - *known).norm());
            }
        }
        row(bench, &format!("{name}-normal"), worst, 1e-12);
        let found = solved(bench, &tilted(&scene))?;
        let mut worst = 0.0_f64;
        let cosine = 30f64.to_radians().cos();
        for (kind, component, part) in [("TE", "Ey", 1.0), ("TM", "Ex", cosine)] {
            for (what, monitor) in [("r", "reflected"), ("t", "transmitted")] {
                let fields = phasors(&found, &format!("field/{monitor}/{component}"))?;
                let known = table.complex(&format!("{what}_30{kind}"))?;
                for (field, known) in fields.iter().zip(&known) {
                    let size = field.norm() / (part * FRAC_1_SQRT_2);
                    worst = worst.max((size - known.norm()).abs());
                }
            }
        }
        row(bench, &format!("{name}-oblique"), worst, 1e-12);
    }
    Ok(())
}

/// The z of a point monitor of a slab.
fn plane(scene: &str, monitor: &str) -> f64 {
    let rest = scene.split(&format!("name = \"{monitor}\"")).nth(1);
    let from = rest.and_then(|rest| rest.split("from = [").nth(1));
    last_millimetres(from.unwrap_or_default())
}

/// The thickness of a slab, whose front face is z = 0.
fn thickness(scene: &str) -> f64 {
    let rest = scene.split("shape = \"box\"").nth(1);
    let to = rest.and_then(|rest| rest.split("to = [").nth(1));
    last_millimetres(to.unwrap_or_default())
}

/// The last of three lengths in mm.
fn last_millimetres(list: &str) -> f64 {
    let list = list.split(']').next().unwrap_or_default();
    let last = list.rsplit(',').next().unwrap_or_default();
    let number = last.trim().trim_matches('"').trim_end_matches(" mm");
    number.parse::<f64>().unwrap_or(f64::NAN) * 1e-3
}

/// The same slab at 30 degrees, E halfway between TE and TM.
fn tilted(scene: &str) -> String {
    let lines = scene.lines().map(|line| {
        let key = line.split('=').next().map_or("", str::trim);
        match key {
            "x" => "x = \"bloch\"\nbloch = { frequency = \"1 GHz\", theta = \"30 deg\", phi = \"0 deg\" }".to_owned(),
            "direction" => "theta = \"30 deg\"\nphi = \"0 deg\"".to_owned(),
            "polarisation" => "psi = \"45 deg\"".to_owned(),
            "components" => "components = [\"Ex\", \"Ey\"]".to_owned(),
            _ => line.to_owned(),
        }
    });
    lines.collect::<Vec<_>>().join("\n") + "\n[rcwa]\nfixed = \"angle\"\n"
}

/// Efficiencies of orders, `reflected` or `transmitted`.
type Known<'a> = &'a [(&'a str, i32, f64)];

pub(crate) fn ridges(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let across = |scene: &str| with(scene, "polarisation", "\"x\"");
    let te: Known<'_> = &[
        ("reflected", 0, 0.015_554_876_705_984_6),
        ("reflected", 1, 0.001_870_690_968_503_93),
        ("transmitted", 0, 0.505_135_249_269_981),
        ("transmitted", 1, 0.212_483_809_776_889),
        ("transmitted", 2, 0.025_300_436_266_631_2),
    ];
    let tm: Known<'_> = &[
        ("reflected", 0, 0.031_726_569_558_407_3),
        ("reflected", 1, 0.000_642_314_177_036_586),
        ("transmitted", 0, 0.911_164_785_944_751),
        ("transmitted", -1, 0.026_387_639_561_346_7),
        ("transmitted", -2, 0.001_524_368_510_029_59),
    ];
    let dielectric = with(RIDGES, "frequencies", &format!("\"{} Hz\"", C0 / 6e-6));
    compare(bench, "dielectric-te", &solved(bench, &dielectric)?, te)?;
    compare(
        bench,
        "dielectric-tm",
        &solved(bench, &across(&dielectric))?,
        tm,
    )?;
    let te: Known<'_> = &[
        ("reflected", 0, 0.126_948_443_526_601),
        ("reflected", -1, 0.738_572_945_224_602),
    ];
    let tm: Known<'_> = &[
        ("reflected", 0, 0.844_253_933_170_608),
        ("reflected", -1, 0.101_539_667_397_106),
    ];
    let metal = metal();
    compare(bench, "metal-te", &solved(bench, &metal)?, te)?;
    // E in the plane of incidence.
    let tm_metal = with(&metal, "psi", "\"0 deg\"");
    compare(bench, "metal-tm", &solved(bench, &tm_metal)?, tm)
}

/// Ridges of (0.22 - 6.71j)^2, period, wavelength and depth 1 um, half of the period wide, in a wave of 30 degrees.
fn metal() -> String {
    let hertz = C0 / 1e-6;
    let index = Complex::new(0.22, -6.71);
    let susceptibility = index * index - Complex::from(1.0);
    // -wp^2/(w^2 - j w g).
    let omega = TAU * hertz;
    let collision = omega * susceptibility.im / susceptibility.re;
    let plasma = (-susceptibility.re * (omega * omega + collision * collision)).sqrt();
    let medium = format!(
        "eps_inf = 1\ndrude = [{{ plasma = \"{plasma} rad/s\", collision = \"{collision} rad/s\" }}]"
    );
    let scene = with(RIDGES, "frequencies", &format!("\"{hertz} Hz\""));
    scene
        .replace("eps_r = 2.25", &medium)
        .replace("\"10 um\"", "\"1 um\"")
        .replace("\"4 um\"", "\"0 um\"")
        .replace("\"6 um\"", "\"0.5 um\"")
        .replace("\"20 um\"", "\"1 um\"")
        .replace(
            "x = \"periodic\"",
            &format!("x = \"bloch\"\nbloch = {{ frequency = \"{hertz} Hz\", theta = \"30 deg\", phi = \"0 deg\" }}"),
        )
        .replace("direction = \"+z\"", "theta = \"30 deg\"\nphi = \"0 deg\"")
        .replace("polarisation = \"y\"", "psi = \"90 deg\"")
}

fn compare(
    bench: &mut Bench<'_>,
    of: &str,
    results: &Results,
    known: Known<'_>,
) -> Result<(), ValidationError> {
    let mut worst = 0.0_f64;
    for &(side, order, expected) in known {
        let efficiencies = quantity(results, &format!("orders/{side}/efficiency"))?;
        let orders = efficiencies.axis("order_x").unwrap_or_default();
        let place = orders.iter().position(|m| *m == f64::from(order));
        let found = place.map_or(f64::NAN, |place| efficiencies.data[place]);
        worst = f64::max(worst, (found - expected).abs());
        if found.is_nan() {
            worst = f64::NAN;
        }
    }
    row(bench, of, worst, 1e-10);
    Ok(())
}

pub(crate) fn energy(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let results = solved(bench, &format!("{POSTS}\n[rcwa]\norders = 5\n"))?;
    let sum = |name: &str| Ok::<_, ValidationError>(quantity(&results, name)?.data.clone());
    let (r, t) = (sum("grating/reflectance")?, sum("grating/transmittance")?);
    let off = r.iter().zip(&t).map(|(r, t)| (r + t - 1.0).abs());
    row(bench, "", off.fold(0.0, f64::max), 1e-10);
    Ok(())
}

pub(crate) fn in_time(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let cells = bench.sized([&CELLS[..1], &CELLS[..1], &CELLS]);
    for (name, scene, area) in cells {
        let orders = solved(bench, scene)?;
        let fields = bench.simulate_with(scene, &options(bench, Solver::Fdtd))?;
        let mut curves = Vec::new();
        let (mut worst, wave) = (0.0_f64, area / (2.0 * ETA0));
        for (monitor, sign) in [("reflected", 1.0), ("transmitted", -1.0)] {
            let path = format!("flux/{monitor}");
            let part = |results: &Results| {
                let power = &quantity(results, &path)?.data;
                Ok::<_, ValidationError>(
                    power.iter().map(|p| sign * p / wave).collect::<Vec<f64>>(),
                )
            };
            let (exact, found) = (part(&orders)?, part(&fields)?);
            let off = found.iter().zip(&exact).map(|(f, e)| (f - e).abs());
            worst = off.fold(worst, f64::max);
            curves.push((format!("{monitor}, FDTD"), found));
            curves.push((format!("{monitor}, RCWA"), exact));
        }
        row(bench, name, worst, 0.005);
        let at = quantity(&orders, "flux/reflected")?;
        let at = at.axis("frequency").unwrap_or_default().to_vec();
        let curves: Vec<(&str, Vec<f64>)> = curves
            .iter()
            .map(|(n, v)| (n.as_str(), v.clone()))
            .collect();
        let picture = Picture {
            title: "Power over that of the wave",
            axis: ("frequency", "Hz", &at),
            unit: "",
            curves: &curves,
        };
        bench.picture_of(name, &picture)?;
    }
    Ok(())
}
