//! A figure of the report, as the scripts of the page read it.

use super::packed::{Floats, Frames};
use crate::{Axis, Declaration};
use serde::Serialize;

/// Something to look at.
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
    /// Values at few frequencies or times, which a table shows better than a curve.
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
        /// Reference of each port in ohms, in the middle of the band where it changes.
        resistances: Vec<f64>,
        /// The same, frequency by frequency.
        references: Floats,
        /// Ports of coupled lines, which refer to a matrix of impedances.
        coupled: Vec<String>,
        /// Frequency by frequency, by rows.
        real: Floats,
        /// The imaginary parts.
        imag: Floats,
    },
    /// Levels over directions.
    Pattern {
        /// The path that the quantities share.
        name: String,
        /// In hertz.
        frequencies: Vec<f64>,
        /// In degrees.
        theta: Vec<f64>,
        /// In degrees.
        phi: Vec<f64>,
        /// Frequency by frequency, theta by theta, phi fastest.
        layers: Vec<Curve>,
    },
    /// A field on a plane, in time or in frequency.
    Map(Box<Map>),
    /// Magnitudes of currents on a surface.
    Currents {
        /// The path of the quantity.
        name: String,
        /// In hertz.
        frequencies: Vec<f64>,
        /// Coordinates of the vertices in metres.
        vertices: Floats,
        /// Numbers of the corners.
        triangles: Vec<[usize; 3]>,
        /// A frame for each frequency, a value for each triangle, in A/m.
        frames: Frames,
    },
}

impl Figure {
    /// Whether it shows the run rather than what was asked for.
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

/// Values with a name.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Curve {
    /// The last part of the quantity's name, or what tells it apart.
    pub name: String,
    /// Its SI unit.
    pub unit: String,
    /// One line for people.
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

/// Magnitudes over frequency, from zero on.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Spectra {
    /// Distance of frequencies in hertz.
    pub step: f64,
    /// A curve for each that has a spectrum.
    pub curves: Vec<Curve>,
}

/// A field on a plane.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Map {
    /// The path of the quantity, without `/real`.
    pub name: String,
    /// One line for people.
    pub about: String,
    /// Its SI unit.
    pub unit: String,
    /// Time or frequency, a frame for each value.
    pub over: Coordinate,
    /// To the right.
    pub u: Coordinate,
    /// Upwards.
    pub v: Coordinate,
    /// The axis across the plane and where on it.
    pub place: (String, f64),
    /// Values in time, or real parts; v fastest.
    pub frames: Frames,
    /// Imaginary parts, in frequency.
    pub imag: Option<Frames>,
}

/// Whether anything was recorded of it.
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
