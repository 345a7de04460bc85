//! Both lines in a total-field/scattered-field box.

mod axial;
mod discrete;
mod filter;
mod lagrange;
mod oblique;
mod space;

use crate::plane_wave::space::Space;
use poynting_fdtd_core::plane_wave::IncidentLine;
use poynting_scene::{Pulse, Waveform};

/// Leakage: the largest scattered over the largest total E of a run, checked every fourth step.
fn leakage(space: &mut Space, line: &mut IncidentLine, steps: u64) -> f64 {
    let mut most = [0.0_f64; 2];
    space.run(line, steps, |space, step| {
        if step % 4 == 0 {
            let peaks = space.peaks();
            most = std::array::from_fn(|i| most[i].max(peaks[i]));
        }
    });
    assert!(most[0] > 0.0, "there is a wave");
    most[1] / most[0]
}

fn gaussian(tau: f64) -> Waveform {
    Waveform {
        amplitude: 1.0,
        shape: Pulse::Gaussian {
            tau,
            delay: 5.0 * tau,
        },
    }
}

fn modulated(frequency: f64, tau: f64) -> Waveform {
    Waveform {
        amplitude: 1.0,
        shape: Pulse::ModulatedGaussian {
            tau,
            delay: 5.0 * tau,
            frequency,
            phase: 0.0,
        },
    }
}
