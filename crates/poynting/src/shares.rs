//! How much of a grid each of several devices gets.
//!
//! The shares are in proportion to the measured speeds of the devices, except that no device gets more than its memory holds: what does not fit there goes
//! to the others, again in proportion to their speeds.

use crate::RunOptions;
use poynting_exec::{Device, DeviceError, Devices, ExceedsMemory};

/// The part of a device's memory that its share may need. Halos and buffers of messages take the rest.
const USABLE: f64 = 0.9;

/// The largest share of a grid that each device can hold, where `needed` is what all of it would need there. A limit in the options holds for each GPU; the
/// processor has what is free. A device that is named several times divides its memory.
pub fn capacities(
    devices: Devices,
    options: &RunOptions,
    needed: impl Fn(Device) -> u64,
) -> Result<Vec<f64>, DeviceError> {
    let capacity = |device: &Device| {
        let free = device.budget()?.bytes;
        let limit = options.budget.filter(|_| *device != Device::Cpu);
        let usable = limit.map_or(free, |limit| free.min(limit.bytes));
        let named = devices.all().iter().filter(|other| *other == device);
        let parts = named.count() as f64;
        Ok(USABLE * usable as f64 / (parts * needed(*device) as f64))
    };
    devices.all().iter().map(capacity).collect()
}

/// Refuses a model of so many bytes that all devices together cannot hold.
pub fn fits(needed: u64, capacities: &[f64]) -> Result<(), ExceedsMemory> {
    let all: f64 = capacities.iter().sum();
    if all >= 1.0 {
        return Ok(());
    }
    Err(ExceedsMemory {
        needed,
        available: (needed as f64 * all) as u64,
        device: None,
    })
}

/// Shares in proportion to `speeds`, none above its capacity; they add up to 1 if the capacities allow it.
#[cfg(any(feature = "gpu", test))]
pub fn proportional(speeds: &[f64], capacities: &[f64]) -> Vec<f64> {
    let mut shares = vec![0.0; speeds.len()];
    let mut full = vec![false; speeds.len()];
    // In every round but the last a device becomes full.
    for _ in 0..speeds.len() {
        let open = |n: &usize| !full[*n];
        let used: f64 = (0..speeds.len())
            .filter(|n| full[*n])
            .map(|n| shares[n])
            .sum();
        let speed: f64 = (0..speeds.len()).filter(open).map(|n| speeds[n]).sum();
        for n in (0..speeds.len()).filter(open).collect::<Vec<_>>() {
            shares[n] = (1.0 - used) * speeds[n] / speed;
        }
        let Some(n) = (0..speeds.len()).find(|n| !full[*n] && shares[*n] > capacities[*n]) else {
            break;
        };
        (shares[n], full[n]) = (capacities[n], true);
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_close(found: &[f64], expected: &[f64]) {
        for (a, b) in found.iter().zip(expected) {
            assert!((a - b).abs() < 1e-12, "{found:?}, expected {expected:?}");
        }
    }

    #[test]
    fn shares_follow_the_speed() {
        assert_close(&proportional(&[300.0, 100.0], &[2.0, 2.0]), &[0.75, 0.25]);
    }

    #[test]
    fn what_does_not_fit_goes_to_the_others() {
        let shares = proportional(&[900.0, 50.0, 50.0], &[0.5, 4.0, 0.1]);
        assert_close(&shares, &[0.5, 0.4, 0.1]);
        // A full device may leave too much for another one.
        let shares = proportional(&[8.0, 1.0, 1.0], &[0.1, 0.3, 4.0]);
        assert_close(&shares, &[0.1, 0.3, 0.6]);
    }
}
