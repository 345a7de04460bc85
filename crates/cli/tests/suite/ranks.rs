//! Plans for ranks, and the costs from which their time is predicted.

use crate::desk::{Desk, small_scene};
use serde_json::{Value, json};

/// A desk with a scene of 200 x 100 x 100 cells and 1000 steps.
fn desk() -> Desk {
    let desk = Desk::new();
    let text = small_scene(1000).replace(
        "[\"20 mm\", \"10 mm\", \"12 mm\"]\n[grid]",
        "[\"200 mm\", \"100 mm\", \"100 mm\"]\n[grid]",
    );
    desk.write("box.toml", &text);
    desk
}

const COSTS: &str = r#"{"mcells_per_s": 100, "latency_s": 1e-5, "bytes_per_s": 1e9}"#;

#[test]
fn costs_predict_the_time_of_a_run() {
    let desk = desk();
    desk.write("costs.json", COSTS);
    let check = ["check", "box.toml", "--ranks", "2x1x1"];
    let said = desk.poynting(&check).expect(0);
    assert!(
        said.out.contains("poynting bench ranks --json"),
        "{}",
        said.out
    );
    let with_costs = [&check[..], &["--costs", "costs.json"]].concat();
    let said = desk.poynting(&with_costs).expect(0);
    for part in [
        "efficiency",
        "Mcells/s, 10 µs per message",
        "from costs.json",
    ] {
        assert!(said.out.contains(part), "{part}: {}", said.out);
    }
    let said = desk
        .poynting(&[&with_costs[..], &["--json"]].concat())
        .expect(0);
    let plan: Value = serde_json::from_str(&said.out).unwrap();
    let predicted = |key: &str| plan["ranks"]["predicted"][key].as_f64().unwrap();
    // 101 + 8 of 201 planes of nodes on the rank that stores most.
    let cells = 109.0 / 201.0 * 2e6 / 1e8;
    let messages = (1e-5 + f64::from(8 * 101 * 101 * 24) / 1e9) / 8.0;
    assert!(
        (predicted("step_s") / (cells + messages) - 1.0).abs() < 1e-9,
        "{plan}"
    );
    assert!((predicted("run_s") / predicted("step_s") - 1000.0).abs() < 1e-6);
    let efficiency = 2e6 / (2.0 * 1e8 * (cells + messages));
    assert!((predicted("efficiency") / efficiency - 1.0).abs() < 1e-9);
}

#[test]
fn wrong_costs_are_refused_by_file_and_key() {
    let desk = desk();
    desk.write("costs.json", &COSTS.replace("latency_s", "latency"));
    let check = |costs| desk.poynting(&["check", "box.toml", "--ranks", "2", "--costs", costs]);
    let said = check("costs.json").expect(5);
    assert!(
        said.err
            .contains("costs.json: the key `latency_s` is missing"),
        "{}",
        said.err
    );
    assert!(said.err.contains("poynting bench ranks"), "{}", said.err);
    let said = check("none.json").expect(5);
    assert!(
        said.err.contains("there is no file `none.json`"),
        "{}",
        said.err
    );
    let said = desk
        .poynting(&["check", "box.toml", "--costs", "costs.json"])
        .expect(2);
    assert!(said.err.contains("--ranks"), "{}", said.err);
    desk.write(
        "costs.json",
        &COSTS.replace('}', r#", "precision": "f64"}"#),
    );
    let said = check("costs.json").expect(0);
    assert!(
        said.out.contains("the costs are those of f64"),
        "{}",
        said.out
    );
}

/// Of GPUs that this machine has or lacks.
#[test]
fn ranks_on_gpus_are_planned() {
    let desk = desk();
    for gpu in ["gpu", "gpu:99"] {
        let check = ["check", "box.toml", "--ranks", "2x2x1", "--device", gpu];
        let said = desk.poynting(&check).expect(0);
        for part in [
            "2 x 2 x 1",
            "MiB each on",
            "GPUs of one machine can share a run",
        ] {
            assert!(said.out.contains(part), "{part}: {}", said.out);
        }
        let said = desk.poynting(&[&check[..], &["--json"]].concat()).expect(0);
        let plan: Value = serde_json::from_str(&said.out).unwrap();
        assert!(
            plan["ranks"]["bytes_per_rank"].as_u64() > Some(1_000_000),
            "{plan}"
        );
        assert_eq!(plan["ranks"]["device"], gpu);
    }
    desk.poynting(&["check", "box.toml", "--device", "gpu:99"])
        .expect(6);
}

#[test]
fn the_bench_of_ranks_writes_what_check_reads() {
    let desk = desk();
    let quick = ["--seconds", "0.02", "--cells", "32", "--json", "costs.json"];
    let said = desk
        .poynting(&[&["bench", "ranks", "--ranks", "2"], &quick[..]].concat())
        .expect(0);
    for part in ["cell rate", "latency", "bandwidth", "next: poynting check"] {
        assert!(said.out.contains(part), "{part}: {}", said.out);
    }
    let costs: Value = serde_json::from_str(&desk.read("costs.json")).unwrap();
    assert_eq!(
        (&costs["ranks"], &costs["between"]),
        (&json!(2), &json!("threads"))
    );
    assert_eq!(costs["exchanges"].as_array().map(Vec::len), Some(7));
    let check = ["check", "box.toml", "--ranks", "8", "--costs", "costs.json"];
    assert!(desk.poynting(&check).expect(0).out.contains("efficiency"));
    let said = desk.poynting(&["bench", "ranks", "--ranks", "1"]).expect(2);
    assert!(said.err.contains("two ranks or more"), "{}", said.err);
}

#[test]
fn monitors_of_a_volume_stay_on_their_ranks() {
    let desk = desk();
    let ranks = |scene: &str| {
        let said = desk.poynting(&["check", scene, "--ranks", "2x1x1", "--json"]);
        let plan: Value = serde_json::from_str(&said.expect(0).out).unwrap();
        let figure = |key: &str| plan["ranks"][key].clone();
        (figure("monitors_divided"), figure("monitor_bytes_per_rank"))
    };
    // A plane of 21 x 13 points between two nodes of y, at most once in 8 steps.
    assert_eq!(ranks("box.toml"), (json!(false), json!(21 * 13 * 2 * 4)));
    let said = desk
        .poynting(&["check", "box.toml", "--ranks", "2"])
        .expect(0);
    assert!(said.out.contains("each holds all"), "{}", said.out);

    let text = std::fs::read_to_string(desk.path("box.toml")).unwrap();
    let volume = text
        .replace(
            "[\"0 mm\", \"5 mm\", \"0 mm\"]",
            "[\"0 mm\", \"0 mm\", \"0 mm\"]",
        )
        .replace(
            "[\"20 mm\", \"5 mm\", \"12 mm\"]",
            "[\"200 mm\", \"100 mm\", \"100 mm\"]",
        )
        .replace(
            "[\"Ey\"]\nevery_steps = 50",
            "[\"Ey\", \"Ez\"]\nevery_steps = 1",
        );
    desk.write("volume.toml", &volume);
    // 101 of 201 planes of 100 x 101 nodes, in 8 steps.
    let most = 101 * 100 * 101 * 2 * 8 * 4;
    assert_eq!(ranks("volume.toml"), (json!(true), json!(most)));
    let said = desk
        .poynting(&["check", "volume.toml", "--ranks", "2"])
        .expect(0);
    assert!(
        said.out.contains("keeps and writes its part"),
        "{}",
        said.out
    );
}
