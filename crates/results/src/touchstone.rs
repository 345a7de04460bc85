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

use crate::ResultsError;
use crate::source::Source;
use crate::surface::find;
use realfft::num_complex::Complex;
use std::path::{Path, PathBuf};

/// A matrix, row by row.
type Matrix = Vec<Vec<Complex<f64>>>;

/// Frequency-dependent port references that differ by less than this fraction are one number in the header.
const ALIKE: f64 = 1e-3;

/// S over frequency, with its reference impedances.
pub(crate) struct Scattering {
    /// In hertz.
    pub frequencies: Vec<f64>,
    /// Names of the ports; their numbers if the names are not known.
    pub ports: Vec<String>,
    /// Reference of each port in ohms, one for the whole band.
    pub resistances: Vec<f64>,
    /// The same at each frequency.
    pub references: Vec<Vec<f64>>,
    /// At each frequency.
    pub matrices: Vec<Matrix>,
    /// Ports whose reference is an impedance matrix.
    coupled: Vec<Coupled>,
}

/// Coupled lines: a wave on one of them produces a voltage on all.
struct Coupled {
    /// The names of their ports, joined by `+`.
    ports: String,
    /// The impedance matrix in ohms, at mid-band.
    impedance: Vec<Vec<f64>>,
}

impl Scattering {
    /// From `network/s/real`, `network/s/imag` and `network/resistance`, if they exist and are consistent; `network/reference` has
    /// frequency-dependent references.
    pub fn read(source: &dyn Source) -> Result<Option<Self>, ResultsError> {
        let all = source.declarations();
        let names = ["network/s/real", "network/s/imag", "network/resistance"];
        let [Some(re), Some(im), Some(r)] = names.map(|name| find(&all, name)) else {
            return Ok(None);
        };
        let resistances = source.read_all(r)?;
        let ports = resistances.len();
        let fits = ports > 0 && all[re].shape().get(1..) == Some(&[ports, ports]);
        if !fits || all[re].axes != all[im].axes {
            return Err(ResultsError::BadDeclaration {
                name: names[0].to_owned(),
                cause: "its axes must be frequency, to and from, with one port per resistance",
            });
        }
        let frequencies = all[re].axes[0].values.clone();
        let parts = source.read_all(re)?.into_iter().zip(source.read_all(im)?);
        let values: Vec<_> = parts.map(|(re, im)| Complex::new(re, im)).collect();
        let rows = |matrix: &[Complex<f64>]| matrix.chunks(ports).map(<[_]>::to_vec).collect();
        let references = match find(&all, "network/reference") {
            Some(n) if all[n].shape() == [frequencies.len(), ports] => source
                .read_all(n)?
                .chunks(ports)
                .map(<[_]>::to_vec)
                .collect(),
            _ => vec![resistances.clone(); frequencies.len()],
        };
        Ok(Some(Self {
            frequencies,
            ports: match &source.summary().ports {
                names if names.len() == ports => names.clone(),
                _ => (1..=ports).map(|n| n.to_string()).collect(),
            },
            resistances,
            references,
            coupled: coupled(source)?,
            matrices: values.chunks(ports * ports).map(rows).collect(),
        }))
    }

    /// `S(out, in)`: the wave out of one port per wave into the other.
    pub fn label(&self, to: usize, from: usize) -> String {
        format!("S({}, {})", self.ports[to], self.ports[from])
    }

    /// Ports of coupled lines, whose reference is an impedance matrix; the names of each group are joined.
    pub fn coupled_ports(&self) -> Vec<String> {
        self.coupled.iter().map(|c| c.ports.clone()).collect()
    }

    /// Whether the reference of a port changes with frequency.
    fn is_dispersive(&self) -> bool {
        let constant = |row: &Vec<f64>| *row == self.resistances;
        !self.references.iter().all(constant)
    }

    /// Whether one resistance in the header is enough; it must be exact if nothing else in the file gives the reference.
    fn has_one_reference(&self) -> bool {
        let slack = if self.is_dispersive() { ALIKE } else { 0.0 };
        let first = self.resistances[0];
        let alike = |r: &f64| (r - first).abs() <= slack * first;
        self.resistances.iter().all(alike)
    }
}

/// The coupled lines of `coupled/NAMES/reference`.
fn coupled(source: &dyn Source) -> Result<Vec<Coupled>, ResultsError> {
    let mut found = Vec::new();
    for (n, declaration) in source.declarations().into_iter().enumerate() {
        let names = declaration.name.strip_prefix("coupled/");
        let names = names.and_then(|rest| rest.strip_suffix("/reference"));
        if let (Some(ports), &[frequencies, size, _]) = (names, declaration.shape().as_slice()) {
            let middle = frequencies / 2;
            let values = source.read(n, middle..middle + 1)?;
            found.push(Coupled {
                ports: ports.to_owned(),
                impedance: values.chunks(size).map(<[f64]>::to_vec).collect(),
            });
        }
    }
    Ok(found)
}

/// Writes the file if there are S-parameters, and returns its path.
pub(crate) fn write_all(source: &dyn Source, dir: &Path) -> Result<Vec<PathBuf>, ResultsError> {
    let Some(scattering) = Scattering::read(source)? else {
        return Ok(Vec::new());
    };
    let path = dir.join(format!("network.s{}p", scattering.resistances.len()));
    let text = text(&scattering, source.title(), source.version());
    std::fs::write(&path, text).map_err(ResultsError::io(&path))?;
    Ok(vec![path])
}

fn text(scattering: &Scattering, title: &str, version: &str) -> String {
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
    if !scattering.has_one_reference() {
        lines.push("[End]".to_owned());
    }
    lines.push(String::new());
    lines.join("\n")
}

/// Everything before the data.
fn head(scattering: &Scattering, title: &str, version: &str) -> Vec<String> {
    let mut lines = vec![format!("! poynting {version}")];
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
    if scattering.has_one_reference() {
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
fn rows(s: &Matrix) -> Vec<Vec<Complex<f64>>> {
    match s.len() {
        1 => s.clone(),
        2 => vec![vec![s[0][0], s[1][0], s[0][1], s[1][1]]],
        _ => s
            .iter()
            .flat_map(|row| row.chunks(4))
            .map(<[_]>::to_vec)
            .collect(),
    }
}
