//! Positions of ports, elements, sources and monitors.

use poynting_results::{Region, Role};
use poynting_scene::{Point, Scene, SourceKind};

/// The domain and everything that has a position.
pub fn all(scene: &Scene) -> Vec<Region> {
    let mut regions = Vec::new();
    let mut add = |role, name: &str, [from, to]: [Point; 2], direction| {
        regions.push(Region {
            name: name.to_owned(),
            role,
            from,
            to,
            direction,
        });
    };
    let domain = &scene.domain;
    if !domain.is_space() {
        add(Role::Domain, "domain", [domain.from, domain.to], None);
    }
    for port in &scene.ports {
        let direction = Some(along(port.axis, port.sign));
        add(Role::Port, &port.name, [port.from, port.to], direction);
    }
    for port in &scene.line_ports {
        let direction = Some(along(port.axis, port.sign));
        add(Role::Port, &port.name, [port.from, port.to], direction);
    }
    for element in &scene.elements {
        let ends = [element.from, element.to];
        add(Role::Element, &element.name, ends, None);
    }
    for source in &scene.sources {
        // A plane wave without a box is everywhere, and is shown at the origin.
        let ends = source.kind.region().unwrap_or([[0.0; 3]; 2]);
        let direction = Some(direction(&source.kind));
        add(Role::Source, &source.name, ends, direction);
    }
    for monitor in &scene.monitors {
        if let Some(ends) = monitor.kind.region() {
            add(Role::Monitor, &monitor.name, ends, None);
        }
    }
    regions
}

/// A unit vector along an axis.
fn along(axis: usize, sign: f64) -> Point {
    let mut direction = [0.0; 3];
    direction[axis] = sign;
    direction
}

/// The direction of a source.
fn direction(kind: &SourceKind) -> Point {
    match *kind {
        SourceKind::HardPoint { component, .. } | SourceKind::SoftPoint { component, .. } => {
            along(component.axis(), 1.0)
        }
        SourceKind::Dipole { direction, .. } | SourceKind::PlaneWave { direction, .. } => direction,
    }
}
