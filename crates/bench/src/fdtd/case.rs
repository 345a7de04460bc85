//! The cases used to measure other programs.

/// What fills the grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Case {
    /// Nothing.
    Vac,
    /// A dielectric cube, eps_r = 4, in the middle half of each axis.
    Diel,
    /// Nothing, with PML in the outermost ten cells.
    Pml,
    /// The dielectric cube, with PML in the outermost ten cells.
    PmlDiel,
}

impl Case {
    /// All cases.
    pub const ALL: [Self; 4] = [Self::Vac, Self::Diel, Self::Pml, Self::PmlDiel];

    /// `vac`, `diel`, `pml` or `pmldiel`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Vac => "vac",
            Self::Diel => "diel",
            Self::Pml => "pml",
            Self::PmlDiel => "pmldiel",
        }
    }

    /// Whether there is a PML.
    pub fn is_open(self) -> bool {
        matches!(self, Self::Pml | Self::PmlDiel)
    }

    /// Whether there is a dielectric cube.
    pub fn has_cube(self) -> bool {
        matches!(self, Self::Diel | Self::PmlDiel)
    }

    /// PML cells at each face of an axis with this many cells.
    pub(super) fn layers(self, cells: usize) -> usize {
        if self.is_open() { 10.min(cells / 4) } else { 0 }
    }
}
