//! The format of a plane wave: every key, once.

use crate::decode::record;
use crate::direction::Direction;
use crate::measures::Position;
use crate::quantity::{Quantity, kind};
use crate::values::At;

record! {
    /// A linearly polarised wave from far away. It is there within a box, the total field; outside of the box there is
    /// only what the model scatters. The waveform is the course of E at the corner of the box that the wave
    /// meets first. The box must be surrounded by free space. The method of moments needs no box: the wave is
    /// everywhere, and its phase that of a wave which is real at the origin.
    PlaneWaveRecord as "a plane wave" {
        /// Corner of the box with the smallest coordinates; it is moved to the nearest grid lines. Give both corners
        /// or neither; FDTD needs them.
        from: Option<Position>,
        /// Corner with the largest coordinates. Leave at least one cell between the box and the faces of the domain.
        /// Along a periodic axis the box must span the domain; with two periodic axes it may end at the face through
        /// which the wave leaves.
        to: Option<Position>,
        /// Direction of propagation; this, or `theta` and `phi`.
        direction: Option<At<Direction>>,
        /// Angle between +z and the direction of propagation.
        theta: Option<Quantity<kind::Angle>>,
        /// Angle from +x towards +y of the direction of propagation.
        phi: Option<Quantity<kind::Angle>>,
        /// Direction of E, of which only the transverse component is used; this or `psi`.
        polarisation: Option<At<Direction>>,
        /// E is along (unit vector of theta) cos psi + (unit vector of phi) sin psi at the direction of propagation,
        /// with phi = 0 for a wave given as `direction = "z"` or `"-z"`.
        psi: Option<Quantity<kind::Angle>>,
    }
}
