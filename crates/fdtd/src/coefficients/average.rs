//! From the materials around a node to the coefficients of its components.
//!
//! E lies on cell edges. An edge is shared by four cells and E is continuous across their faces, so eps and sigma
//! are the mean over the four, weighted with the area of each in the dual face. H lies on cell faces, where B is
//! continuous across the two cells: 1/mu is the mean over the two, weighted with their lengths, and sigma_m
//! follows from the same continuity. An edge that touches a PEC cell is PEC. A conductor cell drops out of the
//! means, and its surface is a load (`skin.rs`). A PMC cell drops out of the means; H is zero where all cells are
//! PMC, so the surface of a PMC structure acts at its first tangential H, half a cell inside (magnetic walls of
//! the domain are exact). Halving eps on the surface instead would double the whole curl there, not only its
//! normal part, and be unstable.

use crate::coefficients::skin::Skins;
use poynting_fdtd_core::mixture::Mixture;
use poynting_fdtd_core::recipe::Recipe;
use poynting_scene::{Material, MaterialId, MaterialKind, Medium};

/// The eight cells around a node; `None` outside the domain.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NodeCells {
    /// Material of the cell before (0) or after (1) the node along x, y and z.
    pub cells: [[[Option<MaterialId>; 2]; 2]; 2],
    /// Length of the cell before and after the node along each axis; zero outside.
    pub lengths: [[f64; 2]; 3],
    /// Axes normal to an electric wall on which the node lies.
    pub electric_wall: [bool; 3],
}

/// The effect of a metal cell on the edges that touch it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MetalCell {
    /// It fixes their field at zero.
    Fixes,
    /// None: the effect of the metal on them is treated more accurately elsewhere.
    DropsOut,
}

impl NodeCells {
    /// The recipes of the node's six components; `None` where fixed.
    pub fn recipes(&self, materials: &[Material], skins: &Skins, dt: f64) -> [Option<Recipe>; 6] {
        std::array::from_fn(|component| {
            let mixture = self.mixture(component, materials, MetalCell::Fixes)?;
            let recipe = mixture.recipe(dt);
            let surface = (component < 3).then(|| skins.load(self, component, dt));
            Some(match surface.flatten() {
                Some(load) => recipe.plus(&load),
                None => recipe,
            })
        })
    }

    /// The medium of a component of the node; `None` where it is fixed.
    pub fn mixture(
        &self,
        component: usize,
        materials: &[Material],
        metal: MetalCell,
    ) -> Option<Mixture> {
        match component {
            _ if !self.can_move(component) => None,
            0..3 => self.edge(component, materials, metal),
            _ => self.face(component - 3, materials),
        }
    }

    /// Whether the component exists on the grid and no wall fixes it.
    pub fn can_move(&self, component: usize) -> bool {
        let axis = component % 3;
        let (a, b) = ((axis + 1) % 3, (axis + 2) % 3);
        if component < 3 {
            self.lengths[axis][1] != 0.0 && !self.electric_wall[a] && !self.electric_wall[b]
        } else {
            self.lengths[a][1] != 0.0 && self.lengths[b][1] != 0.0
        }
    }

    /// E along `axis` on the edge after the node.
    fn edge(&self, axis: usize, materials: &[Material], metal: MetalCell) -> Option<Mixture> {
        let (a, b) = ((axis + 1) % 3, (axis + 2) % 3);
        let mut cells: Vec<(f64, &Medium)> = Vec::with_capacity(4);
        for side in [[0, 0], [0, 1], [1, 0], [1, 1]] {
            let mut at = [1; 3];
            (at[a], at[b]) = (side[0], side[1]);
            let Some(id) = self.cells[at[0]][at[1]][at[2]] else {
                continue;
            };
            match &materials[id.0 as usize].kind {
                MaterialKind::Pec if metal == MetalCell::Fixes => return None,
                MaterialKind::Medium(m) => {
                    cells.push((self.lengths[a][side[0]] * self.lengths[b][side[1]], m));
                }
                _ => {}
            }
        }
        Mixture::electric(&cells, axis)
    }

    /// H along `axis` on the face after the node.
    fn face(&self, axis: usize, materials: &[Material]) -> Option<Mixture> {
        let cell = |side: usize| {
            let mut at = [1; 3];
            at[axis] = side;
            match &materials[self.cells[at[0]][at[1]][at[2]]?.0 as usize].kind {
                MaterialKind::Medium(m) => Some((self.lengths[axis][side], m)),
                _ => None,
            }
        };
        let cells: Vec<_> = [0, 1].into_iter().filter_map(cell).collect();
        Mixture::magnetic(&cells, axis)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn medium(eps_r: f64, mu_r: f64) -> Material {
        let kind = MaterialKind::Medium(Medium {
            eps_r: [eps_r; 3],
            mu_r: [mu_r; 3],
            ..Medium::VACUUM
        });
        Material {
            name: String::new(),
            kind,
            density: None,
        }
    }

    #[test]
    fn edges_take_the_area_mean_and_faces_the_series_mean() {
        let materials = [medium(1.0, 1.0), medium(5.0, 3.0)];
        let mut s = NodeCells {
            cells: [[[Some(MaterialId(0)); 2]; 2]; 2],
            lengths: [[1.0, 1.0], [1.0, 1.0], [1.0, 3.0]],
            electric_wall: [false; 3],
        };
        // The upper half in z, three times as thick, is the second material.
        for column in s.cells.iter_mut().flatten() {
            column[1] = Some(MaterialId(1));
        }
        let close = |found: Option<Mixture>, expected: f64| {
            assert!((found.unwrap().constant / expected - 1.0).abs() < 1e-12);
        };
        close(
            s.edge(0, &materials, MetalCell::Fixes),
            (1.0 + 3.0 * 5.0) / 4.0,
        );
        close(s.edge(2, &materials, MetalCell::Fixes), 5.0);
        close(s.face(2, &materials), 4.0 / (1.0 + 3.0 / 3.0));
        close(s.face(0, &materials), 3.0);
    }
}
