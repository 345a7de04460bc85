//! Space and speed of disks.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use crate::scratch::ScratchError;

/// Bytes that are written to measure a speed.
const WRITTEN: usize = 64 << 20;

/// Seconds in which the disk of temporary files takes a byte.
pub fn writing_seconds() -> Result<f64, ScratchError> {
    let mut file = tempfile::tempfile()?;
    let some = vec![1; WRITTEN];
    let start = Instant::now();
    file.write_all(&some)?;
    file.sync_data()?;
    Ok(start.elapsed().as_secs_f64() / WRITTEN as f64)
}

/// Bytes that this process may still write to the disk of a folder; `None` where the system does not report it.
#[cfg(unix)]
pub fn free_disk(folder: &Path) -> Option<u64> {
    use std::os::unix::ffi::OsStrExt;
    let path = std::ffi::CString::new(folder.as_os_str().as_bytes()).ok()?;
    // SAFETY: all fields are integers, for which zero is valid.
    let mut found: libc::statvfs = unsafe { std::mem::zeroed() };
    // SAFETY: the path ends with a zero, and both pointers are valid for the duration of the call.
    let failed = unsafe { libc::statvfs(path.as_ptr(), &raw mut found) } != 0;
    #[allow(
        clippy::unnecessary_cast,
        clippy::useless_conversion,
        reason = "the width of these numbers depends on the system"
    )]
    let free = (found.f_bavail as u64).saturating_mul(found.f_frsize as u64);
    (!failed).then_some(free)
}

/// Bytes that this process may still write to the disk of a folder; `None` where the system does not report it.
#[cfg(not(unix))]
pub fn free_disk(_: &Path) -> Option<u64> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "asks the system")]
    fn the_disk_of_temporary_files_has_space() {
        assert!(free_disk(&std::env::temp_dir()).unwrap() > 1 << 20);
        assert!(writing_seconds().unwrap() > 0.0);
        assert_eq!(free_disk(Path::new("/no/such/folder")), None);
    }
}
