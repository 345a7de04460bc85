//! S-parameters as a Touchstone file, version 1: `network.sNp`.
//!
//! ```text
//! # Hz S RI R 50
//! one port:    f S11           two ports:  f S11 S21 S12 S22
//! more ports:  a line for each row of the matrix, wrapped after four pairs; f before the first
//! ```
//!
//! (EIA/IBIS Open Forum, Touchstone File Format Specification, 2009, version 1.1.) The format knows one resistance for all ports. Where ports
//! differ, S is renormalised to the first one's for the file,
//!
//! ```text
//! S' = D (S - G)(1 - G S)^-1 D^-1,   G = (R' - R)/(R' + R),  D = (R + R')/(2 sqrt(R R'))
//! ```
//!
//! (K. Kurokawa, IEEE Trans. Microw. Theory Tech. 13, 194, 1965) and a comment says so.

use crate::ResultsError;
use crate::source::Source;
use crate::surface::find;
use realfft::num_complex::Complex;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// A matrix by rows.
type Matrix = Vec<Vec<Complex<f64>>>;

/// S over frequency, with the resistance of each port.
pub(crate) struct Scattering {
    /// In hertz.
    pub frequencies: Vec<f64>,
    /// Names of the ports; their numbers where names are not known.
    pub ports: Vec<String>,
    /// In ohms.
    pub resistances: Vec<f64>,
    /// By frequency.
    pub matrices: Vec<Matrix>,
}

impl Scattering {
    /// From `network/s/real`, `network/s/imag` and `network/resistance`, if they are there and fit each other.
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
                cause: "its axes must be frequency, to, from, as many as there are resistances",
            });
        }
        let frequencies = all[re].axes[0].values.clone();
        let parts = source.read_all(re)?.into_iter().zip(source.read_all(im)?);
        let values: Vec<_> = parts.map(|(re, im)| Complex::new(re, im)).collect();
        let rows = |matrix: &[Complex<f64>]| matrix.chunks(ports).map(<[_]>::to_vec).collect();
        Ok(Some(Self {
            frequencies,
            ports: match &source.summary().ports {
                names if names.len() == ports => names.clone(),
                _ => (1..=ports).map(|n| n.to_string()).collect(),
            },
            resistances,
            matrices: values.chunks(ports * ports).map(rows).collect(),
        }))
    }

    /// `S(out, in)`: of what goes in at one port, what comes out at the other.
    pub fn label(&self, to: usize, from: usize) -> String {
        format!("S({}, {})", self.ports[to], self.ports[from])
    }

    /// The same with one resistance at all ports.
    fn renormalised(&mut self, to: f64) {
        for s in &mut self.matrices {
            *s = renormalised(s, &self.resistances, to);
        }
        self.resistances.fill(to);
    }
}

/// Writes the file if there are S-parameters, and returns its path.
pub(crate) fn write_all(source: &dyn Source, dir: &Path) -> Result<Vec<PathBuf>, ResultsError> {
    let Some(mut scattering) = Scattering::read(source)? else {
        return Ok(Vec::new());
    };
    let path = dir.join(format!("network.s{}p", scattering.resistances.len()));
    let text = text(&mut scattering, source.title(), source.version());
    std::fs::write(&path, text).map_err(ResultsError::io(&path))?;
    Ok(vec![path])
}

fn text(scattering: &mut Scattering, title: &str, version: &str) -> String {
    let mut out = String::new();
    let mut line = |line: std::fmt::Arguments<'_>| {
        // Writing to a string does not fail.
        let _ = writeln!(out, "{line}");
    };
    if !title.is_empty() {
        line(format_args!("! {}", title.replace(['\n', '\r'], " ")));
    }
    line(format_args!("! poynting {version}"));
    line(format_args!("! ports: {}", scattering.ports.join(", ")));
    let first = scattering.resistances[0];
    if scattering.resistances.iter().any(|r| *r != first) {
        let all: Vec<String> = scattering.resistances.iter().map(f64::to_string).collect();
        let all = all.join(", ");
        line(format_args!(
            "! renormalised to {first} ohm at every port; the ports have {all} ohm"
        ));
        scattering.renormalised(first);
    }
    line(format_args!("# Hz S RI R {first}"));
    for (f, s) in scattering.frequencies.iter().zip(&scattering.matrices) {
        let mut head = f.to_string();
        for pairs in lines(s) {
            let pairs = pairs.iter().map(|z| format!(" {:e} {:e}", z.re, z.im));
            line(format_args!("{head}{}", pairs.collect::<String>()));
            head.clear();
        }
    }
    out
}

/// The pairs of each line.
fn lines(s: &Matrix) -> Vec<Vec<Complex<f64>>> {
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

fn renormalised(s: &Matrix, from: &[f64], to: f64) -> Matrix {
    let n = s.len();
    let g: Vec<f64> = from.iter().map(|r| (to - r) / (to + r)).collect();
    let d: Vec<f64> = from
        .iter()
        .map(|r| (to + r) / (2.0 * (to * r).sqrt()))
        .collect();
    let one = |i: usize, j: usize| f64::from(u8::from(i == j));
    let matrix = |value: &dyn Fn(usize, usize) -> Complex<f64>| -> Matrix {
        (0..n)
            .map(|i| (0..n).map(|j| value(i, j)).collect())
            .collect()
    };
    // X (1 - G S) = S - G, transposed: (1 - G S)^T X^T = (S - G)^T.
    let left = matrix(&|i, j| Complex::from(one(i, j)) - s[j][i] * g[j]);
    let right = matrix(&|i, j| s[j][i] - one(i, j) * g[j]);
    let x = solved(left, right);
    matrix(&|i, j| x[j][i] * (d[i] / d[j]))
}

/// A^-1 B by elimination with pivots; networks are small.
fn solved(mut a: Matrix, mut b: Matrix) -> Matrix {
    let n = a.len();
    for column in 0..n {
        let larger = |i: &usize, j: &usize| a[*i][column].norm().total_cmp(&a[*j][column].norm());
        let pivot = (column..n).max_by(larger).unwrap_or(column);
        a.swap(column, pivot);
        b.swap(column, pivot);
        let over = a[column][column].inv();
        for m in [&mut a, &mut b] {
            m[column].iter_mut().for_each(|x| *x *= over);
        }
        let (row_a, row_b) = (a[column].clone(), b[column].clone());
        for i in (0..n).filter(|i| *i != column) {
            let factor = a[i][column];
            for (x, y) in a[i].iter_mut().zip(&row_a) {
                *x -= factor * y;
            }
            for (x, y) in b[i].iter_mut().zip(&row_b) {
                *x -= factor * y;
            }
        }
    }
    b
}
