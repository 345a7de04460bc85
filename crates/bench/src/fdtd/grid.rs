//! A grid to measure, and what cannot be in one grid.

use super::case::Case;
use super::options::{Axes, Cells, Dispersive, Snapshots};
use std::fmt::Write;

/// Cells between the domain's faces and the far-field box.
pub(super) const FAR_FIELD_GAP: usize = 2;
/// Fewest cells along an axis inside the far-field box.
const MIN_FAR_FIELD: usize = 2;

/// A grid of equal cells, what fills it and what is recorded in it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Grid {
    /// Cells along each axis, those of the PML included.
    pub cells: Cells,
    /// What fills it.
    pub case: Case,
    /// PML cells at each face that is not periodic; overrides the case.
    pub layers: Option<usize>,
    /// Number of dielectrics in random boxes all over the volume.
    pub materials: usize,
    /// A dispersive part of the volume.
    pub dispersive: Option<Dispersive>,
    /// Frequencies of a far-field box; none without a box.
    pub far_field: usize,
    /// Snapshots of the volume.
    pub snapshots: Option<Snapshots>,
    /// Periodic axes.
    pub periodic: Axes,
}

impl Grid {
    /// A cube of a case and nothing else.
    pub fn cube(cells: usize, case: Case) -> Self {
        Self {
            cells: Cells::cube(cells),
            case,
            layers: None,
            materials: 0,
            dispersive: None,
            far_field: 0,
            snapshots: None,
            periodic: Axes::default(),
        }
    }

    /// PML cells at each face of each axis.
    pub fn layers(&self) -> [usize; 3] {
        let axes = self.cells.0.into_iter().zip(self.periodic.0);
        let open = axes.filter_map(|(cells, is_periodic)| (!is_periodic).then_some(cells));
        // The scene has one number for all faces.
        let layers = self.layers.or_else(|| {
            let layers = open.map(|cells| self.case.layers(cells));
            layers.min()
        });
        self.periodic.0.map(|is_periodic| match layers {
            Some(layers) if !is_periodic => layers,
            _ => 0,
        })
    }

    /// What the grid is, in a line.
    pub fn title(&self) -> String {
        let mut title = format!("{} {}", self.case.name(), self.cells);
        let mut add = |what: &str, value: &dyn std::fmt::Display| {
            // Writing to a string does not fail.
            let _ = write!(title, ", {what} {value}");
        };
        if let Some(layers) = self.layers {
            add("layers", &layers);
        }
        if self.materials > 0 {
            add("materials", &self.materials);
        }
        if let Some(dispersive) = self.dispersive {
            add("dispersive", &dispersive);
        }
        if self.far_field > 0 {
            add("far-field", &self.far_field);
        }
        if let Some(snapshots) = self.snapshots {
            add("snapshots", &snapshots);
        }
        if self.periodic != Axes::default() {
            add("periodic", &self.periodic);
        }
        title
    }

    /// The first contradiction among its parts, if any.
    pub fn contradiction(&self) -> Option<Contradiction> {
        let all_periodic = self.periodic.0 == [true; 3];
        let asks_for_pml = self.layers.map_or(self.case.is_open(), |layers| layers > 0);
        if all_periodic && asks_for_pml {
            return Some(Contradiction::NoFaceForPml);
        }
        let axes = self.cells.0.into_iter().zip(self.layers());
        let too_thin = axes.clone().find(|(cells, layers)| 2 * layers >= *cells);
        if let Some((cells, layers)) = too_thin {
            return Some(Contradiction::OnlyPml { layers, cells });
        }
        if self.far_field == 0 {
            return None;
        }
        if self.periodic != Axes::default() {
            return Some(Contradiction::PeriodicFarField);
        }
        let needed = |layers| 2 * (layers + FAR_FIELD_GAP) + MIN_FAR_FIELD;
        let mut axes = axes.map(|(cells, layers)| (cells, needed(layers)));
        let small = axes.find(|(cells, needed)| cells < needed);
        small.map(|(cells, needed)| Contradiction::NoRoomForFarField { cells, needed })
    }
}

/// Parts of a grid that exclude each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Contradiction {
    /// A PML, but every axis is periodic.
    #[error("a PML needs a face that is not periodic, but all three axes are periodic")]
    NoFaceForPml,
    /// The PML fills an axis.
    #[error("a PML of {layers} cells at each face leaves nothing of {cells} cells")]
    OnlyPml {
        /// PML cells at each face.
        layers: usize,
        /// Cells along the axis.
        cells: usize,
    },
    /// A far field next to periodic faces.
    #[error("a far field needs open space around its box; a periodic axis has none")]
    PeriodicFarField,
    /// The box does not fit.
    #[error("a far-field box does not fit into {cells} cells along an axis: {needed} are needed")]
    NoRoomForFarField {
        /// Cells along the axis.
        cells: usize,
        /// Fewest cells.
        needed: usize,
    },
}

impl Contradiction {
    /// How to resolve it.
    pub fn help(self) -> &'static str {
        match self {
            Self::NoFaceForPml => {
                "leave one axis out of --periodic, or use --layers 0 or a case without PML"
            }
            Self::OnlyPml { .. } => "use fewer --layers or more --cells; the PML is part of them",
            Self::PeriodicFarField => "omit --far-field or --periodic",
            Self::NoRoomForFarField { .. } => {
                "use more --cells or fewer --layers, or omit --far-field"
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(cells: &str, case: Case) -> Grid {
        Grid {
            cells: cells.parse().unwrap(),
            ..Grid::cube(1, case)
        }
    }

    #[test]
    fn layers_are_those_of_the_case_or_those_asked_for() {
        assert_eq!(grid("64", Case::Vac).layers(), [0; 3]);
        assert_eq!(grid("64", Case::Pml).layers(), [10; 3]);
        // A quarter of the shortest axis.
        assert_eq!(grid("64x12x64", Case::PmlDiel).layers(), [3; 3]);
        let mut asked = grid("64", Case::Vac);
        asked.layers = Some(6);
        assert_eq!(asked.layers(), [6; 3]);
        asked.periodic = Axes([false, true, false]);
        assert_eq!(asked.layers(), [6, 0, 6]);
        // An axis without PML does not limit that of the others.
        let mut thin = grid("64x4x64", Case::Pml);
        thin.periodic = Axes([false, true, false]);
        assert_eq!(thin.layers(), [10, 0, 10]);
        thin.periodic = Axes([true; 3]);
        assert_eq!(thin.layers(), [0; 3]);
    }

    #[test]
    fn contradictions_are_found() {
        let mut periodic = grid("16", Case::Pml);
        periodic.periodic = Axes([true; 3]);
        assert_eq!(periodic.contradiction(), Some(Contradiction::NoFaceForPml));
        periodic.layers = Some(0);
        assert_eq!(periodic.contradiction(), None);
        periodic.far_field = 2;
        assert_eq!(
            periodic.contradiction(),
            Some(Contradiction::PeriodicFarField)
        );
        let mut thick = grid("16x12x16", Case::Vac);
        thick.layers = Some(6);
        let (layers, cells) = (6, 12);
        let only = Contradiction::OnlyPml { layers, cells };
        assert_eq!(thick.contradiction(), Some(only));
        thick.layers = Some(4);
        assert_eq!(thick.contradiction(), None);
        thick.far_field = 1;
        let needed = 14;
        let small = Contradiction::NoRoomForFarField { cells, needed };
        assert_eq!(thick.contradiction(), Some(small));
        thick.layers = Some(3);
        assert_eq!(thick.contradiction(), None);
    }

    #[test]
    fn the_title_says_what_is_in_the_grid() {
        assert_eq!(grid("64", Case::Vac).title(), "vac 64x64x64");
        let full = Grid {
            layers: Some(2),
            materials: 3,
            dispersive: "0.1:2:spread".parse().ok(),
            far_field: 4,
            snapshots: "50:2".parse().ok(),
            periodic: Axes([true, false, false]),
            ..grid("12x10x14", Case::Pml)
        };
        assert_eq!(
            full.title(),
            "pml 12x10x14, layers 2, materials 3, dispersive 0.1:2:spread, far-field 4, snapshots 50:2, periodic x"
        );
    }
}
