//! The targets of the suite.

use super::score::Curve;

/// The scatterer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Target {
    /// Centred at the origin; the wave is incident from theta = 90, phi = 0 degrees, and observed over phi.
    Sphere {
        /// In metres.
        diameter: f64,
        megahertz: f64,
        /// Divisions of each icosahedron face along an edge: 30 n^2 unknowns.
        divisions: u32,
        /// From 0 to 360 degrees.
        directions: usize,
    },
    /// Observed from phi = 0 to 180 degrees, in the plane of its width.
    Almond { gigahertz: f64 },
    /// The same, on the suite's mesh, whose nose points along -x.
    Aircraft { gigahertz: f64 },
}

impl Target {
    /// The path of its cross sections in the results.
    pub fn monitor(self) -> &'static str {
        match self {
            Self::Sphere { .. } => "bistatic/cut",
            Self::Almond { .. } | Self::Aircraft { .. } => "mono/cut",
        }
    }

    /// A curve over the angles of the suite, which are measured from the nose of the aircraft; its meshes point the nose along -x.
    pub fn as_the_suite_counts(self, mut curve: Curve) -> Curve {
        if matches!(self, Self::Aircraft { .. }) {
            curve.phi.iter_mut().for_each(|phi| *phi = 180.0 - *phi);
            curve.phi.reverse();
            curve.level.reverse();
        }
        curve
    }

    /// Right-hand sides: both polarisations of every incident wave.
    pub fn sides(self) -> usize {
        match self {
            Self::Sphere { .. } => 2,
            Self::Almond { .. } | Self::Aircraft { .. } => 2 * self.directions().0,
        }
    }

    /// The number of directions, and the last one in degrees.
    pub fn directions(self) -> (usize, f64) {
        match self {
            Self::Sphere { directions, .. } => (directions, 360.0),
            Self::Almond { .. } | Self::Aircraft { .. } => (361, 180.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Levels at phi of a scene are those at 180 degrees minus phi of the suite.
    #[test]
    fn angles_of_the_aircraft_count_from_its_nose() {
        let found = Curve {
            phi: vec![0.0, 30.0, 180.0],
            level: vec![1.0, 2.0, 3.0],
        };
        let aircraft = Target::Aircraft { gigahertz: 7.0 };
        let counted = aircraft.as_the_suite_counts(found.clone());
        assert_eq!(counted.phi, [0.0, 150.0, 180.0]);
        assert_eq!(counted.level, [3.0, 2.0, 1.0]);
        let almond = Target::Almond { gigahertz: 7.0 };
        assert_eq!(almond.as_the_suite_counts(found.clone()), found);
    }
}
