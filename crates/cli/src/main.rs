//! The `poynting` command.
fn main() {}
