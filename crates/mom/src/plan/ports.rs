//! Ports of a scene as gaps between the halves of their strips.

use poynting_scene::Scene;

use super::surface::Part;
use poynting_mom_core::error::MomError;
use poynting_mom_core::excitation::Gap;
use poynting_mom_core::space::RwgSpace;

/// A port on the mesh.
#[derive(Debug, Clone, PartialEq)]
pub struct PortGap {
    /// Its name.
    pub name: String,
    /// The location of its voltage, from the `-` to the `+` end.
    pub gap: Gap,
    /// Series resistance, in ohm.
    pub resistance: f64,
    /// Reference resistance of its power waves, in ohm: the series resistance, unless the network specifies another.
    pub reference: f64,
    /// Amplitude of the open-circuit voltage; zero if it is not driven.
    pub voltage: f64,
}

/// The gaps of all ports.
pub fn gaps(scene: &Scene, space: &RwgSpace, parts: &[Part]) -> Result<Vec<PortGap>, MomError> {
    let reference = scene.network.as_ref().and_then(|n| n.reference);
    let tags = &space.surface().tags;
    let gap = |number: usize| {
        let port = &scene.ports[number];
        let first = parts.iter().position(|p| *p == Part::Port(number));
        let first = first.map_or(0, |n| n as u32 + 1);
        let sides = [first, first + 1];
        let of_port = space.functions().iter().filter(|f| {
            let mut ends = f.halves.map(|half| tags[half.triangle]);
            ends.sort_unstable();
            ends == sides
        });
        let edges: Vec<[u32; 2]> = of_port.map(|f| f.edge).collect();
        let mut direction = [0.0; 3];
        direction[port.axis] = port.sign;
        Ok(PortGap {
            name: port.name.clone(),
            gap: Gap::new(space, &edges, direction)?,
            resistance: port.resistance,
            reference: reference.unwrap_or(port.resistance),
            voltage: port.excitation.as_ref().map_or(0.0, |w| w.amplitude),
        })
    };
    (0..scene.ports.len()).map(gap).collect()
}
