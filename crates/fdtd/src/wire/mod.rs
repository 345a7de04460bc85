//! Thin wires, by coefficients alone.
//!
//! The edges along a wire are metal. Around it eps of the transverse edges is multiplied by m and mu of the adjacent faces by 1/m
//! (`crates/fdtd-core/src/wire_section.rs`), so that charge and current of the wire have the capacitance C and the inductance L of its radius while LC = 1/c^2 of the
//! medium is preserved: waves on it travel at the speed of light. The idea is that of T. Noda and S. Yokoyama, IEEE Trans. Power Deliv. 17
//! (2002) 841, and of C. J. Railton, D. L. Paul, I. J. Craddock and G. S. Hilton, IEEE Trans. Antennas Propag. 53 (2005) 4129; R. Holland and
//! L. Simpson, IEEE Trans. Electromagn. Compat. 23 (1981) 88, put the same C and L into separate equations.
//!
//! At nodes:
//! - An edge with a wire at either end, and a face with wires on several sides, sums the corrections of each. Of several pieces
//!   that meet at a node the one with the largest correction counts, which at bends and junctions is an estimate.
//! - The charge of a free end is that of half a cell, and the dual faces of its edges reach half a cell beyond it: eps of the transverse
//!   edges is halved, and that of the edge in line with the wire is multiplied by m as well. Compared with the static charge of a tube, a
//!   wire of radius 0.02 to 0.45 cells is then too long by 0.01 to 0.12 cells at each end; with m alone by 0.36 to 0.57.
//! - A zero-width port at which a wire ends is part of it, except that it is not metal.
//!
//! The time step follows from the cells (`cell_bound` of `fdtd-core`).
//!
//! Tested: impedance and speed of a wire in a metal box, half models, a square loop, and an antenna against NEC-2 (`tests/suite/wire.rs`,
//! `poynting validate wire-dipole`).

mod path;
mod step;

use crate::coefficients::{Lookup, Overrides};
use crate::error::FdtdError;
pub use path::WireModel;
use path::{Path, Piece};
use poynting_fdtd_core::wire_section::WireSection;
use poynting_grid::Spot;
use poynting_scene::{Component, MaterialKind, Scene};
use std::collections::{BTreeMap, BTreeSet};

/// Minimum part of eps or mu left between wires thicker than bare edges.
const LEAST: f64 = 0.2;

/// The scaling of a spot.
#[derive(Debug, Clone, Copy)]
struct Scale {
    /// Excess of 1/m over 1, summed over all wires.
    excess: f64,
    /// The fraction of an edge left by a free end.
    part: f64,
    /// Index of a wire that requires it.
    wire: usize,
}

/// Thin wires on the grid.
#[derive(Debug, Default)]
pub struct Wires {
    metal: BTreeSet<Spot>,
    scales: BTreeMap<Spot, Scale>,
}

impl Wires {
    /// Places the wires of a scene on its grid.
    pub fn new(model: WireModel<'_>) -> Result<Self, FdtdError> {
        let path = Path::new(model)?;
        let mut wires = Self::default();
        for piece in &path.pieces {
            wires.add_faces(piece, &path)?;
        }
        for (node, pieces) in path.nodes() {
            wires.add_edges(node, &pieces, &path);
        }
        let scales = wires.scales.values();
        if let Some(scale) = scales.into_iter().find(|s| 1.0 + s.excess < LEAST) {
            return Err(path.refused(
                scale.wire,
                "and one next to it are too thick for the cell between them; refine the grid there, or model them as cylinders of `pec`",
            ));
        }
        Ok(wires)
    }

    /// The scalings: the spot, its factor, and the index of the wire.
    pub fn scales(&self) -> impl Iterator<Item = (Spot, f64, usize)> {
        let factor = |spot: &Spot, scale: &Scale| {
            if spot.component.is_electric() {
                scale.part / (1.0 + scale.excess)
            } else {
                1.0 + scale.excess
            }
        };
        let scales = self.scales.iter();
        scales.map(move |(spot, scale)| (*spot, factor(spot, scale), scale.wire))
    }

    /// Adds them to the overrides.
    pub fn edit(&self, overrides: &mut Overrides) {
        for spot in &self.metal {
            overrides.add_metal(*spot);
        }
        for (spot, factor, _) in self.scales() {
            overrides.scale(spot, factor);
        }
    }

    /// Rejects wires in dispersive media: their contributions to eps and mu would have to be scaled too.
    pub fn check(&self, scene: &Scene, lookup: &Lookup<'_>) -> Result<(), FdtdError> {
        let remembers =
            |kind: &MaterialKind| matches!(kind, MaterialKind::Medium(m) if m.is_dispersive());
        if !scene.materials.iter().any(|m| remembers(&m.kind)) {
            return Ok(());
        }
        for (spot, _, wire) in self.scales() {
            let recipe = &lookup.recipes_at(spot.node)[spot.component as usize];
            if recipe.as_ref().is_some_and(|r| !r.is_empty()) {
                return Err(FdtdError::Wire {
                    wire: scene.wires[wire].name.clone(),
                    problem: "touches a dispersive medium; leave one cell of another medium around it, or model it as a cylinder of `pec`"
                        .to_owned(),
                });
            }
        }
        Ok(())
    }

    /// A piece fixes its own E at zero, except inside a port, and requires more mu in the four adjacent faces.
    fn add_faces(&mut self, piece: &Piece, path: &Path<'_>) -> Result<(), FdtdError> {
        let section = path.section(piece.node, piece.axis);
        if piece.radius >= 0.5 * section.smallest() {
            let problem = format!(
                "has a radius of {} mm, which must be less than half the cell size of {:.4} mm next to it; model it as a cylinder of `pec`, or \
                 use larger cells there",
                1e3 * piece.radius,
                1e3 * section.smallest()
            );
            return Err(path.refused(piece.wire, &problem));
        }
        let along = Component::ALL[piece.axis];
        if piece.is_metal {
            self.metal.insert(Spot {
                node: piece.node,
                component: along,
            });
        }
        for (number, across) in across(piece.axis).into_iter().enumerate() {
            // The face in the plane of the wire and this edge.
            let normal = 3 - piece.axis - across;
            for side in [0, 1] {
                let excess = section.excess(piece.radius, number, side);
                if let Some(node) = path.beside(piece.node, across, side) {
                    let component = Component::ALL[3 + normal];
                    self.add(Spot { node, component }, excess, 1.0, piece.wire);
                }
            }
        }
        Ok(())
    }

    /// The pieces that meet at a node require less eps on all other edges there.
    fn add_edges(&mut self, node: [usize; 3], pieces: &[(&Piece, usize)], path: &Path<'_>) {
        let is_end = matches!(pieces, [(piece, side)] if !path.is_held(node, piece.axis, *side));
        for axis in 0..3 {
            for side in [0, 1] {
                let is_taken = pieces.iter().any(|(p, s)| (p.axis, *s) == (axis, side));
                let Some(start) = path.beside(node, axis, side) else {
                    continue;
                };
                if is_taken {
                    continue;
                }
                let asked = pieces.iter().filter_map(|(piece, _)| {
                    let section = path.section(node, piece.axis);
                    let goes_on = axis == piece.axis;
                    (!goes_on || is_end).then(|| {
                        let most = most_of(&section, piece.radius);
                        let number = across(piece.axis).iter().position(|a| *a == axis);
                        number.map_or(most, |n| section.excess(piece.radius, n, side))
                    })
                });
                let Some(excess) = asked.reduce(f64::max) else {
                    continue;
                };
                let goes_on = pieces.iter().any(|(piece, _)| piece.axis == axis);
                let part = if is_end && !goes_on { 0.5 } else { 1.0 };
                let component = Component::ALL[axis];
                let spot = Spot {
                    node: start,
                    component,
                };
                self.add(spot, excess, part, pieces[0].0.wire);
            }
        }
    }

    fn add(&mut self, spot: Spot, excess: f64, part: f64, wire: usize) {
        let scale = self.scales.entry(spot).or_insert(Scale {
            excess: 0.0,
            part: 1.0,
            wire,
        });
        scale.excess += excess;
        scale.part *= part;
    }
}

/// The largest requirement of any edge.
fn most_of(section: &WireSection, radius: f64) -> f64 {
    let edges = [[0, 0], [0, 1], [1, 0], [1, 1]];
    let excess = edges.map(|[axis, side]| section.excess(radius, axis, side));
    excess.into_iter().fold(f64::NEG_INFINITY, f64::max)
}

/// The two axes transverse to one.
fn across(axis: usize) -> [usize; 2] {
    [(axis + 1) % 3, (axis + 2) % 3]
}
