//! Two dimensions: outlines, and refusals of everything that has no meaning there.

use super::checker::{AXES, Checker};
use super::shapes;
use crate::lists::List;
use crate::measures::PlanePoint;
use crate::model::{Material, MaterialId, Source, SourceKind};
use crate::mom::{EquationChoice, FactorsChoice, MethodChoice, PreconditionerChoice};
use crate::mom_records::MomRecord;
use crate::options::Precision;
use crate::outline::{Dimension, Outline, Profile};
use crate::quantity::show_length;
use crate::records::{SceneRecord, ShapeRecord, SourceKindRecord, StructureRecord};
use crate::shape::Shape;
use crate::shape_records::RectangleRecord;
use crate::tree::Span;
use crate::values::At;

/// The least number of elements per wavelength.
const COARSEST: f64 = 6.0;
/// A direction with a larger component along z is oblique.
const OBLIQUE: f64 = 1e-9;

/// The number of dimensions of a scene.
pub(super) fn dimension(record: &SceneRecord) -> Dimension {
    match record.dimension.value {
        2 => Dimension::Two,
        _ => Dimension::Three,
    }
}

/// Reports an outline in a scene with three dimensions.
pub(super) fn flat(span: Span, word: &str, check: &mut Checker<'_>) -> Option<Shape> {
    let message = format!("a {word} has no volume: it is the outline of a body of infinite length");
    let cure = "write dimension = 2 at the top of the scene, or choose a shape with three dimensions, such as \"box\" or \"cylinder\"";
    let label = "the scene has three dimensions";
    check.out.report(span, message, label, cure);
    None
}

/// The conductors.
pub(super) fn profiles(
    records: &List<StructureRecord>,
    materials: &[Material],
    check: &mut Checker<'_>,
) -> Vec<Profile> {
    let mut profiles: Vec<Profile> = Vec::new();
    for (index, record) in records.items.iter().enumerate() {
        let material = shapes::material_id(&record.material, materials, check);
        if material.is_some_and(|id| id != MaterialId::PEC) {
            let message = "in two dimensions every structure is a perfect conductor";
            let cure = "write material = \"pec\"; FDTD supports other materials, in a `domain` that is one cell thick along z";
            check
                .out
                .report(record.material.span, message, "not `pec`", cure);
        }
        let name = shapes::name(record, index);
        if profiles.iter().any(|earlier| earlier.name == name) {
            let span = record.name.as_ref().map_or(record.span, |n| n.0.span);
            let message = format!("the name {name:?} is used twice among structures");
            let cure = format!("choose another name, for example \"{name} 2\"");
            check.out.report(span, message, "second use", cure);
        }
        if let Some(outline) = outline(&record.shape, check) {
            profiles.push(Profile { name, outline });
        }
    }
    profiles
}

fn outline(record: &ShapeRecord, check: &mut Checker<'_>) -> Option<Outline> {
    let (span, cure) = match record {
        ShapeRecord::Circle(circle) => {
            return Some(Outline::Circle {
                center: circle.center.values(),
                radius: circle.radius.value,
            });
        }
        ShapeRecord::Rectangle(corners) => return rectangle(corners, check),
        ShapeRecord::Polygon(polygon) => {
            let corners = points(&polygon.points, ("polygon", 3), check)?;
            return Some(Outline::Polygon { corners });
        }
        ShapeRecord::Strip(strip) => {
            let points = points(&strip.points, ("strip", 2), check)?;
            return Some(Outline::Strip { points });
        }
        ShapeRecord::Box(r) => (
            r.span,
            "write shape = \"rectangle\" with [x, y] in `from` and `to`, or \"strip\" with `points` for a sheet",
        ),
        ShapeRecord::Cylinder(r) => (
            r.span,
            "write shape = \"circle\" with `center` and `radius`: it is a cylinder along z",
        ),
        ShapeRecord::Sphere(r) => (r.span, BODY),
        ShapeRecord::Cone(r) => (r.span, BODY),
        ShapeRecord::Polyhedron(r) | ShapeRecord::Sheet(r) => (r.span, BODY),
        ShapeRecord::Almond(r) => (r.span, BODY),
        ShapeRecord::Ogive(r) => (r.span, BODY),
        ShapeRecord::ConeSphere(r) => (r.span, BODY),
        ShapeRecord::Union(r) | ShapeRecord::Difference(r) | ShapeRecord::Intersection(r) => (
            r.span,
            "describe the outline of the whole body as one polygon",
        ),
    };
    let message = "in two dimensions a structure is an outline in the xy plane";
    check
        .out
        .report(span, message, "a shape with three dimensions", cure);
    None
}

const BODY: &str =
    "choose \"circle\", \"rectangle\", \"polygon\" or \"strip\", or remove `dimension`";

/// A rectangle; without thickness it is a strip.
fn rectangle(record: &RectangleRecord, check: &mut Checker<'_>) -> Option<Outline> {
    let (from, to) = (record.from.values(), record.to.values());
    for axis in 0..2 {
        if from[axis] > to[axis] {
            let name = AXES[axis];
            let message = format!("`from` is greater than `to` along {name} in a rectangle");
            let label = format!("{name} = {}", show_length(to[axis]));
            let cure = format!("swap the two {name} values: `from` must be the smaller one");
            let (low, high) = (&record.from.items[axis], &record.to.items[axis]);
            check
                .out
                .report(high.span, message, label, cure)
                .also(low.span, format!("{name} = {}", show_length(from[axis])));
            return None;
        }
    }
    let flat = (0..2).filter(|&axis| from[axis] >= to[axis]).count();
    if flat == 2 {
        let message = "a rectangle has neither width nor height";
        let cure = "choose different points for `from` and `to`; equal x or equal y makes a strip of zero thickness";
        check
            .out
            .report(record.to.span, message, "same as `from`", cure);
        return None;
    }
    Some(if flat == 1 {
        Outline::Strip {
            points: vec![from, to],
        }
    } else {
        Outline::Polygon {
            corners: vec![from, [to[0], from[1]], to, [from[0], to[1]]],
        }
    })
}

/// The points of an outline, at least so many, consecutive ones different.
fn points(
    record: &List<PlanePoint>,
    (what, least): (&str, usize),
    check: &mut Checker<'_>,
) -> Option<Vec<[f64; 2]>> {
    if !record.complete {
        return None;
    }
    let found = record.items.len();
    if found < least {
        let message = format!("a {what} needs at least {least} points");
        let cure = format!("add points until there are {least}: [\"10 mm\", \"0 mm\"], ...");
        let label = format!("a list of length {found}");
        check.out.report(record.span, message, label, cure);
        return None;
    }
    let values: Vec<[f64; 2]> = record.items.iter().map(PlanePoint::values).collect();
    let same = (1..found).find(|&n| values[n] == values[n - 1]);
    if let Some(n) = same {
        let message = format!("two consecutive points of a {what} coincide");
        let label = "same as the previous point";
        let cure = "remove one of the two";
        check.out.report(record.items[n].span, message, label, cure);
        return None;
    }
    if what == "polygon" && values.first() == values.last() {
        let message = "the last corner of a polygon repeats the first";
        let cure = "remove the last point: a polygon is closed without it";
        let span = record.items[found - 1].span;
        check.out.report(span, message, "same as the first", cure);
        return None;
    }
    Some(values)
}

/// Reports what a scene with two dimensions cannot have, apart from shapes and monitors.
pub(super) fn refuse(record: &SceneRecord, sources: &[At<Source>], check: &mut Checker<'_>) {
    tables(record, check);
    lists(record, check);
    waves(record, sources, check);
    if let Some(mom) = &record.mom.0 {
        options(mom, check);
        closed_for_mfie(record, mom.equation, check);
    }
    let structures = &record.structures.0;
    if structures.items.is_empty() && structures.complete {
        let message = "the scene has no structure";
        let cure = "add a conductor to `structures` ([[structures]]): material = \"pec\", shape = \"circle\", radius = \"10 mm\"";
        check
            .out
            .report(record.span, message, "nothing scatters", cure);
    }
}

impl Checker<'_> {
    /// Reports a key that has no meaning in two dimensions.
    pub fn flat_lacks(&mut self, span: Span, key: &str, (label, cure): (&str, &str)) {
        let message = format!("`{key}` has no meaning with dimension = 2");
        self.out.report(span, message, label, cure);
    }
}

/// Reports tables.
fn tables(record: &SceneRecord, check: &mut Checker<'_>) {
    let space = (
        "bodies of infinite length are in open space",
        "remove it; for FDTD remove `dimension` and make `domain` one cell thick along z",
    );
    let grid = (
        "there is no grid",
        "remove it; `elements_per_wavelength` under `mom` sets how finely outlines are divided",
    );
    let time = ("a run has no time steps", "remove it");
    let quick = (
        "a run takes seconds, and starts again as quickly as it could continue",
        "remove it",
    );
    let ports = ("bodies of infinite length have no ports", "remove it");
    // Tables that are absent have the position of the scene.
    let domain = record.domain.as_ref().and_then(|d| d.0.as_ref());
    let network = record.network.as_ref().and_then(|n| n.0.as_ref());
    let checkpoint = record.checkpoint.as_ref().and_then(|c| c.0.as_ref());
    let given = [
        ("domain", domain.map(|d| d.span), space),
        (
            "boundary",
            record.boundary.0.as_ref().map(|b| b.span),
            space,
        ),
        (
            "symmetry",
            record.symmetry.0.as_ref().map(|s| s.span),
            space,
        ),
        ("grid", record.grid.0.as_ref().map(|g| g.span), grid),
        ("stop", record.stop.0.as_ref().map(|s| s.span), time),
        ("fdtd", record.fdtd.0.as_ref().map(|f| f.span), time),
        ("network", network.map(|n| n.span), ports),
        ("checkpoint", checkpoint.map(|c| c.span), quick),
    ];
    for (key, span, why) in given {
        if let Some(span) = span.filter(|span| *span != record.span) {
            check.flat_lacks(span, key, why);
        }
    }
}

/// Reports the first item of lists.
fn lists(record: &SceneRecord, check: &mut Checker<'_>) {
    let first = [
        (
            "wires",
            record.wires.0.items.first().map(|w| w.span),
            "a thin wire along z is a small circle: remove it and add a structure with shape = \"circle\"",
        ),
        (
            "ports",
            record.ports.0.items.first().map(|p| p.span),
            "remove it; plane waves drive bodies of infinite length",
        ),
        (
            "elements",
            record.elements.0.items.first().map(|e| e.span),
            "remove it",
        ),
    ];
    for (key, span, cure) in first {
        if let Some(span) = span {
            check.flat_lacks(span, key, ("it has a length along z", cure));
        }
    }
}

/// Reports sources other than plane waves that arrive at a right angle to z.
fn waves(record: &SceneRecord, sources: &[At<Source>], check: &mut Checker<'_>) {
    for source in &record.sources.0.items {
        let name = &source.name.0;
        let SourceKindRecord::PlaneWave(wave) = &source.kind else {
            let message = format!(
                "source {:?} is not a plane wave, the only source with dimension = 2",
                name.value
            );
            let cure = "write type = \"plane-wave\" with `direction` and `polarisation`";
            check.out.report(
                name.span,
                message,
                "has a place along z, or acts in time",
                cure,
            );
            continue;
        };
        if let Some(corner) = wave.from.as_ref().or(wave.to.as_ref()) {
            let why = (
                "there is no grid into which it would be fed",
                "remove `from` and `to`: the wave is everywhere",
            );
            check.flat_lacks(corner.span, "from", why);
        }
    }
    for source in sources {
        let SourceKind::PlaneWave { direction, .. } = source.value.kind else {
            continue;
        };
        if direction[2].abs() > OBLIQUE {
            let message = format!(
                "source {:?} does not arrive at a right angle to z",
                source.value.name
            );
            let cure = "choose a direction in the xy plane: direction = \"+x\", or theta = \"90 deg\" and `phi`";
            check
                .out
                .report(source.span, message, "nothing may depend on z", cure);
        }
    }
}

/// Reports options of methods that two dimensions do not need.
fn options(mom: &MomRecord, check: &mut Checker<'_>) {
    let dense = (
        "matrices are small: they are dense, in double precision, and factored",
        "remove it",
    );
    let elements = (
        "an outline has elements, not triangles",
        "remove it; `elements_per_wavelength` sets how finely outlines are divided",
    );
    let ports = (
        "there are no ports, whose frequencies these are",
        "remove it; monitors have their own frequencies",
    );
    let preconditioner = &mom.preconditioner;
    let iterates = preconditioner.value != PreconditionerChoice::Auto;
    let compressed = matches!(
        mom.method.value,
        MethodChoice::HMatrix | MethodChoice::Mlfma
    );
    let single = mom.precision.value == Precision::F32;
    let given = [
        ("edge", mom.edge.as_ref().map(|e| e.span), elements),
        ("precision", single.then_some(mom.precision.span), dense),
        (
            "factors",
            (mom.factors.value == FactorsChoice::F32).then_some(mom.factors.span),
            dense,
        ),
        ("method", compressed.then_some(mom.method.span), dense),
        ("digits", mom.digits.as_ref().map(|d| d.span), dense),
        ("residual", mom.residual.as_ref().map(|r| r.span), dense),
        (
            "preconditioner",
            iterates.then_some(preconditioner.span),
            dense,
        ),
        ("tolerance", mom.tolerance.as_ref().map(|t| t.span), dense),
        (
            "frequencies",
            mom.frequencies.as_ref().map(|f| f.span),
            ports,
        ),
    ];
    for (key, span, why) in given {
        if let Some(span) = span {
            check.flat_lacks(span, key, why);
        }
    }
    let coarse = mom.elements_per_wavelength.as_ref();
    if let Some(given) = coarse.filter(|n| n.value < COARSEST) {
        let message = format!("an outline needs at least {COARSEST} elements per wavelength");
        let cure = "write 20, or omit the key";
        check.out.report(given.span, message, "too coarse", cure);
    }
}

/// Reports strips with the equation of closed bodies.
fn closed_for_mfie(record: &SceneRecord, equation: EquationChoice, check: &mut Checker<'_>) {
    if equation != EquationChoice::Magnetic {
        return;
    }
    for structure in &record.structures.0.items {
        if let ShapeRecord::Strip(strip) = &structure.shape {
            let message = "equation = \"mfie\" needs closed outlines, and a strip is open";
            let cure = "write equation = \"auto\" under `mom`: closed outlines then have the CFIE, and strips the EFIE";
            check
                .out
                .report(strip.span, message, "a strip has no inside", cure);
        }
    }
}
