//! Plane waves by the total-field/scattered-field method.
//!
//! An empty box scatters nothing: the field outside it, relative to the peak of the wave, is leakage through the surface
//! (A. Taflove and S. C. Hagness, Computational Electrodynamics, 3rd ed., ch. 5). It is read in planes two cells off each
//! face, at 20 cells per wavelength of the carrier. Within the box, E and H are those of the closed form
//!
//! ```text
//! E(r, t) = e s(t - k.(r - r0)/c),   H = k x E/eta,
//! ```
//!
//! r0 being the corner that the wave reaches first, up to the dispersion of the grid, which for a pulse of this length is below
//! 1e-4. In front of a half space of index n, at normal incidence, the field is s(t - d/c) + r s(t - d'/c) and
//! behind its surface (1 + r) s, with r = (1 - n)/(1 + n).

use crate::ValidationError;
use crate::bench::{Bench, Comparison, signal};
use crate::model::{Grid, Model, lengths};
use poynting::{Precision, Results};
use poynting_physics::constants::{C0, ETA0};

const CELL: f64 = 1e-3;
/// Cells between the box and the faces of the domain.
const GAP: usize = 6;
/// Cells between the box and the planes where leakage is read.
const OFF: usize = 2;

/// A wave, and its permitted leakage.
struct Beam {
    of: &'static str,
    direction: [f64; 3],
    electric: [f64; 3],
    /// Relative variation of the cells about their mean.
    swing: f64,
    symmetry: &'static str,
    /// In dB, in double and in single precision.
    tolerance: [f64; 2],
}

/// Rounding: 2e-16 and 1e-7 per addition.
const ROUNDING: [f64; 2] = [-280.0, -115.0];

const BEAMS: [Beam; 6] = [
    Beam {
        of: "along-x",
        direction: [1.0, 0.0, 0.0],
        electric: [0.0, 0.6, 0.8],
        swing: 0.0,
        symmetry: "",
        tolerance: ROUNDING,
    },
    Beam {
        of: "against-y-graded",
        direction: [0.0, -1.0, 0.0],
        electric: [0.8, 0.0, -0.6],
        swing: 0.3,
        symmetry: "",
        tolerance: ROUNDING,
    },
    Beam {
        of: "along-z-symmetric",
        direction: [0.0, 0.0, 1.0],
        electric: [1.0, 0.0, 0.0],
        swing: 0.0,
        symmetry: "[symmetry]\nx = \"electric\"\ny = \"magnetic\"",
        tolerance: ROUNDING,
    },
    Beam {
        of: "in-a-plane",
        direction: [0.5, 0.0, -0.75],
        electric: [0.75, 0.2, 0.5],
        swing: 0.0,
        symmetry: "",
        tolerance: [-140.0, -115.0],
    },
    Beam {
        of: "oblique",
        direction: [-0.3, 0.5, 0.8],
        electric: [0.5, -0.5, 0.5],
        swing: 0.0,
        symmetry: "",
        tolerance: [-140.0, -115.0],
    },
    Beam {
        of: "oblique-graded",
        direction: [-0.3, 0.5, 0.8],
        electric: [0.5, -0.5, 0.5],
        swing: 0.1,
        symmetry: "",
        tolerance: [-50.0, -50.0],
    },
];

pub(crate) fn leakage(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let cells = bench.sized([16, 24, 40]);
    for beam in &BEAMS {
        for (n, precision) in [Precision::F64, Precision::F32].into_iter().enumerate() {
            if !bench.precisions().contains(&precision) {
                continue;
            }
            let results = bench.simulate(beam.model(cells).text(), precision)?;
            bench.row(&Comparison {
                of: beam.of,
                precision,
                error: 20.0 * outside(&results)?.log10(),
                unit: "dB",
                tolerance: beam.tolerance[n],
            });
        }
    }
    Ok(())
}

/// Names of the planes around a box.
const PLANES: [[&str; 2]; 3] = [["x0", "x1"], ["y0", "y1"], ["z0", "z1"]];

/// The largest E outside the box, whose wave has a peak of 1 V/m.
fn outside(results: &Results) -> Result<f64, ValidationError> {
    let mut largest = 0.0_f64;
    for plane in PLANES.as_flattened() {
        for component in ["Ex", "Ey", "Ez"] {
            let name = format!("snapshot/{plane}/{component}");
            let recorded = results.get(&name);
            let recorded = recorded.ok_or_else(|| ValidationError::Missing(name.clone()))?;
            let values = recorded.data.iter();
            largest = values.fold(largest, |most, v| most.max(v.abs()));
        }
    }
    Ok(largest)
}

impl Beam {
    /// A cube of free space with a box of this many cells in the middle.
    fn model(&self, cells: usize) -> Model {
        let n = cells + 2 * GAP;
        let lines: Vec<f64> = (0..=n)
            .scan(0.0, |x, i| {
                let here = *x;
                *x += CELL * (1.0 + self.swing * (0.4 * i as f64).sin());
                Some(here)
            })
            .collect();
        let grid = if self.swing == 0.0 {
            Grid::Cells([n; 3])
        } else {
            Grid::Lines([lines.clone(), lines.clone(), lines.clone()])
        };
        let end = lines[n];
        let wave = Wave {
            from: [lines[GAP]; 3],
            to: [lines[n - GAP]; 3],
            direction: self.direction,
            electric: self.electric,
        };
        // Twice the delay of the pulse, plus the transit time through the box.
        let steps = 2 * 152 + 4 * cells;
        let mut model = Model::new([0.0; 3], [end; 3], &grid)
            .with("[boundary]\nall = \"pml\"")
            .with(self.symmetry)
            .with(&wave.text(PULSE))
            // The probe records the wave itself; relative to it, leakage on a device is rounding, which need not equal that of the CPU.
            .probe("within", [lines[n / 2]; 3], r#""Ex", "Ey", "Ez""#)
            .steps(steps);
        for (axis, names) in PLANES.iter().enumerate() {
            for (name, node) in names.iter().zip([GAP - OFF, n - GAP + OFF]) {
                let (mut from, mut to) = ([0.0; 3], [end; 3]);
                (from[axis], to[axis]) = (lines[node], lines[node]);
                let [from, to] = [lengths(&from), lengths(&to)];
                model = model.with(&format!(
                    "[[monitors]]\nname = \"{name}\"\ntype = \"snapshot\"\nfrom = {from}\nto = {to}\n\
                     components = [\"Ex\", \"Ey\", \"Ez\"]\nevery_steps = 4"
                ));
            }
        }
        model
    }
}

/// A carrier at 20 cells per wavelength.
const PULSE: &str = r#"{ type = "modulated-gaussian", amplitude = "1 V/m", frequency = "15 GHz", tau = "64.4 ps", phase = "90 deg" }"#;

struct Wave {
    from: [f64; 3],
    to: [f64; 3],
    direction: [f64; 3],
    electric: [f64; 3],
}

impl Wave {
    fn text(&self, waveform: &str) -> String {
        format!(
            "[[sources]]\nname = \"wave\"\ntype = \"plane-wave\"\nfrom = {}\nto = {}\ndirection = {:?}\npolarisation = {:?}\n\
             waveform = {waveform}",
            lengths(&self.from),
            lengths(&self.to),
            self.direction,
            self.electric,
        )
    }
}

const TAU: f64 = 80e-12;

/// A Gaussian whose spectrum is 20 dB down at 50 cells per wavelength.
fn bell(t: f64) -> f64 {
    (-((t - 5.0 * TAU) / TAU).powi(2)).exp()
}

fn bell_text() -> String {
    format!(
        "{{ type = \"gaussian\", amplitude = \"1 V/m\", tau = \"{TAU} s\", delay = \"{} s\" }}",
        5.0 * TAU
    )
}

/// The largest difference between a recorded and the expected signal.
fn off(
    results: &Results,
    name: &str,
    expected: impl Fn(f64) -> f64,
) -> Result<f64, ValidationError> {
    let found = signal(results, name)?;
    let pairs = found.times.iter().zip(&found.values);
    let off = pairs.map(|(t, v)| (v - expected(*t)).abs());
    Ok(off.fold(0.0, |most: f64, d| if d.is_nan() { d } else { most.max(d) }))
}

const COMPONENTS: [&str; 6] = ["Ex", "Ey", "Ez", "Hx", "Hy", "Hz"];

pub(crate) fn field(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let cells = bench.sized([16, 24, 32]);
    let n = cells + 2 * GAP;
    // Orthogonal unit vectors, with components of both signs.
    let direction = [2.0 / 3.0, -2.0 / 3.0, 1.0 / 3.0];
    let electric = [1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0];
    let magnetic: [f64; 3] = std::array::from_fn(|i| {
        let (a, b) = ((i + 1) % 3, (i + 2) % 3);
        direction[a] * electric[b] - direction[b] * electric[a]
    });
    let [low, high] = [GAP, n - GAP].map(|i| i as f64 * CELL);
    let wave = Wave {
        from: [low; 3],
        to: [high; 3],
        direction,
        electric,
    };
    let steps = (12.0 * TAU / 1.9e-12) as usize + 4 * cells;
    let mut model = Model::new([0.0; 3], [n as f64 * CELL; 3], &Grid::Cells([n; 3]))
        .with("[boundary]\nall = \"pml\"")
        .with(&wave.text(&bell_text()))
        .steps(steps);
    let place = |c: usize| -> [f64; 3] {
        // A node where the component itself is sampled, off the centre.
        let node = [n / 2 + 2, n / 2 - 3, n / 2 + 1];
        std::array::from_fn(|a| {
            let between = (c < 3) == (c % 3 == a);
            (node[a] as f64 + if between { 0.5 } else { 0.0 }) * CELL
        })
    };
    for (c, name) in COMPONENTS.into_iter().enumerate() {
        model = model.probe(name, place(c), &format!("{name:?}"));
    }
    let corner: [f64; 3] = std::array::from_fn(|a| if direction[a] > 0.0 { low } else { high });
    for &precision in bench.precisions() {
        let results = bench.simulate(model.text(), precision)?;
        let mut worst = 0.0_f64;
        for (c, name) in COMPONENTS.into_iter().enumerate() {
            let at = place(c);
            let way: f64 = (0..3).map(|a| direction[a] * (at[a] - corner[a])).sum();
            let (amplitude, unit) = match c {
                0..3 => (electric[c], 1.0),
                _ => (magnetic[c - 3], ETA0),
            };
            let expected = |t: f64| amplitude / unit * bell(t - way / C0);
            let error = off(&results, &format!("probe/{name}/{name}"), expected)?;
            worst = worst.max(unit * error);
        }
        bench.row(&Comparison {
            of: "",
            precision,
            error: worst,
            unit: "of peak",
            tolerance: 1e-4,
        });
    }
    Ok(())
}

pub(crate) fn half_space(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let [across, along, surface, entry] = [4.0, 60.0, 30.0, 10.0].map(|n| n * CELL);
    let wave = Wave {
        from: [0.0, 0.0, entry],
        to: [across, across, along],
        direction: [0.0, 0.0, 1.0],
        electric: [1.0, 0.0, 0.0],
    };
    let steps = (14.0 * TAU / 1.9e-12) as usize;
    let [outside, before, behind] = [5.0, 20.0, 40.0].map(|n| n * CELL);
    let at = |z: f64| [1.5 * CELL, 2.0 * CELL, z];
    let model = Model::new([0.0; 3], [across, across, along], &Grid::Cells([4, 4, 60]))
        .with("[boundary]\nx = \"periodic\"\ny = \"periodic\"\nz = \"pml\"")
        .block(
            "ground",
            "eps_r = 4.0",
            [[0.0, 0.0, surface], [across, across, along]],
        )
        .with(&wave.text(&bell_text()))
        .probe("outside", at(outside), r#""Ex""#)
        .probe("before", at(before), r#""Ex""#)
        .probe("behind", at(behind), r#""Ex""#)
        .steps(steps);
    let (n, r) = (2.0, -1.0 / 3.0);
    let direct = |z: f64, t: f64| bell(t - (z - entry) / C0);
    let reflected = |z: f64, t: f64| r * bell(t - (2.0 * surface - z - entry) / C0);
    for &precision in bench.precisions() {
        let results = bench.simulate(model.text(), precision)?;
        let errors = [
            off(&results, "probe/outside/Ex", |t| reflected(outside, t))?,
            off(&results, "probe/before/Ex", |t| {
                direct(before, t) + reflected(before, t)
            })?,
            off(&results, "probe/behind/Ex", |t| {
                (1.0 + r) * bell(t - (surface - entry + n * (behind - surface)) / C0)
            })?,
        ];
        for (of, error) in ["outside", "before", "behind"].into_iter().zip(errors) {
            bench.row(&Comparison {
                of,
                precision,
                error,
                unit: "of peak",
                tolerance: 2e-3,
            });
        }
    }
    Ok(())
}
