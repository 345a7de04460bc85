//! Maximum cell sizes: lambda / n in every material, over the extent of its structures,
//!
//!   lambda = c0 / (f sqrt(eps_r mu_r)),
//!
//! with the largest permittivity and permeability over the axes. In a good conductor, sigma > 10 omega eps,
//! the wavelength is 2 pi times the skin depth delta = 1/sqrt(pi f mu sigma) (Jackson, "Classical
//! Electrodynamics", 3rd ed., 1999, section 5.18); no grid resolves that, and none is required to.
//!
//! In a dispersive medium sqrt(`eps_r` `mu_r`) is replaced by the magnitude of the index n = sqrt(eps(f) mu(f)), so that
//! fields that penetrate only a fraction of a wavelength into a metal are resolved too; where |n| > 10 and fields decay
//! faster than they oscillate, they are not. n is at least its value at infinite frequency: terms that cancel the constant at
//! one frequency do not do so at others.
//!
//! A flat layer, such as the substrate of a strip line, needs cells across it even where it is thin compared with the wavelength,
//! since the field between two metals varies over its thickness: it gets [`LAYER_CELLS`] of them, unless they would be smaller
//! than [`THINNEST`] of the size allowed by the wavelength. Along the port of a line, a wave settles and is measured within
//! [`LINE_PORT_CELLS`] cells.

use poynting_geometry::{Aabb, Solid};
use poynting_physics::constants::{C0, EPS0, MU0};
use poynting_physics::{Complex, PhasorArithmetic};
use poynting_scene::{MaterialId, MaterialKind, Medium, Scene};
use std::f64::consts::PI;

/// Above this ratio of conduction to displacement current a material counts as a good conductor.
const GOOD_CONDUCTOR: f64 = 10.0;

/// Cells across a flat layer.
const LAYER_CELLS: f64 = 4.0;
/// A layer makes cells no smaller than this fraction of the size allowed by the wavelength.
const THINNEST: f64 = 1.0 / 12.0;

/// Cells along the port of a line: two more than it needs, for ends that are moved to nearby lines.
const LINE_PORT_CELLS: f64 = 10.0;

/// The requirement of a material on the grid at a frequency.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Scale {
    /// A wave of this wavelength.
    Wavelength(f64),
    /// None, but fields penetrate only this deep.
    SkinDepth(f64),
    /// No fields inside.
    Impenetrable,
}

fn largest(v: [f64; 3]) -> f64 {
    v[0].max(v[1]).max(v[2])
}

/// The ratio of the vacuum wavelength to that in the medium, or to the decay length.
pub fn index(m: &Medium, frequency: f64) -> f64 {
    let constant = (largest(m.eps_r) * largest(m.mu_r)).sqrt();
    if m.is_dispersive() {
        complex_index(m, frequency).norm().max(constant)
    } else {
        constant
    }
}

/// n along the axis where it is largest.
fn complex_index(m: &Medium, frequency: f64) -> Complex {
    let most = |values: [[f64; 2]; 3]| {
        let values = values.map(|[re, im]| Complex::new(re, im));
        let larger = |a: Complex, b: Complex| if b.norm() > a.norm() { b } else { a };
        larger(larger(values[0], values[1]), values[2])
    };
    // Separate roots: the product of two negative numbers would hide them.
    most(m.permittivity(frequency)).root() * most(m.permeability(frequency)).root()
}

fn dispersive_scale(m: &Medium, frequency: f64) -> Scale {
    let n = complex_index(m, frequency);
    if n.norm() > GOOD_CONDUCTOR && n.im.abs() > n.re.abs() {
        Scale::SkinDepth(C0 / (2.0 * PI * frequency * n.im.abs()))
    } else {
        Scale::Wavelength(C0 / (frequency * index(m, frequency)))
    }
}

fn medium_scale(m: &Medium, frequency: f64) -> Scale {
    if m.is_dispersive() {
        return dispersive_scale(m, frequency);
    }
    let (eps, mu, sigma) = (largest(m.eps_r), largest(m.mu_r), largest(m.sigma));
    if sigma > GOOD_CONDUCTOR * 2.0 * PI * frequency * EPS0 * eps {
        Scale::SkinDepth(1.0 / (PI * frequency * MU0 * mu * sigma).sqrt())
    } else {
        Scale::Wavelength(C0 / (frequency * (eps * mu).sqrt()))
    }
}

/// The scale of a material of the scene.
pub fn scale(scene: &Scene, id: MaterialId, frequency: f64) -> Scale {
    match scene.materials.get(id.0 as usize).map(|m| &m.kind) {
        Some(MaterialKind::Medium(m)) => medium_scale(m, frequency),
        Some(MaterialKind::Pec | MaterialKind::Pmc | MaterialKind::Conductor(_)) => {
            Scale::Impenetrable
        }
        Some(MaterialKind::Resistive { .. }) | None => Scale::Wavelength(C0 / frequency),
    }
}

/// Cell sizes of a structure along each axis: from its wavelength, smaller across a layer that fields penetrate.
fn layered(scene: &Scene, (solid, id): (&Solid, MaterialId), size: f64) -> [f64; 3] {
    let medium = matches!(
        scene.materials.get(id.0 as usize).map(|m| &m.kind),
        Some(MaterialKind::Medium(_))
    );
    let Some(layer) = solid
        .as_box()
        .filter(|_| medium && id != MaterialId::VACUUM)
    else {
        return [size; 3];
    };
    layer
        .extent()
        .map(|thickness| (thickness / LAYER_CELLS).max(THINNEST * size).min(size))
}

/// The name of a material, for messages.
pub fn material_name(scene: &Scene, id: MaterialId) -> &str {
    scene
        .materials
        .get(id.0 as usize)
        .map_or("unknown", |m| m.name.as_str())
}

/// Maximum cell sizes by position.
#[derive(Debug)]
pub struct Sizes {
    /// Outside all structures.
    background: f64,
    regions: Vec<Region>,
    /// Minimum cell size.
    pub min_cell: f64,
}

#[derive(Debug)]
struct Region {
    bounds: Aabb,
    /// The size allowed by its wavelength.
    wave: f64,
    /// The size required along each axis.
    size: [f64; 3],
    material: MaterialId,
}

/// Limits on cells that come from the scene rather than from a material.
#[derive(Debug, Clone, Copy)]
pub struct CellLimits {
    pub cells_per_wavelength: f64,
    pub min_cell: Option<f64>,
    pub max_cell: Option<f64>,
}

impl Sizes {
    /// `None` without a frequency and without a largest cell.
    pub fn new(scene: &Scene, solids: &[(Solid, MaterialId)], limits: &CellLimits) -> Option<Self> {
        let frequency = scene.max_frequency().filter(|f| *f > 0.0);
        let most = limits.max_cell.unwrap_or(f64::INFINITY);
        let min_cell = limits.min_cell.unwrap_or(0.0);
        let size = |id| match frequency.map(|f| scale(scene, id, f)) {
            Some(Scale::Wavelength(lambda)) => (lambda / limits.cells_per_wavelength)
                .min(most)
                .max(min_cell),
            _ => most.max(min_cell),
        };
        let background = size(MaterialId::VACUUM);
        let regions = solids.iter().map(|(solid, id)| Region {
            bounds: solid.bounds(),
            wave: size(*id),
            size: layered(scene, (solid, *id), size(*id)).map(|s| s.max(min_cell)),
            material: *id,
        });
        let ports = scene.line_ports.iter().map(|port| {
            let length = port.to[port.axis] - port.from[port.axis];
            let mut size = [f64::INFINITY; 3];
            size[port.axis] = (length / LINE_PORT_CELLS).max(min_cell);
            Region {
                bounds: Aabb {
                    min: port.from,
                    max: port.to,
                },
                wave: background,
                size,
                material: MaterialId::VACUUM,
            }
        });
        background.is_finite().then(|| Self {
            background,
            regions: regions
                .chain(ports)
                .filter(|r| r.size.iter().any(|s| *s < background))
                .collect(),
            min_cell,
        })
    }

    /// Largest cell at a coordinate allowed by the wavelength: the scale of details there.
    pub fn at(&self, axis: usize, x: f64) -> f64 {
        self.regions
            .iter()
            .filter(|r| r.bounds.min[axis] <= x && x <= r.bounds.max[axis])
            .map(|r| r.wave)
            .fold(self.background, f64::min)
    }

    /// Largest cell between two lines, and the material that sets it. A region that extends in by less than
    /// half of its cell and half of the interval has been snapped to the line next to it.
    pub fn between(&self, axis: usize, from: f64, to: f64) -> (f64, MaterialId) {
        let mut best = (self.background, MaterialId::VACUUM);
        for r in &self.regions {
            let overlap = to.min(r.bounds.max[axis]) - from.max(r.bounds.min[axis]);
            let size = r.size[axis];
            if size < best.0 && (overlap > 0.5 * size || overlap > 0.5 * (to - from)) {
                best = (size, r.material);
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use poynting_scene::Term;

    #[test]
    fn the_index_at_the_frequency_counts_in_dispersive_media() {
        let water = Medium {
            eps_r: [5.0; 3],
            electric: vec![Term::debye(73.0, 8.3e-12)],
            ..Medium::VACUUM
        };
        // eps = 5 + 73/(1 + j 0.0522) at 1 GHz: 77.80 - 3.80j, |n| = 8.826.
        let Scale::Wavelength(lambda) = medium_scale(&water, 1e9) else {
            panic!("a conductor")
        };
        assert!((C0 / 1e9 / lambda - 8.826).abs() < 1e-3, "{lambda}");
        let gold = |frequency| {
            let medium = Medium {
                electric: vec![Term::Drude {
                    plasma: 1.37e16,
                    collision: 4e13,
                }],
                ..Medium::VACUUM
            };
            medium_scale(&medium, frequency)
        };
        // In the visible range fields decay over c/wp, 22 nm; that is resolved, and nothing at microwaves.
        let Scale::Wavelength(lambda) = gold(5e14) else {
            panic!("a conductor")
        };
        assert!((lambda / (2.0 * PI) / (C0 / 1.37e16) - 1.0).abs() < 0.05);
        assert!(matches!(gold(1e10), Scale::SkinDepth(_)));
        // Where the terms cancel the constant, the wavelength at infinite frequency applies.
        let Scale::Wavelength(lambda) = gold(1.37e16 / (2.0 * PI)) else {
            panic!("a conductor")
        };
        assert!((lambda / (2.0 * PI * C0 / 1.37e16) - 1.0).abs() < 1e-3);
    }
}
