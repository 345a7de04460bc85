//! Passivity of an interpolated network.
//!
//! Solutions of the field equations are passive to within their accuracy; a rational function between them need not be. Where the largest singular
//! value of S exceeds one by no more than the tolerance of the sweep, the nearest passive matrix takes its place and the admittances follow from it,
//! so that all port quantities and powers agree. A larger excess is an error of the interpolation that must not be hidden: it stays, with a warning.

use poynting_linalg::{Complex, Mat};
use poynting_mom_core::error::MomError;
use poynting_mom_core::network::Network;
use poynting_rational::{RationalError, enforce, gain};

/// A network, and what was done to it.
pub struct Checked {
    /// Passive, unless the excess is too large.
    pub network: Network,
    /// By how much the largest singular value of S exceeded one; zero if it did not.
    pub excess: f64,
    /// Whether it was replaced.
    pub is_corrected: bool,
}

/// Checks a network with these reference resistances; `most` is the largest excess that is corrected.
pub fn passive(network: Network, references: &[f64], most: f64) -> Result<Checked, MomError> {
    let ports = references.len();
    let unchanged = |network, excess| Checked {
        network,
        excess,
        is_corrected: false,
    };
    if ports == 0 {
        return Ok(unchanged(network, 0.0));
    }
    let s = network.scattering(references)?;
    let entries = (0..ports * ports).map(|n| s[(n / ports, n % ports)]);
    let mut rows: Vec<Vec<Complex<f64>>> = vec![entries.collect()];
    let excess = (gain(ports, &rows[0]).map_err(|e| failed(&e))? - 1.0).max(0.0);
    if excess > most {
        return Ok(unchanged(network, excess));
    }
    if enforce(ports, &mut rows).map_err(|e| failed(&e))?.corrected == 0 {
        return Ok(unchanged(network, excess));
    }
    let s = Mat::from_fn(ports, ports, |to, from| rows[0][to * ports + from]);
    Ok(Checked {
        network: Network::from_scattering(&s, references)?,
        excess,
        is_corrected: true,
    })
}

/// Why there is no model.
pub fn failed(error: &RationalError) -> MomError {
    MomError::Sweep {
        cause: error.to_string(),
    }
}
