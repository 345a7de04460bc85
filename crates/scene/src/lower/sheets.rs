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
            "a resistive sheet is a box without thickness along one axis",
            "let `from` and `to` be equal along one axis; for a body that conducts write `sigma`",
        ),
        MaterialKind::Conductor(_) if flat > 1 => (
            "a `conductor` without width has no surface",
            "let `from` and `to` differ along two axes, or write material = \"pec\"",
        ),
        MaterialKind::Conductor(_) if is_open => (
            "a sheet of triangles must be of `pec`",
            "write material = \"pec\", or boxes without thickness",
        ),
        _ => return,
    };
    check.out.report(material, message, "this material", cure);
}
