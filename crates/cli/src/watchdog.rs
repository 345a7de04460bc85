//! Ends a check that takes far longer than was estimated.
//!
//! Plans estimate their work before they begin it and leave out what would take long. No estimate covers every scene, so the time and memory of
//! planning are watched as well.

use crate::exit::Exit;
use crate::output::note;
use poynting::{format_bytes, peak_memory, processor_time};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// Processor time after which planning ends.
const LONGEST: Duration = Duration::from_secs(6);
/// Memory beyond which planning ends, in bytes.
const LARGEST: u64 = 1_500_000_000;
/// How often both are read.
const EVERY: Duration = Duration::from_millis(50);

/// Watches until it is dropped.
pub struct Watchdog {
    _end: Sender<()>,
}

impl Watchdog {
    /// Ends the process when it has used more processor time or memory than a check may.
    pub fn start() -> Self {
        let (end, ended) = channel::<()>();
        let begun = processor_time().unwrap_or_default();
        // Without a thread to watch it, the check takes as long as it takes.
        let _ = std::thread::Builder::new()
            .name("watchdog".to_owned())
            .spawn(move || {
                while ended.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
                    let time = processor_time().unwrap_or_default().saturating_sub(begun);
                    let memory = peak_memory().unwrap_or(0);
                    if time > LONGEST || memory > LARGEST {
                        stop(time, memory);
                    }
                }
            });
        Self { _end: end }
    }
}

fn stop(time: Duration, memory: u64) -> ! {
    note(format_args!(
        "error: the check has taken {:.0} s of processor time and {} of memory, and is not complete",
        time.as_secs_f64(),
        format_bytes(memory)
    ));
    note(" help: check a smaller or coarser model, or let it take what it needs with --deep");
    std::process::exit(Exit::Memory as i32)
}
