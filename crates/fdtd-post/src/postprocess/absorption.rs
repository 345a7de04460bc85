//! Dissipated power; the sum is derived in `crates/fdtd-core/src/loss.rs`.

use crate::postprocess::RunSums;
use crate::postprocess::norm::Norm;
use poynting_exec::Real;
use poynting_observe::{Sink, SinkError};

/// Power lost in a box.
#[derive(Debug)]
pub struct AbsorptionOutput {
    /// Potentially lossy parts.
    pub parts: Vec<LossyPart>,
    /// In hertz.
    pub frequencies: Vec<f64>,
    /// Its stream.
    pub stream: usize,
    /// Normalisation of the fields.
    pub norm: Norm,
}

/// A component in a box of nodes.
#[derive(Debug)]
pub struct LossyPart {
    /// Its transform.
    pub transform: usize,
    /// Index of its losses among those of the run.
    pub losses: usize,
    /// Length along each axis that belongs to each node.
    pub lengths: [Vec<f64>; 3],
}

impl AbsorptionOutput {
    pub(super) fn deliver<T: Real>(
        &self,
        sums: RunSums<'_, T>,
        sink: &mut dyn Sink,
    ) -> Result<(), SinkError> {
        for (n, frequency) in self.frequencies.iter().enumerate() {
            let norm = self.norm.at(*frequency, sums.time, sums.dt);
            let power: f64 = self.parts.iter().map(|part| part.power(sums, n)).sum();
            sink.append(self.stream, &[*frequency], &[power / norm.norm_sqr()])?;
        }
        Ok(())
    }
}

impl LossyPart {
    fn power<T: Real>(&self, sums: RunSums<'_, T>, frequency: usize) -> f64 {
        let phasors = sums.at(self.transform, frequency);
        let [xs, ys, zs] = &self.lengths;
        let volume = |place: usize| {
            let row = place / zs.len();
            xs[row / ys.len()] * ys[row % ys.len()] * zs[place % zs.len()]
        };
        let mut power = 0.0;
        for (places, loss) in sums.losses[self.losses].at(frequency) {
            let squares = places.map(|n| phasors.value(n).norm_sqr() * volume(n));
            power += 0.5 * loss * squares.sum::<f64>();
        }
        power
    }
}
