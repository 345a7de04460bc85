//! What can go wrong between a mesh and its currents.

use poynting_exec::{Device, DeviceError, ExceedsMemory, ScratchError};
use poynting_geometry::{Defect, Finding, GeometryError, Surface};
use poynting_observe::SinkError;

/// Why a surface cannot be solved.
#[derive(Debug, thiserror::Error)]
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
    /// Triangles without common corners share points.
    #[error(
        "triangles {test} and {trial} cross, overlap or touch without common corners; weld the vertices or repair the mesh"
    )]
    Crossing {
        /// One of them.
        test: usize,
        /// The other.
        trial: usize,
    },
    /// Triangles are so close that their integral is not found.
    #[error(
        "triangles {test} and {trial} are too close for the quadrature tolerance; move them apart or ask for less"
    )]
    Unresolved {
        /// One of them.
        test: usize,
        /// The other.
        trial: usize,
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
    /// Something in a scene that only the other solver knows.
    #[error("the method of moments does not know {what}: {reason}")]
    Refused {
        /// What, by name.
        what: String,
        /// Why, or what it knows instead.
        reason: String,
    },
    /// Nothing is asked for at any frequency.
    #[error(
        "the method of moments has nothing to solve: give frequencies to a monitor, or `frequencies` under `mom` for ports"
    )]
    NoFrequencies,
    /// Two parts of a scene meet where their meshes do not.
    #[error(
        "{first} and {second} meet at {at:?} m, where their meshes do not share vertices: move them apart, make both of boxes without \
         thickness, which are meshed to fit where they meet, or give structures that touch in one mesh file"
    )]
    Collision {
        /// The one.
        first: String,
        /// The other.
        second: String,
        /// Where.
        at: [f64; 3],
    },
    /// A shape cannot be meshed.
    #[error(transparent)]
    Geometry(#[from] GeometryError),
    /// The observations cannot be taken.
    #[error(transparent)]
    Sink(#[from] SinkError),
    /// The device is not there, or failed.
    #[error(transparent)]
    Device(#[from] DeviceError),
    /// A compressed matrix on a GPU.
    #[error(
        "the method {method} does not run on {device}: compressed matrices are made and multiplied by the processor; \
         leave out --device, or set method = \"dense\" under `mom`"
    )]
    OnProcessor {
        /// How the matrix is held.
        method: &'static str,
        /// The device that was asked for.
        device: Device,
    },
    /// The matrix does not fit.
    #[error(transparent)]
    Memory(#[from] ExceedsMemory),
    /// The near field cannot be kept on disk.
    #[error("the near field cannot be kept on disk: {0}")]
    Disk(#[from] ScratchError),
    /// A preconditioner that needs all of the near field at once.
    #[error(
        "the preconditioner `{preconditioner}` needs the near field in memory, but there is only room for slices of it: allow more memory \
         (--memory), or set preconditioner = \"block\" or \"none\" under `mom`"
    )]
    OnDisk {
        /// Its name.
        preconditioner: &'static str,
    },
    /// A right-hand side of another size.
    #[error("the right-hand sides have {found} rows, the matrix {expected}")]
    Rows {
        /// Rows of the matrix.
        expected: usize,
        /// Rows of the right-hand sides.
        found: usize,
    },
    /// A residual below the error of the products.
    #[error(
        "a residual of {residual:.1e} means nothing with products that are good to {accuracy:.1e}: ask for {worth:.1e}, or for more digits \
         of the products"
    )]
    Pairing {
        /// What was asked for.
        residual: f64,
        /// Relative error of the products.
        accuracy: f64,
        /// What is worth asking for.
        worth: f64,
    },
    /// The iteration makes no way.
    #[error(
        "the residual stalls at {residual:.2e} after {iterations} steps, where {target:.1e} was asked for: {advice}"
    )]
    Stalled {
        /// |b - A x|/|b|.
        residual: f64,
        /// What was asked for.
        target: f64,
        /// Steps made.
        iterations: usize,
        /// What may help.
        advice: &'static str,
    },
    /// The iteration makes way, but takes too long.
    #[error(
        "the residual is {residual:.2e} after {iterations} steps, all that were allowed, where {target:.1e} was asked for; \
         allow more, lengthen the restart, or take a stronger preconditioner"
    )]
    TooSlow {
        /// |b - A x|/|b|.
        residual: f64,
        /// What was asked for.
        target: f64,
        /// Steps made.
        iterations: usize,
    },
    /// A block of a preconditioner has no inverse.
    #[error(
        "the preconditioner finds a singular block at unknowns {first} to {last}; take another preconditioner, or look for slivers in the mesh"
    )]
    SingularBlock {
        /// First unknown of the block.
        first: usize,
        /// Last one.
        last: usize,
    },
    /// Blocks of a preconditioner that do not follow each other.
    #[error(
        "the block of {rows} x {columns} at unknown {first} does not fit: blocks are square and follow each other"
    )]
    BlockShape {
        /// First unknown of the block.
        first: usize,
        /// Its rows.
        rows: usize,
        /// Its columns.
        columns: usize,
    },
}

/// Refuses a surface on which normals do not tell outside from inside.
pub fn require_outward_normals(surface: &Surface) -> Result<(), MomError> {
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
