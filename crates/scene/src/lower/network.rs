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
        let message = "a network without ports";
        check.out.report(record.span, message, "of what?", cure);
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
                let message = "ports change places by twos, each once";
                let cure = "write pairs of different ports: exchange = [[\"in\", \"out\"]]";
                check
                    .out
                    .report(pair.span, message, "no pair of ports", cure);
            }
        }
    }
    let combinations = record.combinations.0.items.iter();
    let combinations = combinations
        .map(|c| combination(c, &names, check))
        .collect();
    if let (Some(list), false) = (&record.exchange, record.combinations.0.items.is_empty()) {
        let message = "a combination needs the fields of every port driven";
        let cure = "remove `exchange`";
        check
            .out
            .report(list.span, message, "leaves ports out", cure);
    }
    check_reference(record, ports, check);
    let course = match &record.waveform {
        Some(record) => waveform(record, &kind::Voltage::DIMENSION, check.out)?,
        None => pulse(&record.frequencies.values)?,
    };
    ports.drive_all(&course);
    Some(Network {
        frequencies: record.frequencies.values.clone(),
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
            "a resistance means nothing at port {:?}: a hollow guide has a wave impedance, which changes with frequency, and no two conductors",
            guide.value.name
        );
        let cure = "remove `reference`: each port then has its own impedance as its reference, which results and `network.sNp` name";
        check
            .out
            .report(reference.span, message, "at every port", cure)
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
            "port {:?} of a line needs the whole of its cross-section",
            line.value.name
        );
        let cure = "remove `symmetry`, or use a lumped port";
        check
            .out
            .report(plane.span, message, "halves the model", cure)
            .also(line.span, "the port");
    } else if network.is_some_and(|n| n.ports.len() > 1) {
        let message = "ports that are driven one by one leave no symmetry";
        let cure =
            "remove `symmetry`; with `exchange` under `network` half of the runs are saved instead";
        check
            .out
            .report(plane.span, message, "halves the model", cure);
    }
}
