//! The plan of a run, for either solver.

use poynting_fdtd::Plan as FdtdPlan;
use poynting_mom::Plan as MomPlan;
use poynting_scene::{Precision, Scene};

/// The solvers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Solver {
    /// Finite-difference time-domain.
    Fdtd,
    /// The method of moments, in the frequency domain.
    Mom,
}

impl Solver {
    /// `fdtd` or `mom`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fdtd => "fdtd",
            Self::Mom => "mom",
        }
    }

    /// The solver that a scene is made for: without a domain there is no grid.
    pub fn of(scene: &Scene) -> Self {
        if scene.domain.is_space() {
            Self::Mom
        } else {
            Self::Fdtd
        }
    }
}

/// A planned run; nothing large is allocated yet.
#[derive(Debug)]
pub enum Plan {
    /// Grid, time step, operators.
    Fdtd(Box<FdtdPlan>),
    /// Mesh, equation, frequencies.
    Mom(Box<MomPlan>),
}

impl Plan {
    /// Which solver it is for.
    pub fn solver(&self) -> Solver {
        match self {
            Self::Fdtd(_) => Solver::Fdtd,
            Self::Mom(_) => Solver::Mom,
        }
    }

    /// Bytes needed on the processor.
    pub fn bytes(&self) -> u64 {
        match self {
            Self::Fdtd(plan) => plan.bytes(),
            Self::Mom(plan) => plan.bytes(),
        }
    }

    /// Precision of its fields or of its matrix.
    pub fn precision(&self) -> Precision {
        match self {
            Self::Fdtd(plan) => plan.precision,
            Self::Mom(plan) => plan.precision,
        }
    }

    /// Automatic choices that need no action.
    pub fn notes(&self) -> &[String] {
        match self {
            Self::Fdtd(plan) => &plan.notes,
            Self::Mom(_) => &[],
        }
    }

    /// Warnings for the user.
    pub fn warnings(&self) -> &[String] {
        match self {
            Self::Fdtd(plan) => &plan.warnings,
            Self::Mom(plan) => &plan.warnings,
        }
    }
}
