//! Whether S-parameters are passive and reciprocal.

use crate::network::{asymmetry, largest_singular_value};
use poynting_linalg::{Mat, c64};
use poynting_results::Results;

/// The worst over all frequencies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quality {
    /// Largest singular value.
    pub gain: f64,
    /// Where that is, in hertz.
    pub gain_at: f64,
    /// Largest difference between S_mn and S_nm; none with one port.
    pub asymmetry: Option<f64>,
}

/// The quality of recorded S-parameters, if any.
pub fn quality(results: &Results) -> Option<Quality> {
    let real = results.get("network/s/real")?;
    let imag = results.get("network/s/imag")?;
    let frequencies = real.axis("frequency")?;
    let ports = real.axis("to")?.len();
    let mut worst = Quality {
        gain: 0.0,
        gain_at: 0.0,
        asymmetry: (ports > 1).then_some(0.0),
    };
    for (n, frequency) in frequencies.iter().enumerate() {
        let (re, im) = (real.slice(n)?, imag.slice(n)?);
        let at = |to: usize, from: usize| c64::new(re[to * ports + from], im[to * ports + from]);
        let s = Mat::from_fn(ports, ports, at);
        let gain = largest_singular_value(&s);
        if gain > worst.gain {
            (worst.gain, worst.gain_at) = (gain, *frequency);
        }
        worst.asymmetry = worst.asymmetry.map(|a| a.max(asymmetry(&s)));
    }
    Some(worst)
}
