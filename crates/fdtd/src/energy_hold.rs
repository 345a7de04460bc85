//! For how long the energy must stay low before a run ends.

use poynting_fdtd_core::block::BLOCK;
use poynting_scene::{MaterialKind, Scene};

/// Periods of the highest frequency for which the energy must stay low where media may hide some of it.
const HELD_PERIODS: f64 = 2.0;
/// Blocks for which it must where no frequency is known.
const HELD_BLOCKS: u64 = 16;

/// Steps for which the energy must stay low. What is watched is the energy of the fields. Media with free charges or strong poles, and
/// inductors and capacitors, take most of it and give it back twice a period, so that a single look may fall into a gap: there it must stay
/// low for two periods of the highest frequency. A laminate hides next to nothing and is not waited for.
pub fn held(scene: &Scene, dt: f64) -> u64 {
    let hides =
        |kind: &MaterialKind| matches!(kind, MaterialKind::Medium(m) if m.may_hide_energy());
    let mut structures = scene.structures.iter();
    let media = structures.any(|s| hides(&scene.materials[s.material.0 as usize].kind));
    let mut elements = scene.elements.iter().map(|e| e.circuit);
    let reactive = elements.any(|c| c.inductance.is_some() || c.capacitance.is_some());
    match scene.max_frequency() {
        Some(highest) if media || reactive => (HELD_PERIODS / (highest * dt)).ceil() as u64,
        None if media || reactive => HELD_BLOCKS * BLOCK as u64,
        _ => 0,
    }
}
