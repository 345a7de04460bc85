//! The format of monitors.

use crate::decode::{choice, record, words};
use crate::direction::AxisDirection;
use crate::field::Component;
use crate::lists::{List, PerAxis};
use crate::measures::{Position, PositiveTime};
use crate::monitor::Normalise;
use crate::quantity::{Quantity, kind};
use crate::sweep::{Angles, Frequencies};
use crate::values::{At, Name};

words! { Normalise { "source" => Self::Source, "none" => Self::Nothing } }

record! {
    /// Something to record.
    MonitorRecord as "a monitor" {
        /// Its result is found under this name.
        name: Name,
    } with kind: MonitorKindRecord
}

choice! {
    /// What a monitor records.
    MonitorKindRecord as "a monitor kind" by "type" {
        /// Field components at a point, every time step.
        "probe" => Probe(ProbeRecord),
        /// Field components on a plane or in a box, now and then.
        "snapshot" => Snapshot(SnapshotRecord),
        /// Field components at a point, on a plane or in a box, in frequency.
        "field" => Field(FieldRecord),
        /// Power through a plane towards larger coordinates, or out of a box, in frequency.
        "flux" => Flux(FluxRecord),
        /// Power that the media in a box turn into heat, in frequency.
        "absorption" => Absorption(AbsorptionRecord),
        /// The field far away of what is inside a box, in frequency: patterns, directivity, cross sections.
        "far-field" => FarField(FarFieldRecord),
        /// The field far away of what is inside a box, in time.
        "far-pulse" => FarPulse(FarPulseRecord),
        /// Radar cross sections seen from where the wave comes from, for both polarisations of each; its waves are its own. For the
        /// method of moments only.
        "monostatic" => Monostatic(MonostaticRecord),
        /// Radar cross sections of a wave from one direction, seen from others, for both polarisations of each; its waves are its
        /// own. For the method of moments only.
        "bistatic" => Bistatic(BistaticRecord),
        /// The current on all metal surfaces, in frequency; for the method of moments only.
        "surface-current" => SurfaceCurrent(SurfaceCurrentRecord),
    }
}

record! {
    /// Place and components.
    ProbeRecord as "a probe" {
        /// Where.
        at: Position,
        /// Which components.
        components: At<List<At<Component>>> = ["Ex", "Ey", "Ez", "Hx", "Hy", "Hz"],
    }
}

record! {
    /// Box, components and times.
    SnapshotRecord as "a snapshot" {
        /// Corner with the smallest coordinates.
        from: Position,
        /// Corner with the largest coordinates; equal to `from` along an axis it makes a plane.
        to: Position,
        /// Which components.
        components: At<List<At<Component>>> = ["Ex", "Ey", "Ez", "Hx", "Hy", "Hz"],
        /// Time between two snapshots; this or `every_steps`.
        every: Option<PositiveTime>,
        /// Time steps between two snapshots; this or `every`.
        every_steps: Option<At<u64>>,
        /// Every how many nodes along each axis.
        stride: PerAxis<u64> = 1,
    }
}

record! {
    /// Box, components and frequencies.
    FieldRecord as "a field monitor" {
        /// Corner with the smallest coordinates.
        from: Position,
        /// Corner with the largest coordinates; equal to `from` along an axis it makes a plane, a line or a point.
        to: Position,
        /// Which components.
        components: At<List<At<Component>>> = ["Ex", "Ey", "Ez", "Hx", "Hy", "Hz"],
        /// At which frequencies: one, a list, or { from, to, count }.
        frequencies: Frequencies,
        /// Time steps between two values that are taken; as many as the waveforms allow if absent.
        every_steps: Option<u64>,
        /// Every how many nodes along each axis.
        stride: PerAxis<u64> = 1,
        /// How many points along each axis, for the method of moments, which has no nodes; the ends are included.
        samples: Option<PerAxis<u64>>,
        /// `source` for phasors of sources that oscillate with their amplitude, `none` for the Fourier integral.
        normalise: Normalise = "source",
    }
}

record! {
    /// Plane or box, and frequencies.
    FluxRecord as "a flux monitor" {
        /// Corner with the smallest coordinates.
        from: Position,
        /// Corner with the largest coordinates; equal to `from` along one axis it makes a plane.
        to: Position,
        /// At which frequencies: one, a list, or { from, to, count }.
        frequencies: Frequencies,
        /// Time steps between two values that are taken; as many as the waveforms allow if absent.
        every_steps: Option<u64>,
        /// `source` for the power of sources that oscillate with their amplitude, `none` for the spectral energy density.
        normalise: Normalise = "source",
    }
}

record! {
    /// Box and frequencies. The resistors of ports and absorbing layers are no media and do not count.
    AbsorptionRecord as "an absorption monitor" {
        /// Corner with the smallest coordinates; that of the domain if absent.
        from: Option<Position>,
        /// Corner with the largest coordinates; that of the domain if absent.
        to: Option<Position>,
        /// At which frequencies: one, a list, or { from, to, count }.
        frequencies: Frequencies,
        /// Time steps between two values that are taken; as many as the waveforms allow if absent.
        every_steps: Option<u64>,
        /// `source` for the power of sources that oscillate with their amplitude, `none` for the spectral energy density.
        normalise: Normalise = "source",
    }
}

record! {
    /// Box, frequencies and directions. The box is in free space and encloses all that radiates or scatters.
    FarFieldRecord as "a far-field monitor" {
        /// Corner with the smallest coordinates. Both corners or neither; FDTD needs them.
        from: Option<Position>,
        /// Corner with the largest coordinates.
        to: Option<Position>,
        /// Faces of the box that are left out, such as -x where a board or a line has to leave it. What passes through them is lost
        /// to the far field. The inside of a hollow guide or coaxial line with a port is left out by itself.
        open: List<AxisDirection> = [],
        /// At which frequencies: one, a list, or { from, to, count }.
        frequencies: Frequencies,
        /// Angles from +z: one, a list, or { from, to, count }.
        theta: Angles = { "from": "0 deg", "to": "180 deg", "count": 37 },
        /// Angles from +x about z: one, a list, or { from, to, count }.
        phi: Angles = ["0 deg", "90 deg"],
        /// The point that phases refer to; the middle of the box if absent, without a box the origin.
        center: Option<Position>,
        /// Time steps between two values that are taken; as many as the waveforms allow if absent.
        every_steps: Option<u64>,
        /// `source` for phasors of sources that oscillate with their amplitude, `none` for the Fourier integral.
        normalise: Normalise = "source",
    }
}

record! {
    /// Box and directions. The box is in free space and encloses all that radiates or scatters.
    FarPulseRecord as "a far-pulse monitor" {
        /// Corner with the smallest coordinates.
        from: Position,
        /// Corner with the largest coordinates.
        to: Position,
        /// Faces of the box that are left out, as for `far-field`.
        open: List<AxisDirection> = [],
        /// Angles from +z: one, a list, or { from, to, count }.
        theta: Angles,
        /// Angles from +x about z: one, a list, or { from, to, count }.
        phi: Angles,
        /// The point that retarded time refers to; the middle of the box if absent.
        center: Option<Position>,
    }
}

record! {
    /// Frequencies and directions.
    MonostaticRecord as "a monostatic monitor" {
        /// At which frequencies: one, a list, or { from, to, count }.
        frequencies: Frequencies,
        /// Angles from +z of where the wave comes from: one, a list, or { from, to, count }.
        theta: Angles,
        /// Angles from +x about z of where the wave comes from: one, a list, or { from, to, count }.
        phi: Angles,
    }
}

record! {
    /// Frequencies and directions.
    BistaticRecord as "a bistatic monitor" {
        /// At which frequencies: one, a list, or { from, to, count }.
        frequencies: Frequencies,
        /// Where the wave comes from: { theta, phi }.
        from: ArrivalRecord,
        /// Angles from +z of where the echo is received: one, a list, or { from, to, count }.
        theta: Angles,
        /// Angles from +x about z of where the echo is received: one, a list, or { from, to, count }.
        phi: Angles,
    }
}

record! {
    /// Two angles.
    ArrivalRecord as "an arrival" {
        /// Angle from +z of where the wave comes from.
        theta: Quantity<kind::Angle>,
        /// Angle from +x about z of where the wave comes from.
        phi: Quantity<kind::Angle>,
    }
}

record! {
    /// Frequencies.
    SurfaceCurrentRecord as "a surface-current monitor" {
        /// At which frequencies: one, a list, or { from, to, count }.
        frequencies: Frequencies,
    }
}
