//! The CPU.

use crate::memory::total_memory;
use crate::{Budget, Pool, SimdLevel};
use std::time::{Duration, Instant};

/// The CPU, as `poynting devices` lists it.
#[derive(Debug, Clone)]
pub struct CpuDevice {
    /// Its name.
    pub name: String,
    /// Cores that this process may use.
    pub cores: usize,
    /// The widest SIMD level.
    pub simd: &'static str,
    /// Total memory in bytes.
    pub memory: u64,
    /// Free memory in bytes.
    pub available: u64,
    /// Second-level cache per core in bytes, if the system reports it.
    pub l2_bytes: Option<u64>,
    /// Bandwidth of a large copy on one thread in bytes per second, reads and writes counted.
    pub copy_bandwidth: f64,
}

/// Describes the CPU; the copy takes about a quarter of a second.
pub fn cpu_device() -> CpuDevice {
    CpuDevice {
        name: cpu_name(),
        cores: Pool::cores(),
        simd: SimdLevel::detect().name(),
        memory: total_memory(),
        available: Budget::of_this_machine().bytes,
        l2_bytes: l2_bytes(),
        copy_bandwidth: copy_bandwidth(),
    }
}

/// The name that the CPU reports, or its architecture.
pub fn cpu_name() -> String {
    let mut system = sysinfo::System::new();
    system.refresh_cpu_list(sysinfo::CpuRefreshKind::nothing());
    let brand = system.cpus().first().map(|c| c.brand().trim().to_owned());
    let name = brand.filter(|b| !b.is_empty());
    name.unwrap_or_else(|| std::env::consts::ARCH.to_owned())
}

/// Second-level cache of the first core in bytes.
pub fn l2_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/sys/devices/system/cpu/cpu0/cache/index2/size").ok()?;
    let kib = text.trim().strip_suffix('K')?;
    Some(kib.parse::<u64>().ok()? * 1024)
}

fn copy_bandwidth() -> f64 {
    const BYTES: usize = 128 << 20;
    let from = vec![1u8; BYTES];
    let mut to = vec![0u8; BYTES];
    let mut best = Duration::MAX;
    for _ in 0..4 {
        let start = Instant::now();
        std::hint::black_box(&mut to).copy_from_slice(std::hint::black_box(&from));
        best = best.min(start.elapsed());
    }
    2.0 * BYTES as f64 / best.as_secs_f64()
}

#[cfg(test)]
mod tests {
    #[test]
    #[cfg_attr(miri, ignore = "asks the system")]
    fn the_processor_is_described() {
        let cpu = super::cpu_device();
        assert!(cpu.cores > 0 && cpu.memory >= cpu.available && !cpu.name.is_empty());
        assert!(cpu.copy_bandwidth > 1e8);
    }
}
