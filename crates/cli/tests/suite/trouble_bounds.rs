//! Scenes and mesh files that once took minutes or gigabytes, or ended in a panic or an abort, before anything was said: each ends quickly, in
//! little memory, with a documented exit code and a message with its cause. `data/trouble/bounds/cases.txt` lists them.

#![cfg(unix)]

use crate::desk::{Desk, Said};
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

const CASES: &str = include_str!("../data/trouble/bounds/cases.txt");
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/trouble/bounds");
/// Processor time of one check, in whole seconds.
const SECONDS: u64 = 2;
/// Address space, in KiB; a check takes less than 500 MB, but stacks and arenas of threads are reserved too.
const ADDRESSES: u64 = 3_000_000;

/// Runs `check` with limits that end it.
fn check(scene: &str) -> Said {
    let limits = format!("ulimit -t {SECONDS}; ulimit -v {ADDRESSES}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args([
        "-c",
        &limits,
        env!("CARGO_BIN_EXE_poynting"),
        "check",
        scene,
    ]);
    // Less than any machine of a developer has, so that all refuse alike.
    command.args(["--threads", "2", "--memory", "4 GB"]);
    command.env("RAYON_NUM_THREADS", "2");
    command.output().expect("a shell").into()
}

/// A line of the list: scene, exit code, and what is said, separated by `|`; what is said by `;`.
fn case(line: &str) -> Result<(), String> {
    let fields: Vec<&str> = line.split('|').map(str::trim).collect();
    let [scene, code, texts] = fields[..] else {
        return Err(format!("not a case: {line}"));
    };
    let said = check(&Path::new(FOLDER).join(scene).to_string_lossy());
    let all = format!("{}{}", said.out, said.err);
    if said.code != code.parse().ok() {
        return Err(format!("{scene}: exit code {:?}\n{all}", said.code));
    }
    // Wherever lines are broken.
    let words = all.split_whitespace().collect::<Vec<_>>().join(" ");
    match texts
        .split(';')
        .map(str::trim)
        .find(|text| !words.contains(*text))
    {
        Some(text) => Err(format!("{scene}: `{text}` is not in\n{all}")),
        None => Ok(()),
    }
}

#[test]
fn every_check_ends() {
    let lines: Vec<&str> = CASES.lines().filter(|line| line.contains('|')).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut wrong = Vec::new();
        while let Some(line) = lines.get(next.fetch_add(1, Ordering::Relaxed)) {
            wrong.extend(case(line).err());
        }
        wrong
    };
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let workers = [(); 2].map(|()| scope.spawn(work));
        workers
            .into_iter()
            .flat_map(|w| w.join().expect("no panic"))
            .collect()
    });
    assert!(lines.len() > 30, "{}", lines.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// A name of 70 000 characters ended in a panic of the table of materials.
#[test]
fn long_names_are_refused() {
    let desk = Desk::new();
    let name = "m".repeat(70_000);
    desk.write("a.toml", &format!("title = \"x\"\n[materials.{name}]\neps_r = 2\n[[monitors]]\nname = \"{name}\"\ntype = \"probe\"\nat = [\"0 m\", \"0 m\", \"0 m\"]\n"));
    let said = desk.poynting(&["check", "a.toml"]).expect(2);
    assert!(
        said.err.contains("a name of 70000 characters is too long"),
        "{:.2000}",
        said.err
    );
    assert!(
        said.err.contains("use at most 100 characters"),
        "{:.2000}",
        said.err
    );
    assert!(said.err.len() < 20_000, "{}", said.err.len());
}

/// 20 000 unknown keys took a minute.
#[test]
fn unknown_keys_are_found_quickly() {
    let desk = Desk::new();
    let materials: Vec<String> = (0..20_000)
        .map(|n| format!("[materials.m{n}]\nepsr = 1\n"))
        .collect();
    let materials = materials.concat();
    desk.write("a.toml", &format!("title = \"x\"\n{materials}"));
    let said = check(&desk.path("a.toml").to_string_lossy()).expect(2);
    assert!(
        said.err.contains("unknown key `epsr`"),
        "{:.2000}",
        said.err
    );
    assert!(said.err.len() < 100_000, "{}", said.err.len());
}

/// A budget of memory counts before anything is allocated, and in `run` as in `check`.
#[test]
fn what_exceeds_the_memory_is_not_allocated() {
    for (scene, text) in [
        ("a2-directions.toml", "monitor `d` has 900000000 directions"),
        ("a9-pec-512M-cells.toml", "needs"),
        ("a10-mom-plate-finer.toml", "structure `p`"),
    ] {
        let scene = format!("{FOLDER}/{scene}");
        let limits = format!("ulimit -t {SECONDS}; ulimit -v {ADDRESSES}; exec \"$0\" \"$@\"");
        for command in ["check", "run"] {
            let mut run = Command::new("sh");
            run.args([
                "-c",
                &limits,
                env!("CARGO_BIN_EXE_poynting"),
                command,
                &scene,
            ]);
            run.args(["--threads", "2", "--memory", "50 MB"]);
            let said = Said::from(run.output().expect("a shell")).expect(3);
            assert!(said.err.contains(text), "{command} {scene}: {}", said.err);
            assert!(
                said.err.contains("50000000 bytes"),
                "{command} {scene}: {}",
                said.err
            );
        }
    }
}

/// 100 000 threads were started.
#[test]
fn more_threads_than_are_of_use_are_refused() {
    let desk = Desk::new();
    desk.write("a.toml", &crate::desk::small_scene(10));
    for command in ["check", "run"] {
        let said = desk
            .poynting(&[command, "a.toml", "--threads", "100000"])
            .expect(6);
        assert!(
            said.err.contains("cannot start 100000 threads: at most"),
            "{}",
            said.err
        );
    }
}

/// An unreadable mesh file ended with the code of a wrong scene, and the method of moments did not say which structure it belongs to.
#[test]
fn a_missing_mesh_file_is_a_missing_file() {
    let desk = Desk::new();
    let scene =
        std::fs::read_to_string(format!("{FOLDER}/mesh-b1-needle/s.toml")).expect("a scene");
    desk.write("a.toml", &scene);
    let (structure, _) = scene.split_once("[[sources]]").expect("sources");
    let rest = "[[sources]]\nname = \"s\"\ntype = \"soft-point\"\ncomponent = \"Ez\"\nat = [\"1 mm\", \"1 mm\", \"1 mm\"]\n\
        waveform = { type = \"gaussian\", amplitude = \"1 A/m^2\", bandwidth = \"3 GHz\" }\n\
        [domain]\nfrom = [\"0 mm\", \"0 mm\", \"0 mm\"]\nto = [\"9 mm\", \"9 mm\", \"9 mm\"]\n[grid]\nspacing = \"1 mm\"\n[stop]\nsteps = 10\n";
    desk.write("b.toml", &format!("{structure}{rest}"));
    for scene in ["a.toml", "b.toml"] {
        let said = desk.poynting(&["check", scene]).expect(5);
        assert!(
            said.err
                .contains("structure `m`: cannot read the mesh file"),
            "{}",
            said.err
        );
        assert!(said.err.contains(&format!("{scene}:3")), "{}", said.err);
    }
}
