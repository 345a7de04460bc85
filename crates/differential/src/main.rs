//! `differential --seed S --count N`: random scenes in pairs that must agree.

use poynting_differential::{ALL, Findings, Relation, Report, bare, examine, scene, seeds, text};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

const USAGE: &str = "usage: differential [options]

  --seed S         seed of the sequence of scenes; default 1
  --count N        number of scenes; default 60
  --scene S        only the scene with this seed, as given in a report
  --relation NAME  only this relation
  --seconds T      stop after this time
  --out DIR        write scenes that break a relation, minimised, to this folder
  --file FILE      this scene instead, as written to DIR; --scene gives the seed of its relations
  --show           print the scene of --scene and exit";

#[derive(Debug)]
struct Arguments {
    seed: u64,
    count: usize,
    scene: Option<u64>,
    relation: Option<String>,
    limit: Duration,
    out: Option<PathBuf>,
    file: Option<PathBuf>,
    show: bool,
}

fn arguments() -> Option<Arguments> {
    let mut found = Arguments {
        seed: 1,
        count: 60,
        scene: None,
        relation: None,
        limit: Duration::MAX,
        out: None,
        file: None,
        show: false,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        if word == "--show" {
            found.show = true;
            continue;
        }
        let value = words.next()?;
        match word.as_str() {
            "--seed" => found.seed = value.parse().ok()?,
            "--count" => found.count = value.parse().ok()?,
            "--scene" => found.scene = Some(value.parse().ok()?),
            "--relation" => found.relation = Some(value),
            "--seconds" => found.limit = Duration::from_secs(value.parse().ok()?),
            "--out" => found.out = Some(value.into()),
            "--file" => found.file = Some(value.into()),
            _ => return None,
        }
    }
    Some(found)
}

fn from_file(path: &Path) -> Result<Value, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    bare(&text).map_err(|e| format!("{}: {e}", path.display()))
}

fn main() -> ExitCode {
    let Some(arguments) = arguments() else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    if let (Some(seed), true) = (arguments.scene, arguments.show) {
        let scene = scene(seed);
        println!(
            "{}",
            text(&scene).unwrap_or_else(|why| format!("{scene:#}\n{why}"))
        );
        return ExitCode::SUCCESS;
    }
    // A panic is reported as a finding.
    std::panic::set_hook(Box::new(|_| {}));
    let named = |relation: &&Relation| {
        arguments
            .relation
            .as_deref()
            .is_none_or(|name| name == relation.name)
    };
    let relations: Vec<&'static Relation> = ALL.iter().filter(named).collect();
    let findings = if arguments.out.is_some() {
        Findings::Minimised
    } else {
        Findings::AsMade
    };
    let chosen: Vec<u64> = match arguments.scene {
        Some(seed) => vec![seed],
        None => seeds(arguments.seed).take(arguments.count).collect(),
    };
    let given = match arguments.file.as_deref().map(from_file).transpose() {
        Ok(given) => given,
        Err(why) => {
            eprintln!("{why}");
            return ExitCode::from(2);
        }
    };
    let (start, mut report) = (Instant::now(), Report::default());
    for seed in chosen {
        if start.elapsed() > arguments.limit {
            break;
        }
        let before = report.findings.len();
        let made = given.clone().unwrap_or_else(|| scene(seed));
        examine(&made, seed, &relations, findings, &mut report);
        for finding in &report.findings[before..] {
            eprintln!(
                "{}, scene {}: {}",
                finding.relation, finding.seed, finding.message
            );
            if let Some(folder) = &arguments.out {
                let name = format!("{}-{}.json", finding.relation, finding.seed);
                let content = text(&finding.scene).unwrap_or_else(|_| finding.scene.to_string());
                let written = std::fs::create_dir_all(folder)
                    .and_then(|()| std::fs::write(folder.join(name), content));
                if let Err(error) = written {
                    eprintln!("cannot write to {}: {error}", folder.display());
                }
            }
        }
    }
    println!("{report}");
    println!("{:.1} s", start.elapsed().as_secs_f64());
    if report.findings.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
