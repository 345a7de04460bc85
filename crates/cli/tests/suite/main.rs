//! The tests of the command, in one program, so that they are linked only once.

mod bench;
mod checkpoints;
mod command;
mod desk;
mod failures;
mod identity;
mod mom_checkpoints;
mod ranks;
mod report;
mod ring_down;
#[cfg(unix)]
mod strangers;
mod trouble_bounds;
mod trouble_networks;
mod trouble_runs;
