//! The head of the file, checked before the library sees it.
//!
//! Versions 0 and 1 of the superblock, by byte: 0 signature, 8 version, 13 size of addresses, 14 size of lengths; from 24 (version 0) or 28 four addresses: base,
//! free space, end of file, driver. Versions 2 and 3: 9 and 10 the sizes; from 12 base, extension, end of file, root; 44 a checksum.
//! (The HDF Group, HDF5 File Format Specification 3.0, section II.A.)
//!
//! The library trusts addresses below the end of file that the head declares: that end must not lie beyond the file. A driver block could name other files.
//! Free space and the extension of the head, with an image of the cache, are refused unread: a run writes neither, and most published overflows of the library
//! are in their decoding (HDFGroup/hdf5, issues 5370, 5379, 5380, 5550, 5571, 5577, 5579).

use crate::ResultsError;
use crate::input::{damaged, size};
use std::fs::File;
use std::io::Read;
use std::path::Path;

const SIGNATURE: &[u8; 8] = b"\x89HDF\r\n\x1a\n";
/// The longest head.
const LENGTH: usize = 64;
const UNDEFINED: u64 = u64::MAX;

/// Checks the head; returns the size of the file.
pub(super) fn check(path: &Path) -> Result<u64, ResultsError> {
    let missing = || ResultsError::io(path)(std::io::ErrorKind::NotFound.into());
    let size = size(path)?.ok_or_else(missing)?;
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(LENGTH as u64).read_to_end(&mut head));
    read.map_err(ResultsError::io(path))?;
    match fault(&head, size) {
        Some(cause) => Err(damaged(path, "the head of the file", cause)),
        None => Ok(size),
    }
}

/// What is wrong with the head of a file of this size.
fn fault(head: &[u8], size: u64) -> Option<String> {
    if head.len() < 48 || !head.starts_with(SIGNATURE) {
        return Some("it is not that of an HDF5 file".to_owned());
    }
    let (sizes, from, end, driver) = match head[8] {
        0 => (13, 24, 2, Some(3)),
        1 => (13, 28, 2, Some(3)),
        2 | 3 => (9, 12, 2, None),
        version => return Some(format!("version {version} of the format is not known")),
    };
    if head[sizes..sizes + 2] != [8, 8] {
        return Some("addresses and lengths must have 8 bytes each".to_owned());
    }
    let address = |n: usize| {
        let bytes = head.get(from + 8 * n..from + 8 * n + 8);
        let bytes = bytes.and_then(|bytes| <[u8; 8]>::try_from(bytes).ok());
        bytes.map_or(UNDEFINED, u64::from_le_bytes)
    };
    if address(0) != 0 {
        return Some("the data must begin with the file".to_owned());
    }
    if address(1) != UNDEFINED {
        return Some("it has parts that no run writes".to_owned());
    }
    if address(end) > size {
        return Some(format!(
            "the file is truncated: it has {size} bytes of {}",
            address(end)
        ));
    }
    let driven = driver.is_some_and(|n| address(n) != UNDEFINED);
    driven.then(|| "the data would be in other files".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The head that the library writes by default, of a file of 96 bytes.
    fn version_0() -> Vec<u8> {
        let mut head = SIGNATURE.to_vec();
        head.extend([0, 0, 0, 0, 0, 8, 8, 0, 4, 0, 16, 0, 0, 0, 0, 0]);
        for address in [0, UNDEFINED, 96, UNDEFINED, 0] {
            head.extend(address.to_le_bytes());
        }
        head
    }

    fn version_3() -> Vec<u8> {
        let mut head = SIGNATURE.to_vec();
        head.extend([3, 8, 8, 0]);
        for address in [0, UNDEFINED, 96, 48] {
            head.extend(u64::to_le_bytes(address));
        }
        head.extend([0; 16]);
        head
    }

    #[test]
    fn a_sound_head_is_accepted_and_a_truncated_file_is_not() {
        for head in [version_0(), version_3()] {
            assert_eq!(fault(&head, 96), None);
            assert_eq!(fault(&head, 1000), None);
            let cause = fault(&head, 95).unwrap();
            assert!(cause.contains("95 bytes of 96"), "{cause}");
            assert!(fault(&head[..40], 96).is_some());
        }
    }

    #[test]
    fn changed_bytes_are_found() {
        for (at, value) in [
            (0, 0),
            (8, 4),
            (13, 4),
            (14, 2),
            (24, 1),
            (32, 0),
            (47, 1),
            (48, 0),
        ] {
            let mut head = version_0();
            head[at] = value;
            assert!(fault(&head, 96).is_some(), "byte {at}");
        }
        for (at, value) in [(8, 9), (9, 4), (10, 4), (12, 1), (20, 0), (35, 1)] {
            let mut head = version_3();
            head[at] = value;
            assert!(fault(&head, 96).is_some(), "byte {at}");
        }
    }
}
