//! How well the grid or mesh represents the model, and the solution satisfies the equation.

use super::grade::{check, graded};
use poynting_results::{Check, MomSummary, Results};

/// Residual, condition and matrix products of a method-of-moments solution.
pub fn solution(results: &Results) -> Vec<Check> {
    let Some(mom) = &results.summary.mom else {
        return Vec::new();
    };
    let sentences = [
        "The currents solve the equation as well as its discretisation deserves.",
        "The currents solve the equation to a per cent or so: ask for a smaller residual.",
        "The currents do not solve the equation.",
    ];
    let grade = graded(mom.residual, [1e-3, 1e-2]);
    let limit = "at most 1e−3";
    let mut checks = vec![check(
        "Residual",
        (mom.residual, ""),
        limit,
        grade,
        sentences,
    )];
    checks.extend(condition(results, mom));
    checks.extend(products(results, mom));
    checks
}

fn condition(results: &Results, mom: &MomSummary) -> Option<Check> {
    let condition = mom.condition?;
    let (unit, limit) = if results.summary.precision == "f32" {
        (f64::from(f32::EPSILON), "at most 8e2")
    } else {
        (f64::EPSILON, "at most 5e11")
    };
    let sentences = [
        "Rounding costs no digit that matters.",
        "Rounding may be seen in the results: use double precision, or the combined equation.",
        "The matrix is all but singular: use the combined equation on closed bodies, or mend the mesh.",
    ];
    let grade = graded(condition * unit, [1e-4, 1e-2]);
    Some(check("Condition", (condition, ""), limit, grade, sentences))
}

fn products(results: &Results, mom: &MomSummary) -> Option<Check> {
    let error = mom.product_error?;
    let asked = results.model.as_ref()?.accuracy?;
    let sentences = [
        "The compressed matrix acts as the full one to the digits that were asked for.",
        "The compressed matrix acts as the full one, with a digit less than was asked for.",
        "The compressed matrix does not act as the full one: ask for more digits.",
    ];
    let grade = graded(error, [asked, 10.0 * asked]);
    let limit = format!("at most {asked:.0e}, as asked for");
    Some(check(
        "Product error",
        (error, ""),
        &limit,
        grade,
        sentences,
    ))
}

/// Resolution of the shortest wave, if known.
pub fn resolution(results: &Results) -> Option<Check> {
    let known = results.model.as_ref()?.resolution.iter();
    let coarsest = known.min_by(|a, b| a.per_wavelength.total_cmp(&b.per_wavelength))?;
    let count = coarsest.per_wavelength;
    if results.summary.mom.is_some() {
        let sentences = [
            "The mesh is fine enough for currents at the highest frequency.",
            "The mesh is coarse at the highest frequency: expect errors of several per cent; lower `edge`.",
            "The mesh is too coarse for the highest frequency: lower `edge`.",
        ];
        let value = format!("{count:.1} edges a wavelength");
        let grade = graded(-count, [-8.0, -5.0]);
        return Some(check("Resolution", value, "at least 8", grade, sentences));
    }
    let sentences = [
        "The grid is fine enough for waves at the highest frequency.",
        "Waves at the highest frequency lag behind by some degrees a wavelength: refine, or read lower frequencies only.",
        "The grid is too coarse for waves at the highest frequency: refine.",
    ];
    let lag = coarsest.phase_error_deg;
    let lag = lag.map(|e| format!(", a lag of up to {e:.1}° a wavelength"));
    let value = format!(
        "{count:.1} cells a wavelength in {}{}",
        coarsest.medium,
        lag.unwrap_or_default()
    );
    let grade = graded(-count, [-10.0, -6.0]);
    Some(check(
        "Dispersion",
        value,
        "at least 10 cells",
        grade,
        sentences,
    ))
}
