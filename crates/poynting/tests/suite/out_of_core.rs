//! A dense matrix that does not fit into memory, from scene to results.

use poynting::{Budget, Layout, Precision, RunOptions, Scene, Simulation, Solver};

/// A metal sphere in a wave; `{equation}` is filled in.
const SPHERE: &str = r#"
title = "sphere"
[[structures]]
name = "ball"
material = "pec"
shape = "sphere"
center = ["0 m", "0 m", "0 m"]
radius = "0.2 m"
[[sources]]
name = "wave"
type = "plane-wave"
direction = "z"
polarisation = "x"
waveform = { type = "phasor", amplitude = "2 V/m" }
[[monitors]]
name = "all"
type = "far-field"
frequencies = ["300 MHz", "330 MHz"]
theta = { from = "0 deg", to = "180 deg", count = 19 }
phi = "0 deg"
[mom]
method = "dense"
edge = "32 mm"
factors = "f64"
equation = "{equation}"
"#;

fn simulation(equation: &str) -> Simulation {
    let text = SPHERE.replace("{equation}", equation);
    Simulation::from(
        Scene::from_toml(&text, "test.toml").unwrap_or_else(|e| panic!("{}", e.render())),
    )
}

fn options() -> RunOptions {
    RunOptions {
        solver: Some(Solver::Mom),
        precision: Some(Precision::F64),
        ..RunOptions::default()
    }
}

/// The forecast and the disk of a plan, as long as it exists: what a plan holds counts as memory of the process.
fn planned(equation: &str, options: &RunOptions) -> (u64, Option<u64>) {
    let plan = simulation(equation).plan(options).unwrap();
    let Layout::Mom(mom) = &plan.layout else {
        panic!("no plan");
    };
    assert_eq!(mom.slabs.is_some(), mom.disk_bytes().is_some());
    (plan.bytes(), mom.disk_bytes())
}

/// The results are bitwise those of the matrix in memory, with half of the pairs integrated (EFIE) and all of them (CFIE).
#[test]
fn a_dense_matrix_lies_on_disk_where_memory_is_short() {
    for equation in ["efie", "cfie"] {
        let (whole, disk) = planned(equation, &options());
        assert_eq!(disk, None);
        let limit = whole - (32 << 20);
        let tight = RunOptions {
            budget: Some(Budget { bytes: limit }),
            ..options()
        };
        let (needed, disk) = planned(equation, &tight);
        assert!(needed <= limit, "{needed} > {limit}");
        assert!(disk.unwrap() > 64 << 20, "{disk:?}");
        let [a, b] = [tight, options()].map(|options| {
            let results = simulation(equation).run(&options).expect("it runs");
            let mom = results.summary.mom.clone().unwrap();
            assert!(mom.condition.is_some());
            let rcs = results.get("far/all/rcs").unwrap().data.clone();
            (rcs, mom.condition, mom.residual)
        });
        assert!(a == b, "{equation}");
    }
}
