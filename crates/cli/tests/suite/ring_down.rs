//! A filter whose ring-down ends the run.

use crate::desk::Desk;
use serde_json::Value;

const FILTER: &str = include_str!("../../../validation/scenes/resonator-filter.toml");

#[test]
fn a_filter_ends_with_its_ring_down() {
    let desk = Desk::new();
    let scene = FILTER.replace("time = \"1 us\"", "ring_down = 0.001\ntime = \"1 us\"");
    desk.write("filter.toml", &scene);
    let said = desk
        .poynting(&["run", "filter.toml", "--out", "out", "--device", "cpu"])
        .expect(0);
    for part in ["stopped by the ring-down", "Resonances", "9.4675", "790.7"] {
        assert!(said.out.contains(part), "{part}: {}", said.out);
    }
    let summary: Value = serde_json::from_str(&desk.read("out/summary.json")).unwrap();
    assert_eq!(summary["stopped_by"], "ring_down");
    // The modes are in tables only, and the error beside the other measures of quality.
    assert!(!desk.path("out/ring_down.png").exists() && desk.path("out/quality.png").is_file());
    // Much energy is left, but nothing of the spectra is missing.
    let said = desk.poynting(&["report", "out"]).expect(0);
    assert!(said.out.contains("verdict: All"), "{}", said.out);
    let page = desk.read("out/report.html");
    assert!(page.contains("the modes of the ring-down") && !page.contains("still ringing"));
}
