//! Metal of finite conductivity: its surface impedance, on the edges of metal cells.
//!
//! Fields do not enter a conductor: within its cells E and H stay zero, as in PEC. On its surface the tangential field drives the surface
//! current K = Y E with Y = 1/Z of the metal (`crates/physics/src/media/conductor.rs`), so for an edge whose dual face has area A and meets the
//! surface along a length w Ampere's law reads
//!
//! ```text
//! A (eps dE/dt + y E) = circulation of H,   y(s) = Y(s) w/A
//! ```
//!
//! with H zero inside. Some of the four quarters of the dual face are metal; w is half the length of each cell along which a metal quarter meets a
//! non-metal one. y is discretised with the trapezoidal rule (`crates/fdtd-core/src/recipe.rs`) and so is passive (compare J. H. Beggs, R. J.
//! Luebbers, K. S. Yee and K. S. Kunz, IEEE Trans. Antennas Propag. 40, 49 (1992), for the surface impedance in FDTD by a sum of exponentials).
//!
//! eps is the mean over the non-metal part, not reduced by the metal's share of A: the curl of the edge is then that of any edge with some H
//! left out, so that the free-space time step stays stable, which it would not with less storage. The added displacement current is w eps d/2
//! in parallel with Y, one part in 10^5 for copper.
//!
//! Zero-thickness sheets are loads on their edges: both faces carry current, K = Y E with w the width of the sheet in the dual face.
//!
//! Tested: the Q factor of a copper cavity (validation case `copper-cavity`), a resistive sheet across a line, 20 000 steps at 0.99 of
//! the stability limit, the power balance.

use crate::coefficients::average::NodeCells;
use crate::coefficients::overrides::Sheet;
use poynting_fdtd_core::load::EdgeLoad;
use poynting_fdtd_core::recipe::Recipe;
use poynting_geometry::{Degeneracy, Solid};
use poynting_grid::{Flattened, Layout, Meshed, dual_length, lengths, stencil};
use poynting_physics::constants::EPS0;
use poynting_scene::{
    Component, Material, MaterialId, MaterialKind, Scene, SurfaceAdmittance, Term,
};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// The surface admittances of conductors, by material.
#[derive(Debug, Default)]
pub struct Skins {
    skins: Vec<Option<SurfaceAdmittance>>,
}

impl Skins {
    /// Those of all conductors, up to a frequency.
    pub fn new(materials: &[Material], highest: f64) -> Self {
        let skin = |material: &Material| match &material.kind {
            MaterialKind::Conductor(metal) => Some(metal.surface_admittance(highest)),
            _ => None,
        };
        Self {
            skins: materials.iter().map(skin).collect(),
        }
    }

    fn of(&self, id: Option<MaterialId>) -> Option<&SurfaceAdmittance> {
        self.skins.get(id?.0 as usize)?.as_ref()
    }

    /// The load of conductor surfaces on E along `axis`, if any.
    pub fn load(&self, around: &NodeCells, axis: usize, dt: f64) -> Option<Recipe> {
        let (a, b) = ((axis + 1) % 3, (axis + 2) % 3);
        let cell = |p: usize, q: usize| {
            let mut at = [1; 3];
            (at[a], at[b]) = (p, q);
            around.cells[at[0]][at[1]][at[2]]
        };
        let [la, lb] = [around.lengths[a], around.lengths[b]];
        let area = 0.25 * (la[0] + la[1]) * (lb[0] + lb[1]);
        let mut load: Option<Recipe> = None;
        // Two adjacent quarters, and half the length of the cell along which they meet.
        for n in [0, 1] {
            for (pair, width) in [
                ([cell(0, n), cell(1, n)], lb[n] / 2.0),
                ([cell(n, 0), cell(n, 1)], la[n] / 2.0),
            ] {
                let skins = pair.map(|id| self.of(id));
                let is_there = pair.iter().all(Option::is_some);
                let ([Some(skin), None] | [None, Some(skin)]) = skins else {
                    continue;
                };
                if is_there {
                    let part = recipe(skin, width / area, dt);
                    load = Some(load.map_or(part.clone(), |load| load.beside(&part)));
                }
            }
        }
        load
    }

    /// Whether a material is a conductor.
    pub fn has(&self, id: MaterialId) -> bool {
        self.of(Some(id)).is_some()
    }
}

/// The current density of a surface for an edge with this width over area.
fn recipe(admittance: &SurfaceAdmittance, scale: f64, dt: f64) -> Recipe {
    let term = |[q, p]: &[f64; 2]| Term::Drude {
        plasma: (q * scale / EPS0).sqrt(),
        collision: *p,
    };
    let terms: Vec<Term> = admittance.terms.iter().map(term).collect();
    Recipe::constant(0.0, admittance.conductance * scale).plus(&Recipe::new(&terms, EPS0, dt))
}

/// A model to be searched for sheets.
#[derive(Debug)]
pub struct Sheets<'a> {
    /// The scene.
    pub scene: &'a Scene,
    /// Its structures.
    pub solids: &'a [(Solid, MaterialId)],
    /// Its grid.
    pub meshed: &'a Meshed,
    /// Topology of the grid.
    pub layout: &'a Layout,
    /// Time step.
    pub dt: f64,
}

impl Sheets<'_> {
    /// The loads of all conductor and resistive sheets; `highest` is the frequency up to which metals are fitted.
    ///
    /// Sheets of one material in one plane are one sheet: where one ends within a cell and the next begins there, the cell is covered.
    pub fn loads(&self, highest: Option<f64>) -> Vec<EdgeLoad> {
        let mut joined: Vec<Joined<'_>> = Vec::new();
        for (n, (solid, id)) in self.solids.iter().enumerate() {
            let flattened = self.meshed.flattened.iter();
            let thin: Vec<&Flattened> = flattened.filter(|f| f.structure == n).collect();
            if solid.degeneracy() == Degeneracy::None && thin.is_empty() {
                continue;
            }
            let drawn = thin.first().map(|f| solid.bounds().extent()[f.axis]);
            let admittance = match (&self.scene.materials[id.0 as usize].kind, highest) {
                (MaterialKind::Conductor(metal), Some(highest)) => {
                    metal.sheet_admittance(highest, drawn.or(metal.thickness))
                }
                (MaterialKind::Resistive { resistance }, _) => {
                    SurfaceAdmittance::resistive(*resistance)
                }
                _ => continue,
            };
            let sheet = Sheet::new(solid, &thin, self.meshed);
            let normal = sheet.normal();
            let Some((normal, line)) = normal.and_then(|n| Some((n, sheet.line(n)?))) else {
                continue;
            };
            let plane = (*id, normal, self.layout.wrap(normal, line), drawn);
            let part = (sheet, &self.solids[n + 1..]);
            match joined.iter_mut().find(|other| other.plane == plane) {
                Some(other) => other.parts.push(part),
                None => joined.push(Joined {
                    plane,
                    admittance,
                    parts: vec![part],
                }),
            }
        }
        joined.iter().flat_map(|sheet| self.of(sheet)).collect()
    }

    fn of(&self, joined: &Joined<'_>) -> Vec<EdgeLoad> {
        let normal = joined.plane.1;
        let mut loads = Vec::new();
        let mut recipes: HashMap<u64, Arc<Recipe>> = HashMap::new();
        let mut seen = HashSet::new();
        let edges = joined.parts.iter().flat_map(|(sheet, _)| sheet.edges());
        // The last line of a periodic axis is the first one.
        let wrapped = |node: [usize; 3]| [0, 1, 2].map(|a| self.layout.wrap(a, node[a]));
        let edges = edges.map(|(axis, node)| (axis, wrapped(node)));
        for (axis, node) in edges.filter(|edge| seen.insert(*edge)) {
            let across = 3 - axis - normal;
            let grid = &self.meshed.grid;
            let periodic = self.layout.periodic;
            let at = stencil::position(grid, Component::ALL[axis], node);
            let [before, after] = lengths(grid, across, node[across], periodic[across]);
            let covered = |side: usize| {
                let mut at = at;
                at[across] = match (side, node[across]) {
                    (0, 0) => {
                        let lines = &grid.lines[across];
                        lines[lines.len() - 1] - before / 2.0
                    }
                    (0, _) => at[across] - before / 2.0,
                    _ => at[across] + after / 2.0,
                };
                let mut parts = joined.parts.iter();
                parts.any(|(sheet, later)| sheet.covers(at, later))
            };
            let part = |side: usize, length: f64| {
                if length > 0.0 && covered(side) {
                    length / 2.0
                } else {
                    0.0
                }
            };
            let width = part(0, before) + part(1, after);
            // A symmetry plane halves the sheet that lies in it as it halves the dual face.
            let halves = node[normal] == 0 && self.scene.symmetry[normal].is_some();
            let thickness = dual_length(grid, normal, node[normal], periodic[normal])
                * if halves { 2.0 } else { 1.0 };
            let scale = width / (f64::midpoint(before, after) * thickness);
            if scale > 0.0 {
                let new = || Arc::new(recipe(&joined.admittance, scale, self.dt));
                let recipe = Arc::clone(recipes.entry(scale.to_bits()).or_insert_with(new));
                loads.push(EdgeLoad { axis, node, recipe });
            }
        }
        loads
    }
}

/// Sheets of one material in one plane.
struct Joined<'a> {
    /// Material, normal, line of the grid and drawn thickness.
    plane: (MaterialId, usize, usize, Option<f64>),
    admittance: SurfaceAdmittance,
    /// Each with the structures after it.
    parts: Vec<(Sheet<'a>, &'a [(Solid, MaterialId)])>,
}
