//! Effects of a grid on the model: dispersion, skin depth, structures that are too thin or outside.
//!
//! A plane wave along an axis obeys sin(w dt/2)/(c dt) = sin(k d/2)/d (Taflove, Hagness, 3rd ed., section
//! 4.3). It is slowest for dt -> 0, where k = (2/d) asin(w d/(2c)); with N = lambda/d cells per wavelength the
//! phase error after one wavelength is 2 pi ((N/pi) asin(pi/N) - 1), and below N = pi no wave propagates.

use crate::lines::{Flattened, Grid, Meshed, covered};
use crate::messages::GridWarning;
use crate::size::{Scale, material_name, scale};
use poynting_geometry::{Aabb, Degeneracy, FeatureKind, Solid};
use poynting_scene::{GridKind, MaterialId, Scene};
use std::collections::BTreeMap;
use std::f64::consts::PI;

/// Fewer cells per wavelength than this are reported.
const USUAL_CELLS: f64 = 10.0;

/// Largest phase error in degrees after one wavelength of `cells` cells; infinite if no wave propagates.
pub fn phase_error_deg(cells: f64) -> f64 {
    if cells > PI {
        360.0 * (cells / PI * (PI / cells).asin() - 1.0)
    } else {
        f64::INFINITY
    }
}

/// Adds to the warnings, and lists flattened structures.
pub fn run(scene: &Scene, solids: &[(Solid, MaterialId)], meshed: &mut Meshed) {
    for index in 0..solids.len() {
        structure(scene, index, solids, meshed);
        symmetry(scene, index, solids, meshed);
    }
    wires(scene, meshed);
    if !matches!(scene.grid.kind, GridKind::Auto { .. }) {
        moved(scene, solids, meshed);
    }
    let Some(frequency) = meshed.max_frequency.filter(|f| *f > 0.0) else {
        return;
    };
    let mut largest: BTreeMap<MaterialId, f64> = BTreeMap::new();
    let whole = Aabb {
        min: scene.domain.from,
        max: scene.domain.to,
    };
    largest.insert(MaterialId::VACUUM, largest_cell(&meshed.grid, &whole));
    for (solid, material) in solids {
        let cell = largest_cell(&meshed.grid, &solid.bounds().intersection(&whole));
        let entry = largest.entry(*material).or_insert(0.0);
        *entry = entry.max(cell);
    }
    for (id, cell) in largest {
        let material = material_name(scene, id).to_owned();
        match scale(scene, id, frequency) {
            Scale::Wavelength(lambda) if lambda / cell < USUAL_CELLS * (1.0 - 1e-6) => {
                meshed.warnings.push(GridWarning::Dispersion {
                    material,
                    cells_per_wavelength: lambda / cell,
                    phase_error_deg_per_wavelength: phase_error_deg(lambda / cell),
                });
            }
            Scale::SkinDepth(depth) if depth < cell => {
                meshed.warnings.push(GridWarning::SkinDepth {
                    material,
                    depth,
                    cell,
                });
            }
            _ => {}
        }
    }
}

/// The largest spacing along any axis within a box; zero if the grid does not intersect it.
fn largest_cell(grid: &Grid, b: &Aabb) -> f64 {
    let mut largest: f64 = 0.0;
    for axis in 0..3 {
        let l = &grid.lines[axis];
        // Cells that the box barely touches do not count: their share is rounding.
        let inside =
            |w: &[f64]| w[1].min(b.max[axis]) - w[0].max(b.min[axis]) > 1e-3 * (w[1] - w[0]);
        let cells = l.windows(2).filter(|w| inside(w)).map(|w| w[1] - w[0]);
        largest = cells.fold(largest, f64::max);
    }
    largest
}

/// Warns of a structure that is neither its own image in a symmetry plane nor has one, judged by its bounds.
fn symmetry(scene: &Scene, index: usize, solids: &[(Solid, MaterialId)], meshed: &mut Meshed) {
    let b = solids[index].0.bounds();
    for axis in (0..3).filter(|&a| scene.symmetry[a].is_some()) {
        let sum = scene.domain.from[axis] + scene.domain.to[axis];
        let slack = 1e-6 * (scene.domain.to[axis] - scene.domain.from[axis]);
        let is_image = |other: &Aabb| {
            let ends = [
                sum - other.max[axis] - b.min[axis],
                sum - other.min[axis] - b.max[axis],
            ];
            let aside = (0..3).filter(|&a| a != axis);
            let mut offsets =
                aside.flat_map(|a| [other.min[a] - b.min[a], other.max[a] - b.max[a]]);
            ends.iter().all(|d| d.abs() < slack) && offsets.all(|d| d.abs() < slack)
        };
        let reaches = |end: f64, wall: f64, sign: f64| sign * (end - wall) >= -slack;
        let across = reaches(b.min[axis], scene.domain.from[axis], -1.0)
            && reaches(b.max[axis], scene.domain.to[axis], 1.0);
        let material = solids[index].1;
        if !across
            && !solids
                .iter()
                .any(|(s, m)| *m == material && is_image(&s.bounds()))
        {
            let structure = scene.structure_name(index);
            meshed
                .warnings
                .push(GridWarning::NotSymmetric { structure, axis });
        }
    }
}

/// The same for wires.
fn wires(scene: &Scene, meshed: &mut Meshed) {
    for axis in (0..3).filter(|&a| scene.symmetry[a].is_some()) {
        let sum = scene.domain.from[axis] + scene.domain.to[axis];
        let slack = 1e-6 * (scene.domain.to[axis] - scene.domain.from[axis]);
        for wire in &scene.wires {
            let image = |p: &[f64; 3]| {
                let mut image = *p;
                image[axis] = sum - p[axis];
                image
            };
            let near = |p: &[f64; 3], q: &[f64; 3]| (0..3).all(|a| (p[a] - q[a]).abs() < slack);
            let is_point = |p: [f64; 3]| {
                let mut points = scene.wires.iter().flat_map(|w| &w.points);
                points.any(|q| near(&p, q))
            };
            if !wire.points.iter().map(image).all(is_point) {
                meshed.warnings.push(GridWarning::NotSymmetric {
                    structure: wire.name.clone(),
                    axis,
                });
            }
        }
    }
}

/// Warns where a user-given grid has no line at a flat face or at the end of a port.
fn moved(scene: &Scene, solids: &[(Solid, MaterialId)], meshed: &mut Meshed) {
    let faces = solids.iter().enumerate().flat_map(|(index, (solid, _))| {
        let name = format!("a face of `{}`", scene.structure_name(index));
        let flat = solid
            .features()
            .into_iter()
            .filter(|f| !matches!(f.kind, FeatureKind::Extent));
        flat.map(move |f| (name.clone(), f.axis, f.coordinate))
    });
    let ports = scene.ports.iter().flat_map(|p| {
        [p.from, p.to].map(|end| (format!("an end of port `{}`", p.name), p.axis, end[p.axis]))
    });
    let elements = scene.elements.iter().flat_map(|e| {
        [e.from, e.to].map(|end| {
            (
                format!("an end of element `{}`", e.name),
                e.axis,
                end[e.axis],
            )
        })
    });
    let wires = scene.wires.iter().flat_map(|w| {
        let name = format!("a point of wire `{}`", w.name);
        let points = w.points.iter();
        points.flat_map(move |p| [0, 1, 2].map(|a| (name.clone(), a, p[a])))
    });
    let placed = faces.chain(ports).chain(elements).chain(wires);
    for (owner, axis, from) in placed {
        let [lower, upper] = covered(scene, axis);
        let line = meshed.grid.nearest_line(axis, from);
        let to = meshed.grid.lines[axis][line];
        let cell = meshed.grid.locate(axis, from);
        let size = meshed.grid.lines[axis][cell + 1] - meshed.grid.lines[axis][cell];
        let told = meshed.warnings.iter().any(
            |w| matches!(w, GridWarning::Moved { owner: o, axis: a, .. } if *o == owner && *a == axis),
        );
        if (lower..=upper).contains(&from) && (from - to).abs() > 0.02 * size && !told {
            meshed.warnings.push(GridWarning::Moved {
                owner,
                axis,
                from,
                to,
            });
        }
    }
}

fn structure(scene: &Scene, index: usize, solids: &[(Solid, MaterialId)], meshed: &mut Meshed) {
    let solid = &solids[index].0;
    let covered_by_grid = [0, 1, 2].map(|a| covered(scene, a));
    let modelled = Aabb {
        min: covered_by_grid.map(|c| c[0]),
        max: covered_by_grid.map(|c| c[1]),
    };
    let whole = Aabb {
        min: scene.domain.from,
        max: scene.domain.to,
    };
    if solid.bounds().intersection(&whole).is_empty() {
        let structure = scene.structure_name(index);
        meshed.warnings.push(GridWarning::Outside { structure });
        return;
    }
    let b = solid.bounds().intersection(&modelled);
    if solid.degeneracy() != Degeneracy::None || b.is_empty() {
        return;
    }
    for axis in 0..3 {
        let grid = &meshed.grid;
        let Some(line) = thinner_than_cells(grid, axis, &solid.bounds()) else {
            continue;
        };
        if b.min[axis] < b.max[axis] && !continues(solids, index, axis) {
            let cell = grid.locate(axis, 0.5 * (b.min[axis] + b.max[axis]));
            meshed.warnings.push(GridWarning::Flattened {
                structure: scene.structure_name(index),
                axis,
                thickness: b.max[axis] - b.min[axis],
                cell: grid.lines[axis][cell + 1] - grid.lines[axis][cell],
            });
            meshed.flattened.push(Flattened {
                structure: index,
                axis,
                line,
            });
        }
    }
}

/// The line to which both faces of a body are nearest; the grid goes on behind its ends as a mirror image, which it is behind a symmetry plane.
fn thinner_than_cells(grid: &Grid, axis: usize, b: &Aabb) -> Option<usize> {
    let lines = &grid.lines[axis];
    let last = lines.len() - 1;
    let [line, other] = [b.min[axis], b.max[axis]].map(|x| grid.nearest_line(axis, x));
    let before = 0.5 * (lines[1] - lines[0]);
    let after = 0.5 * (lines[last] - lines[last - 1]);
    let within = lines[0] - before <= b.min[axis] && b.max[axis] <= lines[last] + after;
    (line == other && within).then_some(line)
}

/// Whether another structure of the same material adjoins one along an axis, so that it is no sheet but a part of something thicker.
fn continues(solids: &[(Solid, MaterialId)], index: usize, axis: usize) -> bool {
    let (solid, material) = &solids[index];
    let b = solid.bounds();
    let beyond = 1e-3 * (b.max[axis] - b.min[axis]);
    let ends = [b.min[axis] - beyond, b.max[axis] + beyond];
    let others = solids.iter().enumerate();
    let mut others = others.filter(|(n, (_, other))| *n != index && other == material);
    others.any(|(_, (other, _))| {
        ends.iter().any(|end| {
            let mut at = b.center();
            at[axis] = *end;
            other.contains(at)
        })
    })
}
