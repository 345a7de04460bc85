//! What can go wrong between a mesh and its currents.

use poynting_exec::ExceedsMemory;
use poynting_geometry::{Defect, Finding, Surface};

/// Why a surface cannot be solved.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum MomError {
    /// A triangle names a vertex that is not there.
    #[error("triangle {triangle} names vertex {vertex}, but the mesh has only {vertices} vertices")]
    NoVertex {
        /// The triangle.
        triangle: usize,
        /// What it names.
        vertex: u32,
        /// How many there are.
        vertices: usize,
    },
    /// A triangle has no area, or a corner that is not finite.
    #[error("triangle {triangle} has no area; repair the mesh")]
    Degenerate {
        /// The triangle.
        triangle: usize,
    },
    /// Two triangles have the same corners.
    #[error("triangles {first} and {second} have the same corners; remove one of them")]
    Duplicate {
        /// One of them.
        first: usize,
        /// The other.
        second: usize,
    },
    /// No edge belongs to two triangles.
    #[error(
        "no edge of the mesh belongs to two triangles, so no current can flow; are its vertices welded?"
    )]
    NoFunctions,
    /// The magnetic field equation needs an inside.
    #[error("the surface has {edges}; only the EFIE holds on open surfaces")]
    Open {
        /// Edges with an odd number of triangles.
        edges: Finding,
    },
    /// The magnetic field equation needs normals that point outwards.
    #[error(
        "normals must point outwards: {misoriented} edges join triangles of opposite orientation, the volume is {volume:.3e} m^3"
    )]
    Orientation {
        /// Edges that both triangles run through in the same direction.
        misoriented: usize,
        /// Enclosed volume.
        volume: f64,
    },
    /// A number that the equations do not know.
    #[error("{name} = {value} {demand}")]
    Number {
        /// What it is.
        name: &'static str,
        /// Its value.
        value: f64,
        /// What it must be.
        demand: &'static str,
    },
    /// A gap at an edge that carries no function, or several.
    #[error("the edge between vertices {} and {} carries {functions} functions; a gap needs edges that carry one", edge[0], edge[1])]
    GapEdge {
        /// The edge.
        edge: [u32; 2],
        /// How many it carries.
        functions: usize,
    },
    /// A dipole where its field is infinite on the conductor.
    #[error("the dipole at ({}, {}, {}) m lies on triangle {triangle}; move it off the surface", at[0], at[1], at[2])]
    DipoleOnSurface {
        /// Where it is.
        at: [f64; 3],
        /// The triangle.
        triangle: usize,
    },
    /// Numbers of ports that differ.
    #[error("the network has {expected} ports, but {found} {what} were given")]
    Ports {
        /// Ports of the network.
        expected: usize,
        /// How many were given.
        found: usize,
        /// Of what.
        what: &'static str,
    },
    /// The matrix does not fit.
    #[error(transparent)]
    Memory(#[from] ExceedsMemory),
    /// A right-hand side of another size.
    #[error("the right-hand sides have {found} rows, the matrix {expected}")]
    Rows {
        /// Rows of the matrix.
        expected: usize,
        /// Rows of the right-hand sides.
        found: usize,
    },
}

/// Refuses a surface on which normals do not tell outside from inside.
pub(crate) fn require_outward_normals(surface: &Surface) -> Result<(), MomError> {
    let health = surface.health();
    if let Some(edges) = health.find(Defect::Open) {
        return Err(MomError::Open {
            edges: edges.clone(),
        });
    }
    let misoriented = health.count(Defect::Misoriented);
    if misoriented > 0 || health.inverted {
        return Err(MomError::Orientation {
            misoriented,
            volume: surface.volume(),
        });
    }
    Ok(())
}
