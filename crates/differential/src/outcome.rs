//! Runs a scene and classifies how it ended.

use crate::generate::OCTAHEDRON;
use poynting::{ErrorKind, Precision, Results, RunOptions, Scene, Simulation, Solver};
use poynting_scene::TraversalChoice;
use serde_json::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

/// How a run ended.
#[derive(Debug)]
pub enum Outcome {
    /// With results, all of them finite.
    Done(Box<Results>),
    /// The scene was refused, with this message.
    Refused(String),
    /// It ended in a way that no scene may: a panic, growing fields, a non-finite number.
    Broken(String),
}

/// Options of a run that override those of the scene.
#[derive(Debug, Clone, Copy, Default)]
pub struct Overrides {
    /// Precision.
    pub precision: Option<Precision>,
    /// Order of updates.
    pub traversal: Option<TraversalChoice>,
    /// The solver.
    pub solver: Option<Solver>,
}

/// The scene as file text, with units.
pub fn text(scene: &Value) -> Result<String, String> {
    read(scene).map(|scene| scene.text.clone())
}

/// The scene of such a text, with bare numbers again: its units are those of the SI, so that they can be dropped.
pub fn bare(text: &str) -> Result<Value, serde_json::Error> {
    fn walk(value: &mut Value) {
        match value {
            Value::String(word) => {
                let number = word.split(' ').next().and_then(|n| n.parse::<f64>().ok());
                if let Some(number) = number {
                    *value = serde_json::json!(number);
                }
            }
            Value::Array(items) => items.iter_mut().for_each(walk),
            Value::Object(table) => table.values_mut().for_each(walk),
            _ => {}
        }
    }
    let mut scene = serde_json::from_str(text)?;
    walk(&mut scene);
    Ok(scene)
}

fn read(scene: &Value) -> Result<Scene, String> {
    let file = files().join("random.json");
    Scene::from_built(&scene.to_string(), &file.to_string_lossy()).map_err(|e| e.render())
}

/// The folder with the files that scenes refer to.
fn files() -> PathBuf {
    let folder = std::env::temp_dir().join("poynting-differential");
    let file = folder.join(OCTAHEDRON.0);
    if !file.exists() {
        // If it cannot be written, the scene that needs it is refused with the name of the file.
        let written =
            std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&file, OCTAHEDRON.1));
        drop(written);
    }
    folder
}

/// Runs a scene on one thread.
pub fn run(scene: &Value, overrides: Overrides) -> Outcome {
    let options = RunOptions {
        threads: Some(1),
        precision: overrides.precision,
        traversal: overrides.traversal,
        solver: overrides.solver,
        ..RunOptions::default()
    };
    let attempt = || -> Result<Results, Outcome> {
        let scene = read(scene).map_err(Outcome::Refused)?;
        let simulation = Simulation::from(scene);
        let ended = simulation.run(&options);
        ended.map_err(|error| match error.kind() {
            ErrorKind::Diverged => Outcome::Broken(error.to_string()),
            _ => Outcome::Refused(error.to_string()),
        })
    };
    match catch_unwind(AssertUnwindSafe(attempt)) {
        Ok(Ok(results)) => finite(results),
        Ok(Err(outcome)) => outcome,
        Err(panic) => {
            let said = panic.downcast_ref::<String>().cloned();
            let said = said.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string));
            Outcome::Broken(format!("panic: {}", said.unwrap_or_default()))
        }
    }
}

fn finite(results: Results) -> Outcome {
    for quantity in &results.quantities {
        if let Some(place) = quantity.data.iter().position(|v| !v.is_finite()) {
            let name = &quantity.declaration.name;
            let value = quantity.data[place];
            return Outcome::Broken(format!("{name} is {value} at index {place}"));
        }
    }
    Outcome::Done(Box::new(results))
}
