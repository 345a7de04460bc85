//! The user's description: a scene in TOML or JSON, read with the position of every value, checked as a
//! whole, and converted to SI units.
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
//! Mistakes are never silently corrected: all mistakes of a file are collected in a [`SceneError`], each with
//! its position, its cause and how to fix it.

mod angular;
mod builder;
mod decode;
mod direction;
mod element;
mod element_records;
mod error;
mod examples;
mod field;
mod files;
mod format;
mod layout;
pub mod library;
mod lists;
mod lower;
mod material_records;
mod measures;
mod model;
mod mom;
mod mom_records;
mod monitor;
mod monitor_records;
mod network;
mod network_records;
mod options;
mod outline;
mod parse;
mod part;
mod port;
mod port_records;
mod quantity;
mod rcwa;
mod rcwa_records;
mod records;
mod scene;
mod schema;
mod shape;
mod shape_records;
mod sweep;
mod tree;
mod units;
mod values;
mod visible;
mod wave_records;
mod waveform;
mod waveform_records;
mod wire;
mod wire_records;

pub use builder::SceneBuilder;
pub use element::*;
pub use error::{Mistake, SceneError};
pub use examples::{Example, examples};
pub use field::{Component, Point};
pub use files::{FileAccess, read_file};
pub use format::Format;
pub use model::*;
pub use mom::*;
pub use monitor::*;
pub use network::*;
pub use options::*;
pub use outline::*;
pub use part::Part;
pub use port::*;
pub use poynting_physics::media::{Conductor, Medium, SurfaceAdmittance, Term};
pub use rcwa::*;
pub use scene::{Model, Scene};
pub use schema::{json_schema, reference};
pub use serde_json::json;
pub use shape::Shape;
pub use sweep::Adaptive;
pub use units::read_duration;
pub use visible::visible;
pub use waveform::{Pulse, Waveform};
pub use wire::Wire;
