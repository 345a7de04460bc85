//! How long the energy must stay low before a run ends.

use poynting_fdtd_core::block::BLOCK;
use poynting_scene::{MaterialKind, Scene};

/// Periods of the highest frequency for which the energy must stay low where media may store some of it.
const HELD_PERIODS: f64 = 2.0;
/// The same in blocks, where no frequency is known.
const HELD_BLOCKS: u64 = 16;

/// Steps for which the energy must stay low. The monitored energy is that of the fields. Media with free charges or strong poles, and
/// inductors and capacitors, take most of it and return it twice per period, so that a single check may fall into a gap: there it must stay
/// low for two periods of the highest frequency. A laminate stores next to nothing and needs no wait.
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
