//! Ports at the end of a line or a hollow guide: where a wave enters, and where it is measured.

use crate::field::Point;
use crate::waveform::Waveform;

/// A port on a line that runs along an axis.
///
/// The box `from..to` holds the line's cross-section and a stretch of the line. A wave is launched at the end of the box that
/// lies behind, seen along the direction into the model, and voltages and currents are taken between its middle and the
/// other end. Behind the port the line goes on into an absorbing face.
#[derive(Debug, Clone, PartialEq)]
pub struct LinePort {
    /// Its name.
    pub name: String,
    /// Smallest corner.
    pub from: Point,
    /// Largest corner.
    pub to: Point,
    /// The axis along which the line runs: 0, 1, 2.
    pub axis: usize,
    /// +1 if the model lies towards larger coordinates, else -1.
    pub sign: f64,
    /// What kind of line it is.
    pub line: Line,
    /// Coordinate along `axis` to which waves are referred.
    pub plane: f64,
    /// The course of the wave that is launched, if it is driven: about the voltage on the line.
    pub excitation: Option<Waveform>,
}

impl LinePort {
    /// The axes of the cross-section, so that (line, first, second) is right-handed.
    pub fn across(&self) -> [usize; 2] {
        [(self.axis + 1) % 3, (self.axis + 2) % 3]
    }
}

/// What kind of line a port is on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Line {
    /// A strip over a ground: the box reaches from the ground to the strip and is as wide as the strip.
    Microstrip {
        /// The axis from ground to strip.
        axis: usize,
        /// +1 if the strip lies at the larger coordinate.
        sign: f64,
        /// Thickness of the strip, beyond the box.
        thickness: f64,
    },
    /// A strip between two grounds in one plane: the box is flat and reaches from ground to ground.
    Coplanar {
        /// The axis across the strip, in the plane.
        axis: usize,
        /// Width of the gap on either side of the strip.
        gap: f64,
    },
    /// Two coaxial cylinders: the cross-section of the box is the square around the outer one.
    Coaxial {
        /// Radius of the inner conductor.
        inner: f64,
    },
    /// A hollow rectangular guide: the cross-section of the box is that of the guide.
    Guide(GuideMode),
}

/// A mode of a hollow rectangular guide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GuideMode {
    /// Which of the fields has no component along the guide.
    pub family: GuideFamily,
    /// Half waves along the longer and along the shorter side.
    pub order: [u32; 2],
}

/// The families of modes of a hollow guide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GuideFamily {
    /// Transverse electric.
    Te,
    /// Transverse magnetic.
    Tm,
}
