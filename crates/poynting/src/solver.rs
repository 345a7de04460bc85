//! The solvers.

use poynting_scene::{Scene, Wall};

/// The solvers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Solver {
    /// Finite-difference time-domain.
    Fdtd,
    /// The method of moments, in the frequency domain.
    Mom,
    /// Rigorous coupled-wave analysis of unit cells, in the frequency domain.
    Rcwa,
}

impl Solver {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Fdtd, Self::Mom, Self::Rcwa];

    /// `fdtd`, `mom` or `rcwa`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fdtd => "fdtd",
            Self::Mom => "mom",
            Self::Rcwa => "rcwa",
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

    /// The solver in the frequency domain that suits a scene: for a unit cell RCWA.
    pub fn in_frequency(scene: &Scene) -> Self {
        let walls = scene.boundary.walls.as_flattened();
        if walls.iter().any(|wall: &Wall| wall.is_joined()) {
            Self::Rcwa
        } else {
            Self::Mom
        }
    }
}
