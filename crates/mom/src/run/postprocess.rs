//! Results derived from the currents of one frequency.

use poynting_linalg::Complex;
use poynting_physics::pattern::{Directions, Measure};
use poynting_scene::{Component, Point};
use rayon::prelude::*;

use super::cross_section::CrossSectionOutput;
use super::figures::Figures;
use super::solved::{Ports, Solved};
use super::stream_table::Values;
use crate::plan::Method;
use crate::plan::Plan;
use poynting_mom_core::excitation::Excitation;
use poynting_mom_core::near_field::NearField;
use poynting_mom_core::output::Radiator;
use poynting_mom_core::output::currents_at_centroids;
use poynting_mom_core::pattern::FarField;
use poynting_mom_core::pattern::axial_ratio_levels;
use poynting_mom_core::pattern::decibels;
use poynting_mom_core::pattern::gain_levels;

type C = Complex<f64>;

/// One kind of result, with the streams it goes to.
pub enum Output {
    /// Quality of the solution.
    Solution(Vec<(Figure, usize)>),
    /// All ports.
    Ports(PortOutput),
    /// A far field.
    FarField(FarFieldOutput),
    /// A near field.
    Field(FieldOutput),
    /// Cross sections of waves that a monitor transmits.
    CrossSection(CrossSectionOutput),
    /// The currents.
    Current(CurrentOutput),
}

impl Output {
    /// The values of its streams.
    pub fn evaluate(&self, solved: &Solved<'_>) -> Vec<Values> {
        match self {
            Self::Solution(streams) => {
                let value = |(figure, stream): &(Figure, usize)| {
                    (*stream, vec![figure.of(&solved.figures)])
                };
                streams.iter().map(value).collect()
            }
            Self::Ports(output) => output.evaluate(solved),
            Self::FarField(output) => output.evaluate(solved),
            Self::Field(output) => output.evaluate(solved),
            Self::CrossSection(output) => output.evaluate(solved),
            Self::Current(output) => output.evaluate(solved),
        }
    }
}

/// A quality figure of the solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Figure {
    Condition,
    Residual,
    Iterations,
    Rank,
    ProductError,
    Deviation,
}

impl Figure {
    /// The figures that a run has.
    pub fn all(plan: &Plan) -> Vec<Self> {
        let solution: &[Self] = match plan.method {
            Method::Dense if plan.is_refined() => {
                &[Self::Condition, Self::Residual, Self::Iterations]
            }
            Method::Dense => &[Self::Condition, Self::Residual],
            Method::HMatrix | Method::Mlfma => &[
                Self::Residual,
                Self::Iterations,
                Self::Rank,
                Self::ProductError,
            ],
        };
        let deviation = plan.sweep.is_some().then_some(Self::Deviation);
        solution.iter().copied().chain(deviation).collect()
    }

    /// Its name and description.
    pub const fn about(self) -> [&'static str; 2] {
        match self {
            Self::Condition => ["condition", "of the matrix, in the 1-norm"],
            Self::Residual => ["residual", "largest of all right-hand sides"],
            Self::Iterations => [
                "iterations",
                "number of iteration steps; 0 where a stall ended them and the matrix was factored again",
            ],
            Self::Rank => [
                "rank",
                "number of independent right-hand sides; the others are combinations of them",
            ],
            Self::ProductError => [
                "product_error",
                "relative, compared with directly computed rows of the matrix",
            ],
            Self::Deviation => [
                "deviation",
                "estimated relative error of the interpolated results; 0 where they are solved. The other figures are those of the nearest solved frequency",
            ],
        }
    }

    fn of(self, figures: &Figures) -> f64 {
        let count = |n: Option<usize>| n.map_or(f64::NAN, |n| n as f64);
        match self {
            Self::Condition => figures.condition.unwrap_or(f64::NAN),
            Self::Residual => figures.residual,
            Self::Iterations => count(figures.iterations),
            Self::Rank => count(figures.rank),
            Self::ProductError => figures.product_error.unwrap_or(f64::NAN),
            Self::Deviation => figures.deviation,
        }
    }
}

/// Real and imaginary parts to their streams.
pub fn parts(streams: [usize; 2], values: impl Iterator<Item = C> + Clone) -> [Values; 2] {
    [
        (streams[0], values.clone().map(|v| v.re).collect()),
        (streams[1], values.map(|v| v.im).collect()),
    ]
}

/// Streams of one port, each of real and imaginary part.
pub struct PortStreams {
    /// As the scene is driven.
    pub voltage: [usize; 2],
    /// As the scene is driven.
    pub current: [usize; 2],
    /// V/I while this port is driven alone and the others are terminated.
    pub impedance: [usize; 2],
    /// Diagonal of Y.
    pub admittance: [usize; 2],
}

/// All ports and their scattering matrix.
pub struct PortOutput {
    /// Port by port.
    pub ports: Vec<PortStreams>,
    /// Rows are the ports that waves leave.
    pub scattering: [usize; 2],
}

impl PortOutput {
    fn evaluate(&self, solved: &Solved<'_>) -> Vec<Values> {
        let Some(ports) = &solved.ports else {
            return Vec::new();
        };
        let mut values = Vec::new();
        let one = |streams, value: C| parts(streams, std::iter::once(value));
        for (n, streams) in self.ports.iter().enumerate() {
            let admittance = ports.network.admittance()[(n, n)];
            values.extend(one(streams.voltage, ports.driven.voltages[n]));
            values.extend(one(streams.current, ports.driven.currents[n]));
            values.extend(one(streams.impedance, ports.input_impedance(n)));
            values.extend(one(streams.admittance, admittance));
        }
        let s = &ports.scattering;
        let all = (0..s.nrows()).flat_map(|to| (0..s.ncols()).map(move |from| s[(to, from)]));
        values.extend(parts(self.scattering, all));
        values
    }
}

impl Ports {
    /// V/I of a port while the others are terminated by their references: R (1 + S)/(1 - S).
    fn input_impedance(&self, port: usize) -> C {
        let s = self.scattering[(port, port)];
        (C::ONE + s) / (C::ONE - s) * self.references[port]
    }
}

/// A far field.
pub struct FarFieldOutput {
    /// Angles in radians.
    pub directions: Vec<[f64; 2]>,
    /// Phase centre.
    pub center: Point,
    /// Streams of E along theta and phi.
    pub field: [[usize; 2]; 2],
    /// Quantities derived from it.
    pub derived: Derived,
}

/// Quantities derived from a far field.
pub enum Derived {
    /// If a plane wave is the source.
    CrossSection {
        /// Its amplitude.
        incident: f64,
        /// In m^2.
        area: usize,
        /// In dB over 1 m^2.
        level: usize,
    },
    /// If the scene radiates.
    Pattern(Pattern),
}

/// Radiation pattern.
pub struct Pattern {
    /// In dB.
    pub directivity: usize,
    /// In dB.
    pub axial_ratio: usize,
    /// In watts.
    pub power: usize,
    /// Its maximum.
    pub peak: usize,
    /// The directions, for measures of the pattern.
    pub angles: Directions,
    /// Those measures.
    pub measures: Vec<(Measure, usize)>,
    /// If the scene is driven by ports alone.
    pub gains: Option<Gains>,
}

/// Gains relative to port power.
pub struct Gains {
    /// In dB, over the accepted power.
    pub gain: usize,
    /// In dB, over the available power.
    pub realised: usize,
    /// Their maxima.
    pub peak_gain: usize,
    /// The same over the available power.
    pub peak_realised: usize,
    /// Radiated over accepted power.
    pub efficiency: usize,
    /// Radiated over available power.
    pub total_efficiency: usize,
    /// In watts.
    pub accepted: usize,
}

impl FarFieldOutput {
    fn evaluate(&self, solved: &Solved<'_>) -> Vec<Values> {
        let mut radiator =
            Radiator::new(solved.space, solved.k, &solved.currents).about(self.center);
        for source in &solved.sources {
            if let Excitation::Dipole(dipole) = &source.excitation {
                let moment = dipole.moment.map(|m| m * source.amplitude.re);
                radiator =
                    radiator.with_dipole(&poynting_mom_core::dipole::Dipole { moment, ..*dipole });
            }
        }
        let far = radiator.far_fields(&self.directions);
        let [theta, phi] = self.field;
        let mut values: Vec<Values> = parts(theta, far.iter().map(|f| f.theta)).into();
        values.extend(parts(phi, far.iter().map(|f| f.phi)));
        match &self.derived {
            Derived::CrossSection {
                incident,
                area,
                level,
            } => {
                let sections = far
                    .iter()
                    .map(|f| f.cross_section() / (incident * incident));
                let sections: Vec<f64> = sections.collect();
                values.push((*level, sections.iter().map(|&s| decibels(s)).collect()));
                values.push((*area, sections));
            }
            Derived::Pattern(pattern) => values.extend(pattern.evaluate(&far, &radiator, solved)),
        }
        values
    }
}

impl Pattern {
    fn evaluate(&self, far: &[FarField], radiator: &Radiator, solved: &Solved<'_>) -> Vec<Values> {
        let power = radiator.radiated_power();
        let directivity = gain_levels(far, power);
        let peak = self.angles.peak(&directivity);
        let measures = self.measures.iter();
        let mut values: Vec<Values> = measures
            .map(|(m, stream)| (*stream, vec![self.angles.measure(*m, &directivity)]))
            .collect();
        values.extend([
            (self.peak, vec![directivity[peak]]),
            (self.directivity, directivity),
            (self.axial_ratio, axial_ratio_levels(far)),
            (self.power, vec![power]),
        ]);
        if let (Some(gains), Some(ports)) = (&self.gains, &solved.ports) {
            let accepted = ports.driven.accepted_power();
            let streams = [
                ([gains.gain, gains.peak_gain, gains.efficiency], accepted),
                (
                    [gains.realised, gains.peak_realised, gains.total_efficiency],
                    ports.driven.available_power,
                ),
            ];
            for ([gain, largest, efficiency], over) in streams {
                let levels = gain_levels(far, over);
                values.push((largest, vec![levels[peak]]));
                values.push((gain, levels));
                values.push((efficiency, vec![power / over]));
            }
            values.push((gains.accepted, vec![accepted]));
        }
        values
    }
}

/// A near field.
pub struct FieldOutput {
    /// Observation points.
    pub points: Vec<Point>,
    /// Components with their streams.
    pub streams: Vec<(Component, [usize; 2])>,
}

impl FieldOutput {
    fn evaluate(&self, solved: &Solved<'_>) -> Vec<Values> {
        let near = NearField::new(solved.space, solved.k, &solved.currents);
        let mut fields = near.at_all(&self.points);
        for source in &solved.sources {
            let points = self.points.par_iter().zip(&mut fields);
            points.for_each(|(&at, field)| {
                if source.reaches(at) {
                    *field = *field + source.excitation.field(solved.k, at) * source.amplitude;
                }
            });
        }
        let of = |component: Component| {
            fields.iter().map(move |field| {
                let vector = if component.is_electric() {
                    &field.e
                } else {
                    &field.h
                };
                vector[component.axis()]
            })
        };
        let streams = self.streams.iter();
        streams
            .flat_map(|&(component, streams)| parts(streams, of(component)))
            .collect()
    }
}

/// The currents at the centroids.
pub struct CurrentOutput {
    /// Real and imaginary part.
    pub streams: [usize; 2],
}

impl CurrentOutput {
    fn evaluate(&self, solved: &Solved<'_>) -> Vec<Values> {
        let currents = currents_at_centroids(solved.space, &solved.currents);
        parts(self.streams, currents.iter().flatten().copied()).into()
    }
}
