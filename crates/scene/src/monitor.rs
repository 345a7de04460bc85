//! Monitors.

use crate::field::{Component, Point};
use crate::sweep::Adaptive;

/// A monitor.
#[derive(Debug, Clone, PartialEq)]
pub struct Monitor {
    /// The name of its result.
    pub name: String,
    /// What it records.
    pub kind: MonitorKind,
    /// Whether the method of moments solves only few of its frequencies.
    pub adaptive: Option<Adaptive>,
}

impl MonitorKind {
    /// Whether it records Fourier sums over a run, which therefore has to last until nothing rings any more.
    pub fn is_spectral(&self) -> bool {
        !matches!(
            self,
            Self::Probe { .. } | Self::Snapshot { .. } | Self::FarPulse { .. }
        )
    }
}

/// What a monitor records.
#[derive(Debug, Clone, PartialEq)]
pub enum MonitorKind {
    /// Components at a point, every time step; interpolated trilinearly between the grid's own positions.
    Probe {
        /// Position.
        at: Point,
        /// The components.
        components: Vec<Component>,
    },
    /// Components on a plane or in a box, at intervals.
    Snapshot {
        /// Smallest corner.
        from: Point,
        /// Largest corner; zero extent makes a plane.
        to: Point,
        /// The components.
        components: Vec<Component>,
        /// The interval.
        every: Interval,
        /// Stride in nodes along each axis.
        stride: [usize; 3],
    },
    /// Components at a point, on a plane or in a box, in the frequency domain.
    Field {
        /// Smallest corner.
        from: Point,
        /// Largest corner; zero extent makes a plane, a line or a point.
        to: Point,
        /// The components.
        components: Vec<Component>,
        /// The frequencies.
        spectral: Spectral,
        /// Stride in nodes along each axis.
        stride: [usize; 3],
        /// Number of points along each axis, including ends, if there are no nodes.
        samples: Option<[usize; 3]>,
    },
    /// Power through a plane towards larger coordinates, or out of a box.
    Flux {
        /// Smallest corner.
        from: Point,
        /// Largest corner; zero extent along one axis makes a plane.
        to: Point,
        /// The frequencies.
        spectral: Spectral,
    },
    /// Power dissipated by the media in a box.
    Absorption {
        /// Smallest corner.
        from: Point,
        /// Largest corner.
        to: Point,
        /// The frequencies.
        spectral: Spectral,
    },
    /// The far field of everything inside a box, or of the whole model.
    FarField {
        /// Smallest and largest corner of the box, which FDTD requires.
        region: Option<[Point; 2]>,
        /// Omitted faces of the box.
        open: OpenFaces,
        /// The frequencies.
        spectral: Spectral,
        /// Angles from +z in radians, increasing.
        theta: Vec<f64>,
        /// Angles from +x about z in radians, increasing.
        phi: Vec<f64>,
        /// The phase centre.
        center: Point,
    },
    /// The far field of everything inside a box, in the time domain.
    FarPulse {
        /// Smallest corner.
        from: Point,
        /// Largest corner.
        to: Point,
        /// Omitted faces of the box.
        open: OpenFaces,
        /// Angles from +z in radians, increasing.
        theta: Vec<f64>,
        /// Angles from +x about z in radians, increasing.
        phi: Vec<f64>,
        /// The reference point of retarded time.
        center: Point,
    },
    /// Radar cross sections in the direction of incidence, for both polarisations, transmitted and received.
    Monostatic {
        /// In hertz, increasing.
        frequencies: Vec<f64>,
        /// Angles of incidence from +z in radians, increasing.
        theta: Vec<f64>,
        /// Angles of incidence from +x about z in radians, increasing.
        phi: Vec<f64>,
    },
    /// Radar cross sections for one direction of incidence, observed in others, for both polarisations, transmitted and received.
    Bistatic {
        /// In hertz, increasing.
        frequencies: Vec<f64>,
        /// Direction of incidence: its angles from +z, and from +x about z, in radians.
        from: [f64; 2],
        /// Angles of observation from +z in radians, increasing.
        theta: Vec<f64>,
        /// Angles of observation from +x about z in radians, increasing.
        phi: Vec<f64>,
    },
    /// The current on all metal surfaces.
    SurfaceCurrent {
        /// In hertz, increasing.
        frequencies: Vec<f64>,
    },
}

/// Per axis, whether the lower and the upper face of a box are omitted.
pub type OpenFaces = [[bool; 2]; 3];

/// The frequencies of a transform, and how it is done.
#[derive(Debug, Clone, PartialEq)]
pub struct Spectral {
    /// In hertz, increasing.
    pub frequencies: Vec<f64>,
    /// Number of steps between samples; as large as the waveforms allow if not given.
    pub every: Option<u64>,
    /// The normalisation of the result.
    pub normalise: Normalise,
}

/// The normalisation of a spectrum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Normalise {
    /// Divided by the spectrum of the sources over their amplitude: the result is the phasor (peak value) for sources that oscillate
    /// with their amplitude.
    Source,
    /// None: the result is the Fourier integral.
    Nothing,
}

/// An interval in time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Interval {
    /// In time steps.
    Steps(u64),
    /// In seconds, rounded to time steps.
    Time(f64),
}

impl MonitorKind {
    /// Number of directions in which it observes a far field.
    pub fn directions(&self) -> f64 {
        match self {
            Self::FarField { theta, phi, .. }
            | Self::FarPulse { theta, phi, .. }
            | Self::Monostatic { theta, phi, .. }
            | Self::Bistatic { theta, phi, .. } => theta.len() as f64 * phi.len() as f64,
            _ => 0.0,
        }
    }

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

    /// Smallest and largest corner of its box, plane or point; far-zone monitors without a box have none.
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

    /// Omitted faces of its box.
    pub fn open_faces(&self) -> OpenFaces {
        match *self {
            Self::FarField { open, .. } | Self::FarPulse { open, .. } => open,
            _ => OpenFaces::default(),
        }
    }

    /// The requested frequencies in hertz, increasing; none if it records in the time domain.
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
