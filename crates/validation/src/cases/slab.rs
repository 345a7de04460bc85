//! A slab illuminated by one pulse at normal incidence: complex reflection and transmission over the band.
//!
//! With k = w/c, the incident field 1 at the face of the box at z1, the slab from 0 to d, and phasors read at zr before
//! the box and at zt behind the slab,
//!
//! ```text
//! r = E(zr) exp(-jk (z1 + zr)),   t = E(zt) exp(jk (zt - d - z1))
//! ```
//!
//! compared with transfer matrices (`reference/README.md`).
//!
//! At 30 degrees by a wave between Bloch boundaries, frequency by frequency, because such a wave has a fixed wave vector along the slab and
//! hence a different angle at every frequency. E lies halfway between the two polarisations: with the unit vector of theta in
//! the plane of incidence, Ey is TE and Ex is TM, and the slab does not couple them. The incident components are 1/sqrt(2) and cos 30/sqrt(2).

use crate::ValidationError;
use crate::bench::{Bench, Comparison, phasors, quantity};
use crate::picture::Picture;
use crate::reference::Table;
use poynting::{Precision, Results};
use poynting_physics::Complex;
use poynting_physics::constants::C0;
use std::f64::consts::{FRAC_1_SQRT_2, TAU};

/// A slab.
struct Slab {
    name: &'static str,
    scene: &'static str,
    reference: &'static str,
}

macro_rules! slab {
    ($name:literal, $table:literal) => {
        Slab {
            name: $name,
            scene: include_str!(concat!("../../scenes/slab-", $name, ".toml")),
            reference: include_str!(concat!("../../reference/", $table, ".csv")),
        }
    };
}

const SLABS: [Slab; 5] = [
    slab!("dielectric", "slab_dielectric_er4_10mm"),
    slab!("conducting", "slab_conducting_5Spm_2mm"),
    slab!("debye", "slab_debye_3mm"),
    slab!("drude", "slab_drude_plasma_15mm"),
    slab!("lorentz", "slab_lorentz_10mm"),
];
/// Face of the box, and observation planes before and behind.
const FACE: f64 = -2e-3;
const BEFORE: f64 = -3e-3;
const BEHIND: f64 = 2e-3;
/// The angle of the oblique wave in degrees.
const ANGLE: f64 = 30.0;

pub(crate) fn normal(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    // A software device gets the most comprehensive one: a dispersive one.
    let chosen = bench.sized([&SLABS[2..3], &SLABS, &SLABS]);
    for slab in chosen {
        let precision = Precision::F32;
        let results = bench.simulate(slab.scene, precision)?;
        slab.compare(bench, &results, precision)?;
    }
    Ok(())
}

pub(crate) fn oblique(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let slabs = bench.sized([&SLABS[2..3], &SLABS, &SLABS]);
    // Fractions of the band.
    let places = bench.sized([&[0.5][..], &[0.5], &[0.1, 0.3, 0.5, 0.7, 0.9]]);
    slabs.iter().try_for_each(|slab| slab.meet(bench, places))
}

impl Slab {
    /// The scene at the angle, with the carrier at a frequency: other boundaries, wave and monitors.
    fn at_angle(&self, frequency: f64) -> String {
        let lines = self.scene.lines().map(|line| {
            let key = line.split('=').next().map_or("", str::trim);
            match key {
                "x" => format!(
                    "x = \"bloch\"\nbloch = {{ frequency = \"{frequency} Hz\", theta = \"{ANGLE} deg\", phi = \"0 deg\" }}"
                ),
                "direction" => format!("theta = \"{ANGLE} deg\"\nphi = \"0 deg\""),
                "polarisation" => "psi = \"45 deg\"".to_owned(),
                "waveform" => format!(
                    "waveform = {{ type = \"modulated-gaussian\", amplitude = \"1 V/m\", frequency = \"{frequency} Hz\", \
                     bandwidth = \"{} Hz\" }}",
                    frequency / 4.0
                ),
                "components" => "components = [\"Ex\", \"Ey\"]".to_owned(),
                "frequencies" => format!("frequencies = [\"{frequency} Hz\"]"),
                _ => line.to_owned(),
            }
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    /// Compares reflection and transmission of both polarisations at these fractions of the band.
    fn meet(&self, bench: &mut Bench<'_>, places: &[f64]) -> Result<(), ValidationError> {
        let precision = Precision::F32;
        let table = Table::read(self.reference);
        let all = table.column("f_Hz")?;
        let rows = places.iter().map(|part| (part * all.len() as f64) as usize);
        let rows: Vec<usize> = rows.collect();
        let frequencies: Vec<f64> = rows.iter().map(|n| all[*n]).collect();
        let runs = frequencies.iter();
        let runs = runs.map(|f| bench.simulate(&self.at_angle(*f), precision));
        let runs = runs.collect::<Result<Vec<Results>, _>>()?;
        for (kind, component, part) in [("TE", "Ey", 1.0), ("TM", "Ex", ANGLE.to_radians().cos())] {
            let mut curves = Vec::new();
            for (what, monitor) in [("r", "reflected"), ("t", "transmitted")] {
                let known = table.complex(&format!("{what}_30{kind}"))?;
                let exact: Vec<f64> = rows.iter().map(|n| known[*n].norm()).collect();
                let name = format!("field/{monitor}/{component}");
                let found = runs.iter().map(|run| {
                    let phasor = phasors(run, &name)?[0];
                    Ok(phasor.norm() / (part * FRAC_1_SQRT_2))
                });
                let found = found.collect::<Result<Vec<f64>, ValidationError>>()?;
                let off = found.iter().zip(&exact).map(|(f, e)| (f - e).abs());
                bench.row(&Comparison {
                    of: &format!("{}-{kind}-{what}", self.name),
                    precision,
                    error: off.fold(0.0, f64::max),
                    unit: "",
                    tolerance: 0.01,
                });
                curves.push((format!("|{what}| computed"), found));
                curves.push((format!("reference: |{what}|"), exact));
            }
            let name = format!("{}-{kind}", self.name);
            let title = "Slab at 30 degrees, transfer matrices";
            draw(bench, (&name, title), &frequencies, &curves)?;
        }
        Ok(())
    }

    fn compare(
        &self,
        bench: &mut Bench<'_>,
        results: &Results,
        precision: Precision,
    ) -> Result<(), ValidationError> {
        let table = Table::read(self.reference);
        let frequencies = table.column("f_Hz")?;
        let mut curves = Vec::new();
        for (what, monitor, way) in [
            ("r", "reflected", -(FACE + BEFORE)),
            ("t", "transmitted", BEHIND - FACE),
        ] {
            let name = format!("field/{monitor}/Ex");
            let fields = phasors(results, &name)?;
            let known = table.complex(&format!("{what}_n"))?;
            let at = quantity(results, &format!("{name}/real"))?;
            let at = at.axis("frequency").unwrap_or_default();
            let (mut worst, mut found, mut exact) = (0.0_f64, Vec::new(), Vec::new());
            for (n, f) in frequencies.iter().enumerate() {
                // The scene requests the frequencies of the table, which has been thinned out.
                let Some(m) = at.iter().position(|x| (x / f - 1.0).abs() < 1e-6) else {
                    return Err(ValidationError::Missing(format!("{f} Hz")));
                };
                let phasor = fields[m] * Complex::cis(TAU * f / C0 * way);
                let expected = known[n];
                worst = worst.max((phasor - expected).norm());
                found.push(phasor.norm());
                exact.push(expected.norm());
            }
            bench.row(&Comparison {
                of: &format!("{}-{what}", self.name),
                precision,
                error: worst,
                unit: "",
                tolerance: 0.01,
            });
            curves.push((format!("|{what}| computed"), found));
            curves.push((format!("reference: |{what}|"), exact));
        }
        draw(
            bench,
            (self.name, "Slab, transfer matrices"),
            &frequencies,
            &curves,
        )
    }
}

/// Draws curves over frequency, with the part of the case and a title.
fn draw(
    bench: &mut Bench<'_>,
    (name, title): (&str, &str),
    frequencies: &[f64],
    curves: &[(String, Vec<f64>)],
) -> Result<(), ValidationError> {
    let curves = curves.iter();
    let curves: Vec<(&str, Vec<f64>)> = curves.map(|(n, v)| (n.as_str(), v.clone())).collect();
    bench.picture_of(
        name,
        &Picture {
            title,
            axis: ("frequency", "Hz", frequencies),
            unit: "",
            curves: &curves,
        },
    )
}
