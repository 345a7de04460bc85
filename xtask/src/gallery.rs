//! Every scene of the gallery, run as its reader would but at its quick setting, in which a script still compares its result with theory.
//!
//! A scene consists of four files with one name: the scene, the script, its picture and a page. Scripts draw into the current folder, which here
//! is below `target`, so the repository keeps the pictures of the full setting.

use crate::Error;
use crate::files::{is_drawn, read, remake};
use crate::repository::{Repository, shown};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

const FOLDER: &str = "gallery";
/// The page that shows them all.
const INDEX: &str = "README.md";
/// Extensions of the files of a scene.
const PARTS: [&str; 4] = ["toml", "py", "png", "md"];

/// Runs all scripts with the Python environment in which `cargo xtask python` has installed the wheel.
pub fn run(repository: &Repository) -> Result<(), Error> {
    let gallery = repository.root.join(FOLDER);
    let scenes = scenes(&repository.files()?);
    complete(&gallery, &scenes, &read(&gallery.join(INDEX))?)?;
    let drawn = repository.target_dir().join(FOLDER);
    remake(&drawn)?;
    let python = repository.target_dir().join("python/bin/python");
    for scene in &scenes {
        let begin = Instant::now();
        let mut script = Command::new(&python);
        script
            .arg(gallery.join(format!("{scene}.py")))
            .arg("--quick")
            .current_dir(&drawn)
            .env("MPLBACKEND", "Agg");
        shown(&mut script)?;
        is_drawn(&drawn.join(format!("{scene}.png")))?;
        println!("{scene}: {:.1} s", begin.elapsed().as_secs_f64());
    }
    Ok(())
}

/// Names of the scenes among the repository files.
fn scenes(files: &[String]) -> BTreeSet<String> {
    files
        .iter()
        .filter_map(|file| file.strip_prefix(FOLDER)?.strip_prefix('/'))
        .filter_map(|file| file.strip_suffix(".toml"))
        .map(str::to_owned)
        .collect()
}

/// Checks that every scene has its four parts and is shown on the index.
fn complete(gallery: &Path, scenes: &BTreeSet<String>, index: &str) -> Result<(), Error> {
    for scene in scenes {
        for part in PARTS {
            let name = format!("{scene}.{part}");
            if !gallery.join(&name).is_file() {
                let message = format!("{FOLDER}/{name} is missing");
                return Err(Error::Unexpected(message));
            }
        }
        for shown in ["md", "png"].map(|part| format!("({scene}.{part})")) {
            if !index.contains(&shown) {
                let message = format!("{FOLDER}/{INDEX} does not link to {shown}");
                return Err(Error::Unexpected(message));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scene_is_a_scene_file_of_the_gallery() {
        let files = [
            "gallery/horn.toml",
            "gallery/horn.py",
            "gallery/README.md",
            "crates/horn.toml",
        ];
        let found = scenes(&files.map(str::to_owned));
        assert_eq!(found.into_iter().collect::<Vec<_>>(), ["horn"]);
    }

    #[test]
    fn a_scene_without_a_picture_is_refused() {
        let folder = std::env::temp_dir().join(format!("gallery-{}", std::process::id()));
        remake(&folder).unwrap();
        for part in ["toml", "py", "md"] {
            std::fs::write(folder.join(format!("horn.{part}")), "").unwrap();
        }
        let scenes = BTreeSet::from(["horn".to_owned()]);
        let index = "[![](horn.png)](horn.md)";
        let refused = complete(&folder, &scenes, index).unwrap_err();
        assert_eq!(refused.to_string(), "gallery/horn.png is missing");
        std::fs::write(folder.join("horn.png"), "").unwrap();
        complete(&folder, &scenes, index).unwrap();
        let refused = complete(&folder, &scenes, "[](horn.md)").unwrap_err();
        assert_eq!(
            refused.to_string(),
            "gallery/README.md does not link to (horn.png)"
        );
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
