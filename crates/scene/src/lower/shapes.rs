//! Shapes and their materials.

use std::path::PathBuf;

use super::checker::{AXES, Checker};
use super::{plane, sheets};
use crate::error::{list, nearest};
use crate::files::check_place;
use crate::library;
use crate::lists::List;
use crate::measures::Position;
use crate::model::{Material, MaterialId, Structure};
use crate::quantity::show_length;
use crate::records::{
    BoxRecord, ConeRecord, CylinderRecord, OfRecord, ShapeRecord, StructureRecord,
};
use crate::shape::Shape;
use crate::shape_records::{CircleRecord, FileRecord, OgiveRecord, PointsRecord, RectangleRecord};
use crate::tree::Span;
use crate::values::At;

/// The valid structures.
pub(super) fn structures(
    records: &List<StructureRecord>,
    materials: &[Material],
    check: &mut Checker<'_>,
) -> Vec<Structure> {
    let read = |(index, record): (usize, &StructureRecord)| {
        let material = material_id(&record.material, materials, check);
        let sheets = match material.map(|id| &materials[id.0 as usize].kind) {
            Some(kind) if !kind.has_sheets() => Sheets::Refused(record.material.span),
            _ => Sheets::Allowed,
        };
        let shape = shape(&record.shape, sheets, check);
        if let (Some(id), Some(shape)) = (material, &shape) {
            let kind = &materials[id.0 as usize].kind;
            sheets::check((kind, record.material.span), shape, check);
        }
        Some(Structure {
            name: name(record, index),
            material: material?,
            shape: shape?,
        })
    };
    records.items.iter().enumerate().filter_map(read).collect()
}

/// The name of a structure, or one from its number.
pub(super) fn name(record: &StructureRecord, index: usize) -> String {
    let given = record.name.as_ref();
    given.map_or_else(|| format!("structure {}", index + 1), |n| n.0.value.clone())
}

pub(super) fn material_id(
    name: &At<String>,
    materials: &[Material],
    check: &mut Checker<'_>,
) -> Option<MaterialId> {
    let found = materials.iter().position(|m| m.name == name.value);
    if found.is_none() {
        let known: Vec<_> = materials.iter().map(|m| m.name.as_str()).collect();
        let cure = match nearest(&name.value, &known) {
            _ if library::find(&name.value).is_some() => format!(
                "it is in the library: define it under `materials` with library = \"{}\"",
                name.value
            ),
            Some(near) => format!("write \"{near}\", or define the material under `materials`"),
            None => format!(
                "define it under `materials`, or write one of {}",
                list(&known)
            ),
        };
        let message = format!("unknown material {:?}", name.value);
        check
            .out
            .report(name.span, message, "not defined in this scene", cure);
    }
    found
        .and_then(|index| u32::try_from(index).ok())
        .map(MaterialId)
}

/// Whether a box may have zero thickness.
#[derive(Clone, Copy)]
enum Sheets {
    Allowed,
    /// The position of the material that does not allow sheets.
    Refused(Span),
    /// Inside a boolean shape a sheet is empty.
    Nested,
}

fn shape(record: &ShapeRecord, sheets: Sheets, check: &mut Checker<'_>) -> Option<Shape> {
    match record {
        ShapeRecord::Box(b) => cuboid(b, sheets, check),
        ShapeRecord::Sphere(s) => Some(Shape::Sphere {
            center: s.center.values(),
            radius: s.radius.value,
        }),
        ShapeRecord::Cylinder(CylinderRecord {
            from, to, radius, ..
        }) => {
            axis_has_length(from, to, "cylinder", check);
            Some(Shape::Cylinder {
                from: from.values(),
                to: to.values(),
                radius: radius.value,
            })
        }
        ShapeRecord::Cone(c) => cone(c, check),
        ShapeRecord::Polyhedron(p) => {
            check_place(&p.file, check.out);
            Some(Shape::Polyhedron {
                file: PathBuf::from(&p.file.value),
                unit: p.unit.value,
                offset: p.offset.values(),
            })
        }
        ShapeRecord::Sheet(s) => sheet(s, sheets, check),
        ShapeRecord::Almond(a) => Some(Shape::Almond {
            length: a.length.value,
            center: a.center.values(),
        }),
        ShapeRecord::Ogive(o) => ogive(o, check),
        ShapeRecord::ConeSphere(c) => Some(Shape::ConeSphere {
            radius: c.radius.value,
            half_angle: c.half_angle.value,
            center: c.center.values(),
        }),
        ShapeRecord::Circle(CircleRecord { span, .. }) => plane::flat(*span, "circle", check),
        ShapeRecord::Rectangle(RectangleRecord { span, .. }) => {
            plane::flat(*span, "rectangle", check)
        }
        ShapeRecord::Polygon(PointsRecord { span, .. }) => plane::flat(*span, "polygon", check),
        ShapeRecord::Strip(PointsRecord { span, .. }) => plane::flat(*span, "strip", check),
        ShapeRecord::Union(of) => operands(of, check).map(Shape::Union),
        ShapeRecord::Difference(of) => operands(of, check).map(Shape::Difference),
        ShapeRecord::Intersection(of) => operands(of, check).map(Shape::Intersection),
    }
}

fn cuboid(record: &BoxRecord, sheets: Sheets, check: &mut Checker<'_>) -> Option<Shape> {
    if !check.ordered(&record.from, &record.to, "a box") {
        return None;
    }
    let (from, to) = (record.from.values(), record.to.values());
    let flat = (0..3).find(|axis| from[*axis] >= to[*axis]);
    if let Some(axis) = flat
        && !matches!(sheets, Sheets::Allowed)
    {
        let name = AXES[axis];
        let message = match sheets {
            Sheets::Nested => {
                format!("a box inside a combination of shapes has zero thickness along {name}")
            }
            _ => format!("a box with zero thickness along {name} must be metal"),
        };
        let cure = format!(
            "choose different {name} values in `from` and `to`; only a box of `pec`, a `conductor` or a `sheet_resistance` can be a sheet, and only as a structure of its own"
        );
        let report = check.out.report(
            record.to.items[axis].span,
            message,
            format!("same {name} as in `from`"),
            cure,
        );
        report.also(record.from.items[axis].span, "`from`");
        if let Sheets::Refused(material) = sheets {
            report.also(material, "not a metal");
        }
        return None;
    }
    Some(Shape::Box { from, to })
}

fn cone(record: &ConeRecord, check: &mut Checker<'_>) -> Option<Shape> {
    axis_has_length(&record.from, &record.to, "cone", check);
    let (radius_from, radius_to) = (record.radius_from.value, record.radius_to.value);
    if radius_from == 0.0 && radius_to == 0.0 {
        let cure = "set `radius_from` or `radius_to` to a value greater than zero";
        check.out.report(
            record.radius_to.span,
            "both radii of a cone are zero",
            "zero",
            cure,
        );
        return None;
    }
    Some(Shape::Cone {
        from: record.from.values(),
        to: record.to.values(),
        radius_from,
        radius_to,
    })
}

/// A surface without an interior: a medium would fill nothing.
fn sheet(record: &FileRecord, sheets: Sheets, check: &mut Checker<'_>) -> Option<Shape> {
    let message = match sheets {
        Sheets::Allowed => {
            check_place(&record.file, check.out);
            return Some(Shape::Sheet {
                file: PathBuf::from(&record.file.value),
                unit: record.unit.value,
                offset: record.offset.values(),
            });
        }
        Sheets::Nested => "a sheet cannot be part of a combination of shapes",
        Sheets::Refused(_) => "a sheet has no interior, so its material must be `pec`",
    };
    let cure = "make the sheet a structure of its own with material = \"pec\"; for a closed surface write shape = \"polyhedron\"";
    let label = "a surface without thickness";
    let report = check.out.report(record.file.span, message, label, cure);
    if let Sheets::Refused(material) = sheets {
        report.also(material, "not `pec`");
    }
    None
}

fn ogive(record: &OgiveRecord, check: &mut Checker<'_>) -> Option<Shape> {
    let (length, radius) = (record.length.value, record.radius.value);
    if radius > 0.5 * length {
        let half = show_length(0.5 * length);
        let cure = format!("choose a `radius` of at most \"{half}\", half of the length");
        let message = "the radius of an ogive is more than half of its length";
        check
            .out
            .report(record.radius.span, message, "too large", cure)
            .also(record.length.span, "its length");
        return None;
    }
    Some(Shape::Ogive {
        length,
        radius,
        center: record.center.values(),
    })
}

fn axis_has_length(from: &Position, to: &Position, what: &str, check: &mut Checker<'_>) {
    let differs = |(a, b): (&f64, &f64)| (a - b).abs() > 0.0;
    if !from.values().iter().zip(&to.values()).any(differs) {
        let cure = "choose different points for `from` and `to`, the centres of the two ends";
        let message = format!("the axis of a {what} has zero length");
        check
            .out
            .report(to.span, message, "the same point", cure)
            .also(from.span, "`from`");
    }
}

fn operands(record: &OfRecord, check: &mut Checker<'_>) -> Option<Vec<Shape>> {
    let of = &record.of;
    if of.items.is_empty() && of.complete {
        let cure = "write at least one shape: of = [{ shape = \"sphere\", ... }]";
        check
            .out
            .report(of.span, "`of` is empty", "no shapes", cure);
    }
    let shapes: Vec<_> = of
        .items
        .iter()
        .map(|item| shape(item, Sheets::Nested, check))
        .collect();
    shapes.into_iter().collect()
}
