//! S11 of a patch antenna, with the progress of the run.

use poynting::{Error, Progress, RunOptions, Simulation};
use std::ops::ControlFlow;

#[cfg_attr(test, test)]
fn main() -> Result<(), Error> {
    let simulation = Simulation::from_toml(include_str!("patch.toml"))?;
    let show = |progress: &Progress| {
        eprint!("\rstep {}", progress.done());
        ControlFlow::Continue(()) // `Break(())` stops the run
    };
    let results = simulation.run_with(&RunOptions::default(), show)?;
    let s = results.s_parameters()?;
    let s11 = s.between("probe", "probe").expect("the port of the scene");
    let level: Vec<f64> = s11.iter().map(|s| 20.0 * s.norm().log10()).collect();
    let best = (0..level.len()).min_by(|a, b| level[*a].total_cmp(&level[*b]));
    let best = best.expect("81 frequencies");
    let frequency = s.frequencies[best] * 1e-9;
    println!(
        "\nS11 is lowest at {frequency:.2} GHz: {:.1} dB",
        level[best]
    );
    assert!(level[best] < -10.0);
    Ok(())
}
