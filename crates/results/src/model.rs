//! The model as stored in `model.json`: geometry, grid and machine, which a report shows without solving anything again.

use serde::{Deserialize, Serialize};

/// Geometry, grid or mesh, and machine of a run. Other programs read these field names.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Model {
    /// The processor and operating system of the run.
    pub machine: String,
    /// Surfaces of structures and wires.
    pub bodies: Vec<Body>,
    /// The domain, and the positions of ports, sources and monitors.
    pub regions: Vec<Region>,
    /// Grid lines along x, y and z in metres, including the PML layers; none without a grid.
    pub grid: Option<[Vec<f64>; 3]>,
    /// The triangles that carry currents, if there are few enough to display.
    #[serde(default)]
    pub mesh: Option<Triangles>,
    /// The surface of metal and sheets as the FDTD grid has it; only before a run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metal: Option<Triangles>,
    /// Tables of facts, each with a heading.
    pub facts: Vec<Facts>,
    /// Resolution of waves on the grid or mesh.
    pub resolution: Vec<Resolution>,
    /// Whether nothing in the model, apart from ports, dissipates power.
    pub is_lossless: bool,
    /// Relative error allowed in products with a compressed matrix.
    pub accuracy: Option<f64>,
    /// Parts of the scene that could not be shown, and why.
    pub missing: Vec<String>,
}

/// An object with a surface.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Body {
    /// The structure's name.
    pub name: String,
    /// The name of its material.
    pub material: String,
    /// What kind of material that is.
    pub substance: Substance,
    /// Its surface.
    #[serde(flatten)]
    pub surface: Triangles,
}

/// A triangle mesh with shared vertices.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Triangles {
    /// Vertices in metres.
    pub vertices: Vec<[f32; 3]>,
    /// Vertex indices, from zero.
    pub triangles: Vec<[u32; 3]>,
}

/// What a body is made of, as far as a picture shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Substance {
    /// Metal.
    Metal,
    /// Anything that fields penetrate.
    #[default]
    Medium,
}

/// A labelled box, plane, line or point.
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
    /// Direction of a current or of propagation, as a unit vector.
    pub direction: Option<[f64; 3]>,
}

/// What a region is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The modelled region.
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

#[cfg(feature = "hdf5")]
impl Model {
    /// What no run can have written; files of models come from strangers too.
    pub(crate) fn fault(&self) -> Option<String> {
        let bodies = self.bodies.iter().map(|body| &body.surface);
        let mut all = bodies.chain(&self.mesh).chain(&self.metal);
        let wrong = all.any(|surface| !surface.is_sound());
        wrong.then(|| "a triangle has a corner that does not exist".to_owned())
    }
}

#[cfg(feature = "hdf5")]
impl Triangles {
    fn is_sound(&self) -> bool {
        let count = self.vertices.len();
        let mut corners = self.triangles.iter().flatten();
        corners.all(|&corner| (corner as usize) < count)
    }
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

/// A value to display: a text, or a number shown with a suitable SI prefix.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// A number and its SI unit.
    Number(f64, String),
    /// A text.
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

/// Resolution of a wave in a medium at the highest frequency.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Resolution {
    /// The medium.
    pub medium: String,
    /// Cells or edges per wavelength.
    pub per_wavelength: f64,
    /// Phase error of a wave on the grid per wavelength, in degrees (lag); none for a mesh.
    pub phase_error_deg: Option<f64>,
}
