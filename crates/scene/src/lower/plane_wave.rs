//! Plane waves: propagation direction, direction of E, and their box.

use super::checker::{AXES, Checker, SAME};
use crate::lists::Triple;
use crate::measures::Position;
use crate::model::{SourceKind, Wall};
use crate::quantity::show_length;
use crate::tree::Span;
use crate::wave_records::PlaneWaveRecord;

/// A component of a unit vector below this is rounding error.
const ROUNDING: f64 = 1e-12;
/// If E is closer to the propagation direction than this, as a sine, its direction is undefined.
const PARALLEL: f64 = 1e-6;

/// Unit vectors along the wave, along increasing theta and along increasing phi.
struct Frame {
    span: Span,
    along: [f64; 3],
    theta: [f64; 3],
    phi: [f64; 3],
}

/// The plane wave of a record; `None` after a report.
pub(super) fn kind(
    record: &PlaneWaveRecord,
    what: &str,
    check: &mut Checker<'_>,
) -> Option<SourceKind> {
    let corners = check.both([record.from.as_ref(), record.to.as_ref()], what);
    let mut ordered = true;
    if let Some([from, to]) = corners {
        check.inside(from, what);
        check.inside(to, what);
        ordered = check.ordered(from, to, what);
    }
    let frame = frame(record, what, check);
    let electric = frame.as_ref().and_then(|f| electric(record, f, check));
    let frame = frame?;
    if let Some(corners) = corners
        && ordered
    {
        for axis in 0..3 {
            placed(corners, axis, (&frame, electric), what, check);
        }
    }
    follows_walls(&frame, what, check);
    Some(SourceKind::PlaneWave {
        region: corners.map(|corners| corners.map(Triple::values)),
        direction: frame.along,
        electric: electric?,
    })
}

fn frame(record: &PlaneWaveRecord, what: &str, check: &mut Checker<'_>) -> Option<Frame> {
    match (&record.direction, &record.theta, &record.phi) {
        (Some(direction), None, None) => {
            let [x, y, z] = clean(direction.value.vector);
            let across = x.hypot(y);
            let phi = if across > 0.0 {
                [x / across, y / across]
            } else {
                [1.0, 0.0]
            };
            Some(Frame::new(direction.span, [across, z], phi))
        }
        (None, Some(theta), Some(phi)) => {
            let (sin, cos) = theta.value.sin_cos();
            let (sin_phi, cos_phi) = phi.value.sin_cos();
            Some(Frame::new(theta.span, [sin, cos], [cos_phi, sin_phi]))
        }
        (None, theta, phi) => {
            let place = theta.as_ref().or(phi.as_ref());
            let span = place.map_or(record.span, |angle| angle.span);
            let message = format!("the direction of {what} is not set");
            let cure = "add direction = \"+z\", or theta = \"30 deg\" and phi = \"0 deg\"";
            let label = "needs `direction`, or `theta` and `phi`";
            check.out.report(span, message, label, cure);
            None
        }
        (Some(direction), theta, phi) => {
            let message =
                "`direction` and the angles `theta`, `phi` both set the direction of propagation";
            let angle = theta.as_ref().or(phi.as_ref());
            let span = angle.map_or(record.span, |angle| angle.span);
            let cure = "keep `direction`, or `theta` and `phi`";
            check
                .out
                .report(span, message, "the second", cure)
                .also(direction.span, "the first");
            None
        }
    }
}

impl Frame {
    /// From [sin, cos] of theta and [cos, sin] of phi.
    fn new(span: Span, [sin, cos]: [f64; 2], [x, y]: [f64; 2]) -> Self {
        Self {
            span,
            along: clean([sin * x, sin * y, cos]),
            theta: [cos * x, cos * y, -sin],
            phi: [-y, x, 0.0],
        }
    }
}

/// The unit vector of E.
fn electric(record: &PlaneWaveRecord, frame: &Frame, check: &mut Checker<'_>) -> Option<[f64; 3]> {
    match (&record.polarisation, &record.psi) {
        (Some(given), None) => {
            let e = given.value.vector;
            let part: f64 = (0..3).map(|a| e[a] * frame.along[a]).sum();
            let across = std::array::from_fn(|a| e[a] - part * frame.along[a]);
            if length(across) < PARALLEL {
                let message = "`polarisation` is parallel to the direction of propagation; E must be transverse";
                let cure = "choose a `polarisation` that is not along the direction of propagation, or set the angle `psi` instead";
                check
                    .out
                    .report(given.span, message, "parallel", cure)
                    .also(frame.span, "the direction of propagation");
                return None;
            }
            Some(clean(across))
        }
        (None, Some(psi)) => {
            let (sin, cos) = psi.value.sin_cos();
            Some(clean(std::array::from_fn(|a| {
                cos * frame.theta[a] + sin * frame.phi[a]
            })))
        }
        (Some(given), Some(psi)) => {
            let message = "`polarisation` and `psi` both set the direction of E";
            check
                .out
                .report(psi.span, message, "the second", "keep one of the two")
                .also(given.span, "the first");
            None
        }
        (None, None) => {
            let cure =
                "add polarisation = \"x\", or psi = \"0 deg\" for E along the unit vector of theta";
            let message = "the direction of E is not set";
            check
                .out
                .report(record.span, message, "needs `polarisation` or `psi`", cure);
            None
        }
    }
}

/// Whether a wall does not disturb a wave propagating along it: E is normal to perfect electric conductors, H to magnetic ones.
fn guides(wall: Wall, frame: &Frame, electric: Option<[f64; 3]>, axis: usize) -> bool {
    let upright = electric.map(|e| e[axis].abs() == 1.0);
    let fits = match wall {
        Wall::Pec => upright.unwrap_or(true),
        Wall::Pmc => electric.is_none_or(|e| e[axis] == 0.0),
        _ => false,
    };
    fits && frame.along[axis] == 0.0
}

/// Checks the position of the box along an axis.
fn placed(
    corners: [&Position; 2],
    axis: usize,
    (frame, electric): (&Frame, Option<[f64; 3]>),
    what: &str,
    check: &mut Checker<'_>,
) {
    let domain = check.domain.filter(|d| !d.is_space());
    let (Some(domain), Some(walls)) = (domain, check.walls) else {
        return;
    };
    let name = AXES[axis];
    let ends = corners.map(|corner| &corner.items[axis]);
    let face = |a: usize, side: usize| [domain.from[a], domain.to[a]][side];
    let slack = |a: usize| SAME * (face(a, 1) - face(a, 0));
    let reaches =
        |a: usize, side: usize| (corners[side].items[a].value - face(a, side)).abs() <= slack(a);
    let touches = [0, 1].map(|side| reaches(axis, side));
    let periodic = walls.map(|pair| pair.iter().any(|wall| wall.is_joined()));
    if periodic[axis] {
        spans_period(corners, axis, (frame, touches), what, check);
        return;
    }
    if ends[1].value - ends[0].value <= slack(axis) {
        let message = format!("the box of {what} has no extent along {name}");
        let label = format!("same {name} as in `from`");
        let cure = format!("choose different {name} values in `from` and `to`");
        check.out.report(ends[1].span, message, label, cure);
    }
    let guided =
        |a: usize, side: usize| reaches(a, side) && guides(walls[a][side], frame, electric, a);
    for side in [0, 1] {
        let outwards = if side == 0 { -1.0 } else { 1.0 };
        let leaves = frame.along[axis] * outwards > 0.0;
        let endless = |a: usize| periodic[a] || (guided(a, 0) && guided(a, 1));
        let exit = leaves && (0..3).all(|a| a == axis || endless(a));
        if touches[side] && !exit && !guided(axis, side) {
            let message = format!("the box of {what} ends at a face of the domain");
            let label = format!("{name} = {}", show_length(ends[side].value));
            check.out.report(
                ends[side].span,
                message,
                label,
                face_cure(name, frame, axis),
            );
        }
    }
}

/// How to fix a box that ends at a face normal to an axis.
fn face_cure(name: &str, frame: &Frame, axis: usize) -> String {
    let free = "leave at least one cell between the box and the face for the scattered field";
    if frame.along[axis] == 0.0 {
        format!(
            "{free}; the box may end there only if {name} is periodic, if the boundary is \"pec\" and E is along {name}, or if \
             it is \"pmc\" and E is perpendicular to {name}"
        )
    } else {
        format!(
            "{free}; the box may end there only where a wave along {name} leaves and the box spans both other axes between boundaries \
             that do not disturb the wave: periodic, \"pec\" normal to E or \"pmc\" normal to H"
        )
    }
}

/// Checks the box and the wave along a periodic axis.
fn spans_period(
    corners: [&Position; 2],
    axis: usize,
    (frame, touches): (&Frame, [bool; 2]),
    what: &str,
    check: &mut Checker<'_>,
) {
    let name = AXES[axis];
    let has_phase = check
        .walls
        .is_some_and(|walls| walls[axis][0] == Wall::Bloch);
    if frame.along[axis] != 0.0 && !has_phase {
        let message = format!("{what} propagates partly along {name}, which is periodic");
        let label = "its phase differs between the two faces";
        let cure = format!(
            "choose a direction normal to {name}, or write {name} = \"bloch\", which applies a phase shift; \"periodic\" applies none"
        );
        check.out.report(frame.span, message, label, cure);
    }
    for (side, point) in corners.into_iter().enumerate() {
        let (Some(domain), false) = (check.domain, touches[side]) else {
            continue;
        };
        let face = show_length([domain.from, domain.to][side][axis]);
        let message = format!("the box of {what} must span {name}, which is periodic");
        let label = format!("{name} = {}", show_length(point.items[axis].value));
        let cure = format!("write \"{face}\", the face of the domain");
        check
            .out
            .report(point.items[axis].span, message, label, cure);
    }
}

/// Checks that a wave between Bloch boundaries matches them: its component along them is parallel to their wave vector.
fn follows_walls(frame: &Frame, what: &str, check: &mut Checker<'_>) {
    let Some(walls) = check.walls else {
        return;
    };
    if !walls.as_flattened().contains(&Wall::Bloch) {
        return;
    }
    let joined = walls.map(|pair| pair[0].is_joined());
    if joined.iter().filter(|joined| **joined).count() != 2 {
        let message = format!("{what} needs Bloch or periodic boundaries along exactly two axes");
        let label = "does not match the boundaries";
        let cure =
            "set two axes to \"bloch\" or \"periodic\", and the faces of the third to \"pml\"";
        check.out.report(frame.span, message, label, cure);
        return;
    }
    let k = check.bloch;
    let along = std::array::from_fn(|a| if joined[a] { frame.along[a] } else { 0.0 });
    let [size, part] = [k, along].map(length);
    let agreement: f64 = (0..3).map(|a| k[a] * along[a]).sum();
    let same = (size > 0.0) == (part > 0.0);
    if !same || agreement < (1.0 - PARALLEL) * size * part {
        let message = format!("the direction of {what} does not match the Bloch wave vector");
        let label = "differs from `bloch` in `boundary`";
        let cure = "write bloch = { frequency = \"10 GHz\", theta = \"30 deg\", phi = \"0 deg\" } in `boundary` with the \
                    angles of the wave; it has this direction at that frequency";
        check.out.report(frame.span, message, label, cure);
    }
}

fn length(v: [f64; 3]) -> f64 {
    v.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// The unit vector, without rounding errors along axes it does not have: cos 90 deg is zero.
fn clean(v: [f64; 3]) -> [f64; 3] {
    let size = length(v);
    let v = v.map(|x| if x.abs() < ROUNDING * size { 0.0 } else { x });
    let size = length(v);
    v.map(|x| x / size)
}
