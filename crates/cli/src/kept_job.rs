//! What a run with checkpoints was asked to do, so that `--resume` needs only its folder.

use crate::failure::Failure;
use poynting::{Precision, Request, Solver, checkpoint_folder};
use poynting_scene::{read_duration, read_file};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Bytes of the description of a run.
const MOST_BYTES: u64 = 1 << 20;

/// A run and where its results go.
#[derive(Debug, Clone)]
pub struct KeptJob {
    /// The scene file.
    pub scene: PathBuf,
    /// The results folder.
    pub dir: PathBuf,
    /// The solver, if it was given.
    pub solver: Option<Solver>,
    /// How often its state is kept, if that was given.
    pub every: Option<Duration>,
    /// Precision of the fields, if it was given.
    pub precision: Option<Precision>,
}

impl KeptJob {
    /// The run whose checkpoint is in a results folder.
    pub fn read(dir: &Path) -> Result<Self, Failure> {
        let file = path(dir)?;
        let text = read_file(&file, MOST_BYTES).map_err(|e| Failure::Files {
            message: format!("{}: {e}", file.display()),
            help: Some(
                "--resume continues a run that has not ended and keeps checkpoints: started with --checkpoint, or with [checkpoint] in its scene"
                    .to_owned(),
            ),
        })?;
        let request = Request::from_json(&text).map_err(|e| Failure::file(&file, &e))?;
        Ok(Self {
            scene: request.scene,
            dir: dir.to_owned(),
            solver: request.solver,
            every: Some(request.every),
            precision: request.precision,
        })
    }

    /// Writes it next to the checkpoints, which are kept this often.
    pub fn write(&self, every: Duration) -> Result<(), Failure> {
        let file = path(&self.dir)?;
        let scene = std::path::absolute(&self.scene).unwrap_or_else(|_| self.scene.clone());
        let request = Request {
            scene,
            solver: self.solver,
            every,
            precision: self.precision,
        };
        // Written aside: a run that is continued has one already, which must not be lost.
        let aside = file.with_extension("part");
        let written = std::fs::create_dir_all(checkpoint_folder(&self.dir))
            .and_then(|()| std::fs::write(&aside, request.to_json()))
            .and_then(|()| std::fs::rename(&aside, &file));
        written.map_err(|e| Failure::file(&file, &e))
    }
}

/// The description in its folder. A link is refused: files there are removed and replaced.
fn path(dir: &Path) -> Result<PathBuf, Failure> {
    let folder = checkpoint_folder(dir);
    if folder.is_symlink() {
        let cause = "it is a link; remove it, or choose another results folder";
        return Err(Failure::file(&folder, &cause));
    }
    Ok(folder.join("run.json"))
}

/// Reads `10 min`.
pub fn duration(text: &str) -> Result<Duration, String> {
    let mistake = "expected a time with its unit, such as \"10 min\", \"30 s\" or \"1 h\"";
    read_duration(text).ok_or_else(|| mistake.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        assert_eq!(duration("10 min"), Ok(Duration::from_secs(600)));
        assert_eq!(duration("0.5s"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("1 h"), Ok(Duration::from_secs(3600)));
        for wrong in ["", "10", "min", "-1 s", "1 day"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }
}
