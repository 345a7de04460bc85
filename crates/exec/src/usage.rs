//! The processor time of this process.

use std::time::Duration;

/// User and system time of all threads of this process so far; `None` where the system does not report it.
#[cfg(unix)]
pub fn processor_time() -> Option<Duration> {
    // SAFETY: all fields are integers, for which zero is valid.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: the pointer is valid for the duration of the call.
    let failed = unsafe { libc::getrusage(libc::RUSAGE_SELF, &raw mut usage) } != 0;
    (!failed).then(|| duration(usage.ru_utime) + duration(usage.ru_stime))
}

/// The largest memory of this process so far, in bytes; `None` where the system does not report it.
#[cfg(target_os = "linux")]
pub fn peak_memory() -> Option<u64> {
    // SAFETY: all fields are integers, for which zero is valid.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: the pointer is valid for the duration of the call.
    let failed = unsafe { libc::getrusage(libc::RUSAGE_SELF, &raw mut usage) } != 0;
    // In kilobytes here, in other units elsewhere.
    (!failed).then_some(usage.ru_maxrss as u64 * 1024)
}

/// The memory that this process has now, in bytes; `None` where the system does not report it.
#[cfg(target_os = "linux")]
pub fn resident_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split(' ').nth(1)?.parse().ok()?;
    // SAFETY: it only asks for a number.
    let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    Some(pages * u64::try_from(page).ok()?)
}

/// The memory that this process has now, in bytes; `None` where the system does not report it.
#[cfg(not(target_os = "linux"))]
pub fn resident_memory() -> Option<u64> {
    None
}

/// The largest memory of this process so far, in bytes; `None` where the system does not report it.
#[cfg(not(target_os = "linux"))]
pub fn peak_memory() -> Option<u64> {
    None
}

#[cfg(unix)]
fn duration(time: libc::timeval) -> Duration {
    Duration::from_secs(time.tv_sec as u64) + Duration::from_micros(time.tv_usec as u64)
}

/// User and system time of all threads of this process so far; `None` where the system does not report it.
#[cfg(not(unix))]
pub fn processor_time() -> Option<Duration> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::hint::black_box;
    use std::time::Instant;

    #[test]
    fn it_grows_with_work_on_any_thread() {
        let before = processor_time().unwrap();
        let goal = before + Duration::from_millis(20);
        let start = Instant::now();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let mut sum = 0_u64;
                // A busy machine may leave little of its time to this thread.
                while processor_time().unwrap() < goal && start.elapsed().as_secs() < 60 {
                    sum = (0..100_000).fold(sum, |sum, n| black_box(sum ^ n));
                }
            });
        });
        assert!(processor_time().unwrap() >= goal);
    }
}
