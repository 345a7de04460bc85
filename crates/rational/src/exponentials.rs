//! Sums of decaying exponentials through equidistant samples of one function: the matrix pencil for data of a computation instead of a record.
//!
//!   x_n = sum_k A_k exp(r_k n),   Re r_k <= 0
//!
//! Orders rise until the largest difference at the samples is within the tolerance; where none is, the best order is used.

use crate::ring_down::pencil::{Powers, Space};
use crate::{Complex, RationalError};

/// A exp(r n).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Exponential {
    /// r, per sample.
    pub rate: Complex,
    /// A.
    pub amplitude: Complex,
}

/// The exponentials, few of them, that are within `tolerance` times the largest sample.
pub fn exponentials(
    samples: &[Complex],
    tolerance: f64,
) -> Result<Vec<Exponential>, RationalError> {
    let largest = samples.iter().map(|x| x.norm()).fold(0.0, f64::max);
    if largest == 0.0 {
        return Ok(Vec::new());
    }
    let count = samples.len();
    let (signal, needed) = (vec![samples.to_vec()], 8);
    if count < needed {
        return Err(RationalError::ShortSignal {
            samples: count,
            needed,
        });
    }
    let space = Space::of(&signal, count, &[largest])?;
    let mut best: Option<(f64, Vec<Exponential>)> = None;
    for order in 1..=space.largest_order() {
        let rates = space.rates(order)?;
        let powers = Powers::new(&rates, count);
        let found = powers.amplitudes(&[&signal[0]], count);
        let error = powers.largest_difference(samples, &found[0]);
        if best.as_ref().is_none_or(|(least, _)| error < *least) {
            let pairs = rates.iter().zip(&found[0]);
            let sum = pairs.map(|(&rate, &amplitude)| Exponential { rate, amplitude });
            best = Some((error, sum.collect()));
        }
        if error <= tolerance * largest {
            break;
        }
    }
    Ok(best.map(|(_, sum)| sum).unwrap_or_default())
}
