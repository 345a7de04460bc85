//! The method of moments: its options, what a scene in open space cannot have, and boxes that may be omitted.

use super::checker::{AXES, Checker};
use crate::measures::Position;
use crate::model::{Domain, Wall};
use crate::mom::{EquationChoice, FactorsChoice, MethodChoice, MomOptions, PreconditionerChoice};
use crate::mom_records::MomRecord;
use crate::options::Precision;
use crate::outline::Dimension;
use crate::records::{BoundaryRecord, SceneRecord, SymmetryRecord};
use crate::tree::Span;
use crate::values::At;

/// Elements of an outline per wavelength, if the scene gives no number.
const PER_WAVELENGTH_IN_PLANE: f64 = 20.0;

/// The solver options.
pub(super) fn options(
    record: &MomRecord,
    dimension: Dimension,
    check: &mut Checker<'_>,
) -> MomOptions {
    let single = match record.equation {
        EquationChoice::Electric => Some("efie"),
        EquationChoice::Magnetic => Some("mfie"),
        EquationChoice::Auto | EquationChoice::Combined => None,
    };
    if let (Some(word), Some(alpha)) = (single, &record.alpha) {
        let message = format!("`alpha` has no effect with equation = \"{word}\"");
        let cure = "remove `alpha`, or write equation = \"cfie\"";
        let label = "weights the two parts of `cfie`";
        check.out.report(alpha.span, message, label, cure);
    }
    let defaults = MomOptions::default();
    if record.method.value == MethodChoice::Dense {
        without_iterations(record, check);
    }
    factors(record, check);
    MomOptions {
        equation: record.equation,
        alpha: record.alpha.as_ref().map_or(defaults.alpha, |a| a.value),
        elements_per_wavelength: match &record.elements_per_wavelength {
            Some(given) => given.value,
            None if dimension == Dimension::Two => PER_WAVELENGTH_IN_PLANE,
            None => defaults.elements_per_wavelength,
        },
        edge: record.edge.as_ref().map(|edge| edge.value),
        precision: record.precision.value,
        factors: record.factors.value,
        method: record.method.value,
        digits: record.digits.as_ref().map_or(defaults.digits, |d| {
            u8::try_from(d.value).unwrap_or(defaults.digits)
        }),
        residual: record.residual.as_ref().map(|r| r.value),
        preconditioner: record.preconditioner.value,
        tolerance: record.tolerance.as_ref().map(|t| t.value),
        frequencies: record
            .frequencies
            .as_ref()
            .map_or_else(Vec::new, |f| f.values.clone()),
        adaptive: record.frequencies.as_ref().and_then(|f| f.adaptive),
    }
}

/// Reports factors that the solution does not have, or that are more precise than their matrix.
fn factors(record: &MomRecord, check: &mut Checker<'_>) {
    let given = &record.factors;
    if given.value == FactorsChoice::Auto {
        return;
    }
    let method = record.method.value;
    if let MethodChoice::HMatrix | MethodChoice::Mlfma = method {
        let name = method.name();
        let message = format!("`factors` has no effect with method = \"{name}\"");
        let cure = "remove `factors`, or write method = \"dense\"";
        check.out.report(
            given.span,
            message,
            "a compressed matrix is not factored",
            cure,
        );
    }
    if (given.value, record.precision.value) == (FactorsChoice::F64, Precision::F32) {
        let message = "the factors have a higher precision than the matrix".to_owned();
        let cure = "remove `factors`, or write precision = \"f64\"";
        let label = "the matrix has precision = \"f32\"";
        check.out.report(given.span, message, label, cure);
    }
}

/// Reports options of compressed products and iterations if the matrix is dense and factored.
fn without_iterations(record: &MomRecord, check: &mut Checker<'_>) {
    let preconditioner = Some(&record.preconditioner)
        .filter(|p| p.value != PreconditionerChoice::Auto)
        .map(|p| p.span);
    let given = [
        ("digits", record.digits.as_ref().map(|d| d.span)),
        ("residual", record.residual.as_ref().map(|r| r.span)),
        ("preconditioner", preconditioner),
    ];
    for (key, span) in given {
        let Some(span) = span else { continue };
        let message = format!("`{key}` has no effect with method = \"dense\"");
        let cure = format!("remove `{key}`, or write method = \"hmatrix\" or \"mlfma\"");
        let label = "a dense matrix is stored uncompressed and factored";
        check.out.report(span, message, label, cure);
    }
}

/// Reports boundaries, symmetry planes and grid lines without a domain. Waves leave open space just as they leave
/// through an absorbing face, so such faces are not a mistake.
pub(super) fn needs_domain(record: &SceneRecord, check: &mut Checker<'_>) {
    if check.domain != Some(Domain::SPACE) {
        return;
    }
    if let Some(boundary) = &record.boundary.0 {
        walls(boundary, check);
    }
    if let Some(symmetry) = &record.symmetry.0 {
        planes(symmetry, check);
    }
    let lines = record.grid.0.as_ref().and_then(|g| g.lines.as_ref());
    if let Some(lines) = lines {
        check.lacks_domain(lines.span, "grid lines", "remove `lines`");
    }
}

fn walls(record: &BoundaryRecord, check: &mut Checker<'_>) {
    let faces = [
        record.x,
        record.y,
        record.z,
        record.x_min,
        record.x_max,
        record.y_min,
        record.y_max,
        record.z_min,
        record.z_max,
    ];
    let given = faces.into_iter().flatten().chain([record.all]);
    // Defaults have the position of the table.
    let closed = |face: &At<Wall>| face.value != Wall::Pml && face.span != record.span;
    for face in given.filter(closed) {
        check.lacks_domain(
            face.span,
            "a boundary condition",
            "remove it, or write \"pml\"",
        );
    }
}

fn planes(record: &SymmetryRecord, check: &mut Checker<'_>) {
    for (axis, plane) in [record.x, record.y, record.z].into_iter().enumerate() {
        if let Some(plane) = plane {
            let cure = format!("remove {} from `symmetry`", AXES[axis]);
            check.lacks_domain(plane.span, "a symmetry plane", &cure);
        }
    }
}

impl Checker<'_> {
    /// The corners of a box, which only this solver can do without; reports if one of the two is missing.
    pub fn both<'p>(
        &mut self,
        corners: [Option<&'p Position>; 2],
        what: &str,
    ) -> Option<[&'p Position; 2]> {
        let (given, [key, lacking]) = match corners {
            [Some(from), Some(to)] => return Some([from, to]),
            [None, None] => return None,
            [Some(from), None] => (from, ["from", "to"]),
            [None, Some(to)] => (to, ["to", "from"]),
        };
        let message = format!("{what} has only one corner of its box: `{key}` without `{lacking}`");
        let label = format!("needs `{lacking}` as well");
        let cure = format!(
            "add `{lacking}`, the opposite corner, or remove `{key}`; without a box only the method of moments supports it"
        );
        self.out.report(given.span, message, label, cure);
        None
    }

    fn lacks_domain(&mut self, span: Span, what: &str, cure: &str) {
        let message = format!("{what} cannot be used without a domain");
        let cure = format!("{cure}, or add [domain] with `from` and `to`");
        let label = "the scene has no `domain`: it is open space";
        self.out.report(span, message, label, cure);
    }
}
