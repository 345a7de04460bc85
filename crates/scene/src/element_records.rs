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
    /// A lumped element: a resistor, an inductor, a capacitor, or several of them in series or in parallel. It fills
    /// a box of one or more grid edges, and the current flows along `direction`; both ends should touch metal.
    ElementRecord as "an element" {
        /// Name used in messages.
        name: Name,
        /// Corner with the smallest coordinates.
        from: Position,
        /// Corner with the largest coordinates; it differs from `from` along the direction.
        to: Position,
        /// The axis along which the current flows; the sign is ignored.
        direction: AxisDirection,
        /// R; at least one of R, L and C is required.
        resistance: Option<Within<Positive, Quantity<kind::Resistance>>>,
        /// L.
        inductance: Option<Within<Positive, Quantity<kind::Inductance>>>,
        /// C.
        capacitance: Option<Within<Positive, Quantity<kind::Capacitance>>>,
        /// How the components are connected; required if there is more than one.
        connection: Option<At<Connection>>,
        /// Whether the capacitance of the element's own cells is added to `capacitance` (`beside`) or included in it
        /// (`within`).
        own_capacitance: At<OwnCapacitance> = "beside",
    }
}
