//! Factored systems, and the currents that waves excite.

use poynting_linalg::{Lu, Mat, Par, c64};
use poynting_physics::Complex;

use crate::assembly::{Space, assemble};
use crate::equation::{Equation, Polarization};
use crate::error::Mom2dError;
use crate::excitation::PlaneWave;
use crate::mesh::Mesh;
use crate::side::Point;

/// The factored matrix of a mesh.
#[derive(Debug)]
pub struct System<'a> {
    mesh: &'a Mesh,
    space: Space,
    factors: Lu<f64>,
}

impl<'a> System<'a> {
    /// Fills and factors the matrix, on the threads of the current pool.
    pub fn new(
        mesh: &'a Mesh,
        polarization: Polarization,
        equation: Equation,
    ) -> Result<Self, Mom2dError> {
        let space = Space::new(mesh, polarization, equation.weight(mesh)?);
        let factors = Lu::new(assemble(mesh, &space), Par::rayon(0));
        Ok(Self {
            mesh,
            space,
            factors,
        })
    }

    /// The number of unknowns.
    pub fn size(&self) -> usize {
        self.space.size
    }

    /// The currents that waves excite, one by one.
    pub fn solve(&self, waves: &[PlaneWave]) -> Vec<Current<'a>> {
        let (mesh, space) = (self.mesh, &self.space);
        let mut sides: Mat<c64> = Mat::zeros(space.size, waves.len());
        for (column, wave) in waves.iter().enumerate() {
            for (element, samples) in mesh.elements().iter().zip(&space.samples) {
                let weight = space.weight(mesh, element);
                for at in samples {
                    let side = wave.side(space.polarization, mesh.wave_number(), at, weight);
                    for (place, row) in space.unknowns_of(element) {
                        sides[(row, column)] += side * (at.weight * at.shape[place]);
                    }
                }
            }
        }
        self.factors.solve_in_place(sides.as_mut(), Par::rayon(0));
        let current = |(column, &wave): (usize, &PlaneWave)| Current {
            mesh,
            polarization: space.polarization,
            wave,
            nodes: (space.unknowns.iter())
                .map(|unknown| unknown.map_or_else(Complex::default, |row| sides[(row, column)]))
                .collect(),
        };
        waves.iter().enumerate().map(current).collect()
    }
}

/// The current that a wave excites.
#[derive(Debug, Clone, PartialEq)]
pub struct Current<'a> {
    pub(crate) mesh: &'a Mesh,
    pub(crate) polarization: Polarization,
    pub(crate) wave: PlaneWave,
    /// A/m at every node.
    nodes: Vec<Complex>,
}

/// The current at a point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Density {
    /// The outline, from 0.
    pub outline: usize,
    /// Length along the outline in m.
    pub along: f64,
    /// The point.
    pub at: Point,
    /// A/m: along z (TM), or along the outline (TE), anticlockwise on closed ones.
    pub value: Complex,
}

impl Current<'_> {
    /// The wave.
    pub fn wave(&self) -> PlaneWave {
        self.wave
    }

    /// The field along the axis.
    pub fn polarization(&self) -> Polarization {
        self.polarization
    }

    /// The current at the beginning of each element, in the order of the outlines, and at the end of each outline.
    pub fn densities(&self) -> Vec<Density> {
        let mut densities = Vec::new();
        let mut along = 0.0;
        let elements = self.mesh.elements();
        for (n, element) in elements.iter().enumerate() {
            let density = |fraction: f64, along, node: usize| Density {
                outline: element.outline,
                along,
                at: element.side.point(fraction),
                value: self.nodes[node],
            };
            densities.push(density(0.0, along, element.nodes[0]));
            along += element.length;
            let next = elements.get(n + 1);
            if next.is_none_or(|next| next.outline != element.outline) {
                densities.push(density(1.0, along, element.nodes[1]));
                along = 0.0;
            }
        }
        densities
    }

    /// The current at the two ends of an element.
    pub(crate) fn ends(&self, nodes: [usize; 2]) -> [Complex; 2] {
        nodes.map(|node| self.nodes[node])
    }
}
