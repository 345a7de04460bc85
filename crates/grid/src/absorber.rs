//! PML cells behind the absorbing faces of the domain, each as large as the last cell inside.

use crate::lines::{Grid, Layers, MAX_LINES, Meshed};
use crate::messages::GridError;
use poynting_scene::{Point, Scene, Wall};

/// Distance inside a face at which the material is looked up, in cells.
const INSIDE: f64 = 1e-3;

/// Adds the PML cells to a finished grid.
pub fn add(scene: &Scene, meshed: &mut Meshed) -> Result<(), GridError> {
    let layers = layers(scene);
    for (axis, [before, after]) in layers.into_iter().enumerate() {
        let inside = &meshed.grid.lines[axis];
        let lines = inside.len() as f64 + before as f64 + after as f64;
        if lines > MAX_LINES as f64 {
            return Err(GridError::TooManyLines { axis, lines });
        }
        let n = inside.len() - 1;
        let (first, last) = (inside[0], inside[n]);
        let (low, high) = (inside[1] - first, last - inside[n - 1]);
        let below = (1..=before).rev().map(|k| first - k as f64 * low);
        let above = (1..=after).map(|k| last + k as f64 * high);
        let all = below.chain(inside.iter().copied()).chain(above).collect();
        meshed.grid.lines[axis] = all;
    }
    for flattened in &mut meshed.flattened {
        flattened.line += layers[flattened.axis][0];
    }
    meshed.layers = layers;
    Ok(())
}

fn layers(scene: &Scene) -> Layers {
    std::array::from_fn(|axis| {
        std::array::from_fn(|side| {
            let is_mirror = side == 0 && scene.symmetry[axis].is_some();
            let absorbs = scene.boundary.walls[axis][side] == Wall::Pml;
            if absorbs && !is_mirror {
                scene.boundary.pml.layers
            } else {
                0
            }
        })
    })
}

impl Grid {
    /// The first and last line along an axis that are not behind an absorbing face.
    pub fn faces(&self, layers: Layers, axis: usize) -> [f64; 2] {
        let [before, after] = layers[axis];
        let lines = &self.lines[axis];
        [lines[before], lines[lines.len() - 1 - after]]
    }

    /// The point of the domain whose material a point has: whatever touches an absorbing face continues behind it.
    pub fn inside(&self, layers: Layers, at: Point) -> Point {
        std::array::from_fn(|axis| {
            let [before, after] = layers[axis];
            let lines = &self.lines[axis];
            let n = lines.len() - 1;
            let mut x = at[axis];
            // Just inside, so that a solid that ends at the face contains it.
            if before > 0 {
                let cell = lines[before + 1] - lines[before];
                x = x.max(lines[before] + INSIDE * cell);
            }
            if after > 0 {
                let cell = lines[n - after] - lines[n - after - 1];
                x = x.min(lines[n - after] - INSIDE * cell);
            }
            x
        })
    }
}
