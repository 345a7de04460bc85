//! Heaps of texts, checked before the library sees them.
//!
//! By byte: 0 signature `GCOL`, 4 version, 8 size of the heap; from 16 objects, each with 0 index, 8 size, 16 data, padded to 8 bytes. The object with index 0
//! is what is free, and its size includes its own head. (The HDF Group, HDF5 File Format Specification 3.0, section III.E.)
//!
//! The library goes from object to object by their sizes. An object without a size leads to itself, and version 1.14.6 then never returns; one that is too long
//! leads out of the heap. Texts refer to their heap by its address, which only the library knows: so all heaps of the file are looked for. A file that is full of
//! them is refused, because one may lie in another.

use std::io::{self, Read, Seek, SeekFrom};

const SIGNATURE: &[u8; 8] = b"GCOL\x01\0\0\0";
/// Bytes before the objects, and before the data of each.
const HEAD: u64 = 16;
/// Objects of all heaps: a run writes a few for each quantity.
const MOST: u64 = 1_000_000;
/// Bytes that are read at once.
const STRETCH: usize = 1 << 20;

/// What is wrong with a heap of a file of this size.
pub(super) fn fault(file: &mut (impl Read + Seek), size: u64) -> io::Result<Option<String>> {
    let mut left = MOST;
    let mut bytes = vec![0; STRETCH + SIGNATURE.len() - 1];
    for first in (0..size).step_by(STRETCH) {
        file.seek(SeekFrom::Start(first))?;
        let len = (size - first).min(bytes.len() as u64) as usize;
        file.read_exact(&mut bytes[..len])?;
        for at in memchr::memmem::find_iter(&bytes[..len], SIGNATURE) {
            let at = first + at as u64;
            if !is_sound(file, at..size, &mut left)? {
                return Ok(Some(format!("the heap of texts at byte {at} is damaged")));
            }
            if left == 0 {
                return Ok(Some("it has more texts than a run writes".to_owned()));
            }
        }
    }
    Ok(None)
}

/// Whether the objects of a heap follow each other to its end, which lies in the file.
fn is_sound(
    file: &mut (impl Read + Seek),
    place: std::ops::Range<u64>,
    left: &mut u64,
) -> io::Result<bool> {
    let mut number = |at: u64| {
        let mut bytes = [0; 8];
        file.seek(SeekFrom::Start(at))?;
        file.read_exact(&mut bytes)
            .map(|()| u64::from_le_bytes(bytes))
    };
    if place.end - place.start < HEAD {
        return Ok(false);
    }
    let end = place.start.checked_add(number(place.start + 8)?);
    let places = place.start + HEAD..=place.end;
    let Some(end) = end.filter(|end| places.contains(end)) else {
        return Ok(false);
    };
    let mut at = place.start + HEAD;
    while *left > 0 && at.checked_add(HEAD).is_some_and(|data| data <= end) {
        *left -= 1;
        let index = number(at)? as u16;
        let size = number(at + 8)?;
        let next = if index == 0 {
            at.checked_add(size)
        } else {
            let padded = size.checked_next_multiple_of(8);
            padded.and_then(|size| size.checked_add(at + HEAD))
        };
        match next {
            Some(next) if next >= at + HEAD && next <= end => at = next,
            _ => return Ok(false),
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    /// Something, and a heap with texts of 5 and 8 bytes and 24 free ones.
    fn file() -> Vec<u8> {
        let mut bytes = vec![7; 100];
        bytes.extend(SIGNATURE);
        bytes.extend(96_u64.to_le_bytes());
        for (index, size, data) in [(1_u64, 5_u64, 8), (2, 8, 8), (0, 32, 16)] {
            bytes.extend(index.to_le_bytes());
            bytes.extend(size.to_le_bytes());
            bytes.extend(vec![b'x'; data]);
        }
        bytes
    }

    fn found(bytes: &[u8]) -> Option<String> {
        fault(&mut Cursor::new(bytes), bytes.len() as u64).unwrap()
    }

    #[test]
    fn a_sound_heap_is_accepted() {
        assert_eq!(found(&file()), None);
        // Wherever it is, also across the ends of what is read at once.
        for before in STRETCH - 130..STRETCH - 90 {
            let mut far = vec![0; before];
            far.extend(file());
            assert_eq!(found(&far), None);
            far[before + 100 + 8] = 200;
            assert!(found(&far).is_some());
        }
    }

    #[test]
    fn sizes_that_lead_nowhere_are_found() {
        // The free object without a size, sizes that overflow, and those that lead out of the heap or the file.
        for (at, size) in [
            (172, 0),
            (172, 8),
            (172, 40),
            (124, u64::MAX),
            (124, u64::MAX - 30),
            (148, 80),
            (108, 97),
            (108, u64::MAX),
        ] {
            let mut bytes = file();
            bytes[at..at + 8].copy_from_slice(&u64::to_le_bytes(size));
            let said = found(&bytes).unwrap_or_else(|| panic!("{at} {size}"));
            assert!(said.contains("at byte 100"), "{said}");
        }
    }

    /// Texts that are the heads of heaps, each of which contains all that follow.
    #[test]
    fn heaps_within_each_other_are_refused_soon() {
        let texts = 40_000;
        let mut bytes = Vec::new();
        for n in (0..texts).rev() {
            bytes.extend(SIGNATURE);
            bytes.extend((32 * n + 16_u64).to_le_bytes());
            if n > 0 {
                bytes.extend([1_u64, 16].map(u64::to_le_bytes).concat());
            }
        }
        let said = found(&bytes).unwrap();
        assert!(said.contains("more texts"), "{said}");
    }
}
