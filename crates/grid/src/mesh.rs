//! From a scene to its grid.

use crate::lines::Meshed;
use crate::messages::GridError;
use crate::{absorber, auto, checks, regular, strips};
use poynting_geometry::Solid;
use poynting_scene::{GridKind, MaterialId, Scene};

/// Generates the grid of a scene. `solids` are the compiled structures, in the order of the scene.
///
/// On an axis with a symmetry plane the grid covers the upper half of the domain only; it continues behind an absorbing
/// face.
pub fn mesh(scene: &Scene, solids: &[(Solid, MaterialId)]) -> Result<Meshed, GridError> {
    let mut meshed = match &scene.grid.kind {
        GridKind::Auto { .. } => auto::mesh(scene, solids)?,
        GridKind::Uniform { spacing } => regular::uniform(scene, spacing)?,
        GridKind::Lines { lines } => regular::given(scene, lines)?,
    };
    meshed.max_frequency = scene.max_frequency();
    checks::run(scene, solids, &mut meshed);
    strips::check(scene, solids, &mut meshed);
    absorber::add(scene, &mut meshed)?;
    Ok(meshed)
}
