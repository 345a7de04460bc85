//! The format of a lumped element.

use crate::decode::{record, words};
use crate::direction::AxisDirection;
use crate::element::{Connection, OwnCapacitance};
use crate::measures::Position;
use crate::quantity::{Quantity, kind};
use crate::values::{At, Name, Positive, Within};

words! { Connection { "series" => Self::Series, "parallel" => Self::Parallel } }
words! { OwnCapacitance { "beside" => Self::Beside, "within" => Self::Within } }

record! {
    /// A lumped element: a resistor, an inductor, a capacitor, or several of them in series or in parallel. It fills a box, of
    /// one edge of the grid or of many, and the current flows along `direction`; its two ends should touch metal.
    ElementRecord as "an element" {
        /// A name for messages.
        name: Name,
        /// Corner with the smallest coordinates.
        from: Position,
        /// Corner with the largest coordinates; it differs from `from` along the direction.
        to: Position,
        /// Along which axis the current flows; the sign is of no account.
        direction: AxisDirection,
        /// R; one of the three at least.
        resistance: Option<Within<Positive, Quantity<kind::Resistance>>>,
        /// L.
        inductance: Option<Within<Positive, Quantity<kind::Inductance>>>,
        /// C.
        capacitance: Option<Within<Positive, Quantity<kind::Capacitance>>>,
        /// How the parts are connected; needed where there is more than one.
        connection: Option<At<Connection>>,
        /// The capacitance of the element's own cells stands `beside` it, or is a part of `capacitance` (`within`).
        own_capacitance: At<OwnCapacitance> = "beside",
    }
}
