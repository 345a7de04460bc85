//! A scene built by a program: the tables of a scene file, checked like a file.

use crate::error::{Dialect, SceneError};
use crate::files::FileAccess;
use crate::parse::parse;
use crate::scene::Scene;
use serde_json::{Map, Value as Json, json};
use std::path::PathBuf;

/// Collects the tables of a scene under the names of the scene file; [`SceneBuilder::build`] checks them like a file.
///
/// A quantity is a text with its unit, or a number in SI units.
///
/// ```
/// use poynting_scene::{Scene, SceneError, json};
///
/// let waveform = json!({ "type": "gaussian", "amplitude": "1 A/m^2", "bandwidth": "15 GHz" });
/// let scene = Scene::builder()
///     .title("Metal box")
///     .domain(json!({ "from": [0, 0, 0], "to": ["25 mm", "12.5 mm", 0.06] }))
///     .source(json!({
///         "name": "current", "type": "soft-point", "component": "Ey",
///         "at": ["6 mm", "6 mm", "13 mm"], "waveform": waveform,
///     }))
///     .stop(json!({ "time": "10 ns" }))
///     .build()?;
/// assert_eq!(scene.domain.to, [0.025, 0.0125, 0.06]);
/// # Ok::<(), SceneError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
#[must_use]
pub struct SceneBuilder {
    tables: Map<String, Json>,
    base_dir: PathBuf,
}

impl Scene {
    /// A scene without tables yet.
    pub fn builder() -> SceneBuilder {
        SceneBuilder::default()
    }
}

macro_rules! tables {
    ($($(#[doc = $about:literal])+ $name:ident)*) => {
        $( $(#[doc = $about])+ pub fn $name(mut self, table: Json) -> Self {
            self.tables.insert(stringify!($name).to_owned(), table);
            self
        } )*
    };
}

macro_rules! lists {
    ($($(#[doc = $about:literal])+ $name:ident in $key:literal)*) => {
        $( $(#[doc = $about])+ pub fn $name(mut self, table: Json) -> Self {
            let list = self.tables.entry($key).or_insert_with(|| json!([]));
            if let Json::Array(list) = list {
                list.push(table);
            }
            self
        } )*
    };
}

impl SceneBuilder {
    /// The title of the model, one line.
    pub fn title(mut self, title: &str) -> Self {
        self.tables.insert("title".to_owned(), json!(title));
        self
    }

    /// The number of dimensions: 3, the default, or 2 for bodies of infinite length.
    pub fn dimension(mut self, dimension: u64) -> Self {
        self.tables.insert("dimension".to_owned(), json!(dimension));
        self
    }

    /// The folder in which files that the scene names are looked for; the current one by default.
    pub fn base_dir(mut self, folder: impl Into<PathBuf>) -> Self {
        self.base_dir = folder.into();
        self
    }

    /// Adds a material.
    pub fn material(mut self, name: &str, table: Json) -> Self {
        let all = self.tables.entry("materials").or_insert_with(|| json!({}));
        all[name] = table;
        self
    }

    tables! {
        /// The region that is modelled.
        domain
        /// How the grid is defined.
        grid
        /// Boundary conditions at the faces of the domain.
        boundary
        /// Symmetry planes through the centre of the domain.
        symmetry
        /// S-parameters of the ports.
        network
        /// When the run ends.
        stop
        /// How the run can be continued after it was ended.
        checkpoint
        /// Options of the FDTD solver.
        fdtd
        /// Options of the method of moments.
        mom
        /// Options of rigorous coupled-wave analysis.
        rcwa
    }

    lists! {
        /// Adds a shape filled with a material; where two overlap, the later one takes precedence.
        structure in "structures"
        /// Adds a metal wire thinner than the grid.
        wire in "wires"
        /// Adds an impressed current or field.
        source in "sources"
        /// Adds a port.
        port in "ports"
        /// Adds a lumped element.
        element in "elements"
        /// Adds something to record.
        monitor in "monitors"
    }

    /// The scene, or all its mistakes.
    pub fn build(self) -> Result<Scene, SceneError> {
        let text = format!("{:#}", Json::Object(self.tables));
        let name = self.base_dir.join("Scene");
        parse(
            &text,
            &name.to_string_lossy(),
            Dialect::Rust,
            FileAccess::Anywhere,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::json_schema;

    /// Like a scene file with the same tables.
    #[test]
    fn a_built_scene_is_that_of_a_file() {
        let built = Scene::builder()
            .title("Coated ball")
            .material("coat", json!({ "eps_r": 3 }))
            .structure(json!({ "name": "ball", "material": "pec", "shape": "sphere", "center": [0, 0, 0], "radius": "0.2 m" }))
            .structure(json!({ "name": "wall", "material": "coat", "shape": "box", "from": [1, 1, 1], "to": [2, 2, 2] }))
            .domain(json!({ "from": [-3, -3, -3], "to": ["3 m", "3 m", "3 m"] }))
            .grid(json!({ "spacing": 0.1 }))
            .source(json!({ "name": "point", "type": "soft-point", "at": [0, 0, 1], "component": "Ez",
                            "waveform": { "type": "gaussian", "amplitude": "1 A/m^2", "bandwidth": "100 MHz" } }))
            .stop(json!({ "steps": 10 }))
            .build()
            .unwrap();
        let read = Scene::from_json(&built.text, "Scene").unwrap();
        assert_eq!(built, read);
        assert_eq!(built.structures.len(), 2);
        assert!(built.text.contains("\"0.1 m\""), "{}", built.text);
    }

    #[test]
    fn every_mistake_is_reported() {
        let wrong = Scene::builder()
            .domain(json!({ "from": [0, 0, 0], "too": [1, 1, 1] }))
            .stop(json!({ "time": "3 mm" }))
            .build();
        let wrong = wrong.unwrap_err();
        let text = wrong.render();
        assert!(wrong.mistakes().len() >= 2, "{text}");
        assert!(text.contains("too") && text.contains("3 mm"), "{text}");
        assert!(!text.contains("from_"), "{text}");
    }

    /// A table that the scene file gains must be added here too.
    #[test]
    fn every_table_can_be_given() {
        let all = SceneBuilder::default()
            .title("")
            .dimension(3)
            .material("m", json!({}))
            .domain(json!({}))
            .grid(json!({}))
            .boundary(json!({}))
            .symmetry(json!({}))
            .network(json!({}))
            .stop(json!({}))
            .checkpoint(json!({}))
            .fdtd(json!({}))
            .mom(json!({}))
            .rcwa(json!({}))
            .structure(json!({}))
            .wire(json!({}))
            .source(json!({}))
            .port(json!({}))
            .element(json!({}))
            .monitor(json!({}));
        let schema = json_schema();
        let keys = schema["properties"].as_object().unwrap().keys();
        for key in keys.filter(|key| *key != "$schema") {
            assert!(all.tables.contains_key(key), "{key}");
        }
    }
}
