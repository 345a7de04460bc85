//! Lumped elements.

use super::checker::Checker;
use crate::element::{Circuit, Connection, Element, OwnCapacitance};
use crate::element_records::ElementRecord;
use crate::values::At;

/// The valid elements, with their positions in the text.
pub(super) fn elements(records: &[ElementRecord], check: &mut Checker<'_>) -> Vec<At<Element>> {
    let names = records.iter().map(|record| &record.name);
    check.unique(names, "elements");
    let elements = records.iter().filter_map(|record| element(record, check));
    elements.collect()
}

fn element(record: &ElementRecord, check: &mut Checker<'_>) -> Option<At<Element>> {
    let name = record.name.0.value.clone();
    let what = format!("element {name:?}");
    let axis = record.direction.axis;
    let flow = (&record.direction, "the direction of the current");
    check.extended([&record.from, &record.to], flow, &what);
    let (from, to) = (record.from.values(), record.to.values());
    let circuit = circuit(record, &what, check)?;
    Some(At {
        span: record.name.0.span,
        value: Element {
            name,
            from,
            to,
            axis,
            circuit,
            own_capacitance: record.own_capacitance.value,
        },
    })
}

fn circuit(record: &ElementRecord, what: &str, check: &mut Checker<'_>) -> Option<Circuit> {
    let [resistance, inductance, capacitance] = [
        record.resistance.as_ref().map(|r| r.value),
        record.inductance.as_ref().map(|l| l.value),
        record.capacitance.as_ref().map(|c| c.value),
    ];
    let parts = [resistance, inductance, capacitance];
    let connection = record.connection.map(|c| c.value);
    let connection = match (parts.iter().flatten().count(), connection) {
        (0, _) => {
            let cure =
                "add resistance = \"50 ohm\", inductance = \"1 nH\" or capacitance = \"1 pF\"";
            let message = format!("{what} has no resistance, inductance or capacitance");
            let label = "needs at least one of the three";
            check.out.report(record.name.0.span, message, label, cure);
            return None;
        }
        (1, connection) => connection.unwrap_or(Connection::Parallel),
        (_, Some(connection)) => connection,
        (_, None) => {
            let message = format!("{what} has several components, but no `connection`");
            let cure = "add connection = \"series\" or connection = \"parallel\"";
            let label = "in series or in parallel";
            check.out.report(record.name.0.span, message, label, cure);
            return None;
        }
    };
    let own = record.own_capacitance;
    let is_beside_the_cells = capacitance.is_some()
        && (connection == Connection::Parallel || parts.iter().flatten().count() == 1);
    if own.value == OwnCapacitance::Within && !is_beside_the_cells {
        let message = format!("the capacitance of {what} cannot include that of its cells");
        let label = "needs a capacitance, alone or in parallel";
        let cure = "write own_capacitance = \"beside\", or omit the key";
        check.out.report(own.span, message, label, cure);
        return None;
    }
    Some(Circuit {
        resistance,
        inductance,
        capacitance,
        connection,
    })
}
