//! The quickest cases, as `poynting validate` runs them.

use poynting_validation::{Effort, Report, Selection, ValidationError, list, run};

fn selection(case: &str) -> Selection {
    Selection {
        effort: Effort::Quick,
        solver: None,
        device: poynting::Device::Cpu,
        case: Some(case.to_owned()),
        threads: Some(2),
        pictures: None,
    }
}

fn report(case: &str) -> Report {
    run(&selection(case), &mut |_| ()).expect("the case runs")
}

/// A few of them: the command runs all (`cargo xtask check`).
#[test]
fn quick_cases_pass() {
    for (case, rows) in [
        ("periodic-wall", 6),
        ("symmetry", 2),
        ("mom-reciprocity", 2),
    ] {
        let report = report(case);
        assert!(report.passed(), "{report:#?}");
        assert_eq!(report.cases.len(), rows, "{case}");
        assert!(report.cases.iter().all(|row| row.case.starts_with(case)));
    }
}

#[test]
fn rows_come_as_they_are_made_and_in_both_precisions() {
    let mut seen = Vec::new();
    let report = run(&selection("matched-port"), &mut |row| {
        seen.push(row.clone());
    })
    .unwrap();
    assert_eq!(seen, report.cases);
    for precision in ["f32", "f64"] {
        assert!(seen.iter().any(|row| row.precision == precision));
    }
    assert!(
        seen.iter()
            .all(|row| row.solver == "fdtd" && row.device == "cpu")
    );
}

/// Compared with theory and with the CPU, in both precisions where the device supports them.
#[cfg(feature = "gpu")]
#[test]
fn a_gpu_meets_theory_and_the_processor() {
    let double = poynting::gpu_device(poynting::Device::Gpu(0))
        .unwrap()
        .has_f64;
    // The command runs the others.
    for case in ["lossy-cavity-decay", "matched-port"] {
        let on_gpu = Selection {
            device: poynting::Device::Gpu(0),
            ..selection(case)
        };
        let report = run(&on_gpu, &mut |_| ()).expect("the case runs");
        assert!(report.passed(), "{report:#?}");
        assert!(report.cases.iter().all(|row| row.device == "gpu:0"));
        let name = format!("{case}/gpu-equals-cpu");
        let equal: Vec<&str> = report
            .cases
            .iter()
            .filter(|row| row.case == name)
            .map(|row| row.precision.as_str())
            .collect();
        let expected: &[&str] = if double { &["f64", "f32"] } else { &["f32"] };
        assert_eq!(equal, expected);
        assert!(report.cases.len() > equal.len());
    }
}

#[test]
fn unknown_names_are_refused_with_the_nearest() {
    let asked = |case: &str| run(&selection(case), &mut |_| ()).unwrap_err();
    for (case, meant) in [
        ("cavity-resonance", "cavity-resonances"),
        ("dipole", "dipole-pattern"),
        ("periodic-walls", "periodic-wall"),
    ] {
        match asked(case) {
            ValidationError::UnknownCase { name, nearest } => {
                assert_eq!((name.as_str(), nearest.as_str()), (case, meant));
            }
            other => panic!("{other:?}"),
        }
    }
    let refused = |solver: &str| {
        let solver = Selection {
            solver: Some(solver.to_owned()),
            ..selection("symmetry")
        };
        run(&solver, &mut |_| ()).unwrap_err()
    };
    match refused("fem") {
        ValidationError::UnknownSolver(name) => assert_eq!(name, "fem"),
        other => panic!("{other:?}"),
    }
    assert!(
        refused("fem")
            .to_string()
            .contains("`fdtd`, `mom` or `rcwa`")
    );
    // A case of another solver does not belong to this one.
    match refused("mom") {
        ValidationError::UnknownCase { nearest, .. } => assert!(nearest.starts_with("mom-")),
        other => panic!("{other:?}"),
    }
}

#[test]
fn names_are_unique_and_described() {
    let cases = list();
    let mut names: Vec<&str> = cases.iter().map(|case| case.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), cases.len());
    assert!(cases.iter().all(|case| !case.about.is_empty()));
    for solver in poynting::Solver::ALL {
        assert!(cases.iter().any(|case| case.solver == solver));
    }
}
