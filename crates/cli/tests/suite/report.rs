//! `poynting report`, `view`, `doctor` and `completions` as a user sees them.

#![allow(clippy::unwrap_used)] // helpers are outside `#[test]` functions

use crate::desk::{Desk, small_scene};
use serde_json::Value;

/// The data in a page.
fn data(page: &str) -> Value {
    let (_, rest) = page.split_once("id=\"data\">").unwrap();
    let (json, _) = rest.split_once("</script>").unwrap();
    serde_json::from_str(json).unwrap()
}

/// One text field of each element of a list.
fn words<'a>(list: &'a Value, key: &str) -> Vec<&'a str> {
    let elements = list.as_array().unwrap().iter();
    elements.map(|e| e[key].as_str().unwrap()).collect()
}

#[test]
fn a_run_is_followed_by_its_report() {
    let desk = Desk::new();
    let block = "\n[[structures]]\nname = \"block\"\nmaterial = \"pec\"\nshape = \"difference\"\n\
        of = [{ shape = \"box\", from = [\"2 mm\", \"2 mm\", \"2 mm\"], to = [\"5 mm\", \"5 mm\", \"5 mm\"] }, \
        { shape = \"sphere\", center = [\"5 mm\", \"5 mm\", \"5 mm\"], radius = \"2 mm\" }]\n";
    desk.write("a.toml", &(small_scene(400) + block));
    let said = desk.poynting(&["run", "a.toml"]).expect(0);
    assert!(
        said.out.ends_with("next: poynting report a-results\n"),
        "{}",
        said.out
    );

    let said = desk.poynting(&["report", "a-results"]).expect(0);
    assert!(said.out.contains("verdict: "), "{}", said.out);
    assert!(
        said.out.ends_with("report:  a-results/report.html\n"),
        "{}",
        said.out
    );
    let page = data(&desk.read("a-results/report.html"));
    assert_eq!(page["summary"]["title"], "small");
    assert!(page["scene"].as_str().unwrap().contains("bandwidth"));
    let model = &page["model"];
    assert_eq!(model["bodies"][0]["name"], "block");
    assert!(model["bodies"][0]["triangles"].as_array().unwrap().len() > 100);
    assert_eq!(model["grid"][0].as_array().unwrap().len(), 21);
    assert!(!model["machine"].as_str().unwrap().is_empty());
    let roles = words(&model["regions"], "role");
    assert_eq!(roles, ["domain", "source", "monitor", "monitor"]);
    let checks = words(&page["checks"], "name");
    assert_eq!(
        checks,
        ["End of the run", "Energy left", "Dispersion", "Warnings"]
    );
    let kinds = words(&page["figures"], "kind");
    assert_eq!(kinds, ["lines", "lines", "map", "lines"]);

    desk.poynting(&["report", "a-results", "--out", "deep/page.html"])
        .expect(0);
    assert!(desk.path("deep/page.html").is_file());
}

#[test]
fn a_scene_is_shown_before_it_is_run() {
    let desk = Desk::new();
    let ball = "\n[[structures]]\nname = \"ball\"\nmaterial = \"pec\"\nshape = \"sphere\"\n\
        center = [\"5 mm\", \"5 mm\", \"5 mm\"]\nradius = \"2.2 mm\"\n";
    desk.write("a.toml", &(small_scene(400) + ball));
    let said = desk.poynting(&["view", "a.toml"]).expect(0);
    assert!(said.out.ends_with("\nview: a.html\n"), "{}", said.out);
    let page = data(&desk.read("a.html"));
    assert_eq!(page["title"], "small");
    assert_eq!(page["solver"], "fdtd");
    assert!(page["summary"].is_null());
    assert!(page["scene"].as_str().unwrap().contains("bandwidth"));
    let model = &page["model"];
    assert_eq!(model["grid"][0].as_array().unwrap().len(), 21);
    assert_eq!(model["bodies"][0]["name"], "ball");
    let roles = words(&model["regions"], "role");
    assert_eq!(roles, ["domain", "source", "monitor", "monitor"]);
    // The metal is that of the grid: its corners lie on grid lines, in two of three coordinates where a surface cuts a cell.
    let metal = &model["metal"];
    assert!(metal["triangles"].as_array().unwrap().len() > 100);
    for corner in metal["vertices"].as_array().unwrap() {
        let on_line = |x: &Value| {
            let cells = x.as_f64().unwrap() / 1e-3;
            (cells - cells.round()).abs() < 1e-4
        };
        let lines = corner.as_array().unwrap().iter().filter(|x| on_line(x));
        assert!(lines.count() >= 2, "{corner}");
    }
    assert!(!desk.path("a-results").exists());
}

#[test]
fn the_method_of_moments_shows_its_mesh() {
    let desk = Desk::new();
    desk.poynting(&["new", "strip-dipole"]).expect(0);
    let args = ["--solver", "mom", "--out", "deep/page.html"];
    desk.poynting(&[&["view", "strip-dipole.toml"], &args[..]].concat())
        .expect(0);
    let model = &data(&desk.read("deep/page.html"))["model"];
    assert!(model["grid"].is_null() && model["metal"].is_null());
    assert!(model["mesh"]["triangles"].as_array().unwrap().len() > 10);
    let said = desk
        .poynting(&["view", "strip-dipole.toml", "--solver", "both"])
        .expect(2);
    assert!(said.err.contains("one solver at a time"), "{}", said.err);
}

#[test]
fn an_old_folder_is_shown_without_its_geometry() {
    let desk = Desk::new();
    desk.write("a.toml", &small_scene(50));
    desk.poynting(&["run", "a.toml", "--quiet"]).expect(0);
    std::fs::remove_file(desk.path("a-results/model.json")).unwrap();
    desk.poynting(&["report", "a-results"]).expect(0);
    assert!(data(&desk.read("a-results/report.html"))["model"].is_null());
}

#[test]
fn what_is_no_folder_of_results_is_told_apart() {
    let desk = Desk::new();
    desk.write("a.toml", &small_scene(50));
    std::fs::create_dir_all(desk.path("both/mom")).unwrap();
    std::fs::write(desk.path("both/mom/results.h5"), b"").unwrap();
    std::fs::create_dir_all(desk.path("empty")).unwrap();
    for (dir, message, help) in [
        (
            "nowhere",
            "there is no folder `nowhere`",
            "poynting run SCENE",
        ),
        ("a.toml", "`a.toml` is a file", "poynting run a.toml"),
        ("empty", "there is no results.h5 in `empty`", "poynting run"),
        (
            "both",
            "there is no results.h5 in `both`",
            "specify one, e.g. both/mom",
        ),
    ] {
        for command in [vec!["report", dir], vec!["compare", dir, dir]] {
            let said = desk.poynting(&command).expect(5);
            assert!(said.err.contains(message), "{}", said.err);
            assert!(said.err.contains(help), "{}", said.err);
        }
    }
}

#[test]
fn the_doctor_tries_the_solver() {
    let desk = Desk::new();
    let said = desk.poynting(&["doctor"]).expect(0);
    for part in [
        "ok  poynting",
        "ok  processor",
        "ok  memory",
        "million cells per second",
    ] {
        assert!(
            said.out.contains(part),
            "`{part}` is missing in\n{}",
            said.out
        );
    }
    assert!(!desk.path(".poynting-doctor").exists());
}

#[test]
fn completions_know_the_commands() {
    let desk = Desk::new();
    for shell in ["bash", "zsh", "fish"] {
        let said = desk.poynting(&["completions", shell]).expect(0);
        assert!(
            said.out.contains("report") && said.out.contains("doctor"),
            "{shell}"
        );
    }
    desk.poynting(&["completions", "tcsh"]).expect(2);
}

/// The script as bash evaluates it: `poynting rep` has one completion.
#[test]
fn bash_completes_a_command() {
    let desk = Desk::new();
    let script = desk.poynting(&["completions", "bash"]).expect(0).out;
    let ask = "COMP_WORDS=(poynting rep) COMP_CWORD=1; _poynting poynting rep poynting; echo \"${COMPREPLY[@]}\"";
    let bash = std::process::Command::new("bash")
        .args(["-c", &format!("{script}\n{ask}")])
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&bash.stdout), "report\n");
}
