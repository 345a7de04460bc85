//! Sources, ports and lumped elements must be their own mirror images in the symmetry planes.
//!
//! The mirror image in an electric plane keeps the component of an electric vector (E, J) along the normal and
//! reverses the tangential component; for a magnetic vector (H, M) it is the other way round, and a magnetic
//! plane exchanges the two rules. See R. F. Harrington, Time-Harmonic Electromagnetic Fields, sec. 3-3
//! (image theory).

use super::checker::{AXES, Checker, Planes, SAME};
use crate::element::{self, Circuit};
use crate::field::Point;
use crate::model::{Domain, Port, Source, SourceKind, Symmetry};
use crate::quantity::show_length;
use crate::tree::Span;
use crate::values::At;
use crate::waveform::Pulse;

/// A source or port with the properties relevant to mirroring.
#[derive(Clone)]
struct Element<'a> {
    span: Span,
    what: String,
    /// Elements of different classes are never images of each other.
    class: (&'static str, usize),
    electric: bool,
    from: Point,
    to: Point,
    /// Direction times amplitude.
    vector: [f64; 3],
    /// Propagation direction of a plane wave; zero for all others.
    travel: [f64; 3],
    resistance: f64,
    circuit: Option<Circuit>,
    shape: Option<&'a Pulse>,
}

/// Sources, ports and lumped elements.
type Parts<'a> = (&'a [At<Source>], &'a [At<Port>], &'a [At<element::Element>]);

pub(super) fn check(
    (sources, ports, lumped): Parts<'_>,
    (planes, domain): (Planes, Domain),
    check: &mut Checker<'_>,
) {
    let elements: Vec<_> = sources
        .iter()
        .map(|source| of_source(source, &domain))
        .chain(ports.iter().map(of_port))
        .chain(lumped.iter().map(of_lumped))
        .collect();
    for (axis, plane) in planes.iter().enumerate() {
        let Some(plane) = plane else { continue };
        for element in &elements {
            let image = mirror(element, axis, plane.value, &domain);
            if elements.iter().any(|other| same(other, &image, &domain)) {
                continue;
            }
            let name = AXES[axis];
            let centre = show_length(0.5 * (domain.from[axis] + domain.to[axis]));
            let word = match plane.value {
                Symmetry::Electric => "electric",
                Symmetry::Magnetic => "magnetic",
            };
            let (on_plane, off_plane) = match (plane.value, element.electric) {
                (Symmetry::Electric, true) | (Symmetry::Magnetic, false) => {
                    ("normal to", "with the tangential component reversed")
                }
                _ => ("along", "with the normal component reversed"),
            };
            let message = format!(
                "{} has no mirror image in the {word} symmetry plane {name} = {centre}",
                element.what
            );
            let make = if element.travel == [0.0; 3] {
                format!("put it on the plane, directed {on_plane} it")
            } else {
                format!(
                    "let it propagate along the plane with E {on_plane} it, in a box centred on the plane"
                )
            };
            let cure = format!(
                "{make}; or add its mirror image, {off_plane}; or remove {name} from `symmetry`"
            );
            check
                .out
                .report(element.span, message, "not symmetric", cure)
                .also(plane.span, "the symmetry plane");
        }
    }
}

fn of_source<'a>(source: &'a At<Source>, domain: &Domain) -> Element<'a> {
    let Source {
        name,
        kind,
        waveform,
    } = &source.value;
    let point = |class, electric, at, vector: [f64; 3]| Element {
        span: source.span,
        what: format!("source {name:?}"),
        class,
        electric,
        from: at,
        to: at,
        vector: vector.map(|v| v * waveform.amplitude),
        travel: [0.0; 3],
        resistance: 0.0,
        circuit: None,
        shape: Some(&waveform.shape),
    };
    match *kind {
        SourceKind::HardPoint { component, at } => {
            let axis = component.axis();
            point(("hard", axis), component.is_electric(), at, unit(axis))
        }
        SourceKind::SoftPoint { component, at } => {
            let axis = component.axis();
            point(("soft", axis), component.is_electric(), at, unit(axis))
        }
        SourceKind::Dipole { at, direction } => point(("dipole", 0), true, at, direction),
        SourceKind::PlaneWave {
            region,
            direction,
            electric,
        } => {
            // Without a box it is everywhere, represented by the domain.
            let [from, to] = region.unwrap_or([domain.from, domain.to]);
            Element {
                to,
                travel: direction,
                ..point(("plane wave", 0), true, from, electric)
            }
        }
    }
}

fn of_port(port: &At<Port>) -> Element<'_> {
    let Port {
        name,
        from,
        to,
        axis,
        sign,
        resistance,
        excitation,
    } = &port.value;
    let amplitude = excitation
        .as_ref()
        .map_or(0.0, |waveform| sign * waveform.amplitude);
    Element {
        span: port.span,
        what: format!("port {name:?}"),
        class: ("port", *axis),
        electric: true,
        from: *from,
        to: *to,
        vector: unit(*axis).map(|d| d * amplitude),
        travel: [0.0; 3],
        resistance: *resistance,
        circuit: None,
        shape: excitation.as_ref().map(|waveform| &waveform.shape),
    }
}

/// Nothing drives it, so it has no direction to reverse.
fn of_lumped(lumped: &At<element::Element>) -> Element<'_> {
    let of = &lumped.value;
    Element {
        span: lumped.span,
        what: format!("element {:?}", of.name),
        class: ("element", of.axis),
        electric: true,
        from: of.from,
        to: of.to,
        vector: [0.0; 3],
        travel: [0.0; 3],
        resistance: 0.0,
        circuit: Some(of.circuit),
        shape: None,
    }
}

fn unit(axis: usize) -> [f64; 3] {
    let mut unit = [0.0; 3];
    unit[axis] = 1.0;
    unit
}

fn mirror<'a>(
    element: &Element<'a>,
    normal: usize,
    plane: Symmetry,
    domain: &Domain,
) -> Element<'a> {
    let mut image = element.clone();
    let twice_centre = domain.from[normal] + domain.to[normal];
    image.from[normal] = twice_centre - element.to[normal];
    image.to[normal] = twice_centre - element.from[normal];
    image.travel[normal] = -element.travel[normal];
    let keeps_normal = (plane == Symmetry::Electric) == element.electric;
    for (axis, part) in image.vector.iter_mut().enumerate() {
        if (axis == normal) != keeps_normal {
            *part = -*part;
        }
    }
    image
}

fn same(a: &Element<'_>, b: &Element<'_>, domain: &Domain) -> bool {
    let near = |x: f64, y: f64, scale: f64| (x - y).abs() <= SAME * scale;
    let size = a.vector.iter().map(|v| v.abs()).fold(0.0, f64::max);
    let placed = (0..3).all(|axis| {
        let extent = domain.to[axis] - domain.from[axis];
        near(a.from[axis], b.from[axis], extent)
            && near(a.to[axis], b.to[axis], extent)
            && near(a.vector[axis], b.vector[axis], size)
            && near(a.travel[axis], b.travel[axis], 1.0)
    });
    placed
        && a.class == b.class
        && a.electric == b.electric
        && near(a.resistance, b.resistance, a.resistance)
        && a.circuit == b.circuit
        && a.shape == b.shape
}
