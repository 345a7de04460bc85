//! The peak resident memory of this process, if the system reports it.

/// Resets the peak: on Linux, `VmHWM` becomes the current resident size.
pub fn reset() {
    #[cfg(target_os = "linux")]
    {
        // If this is not permitted, the peak of the whole process is reported, which is at least as large.
        drop(std::fs::write("/proc/self/clear_refs", "5"));
    }
}

/// Peak bytes since [`reset`].
pub fn bytes() -> Option<u64> {
    #[cfg(target_os = "linux")]
    {
        high_water(&std::fs::read_to_string("/proc/self/status").ok()?)
    }
    #[cfg(not(target_os = "linux"))]
    {
        None
    }
}

/// `VmHWM:     1234 kB`, where a kB is 1024 bytes.
#[cfg(target_os = "linux")]
fn high_water(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(1024 * kib)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_peak_rises_with_what_is_touched_and_falls_when_it_begins_anew() {
        assert_eq!(high_water("VmPeak:  9 kB\nVmHWM:\t  12 kB\n"), Some(12288));
        let size = 64 << 20;
        let before = bytes().unwrap();
        let touched = vec![1_u8; size];
        assert_eq!(touched[size / 2], 1);
        let during = bytes().unwrap();
        assert!(
            during >= before.min(during) && during > size as u64,
            "{during}"
        );
        drop(touched);
        reset();
        assert!(bytes().unwrap() + (size as u64) / 2 < during);
    }
}
