//! A slab met head on by one pulse: complex reflection and transmission over the band.
//!
//! With k = w/c, the incident field 1 at the face of the box at z1, the slab from 0 to d, and phasors read at zr before
//! the box and at zt behind the slab,
//!
//! ```text
//! r = E(zr) exp(-jk (z1 + zr)),   t = E(zt) exp(jk (zt - d - z1))
//! ```
//!
//! against transfer matrices (`reference/README.md`).
//!
//! Met at 30 degrees by a wave between Bloch walls, frequency by frequency, because such a wave has a fixed wave vector along the slab and
//! so an angle of its own at every frequency. E lies halfway between the two polarisations: with the unit vector of theta in
//! the plane of incidence, Ey is TE and Ex is TM, and the slab does not mix them. Incident are 1/sqrt(2) and cos 30/sqrt(2).

use crate::ValidationError;
use crate::bench::{Bench, Comparison, quantity};
use crate::picture::Picture;
use crate::reference::Table;
use poynting::{Precision, Results};
use poynting_analytic::Complex;
use poynting_analytic::constants::C0;
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
/// Face of the box, and where fields are read before and behind.
const FACE: f64 = -2e-3;
const BEFORE: f64 = -3e-3;
const BEHIND: f64 = 2e-3;
/// The angle of the oblique wave in degrees.
const ANGLE: f64 = 30.0;

pub(crate) fn normal(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    // A software device is given one that holds most: a dispersive one.
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
    // Parts of the band.
    let places = bench.sized([&[0.5][..], &[0.5], &[0.1, 0.3, 0.5, 0.7, 0.9]]);
    slabs.iter().try_for_each(|slab| slab.meet(bench, places))
}

/// Largest error and magnitudes, computed and known.
#[derive(Default)]
struct Magnitudes {
    worst: f64,
    found: Vec<f64>,
    exact: Vec<f64>,
}

impl Slab {
    /// The scene at the angle, with the carrier at a frequency: other walls, wave and monitors.
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

    /// Compares reflection and transmission of both polarisations at these parts of the band.
    fn meet(&self, bench: &mut Bench<'_>, places: &[f64]) -> Result<(), ValidationError> {
        let precision = Precision::F32;
        let table = Table::read(self.reference);
        let all = table.column("f_Hz")?;
        let rows: Vec<usize> = places
            .iter()
            .map(|part| (part * all.len() as f64) as usize)
            .collect();
        let kinds = [("TE", "Ey", 1.0), ("TM", "Ex", ANGLE.to_radians().cos())];
        let ways = [("r", "reflected"), ("t", "transmitted")];
        let mut magnitudes: [[Magnitudes; 2]; 2] = Default::default();
        for &n in &rows {
            let results = bench.simulate(&self.at_angle(all[n]), precision)?;
            for (kind, (name, component, part)) in kinds.into_iter().enumerate() {
                for (way, (what, monitor)) in ways.into_iter().enumerate() {
                    let [re, im] = ["real", "imag"].map(|part| {
                        quantity(&results, &format!("field/{monitor}/{component}/{part}"))
                    });
                    let field = Complex::new(re?.data[0], im?.data[0]);
                    let found = field.abs() / (part * FRAC_1_SQRT_2);
                    let known = ["Re", "Im"].map(|p| table.column(&format!("{p}_{what}_30{name}")));
                    let [re, im] = known;
                    let exact = Complex::new(re?[n], im?[n]).abs();
                    let of = &mut magnitudes[kind][way];
                    of.worst = of.worst.max((found - exact).abs());
                    of.found.push(found);
                    of.exact.push(exact);
                }
            }
        }
        let frequencies: Vec<f64> = rows.iter().map(|n| all[*n]).collect();
        for (of, (kind, ..)) in magnitudes.into_iter().zip(kinds) {
            self.report(bench, kind, &of, &frequencies)?;
        }
        Ok(())
    }

    /// Rows and picture of one polarisation.
    fn report(
        &self,
        bench: &mut Bench<'_>,
        kind: &str,
        of: &[Magnitudes; 2],
        frequencies: &[f64],
    ) -> Result<(), ValidationError> {
        for (way, of) in ["r", "t"].into_iter().zip(of) {
            bench.row(&Comparison {
                of: &format!("{}-{kind}-{way}", self.name),
                precision: Precision::F32,
                error: of.worst,
                unit: "",
                tolerance: 0.01,
            });
        }
        let [r, t] = of;
        let name = format!("{}-{kind}", self.name);
        bench.picture_of(
            &name,
            &Picture {
                title: "Slab at 30 degrees, transfer matrices",
                axis: ("frequency", "Hz", frequencies),
                unit: "",
                curves: &[
                    ("|r| computed", r.found.clone()),
                    ("reference: |r|", r.exact.clone()),
                    ("|t| computed", t.found.clone()),
                    ("reference: |t|", t.exact.clone()),
                ],
            },
        )
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
            let [re, im] = ["real", "imag"]
                .map(|part| quantity(results, &format!("field/{monitor}/Ex/{part}")));
            let (re, im) = (re?, im?);
            let known = [
                table.column(&format!("Re_{what}_n"))?,
                table.column(&format!("Im_{what}_n"))?,
            ];
            let at = re.axis("frequency").unwrap_or_default();
            let (mut worst, mut found, mut exact) = (0.0_f64, Vec::new(), Vec::new());
            for (n, f) in frequencies.iter().enumerate() {
                // The scene asks for the frequencies of the table, which is thinned out.
                let Some(m) = at.iter().position(|x| (x / f - 1.0).abs() < 1e-6) else {
                    return Err(ValidationError::Missing(format!("{f} Hz")));
                };
                let phasor =
                    Complex::new(re.data[m], im.data[m]) * Complex::cis(TAU * f / C0 * way);
                let expected = Complex::new(known[0][n], known[1][n]);
                worst = worst.max((phasor - expected).abs());
                found.push(phasor.abs());
                exact.push(expected.abs());
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
        let curves: Vec<(&str, Vec<f64>)> = curves
            .iter()
            .map(|(n, v)| (n.as_str(), v.clone()))
            .collect();
        bench.picture_of(
            self.name,
            &Picture {
                title: "Slab, transfer matrices",
                axis: ("frequency", "Hz", &frequencies),
                unit: "",
                curves: &curves,
            },
        )
    }
}
