//! Absorption monitors on the grid: fields are transformed only where a lossy body may reach.

use crate::binding::Binder;
use crate::binding::spectral::{Plan, power_unit};
use poynting_fdtd_post::postprocess::{AbsorptionOutput, LossyPart, Output};
use poynting_geometry::Aabb;
use poynting_grid::overlap;
use poynting_grid::stencil::is_staggered;
use poynting_scene::{Component, MaterialKind, Point};
use std::ops::Range;

/// Nodes beyond its bounds that a body may affect: an averaged surface changes those of the next cell.
const REACH: usize = 2;

/// A box of nodes.
type Nodes = [Range<usize>; 3];

impl Binder<'_> {
    pub(super) fn add_absorption(&mut self, plan: &Plan<'_>, from: Point, to: Point) {
        let mut parts = Vec::new();
        let electric = self.bodies(plan, |kind| match kind {
            MaterialKind::Medium(m) => m.sigma != [0.0; 3] || !m.electric.is_empty(),
            MaterialKind::Conductor(_) | MaterialKind::Resistive { .. } => true,
            MaterialKind::Pec | MaterialKind::Pmc => false,
        });
        let magnetic = self.bodies(plan, |kind| match kind {
            MaterialKind::Medium(m) => m.sigma_m != [0.0; 3] || !m.magnetic.is_empty(),
            _ => false,
        });
        let elements = plan.scene.elements.iter();
        let elements = elements.filter(|e| !e.circuit.is_lossless()).map(|e| Aabb {
            min: e.from,
            max: e.to,
        });
        let electric = self.apart(electric.into_iter().chain(elements));
        let magnetic = self.apart(magnetic);
        for component in Component::ALL {
            let along = [0, 1, 2].map(|a| {
                let in_cells = is_staggered(component, a);
                self.weights(a, [from[a], to[a]], in_cells)
            });
            let bodies = if component.is_electric() {
                &electric
            } else {
                &magnetic
            };
            for body in bodies {
                let nodes: Nodes = std::array::from_fn(|a| overlap(&body[a], &along[a].0));
                if nodes.iter().any(Range::is_empty) {
                    continue;
                }
                let lengths = std::array::from_fn(|a| {
                    let (all, lengths) = &along[a];
                    lengths[nodes[a].start - all.start..nodes[a].end - all.start].to_vec()
                });
                let transform = self.transform(plan, component, nodes);
                self.binding.lossy.push(transform);
                parts.push(LossyPart {
                    transform,
                    losses: self.binding.lossy.len() - 1,
                    lengths,
                });
            }
        }
        let name = format!("absorption/{}", plan.monitor.name);
        let description = "power lost in media, metals and lumped elements".to_owned();
        let stream = self.stream(name, power_unit(plan), description, Vec::new());
        let output = AbsorptionOutput {
            parts,
            frequencies: plan.spectral.frequencies.clone(),
            stream,
            norm: plan.norm(),
        };
        self.binding.outputs.push(Output::Absorption(output));
    }

    /// Boxes around the bodies of some materials.
    fn bodies(&self, plan: &Plan<'_>, is_lossy: impl Fn(&MaterialKind) -> bool) -> Vec<Aabb> {
        let materials = &plan.scene.materials;
        let solids = self.context.solids.iter();
        let solids = solids.filter(|(_, id)| is_lossy(&materials[id.0 as usize].kind));
        solids.map(|(solid, _)| solid.bounds()).collect()
    }

    /// Boxes of nodes around bodies, without overlaps.
    fn apart(&self, bodies: impl IntoIterator<Item = Aabb>) -> Vec<Nodes> {
        let mut apart: Vec<Nodes> = Vec::new();
        for bounds in bodies {
            let mut body = self.nodes_near(&bounds);
            // Boxes that it meets are merged with it, and the result may meet others.
            while let Some(met) = apart.iter().position(|other| meet(other, &body)) {
                let other = apart.swap_remove(met);
                body = std::array::from_fn(|a| {
                    body[a].start.min(other[a].start)..body[a].end.max(other[a].end)
                });
            }
            apart.push(body);
        }
        apart
    }

    fn nodes_near(&self, bounds: &Aabb) -> Nodes {
        std::array::from_fn(|a| {
            let lines = &self.context.grid.lines[a];
            let first = lines.partition_point(|x| *x < bounds.min[a]);
            let last = lines.partition_point(|x| *x <= bounds.max[a]);
            let reached = first.saturating_sub(REACH)..(last + REACH).min(lines.len());
            let at_the_ends = reached.start == 0 || reached.end == lines.len();
            if self.context.layout.periodic[a] && at_the_ends {
                0..lines.len()
            } else {
                reached
            }
        })
    }
}

fn meet(a: &Nodes, b: &Nodes) -> bool {
    (0..3).all(|axis| !overlap(&a[axis], &b[axis]).is_empty())
}
