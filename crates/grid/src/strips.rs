//! Strips and gaps that are too narrow for the grid.
//!
//! The inductance and capacitance of a strip follow from the singular fields at its edges. With fewer than two cells between
//! its edges both share the same cells, and the impedance is that of another strip; a gap of less than a cell may close
//! altogether. The mesher makes room automatically ([`super::edges`]) unless `min_cell` forbids it; user-given grids take no
//! account of strips.

use crate::lines::{Flattened, Grid, Meshed, covered};
use crate::messages::GridWarning;
use crate::metal::{MetalBox, Side, metal_boxes};
use crate::narrow::{Between, Narrow};
use poynting_geometry::{Aabb, End, Solid};
use poynting_scene::{GridKind, MaterialId, Scene};

/// Minimum cells between the edges of a strip.
const STRIP: f64 = 2.0;
/// Minimum cells across a gap.
const GAP: f64 = 1.0;
/// Fraction of a cell that is neglected.
const SLACK: f64 = 0.02;

/// Warns of everything that is too narrow.
pub fn check(scene: &Scene, solids: &[(Solid, MaterialId)], meshed: &mut Meshed) {
    let modelled = [0, 1, 2].map(|axis| covered(scene, axis));
    let modelled = Aabb {
        min: modelled.map(|c| c[0]),
        max: modelled.map(|c| c[1]),
    };
    let metal: Vec<MetalBox> = metal_boxes(scene, solids)
        .into_iter()
        .filter(|m| !m.bounds.intersection(&modelled).is_empty())
        .collect();
    let narrow = Finder {
        scene,
        modelled,
        meshed,
        metal: &metal,
    };
    let mut found = narrow.strips();
    found.extend((0..3).flat_map(|axis| narrow.gaps(axis)));
    let warnings = found.into_iter().map(GridWarning::Narrow);
    meshed.warnings.extend(warnings);
}

struct Finder<'a> {
    scene: &'a Scene,
    modelled: Aabb,
    meshed: &'a Meshed,
    metal: &'a [MetalBox],
}

impl Finder<'_> {
    fn strips(&self) -> Vec<Narrow> {
        let mut found: Vec<Narrow> = Vec::new();
        for strip in self.metal {
            let extent = strip.bounds.extent();
            let by_extent = |a: &usize, b: &usize| extent[*a].total_cmp(&extent[*b]);
            let Some(normal) = (0..3).min_by(by_extent) else {
                continue;
            };
            for axis in (0..3).filter(|a| *a != normal && extent[*a] > 0.0) {
                // Structures that vanish entirely have already been reported.
                let flat = |f: &Flattened| f.structure == strip.structure && f.axis == axis;
                let is_flat = self.meshed.flattened.iter().any(flat);
                // A part of a wider structure has no width of its own.
                let slack = SLACK * self.meshed.grid.smallest_along(axis).size;
                let goes_on =
                    |end| Side { axis, end, normal }.goes_on(&strip.bounds, self.metal, slack);
                if !is_flat && ![End::Lower, End::Upper].into_iter().any(goes_on) {
                    let between = Between::Strip(self.scene.structure_name(strip.structure));
                    let ends = [strip.bounds.min[axis], strip.bounds.max[axis]];
                    found.extend(self.narrow(between, axis, ends, STRIP));
                }
            }
        }
        // One message per structure and axis: unions have many parts.
        found.dedup_by(|a, b| a.between == b.between && a.axis == b.axis);
        found
    }

    /// Boxes that face each other along an axis with little space between them.
    fn gaps(&self, axis: usize) -> Vec<Narrow> {
        let grid = &self.meshed.grid;
        let largest = grid.primal(axis).into_iter().fold(0.0, f64::max);
        let mut sorted: Vec<&MetalBox> = self.metal.iter().collect();
        sorted.sort_by(|m, n| m.bounds.min[axis].total_cmp(&n.bounds.min[axis]));
        let mut found = Vec::new();
        for (n, lower) in sorted.iter().enumerate() {
            let end = lower.bounds.max[axis];
            let near = sorted[n + 1..].iter();
            for upper in near.take_while(|m| m.bounds.min[axis] < end + GAP * largest) {
                let Some(gap) = gap(&lower.bounds, &upper.bounds, axis) else {
                    continue;
                };
                if self.metal.iter().any(|m| bridges(&m.bounds, &gap, axis)) {
                    continue;
                }
                let names = [lower, upper].map(|m| self.scene.structure_name(m.structure));
                let ends = [gap.min[axis], gap.max[axis]];
                found.extend(self.narrow(Between::Gap(names), axis, ends, GAP));
            }
        }
        found
    }

    fn narrow(
        &self,
        between: Between,
        axis: usize,
        [from, to]: [f64; 2],
        least: f64,
    ) -> Option<Narrow> {
        let (lower, upper) = (self.modelled.min[axis], self.modelled.max[axis]);
        // Structures cut by a face or a symmetry plane continue behind it.
        if from < lower || to > upper {
            return None;
        }
        let grid = &self.meshed.grid;
        let cells = place(grid, axis, to) - place(grid, axis, from);
        let touched = grid.locate(axis, from)..=grid.locate(axis, to);
        let sizes = grid.primal(axis);
        let cell = touched.map(|n| sizes[n]).fold(0.0, f64::max);
        (cells < least - SLACK).then_some(Narrow {
            between,
            axis,
            width: to - from,
            cells,
            cell,
            cure: match self.scene.grid.kind {
                GridKind::Auto { .. } => "reduce `min_cell` of the grid",
                GridKind::Uniform { .. } | GridKind::Lines { .. } => {
                    "use smaller cells there, or use the automatic mesher"
                }
            },
        })
    }
}

/// The space between two boxes that overlap transversely to the axis.
fn gap(lower: &Aabb, upper: &Aabb, axis: usize) -> Option<Aabb> {
    let mut gap = lower.intersection(upper);
    (gap.min[axis], gap.max[axis]) = (lower.max[axis], upper.min[axis]);
    let overlaps = |a: usize| a == axis || gap.min[a] <= gap.max[a];
    // Across the strips' thickness they only need to meet; along their sides they must run next to each other.
    let beside = (0..3).filter(|&a| a != axis && gap.min[a] < gap.max[a]);
    (gap.max[axis] > gap.min[axis] && (0..3).all(overlaps) && beside.count() > 0).then_some(gap)
}

/// Whether a box bridges a gap somewhere.
fn bridges(metal: &Aabb, gap: &Aabb, axis: usize) -> bool {
    metal.min[axis] <= gap.min[axis]
        && metal.max[axis] >= gap.max[axis]
        && !metal.intersection(gap).is_empty()
}

/// A coordinate in cells.
fn place(grid: &Grid, axis: usize, x: f64) -> f64 {
    let cell = grid.locate(axis, x);
    let lines = &grid.lines[axis];
    cell as f64 + (x - lines[cell]) / (lines[cell + 1] - lines[cell])
}
