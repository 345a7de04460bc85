//! The parts of a scene, as the solvers see it: domain, materials, structures, sources, ports, boundaries and the requested grid.
//!
//! Lengths are metres, times seconds, frequencies hertz.

use crate::field::{Component, Point};
use crate::shape::Shape;
use crate::waveform::Waveform;
use poynting_physics::media::{Conductor, Medium};

/// An axis-parallel box with `from < to` on every axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Domain {
    /// The corner with the smallest coordinates.
    pub from: Point,
    /// The corner with the largest coordinates.
    pub to: Point,
}

impl Domain {
    /// Open space, without faces: only the method of moments can model it.
    pub const SPACE: Self = Self {
        from: [f64::NEG_INFINITY; 3],
        to: [f64::INFINITY; 3],
    };

    /// Whether this is open space.
    pub fn is_space(&self) -> bool {
        *self == Self::SPACE
    }
}

/// Index into [`Model::materials`](crate::Model::materials).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MaterialId(pub u32);

impl MaterialId {
    /// The material `vacuum`, which fills the domain before any structure.
    pub const VACUUM: Self = Self(0);
    /// The perfect electric conductor.
    pub const PEC: Self = Self(1);
    /// The perfect magnetic conductor.
    pub const PMC: Self = Self(2);
}

/// A named material.
#[derive(Debug, Clone, PartialEq)]
pub struct Material {
    /// Its name in the scene.
    pub name: String,
    /// Its electromagnetic properties.
    pub kind: MaterialKind,
    /// Mass density in kg/m^3, for specific absorption.
    pub density: Option<f64>,
}

/// The electromagnetic properties of a material.
#[derive(Debug, Clone, PartialEq)]
pub enum MaterialKind {
    /// Tangential E is zero.
    Pec,
    /// Tangential H is zero.
    Pmc,
    /// A linear medium.
    Medium(Medium),
    /// Metal of finite conductivity.
    Conductor(Conductor),
    /// A sheet of zero thickness with a surface current K = E/resistance, in ohm per square.
    Resistive {
        /// R.
        resistance: f64,
    },
}

impl MaterialKind {
    /// Whether fields do not penetrate it.
    pub fn is_metal(&self) -> bool {
        matches!(self, Self::Pec | Self::Conductor(_))
    }

    /// Whether a box of it may have zero thickness.
    pub fn has_sheets(&self) -> bool {
        matches!(
            self,
            Self::Pec | Self::Conductor(_) | Self::Resistive { .. }
        )
    }
}

/// A shape filled with a material.
#[derive(Debug, Clone, PartialEq)]
pub struct Structure {
    /// A name for messages; generated (`structure 3`) if the file gives none.
    pub name: String,
    /// Its material.
    pub material: MaterialId,
    /// Its shape and position.
    pub shape: Shape,
}

/// An impressed current or field.
#[derive(Debug, Clone, PartialEq)]
pub struct Source {
    /// Its name.
    pub name: String,
    /// Position and type.
    pub kind: SourceKind,
    /// Its waveform; the unit of the amplitude depends on the kind.
    pub waveform: Waveform,
}

/// Position and type of a source.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SourceKind {
    /// Prescribes one component on the nearest edge or face (V/m or A/m); it also scatters.
    HardPoint {
        /// The component.
        component: Component,
        /// Position.
        at: Point,
    },
    /// Impresses a current density on the nearest edge (A/m^2) or, for H, a magnetic one (V/m^2).
    SoftPoint {
        /// The component.
        component: Component,
        /// Position.
        at: Point,
    },
    /// Hertzian dipole: current moment I l (A m) at a point.
    Dipole {
        /// Position.
        at: Point,
        /// Unit vector of the current.
        direction: [f64; 3],
    },
    /// Plane wave (V/m). With a box it exists only inside it, with only the scattered field outside, and the
    /// waveform is E at the corner of the box that the wave reaches first; without a box it is everywhere, and a phasor is E at the
    /// origin.
    PlaneWave {
        /// Smallest and largest corner of the box, which FDTD requires.
        region: Option<[Point; 2]>,
        /// Unit vector of propagation.
        direction: [f64; 3],
        /// Unit vector of E, normal to the direction.
        electric: [f64; 3],
    },
}

impl SourceKind {
    /// Smallest and largest corner of its box or point; a plane wave without a box is everywhere.
    pub fn region(&self) -> Option<[Point; 2]> {
        match *self {
            Self::HardPoint { at, .. } | Self::SoftPoint { at, .. } | Self::Dipole { at, .. } => {
                Some([at, at])
            }
            Self::PlaneWave { region, .. } => region,
        }
    }
}

/// A resistive voltage source, or a resistor if it has no excitation.
///
/// It fills the box `from..to`; current flows along `axis`. V is the potential of the `+` end minus
/// that of the `-` end; I leaves the `+` end into the model, so V = V_source - R I.
#[derive(Debug, Clone, PartialEq)]
pub struct Port {
    /// Its name.
    pub name: String,
    /// Smallest corner.
    pub from: Point,
    /// Largest corner; extent along `axis` is positive, along the others it may be zero.
    pub to: Point,
    /// Direction of the port: 0, 1, 2.
    pub axis: usize,
    /// +1 if the `+` end is at the larger coordinate, else -1.
    pub sign: f64,
    /// Resistance in ohm.
    pub resistance: f64,
    /// Open-circuit voltage, if driven.
    pub excitation: Option<Waveform>,
}

/// The boundaries at the faces: `walls[axis] = [at min, at max]`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Boundary {
    /// Per axis, at its smallest and at its largest coordinate.
    pub walls: [[Wall; 2]; 3],
    /// The parameters of absorbing faces.
    pub pml: Pml,
    /// The wave vector of Bloch boundaries in rad/m, zero along other axes: fields one period L away are those here times
    /// exp(-j k L).
    pub bloch: [f64; 3],
}

/// An absorbing layer behind a face of the domain: a convolutional perfectly matched layer.
///
/// At the fraction u of its depth, conductivity and stretch grow as u^grading from 0 and 1 to their largest values at the
/// back, and the frequency shift falls as 1 - u from its largest value at the front.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pml {
    /// Number of cells, each as large as the last one of the domain.
    pub layers: usize,
    /// Power of the profile.
    pub grading: f64,
    /// Largest conductivity, relative to 0.8 (grading + 1)/(eta cell).
    pub sigma: f64,
    /// Largest real stretch, at least 1.
    pub kappa: f64,
    /// Largest frequency shift in hertz; by default a twentieth of the highest frequency.
    pub alpha: Option<f64>,
}

/// The boundary at a face.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wall {
    /// Electric wall.
    Pec,
    /// Magnetic wall.
    Pmc,
    /// Continues at the opposite face (both faces of the axis).
    Periodic,
    /// Continues at the opposite face with a phase shift (both faces of the axis).
    Bloch,
    /// Absorbing: a PML behind the face.
    Pml,
}

impl Wall {
    /// Its name in scenes.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pec => "pec",
            Self::Pmc => "pmc",
            Self::Periodic => "periodic",
            Self::Bloch => "bloch",
            Self::Pml => "pml",
        }
    }

    /// Whether it continues at the opposite face, with or without a phase shift.
    pub fn is_joined(self) -> bool {
        matches!(self, Self::Periodic | Self::Bloch)
    }
}

/// The kind of a symmetry plane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Symmetry {
    /// Tangential E is zero on the plane.
    Electric,
    /// Tangential H is zero on the plane.
    Magnetic,
}

/// How the grid is made.
#[derive(Debug, Clone, PartialEq)]
pub struct GridSpec {
    /// Highest frequency of interest; from the waveforms if the file does not give it.
    pub max_frequency: Option<f64>,
    /// The kind of grid.
    pub kind: GridKind,
}

/// The kind of grid.
#[derive(Debug, Clone, PartialEq)]
pub enum GridKind {
    /// Generated by the mesher.
    Auto {
        /// Cells per wavelength in each material at the highest frequency.
        cells_per_wavelength: f64,
        /// Largest ratio of neighbouring cells (more than 1).
        max_growth: f64,
        /// No cell is made smaller than this.
        min_cell: Option<f64>,
        /// No cell is made larger than this.
        max_cell: Option<f64>,
    },
    /// Equal cells of about this size: the domain is divided into a whole number of them.
    Uniform {
        /// Spacing per axis.
        spacing: [f64; 3],
    },
    /// Grid lines as given, increasing, first and last on the domain's faces.
    Lines {
        /// Coordinates per axis.
        lines: [Vec<f64>; 3],
    },
}

/// Stop conditions: the run ends at the first of these.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stop {
    /// After this many steps.
    pub steps: Option<u64>,
    /// After this time.
    pub time: Option<f64>,
    /// When the energy has dropped this many dB below its peak.
    pub energy_decay_db: Option<f64>,
    /// When what the ports of the network would still record is known from the modes of their ring-down, with this error of the S-parameters.
    pub ring_down: Option<f64>,
}
