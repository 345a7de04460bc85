//! Available memory, and an error with the figures before anything large is allocated.

use crate::usage::resident_memory;
use std::fmt::Display;

/// A model that does not fit.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "the model needs {} ({needed} bytes), but only {} ({available} bytes) of memory is available{}",
    format_bytes(*needed),
    format_bytes(*available),
    on(device.as_deref())
)]
pub struct ExceedsMemory {
    /// Bytes that the model needs.
    pub needed: u64,
    /// Bytes available.
    pub available: u64,
    /// The device, with its name, if it is not this machine.
    pub device: Option<String>,
}

fn on(device: Option<&str>) -> String {
    device.map_or(String::new(), |d| format!(" on {d}"))
}

/// Bytes that a process may use: on a GPU, or on this machine with all that the process has already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// The limit.
    pub bytes: u64,
}

impl Budget {
    /// Free memory of this machine, or of the control group this process runs in, and what this process has of it.
    pub fn of_this_machine() -> Self {
        let mut system = sysinfo::System::new();
        system.refresh_memory();
        let free = system.available_memory();
        // The limit of a control group applies to process memory, not to file caches, which are evicted.
        let of_group = |group: sysinfo::CGroupLimits| group.total_memory.saturating_sub(group.rss);
        let bytes = system
            .cgroup_limits()
            .map_or(free, |group| free.min(of_group(group)));
        Self {
            bytes: bytes + resident_memory().unwrap_or(0),
        }
    }

    /// Rejects what does not fit into this machine.
    pub fn check(self, needed: u64) -> Result<(), ExceedsMemory> {
        self.refuse(needed, || None)
    }

    /// Rejects what does not fit into a device, named in the message.
    pub fn check_on(self, device: &impl Display, needed: u64) -> Result<(), ExceedsMemory> {
        self.refuse(needed, || Some(device.to_string()))
    }

    fn refuse(
        self,
        needed: u64,
        device: impl FnOnce() -> Option<String>,
    ) -> Result<(), ExceedsMemory> {
        if needed > self.bytes {
            return Err(ExceedsMemory {
                needed,
                available: self.bytes,
                device: device(),
            });
        }
        Ok(())
    }
}

/// Total memory of this machine in bytes.
pub(crate) fn total_memory() -> u64 {
    let mut system = sysinfo::System::new();
    system.refresh_memory();
    system.total_memory()
}

/// `1.5 GiB` and the like.
pub fn format_bytes(bytes: u64) -> String {
    const UNITS: [&str; 5] = ["B", "KiB", "MiB", "GiB", "TiB"];
    let mut value = bytes as f64;
    let mut unit = 0;
    while value >= 1024.0 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    if unit == 0 {
        format!("{bytes} B")
    } else {
        format!("{value:.1} {}", UNITS[unit])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_names_both_numbers() {
        let budget = Budget { bytes: 3 << 30 };
        assert!(budget.check(3 << 30).is_ok());
        let text = budget.check(5 << 30).unwrap_err().to_string();
        assert!(
            text.contains("5.0 GiB (5368709120 bytes)") && text.contains("3.0 GiB"),
            "{text}"
        );
        assert!(text.ends_with("of memory is available"), "{text}");
        let text = budget.check_on(&"gpu:0 (A GPU)", 5 << 30);
        let text = text.unwrap_err().to_string();
        assert!(
            text.ends_with("of memory is available on gpu:0 (A GPU)"),
            "{text}"
        );
        assert!(budget.check_on(&"gpu:0 (A GPU)", 3 << 30).is_ok());
    }

    #[test]
    #[cfg_attr(miri, ignore = "asks the system")]
    fn this_machine_has_memory() {
        assert!(Budget::of_this_machine().bytes > 1 << 20);
    }
}
