//! Ports at the end of a line or a hollow waveguide: where a wave enters, and where it is measured.

use crate::field::Point;
use crate::waveform::Waveform;

/// A port on a line that runs along an axis.
///
/// The box `from..to` contains the line's cross-section and a section of the line. A wave is launched at the rear end of the
/// box, as seen along the direction into the model, and voltages and currents are sampled between its middle and the
/// other end. Behind the port the line continues into an absorbing face.
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
    /// The kind of line.
    pub line: Line,
    /// Coordinate of the reference plane along `axis`.
    pub plane: f64,
    /// The waveform of the launched wave, if driven: approximately the voltage on the line.
    pub excitation: Option<Waveform>,
}

impl LinePort {
    /// The axes of the cross-section, so that (line, first, second) is right-handed.
    pub fn across(&self) -> [usize; 2] {
        [(self.axis + 1) % 3, (self.axis + 2) % 3]
    }
}

/// The kind of line of a port.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Line {
    /// A strip above a ground: the box reaches from the ground to the strip and is as wide as the strip.
    Microstrip {
        /// The axis from ground to strip.
        axis: usize,
        /// +1 if the strip lies at the larger coordinate.
        sign: f64,
        /// Thickness of the strip, beyond the box.
        thickness: f64,
    },
    /// A strip between two coplanar grounds: the box is flat and reaches from ground to ground.
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
    /// A hollow rectangular waveguide: the cross-section of the box is that of the waveguide.
    Guide(GuideMode),
}

/// A mode of a hollow rectangular waveguide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GuideMode {
    /// Which of the fields has no longitudinal component.
    pub family: GuideFamily,
    /// Half wavelengths along the longer and along the shorter side.
    pub order: [u32; 2],
}

/// The mode families of a hollow waveguide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GuideFamily {
    /// Transverse electric.
    Te,
    /// Transverse magnetic.
    Tm,
}
