//! Replays the corpus: what once broke a reader, and inputs that reach what fuzzing has reached.

// Helpers outside of tests fail them.
#![allow(clippy::unwrap_used)]

use poynting_fuzz::{TARGETS, dictionary};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// One input takes milliseconds, also where the compiler does not optimise.
const LONGEST: Duration = Duration::from_secs(10);

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus")
}

fn names(folder: &Path) -> BTreeSet<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

/// Without a folder in the corpus a target would not be replayed, and fuzzing would begin from nothing.
#[test]
fn every_target_has_a_corpus_and_a_limit() {
    let targets: BTreeSet<String> = TARGETS.iter().map(|t| t.name.to_owned()).collect();
    assert_eq!(targets.len(), TARGETS.len());
    assert_eq!(names(&corpus()), targets);
    for target in TARGETS {
        assert!(target.max_len > 0 && target.share > 0, "{}", target.name);
    }
}

#[test]
fn the_corpus_is_read_without_a_panic() {
    for target in TARGETS {
        let folder = corpus().join(target.name);
        for name in names(&folder) {
            let bytes = std::fs::read(folder.join(&name)).unwrap();
            println!("{}/{name}", target.name);
            let begun = Instant::now();
            (target.run)(&bytes);
            assert!(begun.elapsed() < LONGEST);
        }
    }
}

/// As libFuzzer reads it: a quoted word per line.
#[test]
fn the_dictionary_has_the_words_of_scenes() {
    let text = dictionary();
    for line in text.lines() {
        assert!(
            line.len() > 2 && line.starts_with('"') && line.ends_with('"'),
            "{line}"
        );
    }
    for word in ["\"domain\"", "\"plane-wave\"", "\"4 mm\""] {
        assert!(text.lines().any(|line| line == word), "{word}");
    }
}
