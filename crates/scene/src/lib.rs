//! What the user describes: a scene in TOML or JSON, read with the place of every value, checked as a
//! whole, and handed on in SI units.
//!
//! ```
//! let scene = poynting_scene::Scene::from_toml(
//!     r#"
//!     [domain]
//!     from = ["0 mm", "0 mm", "0 mm"]
//!     to = ["25 mm", "12.5 mm", "60 mm"]
//!     [[sources]]
//!     name = "current"
//!     type = "soft-point"
//!     component = "Ey"
//!     at = ["6 mm", "6 mm", "13 mm"]
//!     waveform = { type = "gaussian", amplitude = "1 A/m^2", bandwidth = "15 GHz" }
//!     [stop]
//!     time = "10 ns"
//!     "#,
//!     "cavity.toml",
//! )?;
//! assert_eq!(scene.domain.to, [0.025, 0.0125, 0.06]);
//! assert_eq!(scene.max_frequency().map(f64::round), Some(15e9));
//! # Ok::<(), poynting_scene::SceneError>(())
//! ```
//!
//! A mistake is never guessed away: all mistakes of a file are gathered in a [`SceneError`], each with
//! its place, its cause and its cure.

mod angular;
mod decode;
mod direction;
mod element;
mod element_records;
mod error;
mod examples;
mod layout;
pub mod library;
mod lists;
mod lower;
mod material_records;
mod model;
mod mom;
mod mom_records;
mod monitor;
mod monitor_records;
mod network;
mod network_records;
mod part;
mod port;
mod port_records;
mod quantity;
mod records;
mod schema;
mod shape;
mod shape_records;
mod sweep;
mod tree;
mod units;
mod values;
mod wave_records;
mod waveform;
mod wire;
mod wire_records;

use std::path::{Path, PathBuf};

use decode::Decode;
pub use element::*;
use error::Dialect;
pub use error::{Mistake, SceneError};
pub use examples::{Example, examples};
pub use model::*;
pub use mom::*;
pub use monitor::*;
pub use network::*;
pub use part::Part;
pub use port::*;
pub use schema::{json_schema, reference};
pub use shape::Shape;
pub use wire::Wire;

impl Scene {
    /// Reads a scene in TOML. `file_name` is used in messages; files named in the scene are looked for
    /// in its folder.
    pub fn from_toml(text: &str, file_name: &str) -> Result<Self, SceneError> {
        read(text, file_name, Dialect::Toml)
    }

    /// Reads a scene in JSON; see [`Scene::from_toml`].
    pub fn from_json(text: &str, file_name: &str) -> Result<Self, SceneError> {
        read(text, file_name, Dialect::Json)
    }

    /// Reads a scene that a program built, in JSON where bare numbers are in SI units; its text then has the units. Messages are in
    /// the terms of Python.
    pub fn from_built(text: &str, file_name: &str) -> Result<Self, SceneError> {
        read(text, file_name, Dialect::Python)
    }

    /// Reads a scene file, TOML or JSON by its ending.
    pub fn from_path(path: impl AsRef<Path>) -> Result<Self, SceneError> {
        let path = path.as_ref();
        let ending = path
            .extension()
            .and_then(|e| e.to_str())
            .map(str::to_lowercase);
        let dialect = match ending.as_deref() {
            Some("toml") => Dialect::Toml,
            Some("json") => Dialect::Json,
            _ => {
                return Err(SceneError::Extension {
                    path: path.to_path_buf(),
                });
            }
        };
        let text = std::fs::read_to_string(path).map_err(|source| SceneError::Read {
            path: path.to_path_buf(),
            source,
        })?;
        read(&text, &path.display().to_string(), dialect)
    }

    /// Everything that drives the fields: sources, lumped ports, ports of lines.
    pub fn waveforms(&self) -> impl Iterator<Item = &Waveform> {
        let sources = self.sources.iter().map(|source| &source.waveform);
        sources.chain(self.excitations().filter_map(|(_, excitation)| excitation))
    }

    /// All ports by name, lumped ones first, each with what drives it.
    pub fn excitations(&self) -> impl Iterator<Item = (&str, Option<&Waveform>)> {
        let lumped = self.ports.iter().map(|p| (&*p.name, p.excitation.as_ref()));
        let lines = self.line_ports.iter();
        lumped.chain(lines.map(|p| (&*p.name, p.excitation.as_ref())))
    }

    /// The same scene with no port driven but this one.
    #[must_use]
    pub fn driving(&self, port: &str) -> Self {
        let mut alone = self.clone();
        let lumped = alone.ports.iter_mut().map(|p| (&p.name, &mut p.excitation));
        let lines = alone.line_ports.iter_mut();
        let all = lumped.chain(lines.map(|p| (&p.name, &mut p.excitation)));
        for (_, excitation) in all.filter(|(name, _)| *name != port) {
            *excitation = None;
        }
        alone
    }

    /// Where ports are asked for as a network, and where monitors need them for combinations; in hertz, rising.
    pub fn port_frequencies(&self) -> Vec<f64> {
        let Some(network) = &self.network else {
            return Vec::new();
        };
        let mut all = network.frequencies.clone();
        if !network.combinations.is_empty() {
            let spectral = self.monitors.iter().filter_map(|m| m.kind.spectral());
            all.extend(spectral.flat_map(|s| &s.frequencies));
            all.sort_by(f64::total_cmp);
            all.dedup();
        }
        all
    }

    /// The highest frequency of interest: that of the grid, else the highest at which a waveform's
    /// spectrum is 20 dB below its peak; `None` if there are only samples and
    /// phasors.
    pub fn max_frequency(&self) -> Option<f64> {
        let derived = self
            .waveforms()
            .filter_map(|waveform| waveform.shape.max_frequency());
        self.grid.max_frequency.or_else(|| derived.reduce(f64::max))
    }
}

fn read(text: &str, file_name: &str, dialect: Dialect) -> Result<Scene, SceneError> {
    let mut out = error::Diagnostics::new(file_name, text, dialect);
    let format = match dialect {
        Dialect::Toml => Format::Toml,
        Dialect::Json | Dialect::Python => Format::Json,
    };
    let scene = match tree::parse(text, format) {
        Ok(tree) => records::SceneRecord::decode(&tree, &mut out).and_then(|record| {
            let folder = Path::new(file_name)
                .parent()
                .filter(|p| *p != Path::new(""));
            let base_dir = folder.map_or_else(|| PathBuf::from("."), Path::to_path_buf);
            let origin = lower::Origin {
                text: text.to_string(),
                format,
                base_dir,
            };
            lower::scene(&record, origin, &mut out)
        }),
        Err(error) => {
            out.report(error.span, error.message, "here", error.help);
            None
        }
    };
    match scene {
        Some(mut scene) if out.is_empty() => {
            scene.text = out.completed_text();
            Ok(scene)
        }
        _ => Err(out.into_error()),
    }
}
