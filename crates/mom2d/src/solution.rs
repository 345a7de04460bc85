//! Factored systems, and the currents that waves excite.

use poynting_linalg::{Lu, Mat, Par, c64, norm, subtract_product};
use poynting_physics::Complex;

use crate::assembly::{Space, assemble, sampled_seconds};
use crate::equation::{Equation, Polarization};
use crate::error::Mom2dError;
use crate::excitation::PlaneWave;
use crate::mesh::{Mesh, Station};
use crate::side::Point;

/// The matrix of an equation before it is factored.
#[derive(Debug)]
pub struct Filled<'a> {
    mesh: &'a Mesh,
    space: Space,
    matrix: Mat<c64>,
}

impl<'a> Filled<'a> {
    /// Fills the matrix, on the threads of the current pool.
    pub fn new(
        mesh: &'a Mesh,
        polarization: Polarization,
        equation: Equation,
    ) -> Result<Self, Mom2dError> {
        let space = Space::new(mesh, polarization, equation.weight(mesh)?);
        let matrix = assemble(mesh, &space);
        Ok(Self {
            mesh,
            space,
            matrix,
        })
    }

    /// Factors it.
    pub fn factored(self) -> System<'a> {
        System {
            factors: Lu::new(self.matrix.clone(), Par::rayon(0)),
            mesh: self.mesh,
            space: self.space,
            matrix: self.matrix,
        }
    }
}

/// Seconds that filling the matrix will take on the threads of the current pool, from some of its columns.
pub fn seconds_to_fill(
    mesh: &Mesh,
    polarization: Polarization,
    equation: Equation,
) -> Result<f64, Mom2dError> {
    let space = Space::new(mesh, polarization, equation.weight(mesh)?);
    Ok(sampled_seconds(mesh, &space))
}

/// The factored matrix of a mesh.
#[derive(Debug)]
pub struct System<'a> {
    mesh: &'a Mesh,
    space: Space,
    matrix: Mat<c64>,
    factors: Lu<f64>,
}

impl<'a> System<'a> {
    /// Fills and factors the matrix, on the threads of the current pool.
    pub fn new(
        mesh: &'a Mesh,
        polarization: Polarization,
        equation: Equation,
    ) -> Result<Self, Mom2dError> {
        Ok(Filled::new(mesh, polarization, equation)?.factored())
    }

    /// 2 pi over the wavelength.
    pub fn wave_number(&self) -> f64 {
        self.mesh.wave_number()
    }

    /// The number of unknowns.
    pub fn size(&self) -> usize {
        self.space.size
    }

    /// The currents that waves excite, one by one.
    pub fn solve(&self, waves: &[PlaneWave]) -> Vec<Current<'a>> {
        let sides = self.sides(waves);
        let mut found = sides.clone();
        self.factors.solve_in_place(found.as_mut(), Par::rayon(0));
        let mut rest = sides.clone();
        subtract_product(
            rest.as_mut(),
            self.matrix.as_ref(),
            found.as_ref(),
            Par::rayon(0),
        );
        let residual = |column: usize| {
            let [left, all] = [&rest, &sides].map(|m| norm(m.col(column).as_mat()));
            if all > 0.0 { left / all } else { left }
        };
        let current = |(column, &wave): (usize, &PlaneWave)| Current {
            mesh: self.mesh,
            polarization: self.space.polarization,
            wave,
            residual: residual(column),
            nodes: (self.space.unknowns.iter())
                .map(|unknown| unknown.map_or_else(Complex::default, |row| found[(row, column)]))
                .collect(),
        };
        waves.iter().enumerate().map(current).collect()
    }

    /// What the equation asks of each wave.
    fn sides(&self, waves: &[PlaneWave]) -> Mat<c64> {
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
        sides
    }
}

/// The current that a wave excites.
#[derive(Debug, Clone, PartialEq)]
pub struct Current<'a> {
    pub(crate) mesh: &'a Mesh,
    pub(crate) polarization: Polarization,
    pub(crate) wave: PlaneWave,
    residual: f64,
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

    /// |b - A x|/|b| of its equation.
    pub fn residual(&self) -> f64 {
        self.residual
    }

    /// The current at the beginning of each element, in the order of the outlines, and at the end of each outline.
    pub fn densities(&self) -> Vec<Density> {
        let stations = self.mesh.stations().into_iter();
        let density = |station: Station| Density {
            outline: station.outline,
            along: station.along,
            at: station.at,
            value: self.nodes[station.node],
        };
        stations.map(density).collect()
    }

    /// The current at the two ends of an element.
    pub(crate) fn ends(&self, nodes: [usize; 2]) -> [Complex; 2] {
        nodes.map(|node| self.nodes[node])
    }
}
