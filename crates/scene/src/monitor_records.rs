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
    /// What to record.
    MonitorRecord as "a monitor" {
        /// Its results have this name.
        name: Name,
    } with kind: MonitorKindRecord
}

choice! {
    /// What a monitor records.
    MonitorKindRecord as "a monitor kind" by "type" {
        /// Field components at a point, every time step.
        "probe" => Probe(ProbeRecord),
        /// Field components on a plane or in a box, at intervals.
        "snapshot" => Snapshot(SnapshotRecord),
        /// Field components at a point, on a plane or in a box, in the frequency domain.
        "field" => Field(FieldRecord),
        /// Power through a plane towards larger coordinates, or out of a box, in the frequency domain.
        "flux" => Flux(FluxRecord),
        /// Power that the media in a box absorb, in the frequency domain.
        "absorption" => Absorption(AbsorptionRecord),
        /// The far field of everything inside a box, in the frequency domain: patterns, directivity, cross sections.
        "far-field" => FarField(FarFieldRecord),
        /// The far field of everything inside a box, in the time domain.
        "far-pulse" => FarPulse(FarPulseRecord),
        /// Monostatic radar cross sections, for both polarisations of the incident and the received wave; the monitor
        /// has its own incident waves. For the method of moments only.
        "monostatic" => Monostatic(MonostaticRecord),
        /// Bistatic radar cross sections of a wave from one direction, for both polarisations of the incident and the
        /// received wave; the monitor has its own incident waves. For the method of moments only.
        "bistatic" => Bistatic(BistaticRecord),
        /// The current on all metal surfaces, in the frequency domain; for the method of moments only.
        "surface-current" => SurfaceCurrent(SurfaceCurrentRecord),
    }
}

record! {
    /// Place and components.
    ProbeRecord as "a probe" {
        /// Position.
        at: Position,
        /// Field components.
        components: At<List<At<Component>>> = ["Ex", "Ey", "Ez", "Hx", "Hy", "Hz"],
    }
}

record! {
    /// Box, components and times.
    SnapshotRecord as "a snapshot" {
        /// Corner with the smallest coordinates.
        from: Position,
        /// Corner with the largest coordinates; equal to `from` along one axis for a plane.
        to: Position,
        /// Field components.
        components: At<List<At<Component>>> = ["Ex", "Ey", "Ez", "Hx", "Hy", "Hz"],
        /// Time between two snapshots; this or `every_steps`.
        every: Option<PositiveTime>,
        /// Time steps between two snapshots; this or `every`.
        every_steps: Option<At<u64>>,
        /// Interval between recorded nodes along each axis.
        stride: PerAxis<u64> = 1,
    }
}

record! {
    /// Box, components and frequencies.
    FieldRecord as "a field monitor" {
        /// Corner with the smallest coordinates.
        from: Position,
        /// Corner with the largest coordinates; equal to `from` along one, two or three axes for a plane, a line or a
        /// point.
        to: Position,
        /// Field components.
        components: At<List<At<Component>>> = ["Ex", "Ey", "Ez", "Hx", "Hy", "Hz"],
        /// Frequencies: one, a list, or { from, to, count }.
        frequencies: Frequencies,
        /// Time steps between two samples; as many as the waveforms allow if absent.
        every_steps: Option<u64>,
        /// Interval between recorded nodes along each axis.
        stride: PerAxis<u64> = 1,
        /// Number of points along each axis, ends included; for the method of moments, which has no grid.
        samples: Option<PerAxis<u64>>,
        /// `source`: phasors, as if the sources oscillated with their amplitude; `none`: the Fourier integral.
        normalise: Normalise = "source",
    }
}

record! {
    /// Plane or box, and frequencies.
    FluxRecord as "a flux monitor" {
        /// Corner with the smallest coordinates.
        from: Position,
        /// Corner with the largest coordinates; equal to `from` along one axis for a plane.
        to: Position,
        /// Frequencies: one, a list, or { from, to, count }.
        frequencies: Frequencies,
        /// Time steps between two samples; as many as the waveforms allow if absent.
        every_steps: Option<u64>,
        /// `source`: power, as if the sources oscillated with their amplitude; `none`: the spectral energy density.
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
        /// Frequencies: one, a list, or { from, to, count }.
        frequencies: Frequencies,
        /// Time steps between two samples; as many as the waveforms allow if absent.
        every_steps: Option<u64>,
        /// `source`: power, as if the sources oscillated with their amplitude; `none`: the spectral energy density.
        normalise: Normalise = "source",
    }
}

record! {
    /// Box, frequencies and directions. The box is in free space and encloses all that radiates or scatters.
    FarFieldRecord as "a far-field monitor" {
        /// Corner with the smallest coordinates. Give both corners or neither; FDTD needs them.
        from: Option<Position>,
        /// Corner with the largest coordinates.
        to: Option<Position>,
        /// Faces of the box that are omitted, such as -x where a board or a line leaves it. Fields that pass through
        /// them are missing in the far field. The interior of a hollow waveguide or coaxial line with a port is
        /// omitted automatically.
        open: List<AxisDirection> = [],
        /// Frequencies: one, a list, or { from, to, count }.
        frequencies: Frequencies,
        /// Angles from +z: one, a list, or { from, to, count }.
        theta: Angles = { "from": "0 deg", "to": "180 deg", "count": 37 },
        /// Angles from +x about z: one, a list, or { from, to, count }.
        phi: Angles = ["0 deg", "90 deg"],
        /// Reference point of the phase; the centre of the box if absent, or the origin without a box.
        center: Option<Position>,
        /// Time steps between two samples; as many as the waveforms allow if absent.
        every_steps: Option<u64>,
        /// `source`: phasors, as if the sources oscillated with their amplitude; `none`: the Fourier integral.
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
        /// Faces of the box that are omitted, as for `far-field`.
        open: List<AxisDirection> = [],
        /// Angles from +z: one, a list, or { from, to, count }.
        theta: Angles,
        /// Angles from +x about z: one, a list, or { from, to, count }.
        phi: Angles,
        /// Reference point of the retarded time; the centre of the box if absent.
        center: Option<Position>,
    }
}

record! {
    /// Frequencies and directions.
    MonostaticRecord as "a monostatic monitor" {
        /// Frequencies: one, a list, or { from, to, count }.
        frequencies: Frequencies,
        /// Angles from +z of the direction that the wave comes from: one, a list, or { from, to, count }.
        theta: Angles,
        /// Angles from +x about z of the direction that the wave comes from: one, a list, or { from, to, count }.
        phi: Angles,
    }
}

record! {
    /// Frequencies and directions.
    BistaticRecord as "a bistatic monitor" {
        /// Frequencies: one, a list, or { from, to, count }.
        frequencies: Frequencies,
        /// Direction that the wave comes from: { theta, phi }.
        from: ArrivalRecord,
        /// Angles from +z of the direction of the receiver: one, a list, or { from, to, count }.
        theta: Angles,
        /// Angles from +x about z of the direction of the receiver: one, a list, or { from, to, count }.
        phi: Angles,
    }
}

record! {
    /// The direction that a wave comes from.
    ArrivalRecord as "an arrival" {
        /// Angle from +z of the direction that the wave comes from.
        theta: Quantity<kind::Angle>,
        /// Angle from +x about z of the direction that the wave comes from.
        phi: Quantity<kind::Angle>,
    }
}

record! {
    /// Frequencies.
    SurfaceCurrentRecord as "a surface-current monitor" {
        /// Frequencies: one, a list, or { from, to, count }.
        frequencies: Frequencies,
    }
}

impl MonitorKindRecord {
    /// Its frequencies, if it has any.
    pub fn frequencies(&self) -> Option<&Frequencies> {
        match self {
            Self::Field(record) => Some(&record.frequencies),
            Self::Flux(record) => Some(&record.frequencies),
            Self::Absorption(record) => Some(&record.frequencies),
            Self::FarField(record) => Some(&record.frequencies),
            Self::Monostatic(record) => Some(&record.frequencies),
            Self::Bistatic(record) => Some(&record.frequencies),
            Self::SurfaceCurrent(record) => Some(&record.frequencies),
            Self::Probe(_) | Self::Snapshot(_) | Self::FarPulse(_) => None,
        }
    }
}
