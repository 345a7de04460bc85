//! The context in which every table is checked.

use crate::direction::AxisDirection;
use crate::error::Diagnostics;
use crate::measures::Position;
use crate::model::{Domain, Symmetry, Wall};
use crate::quantity::show_length;
use crate::values::{At, Name};
use std::collections::HashMap;

/// x, y, z.
pub(super) const AXES: [&str; 3] = ["x", "y", "z"];

/// Coordinates that differ by less than this fraction of the domain are taken as equal.
pub(super) const SAME: f64 = 1e-9;

/// The symmetry planes, each with its position in the text.
pub(super) type Planes = [Option<At<Symmetry>>; 3];

/// The context of a check, and the collector of mistakes.
pub(super) struct Checker<'a> {
    pub out: &'a mut Diagnostics,
    /// Absent if the domain itself is invalid; open space if the file has none.
    pub domain: Option<Domain>,
    /// The boundaries at its faces; absent if they are invalid.
    pub walls: Option<[[Wall; 2]; 3]>,
    /// The wave vector of Bloch boundaries.
    pub bloch: [f64; 3],
}

impl Checker<'_> {
    /// Reports coordinates outside the domain; `what` starts the message.
    pub fn inside(&mut self, point: &Position, what: &str) {
        let Some(domain) = self.domain else { return };
        for (axis, at) in point.items.iter().enumerate() {
            let (low, high) = (domain.from[axis], domain.to[axis]);
            let slack = SAME * (high - low);
            if at.value < low - slack || at.value > high + slack {
                let name = AXES[axis];
                let message = format!("{what} lies outside the domain");
                let label = format!("{name} = {}", show_length(at.value));
                let (low, high) = (show_length(low), show_length(high));
                let cure =
                    format!("choose {name} from \"{low}\" to \"{high}\", or enlarge `domain`");
                self.out.report(at.span, message, label, cure);
            }
        }
    }

    /// Reports every axis along which `from` lies beyond `to`.
    pub fn ordered(&mut self, from: &Position, to: &Position, what: &str) -> bool {
        let mut ordered = true;
        for (name, (low, high)) in AXES.iter().zip(from.items.iter().zip(&to.items)) {
            if low.value > high.value {
                ordered = false;
                let message = format!("`from` is greater than `to` along {name} in {what}");
                let label = format!("{name} = {}", show_length(high.value));
                let cure = format!("swap the two {name} values: `from` must be the smaller one");
                self.out
                    .report(high.span, message, label, cure)
                    .also(low.span, format!("{name} = {}", show_length(low.value)));
            }
        }
        ordered
    }

    /// Reports a box that lies outside the domain, or has no extent along its direction, which `label` explains.
    pub fn extended(
        &mut self,
        [from, to]: [&Position; 2],
        (direction, label): (&AxisDirection, &str),
        what: &str,
    ) {
        self.inside(from, what);
        self.inside(to, what);
        let axis = direction.axis;
        if self.ordered(from, to, what) && from.values()[axis] >= to.values()[axis] {
            let along = AXES[axis];
            let message = format!("{what} has no extent along its direction, {along}");
            let place = format!("same {along} as in `from`");
            let cure = format!(
                "choose different {along} values in `from` and `to`, or change `direction`"
            );
            self.out
                .report(to.items[axis].span, message, place, cure)
                .also(direction.span, label);
        }
    }

    /// Reports names that were already used.
    pub fn unique<'n>(&mut self, names: impl Iterator<Item = &'n Name>, what: &str) {
        let mut seen: HashMap<&str, &Name> = HashMap::new();
        for name in names {
            match seen.get(name.0.value.as_str()) {
                Some(earlier) => {
                    let message = format!("the name {:?} is used twice among {what}", name.0.value);
                    let cure = format!("choose another name, for example \"{} 2\"", name.0.value);
                    self.out
                        .report(name.0.span, message, "second use", cure)
                        .also(earlier.0.span, "first use");
                }
                None => {
                    seen.insert(&name.0.value, name);
                }
            }
        }
    }
}
