//! A run to be made.

use crate::checkpoint::Checkpoint;
use crate::plan::Plan;
use poynting_observe::Sink;
use poynting_scene::Scene;

/// A scene to be run, and the sink of its observations.
pub struct Job<'a> {
    /// The scene.
    pub scene: &'a Scene,
    /// Its plan.
    pub plan: &'a Plan,
    /// Receives the observations.
    pub sink: &'a mut dyn Sink,
    /// Where its state is kept meanwhile, if anywhere.
    pub checkpoint: Option<Checkpoint>,
}
