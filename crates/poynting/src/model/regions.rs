//! Where ports, elements, sources and monitors are.

use poynting_results::{Region, Role};
use poynting_scene::{MonitorKind, Point, Scene, Source, SourceKind};

/// The domain and everything with a place.
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
        let (ends, direction) = place(source);
        add(Role::Source, &source.name, ends, Some(direction));
    }
    for monitor in &scene.monitors {
        if let Some(ends) = extent(&monitor.kind) {
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

/// Where a source is and where it points; a plane wave without a box is everywhere, and is shown at the origin.
fn place(source: &Source) -> ([Point; 2], Point) {
    match source.kind {
        SourceKind::HardPoint { component, at } | SourceKind::SoftPoint { component, at } => {
            ([at, at], along(component.axis(), 1.0))
        }
        SourceKind::Dipole { at, direction } => ([at, at], direction),
        SourceKind::PlaneWave {
            region, direction, ..
        } => (region.unwrap_or([[0.0; 3]; 2]), direction),
    }
}

/// The box, plane or point of a monitor; what is seen from far away has none.
fn extent(kind: &MonitorKind) -> Option<[Point; 2]> {
    match kind {
        MonitorKind::Probe { at, .. } => Some([*at, *at]),
        MonitorKind::Snapshot { from, to, .. }
        | MonitorKind::Field { from, to, .. }
        | MonitorKind::Flux { from, to, .. }
        | MonitorKind::Absorption { from, to, .. }
        | MonitorKind::FarPulse { from, to, .. } => Some([*from, *to]),
        MonitorKind::FarField { region, .. } => *region,
        MonitorKind::Monostatic { .. }
        | MonitorKind::Bistatic { .. }
        | MonitorKind::SurfaceCurrent { .. } => None,
    }
}
