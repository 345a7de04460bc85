//! The files and datasets that a virtual dataset takes its values from.
//!
//! The binding reads them together with the selections, and refuses selections of one block of many elements, which is how the library keeps contiguous boxes.

#![allow(unsafe_code)]

use hdf5::plist::DatasetCreate;
use hdf5::sync::sync;
use hdf5_sys::h5p::{H5Pget_virtual_count, H5Pget_virtual_dsetname, H5Pget_virtual_filename};
use std::ffi::{CStr, c_char};

/// The longest name of a file or dataset.
const LONGEST: usize = 4096;

/// Where a part of a virtual dataset is.
pub(super) struct VirtualSource {
    /// The file.
    pub file: String,
    /// The dataset in it.
    pub dataset: String,
}

/// The sources of a virtual dataset.
pub(super) fn virtual_sources(creation: &DatasetCreate) -> hdf5::Result<Vec<VirtualSource>> {
    sync(|| {
        let (list, mut count) = (creation.id(), 0);
        // SAFETY: the list is open as long as `creation` lives, and `count` is of the type that is written.
        if unsafe { H5Pget_virtual_count(list, &raw mut count) } < 0 {
            return Err("its virtual parts cannot be counted".into());
        }
        let one = |n: usize| {
            Ok(VirtualSource {
                // SAFETY: `name` passes a buffer of the size that it passes.
                file: name(|to, size| unsafe { H5Pget_virtual_filename(list, n, to, size) })?,
                // SAFETY: as above.
                dataset: name(|to, size| unsafe { H5Pget_virtual_dsetname(list, n, to, size) })?,
            })
        };
        (0..count).map(one).collect()
    })
}

/// A name that `get` writes into a buffer of a given size; it returns the length of the name.
fn name(get: impl Fn(*mut c_char, usize) -> isize) -> hdf5::Result<String> {
    let mut buffer = vec![0u8; LONGEST + 1];
    let length = get(buffer.as_mut_ptr().cast(), buffer.len());
    let text = CStr::from_bytes_until_nul(&buffer).ok();
    let text = text.and_then(|text| text.to_str().ok());
    match (usize::try_from(length), text) {
        (Ok(length), Some(text)) if length <= LONGEST => literal(text),
        _ => Err("the name of a virtual part cannot be read".into()),
    }
}

/// The name that a template without a number stands for: `%%` is `%`, and `%b` would be the number of a block.
fn literal(template: &str) -> hdf5::Result<String> {
    let parts: Vec<&str> = template.split("%%").collect();
    if parts.iter().any(|part| part.contains('%')) {
        return Err("a virtual part has a template in place of a name".into());
    }
    Ok(parts.join("%"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_not_names() {
        assert_eq!(literal("snapshot/100%%b/Ez").unwrap(), "snapshot/100%b/Ez");
        assert!(literal("rank-%b.h5").is_err() && literal("%%%b").is_err());
    }
}
