//! Kinds of scenes.

use serde_json::Value;

/// The families of scenes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// Anything.
    General,
    /// Two lumped ports whose S-parameters are requested.
    Network,
    /// A hollow waveguide with a port at either end.
    Guide,
    /// A line of two conductors with a port at either end.
    Line,
    /// A body whose surface does not follow the grid.
    Body,
    /// A metal body in free space, which both solvers support.
    Scatterer,
}

impl Family {
    /// The title of its scenes.
    pub const fn name(self) -> &'static str {
        match self {
            Self::General => "general",
            Self::Network => "network",
            Self::Guide => "guide",
            Self::Line => "line",
            Self::Body => "body",
            Self::Scatterer => "scatterer",
        }
    }

    /// Whether a scene is of this family.
    pub fn has(self, scene: &Value) -> bool {
        scene["title"] == self.name()
    }
}
