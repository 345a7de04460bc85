//! Surfaces of media with negative permittivity: metals in light, plasmas, phonon resonances.
//!
//! Beside a dielectric such a medium has charge waves in its surface. Those that the grid cannot resolve must stay where those of the
//! body are, about eps_m = -eps_d; on a plane with the wave number k the static potential of a grid gives for them
//!
//! ```text
//! <1/eps>_z + 1/(eps_m a) + 1/(eps_d a + t) = 0,     a = q^2/2 + q (1 + q^2/4)^1/2,  q = 2 sin(k d/2)
//! ```
//!
//! where `<1/eps>_z` is that of the edges through the surface and t = f (eps_m - eps_d) q^2 what a share f of the medium adds to the edges along it
//! that lie outside. With any f > 0 there is a second wave, at eps_m = -11 eps_d for f = 0.2 and the shortest k, and curved surfaces,
//! where f takes every value, then absorb in a band of lines that no body has. So a share of such a medium must not be mixed into an edge that
//! is not held by the medium at its ends, whatever the mean, that of the tensor (A. Farjadpour et al., Opt. Lett. 31, 2972 (2006)) included.
//!
//! Instead each node lies in the medium or outside, and each edge is one or the other. A node lies in the medium if it does,
//! or if the medium is nearer to it along some axis than half of the edge. Then
//!
//! - an edge between two nodes outside is dielectric;
//! - an edge between a node in the medium and one outside is a dielectric of the length L, in edges, that the dielectric has from the surface
//!   to the outer node (1/2 to 3/2), which makes its permittivity eps_d/L: with |eps_m| >> eps_d, this is the voltage of the edge by
//!   Faraday's law, as for a perfect conductor;
//! - an edge between two nodes in the medium is the medium; if its surface runs along it, with the share that the medium has of its box.
//!
//! An edge that is outside never has negative permittivity and one in the medium is tied to others along every axis, so the second wave does not exist; the time
//! step must allow for eps_d/L >= 2 eps_d/3. In a static field the polarisability of a cylinder of radius 8 cells is off by 0.5 % for eps_m = -30 to -8, 1.3 % at -3, 2.7 % at
//! -2 and 11 % at -1 (- 0.3j); with cells filled whole, of half the size, by 1.5 to 2.5, 4.5, 3.4 and 7 %.
//!
//! Tested: a cylinder and a sphere over eps_m against the Mie series (`tests/suite/plasma.rs`), gold discs (`tests/suite/trouble_discs.rs`), the plasmon of a
//! sphere with a radius of 20 cells, which is off by 0.02 % in frequency and 0.4 % in height (`poynting validate`; 3.4 and 15 % with cells filled whole).

use crate::coefficients::inputs::CoefficientInputs;
use crate::coefficients::metal::Metal;
use crate::coefficients::subpixel::{follows_grid, medium_of};
use poynting_geometry::Solid;
use poynting_grid::Grid;
use poynting_scene::{Material, MaterialId};
use std::collections::{BTreeSet, HashMap};

/// The permittivity of an edge beside such a medium over that of the dielectric, at the least.
pub const LEAST: f64 = 1.0 / (1.0 + FARTHEST);

/// From a node that lies in the medium to its surface, in edges, at the most.
const FARTHEST: f64 = 0.5;

/// A node belongs to the medium if its surface is nearer than this part of an edge; a surface half-way belongs to neither.
const NEAR: f64 = 0.5 - 1e-6;

/// What an edge near such a surface is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Edge {
    /// Both ends lie outside.
    Outside,
    /// One end does: the length of the dielectric in edges.
    Between(f64),
    /// None does: the part of the edge itself that the medium fills.
    Within(f64),
}

/// An edge near a surface.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Place {
    /// Along which axis.
    pub axis: usize,
    /// Its node along z.
    pub k: usize,
    /// What it is.
    pub edge: Edge,
}

/// The edges near all such surfaces, by row of nodes and in rising order of k.
#[derive(Debug, Default)]
pub struct Plasma {
    rows: HashMap<(usize, usize), Vec<Place>>,
}

/// Whether a material is such a medium.
pub fn is_plasma(materials: &[Material], id: MaterialId) -> bool {
    medium_of(materials, id).is_some_and(poynting_scene::Medium::may_be_negative)
}

/// Whether a body of such a medium has surfaces that do not follow the grid.
pub fn is_rough(materials: &[Material], grid: &Grid, (solid, id): &(Solid, MaterialId)) -> bool {
    is_plasma(materials, *id) && !follows_grid(grid, solid)
}

impl Plasma {
    /// Finds them.
    pub fn new(inputs: &CoefficientInputs<'_>) -> Self {
        let body = Metal::new(inputs, |id| is_plasma(inputs.materials, id));
        let Some(body) = body else {
            return Self::default();
        };
        let surface = Surface { inputs, body };
        let mut plasma = Self::default();
        for (node, axis) in surface.edges() {
            let place = Place {
                axis,
                k: node[2],
                edge: surface.edge(axis, node),
            };
            let row = plasma.rows.entry((node[0], node[1])).or_default();
            row.push(place);
        }
        plasma
    }

    /// Those of row (i, j).
    pub fn row(&self, i: usize, j: usize) -> &[Place] {
        self.rows.get(&(i, j)).map_or(&[], Vec::as_slice)
    }
}

struct Surface<'a> {
    inputs: &'a CoefficientInputs<'a>,
    body: Metal<'a>,
}

impl Surface<'_> {
    /// The edges at every corner of the cells that the surface crosses, in rising order.
    fn edges(&self) -> BTreeSet<([usize; 3], usize)> {
        let layout = self.inputs.layout;
        let mut edges = BTreeSet::new();
        for cell in self.body.surface_cells() {
            for corner in 0..8_usize {
                let sides = [corner & 1, (corner >> 1) & 1, corner >> 2];
                let node = std::array::from_fn(|a| layout.wrap(a, cell[a] + sides[a]));
                for axis in 0..3 {
                    let [before, after] = self.inputs.cells_around(axis, node[axis]);
                    for first in [before, after].into_iter().flatten() {
                        let mut start = node;
                        start[axis] = first;
                        edges.insert((start, axis));
                    }
                }
            }
        }
        edges
    }

    fn edge(&self, axis: usize, node: [usize; 3]) -> Edge {
        let mut end = node;
        end[axis] = self.inputs.layout.wrap(axis, node[axis] + 1);
        let filled = || {
            let pieces = self.body.pieces(axis, node, 1);
            pieces.iter().map(|[from, to]| to - from).sum::<f64>()
        };
        // The way from the inner end to the surface, outwards or back.
        let length = |inner: [usize; 3], back: usize| match filled() {
            0.0 => 1.0 + self.behind(axis, node[axis], inner, back).min(FARTHEST),
            part => (1.0 - part).max(NEAR),
        };
        match [node, end].map(|n| self.holds(n)) {
            [false, false] => Edge::Outside,
            [true, false] => Edge::Between(length(node, 0)),
            [false, true] => Edge::Between(length(end, 1)),
            [true, true] => Edge::Within(filled()),
        }
    }

    /// From a node back to the medium, in lengths of the edge that leads on from it.
    fn behind(&self, axis: usize, cell: usize, inner: [usize; 3], back: usize) -> f64 {
        let lines = &self.inputs.grid.lines[axis];
        let size = |cell: usize| lines[cell + 1] - lines[cell];
        match self.inputs.cells_around(axis, inner[axis])[back] {
            Some(other) => self.distance(axis, inner, back) * size(other) / size(cell),
            None => f64::INFINITY,
        }
    }

    /// Whether a node belongs to the medium.
    fn holds(&self, node: [usize; 3]) -> bool {
        let mut directions = (0..3).flat_map(|axis| [(axis, 0), (axis, 1)]);
        directions.any(|(axis, side)| self.distance(axis, node, side) < NEAR)
    }

    /// From a node to the medium in the cell before (0) or after (1) it, as a part of that cell; infinite where it has none.
    fn distance(&self, axis: usize, node: [usize; 3], side: usize) -> f64 {
        let pieces = self.body.pieces(axis, node, side);
        let nearest = match side {
            0 => pieces.last().map(|[_, to]| 1.0 - to),
            _ => pieces.first().map(|[from, _]| *from),
        };
        nearest.unwrap_or(f64::INFINITY)
    }
}
