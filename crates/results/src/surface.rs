//! Surface meshes and surface currents, as stored in the results.
//!
//! `surface/vertices` (vertex, component), `surface/triangles` (triangle, corner; indices from 0), and for each monitor
//! `current/NAME/real` and `/imag` (frequency, triangle, component).

use crate::source::Source;
use crate::units::Scale;
use crate::{Declaration, ResultsError};

/// A triangle mesh.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Mesh {
    /// In metres.
    pub vertices: Vec<[f64; 3]>,
    /// Vertex indices.
    pub triangles: Vec<[usize; 3]>,
}

/// The currents of one monitor.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Currents {
    /// `current/NAME`.
    pub name: String,
    /// In hertz.
    pub frequencies: Vec<f64>,
    parts: [usize; 2],
}

/// Real and imaginary parts of the components at one centroid, in A/m.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Density {
    /// Real parts.
    pub real: [f64; 3],
    /// Imaginary parts.
    pub imaginary: [f64; 3],
}

impl Density {
    /// Root of the sum of squares.
    pub fn magnitude(&self) -> f64 {
        let all = self.real.iter().chain(&self.imaginary);
        all.map(|x| x * x).sum::<f64>().sqrt()
    }
}

impl Currents {
    /// The currents at one frequency, triangle by triangle.
    pub fn read(&self, source: &dyn Source, number: usize) -> Result<Vec<Density>, ResultsError> {
        let part = |i: usize| source.read(self.parts[i], number..number + 1);
        let (real, imaginary) = (threes(&part(0)?), threes(&part(1)?));
        let pairs = real.into_iter().zip(imaginary);
        Ok(pairs
            .map(|(real, imaginary)| Density { real, imaginary })
            .collect())
    }

    /// `current/NAME 300 MHz`, or without the frequency if there is only one.
    pub fn title(&self, number: usize) -> String {
        match self.frequencies.as_slice() {
            [_] => self.name.clone(),
            all => {
                let largest = all.iter().copied().fold(0.0, f64::max);
                let frequency = Scale::fit("Hz", largest).show(all[number]);
                format!("{} {frequency}", self.name)
            }
        }
    }
}

fn threes(values: &[f64]) -> Vec<[f64; 3]> {
    values.chunks_exact(3).map(|v| [v[0], v[1], v[2]]).collect()
}

/// The mesh, if there is one.
pub(crate) fn mesh(source: &dyn Source) -> Result<Option<Mesh>, ResultsError> {
    let all = source.declarations();
    let (Some(vertices), Some(triangles)) = (
        find(&all, "surface/vertices"),
        find(&all, "surface/triangles"),
    ) else {
        return Ok(None);
    };
    let mesh = Mesh {
        vertices: threes(&source.read_all(vertices)?),
        triangles: threes(&source.read_all(triangles)?)
            .into_iter()
            .map(|t| t.map(|x| x as usize))
            .collect(),
    };
    let count = mesh.vertices.len();
    if mesh.triangles.iter().flatten().any(|&v| v >= count) {
        return Err(ResultsError::BadDeclaration {
            name: "surface/triangles".to_owned(),
            cause: "it refers to a vertex that does not exist",
        });
    }
    Ok(Some(mesh))
}

/// The currents of all monitors on a mesh with this many triangles.
pub(crate) fn currents(source: &dyn Source, triangles: usize) -> Vec<Currents> {
    let all = source.declarations();
    let of = |i: usize| {
        let (parent, leaf) = all[i].parent_and_leaf();
        let fits = |d: &Declaration| d.shape().get(1..) == Some(&[triangles, 3]);
        let imaginary = find(&all, &format!("{parent}/imag"))?;
        let usable = parent.starts_with("current/") && leaf == "real" && fits(all[i]);
        (usable && all[i].axes == all[imaginary].axes).then(|| Currents {
            name: parent.to_owned(),
            frequencies: all[i].axes[0].values.clone(),
            parts: [i, imaginary],
        })
    };
    (0..all.len()).filter_map(of).collect()
}

pub(crate) fn find(all: &[&Declaration], name: &str) -> Option<usize> {
    all.iter().position(|d| d.name == name)
}
