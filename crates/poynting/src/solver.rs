//! The two solvers.

use poynting_scene::Scene;

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
