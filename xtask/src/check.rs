//! Everything CI runs, with the time of each step.
//!
//! After the tests, two sequences of steps run in parallel, since much of their work uses only one core. Each step of a sequence is a separate
//! process, whose output is captured and printed when it ends.

mod lines;
mod steps;
mod times;

use crate::Error;
use crate::repository::Repository;
use lines::beside_each_other;
use steps::{AS_INSTALLED, FIRST, ON_THE_TESTS};
use times::Times;

/// Runs every step and stops at the first failure; always prints the longest steps and builds.
pub fn run(repository: &Repository) -> Result<(), Error> {
    let mut times = Times::begin(repository)?;
    let outcome = FIRST
        .iter()
        .try_for_each(|step| times.step(step.name, || (step.task)(repository)))
        .and_then(|()| beside_each_other(repository, &mut times, [&ON_THE_TESTS, &AS_INSTALLED]));
    println!("{}", times.longest());
    outcome?;
    println!("all checks passed in {:.0} s", times.elapsed());
    Ok(())
}

/// Runs one step by its name.
pub fn run_step(repository: &Repository, name: &str) -> Result<(), Error> {
    let steps = || FIRST.iter().chain(&ON_THE_TESTS).chain(&AS_INSTALLED);
    if let Some(step) = steps().find(|step| step.name == name) {
        return (step.task)(repository);
    }
    let names: Vec<&str> = steps().map(|step| step.name).collect();
    let names = names.join(", ");
    let message = format!("there is no step \"{name}\"; available steps: {names}");
    Err(Error::Unexpected(message))
}
