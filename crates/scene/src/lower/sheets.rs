//! Which shapes metals of finite conductivity and resistive sheets may have.

use super::checker::Checker;
use crate::model::MaterialKind;
use crate::shape::Shape;
use crate::tree::Span;

/// Reports a structure whose shape its material does not allow.
pub(super) fn check(
    (kind, material): (&MaterialKind, Span),
    shape: &Shape,
    check: &mut Checker<'_>,
) {
    let flat = match shape {
        Shape::Box { from, to } => (0..3).filter(|a| from[*a] >= to[*a]).count(),
        _ => 0,
    };
    let is_open = matches!(shape, Shape::Sheet { .. });
    let (message, cure) = match kind {
        MaterialKind::Resistive { .. } if flat != 1 || is_open => (
            "a resistive sheet must be a box with zero thickness along one axis",
            "make `from` and `to` equal along one axis; for a conducting body use `sigma`",
        ),
        MaterialKind::Conductor(_) if flat > 1 => (
            "a box of a `conductor` must not be a line or a point",
            "make `from` and `to` differ along two axes, or write material = \"pec\"",
        ),
        MaterialKind::Conductor(_) if is_open => (
            "the material of a triangle sheet must be `pec`",
            "write material = \"pec\", or use boxes with zero thickness",
        ),
        _ => return,
    };
    check.out.report(material, message, "this material", cure);
}
