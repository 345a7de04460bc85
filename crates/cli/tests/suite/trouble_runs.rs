//! Scenes that were once forecast, ended, judged or cleaned up wrongly; each test is named after the scene that showed it.

use crate::desk::{Desk, small_scene};
use serde_json::Value;

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("valid JSON")
}

/// The default stop condition and a box shifted by half a cell by the grid counted as warnings, so no such run could be judged good; and the
/// progress display predicted hours, up to the two-millionth step.
#[test]
fn default_stop_warns() {
    let desk = Desk::new();
    desk.write(
        "a.toml",
        include_str!("../data/trouble/default-stop-warns.toml"),
    );
    let said = desk
        .poynting(&["check", "a.toml", "--threads", "1"])
        .expect(0);
    assert!(said.out.contains("No warnings."), "{}", said.out);
    assert!(said.out.contains("2 notes"), "{}", said.out);
    assert!(
        said.out.contains("until the energy has decayed"),
        "{}",
        said.out
    );
    let said = desk
        .poynting(&["run", "a.toml", "--threads", "1"])
        .expect(0);
    assert!(!said.err.contains("2,000,000"), "{}", said.err);
    let summary = json(&desk.read("a-results/summary.json"));
    assert_eq!(summary["stopped_by"], "energy_decay");
    assert_eq!(summary["warnings"].as_array().unwrap().len(), 0);
    let notes = summary["notes"].to_string();
    assert!(
        notes.contains("60 dB") && notes.contains("was moved"),
        "{notes}"
    );
    let said = desk.poynting(&["report", "a-results"]).expect(0);
    assert!(said.out.contains("checks passed"), "{}", said.out);
}

/// Plots, tables and the report of an earlier run stayed in the folder next to the results of the next one.
#[test]
fn stale_results() {
    let desk = Desk::new();
    let first = small_scene(60);
    let second = first.replace("name = \"plane\"", "name = \"other\"");
    desk.write("a.toml", &first);
    desk.write("b.toml", &second);
    desk.poynting(&["run", "a.toml", "--out", "r", "-q"])
        .expect(0);
    desk.poynting(&["report", "r"]).expect(0);
    desk.poynting(&["plot", "r"]).expect(0);
    desk.write("r/mine.png", "a picture of the user's");
    let listed = || {
        let entries = std::fs::read_dir(desk.path("r")).unwrap();
        let mut names: Vec<String> = entries
            .map(|e| e.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    };
    let before = listed();
    assert!(before.iter().any(|n| n.contains("plane")), "{before:?}");
    assert!(before.contains(&"report.html".to_owned()));
    desk.poynting(&["run", "b.toml", "--out", "r", "-q"])
        .expect(0);
    let after = listed();
    assert!(!after.iter().any(|n| n.contains("plane")), "{after:?}");
    assert!(!after.contains(&"report.html".to_owned()), "{after:?}");
    assert_eq!(desk.read("r/mine.png"), "a picture of the user's");
    // Everything the second run wrote is there, and nothing else.
    desk.poynting(&["run", "b.toml", "--out", "fresh", "-q"])
        .expect(0);
    let fresh = std::fs::read_dir(desk.path("fresh")).unwrap().count();
    assert_eq!(after.len(), fresh + 1, "{after:?}");
}

/// The run time of a network was forecast as that of a single run.
#[test]
fn plot_4port_8_of_16_forecast() {
    let desk = Desk::new();
    let text = include_str!("../data/trouble/plot-4port-8-of-16-forecast.toml");
    desk.write("a.toml", text);
    let exchange = text.lines().find(|l| l.starts_with("exchange")).unwrap();
    desk.write("b.toml", &text.replace(exchange, ""));
    for (file, runs) in [("a.toml", 2.0), ("b.toml", 4.0)] {
        let said = desk
            .poynting(&["check", file, "--threads", "1", "--json"])
            .expect(0);
        let found = json(&said.out);
        let number = |key: &str| found[key].as_f64().unwrap();
        assert_eq!(number("runs"), runs, "{file}");
        let one = number("cells") * number("max_steps") / (1e6 * number("mcells_per_s"));
        assert!((number("estimated_s") / (runs * one) - 1.0).abs() < 1e-9);
    }
    let said = desk
        .poynting(&["check", "b.toml", "--threads", "1"])
        .expect(0);
    assert!(said.out.contains("runs       4"), "{}", said.out);
}

/// A run that was killed, or that failed before its first step, had already removed the earlier results.
#[cfg(unix)]
#[test]
fn earlier_result_destroyed() {
    let desk = Desk::new();
    desk.write("a.toml", &small_scene(60));
    desk.write("b.toml", &small_scene(100_000_000));
    desk.poynting(&["run", "a.toml", "--out", "r", "-q"])
        .expect(0);
    let before = desk.read("r/summary.json");
    let mut child = desk.start(&["run", "b.toml", "--out", "r"]);
    let begin = std::time::Instant::now();
    while !desk.path("r/unfinished/results.h5").exists() {
        assert!(begin.elapsed().as_secs() < 30, "the run does not begin");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let said = desk
        .poynting(&["run", "a.toml", "--out", "r", "-q"])
        .expect(5);
    assert!(said.err.contains("another run"), "{}", said.err);
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(desk.read("r/summary.json"), before);
    poynting_results::open(&desk.path("r")).unwrap();
    desk.poynting(&["run", "a.toml", "--out", "r", "-q"])
        .expect(0);
    assert!(!desk.path("r/unfinished").exists());
}

/// `poynting.py` in the current folder was imported, and so run.
#[test]
fn doctor_runs_no_file_of_the_current_folder() {
    let desk = Desk::new();
    desk.write("poynting.py", "open('executed', 'w')\n__version__ = '0'\n");
    desk.poynting(&["doctor"]).expect(0);
    assert!(!desk.path("executed").exists());
}
