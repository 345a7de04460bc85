//! Where ports, sources, elements, monitors and wires are, for pictures.

use poynting_scene::{Monitor, MonitorKind, Point, Scene, Source, SourceKind};

/// Kind, name, smallest and largest corner.
pub type Mark<'a> = (&'static str, &'a str, Point, Point);

/// All that has a place and is no body; a wire gives one for each of its pieces.
pub fn marks(scene: &Scene) -> Vec<Mark<'_>> {
    let ports = scene.ports.iter().map(|p| ("port", &*p.name, p.from, p.to));
    let lines = scene.line_ports.iter();
    let lines = lines.map(|p| ("port", &*p.name, p.from, p.to));
    let elements = scene.elements.iter();
    let elements = elements.map(|e| ("element", &*e.name, e.from, e.to));
    let mut all: Vec<_> = ports.chain(lines).chain(elements).collect();
    all.extend(scene.sources.iter().filter_map(source));
    all.extend(scene.monitors.iter().filter_map(monitor));
    for wire in &scene.wires {
        let pieces = wire.points.windows(2);
        all.extend(pieces.map(|ends| ("wire", &*wire.name, ends[0], ends[1])));
    }
    all
}

fn source(source: &Source) -> Option<Mark<'_>> {
    let [from, to] = match source.kind {
        SourceKind::HardPoint { at, .. }
        | SourceKind::SoftPoint { at, .. }
        | SourceKind::Dipole { at, .. } => [at, at],
        SourceKind::PlaneWave { region, .. } => region?,
    };
    Some(("source", &source.name, from, to))
}

fn monitor(monitor: &Monitor) -> Option<Mark<'_>> {
    let [from, to] = match monitor.kind {
        MonitorKind::Probe { at, .. } => [at, at],
        MonitorKind::Snapshot { from, to, .. }
        | MonitorKind::Field { from, to, .. }
        | MonitorKind::Flux { from, to, .. }
        | MonitorKind::Absorption { from, to, .. }
        | MonitorKind::FarPulse { from, to, .. } => [from, to],
        MonitorKind::FarField { region, .. } => region?,
        MonitorKind::Monostatic { .. }
        | MonitorKind::Bistatic { .. }
        | MonitorKind::SurfaceCurrent { .. } => return None,
    };
    Some(("monitor", &monitor.name, from, to))
}
