//! The draft of a results folder, which replaces earlier results when it is complete.
//!
//! A run writes into the folder `unfinished` inside the results folder. Earlier results stay as they are meanwhile. Then
//!
//! 1. all files of the draft are synced, and the plan of the replacement is written beside them: the names of new and of outdated files;
//! 2. outdated files are removed; files that no run has written stay;
//! 3. the files of the draft are moved up, each in place of an earlier one of its name;
//! 4. the draft is removed.
//!
//! If the program ends before the plan is on disk, the earlier results are intact, and the draft can be read as an unfinished run. If it ends later, the new
//! results count: whoever opens the folder next completes the replacement, every step of which can be repeated. (A redo log; J. Gray and A. Reuter, Transaction
//! Processing, 1993, chapter 10.)

use crate::folder::{MODEL, RESULTS, SUMMARY};
use crate::input::{self, MOST_OF_A_LIST};
use crate::{ResultsError, manifest};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// The folder of a draft.
const UNFINISHED: &str = "unfinished";
/// Held by the program that writes the draft or replaces the results.
const LOCK: &str = "lock";
/// The plan of the replacement.
const PLAN: &str = "replacement.json";

/// A draft that this program writes.
#[derive(Debug)]
pub(crate) struct Draft {
    /// The results folder.
    dir: PathBuf,
    /// The folder of the draft.
    folder: PathBuf,
    /// Released when it is dropped.
    _lock: File,
}

/// What takes the place of what.
#[derive(Debug, Serialize, Deserialize)]
struct Replacement {
    new: BTreeSet<String>,
    outdated: BTreeSet<String>,
}

impl Draft {
    /// Begins a draft in a results folder, which is created if necessary.
    pub fn begin(dir: &Path) -> Result<Self, ResultsError> {
        settle(dir)?;
        let folder = unlinked_draft(dir)?;
        fs::create_dir_all(&folder).map_err(ResultsError::io(&folder))?;
        let lock = lock(&folder, false)?.ok_or_else(|| ResultsError::Busy(dir.to_owned()))?;
        let draft = Self {
            dir: dir.to_owned(),
            folder,
            _lock: lock,
        };
        // What a run has left that did not get to its end.
        for name in draft.names()? {
            let path = draft.folder.join(name);
            fs::remove_file(&path).map_err(ResultsError::io(&path))?;
        }
        Ok(draft)
    }

    /// Where the run writes.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Puts the files of the draft in place of the earlier results. Returns where some of them are then.
    pub fn replace(self, files: &[PathBuf]) -> Result<Vec<PathBuf>, ResultsError> {
        let new = self.names()?;
        let earlier = manifest::names(&self.dir, manifest::OF_A_RUN)?.into_iter();
        let earlier = earlier.chain([SUMMARY, RESULTS, MODEL].map(str::to_owned));
        let replacement = Replacement {
            outdated: earlier.filter(|name| !new.contains(name)).collect(),
            new,
        };
        let synced = || {
            for name in &replacement.new {
                sync(&self.folder.join(name))?;
            }
            let aside = self.folder.join(PLAN).with_extension("part");
            fs::write(&aside, serde_json::to_vec(&replacement)?)?;
            sync(&aside)?;
            fs::rename(&aside, self.folder.join(PLAN))?;
            sync_folder(&self.folder)?;
            replacement.carry_out(&self.dir, &self.folder)
        };
        synced().map_err(ResultsError::io(&self.dir))?;
        let moved = |path: &PathBuf| {
            let name = path.strip_prefix(&self.folder);
            name.map_or_else(|_| path.clone(), |name| self.dir.join(name))
        };
        Ok(files.iter().map(moved).collect())
    }

    /// The names of its files.
    fn names(&self) -> Result<BTreeSet<String>, ResultsError> {
        let read = || {
            let names = fs::read_dir(&self.folder)?.map(|entry| {
                let entry = entry?;
                let kind = entry.file_type()?;
                // The file of a link would be written to where it points.
                let is_file = kind.is_file() || kind.is_symlink();
                let name = entry.file_name().into_string().ok();
                Ok(name.filter(|name| is_file && name != LOCK))
            });
            let names: io::Result<Vec<Option<String>>> = names.collect();
            Ok(names?.into_iter().flatten().collect())
        };
        read().map_err(ResultsError::io(&self.folder))
    }
}

impl Replacement {
    /// Completes the replacement, from wherever it has got to.
    fn carry_out(&self, dir: &Path, folder: &Path) -> io::Result<()> {
        let plain = |name: &&String| manifest::is_plain(name);
        for name in self.outdated.iter().filter(plain) {
            let path = dir.join(name);
            // A folder is none of the files that a run writes.
            if !path.is_dir() || path.is_symlink() {
                existing(fs::remove_file(path))?;
            }
        }
        for name in self.new.iter().filter(plain) {
            existing(fs::rename(folder.join(name), dir.join(name)))?;
        }
        sync_folder(dir)?;
        existing(fs::remove_file(folder.join(PLAN)))?;
        existing(fs::remove_dir_all(folder))
    }
}

/// Completes a replacement that was interrupted. Returns the folder with the results: the given one, or that of a draft if there are no others.
pub(crate) fn settle(dir: &Path) -> Result<PathBuf, ResultsError> {
    let folder = unlinked_draft(dir)?;
    let plan = folder.join(PLAN);
    // Another program may be completing it, and must not begin meanwhile.
    let held = plan.exists().then(|| lock(&folder, true)).transpose()?;
    let read = || input::json::<Replacement>(&plan, MOST_OF_A_LIST);
    if held.is_some()
        && let Some(replacement) = read()?
    {
        let done = replacement.carry_out(dir, &folder);
        done.map_err(ResultsError::io(dir))?;
    }
    Ok(if !dir.join(RESULTS).is_file() && has_results(dir) {
        folder
    } else {
        dir.to_owned()
    })
}

/// Where a run that has not ended, or has failed, has its files in a results folder.
pub fn unfinished(dir: &Path) -> PathBuf {
    dir.join(UNFINISHED)
}

/// The same; a link is refused, since files in that folder are removed and moved.
fn unlinked_draft(dir: &Path) -> Result<PathBuf, ResultsError> {
    let folder = unfinished(dir);
    if folder.is_symlink() {
        let cause = "it is a link; remove it, or choose another results folder";
        return Err(input::damaged(&folder, "the folder", cause));
    }
    Ok(folder)
}

/// Whether a folder contains results, finished or not.
pub fn has_results(dir: &Path) -> bool {
    let folders = [dir.to_owned(), unfinished(dir)];
    folders.iter().any(|folder| folder.join(RESULTS).is_file())
}

/// The lock of a draft; none if another program has it, unless this one waits. Where the file system has no locks, nothing is locked.
fn lock(folder: &Path, wait: bool) -> Result<Option<File>, ResultsError> {
    let path = input::unlinked(folder.join(LOCK))?;
    loop {
        let file = match File::create(&path) {
            Ok(file) => file,
            // The draft has just been put in place.
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(e) => return Err(ResultsError::io(&path)(e)),
        };
        if wait {
            let _ = file.lock();
        } else if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Ok(None);
        }
        // Its last owner may have removed it meanwhile, with the draft.
        if path.exists() || !folder.exists() {
            return Ok(Some(file));
        }
    }
}

/// A file that is not there is as good as removed or moved.
fn existing(done: io::Result<()>) -> io::Result<()> {
    match done {
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(()),
        done => done,
    }
}

fn sync(path: &Path) -> io::Result<()> {
    File::options().write(true).open(path)?.sync_all()
}

/// Makes the names in a folder permanent; where folders cannot be opened, the system does that by itself.
fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(unix) {
        File::open(path)?.sync_all()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(path: &Path, text: &str) {
        fs::write(path, text).unwrap();
    }

    /// A folder with an earlier result and a file of the user's, and the draft of the next result.
    fn begun(dir: &Path) -> Draft {
        for name in [RESULTS, SUMMARY, "old.csv"] {
            write(&dir.join(name), "old");
        }
        write(&dir.join("mine.txt"), "mine");
        manifest::add(dir, manifest::OF_A_RUN, &[dir.join("old.csv")]).unwrap();
        let draft = Draft::begin(dir).unwrap();
        for name in [RESULTS, SUMMARY, "new.csv"] {
            write(&draft.folder.join(name), "new");
        }
        let files = [draft.folder.join("new.csv")];
        manifest::add(&draft.folder, manifest::OF_A_RUN, &files).unwrap();
        draft
    }

    fn has(dir: &Path, age: &str) -> bool {
        let is = |name| fs::read_to_string(dir.join(name)).is_ok_and(|text| text == age);
        let table = format!("{age}.csv");
        let tables = ["old.csv", "new.csv"].map(|name| dir.join(name).exists() == (name == table));
        is(RESULTS)
            && is(SUMMARY)
            && is(&table)
            && tables == [true; 2]
            && dir.join("mine.txt").exists()
    }

    #[test]
    fn earlier_results_stay_until_the_new_ones_are_complete() {
        let temporary = tempfile::tempdir().unwrap();
        let dir = temporary.path();
        let draft = begun(dir);
        assert!(has(dir, "old"));
        assert_eq!(settle(dir).unwrap(), dir);
        assert!(has(dir, "old"));
        assert!(matches!(Draft::begin(dir), Err(ResultsError::Busy(_))));
        let files = [draft.folder.join("new.csv")];
        assert_eq!(draft.replace(&files).unwrap(), [dir.join("new.csv")]);
        assert!(has(dir, "new") && !dir.join(UNFINISHED).exists());
    }

    #[test]
    fn a_draft_that_was_left_is_read_if_there_is_nothing_else_and_cleared_by_the_next_run() {
        let temporary = tempfile::tempdir().unwrap();
        let dir = temporary.path();
        let draft = begun(dir);
        drop(draft);
        assert_eq!(settle(dir).unwrap(), dir);
        fs::remove_file(dir.join(RESULTS)).unwrap();
        assert_eq!(settle(dir).unwrap(), dir.join(UNFINISHED));
        let draft = Draft::begin(dir).unwrap();
        assert!(draft.names().unwrap().is_empty());
    }

    /// The program ends after each of the operations in turn.
    #[test]
    fn a_replacement_that_was_interrupted_is_completed() {
        for steps in 0..8 {
            let temporary = tempfile::tempdir().unwrap();
            let dir = temporary.path();
            let draft = begun(dir);
            let folder = draft.folder.clone();
            let new = draft.names().unwrap();
            let outdated = BTreeSet::from(["old.csv".to_owned(), MODEL.to_owned()]);
            let mut operations: Vec<Box<dyn Fn()>> = Vec::new();
            for name in outdated.clone() {
                let path = dir.join(name);
                operations.push(Box::new(move || drop(fs::remove_file(&path))));
            }
            for name in new.clone() {
                let paths = [folder.join(&name), dir.join(&name)];
                operations.push(Box::new(move || fs::rename(&paths[0], &paths[1]).unwrap()));
            }
            let replacement = Replacement { new, outdated };
            write(
                &folder.join(PLAN),
                &serde_json::to_string(&replacement).unwrap(),
            );
            operations
                .iter()
                .take(steps)
                .for_each(|operation| operation());
            drop(draft);
            assert_eq!(settle(dir).unwrap(), dir);
            assert!(has(dir, "new"), "after {steps} operations");
            assert!(!folder.exists());
        }
    }

    #[test]
    fn a_plan_reaches_no_other_folder() {
        let temporary = tempfile::tempdir().unwrap();
        let dir = temporary.path().join("inner");
        fs::create_dir(&dir).unwrap();
        write(&temporary.path().join("outside"), "mine");
        let draft = begun(&dir);
        let away = BTreeSet::from(["../outside".to_owned()]);
        let replacement = Replacement {
            new: away.clone(),
            outdated: away,
        };
        write(
            &draft.folder.join(PLAN),
            &serde_json::to_string(&replacement).unwrap(),
        );
        drop(draft);
        settle(&dir).unwrap();
        assert!(temporary.path().join("outside").exists());
    }
}
