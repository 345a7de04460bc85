//! What is solved: the polarization and the equation.

use crate::error::Mom2dError;
use crate::mesh::Mesh;

/// The field along the axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Polarization {
    /// E along the axis (E-polarization, TM to z).
    Tm,
    /// H along the axis (H-polarization, TE to z).
    Te,
}

/// The boundary condition from which currents follow.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Equation {
    /// E along the surface vanishes. Not unique at the resonances of the inside of a closed outline.
    Electric,
    /// H inside vanishes: closed outlines only. Not unique at the other set of resonances of the inside.
    Magnetic,
    /// The electric equation with this weight, and the magnetic one with the rest: unique at all frequencies. Open outlines have only the electric one.
    Combined(f64),
}

impl Default for Equation {
    fn default() -> Self {
        Self::Combined(0.5)
    }
}

impl Equation {
    /// The weight of the electric equation on closed outlines.
    pub(crate) fn weight(self, mesh: &Mesh) -> Result<f64, Mom2dError> {
        match (self, mesh.open()) {
            (Self::Electric, _) => Ok(1.0),
            (Self::Magnetic, None) => Ok(0.0),
            (Self::Magnetic, Some(outline)) => Err(Mom2dError::Open { outline }),
            (Self::Combined(weight), _) if weight > 0.0 && weight < 1.0 => Ok(weight),
            (Self::Combined(value), _) => Err(Mom2dError::Value {
                name: "the weight of the electric equation",
                value,
                demand: "it must lie between 0 and 1",
            }),
        }
    }
}
