//! S-parameters: the scattering matrix of the ports over frequency, with its reference impedances.

use crate::source::Source;
use crate::surface::find;
use crate::{Results, ResultsError};
use num_complex::Complex;

/// S over frequency, with its reference impedances.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct SParameters {
    /// In hertz.
    pub frequencies: Vec<f64>,
    /// Names of the ports; their numbers if the names are not known.
    pub ports: Vec<String>,
    /// Reference of each port in ohms, one for the whole band.
    pub resistances: Vec<f64>,
    /// The same at each frequency.
    pub references: Vec<Vec<f64>>,
    /// At each frequency, S by rows: `matrices[n][to][from]`.
    pub matrices: Vec<Vec<Vec<Complex<f64>>>>,
    /// Ports whose reference is an impedance matrix.
    pub(crate) coupled: Vec<Coupled>,
}

/// Coupled lines: a wave on one of them produces a voltage on all.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Coupled {
    /// The names of their ports, joined by `+`.
    pub ports: String,
    /// The impedance matrix in ohms, at mid-band.
    pub impedance: Vec<Vec<f64>>,
}

impl Results {
    /// The S-parameters, if the scene has a `[network]`.
    pub fn s_parameters(&self) -> Result<SParameters, ResultsError> {
        SParameters::read(self)?.ok_or_else(|| self.missing("network/s"))
    }
}

impl SParameters {
    /// From `network/s/real`, `network/s/imag` and `network/resistance`, if they exist and are consistent; `network/reference` has
    /// frequency-dependent references.
    pub(crate) fn read(source: &dyn Source) -> Result<Option<Self>, ResultsError> {
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

    /// S between two ports at each frequency: the wave out of `to` per wave into `from`. None if there is no such port.
    pub fn between(&self, to: &str, from: &str) -> Option<Vec<Complex<f64>>> {
        let place = |name: &str| self.ports.iter().position(|port| port == name);
        let (to, from) = (place(to)?, place(from)?);
        Some(self.matrices.iter().map(|s| s[to][from]).collect())
    }

    /// `S(out, in)`: the wave out of one port per wave into the other.
    pub(crate) fn label(&self, to: usize, from: usize) -> String {
        format!("S({}, {})", self.ports[to], self.ports[from])
    }

    /// Ports of coupled lines, whose reference is an impedance matrix; the names of each group are joined.
    pub(crate) fn coupled_ports(&self) -> Vec<String> {
        self.coupled.iter().map(|c| c.ports.clone()).collect()
    }

    /// Whether the reference of a port changes with frequency.
    pub(crate) fn is_dispersive(&self) -> bool {
        let constant = |row: &Vec<f64>| *row == self.resistances;
        !self.references.iter().all(constant)
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
