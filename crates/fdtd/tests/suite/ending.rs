//! Runs that end by their energy.

use crate::common::{record, scene};
use poynting_fdtd::{Config, StoppedBy};

fn model(material: &str) -> String {
    format!(
        "[domain]\nfrom = ['0 mm', '0 mm', '0 mm']\nto = ['16 mm', '14 mm', '20 mm']\n[grid]\nspacing = '1 mm'\n[boundary]\nall = 'pml'\n\
         pml = {{ layers = 6 }}\n[materials.m]\n{material}\n\
         [[structures]]\nmaterial = 'm'\nshape = 'box'\nfrom = ['2 mm', '2 mm', '6 mm']\nto = ['14 mm', '12 mm', '12 mm']\n\
         [[sources]]\nname = 's'\ntype = 'dipole'\ndirection = 'x'\nat = ['8 mm', '7 mm', '15 mm']\n\
         waveform = {{ type = 'differentiated-gaussian', amplitude = '1e-6 A m', bandwidth = '15 GHz' }}\n\
         [stop]\nenergy_decay = '40 dB'\nsteps = 20000\n"
    )
}

/// Energy checks at the end that were 40 dB below the peak, and the time between the first and the last of them.
fn low_looks(text: &str) -> (usize, f64) {
    let (recording, outcome, _) = record(&scene(text), Config::default(), 1).unwrap();
    assert_eq!(outcome.stopped_by, StoppedBy::EnergyDecay);
    let (times, values) = recording.get("energy");
    let peak = values.iter().copied().fold(0.0, f64::max);
    let low = values
        .iter()
        .rev()
        .take_while(|v| **v <= 1e-4 * peak)
        .count();
    (low, times[times.len() - 1] - times[times.len() - low])
}

/// Any dispersive medium once added 1024 steps, so that 40 dB ended at 57 for a laminate, whose charges store next to
/// nothing.
#[test]
fn a_laminate_ends_at_the_decay_that_is_asked_for() {
    let plain = low_looks(&model("eps_r = 3.55"));
    let laminate = low_looks(&model(
        "eps_r = 3.55\nloss_tangent = 0.0027\nloss_tangent_at = '10 GHz'",
    ));
    assert_eq!((plain.0, laminate.0), (1, 1));
}

/// The charges of a plasma take the energy of the fields and return it: it must stay low for two periods of the highest frequency.
#[test]
fn a_plasma_must_stay_low() {
    let text = model("eps_inf = 1\ndrude = [{ plasma = '12 GHz', collision = '2 GHz' }]");
    let (looks, time) = low_looks(&text);
    let period = 1.0 / scene(&text).max_frequency().unwrap();
    assert!(
        looks > 2 && time >= 2.0 * period,
        "{looks} looks, {time:e} s, {period:e} s"
    );
    // But not for longer than necessary.
    assert!(time < 3.0 * period, "{time:e} s, {period:e} s");
}
