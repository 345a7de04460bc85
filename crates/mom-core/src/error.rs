//! Errors between a mesh and its currents.

use std::io;
use std::path::{Path, PathBuf};

use poynting_checkpoint::CheckpointError;
use poynting_exec::{
    Device, DeviceError, ExceedsMemory, NotQuick, PartExceedsMemory, ScratchError, format_bytes,
};
use poynting_geometry::{Defect, Finding, GeometryError, Surface};
use poynting_observe::SinkError;

/// Why a surface cannot be solved.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MomError {
    /// A triangle refers to a vertex that does not exist.
    #[error(
        "triangle {triangle} refers to vertex {vertex}, but the mesh has only {vertices} vertices"
    )]
    NoVertex {
        /// The triangle.
        triangle: usize,
        /// The vertex index.
        vertex: u32,
        /// Number of vertices.
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
        "no edge of the mesh belongs to two triangles, so no current can flow; weld coincident vertices"
    )]
    NoFunctions,
    /// The MFIE needs a closed surface.
    #[error("the surface has {edges}; only the EFIE supports open surfaces")]
    Open {
        /// Edges with an odd number of triangles.
        edges: Finding,
    },
    /// The MFIE needs outward normals.
    #[error(
        "normals must point outwards: {misoriented} edges join triangles of opposite orientation, and the enclosed volume is {volume:.3e} m^3"
    )]
    Orientation {
        /// Edges traversed in the same direction by both triangles.
        misoriented: usize,
        /// Enclosed volume.
        volume: f64,
    },
    /// A parameter outside its range.
    #[error("{name} is {value}, but {demand}")]
    Number {
        /// Its name.
        name: &'static str,
        /// Its value.
        value: f64,
        /// Its allowed range.
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
    /// The triangles are so close that the quadrature does not converge.
    #[error(
        "triangles {test} and {trial} are too close for the quadrature tolerance; move them apart or relax the tolerance"
    )]
    Unresolved {
        /// One of them.
        test: usize,
        /// The other.
        trial: usize,
    },
    /// A gap at an edge without a function, or with several.
    #[error("the edge between vertices {} and {} carries {functions} basis functions; a gap needs edges with exactly one", edge[0], edge[1])]
    GapEdge {
        /// The edge.
        edge: [u32; 2],
        /// Number of functions at the edge.
        functions: usize,
    },
    /// A dipole on the conductor, where its field is infinite.
    #[error("the dipole at ({}, {}, {}) m lies on triangle {triangle}; move it off the surface", at[0], at[1], at[2])]
    DipoleOnSurface {
        /// Its position.
        at: [f64; 3],
        /// The triangle.
        triangle: usize,
    },
    /// The solutions of a sweep allow no interpolation.
    #[error(
        "the adaptive sweep cannot continue: {cause}; remove method = \"adaptive\" to solve each frequency"
    )]
    Sweep {
        /// Why.
        cause: String,
    },
    /// The number of ports does not match.
    #[error("the network has {expected} ports, but {found} {what} were given")]
    Ports {
        /// Ports of the network.
        expected: usize,
        /// Number given.
        found: usize,
        /// Of what.
        what: &'static str,
    },
    /// Something in a scene that only the other solver supports.
    #[error("the method of moments does not support {what}: {reason}")]
    Refused {
        /// What, by name.
        what: String,
        /// Why, or what is supported instead.
        reason: String,
    },
    /// No result is requested at any frequency.
    #[error(
        "the method of moments has no frequency to solve for: set `frequencies` in a monitor, or under `mom` for ports"
    )]
    NoFrequencies,
    /// Two parts of a scene meet where their meshes do not.
    #[error(
        "{first} and {second} meet at {at:?} m, where their meshes do not share vertices: move them apart, build both from boxes of \
         zero thickness, whose meshes match where they meet, or put structures that touch into one mesh file"
    )]
    Collision {
        /// The one.
        first: String,
        /// The other.
        second: String,
        /// Location.
        at: [f64; 3],
    },
    /// A structure cannot be read or meshed.
    #[error("{structure}: {cause}")]
    Structure {
        /// What it is, by name.
        structure: String,
        /// What is wrong.
        cause: GeometryError,
    },
    /// A shape cannot be meshed.
    #[error(transparent)]
    Geometry(#[from] GeometryError),
    /// The observations cannot be recorded.
    #[error(transparent)]
    Sink(#[from] SinkError),
    /// The device is missing or failed.
    #[error(transparent)]
    Device(#[from] DeviceError),
    /// A compressed matrix on a GPU.
    #[error(
        "the method {method} does not run on {device}: compressed matrices are assembled and multiplied on the CPU; \
         remove --device, or set method = \"dense\" under `mom`"
    )]
    OnProcessor {
        /// Form of the matrix.
        method: &'static str,
        /// The requested device.
        device: Device,
    },
    /// The matrix does not fit.
    #[error(transparent)]
    Memory(#[from] ExceedsMemory),
    /// A part of the model does not fit by itself.
    #[error(transparent)]
    Part(#[from] PartExceedsMemory),
    /// A part of the model is not planned quickly.
    #[error(transparent)]
    NotQuick(#[from] NotQuick),
    /// Edges longer than a wavelength.
    #[error(
        "at {:.4} GHz the mesh has only {density:.2} edges per wavelength, which cannot represent any current; 10 are usual: \
         lower the frequency, or set `elements_per_wavelength` or `edge` under `mom`",
        frequency / 1e9
    )]
    TooCoarse {
        /// The highest frequency, in Hz.
        frequency: f64,
        /// Mean edges per wavelength.
        density: f64,
    },
    /// A matrix out of core cannot be written or read.
    #[error(
        "{}: {source}; the matrix and its factors take {} there{}",
        folder.display(), format_bytes(*needed), cure(folder)
    )]
    OutOfCore {
        /// The folder.
        folder: PathBuf,
        /// Bytes of all of it.
        needed: u64,
        /// The cause.
        source: io::Error,
    },
    /// A disk that is too small.
    #[error(
        "out of core the matrix and its factors take {} ({needed} bytes), but only {} ({available} bytes) are free in {}{}",
        format_bytes(*needed), format_bytes(*available), folder.display(), cure(folder)
    )]
    DiskSpace {
        /// The folder.
        folder: PathBuf,
        /// Bytes of all of it.
        needed: u64,
        /// Free bytes.
        available: u64,
    },
    /// The near field cannot be stored on disk.
    #[error("the near field cannot be stored on disk: {0}")]
    Disk(#[from] ScratchError),
    /// The state of a run cannot be kept or used.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// A preconditioner that needs all of the near field at once.
    #[error(
        "the preconditioner `{preconditioner}` needs the near field in memory, but only slices of it fit: allow more memory \
         (--memory), or set preconditioner = \"block\" or \"none\" under `mom`"
    )]
    OnDisk {
        /// Its name.
        preconditioner: &'static str,
    },
    /// A right-hand side of the wrong size.
    #[error("the right-hand sides have {found} rows, but the matrix has {expected}")]
    Rows {
        /// Rows of the matrix.
        expected: usize,
        /// Rows of the right-hand sides.
        found: usize,
    },
    /// A residual below the error of the products.
    #[error(
        "a residual of {residual:.1e} is below the error of the matrix products, {accuracy:.1e}: request {worth:.1e}, or more digits \
         of the products"
    )]
    Pairing {
        /// The requested residual.
        residual: f64,
        /// Relative error of the products.
        accuracy: f64,
        /// The recommended residual.
        worth: f64,
    },
    /// The iteration stagnates.
    #[error(
        "the residual stalls at {residual:.2e} after {iterations} steps, but {target:.1e} was requested: {advice}"
    )]
    Stalled {
        /// |b - A x|/|b|.
        residual: f64,
        /// The requested residual.
        target: f64,
        /// Steps taken.
        iterations: usize,
        /// What may help.
        advice: &'static str,
    },
    /// The iteration converges, but too slowly.
    #[error(
        "the residual is {residual:.2e} after {iterations} steps, the maximum allowed, but {target:.1e} was requested; \
         allow more steps, lengthen the restart, or use a stronger preconditioner"
    )]
    TooSlow {
        /// |b - A x|/|b|.
        residual: f64,
        /// The requested residual.
        target: f64,
        /// Steps taken.
        iterations: usize,
    },
    /// A block of a preconditioner is singular.
    #[error(
        "the preconditioner has a singular block at unknowns {first} to {last}; use another preconditioner, or check the mesh for slivers"
    )]
    SingularBlock {
        /// First unknown of the block.
        first: usize,
        /// Last one.
        last: usize,
    },
    /// Blocks of a preconditioner that are not consecutive.
    #[error(
        "the block of {rows} x {columns} at unknown {first} does not fit: blocks must be square and consecutive"
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

/// What to do about a folder for temporary files.
fn cure(folder: &Path) -> &'static str {
    if folder == std::env::temp_dir() {
        "; set TMPDIR to a folder with enough disk space"
    } else {
        ""
    }
}

/// Rejects a surface whose normals do not tell outside from inside.
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
