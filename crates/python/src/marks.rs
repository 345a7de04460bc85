//! Positions of ports, sources, elements, monitors and wires, for pictures.

use poynting_scene::{Point, Scene};

/// Kind, name, smallest and largest corner.
pub type Mark<'a> = (&'static str, &'a str, Point, Point);

/// Everything with a position that is not a body; a wire gives one mark per segment.
pub fn marks(scene: &Scene) -> Vec<Mark<'_>> {
    let ports = scene.ports.iter().map(|p| ("port", &*p.name, p.from, p.to));
    let lines = scene.line_ports.iter();
    let lines = lines.map(|p| ("port", &*p.name, p.from, p.to));
    let elements = scene.elements.iter();
    let elements = elements.map(|e| ("element", &*e.name, e.from, e.to));
    let sources = scene.sources.iter().filter_map(|source| {
        let [from, to] = source.kind.region()?;
        Some(("source", &*source.name, from, to))
    });
    let monitors = scene.monitors.iter().filter_map(|monitor| {
        let [from, to] = monitor.kind.region()?;
        Some(("monitor", &*monitor.name, from, to))
    });
    let wires = scene.wires.iter().flat_map(|wire| {
        let pieces = wire.points.windows(2);
        pieces.map(|ends| ("wire", &*wire.name, ends[0], ends[1]))
    });
    let all = ports.chain(lines).chain(elements).chain(sources);
    all.chain(monitors).chain(wires).collect()
}
