//! The folder of a checkpoint.

use crate::journal::{Entries, Journal};
use crate::sealed::{SealedReader, SealedWriter, sync_folder};
use serde::{Deserialize, Serialize};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Generations that are kept.
const KEPT: usize = 2;
const JOURNAL: &str = "journal";
/// How the names of journals of parts begin.
const SEGMENT: &str = "journal-from-";
/// How the names of files with pieces begin.
const PIECES: &str = "pieces-";

/// A checkpoint that cannot be written or used.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// A file cannot be read or written.
    #[error("checkpoint {}: {source}", .folder.display())]
    Files {
        /// The folder.
        folder: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The state does not have the form of that of the run.
    #[error("the state in the checkpoint cannot be read: {0}")]
    State(#[from] io::Error),
    /// There is nothing to continue.
    #[error("{} contains no complete checkpoint", .0.display())]
    Missing(PathBuf),
    /// It belongs to another run.
    #[error("the checkpoint in {} is that of another scene, precision, method or version", .0.display())]
    Another(PathBuf),
}

/// Steps that the ranks of one start of a run have taken. What each has observed of its part is in a journal of its own, so that a rank that continues the
/// run can take it from them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Segment {
    /// The first step.
    pub first: u64,
    /// Number of ranks.
    pub parts: usize,
}

/// The state of a run after some steps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Generation {
    /// What the run is: its scene, its precision and the version of the program.
    key: String,
    /// Steps done.
    pub step: u64,
    /// Number of files.
    pub parts: usize,
    /// Bytes of the journal up to here.
    journal: u64,
    /// The starts of the run up to here.
    pub segments: Vec<Segment>,
}

/// The folder of a checkpoint.
#[derive(Debug, Clone)]
pub struct Folder {
    path: PathBuf,
    key: String,
}

impl Folder {
    /// A folder for a run with this key.
    pub fn new(path: &Path, key: &str) -> Self {
        Self {
            path: path.to_owned(),
            key: key.to_owned(),
        }
    }

    /// Begins a checkpoint with nothing.
    pub fn clear(&self) -> Result<Journal, CheckpointError> {
        self.begin(&[SEGMENT, PIECES])
    }

    /// Begins a checkpoint without generations, for a run that was ended before its first one; pieces know whether they are its own.
    pub fn restart(&self) -> Result<Journal, CheckpointError> {
        self.begin(&[SEGMENT])
    }

    /// Begins a checkpoint without generations and files that begin with these words.
    fn begin(&self, unwanted: &[&str]) -> Result<Journal, CheckpointError> {
        let begin = || {
            std::fs::create_dir_all(&self.path)?;
            for generation in self.manifests()? {
                std::fs::remove_file(self.manifest(generation))?;
            }
            self.remove_parts(&[])?;
            for name in self.names()? {
                if unwanted.iter().any(|word| name.starts_with(word)) {
                    std::fs::remove_file(self.path.join(name))?;
                }
            }
            Journal::create(&self.path.join(JOURNAL))
        };
        begin().map_err(|e| self.error(e))
    }

    /// Begins the journal of a part of a segment.
    pub fn begin_part(&self, first: u64, part: usize) -> io::Result<Journal> {
        Journal::create(&self.part_journal(first, part))
    }

    /// What a part of a segment has observed, and maybe more that no generation counts.
    pub fn entries_of(&self, first: u64, part: usize) -> io::Result<Entries> {
        Entries::open(&self.part_journal(first, part), u64::MAX)
    }

    /// The latest generation that is intact.
    pub fn latest(&self) -> Result<Generation, CheckpointError> {
        let steps = self.manifests().unwrap_or_default();
        let intact = steps.into_iter().rev().find_map(|step| {
            let generation = self.read(step).ok().filter(|read| read.step == step)?;
            let has_parts = (0..generation.parts).all(|part| self.open(step, part).is_ok());
            let entries = self.entries(&generation);
            let is_intact = has_parts && entries.is_ok_and(|mut all| all.all(|e| e.is_ok()));
            is_intact.then_some(generation)
        });
        let generation = intact.ok_or_else(|| CheckpointError::Missing(self.path.clone()))?;
        if generation.key == self.key {
            Ok(generation)
        } else {
            Err(CheckpointError::Another(self.path.clone()))
        }
    }

    /// Continues the journal of a generation.
    pub fn resume(&self, generation: &Generation) -> Result<Journal, CheckpointError> {
        let journal = Journal::resume(&self.path.join(JOURNAL), generation.journal);
        journal.map_err(|e| self.error(e))
    }

    /// What a generation has observed.
    pub fn entries(&self, generation: &Generation) -> io::Result<Entries> {
        Entries::open(&self.path.join(JOURNAL), generation.journal)
    }

    /// Begins a file of a generation.
    pub fn create(&self, step: u64, part: usize) -> io::Result<SealedWriter> {
        SealedWriter::create(&self.part(step, part))
    }

    /// Gives a file of a generation to a later one too, without writing it again.
    pub fn carry(&self, part: usize, from: u64, to: u64) -> io::Result<()> {
        let [from, to] = [from, to].map(|step| self.part(step, part));
        match std::fs::remove_file(&to) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e),
            _ => {}
        }
        std::fs::hard_link(from, &to)?;
        sync_folder(&to)
    }

    /// Opens a file of a generation.
    pub fn open(&self, step: u64, part: usize) -> io::Result<SealedReader> {
        SealedReader::open(&self.part(step, part))
    }

    /// Completes a generation, all files of which are written, and removes older ones.
    pub fn complete(
        &self,
        step: u64,
        segments: &[Segment],
        journal: u64,
    ) -> Result<(), CheckpointError> {
        let write = || {
            let generation = Generation {
                key: self.key.clone(),
                step,
                parts: segments.last().map_or(0, |segment| segment.parts),
                journal,
                segments: segments.to_vec(),
            };
            let mut manifest = SealedWriter::create(&self.manifest(step))?;
            manifest.write_all(&serde_json::to_vec(&generation)?)?;
            manifest.finish()?;
            let all = self.manifests()?;
            let (old, kept) = all.split_at(all.len().saturating_sub(KEPT));
            for step in old {
                std::fs::remove_file(self.manifest(*step))?;
            }
            self.remove_parts(kept)
        };
        write().map_err(|e| self.error(e))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn key(&self) -> &str {
        &self.key
    }

    /// The files of pieces with this name, and of their journal.
    pub(crate) fn pieces(&self, name: &str) -> [PathBuf; 2] {
        [format!("{PIECES}{name}"), format!("{PIECES}{name}-journal")]
            .map(|name| self.path.join(name))
    }

    /// Bytes of all pieces in it.
    pub fn piece_bytes(&self) -> u64 {
        let names = self.names().unwrap_or_default().into_iter();
        let pieces = names.filter(|name| name.starts_with(PIECES));
        let len = |name| std::fs::metadata(self.path.join(name)).map_or(0, |data| data.len());
        pieces.map(len).sum()
    }

    /// An error with the name of the folder.
    pub fn error(&self, source: io::Error) -> CheckpointError {
        CheckpointError::Files {
            folder: self.path.clone(),
            source,
        }
    }

    fn manifest(&self, step: u64) -> PathBuf {
        self.path.join(format!("step-{step}.json"))
    }

    fn part(&self, step: u64, part: usize) -> PathBuf {
        self.path.join(format!("step-{step}-rank-{part}.state"))
    }

    fn part_journal(&self, first: u64, part: usize) -> PathBuf {
        self.path.join(format!("{SEGMENT}{first}-rank-{part}"))
    }

    fn read(&self, step: u64) -> io::Result<Generation> {
        let file = SealedReader::open(&self.manifest(step))?;
        Ok(serde_json::from_reader(file)?)
    }

    /// The steps of all generations, in order.
    fn manifests(&self) -> io::Result<Vec<u64>> {
        let names = self.names()?;
        let step = |name: &String| {
            let number = name.strip_prefix("step-")?.strip_suffix(".json")?;
            number.parse().ok()
        };
        let mut steps: Vec<u64> = names.iter().filter_map(step).collect();
        steps.sort_unstable();
        Ok(steps)
    }

    /// Removes the files of all generations but these.
    fn remove_parts(&self, kept: &[u64]) -> io::Result<()> {
        let is_kept = |name: &str| {
            let mut kept = kept.iter();
            kept.any(|step| name.starts_with(&format!("step-{step}-")))
        };
        for name in self.names()? {
            if name.starts_with("step-") && name.contains("-rank-") && !is_kept(&name) {
                std::fs::remove_file(self.path.join(name))?;
            }
        }
        Ok(())
    }

    fn names(&self) -> io::Result<Vec<String>> {
        let entries = std::fs::read_dir(&self.path)?;
        let name = |entry: io::Result<std::fs::DirEntry>| {
            Ok(entry?.file_name().to_string_lossy().into_owned())
        };
        entries.map(name).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(folder: &Folder, step: u64, journal: u64) {
        for part in 0..2 {
            let mut file = folder.create(step, part).unwrap();
            file.write_all(format!("{step} {part}").as_bytes()).unwrap();
            file.finish().unwrap();
        }
        let segments = [Segment { first: 0, parts: 2 }];
        folder.complete(step, &segments, journal).unwrap();
    }

    #[test]
    fn a_file_is_carried_into_later_generations() {
        let temporary = tempfile::tempdir().unwrap();
        let folder = Folder::new(temporary.path(), "key");
        let mut journal = folder.clear().unwrap();
        let len = journal.sync().unwrap();
        write(&folder, 1, len);
        for step in 2..6 {
            folder.carry(0, step - 1, step).unwrap();
            let segments = [Segment { first: 0, parts: 1 }];
            folder.complete(step, &segments, len).unwrap();
        }
        let mut content = String::new();
        let mut file = folder.open(folder.latest().unwrap().step, 0).unwrap();
        std::io::Read::read_to_string(&mut file, &mut content).unwrap();
        assert_eq!(content, "1 0");
        assert!(folder.carry(0, 1, 9).is_err());
    }

    #[test]
    fn two_generations_are_kept_and_the_latest_intact_one_counts() {
        let temporary = tempfile::tempdir().unwrap();
        let folder = Folder::new(&temporary.path().join("run"), "key");
        assert!(matches!(folder.latest(), Err(CheckpointError::Missing(_))));
        let mut journal = folder.clear().unwrap();
        for step in [8, 16, 1000] {
            journal.append(&[7; 5]).unwrap();
            write(&folder, step, journal.sync().unwrap());
        }
        assert_eq!(folder.manifests().unwrap(), [16, 1000]);
        assert_eq!(folder.names().unwrap().len(), 2 * 3 + 1);
        let latest = folder.latest().unwrap();
        assert_eq!((latest.step, latest.parts), (1000, 2));
        assert_eq!(folder.entries(&latest).unwrap().count(), 3);
        std::fs::write(folder.part(1000, 1), "damaged").unwrap();
        let latest = folder.latest().unwrap();
        assert_eq!(latest.step, 16);
        assert_eq!(folder.entries(&latest).unwrap().count(), 2);
        let other = Folder::new(&folder.path, "other");
        assert!(matches!(other.latest(), Err(CheckpointError::Another(_))));
        assert_eq!(latest.segments, [Segment { first: 0, parts: 2 }]);
        let mut part = folder.begin_part(0, 1).unwrap();
        part.append(&[1]).unwrap();
        part.sync().unwrap();
        assert_eq!(
            folder.entries_of(0, 1).unwrap().next().unwrap().unwrap(),
            [1]
        );
        drop(folder.clear().unwrap());
        assert!(matches!(folder.latest(), Err(CheckpointError::Missing(_))));
        assert!(folder.entries_of(0, 1).is_err());
    }
}
