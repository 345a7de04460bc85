//! A case of the Austin suite as a user runs it: its error, its cost, and the field names that other programs read.

use std::ops::ControlFlow;

use poynting_bench::{AustinBench, AustinError, AustinEvent, austin};

/// Edges of 0.04 wavelengths: within 0.03 dB of the Mie series. Swapping H and V, or a wave from another direction, would give an error of decibels.
#[test]
fn the_small_sphere_is_near_its_mie_series() {
    let bench = AustinBench {
        case: Some("ia-s2-f6".to_owned()),
        ..AustinBench::default()
    };
    let (mut begun, mut rows) = (0, 0);
    let report = austin(&bench, &mut |event| {
        match event {
            AustinEvent::Begins(case, _) => begun += usize::from(case.name == "IA-s2-f6"),
            AustinEvent::Row(_) => rows += 1,
            AustinEvent::Progress(_) | AustinEvent::Difference(_) => {}
        }
        ControlFlow::Continue(())
    });
    let report = report.unwrap();
    assert_eq!((report.rows.len(), begun, rows), (1, 1, 1));
    let row = &report.rows[0];
    assert_eq!((row.unknowns, row.method.as_str()), (3000, "dense"));
    assert!(row.error_vv_db < 0.03 && row.error_hh_db < 0.03, "{row:?}");
    assert!((row.core_s / row.wall_s - row.threads as f64).abs() < 1e-9);
    // Each thread has at most the wall time, but for the threads that show progress; the factors alone take a second of one.
    #[cfg(unix)]
    assert!(
        (0.5..1.1 * row.core_s + 1.0).contains(&row.cpu_s.unwrap()),
        "{row:?}"
    );
    // The matrix alone takes 144 MB.
    #[cfg(target_os = "linux")]
    assert!(row.peak_bytes.unwrap() > 144_000_000, "{row:?}");
    let json = serde_json::to_value(&report).unwrap();
    let names = [
        "case",
        "unknowns",
        "method",
        "error_vv_db",
        "error_hh_db",
        "core_s",
        "cpu_s",
        "wall_s",
        "peak_bytes",
        "iterations",
    ];
    for name in names {
        assert!(json["rows"][0].get(name).is_some(), "{name}: {json}");
    }
}

#[test]
fn a_mesh_that_is_not_there_is_asked_for() {
    let bench = AustinBench {
        case: Some("IVA-s1-fx3".to_owned()),
        ..AustinBench::default()
    };
    let error = austin(&bench, &mut |_| ControlFlow::Continue(())).unwrap_err();
    assert!(matches!(&error, AustinError::NeedsSuite { file, .. } if file.contains("meshBB")));
    assert!(error.to_string().contains("--suite"), "{error}");
    let enough = austin(&AustinBench::default(), &mut |_| ControlFlow::Break(()));
    assert!(matches!(enough, Err(AustinError::Interrupted)));
}
