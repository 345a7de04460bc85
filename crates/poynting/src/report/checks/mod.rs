//! What a run says of its own quality, held against limits, and a verdict.
//!
//! Limits are those of practice. An energy that has fallen by 40 dB leaves a hundredth of the amplitude beyond the end of the record; ten cells a
//! wavelength keep the lag of a wave below some degrees a wavelength; a matrix of condition c costs log10(c) of the digits of its
//! arithmetic.

mod course;
mod discretisation;
mod grade;
mod power;
#[cfg(test)]
mod tests;

use poynting_results::{Check, Grade, Report, Results, Verdict};

/// Judges results by what they and their summary tell.
pub fn judge(results: &Results) -> Report {
    let mut checks = vec![course::end(results)];
    checks.extend(course::energy(results));
    checks.extend(power::balance(results));
    checks.extend(power::network(results));
    checks.extend(discretisation::solution(results));
    checks.extend(discretisation::resolution(results));
    checks.push(course::warnings(results));
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
            "All {} checks passed: the numbers are as good as the model that was described.",
            checks.len()
        ),
        Grade::Caution => format!(
            "The numbers can be used with care. Look first at: {}.",
            of(Grade::Caution)
        ),
        Grade::Poor => format!(
            "Do not rely on these numbers before this is mended: {}.",
            of(Grade::Poor)
        ),
    };
    Verdict { grade, sentence }
}
