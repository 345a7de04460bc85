//! Metal as drawn: boxes, which may touch each other.

use poynting_geometry::{Aabb, End, Solid};
use poynting_scene::{MaterialId, Scene};

/// A metal box and the structure to which it belongs.
#[derive(Debug, Clone, Copy)]
pub struct MetalBox {
    /// Index into the structures.
    pub structure: usize,
    /// Its bounds.
    pub bounds: Aabb,
}

/// All metal boxes, including parts of unions.
pub fn metal_boxes(scene: &Scene, solids: &[(Solid, MaterialId)]) -> Vec<MetalBox> {
    let metal = solids.iter().enumerate();
    metal
        .filter(|(_, (_, material))| is_metal(scene, *material))
        .flat_map(|(structure, (solid, _))| {
            let boxes = solid.boxes().unwrap_or_default().into_iter();
            boxes.map(move |part| MetalBox {
                structure,
                bounds: part.bounds(),
            })
        })
        .collect()
}

/// Whether a material is a metal, perfect or not, of which sheets can be made.
pub fn is_metal(scene: &Scene, id: MaterialId) -> bool {
    let material = scene.materials.get(id.0 as usize);
    material.is_some_and(|m| m.kind.has_sheets())
}

/// A side of a strip.
#[derive(Debug, Clone, Copy)]
pub struct Side {
    /// Its normal axis.
    pub axis: usize,
    /// Which of the two sides.
    pub end: End,
    /// The axis across which the strip is thin.
    pub normal: usize,
}

impl Side {
    /// Whether other metal continues the strip along the whole of this side: then there is no edge.
    pub fn goes_on(self, strip: &Aabb, metal: &[MetalBox], slack: f64) -> bool {
        let Self { axis, end, normal } = self;
        let along = 3 - axis - normal;
        let touches = |m: &Aabb| {
            let beyond = match end {
                End::Lower => {
                    let x = strip.min[axis] - slack;
                    m.max[axis] >= x && m.min[axis] < x
                }
                End::Upper => {
                    let x = strip.max[axis] + slack;
                    m.min[axis] <= x && m.max[axis] > x
                }
            };
            let level = m.min[normal] <= strip.max[normal] + slack
                && m.max[normal] >= strip.min[normal] - slack;
            beyond && level
        };
        let boxes = metal.iter().map(|m| &m.bounds);
        let mut beside: Vec<&Aabb> = boxes.filter(|m| touches(m)).collect();
        beside.sort_by(|m, n| m.min[along].total_cmp(&n.min[along]));
        let mut reached = strip.min[along];
        for m in beside {
            if m.min[along] <= reached + slack {
                reached = reached.max(m.max[along]);
            }
        }
        reached >= strip.max[along] - slack
    }
}
