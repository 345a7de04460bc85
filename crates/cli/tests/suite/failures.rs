//! Every kind of failure: its message and its exit code.

use crate::desk::{Desk, Said, small_scene};
use std::process::Command;
use std::time::{Duration, Instant};

#[test]
fn a_wrong_scene_is_shown_with_its_place() {
    let desk = Desk::new();
    desk.write("wrong.toml", &small_scene(10).replace("spacing", "spacng"));
    for command in ["check", "run"] {
        let said = desk.poynting(&[command, "wrong.toml"]).expect(2);
        assert!(said.err.contains("wrong.toml:7:1"), "{}", said.err);
        assert!(said.err.contains("write `spacing`"), "{}", said.err);
        assert!(
            !said.err.contains('\u{1b}'),
            "no colours without a terminal"
        );
    }
    assert!(!desk.path("wrong-results").exists());
}

/// What the planner refuses is listed in full, with the lines of the items.
#[test]
fn all_wrong_items_are_listed_at_once() {
    let desk = Desk::new();
    let port = |name: &str, from: u32, direction: &str| {
        format!(
            "[[ports]]\nname = \"{name}\"\ntype = \"waveguide\"\nfrom = [\"0 mm\", \"0 mm\", \"{from} mm\"]\n\
             to = [\"20 mm\", \"10 mm\", \"{} mm\"]\ndirection = \"{direction}\"\n",
            from + 3
        )
    };
    let ports = port("left", 1, "+z") + &port("right", 8, "-z");
    let network = "[network]\nfrequencies = [\"10 GHz\"]\n";
    let text = format!("{}{ports}{network}", small_scene(10));
    desk.write("short.toml", &text);
    let said = desk.poynting(&["check", "short.toml"]).expect(2);
    assert!(said.err.contains("2 problems:"), "{}", said.err);
    for name in ["left", "right"] {
        let line = 1 + text
            .lines()
            .position(|line| line == format!("name = \"{name}\""))
            .unwrap();
        let place = format!("short.toml:{line}");
        let problem = format!("port `{name}` is");
        assert!(said.err.contains(&place), "{}", said.err);
        assert!(said.err.contains(&problem), "{}", said.err);
    }
}

#[test]
fn a_missing_scene_is_answered_with_a_suggestion() {
    let desk = Desk::new();
    let said = desk.poynting(&["run", "cavity.toml"]).expect(5);
    assert!(said.err.contains("no file `cavity.toml`"), "{}", said.err);
    assert!(said.err.contains("poynting new cavity"), "{}", said.err);
    desk.write("antenna.toml", "");
    let said = desk.poynting(&["check", "antena.toml"]).expect(5);
    assert!(
        said.err.contains("did you mean `antenna.toml`?"),
        "{}",
        said.err
    );
}

#[test]
fn new_does_not_overwrite() {
    let desk = Desk::new();
    desk.write("cavity.toml", "mine");
    let said = desk.poynting(&["new", "cavity"]).expect(5);
    assert!(said.err.contains("--force"), "{}", said.err);
    assert_eq!(desk.read("cavity.toml"), "mine");
    desk.poynting(&["new", "cavity", "--force"]).expect(0);
    assert!(desk.read("cavity.toml").contains("[domain]"));
    let said = desk.poynting(&["new", "cavty"]).expect(2);
    assert!(said.err.contains("did you mean `cavity`?"), "{}", said.err);
}

#[test]
fn a_model_that_does_not_fit_is_refused_at_once() {
    let desk = Desk::new();
    let text = small_scene(10).replace(
        "[\"20 mm\", \"10 mm\", \"12 mm\"]\n[grid]",
        "[\"1 m\", \"1 m\", \"1 m\"]\n[grid]",
    );
    desk.write("large.toml", &text);
    for command in ["check", "run"] {
        let start = Instant::now();
        // 10^9 cells take 25 GB; the limit ensures the refusal on large machines too.
        let said = desk
            .poynting(&[command, "large.toml", "--memory", "20 GiB"])
            .expect(3);
        assert!(
            start.elapsed() < Duration::from_secs(10),
            "{command} took its time"
        );
        assert!(said.out.contains("1,000,000,000 cells"), "{}", said.out);
        let numbers: Vec<u64> = said
            .err
            .split(|c: char| !c.is_ascii_digit())
            .filter_map(|n| n.parse().ok())
            .filter(|n| *n > 1_000_000)
            .collect();
        let [needed, available] = numbers[..] else {
            panic!("{}", said.err)
        };
        assert!(
            (24_000_000_000..28_000_000_000).contains(&needed),
            "{needed}"
        );
        assert!(available <= 20 << 30);
    }
    assert!(!desk.path("large-results").exists());
}

#[test]
fn a_divergence_is_told_and_leaves_what_was_recorded() {
    let desk = Desk::new();
    desk.write(
        "hot.toml",
        &small_scene(1000).replace("1 A/m^2", "1e39 A/m^2"),
    );
    let said = desk.poynting(&["run", "hot.toml"]).expect(4);
    assert!(
        said.err.contains("no longer finite at step"),
        "{}",
        said.err
    );
    assert!(
        said.err.contains("poynting plot hot-results"),
        "{}",
        said.err
    );
    assert!(poynting_results::open(&desk.path("hot-results")).is_ok());
}

#[test]
fn unknown_devices_folders_and_words_have_their_codes() {
    let desk = Desk::new();
    desk.write("a.toml", &small_scene(10));
    desk.write("file", "not a folder");
    desk.poynting(&["run", "a.toml", "--device", "abacus"])
        .expect(6);
    desk.poynting(&["run", "a.toml", "--out", "file"]).expect(5);
    desk.poynting(&["plot", "nowhere"]).expect(5);
    desk.poynting(&["run", "a.toml", "--threads", "0"])
        .expect(2);
    desk.poynting(&["walk", "a.toml"]).expect(2);
    let said = desk
        .poynting(&["validate", "--case", "matched-prt"])
        .expect(2);
    assert!(said.err.contains("matched-port"), "{}", said.err);
    for (size, cause) in [("3 GX", "`GX` is not a unit"), ("some GB", "not a size")] {
        let said = desk
            .poynting(&["run", "a.toml", "--memory", size])
            .expect(2);
        assert!(said.err.contains(cause), "{}", said.err);
    }
    let help = desk.poynting(&["--help"]).expect(0).out;
    assert!(help.contains("130  interrupted"), "{help}");
}

#[test]
fn cases_of_the_austin_suite_are_named_and_say_what_they_need() {
    let desk = Desk::new();
    let list = desk.poynting(&["bench", "austin", "--list"]).expect(0).out;
    for name in ["IA-s2-f6 ", "IA-s7-f6-188k", "IIIA-fx4", "IVA-s1-fx3"] {
        assert!(list.contains(name), "{list}");
    }
    let run = |case: &str, more: &[&str]| {
        let asked = [&["bench", "austin", "--case", case], more].concat();
        desk.poynting(&asked).expect(2).err
    };
    let said = run("IA-s9-f9", &[]);
    assert!(said.contains("the cases are IA-s2-f6, "), "{said}");
    let said = run("IVA-s1-fx2", &[]);
    assert!(
        said.contains("meshBB.inp") && said.contains("--suite"),
        "{said}"
    );
    let said = run("IVA-s1-fx2", &["--suite", "."]);
    assert!(said.contains("there is no `Closed-Duct"), "{said}");
    assert!(run("IA-s2-f6", &["--digits", "7"]).contains("2..=6"));
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_writes_what_it_has() {
    let desk = Desk::new();
    desk.write("long.toml", &small_scene(100_000_000));
    let child = desk.start(&["run", "long.toml"]);
    // The run has started once its file exists; an earlier signal would end the program at once.
    let start = Instant::now();
    while !desk.path("long-results/unfinished/results.h5").exists() {
        assert!(
            start.elapsed() < Duration::from_secs(30),
            "the run does not begin"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(500));
    let kill = format!("kill -INT {}", child.id());
    assert!(
        Command::new("sh")
            .args(["-c", &kill])
            .status()
            .unwrap()
            .success()
    );
    let said = Said::from(child.wait_with_output().unwrap()).expect(130);
    assert!(said.err.contains("interrupted after step"), "{}", said.err);

    let results = poynting_results::open(&desk.path("long-results")).unwrap();
    assert_eq!(results.summary.stopped_by, "interrupt");
    let probe = results.get("probe/corner/Ey").unwrap();
    assert_eq!(probe.data.len() as u64, results.summary.steps);
    assert!(results.summary.steps > 0 && results.summary.steps.is_multiple_of(8));
    assert!(desk.path("long-results/probe_corner.png").is_file());
}
