//! A small run with everything in it: two probes' worth of series, a port, energy, two snapshots.

// Each of the two test programs uses part of this, and none of it is in a `#[test]` function.
#![allow(dead_code, clippy::unwrap_used)]

use poynting_results::{Axis, Declaration, Recorder, SceneText, Summary};
use std::f64::consts::PI;

pub const DT: f64 = 2e-12;
pub const STEPS: usize = 3000;

pub fn scene() -> SceneText {
    SceneText {
        text: "title = \"Kavität µ\"\n".to_owned(),
        file_name: "cavity.toml".to_owned(),
        format: "toml".to_owned(),
    }
}

pub fn summary() -> Summary {
    Summary {
        title: "Cavity 25 x 12.5 x 60 mm".to_owned(),
        solver: "fdtd".to_owned(),
        device: "cpu".to_owned(),
        precision: "f32".to_owned(),
        threads: 2,
        traversal: "tiles".to_owned(),
        grid: [25, 12, 60],
        cells: 18000,
        steps: STEPS as u64,
        dt_s: DT,
        time_s: DT * STEPS as f64,
        wall_s: 0.5,
        mcells_per_s: 108.0,
        peak_bytes: 504_000,
        bytes_per_cell: 28.0,
        energy_decay_db: Some(-43.4),
        stopped_by: "steps".to_owned(),
        ports: Vec::new(),
        warnings: vec!["a warning".to_owned()],
        notes: vec!["a note".to_owned()],
        version: "0.1.0".to_owned(),
        mom: None,
        rcwa: None,
    }
}

/// A decaying mixture of two modes after an initial rise.
pub fn ez(t: f64) -> f64 {
    let rise = 1.0 - (-(t / 0.3e-9).powi(2)).exp();
    let decay = (-t / 1.2e-9).exp();
    0.02 * rise * decay * ((2.0 * PI * 6.5e9 * t).sin() + 0.4 * (2.0 * PI * 7.8e9 * t).sin())
}

/// Graded: cells from 1 mm growing to 2.5 mm.
pub fn graded(n: usize) -> Vec<f64> {
    (0..n)
        .map(|i| 1e-3 * (i as f64 + 0.0125 * (i * i) as f64))
        .collect()
}

pub fn snapshot(name: &str, axes: [Vec<f64>; 3]) -> Declaration {
    let [x, y, z] = axes;
    let axes = [("x", x), ("y", y), ("z", z)].map(|(name, values)| Axis::new(name, "m", values));
    Declaration::samples(name, "V/m", "Ey on a plane", axes.to_vec())
}

/// Records the run in chunks of 700 samples, as a solver would.
pub fn record(recorder: &mut dyn Recorder) {
    let series = [
        ("probe/center/Ez", "V/m", 1.0, 0.0),
        ("probe/center/Ex", "V/m", -0.3, 0.0),
        ("probe/center/Hy", "A/m", 1.0 / 377.0, 0.5),
        ("port/feed/voltage", "V", 15.0, 0.0),
        ("port/feed/current", "A", 0.3, 0.5),
    ];
    for (name, unit, factor, shift) in series {
        let id = recorder
            .declare(Declaration::series(name, unit, "a series"))
            .unwrap();
        let times: Vec<f64> = (0..STEPS).map(|i| (i as f64 + shift) * DT).collect();
        for part in times.chunks(700) {
            let data: Vec<f64> = part.iter().map(|&t| factor * ez(t)).collect();
            recorder.append(id, part, &data).unwrap();
        }
    }
    let id = recorder
        .declare(Declaration::series("energy", "J", "field energy"))
        .unwrap();
    let times: Vec<f64> = (0..60).map(|i| f64::from(i) * 50.0 * DT).collect();
    let envelope = |t: f64| 1e-15 * (1.0 - (-(t / 0.3e-9).powi(2)).exp()) * (-t / 0.6e-9).exp();
    let data: Vec<f64> = times.iter().map(|&t| envelope(t)).collect();
    recorder.append(id, &times, &data).unwrap();

    record_maps(recorder);
}

fn record_maps(recorder: &mut dyn Recorder) {
    let (nx, nz) = (26, 36);
    let x: Vec<f64> = (0..nx).map(|i| i as f64 * 1e-3).collect();
    let d = snapshot("snapshot/mid/Ey", [x.clone(), vec![6.25e-3], graded(nz)]);
    let z = d.axes[3].values.clone();
    let id = recorder.declare(d).unwrap();
    for k in 0..4 {
        let t = 0.4e-9 * f64::from(k);
        let amplitude = 0.02 * (2.0 * PI * 6.5e9 * t + 0.6).cos() * (-t / 1.2e-9).exp();
        let mode = |x: f64, z: f64| (PI * x / 25e-3).sin() * (2.0 * PI * z / 50e-3).sin();
        let data: Vec<f64> = x
            .iter()
            .flat_map(|&x| z.iter().map(move |&z| amplitude * mode(x, z)))
            .collect();
        recorder.append(id, &[t], &data).unwrap();
    }
    let axis: Vec<f64> = (0..5).map(f64::from).collect();
    let d = snapshot("snapshot/box/Ey", [axis.clone(), axis.clone(), axis]);
    let id = recorder.declare(d).unwrap();
    let data: Vec<f64> = (0..250).map(|i| f64::from(i) - 100.0).collect();
    recorder.append(id, &[0.0, 1e-9], &data).unwrap();
}
