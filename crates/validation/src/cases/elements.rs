//! Lumped elements across a line of two plates, of height h and width w, Z = eta0 h/w: circuit theory gives
//!
//! ```text
//! S11 = -y/(2 + y),   S21 = 2/(2 + y),   y = Y Z
//! ```
//!
//! (D. M. Pozar, Microwave Engineering, 4th ed., section 4.4). Fields are read 10 mm before and behind the element, with it and,
//! for the incident wave, without it, so that the phase of the grid cancels: the reflected wave has travelled as far when it returns to
//! the first plane as the incident wave at the second.
//!
//! A line of cells of length d is a chain of inductors and capacitors whose cutoff is f = c/(pi d), 95 GHz here; the
//! elements are compared with theory up to a tenth of it. There its impedance differs by cos(k d/2) = 0.995 from Z and
//! the time step scales the field by cos(w dt/2) = 0.998, which together make 0.2 % of S at most. Elements are on a single edge of a line of
//! one cell between periodic faces, and on two cells along and four across the current.

use crate::ValidationError;
use crate::bench::{Bench, Comparison, phasors, quantity};
use crate::picture::Picture;
use poynting::{Precision, Results, Scene};
use poynting_physics::constants::ETA0;
use poynting_physics::{Complex, PhasorArithmetic};
use std::f64::consts::TAU;

const SCENE: &str = include_str!("../../scenes/lumped-elements.toml");
/// Elements in scene syntax.
const ELEMENTS: [(&str, &str); 5] = [
    ("R", "resistance = \"100 ohm\""),
    ("L", "inductance = \"3 nH\""),
    ("C", "capacitance = \"0.3 pF\""),
    (
        "series-RLC",
        "resistance = \"20 ohm\"\ninductance = \"3 nH\"\ncapacitance = \"0.3 pF\"\nconnection = \"series\"",
    ),
    (
        "parallel-RLC",
        "resistance = \"300 ohm\"\ninductance = \"3 nH\"\ncapacitance = \"0.3 pF\"\nconnection = \"parallel\"",
    ),
];

pub(crate) fn lumped(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let lines = [
        ("several-cells", SCENE.to_owned(), ETA0 * 2.0 / 4.0),
        ("one-cell", narrow(), ETA0),
    ];
    for &precision in bench.precisions() {
        for (line, scene, impedance) in &lines {
            let (before, after) = split(scene);
            let incident = bench.simulate(&format!("{before}{after}"), precision)?;
            for (name, parts) in ELEMENTS {
                let of = format!("{line}-{name}");
                let scene = format!("{before}{}\n{parts}\n{after}", head(scene));
                let found = bench.simulate(&scene, precision)?;
                compare(
                    bench,
                    (&of, precision, *impedance),
                    &scene,
                    [&found, &incident],
                )?;
            }
        }
    }
    Ok(())
}

/// The line of one cell.
fn narrow() -> String {
    SCENE
        .replace(
            "\"4 mm\", \"2 mm\", \"60 mm\"",
            "\"1 mm\", \"1 mm\", \"60 mm\"",
        )
        .replace("\"4 mm\", \"2 mm\"", "\"0 mm\", \"1 mm\"")
        .replace("x = \"pmc\"", "x = \"periodic\"")
}

/// The text before and after the element's table.
fn split(scene: &str) -> (&str, &str) {
    let (before, rest) = scene.split_once("[[elements]]").unwrap_or((scene, ""));
    (
        before,
        rest.split_once("\n\n").map_or("", |(_, after)| after),
    )
}

/// Name and position of the element.
fn head(scene: &str) -> &str {
    let from = scene.find("[[elements]]").unwrap_or(0);
    let to = scene.find("\nresistance = \"20 ohm\"").unwrap_or(from);
    &scene[from..to]
}

fn compare(
    bench: &mut Bench<'_>,
    (of, precision, impedance): (&str, Precision, f64),
    scene: &str,
    [found, incident]: [&Results; 2],
) -> Result<(), ValidationError> {
    let scene = Scene::from_toml(scene, "lumped-elements.toml").map_err(poynting::Error::from)?;
    let circuit = scene.elements[0].circuit;
    let frequencies = quantity(found, "field/behind/Ey/real")?;
    let frequencies = frequencies.axis("frequency").unwrap_or_default();
    let theory = frequencies.iter().map(|f| {
        let [g, b] = circuit.admittance(TAU * f);
        let y = Complex::new(g, b) * impedance;
        let below = (y + Complex::from(2.0)).inv();
        [below * y * -1.0, below * 2.0]
    });
    let theory: Vec<[Complex; 2]> = theory.collect();
    let [before, behind] = ["field/before/Ey", "field/behind/Ey"];
    let [met, passed] = [phasors(found, before)?, phasors(found, behind)?];
    let [came, went] = [phasors(incident, before)?, phasors(incident, behind)?];
    let computed =
        (0..theory.len()).map(|n| [(met[n] - came[n]).over(went[n]), passed[n].over(went[n])]);
    let computed: Vec<[Complex; 2]> = computed.collect();
    let pairs = computed.as_flattened().iter().zip(theory.as_flattened());
    let errors = pairs.map(|(a, b)| (*a - *b).norm());
    bench.row(&Comparison {
        of,
        precision,
        // NaN propagates.
        error: 100.0 * errors.fold(0.0, |a: f64, b| if a > b { a } else { b + 0.0 * a }),
        unit: "% of 1",
        tolerance: 1.0,
    });
    let gigahertz: Vec<f64> = frequencies.iter().map(|f| f / 1e9).collect();
    let size = |of: &[[Complex; 2]], s: usize| of.iter().map(|v| v[s].norm()).collect();
    bench.picture_of(
        of,
        &Picture {
            title: "Lumped element across a plate line",
            axis: ("frequency", "GHz", &gigahertz),
            unit: "",
            curves: &[
                ("|S11| computed", size(&computed, 0)),
                ("reference: |S11|", size(&theory, 0)),
                ("|S21| computed", size(&computed, 1)),
                ("reference: |S21|", size(&theory, 1)),
            ],
        },
    )
}
