//! Lumped ports, and ports at the ends of lines and waveguides.

use super::checker::{AXES, Checker, SAME};
use super::drive::waveform;
use crate::measures::Length;
use crate::model::Port;
use crate::port::{Line, LinePort};
use crate::port_records::{
    CoaxialRecord, CoplanarRecord, GuideRecord, MicrostripRecord, PortKindRecord, PortRecord,
};
use crate::quantity::{Kind, kind, show_length};
use crate::tree::Span;
use crate::values::At;
use crate::waveform::Waveform;

/// The valid ports of a scene, with their positions in the text.
#[derive(Default)]
pub(super) struct Ports {
    pub lumped: Vec<At<Port>>,
    pub lines: Vec<At<LinePort>>,
}

impl Ports {
    pub fn new(records: &[PortRecord], check: &mut Checker<'_>) -> Self {
        let mut ports = Self::default();
        for record in records {
            let span = record.name.0.span;
            match &record.kind {
                PortKindRecord::Lumped(kind) => {
                    let value = lumped(record, kind.resistance.value, check);
                    ports.lumped.push(At { span, value });
                }
                PortKindRecord::Microstrip(_)
                | PortKindRecord::Coplanar(_)
                | PortKindRecord::Coaxial(_)
                | PortKindRecord::Guide(_) => {
                    let value = line_port(record, check);
                    ports.lines.extend(value.map(|value| At { span, value }));
                }
            }
        }
        ports
    }

    pub fn is_empty(&self) -> bool {
        self.lumped.is_empty() && self.lines.is_empty()
    }

    /// Their waveforms, with positions in the text.
    pub fn waveforms(&self) -> impl Iterator<Item = At<&Waveform>> {
        let lumped = self.lumped.iter();
        let lumped = lumped.map(|p| (p.span, p.value.excitation.as_ref()));
        let lines = self.lines.iter();
        let lines = lines.map(|p| (p.span, p.value.excitation.as_ref()));
        let both = lumped.chain(lines);
        both.filter_map(|(span, value)| value.map(|value| At { span, value }))
    }

    /// Sets the waveform of ports that have none.
    pub fn drive_all(&mut self, by: &Waveform) {
        let lumped = self.lumped.iter_mut().map(|p| &mut p.value.excitation);
        let lines = self.lines.iter_mut().map(|p| &mut p.value.excitation);
        for excitation in lumped.chain(lines) {
            excitation.get_or_insert_with(|| by.clone());
        }
    }
}

/// Reports a box that is outside the domain or flat along its direction.
fn in_place(record: &PortRecord, what: &str, check: &mut Checker<'_>) {
    check.extended(
        [&record.from, &record.to],
        (&record.direction, "its direction"),
        what,
    );
}

/// The waveform of its source, if any.
fn excitation(record: &PortRecord, check: &mut Checker<'_>) -> Option<Waveform> {
    let given = record.waveform.as_ref()?;
    waveform(given, &kind::Voltage::DIMENSION, check.out)
}

fn lumped(record: &PortRecord, resistance: f64, check: &mut Checker<'_>) -> Port {
    let name = record.name.0.value.clone();
    in_place(record, &format!("port {name:?}"), check);
    Port {
        name,
        from: record.from.values(),
        to: record.to.values(),
        axis: record.direction.axis,
        sign: record.direction.sign,
        resistance,
        excitation: excitation(record, check),
    }
}

fn line_port(record: &PortRecord, check: &mut Checker<'_>) -> Option<LinePort> {
    let name = record.name.0.value.clone();
    let what = format!("port {name:?}");
    in_place(record, &what, check);
    let (line, reference) = match &record.kind {
        PortKindRecord::Lumped(_) => return None,
        PortKindRecord::Microstrip(kind) => {
            (microstrip(record, kind, check), &kind.reference_plane)
        }
        PortKindRecord::Coplanar(kind) => (coplanar(record, kind, check), &kind.reference_plane),
        PortKindRecord::Coaxial(kind) => (coaxial(record, kind, check), &kind.reference_plane),
        PortKindRecord::Guide(kind) => (guide(record, kind, check), &kind.reference_plane),
    };
    let (axis, sign) = (record.direction.axis, record.direction.sign);
    let (from, to) = (record.from.values(), record.to.values());
    let end = if sign > 0.0 { to[axis] } else { from[axis] };
    let plane = reference_plane(reference.as_ref(), (axis, end), &what, check);
    Some(LinePort {
        name,
        from,
        to,
        axis,
        sign,
        line: line?,
        plane,
        excitation: excitation(record, check),
    })
}

/// The reference plane, which must lie in the domain.
fn reference_plane(
    given: Option<&Length>,
    (axis, end): (usize, f64),
    what: &str,
    check: &mut Checker<'_>,
) -> f64 {
    let (Some(plane), Some(domain)) = (given, check.domain) else {
        return given.map_or(end, |plane| plane.value);
    };
    let (low, high) = (domain.from[axis], domain.to[axis]);
    if plane.value < low || plane.value > high {
        let name = AXES[axis];
        let message = format!("the reference plane of {what} lies outside the domain");
        let label = format!("{name} = {}", show_length(plane.value));
        let (low, high) = (show_length(low), show_length(high));
        let cure = format!("choose {name} from \"{low}\" to \"{high}\"");
        check.out.report(plane.span, message, label, cure);
    }
    plane.value
}

/// Reports a cross-section that does not suit the kind of port.
fn unsuited(record: &PortRecord, span: Span, message: &str, cure: &str, check: &mut Checker<'_>) {
    let message = format!("port {:?} {message}", record.name.0.value);
    check
        .out
        .report(span, message, "not valid for this type of port", cure);
}

/// The extents of the box.
fn extents(record: &PortRecord) -> [f64; 3] {
    let (from, to) = (record.from.values(), record.to.values());
    std::array::from_fn(|a| to[a] - from[a])
}

fn microstrip(
    record: &PortRecord,
    kind: &MicrostripRecord,
    check: &mut Checker<'_>,
) -> Option<Line> {
    let axis = kind.voltage.axis;
    if axis == record.direction.axis {
        let cure = "choose `voltage` from the ground to the strip, perpendicular to the line";
        let message = "has its voltage along the line";
        unsuited(record, kind.voltage.span, message, cure, check);
        return None;
    }
    if extents(record).iter().any(|e| *e <= 0.0) {
        let cure = "make the box as wide as the strip, from the ground to the strip, with some length along the line";
        unsuited(record, record.to.span, "has a flat box", cure, check);
        return None;
    }
    Some(Line::Microstrip {
        axis,
        sign: kind.voltage.sign,
        thickness: kind.thickness.as_ref().map_or(0.0, |t| t.value),
    })
}

fn coplanar(record: &PortRecord, kind: &CoplanarRecord, check: &mut Checker<'_>) -> Option<Line> {
    let extents = extents(record);
    let mut wide = (0..3).filter(|a| *a != record.direction.axis && extents[*a] > 0.0);
    let (Some(axis), None) = (wide.next(), wide.next()) else {
        let cure =
            "make the box flat, in the plane of the line, and extend it from ground to ground";
        let message = "has a box that is not flat";
        unsuited(record, record.to.span, message, cure, check);
        return None;
    };
    if 2.0 * kind.gap.value >= extents[axis] {
        let width = show_length(extents[axis]);
        let cure = format!("choose `gap` less than half of the width of the box, {width}");
        let message = "leaves no room for a strip between its gaps";
        unsuited(record, kind.gap.span, message, &cure, check);
        return None;
    }
    let gap = kind.gap.value;
    Some(Line::Coplanar { axis, gap })
}

fn coaxial(record: &PortRecord, kind: &CoaxialRecord, check: &mut Checker<'_>) -> Option<Line> {
    let extents = extents(record);
    let across = [1, 2].map(|step| extents[(record.direction.axis + step) % 3]);
    if (across[0] - across[1]).abs() > SAME * across[0].max(across[1]) {
        let cure = "make the box the square around the outer conductor";
        let message = "has a cross-section that is not square";
        unsuited(record, record.to.span, message, cure, check);
        return None;
    }
    let inner = kind.inner_radius.value;
    if 2.0 * inner >= across[0] {
        let cure = format!(
            "choose `inner_radius` less than {}",
            show_length(0.5 * across[0])
        );
        let message = "has an inner conductor that fills the outer one";
        unsuited(record, kind.inner_radius.span, message, &cure, check);
        return None;
    }
    Some(Line::Coaxial { inner })
}

fn guide(record: &PortRecord, kind: &GuideRecord, check: &mut Checker<'_>) -> Option<Line> {
    if extents(record).iter().any(|e| *e <= 0.0) {
        let cure = "give the box the cross-section of the waveguide";
        unsuited(record, record.to.span, "has a flat box", cure, check);
        return None;
    }
    Some(Line::Guide(kind.mode.value))
}
