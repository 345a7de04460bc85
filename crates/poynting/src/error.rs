//! Errors between a scene and its results.

use poynting_exec::{DeviceError, PoolError};
use poynting_fdtd::{CheckpointError, FdtdError};
use poynting_geometry::GeometryError;
use poynting_grating::{GratingError, RcwaError};
use poynting_mom::MomError;
use poynting_results::ResultsError;
use poynting_scene::SceneError;

/// Anything that stops a run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The scene is invalid.
    #[error(transparent)]
    Scene(#[from] Box<SceneError>),
    /// An error from the FDTD solver.
    #[error(transparent)]
    Fdtd(#[from] FdtdError),
    /// An error from the method-of-moments solver.
    #[error(transparent)]
    Mom(#[from] MomError),
    /// An error from rigorous coupled-wave analysis.
    #[error(transparent)]
    Rcwa(#[from] GratingError),
    /// Results cannot be written or read.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// The device is not available, or failed.
    #[error(transparent)]
    Device(#[from] DeviceError),
    /// Threads cannot be started.
    #[error(transparent)]
    Pool(#[from] PoolError),
    /// The ports do not make a network.
    #[error("{0}")]
    Network(String),
    /// Earlier runs were interrupted before this one started.
    #[error("not started: earlier runs were interrupted")]
    NotStarted,
}

impl From<SceneError> for Error {
    fn from(error: SceneError) -> Self {
        Self::Scene(Box::new(error))
    }
}

/// Kinds of failure, for exit codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The scene, or something it refers to, is invalid, or it does not record what is asked for.
    Scene,
    /// It does not fit in memory.
    Memory,
    /// The fields diverged, or a result is NaN.
    Diverged,
    /// Files cannot be read or written.
    Files,
    /// A device or its threads are not available, or it failed.
    Device,
    /// The user stopped it.
    Interrupted,
}

impl Error {
    /// Whether all that is wrong is a file of a structure that cannot be read.
    fn is_unreadable(&self) -> bool {
        fn fails(error: &FdtdError) -> bool {
            match error {
                FdtdError::Geometry { cause, .. } => matches!(cause, GeometryError::Read { .. }),
                FdtdError::Several(errors) => errors.iter().all(fails),
                _ => false,
            }
        }
        match self {
            Self::Fdtd(error) => fails(error),
            Self::Mom(MomError::Structure { cause, .. }) => {
                matches!(cause, GeometryError::Read { .. })
            }
            _ => false,
        }
    }

    /// The kind of failure.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Scene(e) if matches!(**e, SceneError::Read { .. }) => ErrorKind::Files,
            Self::Fdtd(_) | Self::Mom(_) if self.is_unreadable() => ErrorKind::Files,
            Self::Fdtd(FdtdError::Memory(_) | FdtdError::Demand(_))
            | Self::Mom(MomError::Memory(_) | MomError::Part(_) | MomError::NotQuick(_)) => {
                ErrorKind::Memory
            }
            Self::Rcwa(GratingError::Memory(_) | GratingError::Part(_)) => ErrorKind::Memory,
            Self::Rcwa(GratingError::Solution {
                cause: RcwaError::NoModes { .. } | RcwaError::NotFinite { .. },
                ..
            })
            | Self::Fdtd(FdtdError::Diverged(_))
            | Self::Results(ResultsError::NotFinite { .. } | ResultsError::FailedElsewhere) => {
                ErrorKind::Diverged
            }
            Self::Results(ResultsError::NoQuantity { .. }) => ErrorKind::Scene,
            Self::Fdtd(
                FdtdError::Sink(_)
                | FdtdError::Journal(_)
                | FdtdError::Checkpoint(CheckpointError::Files { .. }),
            )
            | Self::Mom(
                MomError::Sink(_)
                | MomError::Disk(_)
                | MomError::OutOfCore { .. }
                | MomError::DiskSpace { .. }
                | MomError::Checkpoint(CheckpointError::Files { .. }),
            )
            | Self::Rcwa(GratingError::Sink(_))
            | Self::Results(_) => ErrorKind::Files,
            Self::Device(_)
            | Self::Pool(_)
            | Self::Fdtd(FdtdError::Device(_) | FdtdError::Pool(_))
            | Self::Mom(MomError::Device(_)) => ErrorKind::Device,
            Self::NotStarted => ErrorKind::Interrupted,
            Self::Scene(_) | Self::Fdtd(_) | Self::Mom(_) | Self::Rcwa(_) | Self::Network(_) => {
                ErrorKind::Scene
            }
        }
    }
}
