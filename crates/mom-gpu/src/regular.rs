//! Separated pairs of triangles on a device: one thread per pair, one launch per rule and integral equation.
//!
//! The host assigns pairs to rules, so that all threads of a launch have the same number of points and the choice is identical to that
//! of the CPU. Sums run in the same order as on the CPU.

mod kernels;

use cubecl::prelude::*;
use poynting_exec::gpu::queue::{Answer, Buffer, Queue};
use poynting_exec::{GpuLimits, Real};
use poynting_mom_core::{Corners, Electric, Magnetic, Pair, Points};

use kernels::{ENTRIES, POINT, PairsLaunch, TRIANGLE, electric_pairs, magnetic_pairs};

/// Triangles, rules and the entries of a panel on a device.
pub struct RegularOnDevice<'q, R: Runtime, T> {
    queue: &'q Queue<R>,
    triangles: Buffer<T>,
    points: Buffer<T>,
    /// Start of the points of each rule, and the end of the last.
    rules: Vec<usize>,
    entries: Buffer<T>,
    count: usize,
}

/// Bytes of the entries of a panel of `width` trial triangles, of `count` triangles in all.
pub fn entries_bytes<T: Real>(count: usize, width: usize) -> u64 {
    (ENTRIES * count * width) as u64 * T::BYTES
}

/// Maximum number of trial triangles per panel that fits in one buffer.
pub fn widest<T: Real>(count: usize, limits: GpuLimits) -> usize {
    // Kernels use 32-bit indices.
    let most = (limits.buffer_bytes / T::BYTES).min(u64::from(u32::MAX));
    most as usize / (ENTRIES * count)
}

/// Bytes on a device for panels of `width` trial triangles.
pub fn device_bytes<T: Real>(count: usize, width: usize, rules: &[Points<T>]) -> u64 {
    let points: usize = rules.iter().map(|rule| rule.points.len()).sum();
    let numbers = (TRIANGLE * count + POINT * points) as u64;
    let cells = (count * width * size_of::<u32>()) as u64;
    entries_bytes::<T>(count, width) + numbers * T::BYTES + cells
}

impl<'q, R: Runtime, T: Real> RegularOnDevice<'q, R, T> {
    /// Copies triangles and rules to the device and allocates a panel of `width` trial triangles.
    pub fn new(
        queue: &'q Queue<R>,
        triangles: &[Corners<T>],
        rules: &[Points<T>],
        width: usize,
    ) -> Self {
        let mut starts = vec![0];
        let mut points = Vec::new();
        for rule in rules {
            for (at, weight) in &rule.points {
                points.extend(at);
                points.push(*weight);
            }
            starts.push(points.len() / POINT);
        }
        let numbers = |t: &Corners<T>| [t.corners[0], t.corners[1], t.corners[2], t.normal];
        let triangles: Vec<[[T; 3]; 4]> = triangles.iter().map(numbers).collect();
        Self {
            triangles: queue.upload(triangles.as_flattened().as_flattened()),
            points: queue.upload(&points),
            rules: starts,
            entries: queue.zeros(ENTRIES * triangles.len() * width),
            count: triangles.len(),
            queue,
        }
    }

    /// Begins a panel.
    pub fn clear(&self) {
        self.queue.clear(&self.entries);
    }

    /// Some pairs of one rule. A cell is the index of the trial triangle in the panel times the number of triangles, plus the index of the test
    /// triangle; `first` is the first trial triangle of the panel.
    pub fn pairs(&self, rule: usize, first: usize, cells: &[u32]) -> PairsOnDevice<'_, R, T> {
        PairsOnDevice {
            regular: self,
            cells: self.queue.upload(cells),
            rule,
            first,
        }
    }

    /// Requests the entries of the first `trials` triangles of the panel, in the layout of `poynting_mom_core::assembly`.
    pub fn ask(&self, trials: usize) -> Answer<'q, T> {
        let len = ENTRIES * self.count * trials;
        self.queue.read(&[(&self.entries, len)])
    }
}

/// Adds the returned entries to the panel.
pub fn deliver<T: Real>(answer: &[T], entries: &mut [[Pair<T>; 3]]) {
    let numbers = entries.as_flattened_mut().as_flattened_mut();
    for (number, value) in numbers.iter_mut().zip(answer) {
        *number += *value;
    }
}

/// Pairs of one rule in one panel.
pub struct PairsOnDevice<'f, R: Runtime, T> {
    regular: &'f RegularOnDevice<'f, R, T>,
    cells: Buffer<u32>,
    rule: usize,
    first: usize,
}

impl<R: Runtime, T: Real> PairsOnDevice<'_, R, T> {
    /// Adds the entries of the EFIE.
    pub fn electric(&self, integrand: Electric<T>) {
        let (count, dim) = Queue::<R>::grid(self.cells.len());
        let regular = self.regular;
        // SAFETY: threads beyond the last pair do nothing; cells lie in the panel.
        unsafe {
            electric_pairs::launch_unchecked::<T, R>(
                &regular.queue.client,
                count,
                dim,
                self.cells.arg(),
                regular.triangles.arg(),
                regular.points.arg(),
                regular.entries.arg(),
                self.launch(),
                integrand.k,
                integrand.vector,
                integrand.scalar,
            );
        }
    }

    /// Adds the entries of the MFIE.
    pub fn magnetic(&self, integrand: Magnetic<T>) {
        let (count, dim) = Queue::<R>::grid(self.cells.len());
        let regular = self.regular;
        // SAFETY: as above.
        unsafe {
            magnetic_pairs::launch_unchecked::<T, R>(
                &regular.queue.client,
                count,
                dim,
                self.cells.arg(),
                regular.triangles.arg(),
                regular.points.arg(),
                regular.entries.arg(),
                self.launch(),
                integrand.k,
                integrand.factor,
            );
        }
    }

    fn launch(&self) -> PairsLaunch<R> {
        let rules = &self.regular.rules;
        PairsLaunch::new(
            self.cells.len(),
            self.regular.count,
            self.first,
            rules[self.rule],
            rules[self.rule + 1],
        )
    }
}
