//! Currents of one frequency as an adaptive sweep interpolates them.
//!
//! Currents are interpolated while all ports are shorted; resistors and sources of the ports are added at each frequency as after a solution, so that
//! the network, the fields and the powers of a frequency follow from the same currents.
//!
//! A plane wave has its phase at the origin, a dipole at its place. Over a path s from there to the middle of the mesh the phase turns by k s, which
//! would need many samples without any physics in it. It is taken out of the currents and put back after the interpolation with coefficients c_j of the
//! samples j:
//!
//! ```text
//! I(k) = e^{-jks} sum_j c_j e^{jk_j s} I(k_j)
//! ```

use poynting_linalg::Complex;
use poynting_scene::MonitorKind;

use super::drive::Drive;
use super::solved::{Columns, Currents};

type C = Complex<f64>;

/// The currents that a sweep interpolates, from the solutions of all right-hand sides.
pub fn sample(drive: &Drive<'_>, columns: &Columns<'_>) -> Currents {
    let turned = |(n, path): (usize, f64)| {
        let mut currents = columns(n);
        turn(&mut currents, drive.k * path);
        currents
    };
    swept(drive).into_iter().map(turned).collect()
}

/// Solutions at a frequency between samples, from the coefficients of each.
pub fn interpolated<'a>(drive: &Drive<'_>, samples: Vec<(C, &'a Currents)>) -> Columns<'a> {
    let swept = swept(drive);
    let (k, unknowns) = (drive.k, drive.plan.space.len());
    Box::new(move |n| {
        let mut sum = vec![C::ZERO; unknowns];
        let Some(at) = swept.iter().position(|&(column, _)| column == n) else {
            return sum;
        };
        for (coefficient, currents) in &samples {
            for (total, value) in sum.iter_mut().zip(&currents[at]) {
                *total += *coefficient * *value;
            }
        }
        turn(&mut sum, -k * swept[at].1);
        sum
    })
}

/// Multiplies by e^{j angle}.
fn turn(currents: &mut [C], angle: f64) {
    if angle != 0.0 {
        let (s, c) = angle.sin_cos();
        let factor = C::new(c, s);
        for current in currents {
            *current *= factor;
        }
    }
}

/// The right-hand sides that a sweep interpolates: their numbers, and the path of their phase to the middle of the mesh.
fn swept(drive: &Drive<'_>) -> Vec<(usize, f64)> {
    let excitations = drive.excitations();
    let centre = drive.plan.space.surface().bounds().center();
    let first = excitations.firsts[0];
    let with_waves = drive.scene.monitors.iter().filter(|monitor| {
        matches!(
            monitor.kind,
            MonitorKind::Monostatic { .. } | MonitorKind::Bistatic { .. }
        )
    });
    let of_monitors = with_waves.zip(excitations.firsts.windows(2));
    let adaptive = of_monitors.filter(|(monitor, _)| monitor.adaptive.is_some());
    let waves = adaptive.flat_map(|(_, ends)| ends[0]..ends[1]);
    (0..first)
        .chain(waves)
        .map(|n| (n, excitations.all[n].path_to(centre)))
        .collect()
}
