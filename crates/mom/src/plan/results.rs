//! The memory that the results of a frequency take before they are written.

use poynting_mom_core::pattern::FarField;
use poynting_mom_core::space::RwgSpace;
use poynting_physics::Complex;
use poynting_scene::{MonitorKind, Scene};

/// Numbers that follow from the far field in a direction: two complex components, directivity, axial ratio and two gains.
const OF_A_DIRECTION: usize = 8;
/// Numbers of a wave from a direction: the four elements of a scattering matrix and their cross sections.
const OF_A_WAVE: usize = 16;

/// Bytes of all results of a frequency, and of what they are computed from.
pub fn bytes(scene: &Scene, space: &RwgSpace) -> u64 {
    let number = size_of::<f64>();
    let triangles = space.triangles().len();
    let of = |kind: &MonitorKind| match kind {
        MonitorKind::FarField { theta, phi, .. } => {
            theta.len() * phi.len() * (size_of::<FarField>() + OF_A_DIRECTION * number)
        }
        MonitorKind::Monostatic { theta, phi, .. } | MonitorKind::Bistatic { theta, phi, .. } => {
            theta.len() * phi.len() * OF_A_WAVE * number
        }
        // Complex vectors at the centroids and as numbers, and the mesh as numbers.
        MonitorKind::SurfaceCurrent { .. } => {
            triangles * (2 * 3 * size_of::<Complex>() + 6 * number)
        }
        MonitorKind::Field { samples, .. } => {
            let points: usize = samples.unwrap_or([0; 3]).iter().product();
            points * 2 * 6 * size_of::<Complex>()
        }
        _ => 0,
    };
    let currents = space.len() * size_of::<Complex>();
    let monitors = scene.monitors.iter().map(|monitor| of(&monitor.kind));
    (currents + monitors.sum::<usize>()) as u64
}
