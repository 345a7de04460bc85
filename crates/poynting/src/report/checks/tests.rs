//! Verdicts on results whose quality is known.

use super::judge;
use poynting_results::{
    Axis, Grade, Model, MomSummary, Report, Resolution, Results, Summary, SweepSummary, Value,
};

fn results() -> Results {
    Results {
        summary: Summary {
            stopped_by: "energy".to_owned(),
            ..Summary::default()
        },
        ..Results::default()
    }
}

fn frequencies(count: usize) -> Axis {
    let values = (1..=count).map(|n| n as f64 * 1e9).collect();
    Axis::new("frequency", "Hz", values)
}

fn with_energy(db: f64) -> Results {
    let mut results = results();
    let time = Axis::new("time", "s", vec![0.0, 1.0, 2.0]);
    let last = 10_f64.powf(-db / 10.0);
    results
        .add_curve("energy", "J", time, &[0.0, 1.0, last])
        .unwrap();
    results
}

fn grade(report: &Report, name: &str) -> Grade {
    let found = report.checks.iter().find(|c| c.name == name);
    found
        .unwrap_or_else(|| panic!("no {name}: {report:?}"))
        .grade
}

#[test]
fn energy_matters_where_something_was_transformed() {
    assert_eq!(grade(&judge(&with_energy(3.0)), "Energy left"), Grade::Good);
    for (db, expected) in [
        (50.0, Grade::Good),
        (30.0, Grade::Caution),
        (3.0, Grade::Poor),
    ] {
        let mut results = with_energy(db);
        results
            .add_curve("flux/out", "W", frequencies(1), &[1.0])
            .unwrap();
        let report = judge(&results);
        assert_eq!(grade(&report, "Energy left"), expected, "{db} dB");
        assert_eq!(report.verdict.grade, expected);
    }
}

/// A GPU that did not launch its kernels once left all fields zero, and every check passed.
#[test]
fn fields_that_are_zero_everywhere_are_not_trusted() {
    let mut results = results();
    let time = Axis::new("time", "s", vec![0.0, 1.0, 2.0]);
    results.add_curve("energy", "J", time, &[0.0; 3]).unwrap();
    let report = judge(&results);
    assert_eq!(grade(&report, "Fields"), Grade::Poor);
    assert_eq!(report.verdict.grade, Grade::Poor);
}

#[test]
fn a_lossless_antenna_must_radiate_everything() {
    for (lossless, efficiency, expected) in [
        (false, 0.6, Grade::Good),
        (false, 1.05, Grade::Caution),
        (true, 0.6, Grade::Poor),
        (true, 0.99, Grade::Good),
    ] {
        let mut results = results();
        results.model = Some(Model {
            is_lossless: lossless,
            ..Model::default()
        });
        let values = [efficiency, 0.99];
        results
            .add_curve("far/f/efficiency", "1", frequencies(2), &values)
            .unwrap();
        assert_eq!(
            grade(&judge(&results), "Power balance"),
            expected,
            "{efficiency}"
        );
    }
}

/// S = [[0, 1.2], [1, 0]] has gain in one direction, and differs from its transpose.
#[test]
fn networks_must_be_passive_and_reciprocal() {
    let mut results = results();
    let ports = |name| Axis::new(name, "1", vec![1.0, 2.0]);
    let axes = || vec![frequencies(1), ports("to"), ports("from")];
    let about = |name| (name, "1", "");
    results
        .add(about("network/s/real"), axes(), &[0.0, 1.2, 1.0, 0.0])
        .unwrap();
    results
        .add(about("network/s/imag"), axes(), &[0.0; 4])
        .unwrap();
    let report = judge(&results);
    assert_eq!(grade(&report, "Passivity"), Grade::Poor);
    assert_eq!(grade(&report, "Reciprocity"), Grade::Poor);
    let sentence = &report.verdict.sentence;
    assert!(sentence.contains("passivity, reciprocity"), "{sentence}");
}

#[test]
fn moments_are_judged_by_residual_condition_and_products() {
    let mut results = results();
    results.summary.precision = "f32".to_owned();
    results.summary.mom = Some(MomSummary {
        residual: 5e-3,
        condition: Some(1e4),
        product_error: Some(1e-1),
        ..MomSummary::default()
    });
    results.model = Some(Model {
        accuracy: Some(1e-3),
        ..Model::default()
    });
    let report = judge(&results);
    assert_eq!(grade(&report, "Residual"), Grade::Caution);
    assert_eq!(grade(&report, "Condition"), Grade::Caution);
    assert_eq!(grade(&report, "Product error"), Grade::Poor);
    results.summary.precision = "f64".to_owned();
    assert_eq!(grade(&judge(&results), "Condition"), Grade::Good);
    assert!(report.checks.iter().all(|check| check.name != "Factors"));
    results.summary.mom = Some(MomSummary {
        factors: Some("f32".to_owned()),
        iterations: Some(3),
        ..MomSummary::default()
    });
    assert_eq!(grade(&judge(&results), "Factors"), Grade::Good);
    if let Some(mom) = &mut results.summary.mom {
        mom.factored_again = true;
    }
    assert_eq!(grade(&judge(&results), "Factors"), Grade::Caution);
}

#[test]
fn an_adaptive_sweep_is_judged_by_its_estimate_and_its_end() {
    let mut results = results();
    let mut judged = |error_db, ended: &str| {
        results.summary.mom = Some(MomSummary {
            sweep: Some(SweepSummary {
                solved: 20,
                interpolated: 381,
                tolerance_db: 0.1,
                error_db,
                ended: ended.to_owned(),
                ..SweepSummary::default()
            }),
            ..MomSummary::default()
        });
        grade(&judge(&results), "Interpolation")
    };
    assert_eq!(judged(Some(0.03), "converged"), Grade::Good);
    assert_eq!(judged(Some(0.03), "budget"), Grade::Caution);
    assert_eq!(judged(Some(0.2), "budget"), Grade::Caution);
    assert_eq!(judged(Some(1.0), "budget"), Grade::Poor);
    assert_eq!(judged(None, "budget"), Grade::Poor);
}

#[test]
fn the_coarsest_medium_decides() {
    let mut results = results();
    let in_medium = |medium: &str, per_wavelength| Resolution {
        medium: medium.to_owned(),
        per_wavelength,
        phase_error_deg: Some(1.0),
    };
    results.model = Some(Model {
        resolution: vec![in_medium("vacuum", 20.0), in_medium("water", 4.0)],
        ..Model::default()
    });
    let report = judge(&results);
    let found = report
        .checks
        .iter()
        .find(|c| c.name == "Dispersion")
        .unwrap();
    assert_eq!(found.grade, Grade::Poor);
    assert!(
        matches!(&found.value, Value::Text(t) if t.contains("4.0 cells per wavelength in water"))
    );
}

#[test]
fn ends_and_warnings_count() {
    let mut results = results();
    assert_eq!(judge(&results).verdict.grade, Grade::Good);
    results
        .summary
        .warnings
        .push("the mesh has slivers".to_owned());
    assert_eq!(judge(&results).verdict.grade, Grade::Caution);
    results.summary.stopped_by = "interrupt".to_owned();
    assert_eq!(judge(&results).verdict.grade, Grade::Poor);
}
