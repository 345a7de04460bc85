//! Copy bandwidth within the memory of a device.

use std::time::{Duration, Instant};

/// Larger than any cache, small compared with the memory.
const BYTES: u64 = 256 << 20;
const SPENT: Duration = Duration::from_millis(300);
const COPIES: usize = 20;

/// Bytes to copy on a device with buffers of at most `largest` bytes and `memory` bytes in all.
pub(super) fn size(largest: u64, memory: u64) -> u64 {
    BYTES.min(largest).min(memory / 8) / 256 * 256
}

/// Bytes per second, read and written, of the fastest of several copies; `copy` returns when it is done.
pub(super) fn bandwidth<E>(bytes: u64, mut copy: impl FnMut() -> Result<(), E>) -> Result<f64, E> {
    // The first one allocates.
    copy()?;
    let begun = Instant::now();
    let mut best = Duration::MAX;
    for _ in 0..COPIES {
        let start = Instant::now();
        copy()?;
        best = best.min(start.elapsed());
        if begun.elapsed() > SPENT {
            break;
        }
    }
    Ok(2.0 * bytes as f64 / best.as_secs_f64())
}
