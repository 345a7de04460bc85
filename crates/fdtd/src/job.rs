//! What is to be run.

use crate::plan::Plan;
use poynting_observe::Sink;
use poynting_scene::Scene;

/// A scene to be run, and where its observations go.
pub struct Job<'a> {
    /// What to run.
    pub scene: &'a Scene,
    /// How it was laid out.
    pub plan: &'a Plan,
    /// Takes what is observed.
    pub sink: &'a mut dyn Sink,
}
