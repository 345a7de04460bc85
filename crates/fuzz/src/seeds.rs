//! The inputs from which a new corpus grows.

use crate::folder::Folder;
use crate::{results, resume};
use poynting_scene::{Scene, examples};
use std::io;
use std::path::{Path, PathBuf};

/// Folders of the repository with files that serve as seeds, by their endings, and the targets that get them.
const FILES: [(&str, &str); 6] = [
    ("stl", "stl"),
    ("obj", "obj"),
    ("msh", "msh"),
    ("inp", "inp"),
    ("toml", "scene-toml"),
    ("json", "scene-json"),
];
const FOLDERS: [&str; 7] = [
    "crates/scene/scenes",
    "crates/scene/tests",
    "crates/cli/tests/data",
    "crates/geometry/tests/data",
    "crates/poynting/tests/data",
    "crates/validation/scenes",
    "gallery",
];

/// All seeds, each with the name of its target. `repository` has scenes and meshes.
pub fn seeds(repository: &Path) -> io::Result<Vec<(&'static str, Vec<u8>)>> {
    let mut seeds = made()?;
    for folder in FOLDERS {
        for file in files(&repository.join(folder))? {
            let ending = file.extension().and_then(|ending| ending.to_str());
            let known = FILES.iter().find(|(known, _)| Some(*known) == ending);
            if let Some((_, target)) = known {
                seeds.push((target, std::fs::read(&file)?));
            }
        }
    }
    Ok(seeds)
}

/// Seeds of what the program writes.
fn made() -> io::Result<Vec<(&'static str, Vec<u8>)>> {
    let mut seeds = vec![
        ("inp", b"3 1\n0 0 0\n1 0 0\n0 1 0\n1 2 3\n".to_vec()),
        ("stl", b"solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid a\n".to_vec()),
        ("tuning", b"poynting tuning 1\ndevice\tparts:8 64x4 align 32\n".to_vec()),
        ("manifest", b"[\"summary.json\", \"../outside\"]".to_vec()),
        ("manifest", b"{\"new\": [\"results.h5\"], \"outdated\": [\"../../outside\", \"a\"]}".to_vec()),
        ("checkpoint", b"\x04\x00\x41{\"key\":\"key\",\"step\":8,\"parts\":1,\"journal\":11,\"segments\":[]}    \x05\x00\x03abc\x06\x00\x03abc\x07\x00\x00".to_vec()),
        (
            "request",
            br#"{"scene": "a.toml", "every_s": 600.0, "solver": "fdtd", "precision": "f32"}"#.to_vec(),
        ),
        ("resume", resume::whole()),
        ("units", [&[0], &0.0032_f64.to_le_bytes()[..]].concat()),
    ];
    for text in [
        "3.2 mm",
        "1 V*s/A/s",
        "1 kg/m\u{b3}",
        "10 min",
        "-1e3 um",
        "50 ohm",
    ] {
        seeds.push(("units", text.into()));
    }
    for n in 0..=examples().len() as u8 {
        seeds.push(("plan", vec![n]));
        seeds.push(("scene-schema", vec![n]));
        seeds.push(("touchstone", vec![n; 64]));
    }
    for example in examples() {
        let scene = Scene::from_toml(example.text, "scene.toml").map_err(io::Error::other)?;
        let json = scene.to_json().to_string().into_bytes();
        seeds.push(("scene-json", json.clone()));
        seeds.push(("scene-built", json));
    }
    // A file with one quantity is much smaller.
    let folder = Folder::new();
    results::least()
        .write(folder.path())
        .map_err(io::Error::other)?;
    seeds.push(("results", std::fs::read(folder.file("results.h5"))?));
    let folder = Folder::new();
    results::small()
        .write(folder.path())
        .map_err(io::Error::other)?;
    for (file, target) in [("summary.json", "summary"), ("model.json", "model")] {
        seeds.push((target, std::fs::read(folder.file(file))?));
    }
    Ok(seeds)
}

/// All files of a folder and of those in it.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else {
            found.push(path);
        }
    }
    Ok(found)
}
