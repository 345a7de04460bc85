//! Metal targets of the Austin RCS benchmark suite (A. E. Yilmaz and others, The University of Texas at Austin; `reference/README.md`).
//!
//! The suite's own score: the mean over the directions of |max(s, TH) - max(ref, TH)| in dB with TH = max(ref) - 80 dB. H is phi sent and
//! received, V is theta. The sphere is compared with its Mie series, plates and almond with a fast integral equation code on fine meshes.
//! Two measurements of the almond are also reported; they differ from the suite's own simulation by up
//! to 1.8 dB, so no better agreement can be required.

use super::levels::{levels, mean_off, row, with_edge};
use crate::ValidationError;
use crate::bench::Bench;
use crate::model::with;
use crate::picture::Picture;
use poynting::Results;

const SPHERE: &str = include_str!("../../../scenes/mom-austin-sphere.toml");
const ALMOND: &str = include_str!("../../../scenes/mom-austin-almond.toml");

/// A file of the suite.
macro_rules! file {
    ($name:literal) => {
        include_str!(concat!("../../../reference/austin/", $name, ".txt"))
    };
}

/// Names of the polarisations, and the transmitted and received component.
const POLARISATIONS: [(&str, &str); 2] = [("h", "phi"), ("v", "theta")];

/// Levels in dB over 1 m^2: the last number of each line.
fn read(file: &str) -> Vec<f64> {
    let level = |line: &str| line.split_whitespace().last()?.parse().ok();
    file.lines().filter_map(level).collect()
}

/// The suite's measure of difference between two curves.
fn score(found: &[f64], reference: &[f64]) -> f64 {
    if found.len() != reference.len() {
        return f64::NAN;
    }
    let threshold = reference.iter().copied().fold(f64::NEG_INFINITY, f64::max) - 80.0;
    let raised = |levels: &[f64]| -> Vec<f64> { levels.iter().map(|l| l.max(threshold)).collect() };
    mean_off(&raised(found), &raised(reference))
}

/// The wave comes from phi = 0 and is observed in the plane z = 0.
pub(crate) fn sphere(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let files = [
        (
            "f1",
            "10 MHz",
            [file!("ref_rcs.I.A.s2.f1.H"), file!("ref_rcs.I.A.s2.f1.V")],
        ),
        (
            "f6",
            "320 MHz",
            [file!("ref_rcs.I.A.s2.f6.H"), file!("ref_rcs.I.A.s2.f6.V")],
        ),
    ];
    let edge = bench.sized([0.073, 0.052, 0.0362]);
    for (name, frequency, files) in files {
        let scene = with(SPHERE, "frequencies", &format!("\"{frequency}\""));
        let results = bench.simulate(&with_edge(&scene, edge), bench.finest())?;
        for (number, (polarisation, component)) in POLARISATIONS.into_iter().enumerate() {
            let found = levels(
                &results,
                &format!("bistatic/cut/rcs_{component}_{component}"),
            )?;
            let error = score(&found, &read(files[number]));
            row(
                bench,
                &format!("{name}-{polarisation}"),
                error,
                ("dB mean", 0.05),
            );
        }
    }
    Ok(())
}

/// A monostatic target.
struct Target<'a> {
    name: &'a str,
    scene: String,
    /// H and V.
    files: [&'a str; 2],
    /// In dB.
    tolerance: f64,
}

impl Target<'_> {
    fn compare(&self, bench: &mut Bench<'_>) -> Result<Results, ValidationError> {
        let results = bench.simulate(&self.scene, bench.finest())?;
        let mut curves = Vec::new();
        let names = [["H", "reference: H"], ["V", "reference: V"]];
        for (number, (polarisation, _)) in POLARISATIONS.into_iter().enumerate() {
            let found = monostatic(&results, number)?;
            let reference = read(self.files[number]);
            let error = score(&found, &reference);
            let of = [self.name, polarisation].join("");
            row(bench, &of, error, ("dB mean", self.tolerance));
            curves.extend(names[number].into_iter().zip([found, reference]));
        }
        let phi = results
            .get("mono/mono/rcs_phi_phi")
            .and_then(|q| q.axis("phi"));
        let picture = Picture {
            title: "Monostatic cross section over 1 m^2, the Austin suite dashed",
            axis: ("phi", "deg", phi.unwrap_or_default()),
            unit: "dB",
            curves: &curves,
        };
        match self.name.trim_end_matches('-') {
            "" => bench.picture(&picture)?,
            name => bench.picture_of(name, &picture)?,
        }
        Ok(results)
    }
}

/// Levels of H or V.
fn monostatic(results: &Results, number: usize) -> Result<Vec<f64>, ValidationError> {
    let (_, component) = POLARISATIONS[number];
    levels(results, &format!("mono/mono/rcs_{component}_{component}"))
}

/// Currents at the rim of a plate need narrow triangles, which the scenes have.
pub(crate) fn plates(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let small = Target {
        name: "s1-f10-",
        scene: per_wavelength(
            include_str!("../../../scenes/mom-austin-plate-s1.toml"),
            bench.sized([5, 6, 10]),
        ),
        files: [
            file!("ref_rcs.II.A.s1.f10.H"),
            file!("ref_rcs.II.A.s1.f10.V"),
        ],
        tolerance: 0.3,
    };
    small.compare(bench)?;
    if bench.sized([false, true, true]) {
        let large = Target {
            name: "s6-f6-",
            scene: per_wavelength(
                include_str!("../../../scenes/mom-austin-plate-s6.toml"),
                bench.sized([5, 6, 8]),
            ),
            files: [file!("ref_rcs.II.A.s6.f6.H"), file!("ref_rcs.II.A.s6.f6.V")],
            tolerance: 0.3,
        };
        large.compare(bench)?;
    }
    Ok(())
}

/// At 7 GHz; where time is short, at 3.5 GHz, and on a software device with edges half as long again and the tolerance scaled by order
/// 1.8.
pub(crate) fn almond(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let at_7 = [
        file!("ref_rcs.III.A.s1.fx3.H"),
        file!("ref_rcs.III.A.s1.fx3.V"),
    ];
    let at_3_5 = [
        file!("ref_rcs.III.A.s1.fx1.H"),
        file!("ref_rcs.III.A.s1.fx1.V"),
    ];
    let (frequency, edges, files, tolerance) = bench.sized([
        ("3.5 GHz", 8, at_3_5, 0.5 * 1.5_f64.powf(1.8)),
        ("3.5 GHz", 12, at_3_5, 0.5),
        ("7 GHz", 11, at_7, 0.5),
    ]);
    let scene = with(ALMOND, "frequencies", &format!("\"{frequency}\""));
    let target = Target {
        name: "",
        scene: per_wavelength(&scene, edges),
        files,
        tolerance,
    };
    let results = target.compare(bench)?;
    if bench.sized([false, false, true]) {
        measured(bench, &results)?;
    }
    Ok(())
}

/// The almond at 7 GHz compared with the measurements.
fn measured(bench: &mut Bench<'_>, results: &Results) -> Result<(), ValidationError> {
    let first = [
        file!("meas.m1_rcs.III.A.s1.fx3.H"),
        file!("meas.m1_rcs.III.A.s1.fx3.V"),
    ];
    let second = [
        file!("meas.m2_rcs.III.A.s1.fx3.H"),
        file!("meas.m2_rcs.III.A.s1.fx3.V"),
    ];
    for (name, files) in [("first", first), ("second", second)] {
        for (number, (polarisation, _)) in POLARISATIONS.into_iter().enumerate() {
            let error = score(&monostatic(results, number)?, &read(files[number]));
            let of = format!("{polarisation}-measured-{name}");
            row(bench, &of, error, ("dB mean", 1.8));
        }
    }
    Ok(())
}

fn per_wavelength(scene: &str, edges: u32) -> String {
    with(scene, "elements_per_wavelength", &edges.to_string())
}
