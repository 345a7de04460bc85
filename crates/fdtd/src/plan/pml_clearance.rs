//! Metal next to an absorbing face.
//!
//! A PML absorbs the waves that an antenna radiates, and also part of the near field that would otherwise return to it. On an inverted-F antenna (2.3
//! GHz, FR4) the resonance moved by 0.04 % with the PML at 20 mm, 0.16 % at 10 mm, 0.2 % at 5 mm, 0.4 % at 2 mm and 0.5 % at 1 mm; the effect on a
//! dipole, whose near field is weaker, is a tenth of that. So metal that ends closer than a twentieth of the shortest wavelength is reported. Metal
//! that continues into the PML, as a waveguide does, does not end there.

use crate::plan::Plan;
use poynting_grid::text::{axis_name, length};
use poynting_physics::constants::C0;
use poynting_scene::{Scene, Wall};

/// The distance, in shortest wavelengths, beyond which the PML hardly matters.
const FAR_ENOUGH: f64 = 1.0 / 20.0;
/// Metal closer to a face than this part of that distance touches it.
const TOUCHING: f64 = 1e-3;

impl Plan {
    /// Warns of metal of an antenna or a circuit that ends just before an absorbing face.
    pub(super) fn warn_of_metal_near_pml(&mut self, scene: &Scene) {
        let Some(highest) = scene.max_frequency() else {
            return;
        };
        if scene.ports.is_empty() {
            return;
        }
        let limit = FAR_ENOUGH * C0 / highest;
        let (mut names, mut faces, mut nearest) = (Vec::new(), Vec::new(), limit);
        for ((solid, material), structure) in self.solids.iter().zip(&scene.structures) {
            if !scene.materials[material.0 as usize].kind.is_metal() {
                continue;
            }
            let bounds = solid.bounds();
            for axis in 0..3 {
                let gaps = [
                    bounds.min[axis] - scene.domain.from[axis],
                    scene.domain.to[axis] - bounds.max[axis],
                ];
                for (side, gap) in gaps.into_iter().enumerate() {
                    let absorbs = scene.boundary.walls[axis][side] == Wall::Pml;
                    if absorbs && gap > TOUCHING * limit && gap < limit {
                        nearest = gap.min(nearest);
                        names.push(format!("`{}`", structure.name));
                        faces.push(format!("{}{}", ["-", "+"][side], axis_name(axis)));
                    }
                }
            }
        }
        if names.is_empty() {
            return;
        }
        for list in [&mut names, &mut faces] {
            list.sort_unstable();
            list.dedup();
        }
        self.warnings.push(format!(
            "{} ends {} before the absorbing layer at {}, which absorbs power from its near field: resonances shift by a few tenths of a per cent and the match is inaccurate; enlarge \
             the domain to leave {}, a twentieth of the shortest wavelength, or extend the metal into the layer",
            names.join(", "),
            length(nearest),
            faces.join(", "),
            length(limit)
        ));
    }
}
