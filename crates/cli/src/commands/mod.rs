//! One file per subcommand.

mod antenna;
mod austin;
mod bench;
mod bench_fdtd;
mod bench_grid;
mod bench_ranks;
mod check;
mod command;
mod compare;
mod completions;
mod devices;
mod doctor;
mod files;
mod new;
mod plate;
mod plot;
mod products;
mod report;
mod resonances;
mod run;
mod schema;
mod validate;
mod view;

pub use command::Cli;
