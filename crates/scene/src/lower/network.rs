//! The network: which ports are driven, and how they are combined.

use super::checker::{Checker, Planes};
use super::drive::waveform;
use super::ports::Ports;
use crate::network::{Combination, Network};
use crate::network_records::{CombinationRecord, NetworkRecord};
use crate::port::{Line, LinePort};
use crate::quantity::{Kind, kind};
use crate::records::SceneRecord;
use crate::values::Name;
use crate::waveform::{Pulse, Waveform};
use crate::waveform::{REACH, differentiated_edge};
use std::f64::consts::PI;

/// A band whose ends differ by less than this factor is driven by a modulated pulse.
const NARROW: f64 = 3.0;
/// How far a pulse extends beyond the highest frequency: there its spectrum has dropped by 20 dB.
const BEYOND: f64 = 1.3;
/// u^2 = (pi (f - fc) tau)^2 at the ends of a narrow band: 6 dB below the carrier.
const EDGE: f64 = 0.69;

/// The network of a scene, and the waveform of ports that have none of their own.
pub(super) fn network(
    record: &NetworkRecord,
    scene: &SceneRecord,
    ports: &mut Ports,
    check: &mut Checker<'_>,
) -> Option<Network> {
    let all = &scene.ports.0;
    if all.items.is_empty() && all.complete {
        let cure = "add a table to `ports` ([[ports]]), or remove `network`";
        let message = "the network has no ports";
        check.out.report(record.span, message, "needs a port", cure);
        return None;
    }
    let names: Vec<&Name> = all.items.iter().map(|port| &port.name).collect();
    let number = |name: &Name, check: &mut Checker<'_>| find(name, &names, check);
    let mut exchange = Vec::new();
    for pair in record.exchange.iter().flat_map(|list| &list.items) {
        let numbers: Vec<usize> = pair.items.iter().filter_map(|n| number(n, check)).collect();
        match numbers.as_slice() {
            [a, b]
                if a != b
                    && !exchange.as_flattened().contains(a)
                    && !exchange.as_flattened().contains(b) =>
            {
                exchange.push([*a, *b]);
            }
            _ if numbers.len() < pair.items.len() => {}
            _ => {
                let message = "`exchange` takes pairs of different ports, each port at most once";
                let cure = "write, for example, exchange = [[\"in\", \"out\"]]";
                check
                    .out
                    .report(pair.span, message, "not a valid pair", cure);
            }
        }
    }
    let combinations = record.combinations.0.items.iter();
    let combinations = combinations
        .map(|c| combination(c, &names, check))
        .collect();
    if let (Some(list), false) = (&record.exchange, record.combinations.0.items.is_empty()) {
        let message = "a combination needs a run of every port, but `exchange` skips some";
        let cure = "remove `exchange` or `combinations`";
        check
            .out
            .report(list.span, message, "skips some ports", cure);
    }
    check_reference(record, ports, check);
    let excitation = match &record.waveform {
        Some(record) => waveform(record, &kind::Voltage::DIMENSION, check.out)?,
        None => pulse(&record.frequencies.values)?,
    };
    ports.drive_all(&excitation);
    Some(Network {
        frequencies: record.frequencies.values.clone(),
        adaptive: record.frequencies.adaptive,
        ports: names.iter().map(|name| name.0.value.clone()).collect(),
        reference: record.reference.as_ref().map(|r| r.value),
        exchange,
        combinations,
    })
}

/// Reports a reference resistance at a hollow waveguide, which has no two conductors for a resistor to connect.
fn check_reference(record: &NetworkRecord, ports: &Ports, check: &mut Checker<'_>) {
    let Some(reference) = &record.reference else {
        return;
    };
    let is_guide = |line: &LinePort| matches!(line.line, Line::Guide(_));
    if let Some(guide) = ports.lines.iter().find(|port| is_guide(&port.value)) {
        let message = format!(
            "`reference` is not defined at port {:?}: a hollow waveguide has a wave impedance that depends on frequency, and no pair of conductors",
            guide.value.name
        );
        let cure = "remove `reference`: each port then uses its own impedance as the reference, which the results and `network.sNp` state";
        check
            .out
            .report(reference.span, message, "set for all ports", cure)
            .also(guide.span, "the port");
    }
}

fn find(name: &Name, names: &[&Name], check: &mut Checker<'_>) -> Option<usize> {
    let found = names.iter().position(|n| n.0.value == name.0.value);
    if found.is_none() {
        let known: Vec<&str> = names.iter().map(|n| n.0.value.as_str()).collect();
        let message = format!("there is no port {:?}", name.0.value);
        let cure = format!("the ports are {}", crate::error::list(&known));
        check.out.report(name.0.span, message, "not a port", cure);
    }
    found
}

fn combination(
    record: &CombinationRecord,
    names: &[&Name],
    check: &mut Checker<'_>,
) -> Combination {
    let waves = record.waves.items.iter();
    Combination {
        name: record.name.0.value.clone(),
        waves: waves
            .filter_map(|wave| {
                let port = find(&wave.port, names, check)?;
                Some((port, [wave.amplitude.value, wave.phase.value]))
            })
            .collect(),
    }
}

/// A pulse with zero mean whose spectrum covers the frequencies.
fn pulse(frequencies: &[f64]) -> Option<Waveform> {
    let (first, last) = (*frequencies.first()?, *frequencies.last()?);
    let shape = if first < last && last < NARROW * first {
        let tau = EDGE.sqrt() / (PI * 0.5 * (last - first));
        Pulse::ModulatedGaussian {
            tau,
            delay: REACH * tau,
            frequency: f64::midpoint(first, last),
            phase: 0.0,
        }
    } else {
        let tau = differentiated_edge() / (PI * BEYOND * last);
        Pulse::DifferentiatedGaussian {
            tau,
            delay: REACH * tau,
        }
    };
    Some(Waveform {
        amplitude: 1.0,
        shape,
    })
}

/// Reports symmetry planes that are incompatible with the ports, or with driving them one by one.
pub(super) fn check_symmetry(
    network: Option<&Network>,
    ports: &Ports,
    planes: Planes,
    check: &mut Checker<'_>,
) {
    let Some(plane) = planes.into_iter().flatten().next() else {
        return;
    };
    if let Some(line) = ports.lines.first() {
        let message = format!(
            "line port {:?} needs its whole cross-section",
            line.value.name
        );
        let cure = "remove `symmetry`, or use a lumped port";
        check
            .out
            .report(plane.span, message, "halves the model", cure)
            .also(line.span, "the port");
    } else if network.is_some_and(|n| n.ports.len() > 1) {
        let message = "a model whose ports are driven one at a time is not symmetric";
        let cure = "remove `symmetry`; `exchange` in `network` halves the number of runs instead";
        check
            .out
            .report(plane.span, message, "halves the model", cure);
    }
}
