//! What is recorded.

use crate::field::{Component, Point};

/// Something to record.
#[derive(Debug, Clone, PartialEq)]
pub struct Monitor {
    /// Its result is found under this name.
    pub name: String,
    /// What it records.
    pub kind: MonitorKind,
}

/// What a monitor records.
#[derive(Debug, Clone, PartialEq)]
pub enum MonitorKind {
    /// Components at a point, every time step; trilinear between the grid's own positions.
    Probe {
        /// Where.
        at: Point,
        /// What.
        components: Vec<Component>,
    },
    /// Components on a plane or in a box, now and then.
    Snapshot {
        /// Smallest corner.
        from: Point,
        /// Largest corner; zero extent makes a plane.
        to: Point,
        /// What.
        components: Vec<Component>,
        /// When.
        every: Interval,
        /// Every how many nodes along each axis.
        stride: [usize; 3],
    },
    /// Components at a point, on a plane or in a box, in frequency.
    Field {
        /// Smallest corner.
        from: Point,
        /// Largest corner; zero extent makes a plane, a line or a point.
        to: Point,
        /// What.
        components: Vec<Component>,
        /// At which frequencies.
        spectral: Spectral,
        /// Every how many nodes along each axis.
        stride: [usize; 3],
        /// How many points along each axis, ends included, where there are no nodes.
        samples: Option<[usize; 3]>,
    },
    /// Power through a plane towards larger coordinates, or out of a box.
    Flux {
        /// Smallest corner.
        from: Point,
        /// Largest corner; zero extent along one axis makes a plane.
        to: Point,
        /// At which frequencies.
        spectral: Spectral,
    },
    /// Power that the media in a box turn into heat.
    Absorption {
        /// Smallest corner.
        from: Point,
        /// Largest corner.
        to: Point,
        /// At which frequencies.
        spectral: Spectral,
    },
    /// The field far away of what is inside a box, or of everything.
    FarField {
        /// Smallest and largest corner of the box, which FDTD needs.
        region: Option<[Point; 2]>,
        /// Faces of the box that are left out.
        open: OpenFaces,
        /// At which frequencies.
        spectral: Spectral,
        /// Angles from +z in radians, rising.
        theta: Vec<f64>,
        /// Angles from +x about z in radians, rising.
        phi: Vec<f64>,
        /// The point that phases refer to.
        center: Point,
    },
    /// The field far away of what is inside a box, in time.
    FarPulse {
        /// Smallest corner.
        from: Point,
        /// Largest corner.
        to: Point,
        /// Faces of the box that are left out.
        open: OpenFaces,
        /// Angles from +z in radians, rising.
        theta: Vec<f64>,
        /// Angles from +x about z in radians, rising.
        phi: Vec<f64>,
        /// The point that retarded time refers to.
        center: Point,
    },
    /// Radar cross sections seen from where the wave comes from, for both polarisations of each.
    Monostatic {
        /// In hertz, rising.
        frequencies: Vec<f64>,
        /// Angles from +z in radians, rising, of where the wave comes from.
        theta: Vec<f64>,
        /// Angles from +x about z in radians, rising, of where the wave comes from.
        phi: Vec<f64>,
    },
    /// Radar cross sections of a wave from one direction, seen from others, for both polarisations of each.
    Bistatic {
        /// In hertz, rising.
        frequencies: Vec<f64>,
        /// Where the wave comes from: its angles from +z, and from +x about z, in radians.
        from: [f64; 2],
        /// Angles from +z in radians, rising, of where the echo is received.
        theta: Vec<f64>,
        /// Angles from +x about z in radians, rising, of where the echo is received.
        phi: Vec<f64>,
    },
    /// The current on all metal surfaces.
    SurfaceCurrent {
        /// In hertz, rising.
        frequencies: Vec<f64>,
    },
}

/// Per axis, whether the lower and the upper face of a box are left out.
pub type OpenFaces = [[bool; 2]; 3];

/// At which frequencies fields are transformed, and how.
#[derive(Debug, Clone, PartialEq)]
pub struct Spectral {
    /// In hertz, rising.
    pub frequencies: Vec<f64>,
    /// Every how many steps a field is taken; as seldom as the waveforms allow when not given.
    pub every: Option<u64>,
    /// What the result is divided by.
    pub normalise: Normalise,
}

/// What a spectrum is divided by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Normalise {
    /// The spectrum of the sources over their amplitude: what is left is the phasor (peak value) that sources which oscillate
    /// with their amplitude would give.
    Source,
    /// Nothing: what is left is the Fourier integral.
    Nothing,
}

/// A distance in time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Interval {
    /// In time steps.
    Steps(u64),
    /// In seconds, rounded to time steps.
    Time(f64),
}

impl MonitorKind {
    /// How it transforms fields, if it does.
    pub fn spectral(&self) -> Option<&Spectral> {
        match self {
            Self::Field { spectral, .. }
            | Self::Flux { spectral, .. }
            | Self::Absorption { spectral, .. }
            | Self::FarField { spectral, .. } => Some(spectral),
            Self::Probe { .. }
            | Self::Snapshot { .. }
            | Self::FarPulse { .. }
            | Self::Monostatic { .. }
            | Self::Bistatic { .. }
            | Self::SurfaceCurrent { .. } => None,
        }
    }

    /// Smallest and largest corner of its box, plane or point; what is seen from far away has none.
    pub fn region(&self) -> Option<[Point; 2]> {
        match *self {
            Self::Probe { at, .. } => Some([at, at]),
            Self::Snapshot { from, to, .. }
            | Self::Field { from, to, .. }
            | Self::Flux { from, to, .. }
            | Self::Absorption { from, to, .. }
            | Self::FarPulse { from, to, .. } => Some([from, to]),
            Self::FarField { region, .. } => region,
            Self::Monostatic { .. } | Self::Bistatic { .. } | Self::SurfaceCurrent { .. } => None,
        }
    }

    /// Faces of its box that are left out.
    pub fn open_faces(&self) -> OpenFaces {
        match *self {
            Self::FarField { open, .. } | Self::FarPulse { open, .. } => open,
            _ => OpenFaces::default(),
        }
    }

    /// The frequencies that it asks for in hertz, rising; none if it records in time.
    pub fn frequencies(&self) -> &[f64] {
        match self {
            Self::Monostatic { frequencies, .. }
            | Self::Bistatic { frequencies, .. }
            | Self::SurfaceCurrent { frequencies } => frequencies,
            other => other
                .spectral()
                .map_or(&[], |spectral| &spectral.frequencies),
        }
    }
}
