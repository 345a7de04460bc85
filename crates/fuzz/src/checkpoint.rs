//! The files of a checkpoint, with and without intact checksums.

use crate::bytes::Bytes;
use crate::folder::{Folder as Temporary, in_folder, write_journal, write_sealed};
use poynting::Request;
use poynting_checkpoint::Folder;
use std::io::Read;

const MANIFEST: &str = "step-8.json";
const STATE: &str = "step-8-rank-0.state";
const JOURNALS: [&str; 2] = ["journal", "journal-from-0-rank-0"];
/// Bytes that are read of a state.
const MOST: u64 = 1 << 20;

/// The bytes are files one after another: a byte that says which and how it is written, two for its length, and its content.
pub fn checkpoint(bytes: &[u8]) {
    in_folder(|place| {
        let mut bytes = Bytes::new(bytes);
        while !bytes.is_empty() {
            let (which, length) = (bytes.byte(), bytes.below(1 << 16));
            write(place, which, bytes.take(length));
        }
        read(place);
    });
}

/// `run.json`, which says what a run was asked to do.
pub fn request(bytes: &[u8]) {
    if let Ok(request) = Request::from_json(bytes) {
        let again = Request::from_json(request.to_json().as_bytes());
        assert_eq!(again, Ok(request));
    }
}

fn write(place: &Temporary, which: u8, content: &[u8]) {
    let name = match which & 3 {
        0 => MANIFEST,
        1 => STATE,
        n => JOURNALS[usize::from(n) - 2],
    };
    let written = match (which & 4 == 0, which & 3) {
        (false, _) => {
            place.put(name, content);
            Ok(())
        }
        (true, 0 | 1) => write_sealed(&place.file(name), content),
        (true, _) => {
            let entries = content.split(|byte| *byte == b'\n');
            write_journal(&place.file(name), entries)
        }
    };
    written.expect("the temporary folder can be written");
}

fn read(place: &Temporary) {
    let folder = Folder::new(place.path(), "key");
    if let Ok(generation) = folder.latest() {
        for part in 0..generation.parts {
            let state = folder.open(generation.step, part);
            let read = state.and_then(|state| state.take(MOST).read_to_end(&mut Vec::new()));
            read.expect("an intact part can be read");
        }
        let entries = folder.entries(&generation).expect("an intact journal");
        assert!(entries.into_iter().all(|entry| entry.is_ok()));
        drop(folder.resume(&generation).expect("an intact journal"));
    }
    if let Ok(entries) = folder.entries_of(0, 0) {
        entries.for_each(drop);
    }
}
