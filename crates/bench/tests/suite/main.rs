//! The tests of the benchmarks, in one program.

mod austin;
mod performance;
mod scale;
