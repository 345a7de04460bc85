//! The format of ports.

use serde_json::{Value as Json, json};

use crate::decode::{Decode, Defs, choice, record};
use crate::direction::AxisDirection;
use crate::error::Diagnostics;
use crate::measures::{Length, Position, PositiveLength};
use crate::port::{GuideFamily, GuideMode};
use crate::quantity::{Quantity, kind};
use crate::tree::{Node, Value};
use crate::values::{At, Name, Positive, Within};
use crate::waveform_records::WaveformRecord;

pub(crate) type Resistance = Within<Positive, Quantity<kind::Resistance>>;

record! {
    /// A port: a voltage source with a resistance between two pieces of metal, or the end of a line.
    PortRecord as "a port" {
        /// Its results have this name.
        name: Name,
        /// Corner with the smallest coordinates.
        from: Position,
        /// Corner with the largest coordinates.
        to: Position,
        /// From the `-` to the `+` end of a lumped port; for other ports, along the line into the model.
        direction: AxisDirection,
        /// Open-circuit voltage of a lumped port; for other ports, about the voltage on the line; amplitude in V.
        waveform: Option<WaveformRecord>,
    } with kind: PortKindRecord
}

choice! {
    /// What kind of port it is.
    PortKindRecord as "a kind of port" by "type" = "lumped" {
        /// A voltage source with a resistance, or a resistor if it has no waveform. It fills a box; the current flows
        /// along `direction`. The voltage is that of the `+` end relative to the `-` end. The current is the one that
        /// leaves the `+` end into the model, the circulation of H around the port; it does not include the current
        /// that charges the capacitance of the port's own cells.
        "lumped" => Lumped(LumpedRecord),
        /// A strip over a ground plane. The box is as wide as the strip and extends from the ground to the strip; the
        /// voltage is measured under the middle of the strip, the current around it.
        "microstrip" => Microstrip(MicrostripRecord),
        /// A strip between two grounds in one plane. The box is flat and extends from ground to ground; the voltage
        /// is the mean over both gaps, the current is measured around the strip.
        "coplanar" => Coplanar(CoplanarRecord),
        /// Two coaxial cylinders. The cross-section of the box is the square around the outer one; the voltage is the
        /// mean over four radii, the current is measured around the inner conductor.
        "coaxial" => Coaxial(CoaxialRecord),
        /// A hollow rectangular waveguide in one of its modes. The cross-section of the box is that of the waveguide.
        "waveguide" => Guide(GuideRecord),
    }
}

record! {
    /// The source behind it.
    LumpedRecord as "a lumped port" {
        /// Internal resistance.
        resistance: Resistance,
    }
}

record! {
    /// A microstrip line.
    MicrostripRecord as "a microstrip port" {
        /// Direction from the ground to the strip.
        voltage: AxisDirection,
        /// Thickness of the strip, which lies outside the box.
        thickness: Option<PositiveLength>,
        /// Coordinate of the reference plane along the line; the end of the box towards the model if absent.
        reference_plane: Option<Length>,
    }
}

record! {
    /// A coplanar line.
    CoplanarRecord as "a coplanar port" {
        /// Width of the gap on either side of the strip.
        gap: PositiveLength,
        /// Coordinate of the reference plane along the line; the end of the box towards the model if absent.
        reference_plane: Option<Length>,
    }
}

record! {
    /// A coaxial line.
    CoaxialRecord as "a coaxial port" {
        /// Radius of the inner conductor.
        inner_radius: PositiveLength,
        /// Coordinate of the reference plane along the line; the end of the box towards the model if absent.
        reference_plane: Option<Length>,
    }
}

record! {
    /// A hollow guide.
    GuideRecord as "a waveguide port" {
        /// Its mode; the first index counts half waves along the longer side.
        mode: At<GuideMode> = "TE10",
        /// Coordinate of the reference plane along the waveguide; the end of the box towards the model if absent.
        reference_plane: Option<Length>,
    }
}

impl Decode for GuideMode {
    fn decode(node: &Node, out: &mut Diagnostics) -> Option<Self> {
        let mode = match &node.value {
            Value::Text(text) => parse(text),
            _ => None,
        };
        if mode.is_none() {
            out.wrong_kind(node, &Self::what(), &Self::example());
        }
        mode
    }

    fn schema(_: &mut Defs) -> Json {
        json!({ "type": "string", "pattern": "^(TE|TM)[0-9][0-9]$" })
    }

    fn what() -> String {
        "a mode such as `TE10` or `TM11`".to_string()
    }

    fn example() -> Json {
        json!("TE10")
    }
}

/// A mode that exists: TE with at least one half wave, TM with both.
fn parse(text: &str) -> Option<GuideMode> {
    let (family, digits) = match text.split_at_checked(2)? {
        ("TE", digits) => (GuideFamily::Te, digits),
        ("TM", digits) => (GuideFamily::Tm, digits),
        _ => return None,
    };
    let order: Vec<u32> = digits
        .chars()
        .map(|c| c.to_digit(10))
        .collect::<Option<_>>()?;
    let order: [u32; 2] = order.try_into().ok()?;
    let exists = match family {
        GuideFamily::Te => order != [0, 0],
        GuideFamily::Tm => !order.contains(&0),
    };
    exists.then_some(GuideMode { family, order })
}
