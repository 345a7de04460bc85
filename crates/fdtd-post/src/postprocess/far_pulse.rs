//! Far fields in the time domain.

use crate::far_field::{Direction, Huygens, TimeFarField};
use poynting_exec::Real;
use poynting_fdtd_core::record::{Record, Samples};
use poynting_grid::HalfStep;
use poynting_observe::{Sink, SinkError};

/// The far field of a box over retarded time.
#[derive(Debug)]
pub struct FarPulseOutput {
    /// The equivalent currents.
    pub huygens: Huygens,
    /// The directions, phi fastest.
    pub directions: Vec<Direction>,
    /// Bundles of the spots of E and of H.
    pub bundles: [usize; 2],
    /// Streams along theta and along phi.
    pub streams: [usize; 2],
}

impl FarPulseOutput {
    /// An empty accumulator.
    pub fn begin(&self, dt: f64) -> TimeFarField<'_> {
        TimeFarField::new(&self.huygens, &self.directions, dt)
    }

    /// Bytes of the accumulator after this many steps, and of the far field that follows from it.
    pub fn bytes(&self, steps: u64, dt: f64) -> u64 {
        TimeFarField::bytes(&self.huygens, self.directions.len(), (steps, dt))
    }

    /// Takes the record of a block.
    pub fn collect<T: Real>(
        &self,
        far: &mut TimeFarField<'_>,
        samples: &Samples,
        record: &Record<T>,
    ) {
        for (half, bundle) in [HalfStep::E, HalfStep::H].into_iter().zip(self.bundles) {
            let raw = samples.bundle(record, bundle);
            let values: Vec<f64> = raw.iter().map(|v| v.f64()).collect();
            far.accumulate(half, record.block.first_step, &values);
        }
    }

    /// Hands over the accumulated far field.
    pub fn deliver(&self, far: TimeFarField<'_>, sink: &mut dyn Sink) -> Result<(), SinkError> {
        let signatures = far.finish();
        let Some(first) = signatures.first() else {
            return Ok(());
        };
        for n in 0..first.theta.len() {
            let time = first.start + n as f64 * first.dt;
            let theta: Vec<f64> = signatures.iter().map(|s| s.theta[n]).collect();
            let phi: Vec<f64> = signatures.iter().map(|s| s.phi[n]).collect();
            sink.append(self.streams[0], &[time], &theta)?;
            sink.append(self.streams[1], &[time], &phi)?;
        }
        Ok(())
    }
}
