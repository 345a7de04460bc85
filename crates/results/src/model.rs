//! What was modelled, as `model.json` holds it: what a report shows of geometry, grid and machine without solving anything again.

use serde::{Deserialize, Serialize};

/// Geometry, grid or mesh, and machine of a run. Other programs read these names.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Model {
    /// The processor and the system that it ran on.
    pub machine: String,
    /// Surfaces of structures and wires.
    pub bodies: Vec<Body>,
    /// The domain, and where ports, sources and monitors are.
    pub regions: Vec<Region>,
    /// Grid lines along x, y and z in metres, absorbing layers included; none without a grid.
    pub grid: Option<[Vec<f64>; 3]>,
    /// The triangles that currents flow on, where they are few enough to be looked at.
    #[serde(default)]
    pub mesh: Option<Triangles>,
    /// Facts under headings.
    pub facts: Vec<Facts>,
    /// How finely waves are resolved.
    pub resolution: Vec<Resolution>,
    /// Whether nothing in the model turns power into heat, ports aside.
    pub is_lossless: bool,
    /// Relative error that products of a compressed matrix may have.
    pub accuracy: Option<f64>,
    /// What of the scene could not be shown, and why.
    pub missing: Vec<String>,
}

/// Something with a surface.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Body {
    /// The structure's name.
    pub name: String,
    /// The name of its material.
    pub material: String,
    /// What that is.
    pub substance: Substance,
    /// Its surface.
    #[serde(flatten)]
    pub surface: Triangles,
}

/// Triangles with common corners.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Triangles {
    /// Corners in metres.
    pub vertices: Vec<[f32; 3]>,
    /// Numbers of the corners, from zero.
    pub triangles: Vec<[u32; 3]>,
}

/// What a body is made of, as far as a picture tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Substance {
    /// Metal.
    Metal,
    /// Anything that fields enter.
    #[default]
    Medium,
}

/// A box, a plane, a line or a point with a meaning.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Region {
    /// Its name.
    pub name: String,
    /// What it is.
    pub role: Role,
    /// Smallest corner in metres.
    pub from: [f64; 3],
    /// Largest corner.
    pub to: [f64; 3],
    /// Where something flows or goes to, as a unit vector.
    pub direction: Option<[f64; 3]>,
}

/// What a region is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// What is modelled.
    Domain,
    /// A port.
    Port,
    /// A lumped element.
    Element,
    /// A source.
    Source,
    /// A monitor.
    Monitor,
}

/// Rows under a heading.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Facts {
    /// The heading.
    pub heading: String,
    /// Names and values.
    pub rows: Vec<(String, Value)>,
}

impl Facts {
    /// A heading without rows.
    pub fn new(heading: &str) -> Self {
        Self {
            heading: heading.to_owned(),
            rows: Vec::new(),
        }
    }

    /// Adds a row.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.rows.push((name.to_owned(), value.into()));
        self
    }
}

/// Something to read: a text, or a number that is shown with the prefix that suits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// A number and its SI unit.
    Number(f64, String),
    /// Words.
    Text(String),
}

impl From<(f64, &str)> for Value {
    fn from((value, unit): (f64, &str)) -> Self {
        Self::Number(value, unit.to_owned())
    }
}

impl From<u64> for Value {
    fn from(count: u64) -> Self {
        Self::Number(count as f64, String::new())
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

/// How finely a wave in a medium is resolved at the highest frequency.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Resolution {
    /// The medium.
    pub medium: String,
    /// Cells or edges a wavelength.
    pub per_wavelength: f64,
    /// How far a wave on the grid lags behind after a wavelength, in degrees; none for a mesh.
    pub phase_error_deg: Option<f64>,
}
