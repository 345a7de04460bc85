//! A figure of the report, in the form that the page's scripts read.

use super::packed::{Floats, Frames};
use crate::{Axis, Declaration};
use serde::Serialize;

/// A figure.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Figure {
    /// Curves over one coordinate.
    Lines {
        /// The path that the quantities share.
        name: String,
        /// The coordinate.
        x: Coordinate,
        /// The curves; those of one unit share an axis.
        curves: Vec<Curve>,
        /// The spectra of curves in time.
        spectra: Option<Spectra>,
    },
    /// Values at a few frequencies or times, which a table shows better than a curve.
    Readings {
        /// The path that the quantities share.
        name: String,
        /// Where they were read.
        x: Coordinate,
        /// A row for each quantity.
        rows: Vec<Curve>,
    },
    /// S-parameters.
    Network {
        /// In hertz.
        frequencies: Floats,
        /// Names of the ports.
        ports: Vec<String>,
        /// Reference impedance of each port in ohms; at mid-band if it varies with frequency.
        resistances: Vec<f64>,
        /// The same at each frequency.
        references: Floats,
        /// Ports of coupled lines, whose reference is an impedance matrix.
        coupled: Vec<String>,
        /// The real parts, by frequency and row.
        real: Floats,
        /// The imaginary parts.
        imag: Floats,
    },
    /// Levels over direction.
    Pattern {
        /// The path that the quantities share.
        name: String,
        /// In hertz.
        frequencies: Vec<f64>,
        /// In degrees.
        theta: Vec<f64>,
        /// In degrees.
        phi: Vec<f64>,
        /// By frequency, then theta, phi fastest.
        layers: Vec<Curve>,
    },
    /// A field on a plane, in the time or frequency domain.
    Map(Box<Map>),
    /// Magnitudes of currents on a surface.
    Currents {
        /// The path of the quantity.
        name: String,
        /// In hertz.
        frequencies: Vec<f64>,
        /// Coordinates of the vertices in metres.
        vertices: Floats,
        /// Vertex indices.
        triangles: Vec<[usize; 3]>,
        /// One frame per frequency, one value per triangle, in A/m.
        frames: Frames,
    },
}

impl Figure {
    /// Whether it describes the run rather than a requested result.
    pub fn is_bookkeeping(&self) -> bool {
        let (Self::Lines { name, .. } | Self::Readings { name, .. }) = self else {
            return false;
        };
        let folders = ["solution", "quality", "energy"];
        name.split('/').any(|part| folders.contains(&part))
    }
}

/// An axis of a figure.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Coordinate {
    /// Its name.
    pub name: String,
    /// Its SI unit.
    pub unit: String,
    /// Its values.
    pub values: Floats,
}

impl Coordinate {
    /// Every `stride`-th value of an axis.
    pub fn new(axis: &Axis, stride: usize) -> Self {
        let values: Vec<f64> = axis.values.iter().step_by(stride).copied().collect();
        Self {
            name: axis.name.clone(),
            unit: axis.unit.clone(),
            values: Floats::of(&values),
        }
    }
}

/// A named set of values.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Curve {
    /// The last part of the quantity's name, or what distinguishes it.
    pub name: String,
    /// Its SI unit.
    pub unit: String,
    /// One line of description.
    pub about: String,
    /// The values.
    pub values: Floats,
}

impl Curve {
    /// A curve of a quantity.
    pub fn new(declaration: &Declaration, values: Floats) -> Self {
        Self {
            name: declaration.parent_and_leaf().1.to_owned(),
            unit: declaration.unit.clone(),
            about: declaration.description.clone(),
            values,
        }
    }
}

/// Magnitudes over frequency, starting at zero.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Spectra {
    /// Frequency step in hertz.
    pub step: f64,
    /// One curve per series that has a spectrum.
    pub curves: Vec<Curve>,
}

/// A field on a plane.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Map {
    /// The path of the quantity, without `/real`.
    pub name: String,
    /// One line of description.
    pub about: String,
    /// Its SI unit.
    pub unit: String,
    /// Time or frequency, one frame per value.
    pub over: Coordinate,
    /// Horizontal axis.
    pub u: Coordinate,
    /// Vertical axis.
    pub v: Coordinate,
    /// The axis normal to the plane and the position along it.
    pub place: (String, f64),
    /// Time-domain values, or real parts; v fastest.
    pub frames: Frames,
    /// Imaginary parts, in the frequency domain.
    pub imag: Option<Frames>,
    /// The outlines of the bodies on the plane: u and v of both ends of each segment.
    pub outlines: Floats,
}

/// Whether it contains any recorded values.
pub fn is_filled(declaration: &Declaration) -> bool {
    declaration.axes.iter().all(|a| !a.values.is_empty())
}

pub fn is_pattern(declaration: &Declaration) -> bool {
    let axes = declaration.axes.iter().map(|a| a.name.as_str());
    declaration.unit == "dB"
        && axes.eq(["frequency", "theta", "phi"])
        && is_filled(declaration)
        && declaration.slice_len() > 1
}
