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

use crate::ValidationError;
use crate::bench::{Bench, Comparison, quantity};
use crate::picture::Picture;
use crate::reference::Table;
use poynting::{Precision, Results};
use poynting_analytic::Complex;
use poynting_analytic::constants::C0;
use std::f64::consts::TAU;

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

impl Slab {
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
            curves.push((format!("|{what}| transfer matrix"), exact));
        }
        let curves: Vec<(&str, Vec<f64>)> = curves
            .iter()
            .map(|(n, v)| (n.as_str(), v.clone()))
            .collect();
        bench.picture_of(
            self.name,
            &Picture {
                title: self.name,
                axis: ("frequency", "Hz", &frequencies),
                unit: "",
                curves: &curves,
            },
        )
    }
}
