//! Power through a surface.
//!
//! ```text
//! P = 1/2 Re sum (E_b H_c^* - E_c H_b^*) dA
//! ```
//!
//! on a plane of nodes normal to axis a, with (a, b, c) cyclic. E_b and H_c have the same position in the plane, H half a cell
//! before and behind it; H is interpolated between the two. With trapezoidal weights in the plane this is the flux of the
//! discrete Poynting theorem, also on graded cells: where half of the cell behind the plane belongs to the box, summation by
//! parts leaves exactly the interpolated H, so that a closed box of lossless cells without sources has zero net flux to rounding.

use crate::postprocess::RunSums;
use crate::postprocess::norm::Norm;
use poynting_exec::Real;
use poynting_observe::{Sink, SinkError};

/// Power through one or several faces.
#[derive(Debug)]
pub struct FluxOutput {
    /// The faces; none if power cannot flow through any of them.
    pub faces: Vec<FluxFace>,
    /// The frequencies.
    pub frequencies: Vec<f64>,
    /// Its stream.
    pub stream: usize,
    /// Normalisation of the fields.
    pub norm: Norm,
}

/// Power through one face.
#[derive(Debug)]
pub struct FluxFace {
    /// +1 where power towards larger coordinates counts as positive, else -1.
    pub sign: f64,
    /// E_b with H_c, then E_c with H_b.
    pub pairs: [FluxPair; 2],
}

/// An electric and a magnetic component.
#[derive(Debug)]
pub struct FluxPair {
    /// Transform of the electric component, on the plane.
    pub electric: usize,
    /// Transforms of the magnetic component, before and behind it.
    pub magnetic: [usize; 2],
    /// Interpolation weight of each of them.
    pub shares: [f64; 2],
    /// Area of each node.
    pub areas: Vec<f64>,
}

impl FluxOutput {
    pub(super) fn deliver<T: Real>(
        &self,
        sums: RunSums<'_, T>,
        sink: &mut dyn Sink,
    ) -> Result<(), SinkError> {
        for (n, frequency) in self.frequencies.iter().enumerate() {
            let norm = self.norm.at(*frequency, sums.time, sums.dt);
            let power: f64 = self.faces.iter().map(|face| face.power(sums, n)).sum();
            sink.append(self.stream, &[*frequency], &[power / norm.norm_sqr()])?;
        }
        Ok(())
    }
}

impl FluxFace {
    fn power<T: Real>(&self, sums: RunSums<'_, T>, frequency: usize) -> f64 {
        let [plus, minus] = &self.pairs;
        self.sign * (plus.power(sums, frequency) - minus.power(sums, frequency))
    }
}

impl FluxPair {
    fn power<T: Real>(&self, sums: RunSums<'_, T>, frequency: usize) -> f64 {
        let e = sums.at(self.electric, frequency);
        let h = self.magnetic.map(|m| sums.at(m, frequency));
        let mut sum = 0.0;
        for (n, area) in self.areas.iter().enumerate() {
            let h = h[0].value(n) * self.shares[0] + h[1].value(n) * self.shares[1];
            sum += 0.5 * (e.value(n) * h.conj()).re * area;
        }
        sum
    }
}
