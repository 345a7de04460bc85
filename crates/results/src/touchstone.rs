//! S-parameters as a Touchstone file: `network.sNp`, with the same S as all other outputs.
//!
//! ```text
//! version 1                  # Hz S RI R 50
//! version 2.0, before data   [Version] 2.0, # Hz S RI R 50, [Number of Ports] 2, [Two-Port Data Order] 21_12,
//!                            [Number of Frequencies] 10, [Reference] 50 75, [Network Data]; after them [End]
//! one port:    f S11           two ports:  f S11 S21 S12 S22
//! more ports:  a line for each row of the matrix, wrapped after four pairs; f before the first
//! ```
//!
//! (EIA/IBIS Open Forum, Touchstone File Format Specification, 2009, versions 1.1 and 2.0.) Version 1 has a single resistance and is written if all
//! ports share one; version 2.0 has one per port. Neither supports a reference that depends on frequency, such as that of a hollow waveguide: in that
//! case a comment `! Port Impedance` after the data of each frequency gives it for every port, real and imaginary part, as HFSS writes it and
//! scikit-rf reads it, and the header gives the mid-band value. S is never renormalised here: another reference must be requested in the scene.

use crate::s_parameters::{Coupled, SParameters};
use crate::source::Source;
use crate::{Results, ResultsError};
use num_complex::Complex;
use std::path::{Path, PathBuf};

/// Frequency-dependent port references that differ by less than this fraction are one number in the header.
const ALIKE: f64 = 1e-3;

/// Writes the file if there are S-parameters, and returns its path.
pub(crate) fn write_all(source: &dyn Source, dir: &Path) -> Result<Vec<PathBuf>, ResultsError> {
    let Some(scattering) = SParameters::read(source)? else {
        return Ok(Vec::new());
    };
    let path = dir.join(format!("network.s{}p", scattering.resistances.len()));
    let text = text(&scattering, source.title(), source.version());
    std::fs::write(&path, text).map_err(ResultsError::io(&path))?;
    Ok(vec![path])
}

impl Results {
    /// The S-parameters as the text of a Touchstone file, if the scene has a `[network]`.
    pub fn touchstone(&self) -> Result<String, ResultsError> {
        let scattering = self.s_parameters()?;
        Ok(text(&scattering, self.title(), self.version()))
    }
}

fn text(scattering: &SParameters, title: &str, version: &str) -> String {
    let mut lines = head(scattering, title, version);
    let is_dispersive = scattering.is_dispersive();
    for (n, s) in scattering.matrices.iter().enumerate() {
        let mut head = scattering.frequencies[n].to_string();
        for pairs in rows(s) {
            let pairs = pairs.iter().map(|z| format!(" {:e} {:e}", z.re, z.im));
            lines.push(format!("{head}{}", pairs.collect::<String>()));
            head.clear();
        }
        if is_dispersive {
            let each = scattering.references[n].iter().map(|z| format!(" {z} 0"));
            lines.push(format!("! Port Impedance{}", each.collect::<String>()));
        }
    }
    if !has_one_reference(scattering) {
        lines.push("[End]".to_owned());
    }
    lines.push(String::new());
    lines.join("\n")
}

/// Everything before the data.
fn head(scattering: &SParameters, title: &str, version: &str) -> Vec<String> {
    let mut lines = vec![format!("! poynting {}", plain(version))];
    if !title.is_empty() {
        lines.push(format!("! title: {}", plain(title)));
    }
    let ports = scattering.ports.iter().enumerate();
    lines.extend(ports.map(|(n, name)| format!("! Port[{}] = {}", n + 1, plain(name))));
    lines.push("! S-parameter uses the power definition".to_owned());
    if scattering.is_dispersive() {
        lines.push(
            "! the reference depends on frequency: `! Port Impedance` after each frequency has that of every port, the header that at mid-band"
                .to_owned(),
        );
    }
    for Coupled { ports, impedance } in &scattering.coupled {
        let rows = impedance.iter().map(|row| list(row, ", "));
        let rows = rows.collect::<Vec<_>>().join("; ");
        lines.push(format!(
            "! {} are coupled lines: their reference is an impedance matrix, which this format cannot hold, at mid-band ({rows}) ohm; \
             for use in a circuit simulator set `reference = \"50 ohm\"` under [network] in the scene",
            plain(ports)
        ));
    }
    let option = format!("# Hz S RI R {}", scattering.resistances[0]);
    if has_one_reference(scattering) {
        lines.push(option);
        return lines;
    }
    lines.extend(["[Version] 2.0".to_owned(), option]);
    let ports = scattering.ports.len();
    lines.push(format!("[Number of Ports] {ports}"));
    if ports == 2 {
        lines.push("[Two-Port Data Order] 21_12".to_owned());
    }
    let frequencies = scattering.frequencies.len();
    lines.push(format!("[Number of Frequencies] {frequencies}"));
    lines.push(format!(
        "[Reference] {}",
        list(&scattering.resistances, " ")
    ));
    lines.push("[Network Data]".to_owned());
    lines
}

/// Whether one resistance in the header is enough; it must be exact if nothing else in the file gives the reference.
fn has_one_reference(scattering: &SParameters) -> bool {
    let slack = if scattering.is_dispersive() {
        ALIKE
    } else {
        0.0
    };
    let first = scattering.resistances[0];
    let alike = |r: &f64| (r - first).abs() <= slack * first;
    scattering.resistances.iter().all(alike)
}

/// Numbers with a separator.
fn list(values: &[f64], between: &str) -> String {
    let texts: Vec<String> = values.iter().map(f64::to_string).collect();
    texts.join(between)
}

/// One line of ASCII, as the format requires.
fn plain(text: &str) -> String {
    let printable = |c: char| if (' '..='~').contains(&c) { c } else { '?' };
    text.chars().map(printable).collect()
}

/// The pairs on each line.
fn rows(s: &[Vec<Complex<f64>>]) -> Vec<Vec<Complex<f64>>> {
    match s.len() {
        1 => s.to_vec(),
        2 => vec![vec![s[0][0], s[1][0], s[0][1], s[1][1]]],
        _ => s
            .iter()
            .flat_map(|row| row.chunks(4))
            .map(<[_]>::to_vec)
            .collect(),
    }
}
