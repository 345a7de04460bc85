//! Runs that continue from a checkpoint whose contents have changed and whose checksums fit.

use crate::bytes::Bytes;
use crate::folder::{Folder, write_journal, write_sealed};
use poynting::{Precision, RunOptions, Scene, Simulation};
use poynting_checkpoint::{Entries, SealedReader};
use std::cell::OnceCell;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A run of a few cells with everything that has a state.
const SCENE: &str = r#"
[domain]
from = ["0 mm", "0 mm", "0 mm"]
to = ["3 mm", "3 mm", "3 mm"]
[grid]
spacing = "1 mm"
[materials.water]
eps_inf = 5
debye = [{ delta = 70, tau = "8 ps" }]
[[structures]]
material = "water"
shape = "box"
from = ["1 mm", "1 mm", "1 mm"]
to = ["2 mm", "2 mm", "2 mm"]
[[sources]]
name = "current"
type = "soft-point"
component = "Ez"
at = ["1 mm", "1 mm", "1 mm"]
waveform = { type = "gaussian", amplitude = "1 A/m^2", bandwidth = "15 GHz" }
[[monitors]]
name = "probe"
type = "probe"
at = ["2 mm", "2 mm", "1 mm"]
[stop]
steps = 24
"#;

/// A checkpoint as a run left it.
struct Kept {
    simulation: Simulation,
    options: RunOptions,
    place: Folder,
    /// Names and contents, without seals.
    files: Vec<(PathBuf, Vec<u8>)>,
}

/// The first byte says which files are replaced; then the length, in two bytes, and the content of each. A journal consists of entries, which again have a
/// length and a content. The run may refuse to go on.
pub fn resume(bytes: &[u8]) {
    thread_local!(static KEPT: OnceCell<Kept> = const { OnceCell::new() });
    KEPT.with(|kept| {
        let kept = kept.get_or_init(Kept::new);
        kept.place.clear();
        let folder = poynting::checkpoint_folder(kept.place.path());
        std::fs::create_dir_all(&folder).expect("a folder");
        let mut bytes = Bytes::new(bytes);
        let which = bytes.byte();
        for (n, (name, content)) in kept.files.iter().enumerate() {
            let mut content = content.as_slice();
            if which >> n & 1 == 1 {
                let length = bytes.below(1 << 16);
                content = bytes.take(length);
            }
            write(&folder.join(name), content).expect("a file");
        }
        let simulation = kept.simulation.kept_in(kept.place.path(), &kept.options);
        if let Err(refused) = simulation.run(&kept.options) {
            assert!(!refused.to_string().is_empty());
        }
    });
}

impl Kept {
    fn new() -> Self {
        let scene = Scene::from_toml(SCENE, "scene.toml").expect("a valid scene");
        let simulation = Simulation::from(scene);
        let options = RunOptions {
            threads: Some(1),
            precision: Some(Precision::F32),
            checkpoint: Some(Duration::ZERO),
            ..RunOptions::default()
        };
        let place = Folder::new();
        let kept = simulation.kept_in(place.path(), &options);
        let mut calls = 0;
        let interrupted = kept.run_with(&options, |_| {
            calls += 1;
            if calls < 2 {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        interrupted.expect("an interrupted run");
        let folder = poynting::checkpoint_folder(place.path());
        let files = files(&folder).expect("a checkpoint");
        Self {
            simulation,
            options: RunOptions {
                resume: true,
                ..options
            },
            place,
            files,
        }
    }
}

fn files(folder: &Path) -> io::Result<Vec<(PathBuf, Vec<u8>)>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let mut content = Vec::new();
        if is_sealed(&path) {
            SealedReader::open(&path)?.read_to_end(&mut content)?;
        } else {
            for entry in Entries::open(&path, path.metadata()?.len())? {
                let entry = entry?;
                content.extend([(entry.len() >> 8) as u8, entry.len() as u8]);
                content.extend(entry);
            }
        }
        files.push((path.file_name().unwrap_or_default().into(), content));
    }
    files.sort();
    Ok(files)
}

/// Journals are not.
fn is_sealed(path: &Path) -> bool {
    path.extension().is_some()
}

fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    if is_sealed(path) {
        return write_sealed(path, content);
    }
    let mut bytes = Bytes::new(content);
    let entries = std::iter::from_fn(|| {
        (!bytes.is_empty()).then(|| {
            let length = bytes.below(1 << 16);
            bytes.take(length)
        })
    });
    write_journal(path, entries)
}

/// An input that replaces every file by itself.
pub fn whole() -> Vec<u8> {
    let mut input = vec![255];
    for (_, content) in Kept::new().files {
        input.extend([(content.len() >> 8) as u8, content.len() as u8]);
        input.extend(content);
    }
    input
}
