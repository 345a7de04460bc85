//! How well the grid or mesh represents the model, and the solution satisfies the equation.

use super::grade::{check, graded};
use poynting_results::{Check, Grade, MomSummary, Results, SweepSummary};

/// How much efficiencies depend on the number of orders.
pub fn truncation(results: &Results) -> Option<Check> {
    let change = results.summary.rcwa.as_ref()?.truncation?;
    let sentences = [
        "A quarter of the orders makes no difference.",
        "A quarter of the orders changes efficiencies by up to a few percent: write more `orders` in the table `rcwa`.",
        "The efficiencies depend on the number of orders: write more `orders` in the table `rcwa`.",
    ];
    let value = format!(
        "efficiencies change by at most {change:.1e} with a quarter of the orders left out"
    );
    let grade = graded(change, [5e-3, 3e-2]);
    Some(check("Truncation", value, "at most 5e−3", grade, sentences))
}

/// Residual, condition and matrix products of a method-of-moments solution.
pub fn solution(results: &Results) -> Vec<Check> {
    let Some(mom) = &results.summary.mom else {
        return Vec::new();
    };
    let sentences = [
        "The currents satisfy the equation to within the discretisation error.",
        "The currents satisfy the equation only to about one percent: request a smaller residual.",
        "The currents do not satisfy the equation.",
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
    checks.extend(factors(mom));
    checks.extend(condition(results, mom));
    checks.extend(products(results, mom));
    checks.extend(mom.sweep.as_ref().map(sweep));
    checks
}

/// Factors in a lower precision than the matrix; others have nothing to tell.
fn factors(mom: &MomSummary) -> Option<Check> {
    let steps = mom.iterations.filter(|_| mom.factors.is_some());
    if steps.is_none() && !mom.factored_again {
        return None;
    }
    let sentences = [
        "GMRES refined the solutions to the precision of the matrix.",
        "With factors in single precision the residual stalled, and the matrix was factored again: factors = \"f64\" saves the first attempt.",
        "",
    ];
    let (grade, value) = match steps {
        Some(steps) if !mom.factored_again => {
            (Grade::Good, format!("single precision, {steps} steps"))
        }
        _ => (
            Grade::Caution,
            "double precision, second attempt".to_owned(),
        ),
    };
    let limit = "no stall";
    Some(check("Factors", value, limit, grade, sentences))
}

fn condition(results: &Results, mom: &MomSummary) -> Option<Check> {
    let condition = mom.condition?;
    let (unit, limit) = if results.summary.precision == "f32" {
        (f64::from(f32::EPSILON), "at most 8e2")
    } else {
        (f64::EPSILON, "at most 5e11")
    };
    let sentences = [
        "Rounding errors are negligible.",
        "Rounding errors may affect the results: use double precision, or the CFIE.",
        "The matrix is nearly singular: use the CFIE on closed bodies, or repair the mesh.",
    ];
    let grade = graded(condition * unit, [1e-4, 1e-2]);
    Some(check("Condition", (condition, ""), limit, grade, sentences))
}

fn products(results: &Results, mom: &MomSummary) -> Option<Check> {
    let error = mom.product_error?;
    let asked = results.model.as_ref()?.accuracy?;
    let sentences = [
        "The compressed matrix agrees with the full matrix to the requested number of digits.",
        "The compressed matrix agrees with the full matrix to one digit less than requested.",
        "The compressed matrix does not agree with the full matrix: request more digits.",
    ];
    let grade = graded(error, [asked, 10.0 * asked]);
    let limit = format!("at most {asked:.0e}, as requested");
    Some(check(
        "Product error",
        (error, ""),
        &limit,
        grade,
        sentences,
    ))
}

/// The estimated error of interpolated results.
fn sweep(sweep: &SweepSummary) -> Check {
    let sentences = [
        "Two successive solutions were predicted, and different models agree at every frequency.",
        "The sweep ended before the models agreed: allow a larger `tolerance`, or narrow the band.",
        "The interpolation is not reliable: narrow the band, or remove method = \"adaptive\".",
    ];
    let tolerance = sweep.tolerance_db;
    let error = sweep.error_db.unwrap_or(f64::INFINITY);
    let grade = match graded(error, [tolerance, 3.0 * tolerance]) {
        Grade::Good if sweep.ended == "budget" => Grade::Caution,
        grade => grade,
    };
    let value = format!(
        "{} of {} frequencies solved, error about {error:.1e} dB",
        sweep.solved,
        sweep.solved + sweep.interpolated
    );
    let limit = format!("at most {tolerance} dB");
    check("Interpolation", value, &limit, grade, sentences)
}

/// Resolution of the shortest wave, if known.
pub fn resolution(results: &Results) -> Option<Check> {
    let known = results.model.as_ref()?.resolution.iter();
    let coarsest = known.min_by(|a, b| a.per_wavelength.total_cmp(&b.per_wavelength))?;
    let count = coarsest.per_wavelength;
    if results.summary.mom.is_some() {
        let sentences = [
            "The mesh resolves the currents at the highest frequency.",
            "The mesh is coarse at the highest frequency: expect errors of several percent; reduce `edge`.",
            "The mesh is too coarse for the highest frequency: reduce `edge`.",
        ];
        let value = format!("{count:.1} edges per wavelength");
        let grade = graded(-count, [-8.0, -5.0]);
        return Some(check("Resolution", value, "at least 8", grade, sentences));
    }
    let sentences = [
        "The grid resolves waves at the highest frequency.",
        "Waves at the highest frequency have phase errors of several degrees per wavelength: refine the grid, or use lower frequencies only.",
        "The grid is too coarse for waves at the highest frequency: refine it.",
    ];
    let error = coarsest.phase_error_deg;
    let error = error.map(|e| format!(", phase error up to {e:.1}° per wavelength"));
    let value = format!(
        "{count:.1} cells per wavelength in {}{}",
        coarsest.medium,
        error.unwrap_or_default()
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
