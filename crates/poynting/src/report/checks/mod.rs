//! Compares the quality indicators of a run with limits, and gives a verdict.
//!
//! The limits are common practice. Once the energy has decayed by 40 dB, a hundredth of the amplitude is left beyond the end of the record; ten cells
//! per wavelength keep the phase error of a wave below a few degrees per wavelength; a matrix with condition number c costs log10(c) of the digits of
//! its arithmetic.

mod completion;
mod discretisation;
mod grade;
mod power;
#[cfg(test)]
mod tests;

use poynting_results::{Check, Grade, Report, Results, Verdict};

/// Judges results by their contents and summary.
pub fn judge(results: &Results) -> Report {
    let mut checks = vec![completion::end(results)];
    checks.extend(completion::excitation(results));
    checks.extend(completion::ring_down(results));
    checks.extend(completion::energy(results));
    checks.extend(power::balance(results));
    checks.extend(power::scattered(results));
    checks.extend(power::network(results));
    checks.extend(power::orders(results));
    checks.extend(discretisation::truncation(results));
    checks.extend(discretisation::solution(results));
    checks.extend(discretisation::resolution(results));
    checks.push(completion::warnings(results));
    let verdict = verdict(&checks);
    Report { verdict, checks }
}

/// The worst check decides.
fn verdict(checks: &[Check]) -> Verdict {
    let of = |grade: Grade| {
        let names = checks.iter().filter(|c| c.grade == grade);
        let names: Vec<String> = names.map(|c| c.name.to_lowercase()).collect();
        names.join(", ")
    };
    let grades = checks.iter().map(|c| c.grade);
    let grade = grades.max().unwrap_or(Grade::Caution);
    let sentence = match grade {
        Grade::Good => format!(
            "All {} checks passed: the results can be trusted for the model as described.",
            checks.len()
        ),
        Grade::Caution => format!(
            "The results can be used with care. Look first at: {}.",
            of(Grade::Caution)
        ),
        Grade::Poor => format!(
            "Do not rely on these results until this is fixed: {}.",
            of(Grade::Poor)
        ),
    };
    Verdict { grade, sentence }
}
